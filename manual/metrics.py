"""The pages of metrics, which are their docstrings, and an index with tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from plancore.metrics.base import Metric
from plancore.metrics.registry import domains, literals, plans, problems, runs, solving

FOLDER: Final = "docs/reference/metrics"
_TABLES: Final = (
    ("## Domains, literal by literal", literals),
    ("## Domains, with states, plans or problems", domains),
    ("## Problems", problems),
    ("## Plans", plans),
    ("## Runs of language models", runs),
    ("## Problem solving", solving),
)


def pages() -> dict[str, str]:
    """The text of each page, by its path from the top of the repository."""
    metrics: list[Metric[Any, Any]] = [metric for _, table in _TABLES for metric in table.METRICS]
    made = {f"{FOLDER}/{metric.name}.md": _page(metric) for metric in metrics}
    return made | {f"{FOLDER}/README.md": _index()}


def _page(metric: Metric[Any, Any]) -> str:
    """The page of a metric: its docstring below its name."""
    return f"# {metric.name}\n\n{(metric.doc or '').strip()}\n"


_HEAD: Final = """\
# Metrics

Results have the counts of each ratio. Ratios are exact fractions, rounded only when printed.
[Definitions](../../explanation/definitions.md) compares them with other programs. Conventions:

- Names are compared ignoring case. Literals are signed atoms in sets: order, repetition, comments,
  parameter names, and `(and x)` for `x` change nothing.
- A ratio of two empty sets is 1. Any other zero denominator is undefined: `null` in JSON, – in
  text. Means cover the defined values and state their number.
- Other formulas (`or`, `when`, quantifiers, numbers, time) are compared in a normal form as one
  element; results then have `exact: false` and name the construct.
"""


def _index() -> str:
    """The index: common conventions, and tables of metrics."""
    blocks = ["\n".join((title, "", *_table(table.METRICS))) for title, table in _TABLES]
    return "\n".join((_HEAD, *(f"{block}\n" for block in blocks)))


def _table(metrics: Iterable[Metric[Any, Any]]) -> Iterable[str]:
    yield "| metric | meaning | input | range | edge cases |"
    yield "|---|---|---|---|---|"
    for metric in metrics:
        title = (metric.doc or "").partition("\n")[0].partition(": ")[2]
        said = metric.paragraphs
        cells = (title, *(said[label] for label in ("Input", "Range", "Edge cases")))
        row = " | ".join(cell.replace("|", "\\|") for cell in cells)
        yield f"| [{metric.name}]({metric.name}.md) | {row} |"
