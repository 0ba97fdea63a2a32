"""Runs of language models as a page: what the text says, classes of failures by experiment, and how
lengths and factors are spread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from plancore.metrics.run_plan_length import factor
from plancore.report.formats.html import any_kind
from plancore.report.formats.html.elements import Html, element
from plancore.report.formats.html.heat import heat_map
from plancore.report.formats.html.sections import Page, Section
from plancore.report.formats.html.strips import Strip, strips
from plancore.report.runs.review import RunsReport
from plancore.runs.facts import RunFacts

_SPREAD: Final[dict[str, Callable[[RunFacts], Fraction | int | None]]] = {
    "plan length": lambda run: run.plan_length,
    "plan length / length of the gold plan": factor,
    "length of the interaction": lambda run: run.interaction_length,
    "mistakes": lambda run: len(run.mistakes),
}
_MOST: Final = 100
"""So many experiments have a row in the map."""


def page(report: RunsReport) -> Page:
    """The page."""
    whole = any_kind.page(report)
    plots = element("div", *_plots(report), class_="plots")
    remark = "the share of the runs of each class; a dot for each run, a line at the mean"
    return whole._replace(
        sections=[*whole.sections, Section("plots", "How runs are spread", plots, remark)]
    )


def _plots(report: RunsReport) -> Iterator[Html]:
    shares: dict[tuple[str, str], float | None] = {}
    classes: dict[str, None] = {}
    for experiment in report.experiments:
        counts = Counter(run.run_class.value for run in experiment.runs)
        classes.update(dict.fromkeys(counts))
        for name, count in counts.items():
            shares[experiment.name, name] = count / len(experiment.runs)
    names = [experiment.name for experiment in report.experiments if experiment.runs][:_MOST]
    if names:
        yield heat_map("classes", names, list(classes), shares)
    for title, of in _SPREAD.items():
        yield strips(
            title,
            (
                Strip.of(each.name, ((run.instance, of(run)) for run in each.runs))
                for each in report.experiments
            ),
        )
