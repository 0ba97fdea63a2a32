"""Writes docs/reference/rules/ and docs/reference/metrics/ from docstrings of rules and metrics.

    python docs/generate.py

A test compares the pages with the docstrings, so run this after changing one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from plancore.metrics.base import Metric
from plancore.metrics.registry import domains, literals, plans, runs, solving
from plancore.rules.base import Rule
from plancore.rules.plans.registry import PLAN_RULES
from plancore.rules.registry import ALL

RULES: Final = (*ALL, *PLAN_RULES)


def rule_pages() -> dict[str, str]:
    """The text of each page about rules, by the name of its file."""
    made = {f"{rule.CODE}.md": _rule_page(rule) for rule in RULES}
    made["README.md"] = _rule_index()
    return made


def metric_pages() -> dict[str, str]:
    """The text of each page about metrics, by the name of its file."""
    metrics = (*literals.METRICS, *domains.METRICS, *plans.METRICS, *runs.METRICS, *solving.METRICS)
    made = {f"{metric.name}.md": _metric_page(metric) for metric in metrics}
    made["README.md"] = _metric_index()
    return made


FOLDERS: Final[Mapping[str, Callable[[], dict[str, str]]]] = {
    "rules": rule_pages,
    "metrics": metric_pages,
}


def write(folder: Path, wanted: Mapping[str, str]) -> None:
    """Write all pages into `folder` and remove those of what is gone."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    for path in folder.glob("*.md"):
        if path.name not in wanted:
            path.unlink()


def _rule_page(rule: Rule) -> str:
    """One rule as a page: its docstring, with code and default severity above."""
    title, _, body = _text(rule).partition("\n")
    default = "on" if rule.DEFAULT else "off"
    return (
        f"# {rule.CODE}\n\n{title}\n\n"
        f"Severity: {rule.SEVERITY.label}. By default: {default}.\n\n{body.strip()}\n"
    )


def _rule_index() -> str:
    """The list of all rules."""
    lines = [
        "# Rules",
        "",
        "Each rule is one file in `shared/plancore/rules/catalogue`, for plans in",
        "`shared/plancore/rules/plans/catalogue`; its docstring is its page here. A code is also",
        "the word for the settings and for a comment that silences the rule on its line, or on the",
        "next line when nothing else stands on its own:",
        "`; planlsp: ignore[unused-parameter]`.",
        "",
        "| code | severity | by default | what it says |",
        "|---|---|---|---|",
    ]
    for rule in sorted(RULES, key=lambda rule: rule.CODE):
        title = _text(rule).partition("\n")[0]
        default = "on" if rule.DEFAULT else "off"
        lines.append(
            f"| [{rule.CODE}]({rule.CODE}.md) | {rule.SEVERITY.label} | {default} | {title} |"
        )
    return "\n".join(lines) + "\n"


def _metric_page(metric: Metric[Any, Any]) -> str:
    """One metric as a page: its docstring under its name."""
    return f"# {metric.name}\n\n{(metric.doc or '').strip()}\n"


_METRICS_HEAD: Final = """\
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


def _metric_index() -> str:
    """What all metrics have in common, and tables of them."""
    tables = (
        ("## Of domains, literal by literal", literals.METRICS),
        ("## Of domains, with what else is given", domains.METRICS),
        ("## Of plans", plans.METRICS),
        ("## Of runs of language models", runs.METRICS),
        ("## Of problem solving", solving.METRICS),
    )
    blocks = ["\n".join((title, "", *_metric_table(metrics))) for title, metrics in tables]
    return "\n".join((_METRICS_HEAD, *(f"{block}\n" for block in blocks)))


def _metric_table(metrics: Iterable[Metric[Any, Any]]) -> Iterable[str]:
    yield "| metric | what it says | input | range | edge cases |"
    yield "|---|---|---|---|---|"
    for metric in metrics:
        title = (metric.doc or "").partition("\n")[0].partition(": ")[2]
        said = metric.paragraphs
        cells = (title, *(said[label] for label in ("Input", "Range", "Edge cases")))
        row = " | ".join(cell.replace("|", "\\|") for cell in cells)
        yield f"| [{metric.name}]({metric.name}.md) | {row} |"


def _text(module: object) -> str:
    return (module.__doc__ or "").strip()


if __name__ == "__main__":
    for name, pages in FOLDERS.items():
        write(Path(__file__).parent / "reference" / name, pages())
