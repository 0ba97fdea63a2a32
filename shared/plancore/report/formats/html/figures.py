"""What was measured: the figures with their counts, and how each comes about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from plancore.metrics.base import Metric, Passage
from plancore.report.figures import shown
from plancore.report.formats.html.elements import NOTHING, Html, element, joined
from plancore.report.formats.html.inline import prose
from plancore.report.formats.html.sections import Section
from plancore.report.formats.html.tables import folded, left_out, table

_LINK: Final = re.compile(r"\[([^]]*)\]\([^)]*\)")
_MOST_ROWS: Final = 1_000
"""So many rows of a metric's table are on a page; text, JSON and CSV have them all."""

Measured = Iterable[tuple[Metric[Any, Any], Any]]


def metrics_section(measured: Measured, basis: str = "") -> list[Section]:
    """Every metric under its name; no section where nothing was measured.

    `basis` says of differences whether they are by name or aligned.
    """
    parts = [_metric(metric, result, basis) for metric, result in measured]
    return [Section("metrics", "Metrics", joined(parts))] if parts else []


def _metric(metric: Metric[Any, Any], result: object, basis: str) -> Html:
    said = basis if metric.of_differences else ""
    remark = element("small", f" {said}") if said else NOTHING
    tables = [_passage(passage, metric.title) for passage in metric.told(result)]
    how = folded("How it is computed", *map(_paragraph, metric.paragraphs.items()))
    return joined((element("h3", metric.title, remark), *tables, how))


def _passage(passage: Passage, metric: str) -> Html:
    """The table of a passage; its title, unless it is that of the metric, stands above."""
    caption = "" if passage.title == metric else passage.title
    few = passage.rows[:_MOST_ROWS]
    rows = [[str(first), *map(shown, values)] for first, *values in few]
    counts = [
        k for k, cells in enumerate(zip(*passage.rows, strict=False)) if all(map(_is_count, cells))
    ]
    remarks = (element("p", remark) for remark in passage.remarks)
    whole = table(rows, passage.head, caption=caption, numbers=counts, label=passage.title)
    rest = left_out(len(passage.rows) - len(few), "more rows")
    return joined((whole if rows else element("p", caption), rest, *remarks))


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _paragraph(labelled: tuple[str, str]) -> Html:
    label, words = labelled
    return element("p", element("b", f"{label}: "), prose(_LINK.sub(r"\1", words)))


def tiles(figures: Iterable[tuple[str, str]]) -> Html:
    """The figures that everybody looks for, each under its name."""
    pairs = (element("div", element("dt", name), element("dd", value)) for name, value in figures)
    return element("dl", *pairs, class_="tiles")
