"""The passages and figures of metrics, laid out as lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from plancore.metrics.base import Measurements, Metric, Passage, Value
from plancore.report.figures import shown
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.table import Cell, head, table


def measured_lines(measured: Measurements, basis: str) -> Iterator[Line]:
    """All passages of all metrics, each after an empty line.

    `basis` says of differences whether they are by name or aligned.
    """
    for metric, result in measured:
        for passage in metric.told(result):
            yield ()
            yield from _lines(passage, basis if metric.of_differences else "")


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


def _lines(passage: Passage, basis: str) -> Iterator[Line]:
    remark = f"  {basis}" if basis else ""
    yield line(Piece(visible(passage.title), Tone.TITLE), Piece(remark, Tone.DIM))
    rows: list[list[Cell]] = [["", *map(shown, row)] for row in passage.rows]
    if passage.head:
        rows.insert(0, head("", *passage.head))
    yield from table(rows, right=_counts(passage))
    for remark in passage.remarks:
        yield line(f"  {visible(remark)}")


def _counts(passage: Passage) -> list[int]:
    """The numbers, from 1, of the columns that hold only counts."""
    columns = zip(*passage.rows, strict=False)
    return [number for number, cells in enumerate(columns, 1) if all(map(_is_count, cells))]


def _is_count(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
