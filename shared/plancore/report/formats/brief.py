"""A review in one line: same or different, the files, the verdict, and where it is worst."""

from __future__ import annotations

from plancore.report import lines
from plancore.report.change.review import ChangeReview
from plancore.report.differences import files_of
from plancore.report.domain.review import DomainReview
from plancore.report.figures import UNDEFINED, decimal, ratio_with_counts, similarity_with_counts
from plancore.report.heading import doubt
from plancore.report.headline import HEADLINES, plain_headlines
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.plan.execution import outcome_sentence
from plancore.report.plan.review import PlanReview
from plancore.report.problem.review import ProblemReview
from plancore.report.registry import Style, part
from plancore.report.review import Review
from plancore.report.text.review import TextReview
from plancore.report.threeway.review import ThreeWayReview


def render(review: Review, style: Style) -> str:
    """The line, however long it is: whoever reads many of them wants one for each pair."""
    return lines.render([brief_line(review)], colour=style.colour)


def brief_line(review: Review) -> Line:
    """`different  l.pddl  r.pddl  2 differences …; F1 0.848; worst move 0.571 = 4/7`."""
    word, tone = "different", Tone.CHANGED
    if review.is_same:
        word, tone = ("doubtful", Tone.FAILING) if review.has_errors else ("same", Tone.PLAIN)
    names = visible("  ".join(file.name for file in files_of(review)))
    verdict = part(review, "text").verdict_text(review) + doubt(review.notes)
    said = [verdict, *_errors(review), *_headline(review), *worst(review)]
    return line(Piece(f"{word:<9}", tone), f"  {names}  {'; '.join(said)}")


def _headline(review: Review) -> list[str]:
    """The figure that a pair of models is known by in tables of many; none where all is the same.
    What became of a model since has it in its verdict."""
    if review.is_same or not isinstance(review, (DomainReview, ProblemReview)):
        return []
    headline = HEADLINES[review.kind][0]
    value = plain_headlines(review)[headline.name]
    return [f"{headline.title} {UNDEFINED if value is None else f'{value:.3f}'}"]


def worst(review: Review) -> list[str]:
    """The figure that is farthest from the reference, none where all is the same; and why a learned
    plan is not valid, be it the same."""
    if review.is_same:
        return _failure(review) if isinstance(review, PlanReview) else []
    match review:
        case DomainReview():
            rows = [row for row in review.similarity.actions if row.value is not None]
            row = min(rows, key=lambda row: row.value or 0, default=None)
            if row is None or row.value == 1:
                return []  # nothing is bad about a perfect one
            return [visible(f"worst {row.action.name} {similarity_with_counts(row)}")]
        case ProblemReview():
            differing = [(p, c) for p, c in review.counts.items() if c.fp or c.fn]
            if not differing:
                return []
            name, counts = min(differing, key=lambda entry: entry[1].f1 or 0)
            return [f"worst {name.value} F1 {ratio_with_counts(counts, 'f1')}"]
        case ThreeWayReview() | ChangeReview():
            return worst(review.now)
        case PlanReview():
            figure = f"PlanningLCS {decimal(review.lcs.value)}"
            return [*filter(None, (figure, review.alignment_text)), *_failure(review)]
        case TextReview():
            return []


def _failure(review: PlanReview) -> list[str]:
    if review.execution is None or review.execution.learned.verdict == "valid":
        return []
    return [visible(outcome_sentence("the learned plan", review.execution.outcomes[0]))]


def _errors(review: Review) -> list[str]:
    first = next((note for note in review.notes if note.is_error), None)
    return [] if first is None else [visible(str(first))]
