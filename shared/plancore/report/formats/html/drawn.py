"""A plot of any sort as a drawing."""

from __future__ import annotations

from plancore.report.formats.html.against import times_against
from plancore.report.formats.html.elements import Html
from plancore.report.formats.html.gantt import gantt
from plancore.report.formats.html.heat import heat_map
from plancore.report.formats.html.plots import scatter
from plancore.report.formats.html.survival import survival
from plancore.report.plots import Cactus, Gantt, HeatMap, Plot, Scatter, TimesScatter


def drawn(plot: Plot) -> Html:
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
