"""The results of metrics as sections of a document, and their scores."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from plancore.metrics.base import Measurements, Metric, Passage, Value
from plancore.report import document as doc
from plancore.report.figures import shown
from plancore.report.lines import Line, Piece, Tone, line, visible

_LINK: Final = re.compile(r"\[([^]]*)\]\([^)]*\)")


def measured_sections(
    measured: Iterable[tuple[Metric[Any, Any], Any]],
    basis: str,
    detail: doc.Detail = doc.Detail.DEFAULT,
) -> Iterator[doc.Section]:
    """The passages of all metrics; on a page also how each metric is computed.

    `basis` states whether differences are by name or aligned.
    """
    parts = []
    for metric, result in measured:
        note = (Piece(basis, Tone.DIM),) if metric.of_differences and basis else ""
        if detail is doc.Detail.FULL:
            parts.append(doc.Section(metric.title, list(_metric(metric, result)), note))
            continue
        for passage in metric.told(result):
            yield doc.Section(passage.title, list(_blocks(passage)), note)
    if parts:
        yield doc.Section("Metrics", parts)


def _metric(metric: Metric[Any, Any], result: object) -> Iterator[doc.Block]:
    for passage in metric.told(result):
        # Do not repeat the title of the metric.
        title = "" if passage.title == metric.title else passage.title
        yield doc.Section(title, list(_blocks(passage)))
    how = [
        line(Piece(f"{label}: ", Tone.TITLE), *doc.quoted(_LINK.sub(r"\1", words)))
        for label, words in metric.paragraphs.items()
    ]
    yield doc.Details(line("How it is computed"), [doc.Paragraph(how)])


def figure_rows(measured: Iterable[tuple[Metric[Any, Any], Any]]) -> list[tuple[str, str]]:
    """The title of each score of a defined result, and its value with counts and remark."""
    return [
        (figure.title, ", ".join(filter(None, (shown(figure.of(result)), figure.remark(result)))))
        for metric, result in measured
        if result is not None
        for figure in metric.figures
        if figure.in_tables
    ]


def formula_lines(metrics: Iterable[Metric[Any, Any]]) -> Iterator[Line]:
    """The formula of each metric, as on its documentation page."""
    for metric in metrics:
        formula = metric.paragraphs.get("Formula", "").replace("`", "")
        if formula:
            yield line(Piece(f"{metric.title}  ", Tone.TITLE), Piece(visible(formula), Tone.DIM))


def brief(measured: Measurements) -> str:
    """The scores for a one-line summary."""
    return "   ".join(
        f"{figure.brief} {shown(figure.of(result))}"
        for metric, result in measured
        if result is not None
        for figure in metric.figures
        if figure.brief
    )


def _blocks(passage: Passage) -> Iterator[doc.Block]:
    rows: list[list[doc.Cell]] = [list(map(shown, row)) for row in passage.rows]
    width = max(map(len, rows), default=0)
    names = passage.head or [""] * width
    yield doc.Table(doc.columns(*names, numbers=_counts(passage)), rows, indent=2)
    if passage.remarks:
        yield doc.Paragraph([line(remark) for remark in passage.remarks], indent=2)


def _counts(passage: Passage) -> list[int]:
    """The indices of the columns that contain only counts."""
    cells = zip(*passage.rows, strict=False)
    return [number for number, column in enumerate(cells) if all(map(_is_count, column))]


def _is_count(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
