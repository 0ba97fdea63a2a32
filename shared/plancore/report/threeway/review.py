"""The review of a change of a learned file, the common source of all reports on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from plancore.compare.difference import STEP, STEPS, Difference
from plancore.compare.differences import problem_differences
from plancore.compare.domains import DomainDiff
from plancore.compare.three_way.differences import three_way_differences
from plancore.compare.three_way.items import Group, Item, Outcome, SideText, ThreeWay
from plancore.compare.three_way.models import compare_three_way, problem_items
from plancore.compare.three_way.plans import step_items
from plancore.memo import lazy
from plancore.metrics.support.confusion import Confusion
from plancore.metrics.syntactic import CountedPart
from plancore.report.domain.review import DomainReview, with_consequences
from plancore.report.files import LineColumn, Note, SourceFile, at_offset
from plancore.report.plan.review import PlanReview
from plancore.report.problem.review import ProblemReview
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER, Checkpoint, staged

if TYPE_CHECKING:
    from plancore.blame.report import Blame, PlanLetThrough, StoppedPlan
    from plancore.report.blame.review import BlameReport
    from plancore.report.reviewed.marks import Reviewed, ReviewMarks

R = TypeVar("R", bound=DomainReview | ProblemReview | PlanReview)


@dataclass(frozen=True)
class Changed(Generic[R]):
    """Two reviews with the same reference: of a learned file now, and before its last change.
    Properties that all reviews have are about the current file."""

    now: R
    before: R
    result: ThreeWay

    @property
    def learned(self) -> SourceFile:
        """The current learned file."""
        return self.now.learned

    @property
    def reference(self) -> SourceFile:
        """The reference."""
        return self.now.reference

    @property
    def files(self) -> tuple[SourceFile, SourceFile, SourceFile]:
        """The learned file, its reference, and the learned file before."""
        return self.learned, self.reference, self.before.learned

    @lazy
    def notes(self) -> tuple[Note, ...]:
        """The notes on all three files, without duplicates."""
        return tuple(dict.fromkeys((*self.now.notes, *self.before.notes)))

    @property
    def has_errors(self) -> bool:
        """Whether the current learned file or the reference has errors."""
        return self.now.has_errors

    @property
    def is_same(self) -> bool:
        """Whether there are no differences now."""
        return self.now.is_same

    @lazy
    def outcomes(self) -> Counter[Outcome]:
        """The number of items by outcome."""
        return self.result.counts

    @property
    def n_wrong_before(self) -> int:
        """The number of items that were wrong before the change."""
        return sum(number for outcome, number in self.outcomes.items() if outcome.was_wrong)

    @property
    def n_wrong_now(self) -> int:
        """The number of items that are wrong now."""
        return sum(number for outcome, number in self.outcomes.items() if outcome.is_wrong)

    @lazy
    def differences(self) -> tuple[Difference, ...]:
        """The differences of all three files, with their effects on plans, if executed."""
        found = three_way_differences(self.result, self._differences_now, self._faults)
        return with_consequences(found, self.blame)

    @property
    def subjects(self) -> Iterator[str]:
        """Everything that may differ: each part; of domains each action, and each section."""
        return (group.name for group in self.result.groups)

    @lazy
    def _by_item(self) -> Mapping[int, Difference]:
        return {id(each.item): each for each in self.differences if each.item is not None}

    def difference_of(self, item: Item) -> Difference | None:
        """The difference for an item; None if it was and is correct."""
        return self._by_item.get(id(item))

    def fails(self, item: Item) -> str:
        """Why the learned plan's step is inapplicable now; empty if it is not."""
        step = None if item.learned is None else item.learned.step
        return "" if step is None else self._faults.get(step, "")

    def places(self, item: Item) -> tuple[LineColumn | None, LineColumn | None, LineColumn | None]:
        """The positions of the item in the three files."""
        learned, reference, before = map(_where, self.files, item.sides)
        return learned, reference, before

    @property
    def blame(self) -> BlameReport | None:
        """The effects of the differences of domains on plans; None without plans."""
        return None

    @property
    def _differences_now(self) -> Sequence[Difference]:
        return ()

    @property
    def _faults(self) -> Mapping[int, str]:
        return {}


class PlansThen(NamedTuple):
    """The names of the plans whose validity in the learned domain has changed, and the number of
    plans judged both times."""

    n_judged: int
    valid_now: tuple[str, ...]
    valid_no_more: tuple[str, ...]


@dataclass(frozen=True)
class ThreeWayReview(Changed[DomainReview]):
    """The differences of a learned domain from its reference, before and now."""

    kind: ClassVar[Literal["threeway"]] = "threeway"

    @property
    def learned(self) -> FileSnapshot:
        """The current learned file."""
        return self.now.learned

    @property
    def subjects(self) -> Iterator[str]:
        """Everything that may differ: each action of any side, and each kind of declaration."""
        groups = self.result.groups
        names = (group.name for group in groups if group.is_action)
        others = (item for group in groups if not group.is_action for item in group.items)
        sections = (f":{item.part}" for item in others)
        return iter(dict.fromkeys((*names, *self.now.subjects, *sections)))

    @property
    def diff(self) -> DomainDiff:
        """The comparison of the current learned domain."""
        return self.now.diff

    @lazy
    def notes(self) -> tuple[Note, ...]:
        """The notes on all three files, without duplicates. Notes that no longer apply and have no
        place are prefixed as being from before the change."""
        was = (note for note in self.before.notes if note not in self.now.notes)
        return tuple(dict.fromkeys((*self.now.notes, *map(_then, was))))

    @property
    def is_aligned(self) -> bool:
        """Whether the comparison uses a name mapping."""
        return self.now.is_aligned

    @property
    def blame(self) -> BlameReport | None:
        """The effects of the current differences on plans, if plans were executed."""
        return self.now.blame

    @property
    def _differences_now(self) -> Sequence[Difference]:
        return self.now.differences

    @property
    def reviewed(self) -> Reviewed | None:
        """The reviewer's marks on the current differences, if requested."""
        return self.now.reviewed

    @property
    def literals(self) -> tuple[Confusion, Confusion]:
        """The counts over the literals of all reference actions, before and now."""
        both = self.before, self.now
        before, now = (review.syntactic.micro[CountedPart.ALL] for review in both)
        return before, now

    @property
    def plans(self) -> PlansThen | None:
        """The plans whose validity has changed; None if none were judged."""
        before, now = self.before.blame, self.now.blame
        return None if before is None or now is None else _plans(before.blame, now.blame)

    def with_blame(self, now: BlameReport, before: BlameReport) -> ThreeWayReview:
        """The review with the effects of its differences on the same plans, now and before."""
        return replace(
            self, now=self.now.with_blame(now), before=replace(self.before, blame=before)
        )

    def with_marks(self, marks: ReviewMarks) -> ThreeWayReview:
        """The review with marks on the current differences."""
        return replace(self, now=self.now.with_marks(marks))

    def with_errors(self, errors: Iterable[str]) -> ThreeWayReview:
        """The review with errors that concern the current learned domain."""
        return replace(self, now=self.now.with_errors(errors))


class Then(NamedTuple):
    """The verdicts on the learned plan before and now."""

    before: str
    now: str


@dataclass(frozen=True)
class ChangeReview(Changed[ProblemReview | PlanReview]):
    """The differences of a learned problem or plan from its reference, before and now."""

    kind: ClassVar[Literal["change"]] = "change"

    @property
    def verdicts(self) -> Then | None:
        """The verdicts on the learned plan; None if it was not executed both times."""
        runs = [
            review.execution.learned.verdict.value
            for review in (self.before, self.now)
            if isinstance(review, PlanReview) and review.execution is not None
        ]
        return Then(*runs) if len(runs) == 2 else None

    @property
    def _differences_now(self) -> Sequence[Difference]:
        return problem_differences(self.now.diff) if self.now.kind == "problem" else ()

    @property
    def _faults(self) -> Mapping[int, str]:
        return self.now.faults[0] if self.now.kind == "plan" else {}


AnyReview: TypeAlias = ThreeWayReview | ChangeReview


def three_way(now: DomainReview, before: DomainReview) -> ThreeWayReview:
    """Combine two reviews with the same reference."""
    return ThreeWayReview(now, before, compare_three_way(now.diff, before.diff))


def change_review(
    now: ProblemReview | PlanReview,
    before: ProblemReview | PlanReview,
    checkpoint: Checkpoint = NEVER,
) -> ChangeReview:
    """Combine two reviews with the same reference. Raises TypeError if they are of different kinds,
    and whatever `checkpoint` raises."""
    checked = staged("outcomes", checkpoint)
    if isinstance(now, PlanReview) and isinstance(before, PlanReview):
        found = step_items(now.diff, before.diff)
    elif isinstance(now, ProblemReview) and isinstance(before, ProblemReview):
        found = problem_items(now.diff, before.diff, checked)
    else:
        raise TypeError(f"the file was a {before.kind} and is now a {now.kind}")
    items: list[Item] = []
    for number, item in enumerate(found):
        checked(number)
        items.append(item)
    groups = (
        Group(STEPS if part == STEP else part, tuple(of_part))
        for part, of_part in groupby(items, lambda item: item.part)
    )
    return ChangeReview(now, before, ThreeWay(tuple(groups)))


def _then(note: Note) -> Note:
    return note if note.where else note._replace(message=f"before the change: {note.message}")


def _where(file: SourceFile, said: SideText | None) -> LineColumn | None:
    span = None if said is None else said.span
    if said is not None and said.place is not None and isinstance(file, FileSnapshot):
        span = file.span(said.place)
    return None if span is None else at_offset(file.name, file.source, span.start)


def _plans(before: Blame, now: Blame) -> PlansThen:
    """The plans judged both times whose validity in the learned domain has changed."""
    was = _valid(before)
    names = {plan.case: plan.plan for blame in (before, now) for plan in _otherwise(blame)}
    both = {case: (was[case], valid) for case, valid in _valid(now).items() if case in was}
    return PlansThen(
        len(both),
        tuple(names[case] for case, valid in both.items() if valid == (False, True)),
        tuple(names[case] for case, valid in both.items() if valid == (True, False)),
    )


def _valid(blame: Blame) -> dict[int, bool]:
    """Whether the learned domain accepts each case that could be judged."""
    otherwise = {plan.case for plan in _otherwise(blame)}
    return {
        case: meant is not (case in otherwise)
        for case, meant in enumerate(blame.meant)
        if meant is not None
    }


def _otherwise(blame: Blame) -> tuple[StoppedPlan | PlanLetThrough, ...]:
    """The plans that the learned domain wrongly rejects or accepts."""
    return *blame.stopped, *blame.let_through
