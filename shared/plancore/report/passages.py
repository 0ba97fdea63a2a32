"""What metrics say, as sections of a document, and their figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from plancore.metrics.base import Measurements, Metric, Passage, Value
from plancore.report.document import Block, Cell, Paragraph, Section, Table, columns
from plancore.report.figures import shown
from plancore.report.lines import Line, Piece, Tone, line, visible


def measured_sections(measured: Measurements, basis: str) -> Iterator[Section]:
    """All passages of all metrics.

    `basis` says of differences whether they are by name or aligned.
    """
    for metric, result in measured:
        note = (Piece(basis, Tone.DIM),) if metric.of_differences and basis else ""
        for passage in metric.told(result):
            yield Section(passage.title, list(_blocks(passage)), note)


def figure_rows(measured: Iterable[tuple[Metric[Any, Any], Any]]) -> list[tuple[str, str]]:
    """The title of each figure that is defined, and its value with counts and remark."""
    return [
        (figure.title, ", ".join(filter(None, (shown(figure.of(result)), figure.remark(result)))))
        for metric, result in measured
        if result is not None
        for figure in metric.figures
    ]


def formula_lines(metrics: Iterable[Metric[Any, Any]]) -> Iterator[Line]:
    """How each metric comes about, as its page says it."""
    for metric in metrics:
        formula = metric.paragraphs.get("Formula", "").replace("`", "")
        if formula:
            yield line(Piece(f"{metric.title}  ", Tone.TITLE), Piece(visible(formula), Tone.DIM))


def brief(measured: Measurements) -> str:
    """The figures that a line has room for."""
    return "   ".join(
        f"{figure.brief} {shown(figure.of(result))}"
        for metric, result in measured
        if result is not None
        for figure in metric.figures
        if figure.brief
    )


def _blocks(passage: Passage) -> Iterator[Block]:
    rows: list[list[Cell]] = [list(map(shown, row)) for row in passage.rows]
    width = max(map(len, rows), default=0)
    names = passage.head or [""] * width
    yield Table(columns(*names, numbers=_counts(passage)), rows, indent=2)
    if passage.remarks:
        yield Paragraph([line(remark) for remark in passage.remarks], indent=2)


def _counts(passage: Passage) -> list[int]:
    """The numbers of the columns that hold only counts."""
    cells = zip(*passage.rows, strict=False)
    return [number for number, column in enumerate(cells) if all(map(_is_count, column))]


def _is_count(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
