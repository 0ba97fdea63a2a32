"""The states before a row of two executed plans, the last changes, and why a step fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nsmallest
from itertools import accumulate
from typing import Final, NamedTuple

from plancore.phrases import SIDES, count_of
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.marks import MISSING, Mark
from plancore.report.plan.execution import Execution, failing_conditions
from plancore.report.plan.review import PlanReview
from plancore.report.plan.summary import condition_pieces, outcome_tone
from plancore.simulate.atoms import Fluent, Value, show
from plancore.simulate.explain import explain_goal
from plancore.simulate.state import Delta, State
from plancore.simulate.trace import Trace, Verdict

MOST: Final = 6
"""The maximum number of facts of a kind listed next to rows."""
MOST_OF_PAGE: Final = 1000
"""The maximum number on a page of their own."""
_MOST_OF_STATE: Final = 24
"""The maximum number of facts listed of a state without one to compare it with."""
_MOMENTS: Final = {"start": " at its start", "all": " during its execution", "end": " at its end"}
"""The moment of the false condition of a durative action."""


class StateLines:
    """The lines on the states of each row."""

    def __init__(
        self,
        review: PlanReview,
        execution: Execution,
        names: tuple[str, str] | None = None,
        most: int = MOST,
        *,
        has_shared: bool = False,
        tells_failures: bool = True,
    ) -> None:
        """`names` are the names of the two plans, by default those of the sides. Up to `most` facts
        of a kind are listed, the rest is counted. Facts true on both sides are only counted unless
        `has_shared`. Without `tells_failures` it is not said again that a plan fails, only what its
        failing step needs."""
        self.review = review
        self._execution = execution
        self._names = names or (SIDES.learned, SIDES.reference)
        self._most = most
        self._has_shared = has_shared
        self._tells_failures = tells_failures
        self._states = RowStates(review, execution)

    def lines(self, index: int, /) -> Sequence[Line]:
        """The lines of row `index`, then the outcomes."""
        return [*self.of_row(index), *self._outcomes]

    def of_row(self, index: int, /, *, is_next: bool = False) -> Iterator[Line]:
        """Why row `index` fails, then the states before it; nothing after the last row. If the row
        `is_next` to one already shown, the effects of the steps before it are omitted."""
        if index < len(self.review.diff.rows):
            yield from self.failures(index)
            yield from self.states(index, is_next=is_next)

    @cached_property
    def _outcomes(self) -> Sequence[Line]:
        return [*self.outcomes()]

    def outcomes(self, n_plans: int = 2) -> Iterator[Line]:
        """The outcomes of the plans, or of the first `n_plans` of them."""
        outcomes = zip(self._names[:n_plans], self._traces, self._execution.outcomes, strict=False)
        for name, trace, outcome in outcomes:
            if self._tells_failures or trace.verdict is not Verdict.INVALID:
                yield line(
                    Piece(f"{name}  ", Tone.DIM),
                    Piece(visible(_verdict_only(outcome)), outcome_tone(trace)),
                )
            if trace.executable:
                yield from self._goals(trace)

    def _goals(self, trace: Trace) -> Iterator[Line]:
        """The unreached goals, and the number of reached ones, with `has_shared` listed too."""
        if not self._tells_failures and not self._has_shared:
            return
        goals = explain_goal(trace)
        missed = [goal.text for goal in goals if not goal.holds]
        yield from _listed("  goal ✗ ", Tone.FAILING, missed, self._most)
        reached = [goal.text for goal in goals if goal.holds]
        if self._has_shared:
            yield from _listed("  goal ✓ ", Tone.SAME, reached, self._most)
        else:
            told = f"  {len(reached)} of {count_of(len(goals), 'goal')} reached"
            yield line(Piece(told, Tone.DIM))

    def failures(self, index: int, of: Sequence[bool] = (True, True)) -> Iterator[Line]:
        """Why each failing step of a row fails, and where its action is; `of` selects plans."""
        row = self.review.diff.rows[index]
        steps = zip(self._names, self._traces, (row.learned, row.reference), strict=True)
        for is_told, (name, trace, step), reasons in zip(
            of, steps, self.review.faults, strict=True
        ):
            if not is_told or step is None or step not in reasons:
                continue
            is_first = step + 1 == trace.failing_step
            moment = trace.failure.moment if trace.failure is not None and is_first else ""
            where = _MOMENTS.get(moment, "")
            # False conditions come first, so that they are visible in a small window.
            told = failing_conditions(trace) if is_first else ()
            conditions = sorted(told, key=lambda condition: condition.holds)
            says = f"fails{where} because" if self._tells_failures or not told else f"needs{where}"
            yield line(Piece(f"{name}, step {step + 1} {says}", Tone.TITLE))
            yield from self._definitions(trace, step)
            for condition in conditions:
                yield line(*condition_pieces(condition))
            if all(condition.holds for condition in conditions):
                yield line(Piece(f"✗ {reasons[step]}", Tone.FAILING))
            yield ()

    def _definitions(self, trace: Trace, step: int) -> Iterator[Line]:
        """`(unload ?o ?v ?l)  domain.pddl:48` for each action of a step."""
        for action in trace.plan.steps[step].actions:
            schema = trace.task.action(action.name)
            if schema is not None:
                head = show((schema.name, *(parameter.name for parameter in schema.parameters)))
                is_learned = trace is self._traces[0]
                place = self._execution.setting.action_place(schema.name, is_learned=is_learned)
                where = "" if place is None else f"  {_file_name(place.file)}:{place.line}"
                yield line(visible(head), Piece(visible(where), Tone.DIM))

    def before(self, index: int) -> tuple[Before | None, Before | None]:
        """The states before a row; None for a plan without one."""
        return self._states.before(index)

    def states(self, index: int, *, is_next: bool = False) -> Iterator[Line]:
        """The states of both plans before a row, and the changes; `is_next` as in `of_row`."""
        ours, theirs = self.before(index)
        if ours is not None and theirs is not None:
            order = " in the order shown" if self.review.modulo else ""
            first, second = self._names
            steps = f"{first} {step_text(ours)}{order}, {second} {step_text(theirs)}"
            yield line(Piece(f"state before: {steps}", Tone.TITLE))
            yield from compared(
                ours.state, theirs.state, most=self._most, has_shared=self._has_shared
            )
        else:
            above = self.before(index - 1) if is_next else (None, None)
            is_known = [state is None for state in above] == [ours is None, theirs is None]
            for name, trace, before in zip(self._names, self._traces, (ours, theirs), strict=True):
                yield from self._alone(name, trace, before, is_known=is_known)
        yield from _changes(
            [
                (name, before)
                for name, before in zip(self._names, (ours, theirs), strict=True)
                if before is not None
            ],
            self._most,
            has_last=not is_next,
        )
        yield ()

    def _alone(
        self, name: str, trace: Trace, before: Before | None, *, is_known: bool
    ) -> Iterator[Line]:
        """The state of one side if the other has none, or why this side has none. `is_known` means
        it follows from the state above and its changes, so facts are only counted."""
        if before is None:
            if not is_known:
                yield line(Piece(f"{name}: {_absence(trace)}", Tone.DIM))
            return
        yield line(Piece(f"state before: {name} {step_text(before)}", Tone.TITLE))
        facts = count_of(len(before.state.facts), "fact")
        if is_known:
            yield line(Piece(f"= {facts}", Tone.DIM))
            return
        which = "" if self._has_shared else ", these may change"
        yield line(Piece(f"= {facts}{which}", Tone.DIM))
        most = max(self._most, _MOST_OF_STATE)
        listed = before.state.facts if self._has_shared else before.state.dynamic
        yield from _listed("", Tone.PLAIN, map(show, listed), most)
        values = map(_value_text, before.state.values.items())
        yield from _listed("", Tone.PLAIN, values, self._most)

    @property
    def has_changes(self) -> bool:
        """Whether the changes of single steps are known: not if steps overlap."""
        return not any(trace.happenings for trace in self._traces)

    @property
    def absence(self) -> str:
        """Why the learned plan has no state before a row."""
        return _absence(self._traces[0])

    @property
    def _traces(self) -> tuple[Trace, Trace]:
        return self._execution.runs


def _absence(trace: Trace) -> str:
    """Why a plan has no state before a row."""
    if not trace.has_run:
        return "not executed: a step is not an instance of an action"
    if trace.failing_step is not None:
        return f"no state here, it fails at step {trace.failing_step}"
    if trace.verdict is Verdict.UNDECIDED:
        return "no state is known here"
    return "no step here"


def compared(
    ours: State,
    theirs: State,
    where: str = "on both sides",
    other: Mark = MISSING,
    most: int = MOST,
    *,
    has_shared: bool = False,
) -> Iterator[Line]:
    """The facts true on both sides and on one only, at most `most` of each kind. Shared facts are
    only counted unless `has_shared`. `other` marks facts only on the second side."""
    shared = ours.facts & theirs.facts
    yield line(Piece(f"= {count_of(len(shared), 'fact')} {where}", Tone.DIM))
    if has_shared:
        yield from _listed("= ", Tone.SAME, map(show, shared), most)
    yield from _listed("+ ", Tone.EXTRA, map(show, ours.facts - theirs.facts), most)
    yield from _listed(f"{other.sign} ", other.tone, map(show, theirs.facts - ours.facts), most)
    fluents = (ours.values.keys() | theirs.values.keys()) if ours.values or theirs.values else ()
    values = ((f, ours.values.get(f), theirs.values.get(f)) for f in fluents)
    texts = (f"{show(f)} {_number(our)}≠{_number(its)}" for f, our, its in values if our != its)
    yield from _listed("~ ", Tone.CHANGED, texts, most)


def step_text(before: Before) -> str:
    """The step after a state: `step 3`, or `end` after the last."""
    return "end" if before.step is None else f"step {before.step}"


def _changes(sides: Sequence[tuple[str, Before]], most: int, *, has_last: bool) -> Iterator[Line]:
    """The effects of the steps before the row, and of those in it; equal effects are shown once."""
    did = [(name, before.previous, before.last_change) for name, before in sides]
    does = [(name, before.step, before.change) for name, before in sides]
    for steps in (did, does) if has_last else (does,):
        by_change: dict[Delta, list[str]] = {}
        for name, step, delta in steps:
            if delta is not None:
                by_change.setdefault(delta, []).append(f"{name} step {step}")
        for delta, named in by_change.items():
            yield ()
            yield line(Piece(f"effects of {', '.join(named)}", Tone.TITLE))
            yield from _delta_lines(delta, most)


def _delta_lines(delta: Delta, most: int) -> Iterator[Line]:
    if not any(delta):
        yield line(Piece("changes nothing", Tone.DIM))
    yield from _listed("adds ", Tone.PLAIN, map(show, delta.added), most)
    yield from _listed("deletes ", Tone.PLAIN, map(show, delta.deleted), most)
    yield from _listed("sets ", Tone.PLAIN, map(_value_text, delta.values), most)


def _listed(sign: str, tone: Tone, texts: Iterable[str], most: int) -> Iterator[Line]:
    """The first `most` texts in sorted order, each after `sign`, and the number of the others."""
    every = list(texts)
    for text in nsmallest(most, every):
        yield line(Piece(visible(f"{sign}{text}"), tone))
    if len(every) > most:
        yield line(Piece(f"{sign}{len(every) - most} more", tone))


def _value_text(value: tuple[Fluent, Value]) -> str:
    fluent, number = value
    return f"{show(fluent)} {_number(number)}"


def _number(value: Value | None) -> str:
    return "undefined" if value is None else f"{float(value):g}"


def _file_name(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def _verdict_only(text: str) -> str:
    """The verdict without its reason, which is shown below."""
    return text.partition(":")[0] if text.startswith(("fails", "malformed")) else text


# The states before a row of two executed plans.


class Before(NamedTuple):
    """The state of a plan before a row.

    Steps count from one, as in the file. `step` is the plan's first step in or below the row, None
    after the last. `previous` is the step above, and `last_change` its effects: None before the
    first step, and in timed plans, where steps overlap.
    """

    state: State
    step: int | None
    change: Delta | None
    """The effects of the plan's step in the row; None without a step, or if it was not executed."""
    previous: int | None
    last_change: Delta | None


class RowStates:
    """The states of both plans by row. Each takes as long to compute as in `StateSequence`."""

    def __init__(self, review: PlanReview, execution: Execution) -> None:
        learned = review.reordered_run if review.modulo else execution.runs[0]
        rows = review.diff.rows
        self._sides = (
            _side(learned, [row.learned for row in rows]),
            _side(execution.runs[1], [row.reference for row in rows]),
        )

    def before(self, row: int) -> tuple[Before | None, Before | None]:
        """The states of the learned plan and of the reference; None where there is none."""
        ours, theirs = self._sides
        return (
            None if ours is None else ours.before(row),
            None if theirs is None else theirs.before(row),
        )


@dataclass(frozen=True, slots=True)
class _Side:
    """A trace, with the number of the state before each row, or None.

    `steps` has the index of the step in each row, or None; `order` only the indices.
    """

    trace: Trace
    numbers: Sequence[int | None]
    steps: Sequence[int | None]
    order: Sequence[int]

    def before(self, row: int) -> Before | None:
        number, step, states = self.numbers[row], self.steps[row], self.trace.states
        if number is None:
            return None
        if self.trace.happenings:
            return Before(
                states.state(number), None if step is None else step + 1, None, None, None
            )
        has_change = step is not None and number < len(states)
        return Before(
            states.state(number),
            self.order[number] + 1 if number < len(self.order) else None,
            states.deltas[number] if has_change else None,
            self.order[number - 1] + 1 if number else None,
            states.deltas[number - 1] if number else None,
        )


def _side(trace: Trace | None, steps: Sequence[int | None]) -> _Side | None:
    if trace is None or not trace.has_run:
        return None
    numbers: Sequence[int | None]
    if trace.happenings:
        starts = _starts(trace)
        numbers = [None if step is None else starts.get(step) for step in steps]
    else:
        numbers = [*accumulate((step is not None for step in steps[:-1]), initial=0)]
    last = len(trace.states)
    reached = [number if number is not None and number <= last else None for number in numbers]
    return _Side(trace, reached, steps, [step for step in steps if step is not None])


def _starts(trace: Trace) -> dict[int, int]:
    """For each step of a timed plan the number of the state before it starts."""
    starts: dict[int, int] = {}
    for number, happening in enumerate(trace.happenings):
        for point in happening.points:
            if point.moment != "end":
                starts.setdefault(point.step - 1, number)
    if trace.failing_step is not None:
        # A step that fails at its start is not among the happenings.
        starts.setdefault(trace.failing_step - 1, len(trace.states))
    return starts
