"""The pages about metrics: what the docstring of each says, and tables of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from plancore.metrics.base import Metric
from plancore.metrics.registry import domains, literals, plans, runs, solving

FOLDER: Final = "docs/reference/metrics"
_TABLES: Final = (
    ("## Of domains, literal by literal", literals),
    ("## Of domains, with what else is given", domains),
    ("## Of plans", plans),
    ("## Of runs of language models", runs),
    ("## Of problem solving", solving),
)


def pages() -> dict[str, str]:
    """The text of each page, by its path from the top of the repository."""
    metrics: list[Metric[Any, Any]] = [metric for _, table in _TABLES for metric in table.METRICS]
    made = {f"{FOLDER}/{metric.name}.md": _page(metric) for metric in metrics}
    return made | {f"{FOLDER}/README.md": _index()}


def _page(metric: Metric[Any, Any]) -> str:
    """One metric as a page: its docstring under its name."""
    return f"# {metric.name}\n\n{(metric.doc or '').strip()}\n"


_HEAD: Final = """\
# Metrics

Each metric is one file in `shared/plancore/metrics`; its docstring is its page here. Results carry
the counts that a ratio was made of; ratios are exact fractions, rounded only where they are shown.

Conventions that all of them keep:

- Names are compared without regard to case. Literals are signed atoms in sets: order, repetition,
  comments, names of parameters, and `(and x)` instead of `x` change nothing.
- A ratio of two empty sets is 1. Any other zero denominator is undefined: `null` in JSON, – in
  text. Means run over what is defined and say how many values that are.
- What is no set of literals (`or`, `when`, quantifiers, numbers, time) is compared in a normal form
  as one element; results then say `exact: false` and name the construct.
"""


def _index() -> str:
    """What all metrics have in common, and tables of them."""
    blocks = ["\n".join((title, "", *_table(table.METRICS))) for title, table in _TABLES]
    return "\n".join((_HEAD, *(f"{block}\n" for block in blocks)))


def _table(metrics: Iterable[Metric[Any, Any]]) -> Iterable[str]:
    yield "| metric | what it says | input | range | edge cases |"
    yield "|---|---|---|---|---|"
    for metric in metrics:
        title = (metric.doc or "").partition("\n")[0].partition(": ")[2]
        said = metric.paragraphs
        cells = (title, *(said[label] for label in ("Input", "Range", "Edge cases")))
        row = " | ".join(cell.replace("|", "\\|") for cell in cells)
        yield f"| [{metric.name}]({metric.name}.md) | {row} |"
