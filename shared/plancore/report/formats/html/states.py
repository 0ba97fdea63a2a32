"""What is true before the steps of two executed plans, and what each step does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from plancore.phrases import count_of
from plancore.report.formats.html.elements import Html, element, joined
from plancore.report.formats.html.sections import Section
from plancore.report.formats.html.tables import folded, left_out
from plancore.report.lines import Tone
from plancore.report.marks import EXTRA, MISSING, Mark
from plancore.report.plan.review import PlanReview
from plancore.report.plan.rows import PlanRows
from plancore.report.plan.states import Before, RowStates
from plancore.report.rows.row import BOTH, Side, ViewRow
from plancore.simulate.atoms import Fluent, Value, show, show_value
from plancore.simulate.state import Delta, State

_MOST_ROWS: Final = 100
"""So many rows are told of: all rows of short plans, else those that differ or fail."""
_MOST_FACTS: Final = 60
"""So many facts of a kind are listed."""


def states_section(review: PlanReview, rows: PlanRows) -> Iterator[Section]:
    """The states before rows, for plans that were executed."""
    if review.execution is None:
        return
    indices: Sequence[int] = range(rows.count)
    if rows.count > _MOST_ROWS:
        indices = [k for k in indices if rows.row(k).tone is not Tone.SAME][:_MOST_ROWS]
    states = RowStates(review, review.execution)
    parts = [_row(rows.row(index), states.before(index)) for index in indices]
    parts.append(left_out(rows.count - len(parts), "states before other rows"))
    yield Section("states", "States", joined(parts), "before each row, and what its steps do")


def _row(row: ViewRow, before: tuple[Before | None, Before | None]) -> Html:
    """The states before a row, and what the steps of the row do; open where one fails."""
    texts = dict.fromkeys(cell.text for cell in row.cells if cell is not None)
    content = element("div", *_states(before), *_effects(before), class_="inner")
    is_failing = row.tone is Tone.FAILING
    return folded(f"{row.sign} {' / '.join(texts)}", content, is_open=is_failing)


def _states(before: tuple[Before | None, Before | None]) -> Iterator[Html]:
    ours, theirs = before
    if ours is not None and theirs is not None:
        shared = ours.state.facts & theirs.state.facts
        yield _folded_facts(f"= {count_of(len(shared), 'fact')} on both sides", map(show, shared))
        yield from _of_one(EXTRA, "in the learned plan", ours.state, theirs.state)
        yield from _of_one(MISSING, "in the reference", theirs.state, ours.state)
        return
    for side, state in zip(BOTH, before, strict=True):
        yield _of_side(side, state)


def _of_side(side: Side, before: Before | None) -> Html:
    """The state of a side where the other has none."""
    if before is None:
        return element("p", f"no state of the {side.name} plan is known here")
    facts = before.state.facts
    title = f"{side.sign} {count_of(len(facts), 'fact')}, {side.name}"
    return _folded_facts(title, map(show, facts))


def _of_one(mark: Mark, where: str, state: State, other: State) -> Iterator[Html]:
    """The facts and the values that only one of two states has."""
    facts = [*map(show, state.facts - other.facts)]
    facts += [_set(f, v) for f, v in state.values.items() if other.values.get(f) != v]
    if facts:
        yield element("div", _facts(f"{mark.sign} only {where}", facts), class_=mark.tone.value)


def _effects(before: tuple[Before | None, Before | None]) -> Iterator[Html]:
    for side, state in zip(BOTH, before, strict=True):
        if state is not None and state.change is not None:
            yield from _changes(f"{side.name} {state.step}", state.change)


def _changes(step: str, delta: Delta) -> Iterator[Html]:
    if delta.added:
        yield _facts(f"{step} adds", map(show, delta.added))
    if delta.deleted:
        yield _facts(f"{step} deletes", map(show, delta.deleted))
    if delta.values:
        yield _facts(f"{step} sets", [_set(fluent, value) for fluent, value in delta.values])


def _set(fluent: Fluent, value: Value) -> str:
    return f"(= {show(fluent)} {show_value(value)})"


def _facts(title: str, facts: Iterable[str]) -> Html:
    return element("p", f"{title}: ", _listed(facts))


def _folded_facts(title: str, facts: Iterable[str]) -> Html:
    return folded(title, element("p", _listed(facts)))


def _listed(facts: Iterable[str]) -> Html:
    """Facts in alphabetical order, as many as there is room for."""
    texts = sorted(facts)
    codes = joined((element("code", text) for text in texts[:_MOST_FACTS]), ", ")
    n_left_out = len(texts) - _MOST_FACTS
    return joined((codes, f" and {n_left_out} more, left out here")) if n_left_out > 0 else codes
