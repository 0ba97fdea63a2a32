"""The headline scores of a review: for tables of many pairs, limits and comparisons of runs.

They are the review's own scores, so a table and the report on one pair agree. All are in [0, 1],
higher is better; None is undefined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from plancore.metrics.base import Value, number
from plancore.metrics.support.confusion import Confusion, Ratio, total
from plancore.metrics.syntactic import CountedPart

if TYPE_CHECKING:
    from plancore.blame.report import Blame
    from plancore.report.domain.review import DomainReview
    from plancore.report.plan.review import PlanReview
    from plancore.report.problem.review import ProblemReview
    from plancore.report.review import Review


@dataclass(frozen=True, slots=True)
class Headline:
    """A headline score of one kind of review.

    `name` is its name in options, JSON and CSV, `title` the head of its column, `meaning` a
    sentence for the documentation.
    """

    name: str
    title: str
    meaning: str
    of: Callable[[Any], Value]


OF_PLANS: Final = ("plans", "applicable", "solved")
"""The scores of domains that depend on plans."""


def _literals(row: CountedPart, ratio: str, review: DomainReview) -> Value:
    return review.syntactic.micro[row].counted(ratio)


def _of_blame(ratio: Callable[[Blame], Value], review: DomainReview) -> Value:
    return None if review.blame is None else ratio(review.blame.blame)


def _plans_kept(blame: Blame) -> Value:
    return Ratio.of(blame.n_agreeing, sum(is_meant is not None for is_meant in blame.meant))


def _applicable(blame: Blame) -> Value:
    n_cut = sum(bool(plan.failures and plan.failures[0].step) for plan in blame.stopped)
    return Ratio.of(blame.n_meant - n_cut, blame.n_meant)


def _solved(blame: Blame) -> Value:
    return Ratio.of(blame.n_meant - len(blame.stopped), blame.n_meant)


def _formulas(ratio: str, review: ProblemReview) -> Value:
    return total(review.counts.values(), Confusion(0, 0, 0)).counted(ratio)


def _plan_metric(name: str, review: PlanReview) -> Value:
    for metric, result in review.measured:
        values = metric.values(result)
        if name in values:
            return values[name]
    return None


def _valid(review: PlanReview) -> Value:
    if review.execution is None:
        return None
    verdict = review.execution.learned.verdict
    return None if verdict.value == "undecided" else Fraction(verdict.value == "valid")


def _goals(review: PlanReview) -> Value:
    if review.execution is None:
        return None
    from plancore.report.plan.summary import goals_of

    goals = goals_of(review.execution.runs[0])
    return None if goals is None else Ratio.of(goals.n_reached, goals.n_all)


_RATIOS: Final = {"f1": "F1", "precision": "P", "recall": "R"}
_OF_RATIOS: Final = {
    "f1": "the harmonic mean of precision and recall",
    "precision": "the share of the learned side that the reference has",
    "recall": "the share of the reference that the learned side has",
}


_OVER: Final = {
    CountedPart.ALL: "all preconditions and effects",
    CountedPart.PRE: "all preconditions",
    CountedPart.EFF: "all effects",
}


def _of_literals(row: CountedPart) -> Iterator[Headline]:
    over = f"over the literals of {_OVER[row]} together"
    name, title = ("", "") if row is CountedPart.ALL else (f"{row}_", f"µ {row} ")
    for ratio, short in _RATIOS.items():
        meaning, of = f"{_OF_RATIOS[ratio]}, {over}", partial(_literals, row, ratio)
        yield Headline(f"{name}{ratio}", f"{title}{short}", meaning, of)


_SIMILARITY: Final = "action similarity, the mean over the reference's actions"
_EXACT: Final = "the share of the reference's actions that are the same"
_VALID: Final = "of the plans that are valid in the reference, the share"
_KEPT: Final = "the share of the plans that are as valid as in the reference"
_OF_DOMAINS: Final = (
    *_of_literals(CountedPart.ALL),
    Headline("similarity", "sim", _SIMILARITY, lambda of: of.similarity.mean_over_reference),
    *_of_literals(CountedPart.PRE),
    *_of_literals(CountedPart.EFF),
    Headline("exact", "exact", _EXACT, lambda of: of.syntactic.exact_match_rate),
    Headline("plans", "plans", _KEPT, partial(_of_blame, _plans_kept)),
    Headline(
        *("applicable", "appl", f"{_VALID} whose every step can be executed"),
        partial(_of_blame, _applicable),
    ),
    Headline(
        *("solved", "solved", f"{_VALID} that also reaches the goal"), partial(_of_blame, _solved)
    ),
)
_OF_PROBLEMS: Final = tuple(
    Headline(
        *(ratio, title, f"{_OF_RATIOS[ratio]}, over the formulas of all parts together"),
        partial(_formulas, ratio),
    )
    for ratio, title in _RATIOS.items()
)
_OF_EXECUTION: Final = "1 for a learned plan that is valid, 0 for one that is not"
_OF_GOALS: Final = "the share of the goals that hold where the learned plan ends"
_OF_PLANS: Final = (
    Headline("lcs", "LCS", "PlanningLCS", partial(_plan_metric, "planning-lcs")),
    Headline("jaccard", "Jaccard", "PlanningJaccard", partial(_plan_metric, "planning-jaccard")),
    Headline("valid", "valid", _OF_EXECUTION, _valid),
    Headline("goals", "goals", _OF_GOALS, _goals),
)

HEADLINES: Final[dict[str, tuple[Headline, ...]]] = {
    "domain": _OF_DOMAINS,
    "problem": _OF_PROBLEMS,
    "plan": _OF_PLANS,
}
"""The headline scores of each kind of review; tables are sorted by the first."""


def headlines_of(review: Review) -> dict[str, Value]:
    """The scores of a review by name, with counts where they have any."""
    return {headline.name: headline.of(review) for headline in HEADLINES.get(review.kind, ())}


def plain_headlines(review: Review) -> dict[str, float | None]:
    """The same as floats, not rounded."""
    return {name: _plain(value) for name, value in headlines_of(review).items()}


def _plain(value: Value) -> float | None:
    exact = number(value)
    return None if exact is None or isinstance(exact, str) else float(exact)


def headline_names(*kinds: str) -> tuple[str, ...]:
    """The names of the scores of some kinds, by default of all, without duplicates."""
    named = (headline.name for kind in kinds or HEADLINES for headline in HEADLINES.get(kind, ()))
    return tuple(dict.fromkeys(named))
