"""An evaluation as a document: the verdict with a line for each measurement, the differences with
witness states, then a list of what was not measured."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Final, NamedTuple

from plancore.blame.report import short_text
from plancore.compare.domains import alignment_of
from plancore.metrics import amlgym
from plancore.metrics.base import Need, Value
from plancore.metrics.registry import domains
from plancore.metrics.support.confusion import Confusion
from plancore.metrics.support.predictions import PredictivePower
from plancore.metrics.syntactic import CountedPart
from plancore.phrases import count_of
from plancore.report import document as doc
from plancore.report.document import document_lines
from plancore.report.domain import document as domain
from plancore.report.domain.words import basis
from plancore.report.evaluation.actions import power_in
from plancore.report.evaluation.review import Evaluation
from plancore.report.figures import UNDEFINED, shown
from plancore.report.lines import Line, Piece, Tone, folded, line
from plancore.report.passages import measured_sections
from plancore.report.plots import HeatMap
from plancore.report.repair import document as repair
from plancore.report.solve import document as solve

_ROWS: Final = 24
_COLUMNS: Final = 80
"""The smallest common screen; the headline fits it, whatever options are given."""


def document(evaluation: Evaluation, detail: doc.Detail) -> doc.Document:
    """The headline, then the details."""
    blocks: Iterable[doc.Block] = chain(
        _headline(evaluation, detail), _sections(evaluation, detail)
    )
    return doc.Document("Evaluation", domain.title_line(evaluation.review), blocks)


def _sections(evaluation: Evaluation, detail: doc.Detail) -> Iterator[doc.Section]:
    review = evaluation.review
    yield from domain.details(review, detail)
    if doc.Detail.FULL in detail:
        # Only pages have plots.
        yield from map_sections(evaluation)
    if doc.Detail.METRICS in detail:
        measured = chain(review.measured, evaluation.measured)
        yield from measured_sections(measured, basis(alignment_of(review.diff)), detail)
    if evaluation.repair is not None and doc.Detail.METRICS in detail:
        yield repair.section(evaluation.repair)
    if evaluation.solving is not None and doc.Detail.METRICS in detail:
        yield solve.section(evaluation.solving, detail)
    missing = ", ".join(_not_measured(evaluation))
    said = [f"Not measured: {missing}."] if missing and not review.is_same else []
    if not (doc.Detail.METRICS in detail or review.is_same):
        said.append("Use --metrics for all scores and witness states.")
    if said:
        yield doc.Section("", [doc.Paragraph([line(Piece(each, Tone.DIM)) for each in said])])


def headline(evaluation: Evaluation) -> str:
    """The verdict on the domain."""
    return domain.verdict_text(evaluation.review)


def headline_lines(evaluation: Evaluation, width: int) -> Iterator[Line]:
    """The verdict and a line for each measurement, in `width` columns."""
    title = domain.title_line(evaluation.review)
    return document_lines(doc.Document("Evaluation", title, _headline(evaluation)), width)


def _headline(evaluation: Evaluation, detail: doc.Detail = doc.Detail.DEFAULT) -> list[doc.Block]:
    """The verdict and a row for each measurement, cut to fit a small screen."""
    review = evaluation.review
    title = domain.title_line(review)
    heading = list(domain.beginning(review, detail, lists_plans=False))
    if review.is_same and doc.Detail.METRICS not in detail and evaluation.solving is None:
        return heading
    for most in range(MOST_LISTED, -1, -1):
        rows = [list(_cells(row)) for row in headline_rows(evaluation, most)]
        blocks: list[doc.Block] = [
            *heading,
            doc.Section("", [doc.Table(doc.columns("", ""), rows, indent=2)]),
        ]
        said = document_lines(doc.Document("", title, blocks), _COLUMNS)
        if sum(1 for whole in said for _ in folded(whole, _COLUMNS)) <= _ROWS:
            break
    return blocks


def _cells(row: HeadlineRow) -> Iterator[doc.Cell]:
    yield Piece(row.title, Tone.TITLE)
    yield Piece(row.text, Tone.CHANGED if row.is_finding else Tone.PLAIN)


MOST_LISTED: Final = 3
"""The maximum number of blamed differences, edits and witness states listed."""

_RATIOS: Final = {"precision": "P", "recall": "R"}
_OPTIONS: Final = {
    Need.STATES: "--states",
    Need.CODED_STATES: "--states and --codec",
    Need.TRAJECTORIES: "--states",
    Need.PLAN_CASES: "--plans",
    Need.WALKS: "--problem and --walks",
}
"""The options that provide the needs of metrics."""


class HeadlineRow(NamedTuple):
    """A measurement and its result; `is_finding` means that it makes plans fail."""

    title: str
    text: str
    is_finding: bool = False


def headline_rows(evaluation: Evaluation, most: int = MOST_LISTED) -> Iterator[HeadlineRow]:
    """The rows of metrics, plans and planners, with up to `most` blamed differences and up to
    `most` edits; the others are counted."""
    for metric, result in evaluation.measured:
        said = _said(metric.first(result))
        if said:
            yield HeadlineRow(metric.title, said)
        elif metric is amlgym.METRIC:
            yield from _amlgym(result.view)
    yield from _blamed(evaluation, most)
    yield from _repaired(evaluation, most)
    if evaluation.solving is not None:
        yield HeadlineRow("Problem solving", solve.headline(evaluation.solving))


def _amlgym(view: amlgym.AmlgymRatios) -> Iterator[HeadlineRow]:
    """The means that are compared with published numbers first; the details are below."""
    means = (
        f"{_RATIOS[ratio]} {amlgym.printed(view[ratio]['mean']) or UNDEFINED}" for ratio in view
    )
    yield HeadlineRow(amlgym.METRIC.title, f"mean {'; '.join(means)}")


def _blamed(evaluation: Evaluation, most: int) -> Iterator[HeadlineRow]:
    if evaluation.review.blame is None:
        return
    blame = evaluation.review.blame.blame
    ranked = [consequence for consequence in blame.by_consequence() if consequence.matters]
    for number, consequence in enumerate(ranked[:most]):
        difference = consequence.difference
        what = " ".join(filter(None, (difference.action, difference.plain_message)))
        title = "Effect on plans" if number == 0 else ""
        text = f"{what}: {short_text(blame, [difference.number])}"
        if number == most - 1 and len(ranked) > most:
            text += f"; and {len(ranked) - most} more"
        yield HeadlineRow(title, text, is_finding=True)
    if ranked and not most:
        yield HeadlineRow("Effect on plans", count_of(len(ranked), "difference"), is_finding=True)


def _repaired(evaluation: Evaluation, most: int) -> Iterator[HeadlineRow]:
    if evaluation.repair is None:
        return
    result = evaluation.repair.result
    yield HeadlineRow("Repair", repair.repair_text(result))
    edits = result.repairs[0].edits if result.repairs else ()
    for edit in edits[:most]:
        yield HeadlineRow("", str(edit))


def _not_measured(evaluation: Evaluation) -> Iterator[str]:
    """The metrics that were not measured, with the options they need."""
    places = {metric.place for metric, _ in evaluation.measured}
    for metric in domains.METRICS:
        # Metrics that share a place measure the same, from other inputs.
        if metric.place not in places and Need.AMLGYM not in metric.needs:
            places.add(metric.place)
            needs = " and ".join(_OPTIONS[need] for need in sorted(metric.needs))
            yield f"{metric.title.lower()} ({needs})"
    if evaluation.solving is None:
        yield "problem solving (--planner)"


def _said(values: Iterable[tuple[str, Value]]) -> str:
    pairs = ((title, shown(value)) for title, value in values)
    return "; ".join(" ".join(filter(None, pair)) for pair in pairs)


_MOST: Final = 200
"""The maximum number of actions with a row."""
_PARTS: Final = {"pre": CountedPart.PRE, "eff": CountedPart.EFF}
_PREDICTED: Final = ("applicable", "effects")
_MAPPED: Final = {"P": "precision", "R": "recall"}
_REMARK: Final = (
    "P precision, R recall: of literals in preconditions (pre) and effects (eff){}. "
    "Undefined values are hatched."
)
_OF_STATES: Final = ", and on states of where an action is applicable and which effects it has"


def map_sections(evaluation: Evaluation) -> Iterator[doc.Section]:
    """A heat map of actions and metrics; nothing if the reference has no actions."""
    found = (power_in(result) for _, result in evaluation.measured)
    power = next(filter(None, found), None)
    columns = [f"{part} {ratio}" for part in _PARTS for ratio in _MAPPED]
    if power is not None:
        columns += [f"{part} {ratio}" for part in _PREDICTED for ratio in _MAPPED]
    values = _values(evaluation, power)
    names = [counts.action.name for counts in evaluation.review.syntactic.actions]
    rows = names
    if len(names) > _MOST:
        defined = {
            name: [v for column in columns if (v := values.get((name, column))) is not None]
            for name in names
        }
        worst = set(sorted(names, key=lambda name: min(defined[name], default=1.0))[:_MOST])
        rows = [name for name in names if name in worst]
    if rows:
        note = _REMARK.format("" if power is None else _OF_STATES)
        plot = HeatMap("Actions of the reference", rows, columns, values)
        rest = doc.left_out(len(names) - len(rows), "more actions, with no lower scores,")
        yield doc.Section("Actions by metrics", [doc.Plots([plot], note), rest])


def _values(
    evaluation: Evaluation, power: PredictivePower | None
) -> Mapping[tuple[str, str], float | None]:
    values: dict[tuple[str, str], float | None] = {}
    for counts in evaluation.review.syntactic.actions:
        for name, part in _PARTS.items():
            _put(values, counts.action.name, name, counts.rows[part])
    for action in () if power is None else power.actions:
        for name, confusion in zip(_PREDICTED, (action.applicability, action.effects), strict=True):
            _put(values, action.name, name, confusion)
    return values


def _put(
    values: dict[tuple[str, str], float | None], action: str, part: str, confusion: Confusion
) -> None:
    for short, ratio in _MAPPED.items():
        value = confusion.ratio(ratio)
        values[action, f"{part} {short}"] = None if value is None else float(value)
