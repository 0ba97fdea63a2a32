"""What the last change of a learned problem or plan repaired and broke: what all reports show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Final, Literal, NamedTuple

from plancore.compare.three_way.items import Item, Outcome, Said
from plancore.compare.three_way.plans import StepItem, step_items
from plancore.compare.three_way.problems import problem_items
from plancore.memo import lazy
from plancore.model.plan import Step
from plancore.report.differences import SourceFile, Spot
from plancore.report.plan.review import PlanReview, PlanSide
from plancore.report.problem.review import ProblemReview
from plancore.report.threeway.then_and_now import ThenAndNow
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER, Checkpoint, staged

STEP: Final = "step"
"""The part that each item of a plan is."""


class Entry(NamedTuple):
    """One thing on three sides, and where each of them says it; None for a side that does not, or
    of which that is not known. The sides are learned, reference, before. A step may be wrong in its
    time alone, now or then; `fails` says why the learned plan's cannot be executed now, where it
    cannot. `steps` are the indices of steps on the three sides; nothing else has some."""

    item: Item
    spots: tuple[Spot | None, Spot | None, Spot | None]
    is_retimed: bool = False
    was_retimed: bool = False
    fails: str = ""
    steps: tuple[int | None, int | None, int | None] = (None, None, None)


class Then(NamedTuple):
    """What became of the learned plan, as it was and as it is."""

    before: str
    now: str


@dataclass(frozen=True)
class ChangeReview(ThenAndNow[ProblemReview | PlanReview]):
    """What was and is wrong with a learned problem or plan."""

    entries: Sequence[Entry]
    """All items, also of what is right and was."""
    kind: ClassVar[Literal["change"]] = "change"

    @property
    def learned(self) -> SourceFile:
        """The learned file as it is."""
        return self.now.learned

    @property
    def reference(self) -> SourceFile:
        """The reference."""
        return self.now.reference

    @property
    def groups(self) -> Sequence[tuple[str, Sequence[Item]]]:
        """The items by the part that they are of: `init`, `goal`, `step` …"""
        by_part = groupby((entry.item for entry in self.entries), lambda item: item.part)
        return [(part, [*items]) for part, items in by_part]

    @lazy
    def outcomes(self) -> Counter[Outcome]:
        """How many items there are of each outcome."""
        return Counter(entry.item.outcome for entry in self.entries)

    @property
    def n_wrong_before(self) -> int:
        """How many things were wrong."""
        return sum(number for outcome, number in self.outcomes.items() if outcome.was_wrong)

    @property
    def n_wrong_now(self) -> int:
        """How many things are wrong."""
        return sum(number for outcome, number in self.outcomes.items() if outcome.is_wrong)

    @property
    def verdicts(self) -> Then | None:
        """Whether the learned plan is `valid`, as its execution says; None where it was not
        executed both times, and of problems."""
        runs = [
            review.execution.learned.verdict.value
            for review in (self.before, self.now)
            if isinstance(review, PlanReview) and review.execution is not None
        ]
        return Then(*runs) if len(runs) == 2 else None


def change_review(
    now: ProblemReview | PlanReview,
    before: ProblemReview | PlanReview,
    checkpoint: Checkpoint = NEVER,
) -> ChangeReview:
    """Two reviews with the same reference as one. Raises TypeError where they are of different
    kinds, and what `checkpoint` raises."""
    if now.kind != before.kind:
        raise TypeError(f"a {before.kind} has become a {now.kind}")
    checked = staged("what became of each thing", checkpoint)
    entries = []
    for number, entry in enumerate(_entries(now, before, checked)):
        checked(number)
        entries.append(entry)
    return ChangeReview(now, before, entries)


def _entries(
    now: ProblemReview | PlanReview, before: ProblemReview | PlanReview, checkpoint: Checkpoint
) -> Iterator[Entry]:
    if isinstance(now, PlanReview) and isinstance(before, PlanReview):
        sides = now.learned, now.reference, before.learned
        faults, _ = now.faults
        for step in step_items(now.diff, before.diff):
            fails = "" if step.learned is None else faults.get(step.learned, "")
            yield _of_step(step, sides)._replace(fails=fails)
    if isinstance(now, ProblemReview) and isinstance(before, ProblemReview):
        for item in problem_items(now.diff, before.diff, checkpoint):
            yield Entry(
                item,
                (
                    _spot(now.learned, item.learned),
                    _spot(now.reference, item.reference),
                    _spot(before.learned, item.before),
                ),
            )


def _of_step(item: StepItem, sides: tuple[PlanSide, PlanSide, PlanSide]) -> Entry:
    numbers = item.learned, item.reference, item.before
    steps = [side.step(number) for side, number in zip(sides, numbers, strict=True)]
    learned, reference, before = (None if step is None else Said(str(step)) for step in steps)
    ours, theirs, old = (
        None if step is None else Spot(side, step.span)
        for side, step in zip(sides, steps, strict=True)
    )
    return Entry(
        Item(STEP, item.outcome, learned, reference, before),
        (ours, theirs, old),
        is_retimed=_is_retimed(steps[0], steps[1]),
        was_retimed=_is_retimed(steps[2], steps[1]),
        steps=numbers,
    )


def _is_retimed(step: Step | None, reference: Step | None) -> bool:
    """Whether two steps are the same at different times."""
    if step is None or reference is None or step.key != reference.key:
        return False
    return (step.start, step.duration) != (reference.start, reference.duration)


def _spot(file: FileSnapshot, said: Said | None) -> Spot | None:
    return None if said is None or said.place is None else Spot(file, file.span(said.place))
