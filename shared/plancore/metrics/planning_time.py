"""Planning time: the planner's time with the learned domain compared with the reference.

**Input**: attempts of the same planner with both domains, on the same machine under the same
limits.

**Formula**: *cpu_ratio_median* and *cpu_ratio_geomean*: the median and the geometric mean of
(seconds with the learned domain) / (seconds with the reference), in processor time of all processes
of the planner, over the problems that both solve; less than 0.01 s counts as 0.01 s.
*n_below_both*: the problems where both times are below 0.01 s, so that their ratio is 1.
*par2_learned* and *par2_reference*: the mean over all problems of the wall-clock seconds of correct
answers: a valid plan, or a proof that there is none. Everything else counts as twice the time
limit, including problems whose domain or problem file has errors.
*n_not_made_learned* and *n_not_made_reference*: the attempts that PAR2 leaves out because of the
machine: the planner could not be started, or the attempt failed for another reason.

**Range**: ratios above 0, 1 is equal, lower is faster; PAR2 in seconds, lower is better.

**Edge cases**: ratios are undefined if no problem is solved by both, PAR2 if no planner was run;
given plans do not count. The time of an interrupted attempt is not in any ratio.

**Source**: penalised average runtime (PAR2), as in solver competitions; ratios over the problems
solved by both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from statistics import geometric_mean, median
from typing import Final

from plancore.metrics.attempts import Attempt, AttemptClass, Known, SolvingSet
from plancore.metrics.base import Metric, field_figures
from plancore.metrics.support.confusion import Mean, mean

LEAST: Final = 0.01
"""Seconds below which a time depends on the machine more than on the planner."""

_PENALTY: Final = 2


@dataclass(frozen=True, slots=True)
class PlanningTime:
    """Time ratios over `n_solved_by_both` problems, which are 1 for the `n_below_both` ones whose
    times are both below `LEAST`; and PAR2 over all, with the number of excluded attempts."""

    n_solved_by_both: int
    n_below_both: int
    median: Fraction | None
    geomean: Fraction | None
    par2_learned: Mean
    par2_reference: Mean
    n_not_made_learned: int
    n_not_made_reference: int


def measure(case: SolvingSet) -> PlanningTime:
    """Compare times."""
    times = [
        (learned.cpu, reference.cpu)
        for learned, reference in case.solved_by_both
        if learned.cpu is not None and reference.cpu is not None
    ]
    ratios = [max(ours, LEAST) / max(theirs, LEAST) for ours, theirs in times]
    return PlanningTime(
        len(ratios),
        sum(max(both) < LEAST for both in times),
        _rounded(median(ratios)) if ratios else None,
        _rounded(geometric_mean(ratios)) if ratios else None,
        mean(_penalised(case, case.learned)),
        mean(_penalised(case, case.reference)),
        _n_not_made(each.learned for each in case.solvings),
        _n_not_made(each.reference for each in case.solvings),
    )


def _n_not_made(attempts: Iterable[Attempt | None]) -> int:
    return sum(attempt is not None and attempt.was_not_made for attempt in attempts)


def _penalised(case: SolvingSet, attempts: Iterable[Attempt]) -> Iterator[Fraction]:
    for attempt in attempts:
        if case.time_limit is not None and not attempt.is_given and not attempt.was_not_made:
            seconds = _right_within(attempt, case.known)
            yield _rounded(_PENALTY * case.time_limit if seconds is None else seconds)


def _right_within(attempt: Attempt, known: Known) -> float | None:
    """The seconds that the planner took if its answer was correct, else None."""
    if attempt.attempt_class is AttemptClass.UNSOLVABLE:
        is_right = known.solvable.get(attempt.problem) is False
    else:
        is_right = attempt.is_solved
    return attempt.wall if is_right else None


def _rounded(seconds: float) -> Fraction:
    return Fraction(seconds).limit_denominator(1_000_000)


METRIC: Final = Metric(
    "planning-time",
    __doc__,
    measure,
    field_figures(
        ("n_times", "solved by both, with times", "n_solved_by_both"),
        ("n_below_both", "both below 0.01 s", "n_below_both"),
        ("cpu_ratio_median", "CPU ratio (learned/reference), median", "median"),
        ("cpu_ratio_geomean", "CPU ratio, geometric mean", "geomean"),
        ("par2_learned", "PAR2 learned (s)", "par2_learned"),
        ("par2_reference", "PAR2 reference (s)", "par2_reference"),
        ("n_not_made_learned", "excluded from PAR2, learned", "n_not_made_learned"),
        ("n_not_made_reference", "excluded from PAR2, reference", "n_not_made_reference"),
    ),
)
