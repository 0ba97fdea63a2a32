"""Plots of any sort as drawings."""

from __future__ import annotations

from collections.abc import Mapping

from plancore.report.document import Plots
from plancore.report.marks import Mark
from plancore.report.plots import Cactus, Gantt, HeatMap, Plot, Scatter, TimesScatter
from plancore.report.render.html.elements import NOTHING, Html, element, joined
from plancore.report.render.html.gantt import gantt
from plancore.report.render.html.heat import heat_map
from plancore.report.render.html.scatter import scatter, times_against
from plancore.report.render.html.survival import survival


def plots_html(block: Plots) -> Html:
    """The plots, with what is said of them and the key of their colours."""
    key = _key(block.key) if block.key else NOTHING
    said = filter(None, (element("small", block.note) if block.note else NOTHING, key))
    parts = (element("p", each) for each in said)
    return joined((element("div", *map(_drawn, block.plots), class_="plots"), *parts))


def _drawn(plot: Plot) -> Html:
    """The drawing; nothing of a plot without anything in it."""
    match plot:
        case HeatMap():
            return heat_map(plot)
        case Scatter():
            return scatter(plot)
        case TimesScatter():
            return times_against(plot)
        case Cactus():
            return survival(plot)
        case Gantt():
            return gantt(plot)


def _key(meanings: Mapping[Mark, str]) -> Html:
    """What the colours of dots stand for, with the signs that are in their titles."""
    entries = (
        joined((element("span", "●", class_=mark.tone.value), f" {mark.sign} {meaning}"))
        for mark, meaning in meanings.items()
    )
    return element("small", joined(entries, "; "), class_="key")
