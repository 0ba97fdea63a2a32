"""A review in one line: same or different, the files, the verdict, and the worst difference.

A batch is a line for each pair; with a baseline the last line counts the pairs that are worse. An
evaluation is its headline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from plancore.phrases import SIDES
from plancore.report import lines
from plancore.report.figures import UNDEFINED
from plancore.report.files import doubt
from plancore.report.headline import HEADLINES, plain_headlines
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.registry import Style, builder

if TYPE_CHECKING:
    from plancore.report.batch.review import Batch
    from plancore.report.batch.row import BatchRow
    from plancore.report.evaluation.review import Evaluation
    from plancore.report.review import Review


def render(report: Review | Batch | Evaluation, style: Style) -> str:
    """The lines, never wrapped: output for many pairs needs one line for each. Only the headline of
    an evaluation is wrapped, at the style's width."""
    if report.kind == "batch":
        return lines.render(_batch_lines(report), colour=style.colour)
    if report.kind == "evaluation":
        from plancore.report.document import WIDTH
        from plancore.report.evaluation.document import headline_lines

        width = style.width or WIDTH
        return lines.render(headline_lines(report, width), colour=style.colour, width=width)
    return lines.render([brief_line(report)], colour=style.colour)


def brief_line(review: Review) -> Line:
    """`different  l.pddl  r.pddl  2 differences …; F1 0.848; worst move 0.571 = 4/7`."""
    word, tone = "different", Tone.CHANGED
    if review.is_same:
        word, tone = ("doubtful", Tone.FAILING) if review.has_errors else ("same", Tone.PLAIN)
    files = [review.learned.name, review.reference.name]
    if review.kind == "threeway" or review.kind == "change":
        files.append(review.before.learned.name)
    names = visible("  ".join(files))
    verdict = builder(review).verdict_text(review) + doubt(review.notes)
    said = [verdict, *_errors(review), *_headline(review), *builder(review).worst(review)]
    return line(Piece(f"{word:<9}", tone), f"  {names}  {'; '.join(said)}")


def _headline(review: Review) -> list[str]:
    """The headline score of a pair of models; none if they are equal."""
    if review.is_same or review.kind not in ("domain", "problem"):
        return []
    headline = HEADLINES[review.kind][0]
    value = plain_headlines(review)[headline.name]
    said = f"{headline.title} {UNDEFINED if value is None else f'{value:.3f}'}"
    if review.kind == "domain" and review.renaming is not None and review.has_counted:
        from plancore.report.domain.words import scored_by

        return [f"{headline.title} 1.000 with this mapping, {said} {scored_by(review.renaming)}"]
    if review.kind == "domain" and review.in_order is not None:
        from plancore.report.domain.words import BY_POSITION, IN_ORDER

        shown = plain_headlines(review.in_order)[headline.name]
        in_order = UNDEFINED if shown is None else f"{shown:.3f}"
        return [f"{said} {BY_POSITION}, {in_order} {IN_ORDER}"]
    return [said]


def _errors(review: Review) -> list[str]:
    first = next((note for note in review.notes if note.is_error), None)
    return [] if first is None else [visible(str(first))]


def _batch_lines(batch: Batch) -> Iterator[Line]:
    """The shown pairs in order, then the number of those that are worse."""
    from plancore.report.batch.document import worse_text

    yield from (_pair_line(row, batch.regressions(row)) for row in batch.shown)
    if worse := worse_text(batch):
        yield line(visible(worse))


def _pair_line(row: BatchRow, regressions: Sequence[str]) -> Line:
    """`different  d.pddl  pick-up: extra (not (has ?a ?p)), 1 more; F1 0.848`."""
    said = [row.note] if row.note else []
    headline = next(iter(HEADLINES.get(row.kind, ())), None)
    value = None if headline is None else row.figures.get(headline.name, 1.0)
    if headline is not None and value is None and row.status == "different":
        said.append(f"{headline.title} {UNDEFINED}")
    if headline is not None and value is not None and value < 1:
        said.append(f"{headline.title} {value:.3f}")
    said += [f"worse: {', '.join(regressions)}"] if regressions else []
    tail = f"  {'; '.join(said)}" if said else ""
    return line(
        Piece(f"{SIDES.of_kind(row.status):<9}", row.mark.tone), visible(f"  {row.name}{tail}")
    )
