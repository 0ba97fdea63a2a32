"""Two plans, aligned step by step, with counts and verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, TypeVar

from plancore.align.exchange import MovedRun, find_moves, with_same_preferred
from plancore.align.sequences import MAX_CELLS, SequenceAlignment, align_numbers, interned
from plancore.bridge.pddl_package import PlanLike, as_plan
from plancore.compare.replacements import StepPairing
from plancore.model.plan import GroundAction, Plan, Step, StepKey
from plancore.stop import NEVER, Checkpoint, staged, watched

T = TypeVar("T")


class RowKind(StrEnum):
    """The kinds of rows of the side-by-side view."""

    EQUAL = "equal"
    MISSING = "missing"
    EXTRA = "extra"
    CHANGED = "changed"
    MOVED = "moved"


class StepRow(NamedTuple):
    """One line of the side-by-side view. `learned` and `reference` are indices into the steps of
    the plans. A moved step has a row on each side; `move` is its index in `PlanDiff.moves`, and
    `other_end` that of the same step in the other plan."""

    kind: RowKind
    learned: int | None
    reference: int | None
    move: int | None = None
    other_end: int | None = None


class Move(NamedTuple):
    """The steps of a moved block, on both sides."""

    learned: tuple[int, ...]
    reference: tuple[int, ...]

    @property
    def distance(self) -> int:
        """How many steps later the block is in the learned plan; negative for earlier."""
        return self.learned[0] - self.reference[0]


class WordChange(NamedTuple):
    """A word that differs inside a changed step; None on a side that lacks it. `position` is 0 for
    the name and k for the k-th argument; None for an action of a concurrent step."""

    position: int | None
    learned: str | None
    reference: str | None


class TimeChange(NamedTuple):
    """How much later a step starts, and how much longer it takes, in the learned plan."""

    start: Fraction
    duration: Fraction


class Counts(NamedTuple):
    """The number of steps of each kind; a moved step counts once."""

    learned: int
    reference: int
    equal: int
    changed: int
    moved: int
    moved_blocks: int
    missing: int
    extra: int
    retimed: int


class Sameness(NamedTuple):
    """Verdicts that need no domain and do not depend on the alignment. `identical`: same steps,
    same order, same times. `same_sequence`: times may differ. `same_multiset` and `same_set` are
    about actions in any order."""

    identical: bool
    same_sequence: bool
    same_multiset: bool
    same_set: bool


@dataclass(frozen=True)
class PlanDiff:
    """The differences between a learned or generated plan and its reference. `exact` is whether the
    alignment provably matches as many steps as possible; it is false for very long plans."""

    learned: Plan
    reference: Plan
    rows: tuple[StepRow, ...]
    moves: tuple[Move, ...]
    counts: Counts
    verdict: Sameness
    first_divergence: int | None
    """The index of the first row that is not equal."""
    exact: bool = True

    def word_changes(self, row: StepRow) -> tuple[WordChange, ...]:
        """The words that differ inside a changed step; empty for any other row."""
        if row.kind is not RowKind.CHANGED or row.learned is None or row.reference is None:
            return ()
        return tuple(
            _word_changes(self.learned.steps[row.learned], self.reference.steps[row.reference])
        )

    def time_change(self, row: StepRow) -> TimeChange | None:
        """The difference in time between the two steps of a row; None if there is none."""
        if row.learned is None or row.reference is None:
            return None
        return _time_change(self.learned.steps[row.learned], self.reference.steps[row.reference])

    @property
    def shift(self) -> Fraction | None:
        """How much later the whole learned plan is; None if anything else differs."""
        if not self.verdict.same_sequence or self.verdict.identical:
            return None
        changes = {self.time_change(row) for row in self.rows}
        change = changes.pop()
        return change.start if change and not changes and not change.duration else None

    def differs(self, row: StepRow) -> bool:
        """Whether the steps of a row differ, even if only in their times."""
        return row.kind is not RowKind.EQUAL or self.time_change(row) is not None

    def rows_by_step(self) -> tuple[list[int], list[int]]:
        """For each step of the learned plan and of the reference the index of its row."""
        learned, reference = [0] * len(self.learned.steps), [0] * len(self.reference.steps)
        for index, row in enumerate(self.rows):
            if row.learned is not None:
                learned[row.learned] = index
            if row.reference is not None:
                reference[row.reference] = index
        return learned, reference


def compare_plans(
    learned: PlanLike,
    reference: PlanLike,
    *,
    learned_order: Sequence[int] | None = None,
    checkpoint: Checkpoint = NEVER,
    max_cells: int = MAX_CELLS,
) -> PlanDiff:
    """Align two plans by their actions; the number of equal rows is the length of an LCS.

    A plan is aligned in the order of its text, a timed one in the order of its start times. Among
    equally good pairs of steps, those at equal times are preferred. `learned_order` is a
    permutation of the learned plan's steps to align instead, such as an equivalent order.
    `checkpoint` may raise to cancel.
    """
    learned, reference = as_plan(learned), as_plan(reference)
    align = staged("aligning the steps", checkpoint)
    for plan in (learned, reference):
        plan.prepare(align)
    own_orders = step_order(learned), step_order(reference)
    orders = (own_orders[0] if learned_order is None else learned_order, own_orders[1])
    matches = _matched(
        _in_order(learned.steps, orders[0]),
        _in_order(reference.steps, orders[1]),
        _in_order(learned.step_keys, orders[0]),
        _in_order(reference.step_keys, orders[1]),
        align,
        max_cells,
    )
    rows = tuple(watched(_rows(matches, *orders), checkpoint, "rows of aligned steps"))
    ours, theirs = map(tuple, orders)
    moves = tuple(
        [Move(ours[i : i + length], theirs[j : j + length]) for i, j, length in matches.moves]
    )
    counts = _counts(learned, reference, rows, moves, checkpoint)
    divergence = next((i for i, row in enumerate(rows) if row.kind is not RowKind.EQUAL), None)
    verdict = _verdict(learned, reference, own_orders, checkpoint)
    return PlanDiff(learned, reference, rows, moves, counts, verdict, divergence, matches.exact)


def compare_step_by_step(
    learned: Plan, reference: Plan, checkpoint: Checkpoint = NEVER
) -> PlanDiff:
    """Compare plans whose steps correspond by number, such as a plan and its translation; no step
    has moved. `checkpoint` may raise to cancel."""
    n_both = min(len(learned.steps), len(reference.steps))
    keys = zip(learned.step_keys, reference.step_keys, strict=False)
    rows = (
        *(
            StepRow(RowKind.EQUAL if ours == theirs else RowKind.CHANGED, step, step)
            for step, (ours, theirs) in enumerate(watched(keys, checkpoint))
        ),
        *(StepRow(RowKind.EXTRA, step, None) for step in range(n_both, len(learned.steps))),
        *(StepRow(RowKind.MISSING, None, step) for step in range(n_both, len(reference.steps))),
    )
    counts = _counts(learned, reference, rows, (), checkpoint)
    divergence = next((i for i, row in enumerate(rows) if row.kind is not RowKind.EQUAL), None)
    verdict = _verdict(learned, reference, (step_order(learned), step_order(reference)), checkpoint)
    return PlanDiff(learned, reference, rows, (), counts, verdict, divergence)


def step_order(plan: Plan) -> Sequence[int]:
    """The order in which steps are aligned: of their start times, or else of the text."""
    if not plan.timed:
        return range(len(plan.steps))

    def place(index: int) -> tuple[Fraction, tuple[str, ...]]:
        step = plan.steps[index]
        return step.start or Fraction(0), step.key

    return sorted(range(len(plan.steps)), key=place)


def _in_order(items: Sequence[T], order: Sequence[int]) -> list[T]:
    return [items[index] for index in order]


class _Matches(NamedTuple):
    """Positions in the two orders: equal and changed pairs, moved runs."""

    equal: SequenceAlignment
    changed: list[tuple[int, int]]
    moves: list[MovedRun]
    exact: bool

    def mirrored(self) -> _Matches:
        return _Matches(
            self.equal.mirrored(),
            [(right, left) for left, right in self.changed],
            sorted(MovedRun(right, left, length) for left, right, length in self.moves),
            self.exact,
        )


def _matched(
    left: list[Step],
    right: list[Step],
    left_keys: list[StepKey],
    right_keys: list[StepKey],
    checkpoint: Checkpoint,
    max_cells: int,
) -> _Matches:
    a, b = interned(left_keys, right_keys, checkpoint)
    difference = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), None)
    if difference is None:
        mirrored = len(b) < len(a)
    else:
        mirrored = right_keys[difference] < left_keys[difference]
    if mirrored:
        return _matched_in_order(right, left, b, a, checkpoint, max_cells).mirrored()
    return _matched_in_order(left, right, a, b, checkpoint, max_cells)


def _matched_in_order(
    left: list[Step],
    right: list[Step],
    left_numbers: list[int],
    right_numbers: list[int],
    checkpoint: Checkpoint,
    max_cells: int,
) -> _Matches:
    """Match the steps; ties are resolved in favour of the left side."""
    equal = align_numbers(left_numbers, right_numbers, checkpoint=checkpoint, max_cells=max_cells)
    equal = _with_times_preferred(equal, left, right, left_numbers, right_numbers, checkpoint)
    gaps = list(_gaps(equal))
    left_gaps = [index for start, end, _, _ in gaps for index in range(start, end)]
    right_gaps = [index for _, _, start, end in gaps for index in range(start, end)]
    runs = find_moves(left_numbers, right_numbers, left_gaps, right_gaps, checkpoint)
    moved_left = {run.left + k for run in runs for k in range(run.length)}
    moved_right = {run.right + k for run in runs for k in range(run.length)}
    pairing = StepPairing(budget=len(left) + len(right) + 10_000)
    changed: list[tuple[int, int]] = []
    for count, (left_start, left_end, right_start, right_end) in enumerate(gaps):
        if count % 256 == 0:
            checkpoint(left_start)
        if left_start == left_end or right_start == right_end:
            continue
        changed += pairing.pairs(
            [(i, left[i]) for i in range(left_start, left_end) if i not in moved_left],
            [(j, right[j]) for j in range(right_start, right_end) if j not in moved_right],
        )
    return _Matches(equal, changed, runs, equal.exact)


def _with_times_preferred(
    equal: SequenceAlignment,
    left: list[Step],
    right: list[Step],
    left_numbers: list[int],
    right_numbers: list[int],
    checkpoint: Checkpoint,
) -> SequenceAlignment:
    """If both plans have times, prefer equal steps at equal times."""
    if not (left and right) or left[0].start is None or right[0].start is None:
        return equal
    ours, theirs = (
        [
            (number, _ratio(step.start), _ratio(step.duration))
            for number, step in zip(numbers, watched(steps, checkpoint), strict=True)
        ]
        for numbers, steps in ((left_numbers, left), (right_numbers, right))
    )
    return with_same_preferred(equal, *interned(ours, theirs, checkpoint), checkpoint)


def _ratio(time: Fraction | None) -> tuple[int, int] | None:
    """The same as a pair, because hashing a fraction is slow."""
    return None if time is None else time.as_integer_ratio()


def _gaps(alignment: SequenceAlignment) -> Iterator[tuple[int, int, int, int]]:
    """Yield the ranges of both sides between matched blocks; at most one of the two is empty."""
    left = right = 0
    for block in alignment.blocks:
        if block.left > left or block.right > right:
            yield left, block.left, right, block.right
        left, right = block.left + block.length, block.right + block.length
    if left < alignment.left_length or right < alignment.right_length:
        yield left, alignment.left_length, right, alignment.right_length


def _rows(
    matches: _Matches, learned_order: Sequence[int], reference_order: Sequence[int]
) -> Iterator[StepRow]:
    moved, missing, extra = RowKind.MOVED, RowKind.MISSING, RowKind.EXTRA
    ends = (matches.equal.left_length, matches.equal.right_length, 0)
    learned_moves, reference_moves = _no_moves(ends[0]), _no_moves(ends[1])
    in_reference, in_learned = _no_moves(ends[0]), _no_moves(ends[1])
    for move, (learned, reference, length) in enumerate(matches.moves):
        for step in range(length):
            i, j = learned + step, reference + step
            learned_moves[i] = reference_moves[j] = move
            in_reference[i], in_learned[j] = reference_order[j], learned_order[i]

    def alone(learned: int, reference: int) -> Iterator[StepRow]:
        """Yield the steps before a position of either side without a partner at the same one."""
        for at in range(j, reference):
            move = reference_moves[at]
            kind = missing if move is None else moved
            yield StepRow(kind, None, reference_order[at], move, in_learned[at])
        for at in range(i, learned):
            move = learned_moves[at]
            kind = extra if move is None else moved
            yield StepRow(kind, learned_order[at], None, move, in_reference[at])

    changed = iter(matches.changed)
    following = next(changed, None)
    i = j = 0
    for learned, reference, length in (*matches.equal.blocks, ends):
        while following and following[0] < learned:
            yield from alone(*following)
            i, j = following
            yield StepRow(RowKind.CHANGED, learned_order[i], reference_order[j])
            i, j = i + 1, j + 1
            following = next(changed, None)
        yield from alone(learned, reference)
        i, j = learned + length, reference + length
        for step in range(length):
            yield StepRow(
                RowKind.EQUAL, learned_order[learned + step], reference_order[reference + step]
            )


def _no_moves(steps: int) -> list[int | None]:
    return [None] * steps


def _counts(
    learned: Plan,
    reference: Plan,
    rows: tuple[StepRow, ...],
    moves: tuple[Move, ...],
    checkpoint: Checkpoint,
) -> Counts:
    kinds = Counter(row.kind for row in watched(rows, checkpoint, "differences counted"))
    retimed = 0
    if learned.timed and reference.timed:
        for row in rows:
            if row.kind is RowKind.EQUAL and row.learned is not None and row.reference is not None:
                change = _time_change(learned.steps[row.learned], reference.steps[row.reference])
                retimed += change is not None
    return Counts(
        learned=len(learned.steps),
        reference=len(reference.steps),
        equal=kinds[RowKind.EQUAL],
        missing=kinds[RowKind.MISSING],
        extra=kinds[RowKind.EXTRA],
        changed=kinds[RowKind.CHANGED],
        moved=sum(len(move.learned) for move in moves),
        moved_blocks=len(moves),
        retimed=retimed,
    )


def _verdict(
    learned: Plan,
    reference: Plan,
    orders: tuple[Sequence[int], Sequence[int]],
    checkpoint: Checkpoint,
) -> Sameness:
    """Compare the plans as a whole; `orders` are those of `step_order`, which is slow."""
    checkpoint()
    ours, theirs = orders
    are_as_many = len(ours) == len(theirs)
    if are_as_many and (
        _in_order(learned.step_keys, ours) == _in_order(reference.step_keys, theirs)
    ):
        sides = _in_order(learned.steps, ours), _in_order(reference.steps, theirs)
        same_times = learned.timed == reference.timed and not any(map(_time_change, *sides))
        return Sameness(same_times, True, True, True)
    checkpoint()
    a, b = learned.action_counts, reference.action_counts
    same_multiset = a.items() == b.items()
    return Sameness(False, False, same_multiset, same_multiset or a.keys() == b.keys())


def _time_change(learned: Step, reference: Step) -> TimeChange | None:
    if learned.start is None or reference.start is None:
        return None
    start = learned.start - reference.start
    duration = (learned.duration or Fraction(0)) - (reference.duration or Fraction(0))
    return TimeChange(start, duration) if start or duration else None


def _word_changes(learned: Step, reference: Step) -> Iterator[WordChange]:
    if learned.concurrent or reference.concurrent:
        yield from _action_changes(learned, reference)
        return
    a, b = learned.action, reference.action
    for position in range(max(len(a.args), len(b.args)) + 1):
        ours, theirs = _word(a, position), _word(b, position)
        if ours != theirs:
            yield WordChange(position, ours, theirs)


def _word(action: GroundAction, position: int) -> str | None:
    if position == 0:
        return action.name
    return action.args[position - 1] if position <= len(action.args) else None


def _action_changes(learned: Step, reference: Step) -> Iterator[WordChange]:
    for action in learned.actions:
        if action not in reference.actions:
            yield WordChange(None, str(action), None)
    for action in reference.actions:
        if action not in learned.actions:
            yield WordChange(None, None, str(action))
