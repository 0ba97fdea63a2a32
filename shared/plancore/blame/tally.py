"""The counts of differences, added up plan by plan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from plancore.blame.differences import Difference
from plancore.blame.exercise import Exercise
from plancore.blame.report import At, Consequence, PlanLetThrough, StoppedPlan
from plancore.blame.undoing import Undoing
from plancore.simulate.cases import Case


class _Tally:
    """The counts of one difference while they grow."""

    def __init__(self, difference: Difference) -> None:
        self.difference = difference
        self.exercised = self.alone = self.together = self.later = 0
        self.lets_through = self.lets_through_together = 0
        self.first: At | None = None


class Tallies:
    """The counts of all differences; plans are taken in in the order of the cases."""

    def __init__(self, undoing: Undoing) -> None:
        self._tallies = [_Tally(difference) for difference in undoing.differences]
        self._exercise = Exercise(undoing.diff, undoing.differences)

    def count_cases(self, cases: Iterable[Case]) -> None:
        """What plans exercise, whatever becomes of them."""
        for case in cases:
            for number in self._exercise.by(case):
                self._tallies[number].exercised += 1

    def count_stopped(self, stopped: StoppedPlan) -> None:
        """The differences to blame for the failures of a plan."""
        first = stopped.first
        now = {number for numbers in first.sets for number in numbers}
        is_single = any(len(numbers) == 1 for numbers in first.sets)
        for number in now:
            tally = self._tallies[number]
            tally.alone += is_single
            tally.together += not is_single
            if tally.first is None:
                tally.first = At(stopped.case, stopped.plan, first.step)
        later = {n for failure in stopped.failures[1:] for numbers in failure.sets for n in numbers}
        for number in later - now:
            self._tallies[number].later += 1

    def count_let_through(self, plan: PlanLetThrough) -> None:
        """The differences that let a plan through."""
        is_single = any(len(numbers) == 1 for numbers in plan.sets)
        for number in {n for numbers in plan.sets for n in numbers}:
            self._tallies[number].lets_through += is_single
            self._tallies[number].lets_through_together += not is_single

    def consequences(
        self, valid_without: Mapping[int, int], unsure: AbstractSet[int]
    ) -> tuple[Consequence, ...]:
        """The counts, done: `valid_without` of each difference; `unsure` of which searches were
        given up."""
        return tuple(
            Consequence(
                tally.difference,
                tally.exercised,
                tally.alone,
                tally.together,
                tally.later,
                valid_without.get(tally.difference.number, 0),
                tally.lets_through,
                tally.lets_through_together,
                tally.first,
                tally.difference.number not in unsure,
            )
            for tally in self._tallies
        )
