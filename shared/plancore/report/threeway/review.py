"""What the last change of a learned domain did, with every number: what all reports show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, Protocol

from plancore.compare.domains import DomainDiff
from plancore.compare.three_way.domains import ThreeWay, compare_three_way
from plancore.compare.three_way.items import Item, Outcome, Said
from plancore.metrics.support.confusion import Confusion
from plancore.metrics.syntactic import CountedPart
from plancore.report.domain.review import DomainReview
from plancore.report.notes import Note
from plancore.report.places import Where, where
from plancore.report.threeway.then_and_now import ThenAndNow
from plancore.snapshot import FileSnapshot

if TYPE_CHECKING:
    from plancore.blame.report import Blame, PlanLetThrough, StoppedPlan
    from plancore.report.blame.review import BlameReport
    from plancore.report.reviewed.marks import Reviewed, ReviewMarks


class PlansThen(NamedTuple):
    """The names of the plans whose validity in the learned domain has changed, of how many that
    could be judged both times."""

    n_judged: int
    valid_now: tuple[str, ...]
    valid_no_more: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThreeWayReview(ThenAndNow[DomainReview]):
    """What was and is wrong with a learned domain."""

    kind: ClassVar[Literal["threeway"]] = "threeway"

    result: ThreeWay

    @property
    def learned(self) -> FileSnapshot:
        """The learned file as it is."""
        return self.now.learned

    @property
    def reference(self) -> FileSnapshot:
        """The reference."""
        return self.now.reference

    @property
    def diff(self) -> DomainDiff:
        """The comparison of the learned domain as it is."""
        return self.now.diff

    @property
    def notes(self) -> tuple[Note, ...]:
        """Those on all three files; what is said of no place, and is so no more, is said of what
        was."""
        was = (note for note in self.before.notes if note not in self.now.notes)
        return tuple(dict.fromkeys((*self.now.notes, *map(_then, was))))

    @property
    def outcomes(self) -> Mapping[Outcome, int]:
        """How many items there are of each outcome."""
        return self.result.counts

    @property
    def groups(self) -> Sequence[tuple[str, Sequence[Item]]]:
        """The items of each action, and each declaration."""
        actions = [(action.name, action.items) for action in self.result.actions]
        return [*actions, *((f":{item.part}", (item,)) for item in self.result.declarations)]

    @property
    def reviewed(self) -> Reviewed | None:
        """What a reviewer said of the differences that there are now, where that was asked."""
        return self.now.reviewed

    @property
    def n_wrong_before(self) -> int:
        """How many items were wrong before the change."""
        return sum(item.outcome.was_wrong for item in self.result.items())

    @property
    def n_wrong_now(self) -> int:
        """How many are wrong now."""
        return sum(item.outcome.is_wrong for item in self.result.items())

    @property
    def literals(self) -> tuple[Confusion, Confusion]:
        """The counts over the literals of all actions of the reference, before and now."""
        before, now = (review.syntactic.micro[CountedPart.ALL] for review in self._both)
        return before, now

    @property
    def plans(self) -> PlansThen | None:
        """What became of plans, where some were judged."""
        before, now = (review.blame for review in self._both)
        if before is None or now is None:
            return None
        return _plans(before.blame, now.blame)

    def with_blame(self, now: BlameReport, before: BlameReport) -> ThreeWayReview:
        """The same with what the differences do to the same plans, now and before."""
        return replace(
            self, now=self.now.with_blame(now), before=replace(self.before, blame=before)
        )

    def with_marks(self, marks: ReviewMarks) -> ThreeWayReview:
        """The same with what a reviewer said of the differences that there are now."""
        return replace(self, now=self.now.with_marks(marks))

    def with_remarks(self, remarks: Iterable[str]) -> ThreeWayReview:
        """The same with remarks on the learned domain as it is."""
        return replace(self, now=self.now.with_remarks(remarks))

    def with_errors(self, errors: Iterable[str]) -> ThreeWayReview:
        """The same with errors that have to do with the learned domain as it is."""
        return replace(self, now=self.now.with_errors(errors))

    def places(
        self, learned: Said | None, reference: Said | None, before: Said | None
    ) -> tuple[Where | None, Where | None, Where | None]:
        """Where each of the three files says what it says."""
        return (
            _where(self.learned, learned),
            _where(self.reference, reference),
            _where(self.before.learned, before),
        )

    @property
    def _both(self) -> tuple[DomainReview, DomainReview]:
        return self.before, self.now


def three_way(now: DomainReview, before: DomainReview) -> ThreeWayReview:
    """Two reviews with the same reference as one."""
    return ThreeWayReview(now, before, compare_three_way(now.diff, before.diff))


class Changed(Protocol):
    """What is known of any learned file beside what it was."""

    @property
    def outcomes(self) -> Mapping[Outcome, int]:
        """How many items there are of each outcome."""
        ...

    @property
    def groups(self) -> Sequence[tuple[str, Sequence[Item]]]:
        """The items under the names that they are counted by."""
        ...

    @property
    def n_wrong_before(self) -> int:
        """How many things were wrong."""
        ...

    @property
    def n_wrong_now(self) -> int:
        """How many things are wrong."""
        ...

    @property
    def notes(self) -> tuple[Note, ...]:
        """What there is to say of the files."""
        ...


def counted(review: Changed) -> Iterator[tuple[Outcome, int]]:
    """How many items there are of each outcome but those that are right and were."""
    counts = review.outcomes
    outcomes = (outcome for outcome in Outcome if outcome is not Outcome.UNCHANGED)
    return ((outcome, counts.get(outcome, 0)) for outcome in outcomes)


def _then(note: Note) -> Note:
    return note if note.where else note._replace(message=f"before the change: {note.message}")


def _where(file: FileSnapshot, said: Said | None) -> Where | None:
    return None if said is None else where(file, said.place)


def _plans(before: Blame, now: Blame) -> PlansThen:
    """The plans that both could be judged, by whether they are valid in the learned domain."""
    was = _valid(before)
    names = {plan.case: plan.plan for blame in (before, now) for plan in _otherwise(blame)}
    both = {case: (was[case], valid) for case, valid in _valid(now).items() if case in was}
    return PlansThen(
        len(both),
        tuple(names[case] for case, valid in both.items() if valid == (False, True)),
        tuple(names[case] for case, valid in both.items() if valid == (True, False)),
    )


def _valid(blame: Blame) -> dict[int, bool]:
    """For each case that could be judged whether the learned domain accepts it."""
    otherwise = {plan.case for plan in _otherwise(blame)}
    return {
        case: meant is not (case in otherwise)
        for case, meant in enumerate(blame.meant)
        if meant is not None
    }


def _otherwise(blame: Blame) -> tuple[StoppedPlan | PlanLetThrough, ...]:
    """The plans that the learned domain does not judge as they are meant."""
    return *blame.stopped, *blame.let_through
