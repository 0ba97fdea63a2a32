"""Runs of language models as a page: what the text says, and a map of how runs end."""

from __future__ import annotations

from collections import Counter
from typing import Final

from plancore.report.formats.html import any_kind
from plancore.report.formats.html.elements import element
from plancore.report.formats.html.heat import heat_map
from plancore.report.formats.html.sections import Page, Section
from plancore.report.runs.review import RunsReport

_MOST: Final = 100
"""So many experiments have a row in the map."""


def page(report: RunsReport) -> Page:
    """The page."""
    whole = any_kind.page(report)
    shares: dict[tuple[str, str], float | None] = {}
    classes: dict[str, None] = {}
    for experiment in report.experiments:
        counts = Counter(run.run_class.value for run in experiment.runs)
        classes.update(dict.fromkeys(counts))
        for name, count in counts.items():
            shares[experiment.name, name] = count / len(experiment.runs)
    names = [experiment.name for experiment in report.experiments if experiment.runs][:_MOST]
    if not names:
        return whole
    plot = element("div", heat_map("classes", names, list(classes), shares), class_="plots")
    section = Section("plots", "How runs end", plot, "the share of the runs of each class")
    return whole._replace(sections=[*whole.sections, section])
