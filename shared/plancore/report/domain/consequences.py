"""What the differences of a review do to plans; nothing where none were executed (no `report`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from plancore.compare.difference import Difference
from plancore.phrases import count_of

if TYPE_CHECKING:
    from plancore.blame.report import Consequence
    from plancore.metrics.action_similarity import OneActionSimilarity
    from plancore.report.blame.review import BlameReport
    from plancore.report.domain.review import DomainReview

Consequences: TypeAlias = "Sequence[Consequence]"


def with_consequences(
    found: tuple[Difference, ...], report: BlameReport | None
) -> tuple[Difference, ...]:
    """The differences with what each does to plans."""
    if report is None:
        return found
    # Reports on files without plans have no need of these words.
    from plancore.blame.messages import with_consequences as with_those_of

    return with_those_of(found, report.blame, count_of(report.blame.n_plans, "plan"))


def consequences_of(report: BlameReport | None, singles: Iterable[Difference]) -> Consequences:
    """What each single difference does."""
    if report is None:
        return ()
    return [report.blame.consequences[single.number] for single in singles]


def brief_text(report: BlameReport | None, singles: Iterable[Difference]) -> str:
    """`stops 14 of 40`, of several differences one behind the other: for columns with little room.
    Those that change no plan alone have none, so that those which do stand out."""
    if report is None:
        return ""
    consequences = consequences_of(report, singles)
    numbers = [c.difference.number for c in consequences if c.matters or c.is_untested]
    if not numbers:
        return ""
    from plancore.blame.messages import short_text

    blame = report.blame
    of = str(blame.n_plans)
    texts = (short_text(blame, [number], of, says_alone=False) for number in numbers)
    return ", ".join(dict.fromkeys(texts))


def n_stopped(report: BlameReport | None, numbers: Collection[int]) -> int:
    """How many plans any of the differences with these numbers stops."""
    return 0 if report is None or not numbers else len(report.blame.stopped_by(numbers))


def text_of_several(
    report: BlameReport | None, numbers: Collection[int], *, is_brief: bool = False
) -> str:
    """How many plans any of the differences with these numbers stops, and how many they let
    through; empty for none."""
    if report is None or not numbers:
        return ""
    from plancore.blame.messages import plans_text

    blame = report.blame
    of = str(blame.n_plans) if is_brief else count_of(blame.n_plans, "plan")
    return plans_text(len(blame.stopped_by(numbers)), len(blame.let_through_by(numbers)), of)


def ranked(
    rows: Iterable[int], consequences: Callable[[int], Consequences], report: BlameReport | None
) -> list[int]:
    """`rows` with differences, those first that do most to plans; as they are without plans."""
    order = () if report is None else report.blame.by_consequence()
    ranks = {consequence.difference.number: rank for rank, consequence in enumerate(order)}

    def rank(row: int) -> int:
        told = (ranks[consequence.difference.number] for consequence in consequences(row))
        return min(told, default=len(ranks))

    return sorted(rows, key=rank)


def by_consequence(review: DomainReview) -> list[OneActionSimilarity]:
    """The actions, those first that stop most plans; without plans in their order."""
    rows = list(review.similarity.actions)
    if review.blame is None:
        return rows
    of, index = review.blame, review.index
    return sorted(rows, key=lambda row: -n_stopped(of, index.numbers_of(row.action.shown)))
