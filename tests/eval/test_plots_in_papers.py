"""Plots for papers with one learner and with many, long names and undefined scores: nothing is
outside the figure, covered by a legend, or like another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from plancore.report.benchmark.plots import COLUMNS
from plancore.report.benchmark.review import Benchmark, BenchmarkAttempt, LearnerInfo, Value
from plancore.report.plots import HeatMap
from plancore.report.runs.document import Experiment, RunsReport
from plancore.runs import RunFacts

if TYPE_CHECKING:
    from planeval.figures import PlotFigure

NAMES = ("sam", "a-learner-with-a-name-that-is-long-v2", *(f"learner-{k}" for k in range(3, 13)))
SHOWN = ("curves", "boxes", "means", "heatmap", "scatter")
UNDEFINED = ("trace_consistency", "applicability_recall_macro")


def _attempts(learners: tuple[str, ...], domains: tuple[str, ...]) -> Iterator[BenchmarkAttempt]:
    """Of the third learner some scores are undefined, of the last one all."""
    for number, learner in enumerate(learners):
        for place, domain in enumerate(domains):
            for size in (1, 2, 10):
                values = {
                    column.name: Value(
                        None
                        if (number == 2 and column.name in UNDEFINED) or number == 11
                        else (number + place + size) / 40
                    )
                    for column in COLUMNS
                }
                yield BenchmarkAttempt(
                    learner, domain, 0.0, 1, "learned", None, values, trajectories=size
                )


def _figure(count: int, kind: str) -> PlotFigure:
    from planeval.figures import figure_of, plots_of  # matplotlib takes long

    learners, domains = NAMES[:count], tuple(f"a-domain-with-a-long-name-{k}" for k in range(8))
    every = tuple(_attempts(learners, domains))
    infos = tuple(LearnerInfo(name, "") for name in learners)
    benchmark = Benchmark(infos, domains, (0.0,), every, sizes=(1, 2, 10))
    return figure_of(plots_of(benchmark, kind))


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 12])
@pytest.mark.parametrize("kind", SHOWN)
def test_no_text_is_outside_the_figure(kind: str, count: int) -> None:
    figure = _figure(count, kind)
    figure.draw_without_rendering()
    texts = [text for legend in figure.legends for text in legend.get_texts()]
    for axes in figure.axes:
        texts += [axes.title, axes.xaxis.label, axes.yaxis.label]
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            texts += [
                tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high
            ]
    edge = figure.bbox
    for text in texts:
        if not text.get_text():
            continue
        box = text.get_window_extent()
        inside = edge.x0 - 1 <= box.x0 <= box.x1 <= edge.x1 + 1
        assert inside, text.get_text()
        assert edge.y0 - 1 <= box.y0 <= box.y1 <= edge.y1 + 1, text.get_text()


def test_one_legend_below_has_every_learner_once() -> None:
    figure = _figure(12, "curves")
    figure.draw_without_rendering()
    assert [axes.get_legend() for axes in figure.axes] == [None] * len(figure.axes)
    (legend,) = figure.legends
    names = [text.get_text() for text in legend.get_texts()]
    assert len(set(names)) == len(names) == 11, "all but the one without a value"
    places = [text.get_window_extent() for text in legend.get_texts()]
    assert not any(one.overlaps(other) for one, other in combinations(places, 2))
    boxes = [axes.get_tightbbox() for axes in figure.axes]
    assert all(box is not None and legend.get_window_extent().y1 <= box.y0 for box in boxes)


def test_no_two_learners_look_the_same() -> None:
    figure = _figure(12, "means")
    (axes,) = figure.axes
    lines = [line for line in axes.get_lines() if str(line.get_marker()) in "osD^vPX"]
    assert len({(line.get_color(), line.get_marker()) for line in lines}) == len(lines) == 10


def _experiment(name: str, solved: int, failed: int) -> Experiment:
    def run(number: int, is_success: bool) -> RunFacts:
        return RunFacts(
            str(number), True, is_success, is_success, (), True, 1, None, None, None, None
        )

    runs = [run(number, number < solved) for number in range(solved + failed)]
    return Experiment(name, tuple(runs))


def test_a_class_that_no_run_of_an_experiment_has_is_0_and_not_undefined() -> None:
    from planeval.figures import figure_of, plots_of

    report = RunsReport((_experiment("all-solved", 3, 0), _experiment("hardly-any", 1, 199)))
    (plot,) = plots_of(report, "heatmap")
    assert isinstance(plot, HeatMap)
    assert list(plot.columns) == ["solved", "not reached goal"]
    assert plot.values == {
        ("all-solved", "solved"): 1,
        ("all-solved", "not reached goal"): 0,
        ("hardly-any", "solved"): 0.005,
        ("hardly-any", "not reached goal"): 0.995,
    }
    (axes,) = figure_of([plot]).axes
    assert [text.get_text() for text in axes.texts] == ["1.00", ".00", ".01", ".99"]


def test_numbers_in_a_heat_map_can_be_read_on_every_shade() -> None:
    """On the shade in the middle, black and white both have a contrast of 4.5."""
    from planeval.figures import figure_of

    columns = [str(number) for number in range(101)]
    shades = {("row", column): int(column) / 100 for column in columns}
    (axes,) = figure_of([HeatMap("shades", ["row"], columns, shades)]).axes
    (image,) = axes.get_images()
    for column, text in zip(columns, axes.texts, strict=True):
        behind = _luminance(tuple(image.cmap([shades["row", column]])[0]))
        number = 1.0 if text.get_color() == "white" else 0.0
        low, high = sorted((behind, number))
        assert (high + 0.05) / (low + 0.05) >= 4.4, column


def _luminance(colour: tuple[float, ...]) -> float:
    parts = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
