"""What is true before the steps of two executed plans, and what each step does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final

from plancore.report.formats.html.elements import Html, element, joined
from plancore.report.formats.html.sections import Section
from plancore.report.formats.html.tables import folded, left_out
from plancore.report.lines import Tone
from plancore.report.marks import EXTRA, MISSING, Mark
from plancore.report.plan.execution import Execution
from plancore.report.plan.review import PlanReview
from plancore.report.plan.rows import PlanRows
from plancore.report.rows.row import BOTH, ViewRow
from plancore.report.words import count_of
from plancore.simulate.atoms import show, show_value
from plancore.simulate.state import Delta, State
from plancore.simulate.trace import Trace

_MOST_ROWS: Final = 100
"""So many rows are told of: all rows of short plans, else those that differ or fail."""
_MOST_FACTS: Final = 60
"""So many facts of a kind are listed."""


def states_section(review: PlanReview, rows: PlanRows) -> Iterator[Section]:
    """The states before rows; no section for plans with times, or in an order of their own."""
    execution = review.execution
    if execution is None or review.modulo or execution.learned.happenings:
        return
    indices: Sequence[int] = range(rows.count)
    if rows.count > _MOST_ROWS:
        indices = [k for k in indices if rows.row(k).tone is not Tone.SAME][:_MOST_ROWS]
    states = _States(review, execution)
    parts = [states.before(index, rows.row(index)) for index in indices]
    parts.append(left_out(rows.count - len(parts), "states before other rows"))
    yield Section("states", "States", joined(parts), "before each row, and what its steps do")


class _States:
    def __init__(self, review: PlanReview, execution: Execution) -> None:
        rows = review.diff.rows
        self._rows = rows
        self._traces = execution.learned, execution.reference
        # How many steps of each side stand above a row.
        ours = accumulate((row.learned is not None for row in rows), initial=0)
        theirs = accumulate((row.reference is not None for row in rows), initial=0)
        self._above = list(zip(ours, theirs, strict=True))

    def before(self, index: int, row: ViewRow) -> Html:
        """The states before a row, and what the steps of the row do; open where one fails."""
        texts = dict.fromkeys(cell.text for cell in row.cells if cell is not None)
        title = f"{row.sign} {' / '.join(texts)}"
        content = element("div", *self._content(index), class_="inner")
        return folded(title, content, is_open=row.tone is Tone.FAILING)

    def _content(self, index: int) -> Iterator[Html]:
        numbers = self._above[index]
        ours, theirs = map(_state, self._traces, numbers)
        if ours is not None and theirs is not None:
            shared = ours.facts & theirs.facts
            yield _list(
                f"= {count_of(len(shared), 'fact')} on both sides",
                map(show, shared),
                is_folded=True,
            )
            yield from _of_one(EXTRA, "in the learned plan", ours, theirs)
            yield from _of_one(MISSING, "in the reference", theirs, ours)
        else:
            for side, state in zip(BOTH, (ours, theirs), strict=True):
                if state is None:
                    yield element("p", f"the {side.name} plan does not get here")
                else:
                    title = f"{count_of(len(state.facts), 'fact')} in the {side.name} plan"
                    yield _list(title, map(show, state.facts), is_folded=True)
        steps = self._rows[index].learned, self._rows[index].reference
        for side, trace, step in zip(BOTH, self._traces, steps, strict=True):
            if step is not None and not trace.malformed and step < len(trace.states):
                yield from _effects(f"{side.name} {step + 1}", trace.states.deltas[step])


def _state(trace: Trace, number: int) -> State | None:
    """The state after so many steps; None where execution does not get so far."""
    return trace.state(number) if not trace.malformed and number <= len(trace.states) else None


def _of_one(mark: Mark, where: str, state: State, other: State) -> Iterator[Html]:
    """The facts and the values that only one of two states has."""
    facts = sorted(map(show, state.facts - other.facts))
    values = {f: value for f, value in state.values.items() if other.values.get(f) != value}
    facts += sorted(f"(= {show(f)} {show_value(value)})" for f, value in values.items())
    if facts:
        yield element("div", _list(f"{mark.sign} only {where}", facts), class_=mark.tone.value)


def _effects(step: str, delta: Delta) -> Iterator[Html]:
    if delta.added:
        yield _list(f"{step} adds", map(show, delta.added))
    if delta.deleted:
        yield _list(f"{step} deletes", map(show, delta.deleted))
    if delta.values:
        values = (f"(= {show(fluent)} {show_value(value)})" for fluent, value in delta.values)
        yield _list(f"{step} sets", values)


def _list(title: str, facts: Iterable[str], *, is_folded: bool = False) -> Html:
    """Facts under a title, as many as there is room for."""
    texts = sorted(facts)
    codes = joined((element("code", text) for text in texts[:_MOST_FACTS]), ", ")
    n_left_out = len(texts) - _MOST_FACTS
    more = f" and {n_left_out} more, left out here" if n_left_out > 0 else ""
    if is_folded:
        return folded(title, element("p", codes, more))
    return element("p", f"{title}: ", codes, more)
