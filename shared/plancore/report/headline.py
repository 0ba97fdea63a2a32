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


def _similarity(review: DomainReview) -> Value:
    return review.similarity.mean_over_reference


def _exact(review: DomainReview) -> Value:
    return review.syntactic.exact_match_rate


def _plans_kept(review: DomainReview) -> Value:
    if review.blame is None:
        return None
    blame = review.blame.blame
    n_judged = sum(is_meant is not None for is_meant in blame.meant)
    return Ratio.of(blame.n_agreeing, n_judged)


def _applicable(review: DomainReview) -> Value:
    if review.blame is None:
        return None
    blame = review.blame.blame
    n_cut = sum(bool(plan.failures and plan.failures[0].step) for plan in blame.stopped)
    return Ratio.of(blame.n_meant - n_cut, blame.n_meant)


def _solved(review: DomainReview) -> Value:
    if review.blame is None:
        return None
    blame = review.blame.blame
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


def _of_domains() -> Iterator[Headline]:
    where = {
        CountedPart.ALL: "over the literals of all preconditions and effects together",
        CountedPart.PRE: "over the literals of all preconditions together",
        CountedPart.EFF: "over the literals of all effects together",
    }
    for row, over in where.items():
        for ratio, title in _RATIOS.items():
            of_all = row is CountedPart.ALL
            yield Headline(
                ratio if of_all else f"{row}_{ratio}",
                title if of_all else f"µ {row} {title}",
                f"{_OF_RATIOS[ratio]}, {over}",
                partial(_literals, row, ratio),
            )
        if row is CountedPart.ALL:
            yield Headline(
                "similarity",
                "sim",
                "action similarity, the mean over the reference's actions",
                _similarity,
            )
    yield Headline(
        "exact", "exact", "the share of the reference's actions that are the same", _exact
    )
    yield Headline(
        "plans",
        "plans",
        "the share of the plans that are as valid as in the reference",
        _plans_kept,
    )
    yield Headline(
        "applicable",
        "appl",
        "of the plans that are valid in the reference, the share whose every step can be executed",
        _applicable,
    )
    yield Headline(
        "solved",
        "solved",
        "of the plans that are valid in the reference, the share that also reaches the goal",
        _solved,
    )


def _of_problems() -> Iterator[Headline]:
    for ratio, title in _RATIOS.items():
        meaning = f"{_OF_RATIOS[ratio]}, over the formulas of all parts together"
        yield Headline(ratio, title, meaning, partial(_formulas, ratio))


def _of_plans() -> Iterator[Headline]:
    yield Headline("lcs", "LCS", "PlanningLCS", partial(_plan_metric, "planning-lcs"))
    yield Headline(
        "jaccard", "Jaccard", "PlanningJaccard", partial(_plan_metric, "planning-jaccard")
    )
    yield Headline(
        "valid", "valid", "1 for a learned plan that is valid, 0 for one that is not", _valid
    )
    yield Headline(
        "goals", "goals", "the share of the goals that hold where the learned plan ends", _goals
    )


HEADLINES: Final[dict[str, tuple[Headline, ...]]] = {
    "domain": tuple(_of_domains()),
    "problem": tuple(_of_problems()),
    "plan": tuple(_of_plans()),
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
