"""An evaluation : first what it comes to, then the review that plandiff shows, then what
each further metric says.

What an evaluation comes to, on one screen: a line for each thing that was measured, what is to
blame, what mends it, and what was not measured for want of something.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, NamedTuple

from plancore.blame.report import short_text
from plancore.compare.domains import alignment_of
from plancore.metrics import amlgym
from plancore.metrics.base import Need, Value
from plancore.metrics.registry import domains
from plancore.metrics.syntactic import CountedPart
from plancore.phrases import count_of
from plancore.report.document import Block, Cell, Detail, Document, Section, Table, columns
from plancore.report.domain import document as domain
from plancore.report.domain.basis import basis
from plancore.report.evaluation.review import Evaluation
from plancore.report.figures import UNDEFINED, shown
from plancore.report.heading import names_line
from plancore.report.layout import document_lines
from plancore.report.lines import Line, Piece, Tone, folded
from plancore.report.passages import measured_sections
from plancore.report.repair.document import repair_text
from plancore.report.solve.document import headline as solve_headline

_ROWS: Final = 24
_COLUMNS: Final = 80
"""The smallest screen that is common; the headline fits it however much is asked for."""


def document(evaluation: Evaluation, detail: Detail) -> Document:
    """The headline, and all that stands behind it."""
    review = evaluation.review
    title = names_line(review.learned.name, review.reference.name)
    blocks: Iterable[Block] = chain(_headline(evaluation, detail), _sections(evaluation, detail))
    return Document("Evaluation", title, blocks)


def _sections(evaluation: Evaluation, detail: Detail) -> Iterator[Section]:
    review = evaluation.review
    yield from domain.details(review, detail)
    if detail is Detail.FULL:
        # Drawn for pages only.
        from plancore.report.evaluation.action_map import map_sections

        yield from map_sections(evaluation)
    measured = chain(review.measured, evaluation.measured)
    yield from measured_sections(measured, basis(alignment_of(review.diff)), detail)
    if evaluation.repair is not None:
        # Imported by who has plans.
        from plancore.report.repair.document import section as repaired

        yield repaired(evaluation.repair)
    if evaluation.solving is not None:
        # Imported by who has planners.
        from plancore.report.solve.document import section as solved

        yield solved(evaluation.solving, detail)


def headline(evaluation: Evaluation) -> str:
    """The verdict on the domain."""
    return domain.verdict_text(evaluation.review)


def headline_lines(evaluation: Evaluation) -> Iterator[Line]:
    """Which files, the verdict, and a line for each thing that was measured."""
    review = evaluation.review
    title = names_line(review.learned.name, review.reference.name)
    return document_lines(Document("Evaluation", title, _headline(evaluation)))


def _headline(evaluation: Evaluation, detail: Detail = Detail.DEFAULT) -> list[Block]:
    """The verdict, and a row for each thing that was measured: as many differences to blame and
    edits as a small screen has room for."""
    review = evaluation.review
    title = names_line(review.learned.name, review.reference.name)
    heading = list(domain.beginning(review, detail))
    for most in range(MOST_LISTED, -1, -1):
        rows = [list(_cells(row)) for row in headline_rows(evaluation, most)]
        blocks: list[Block] = [*heading, Section("", [Table(columns("", ""), rows, indent=2)])]
        said = document_lines(Document("", title, blocks))
        if sum(1 for whole in said for _ in folded(whole, _COLUMNS)) <= _ROWS:
            break
    return blocks


def _cells(row: HeadlineRow) -> Iterator[Cell]:
    yield Piece(row.title, Tone.TITLE)
    yield Piece(row.text, Tone.CHANGED if row.is_finding else Tone.PLAIN)


MOST_LISTED: Final = 3
"""At most so many differences to blame, and edits, are in the headline; all are below it."""

_RATIOS: Final = {"f1": "F1", "precision": "P", "recall": "R"}


class HeadlineRow(NamedTuple):
    """What is told of, and what is told; `is_finding` says that plans fail for it."""

    title: str
    text: str
    is_finding: bool = False


def headline_rows(evaluation: Evaluation, most: int = MOST_LISTED) -> Iterator[HeadlineRow]:
    """The rows, from the literals of the domains to what is missing. `most` differences to blame
    and `most` edits are named, the others counted."""
    yield from _literals(evaluation)
    for metric, result in evaluation.measured:
        said = _said(metric.first(result))
        if said:
            yield HeadlineRow(metric.title, said)
        elif metric is amlgym.METRIC:
            yield from _amlgym(result)
    yield from _blamed(evaluation, most)
    yield from _repaired(evaluation, most)
    if evaluation.solving is not None:
        yield HeadlineRow("Problem solving", solve_headline(evaluation.solving))
    for number, missing in enumerate(_not_measured(evaluation)):
        yield HeadlineRow("" if number else "Not measured", missing)


def _literals(evaluation: Evaluation) -> Iterator[HeadlineRow]:
    review = evaluation.review
    pooled = review.syntactic.micro[CountedPart.ALL]
    ratios = ((title, pooled.counted(name)) for name, title in _RATIOS.items())
    yield HeadlineRow("Literals", _said(ratios))
    similarity = review.similarity
    n_same = f"{review.counts.same} of {len(review.diff.actions)}"
    both: list[tuple[str, Value]] = [("", similarity.mean_over_reference), ("the same:", n_same)]
    yield HeadlineRow("Action similarity", _said(both))


def _amlgym(view: amlgym.AmlgymRatios) -> Iterator[HeadlineRow]:
    """What somebody who asks for it compares with published numbers first; the others are below."""
    means = (
        f"{_RATIOS[ratio]} {amlgym.printed(view[ratio]['mean']) or UNDEFINED}" for ratio in view
    )
    yield HeadlineRow(amlgym.METRIC.title, f"mean {'; '.join(means)}")


def _blamed(evaluation: Evaluation, most: int) -> Iterator[HeadlineRow]:
    if evaluation.review.blame is None:
        return
    blame = evaluation.review.blame.blame
    ranked = [consequence for consequence in blame.by_consequence() if consequence.matters]
    n_plans = count_of(blame.n_plans, "plan")
    for number, consequence in enumerate(ranked[:most]):
        difference = consequence.difference
        what = " ".join(filter(None, (difference.action, difference.plain_message)))
        title = "To blame" if number == 0 else ""
        text = f"{what}: {short_text(blame, [difference.number], n_plans)}"
        if number == most - 1 and len(ranked) > most:
            text += f"; and {len(ranked) - most} more"
        yield HeadlineRow(title, text, is_finding=True)
    if ranked and not most:
        yield HeadlineRow("To blame", count_of(len(ranked), "difference"), is_finding=True)


def _repaired(evaluation: Evaluation, most: int) -> Iterator[HeadlineRow]:
    if evaluation.repair is None:
        return
    result = evaluation.repair.result
    yield HeadlineRow("Repair", repair_text(result))
    edits = result.repairs[0].edits if result.repairs else ()
    for edit in edits[:most]:
        yield HeadlineRow("", str(edit))


def _not_measured(evaluation: Evaluation) -> Iterator[str]:
    """What would be measured if more were given: what is missing, and for what."""
    places = {metric.place for metric, _ in evaluation.measured}
    for metric in domains.METRICS:
        # Those that share a place are for the same, given in another form.
        if metric.place not in places and Need.AMLGYM not in metric.needs:
            places.add(metric.place)
            needs = " and ".join(need.value.partition(",")[0] for need in sorted(metric.needs))
            yield f"{metric.title.lower()} (no {needs} given)"
    if evaluation.solving is None:
        yield "problem solving (no planner named)"


def _said(values: Iterable[tuple[str, Value]]) -> str:
    pairs = ((title, shown(value)) for title, value in values)
    return "; ".join(" ".join(filter(None, pair)) for pair in pairs)
