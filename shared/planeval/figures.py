"""Draw the plots of a report for a paper: SVG, PDF, or a matplotlib figure.

The document of a report has the data of its plots; matplotlib draws them. PDF embeds whole fonts,
SVG keeps names as text, and colour-blind readers can distinguish the colours (Okabe and Ito 2008).
The same report gives the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.style import context
from matplotlib.ticker import MaxNLocator

from plancore.report.document import Block, Detail, Details, Plots, Section
from plancore.report.lines import cut_in_the_middle
from plancore.report.marks import SAME
from plancore.report.plots import (
    Boxes,
    Cactus,
    Centres,
    Curves,
    HeatMap,
    Plot,
    Scatter,
    TimesScatter,
    plot_title,
)
from plancore.report.registry import PLOTTED, Report, document_of
from planfiles.errors import UserError

_NAMES: Final[dict[str, type[Plot]]] = {
    "curves": Curves,
    "boxes": Boxes,
    "means": Centres,
    "heatmap": HeatMap,
    "scatter": Scatter,
    "cactus": Cactus,
    "times": TimesScatter,
}
"""The type of each kind of plot, by the names used in `PLOTTED`."""

_STYLE: Final[dict[str, Any]] = {
    # STIXGeneral looks like Times and comes with matplotlib; DejaVu Serif has missing characters.
    "font.family": ["STIXGeneral", "DejaVu Serif"],
    "mathtext.fontset": "stix",
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.labelsize": 9,
    "legend.fontsize": 8,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "lines.linewidth": 1.2,
    "lines.markersize": 3.5,
    "legend.frameon": False,
    "pdf.fonttype": 42,
    "svg.fonttype": "none",
    "svg.hashsalt": "planeval",
}
_AS_WIDE: Final = b"'STIXGeneral', 'Times New Roman', Times, 'Liberation Serif',"
"""Fallback fonts in SVG, whose text is drawn with the fonts of the reader's machine."""
_COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_MARKERS: Final = "osD^vPX"
"""Markers distinguish curves also in black and white."""
_DASHES: Final = ("-", (0, (4, 2)), (0, (1, 1.5)), (0, (6, 1.5, 1, 1.5)))
"""Gaps in a line show a line that is exactly below it."""
_WIDTH: Final = 3.3
"""Inches: the column width of a two-column paper."""
_HEIGHT: Final = 2.4
_PER_CELL: Final = 0.45
_PER_ROW: Final = 0.24
_DARK: Final = 0.71
"""Above this value black numbers in a heat map would have less contrast than white ones."""
_NAME: Final = 16
"""Characters of a name on an axis."""
_LABEL: Final = 36
"""Characters of a name in a legend or title."""
_PER_LETTER: Final = 0.062
"""Inches per character of a legend."""
_BEFORE: Final = 0.5
"""Inches of a legend before each name."""
_FEW: Final = 4
"""The most names in a legend within a plot."""
_LEAST_SECONDS: Final = 0.01
"""Shorter times are drawn as this, as in HTML."""


class PlotFigure(Figure):
    """A figure that notebooks display as SVG."""

    def _repr_svg_(self) -> str:
        return _bytes_of(self, "svg").decode("utf-8")


def plots_of(report: Report, kind: str | None = None) -> list[Plot]:
    """The plots of a report, only those of `kind` if given. Raises UserError if there are none."""
    known = PLOTTED.get(report.kind, ())
    if kind is not None and kind not in known:
        expected = f"expected one of {', '.join(known)}" if known else "this report has no plots"
        raise UserError(f"unknown plot {kind!r}; {expected}")
    every = list(_plots(document_of(report, Detail.FULL).blocks))
    found = [each for each in every if kind is None or isinstance(each, _NAMES[kind])]
    if found:
        return found
    if kind is None or not every:
        raise UserError("the report has no plots")
    has = (name for name in known if any(isinstance(each, _NAMES[name]) for each in every))
    raise UserError(f"the report has no plot {kind!r}; it has {', '.join(has)}")


def _plots(blocks: Iterable[Block]) -> Iterator[Plot]:
    for block in blocks:
        match block:
            case Plots(plots):
                yield from plots
            case Section() | Details():
                yield from _plots(block.blocks)


def figure_of(plots: Sequence[Plot]) -> PlotFigure:
    """The plots in one figure: two per row, or one if a plot is wider than a column."""
    width = max(map(_width, plots))
    n_columns = 1 if width > _WIDTH else min(len(plots), 2)
    rows = [plots[k : k + n_columns] for k in range(0, len(plots), n_columns)]
    heights = [max(map(_height, row)) for row in rows]
    size = width * n_columns, sum(heights)
    with context(_STYLE):
        figure = PlotFigure(figsize=size, layout="constrained")
        grid = figure.subplots(
            len(rows), n_columns, squeeze=False, gridspec_kw={"height_ratios": heights}
        )
        for number, axes in enumerate(grid.flat):
            if number < len(plots):
                _draw(axes, plots[number])
            else:
                axes.remove()
        _share_legend(figure, *size)
    return figure


def _share_legend(figure: Figure, width: float, height: float) -> None:
    """Replace the legends of several panels, or one with many names, by one below all panels. It
    covers no curves and is not repeated; the figure grows by its height."""
    panels = [axes for axes in figure.axes if axes.get_legend() is not None]
    handles = {
        label: handle
        for axes in panels
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)
    }
    if not handles or (len(panels) < 2 and len(handles) <= _FEW):
        return
    for axes in panels:
        axes.legend().remove()
    longest = max(map(len, handles))
    columns = max(int(width / (_BEFORE + _PER_LETTER * longest)), 1)
    columns = min(columns, len(handles))
    figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=columns)
    figure.set_size_inches(width, height + 0.18 * ceil(len(handles) / columns))


def written(plots: Sequence[Plot], ending: str) -> bytes:
    """The plots as the content of a file, `svg` or `pdf`."""
    return _bytes_of(figure_of(plots), ending)


def _bytes_of(figure: Figure, ending: str) -> bytes:
    sink = io.BytesIO()
    date = {"svg": "Date", "pdf": "CreationDate"}[ending]
    with context(_STYLE):
        figure.savefig(sink, format=ending, metadata={date: None})
    return sink.getvalue().replace(b"'STIXGeneral',", _AS_WIDE)


def _width(plot: Plot) -> float:
    if isinstance(plot, HeatMap):
        return max(_WIDTH, 1 + _PER_CELL * len(plot.columns))
    return max(_WIDTH, 0.5 * len(plot.boxes)) if isinstance(plot, Boxes) else _WIDTH


def _height(plot: Plot) -> float:
    match plot:
        case HeatMap():
            return 1 + _PER_ROW * len(plot.rows)
        case _:
            return _HEIGHT


def _draw(axes: Axes, plot: Plot) -> None:
    axes.set_title(_label(plot_title(plot)))
    match plot:
        case Curves():
            _curves(axes, plot)
        case Boxes():
            _boxes(axes, plot)
        case Centres():
            _centres(axes, plot)
        case HeatMap():
            _heat_map(axes, plot)
        case Scatter():
            _scatter(axes, plot)
        case Cactus():
            _cactus(axes, plot)
        case TimesScatter():
            _times(axes, plot)


def _colour(hue: int) -> str:
    return _COLOURS[hue % len(_COLOURS)]


def _marker(hue: int) -> str:
    """The marker of a curve; curves of the same colour have different markers."""
    return _MARKERS[(hue + hue // len(_COLOURS)) % len(_MARKERS)]


def _marker_size(hue: int) -> float:
    """The size of a marker. Those drawn later are smaller, so that earlier ones stay visible."""
    return 5.6 - 0.6 * (hue % len(_MARKERS))


def _share_axis(set_limits: Callable[[float, float], object]) -> None:
    set_limits(-0.03, 1.03)


def _curves(axes: Axes, plot: Curves) -> None:
    for curve in plot.curves:
        if not curve.points:
            continue
        across = [point.x for point in curve.points]
        means = [point.mean for point in curve.points]
        spread = [point.deviation or 0.0 for point in curve.points]
        colour = _colour(curve.hue)
        axes.plot(
            across,
            means,
            color=colour,
            linestyle=_DASHES[curve.hue % len(_DASHES)],
            marker=_marker(curve.hue),
            markersize=_marker_size(curve.hue),
            label=_label(curve.name),
        )
        axes.fill_between(
            across,
            [max(mean - each, 0) for mean, each in zip(means, spread, strict=True)],
            [min(mean + each, 1) for mean, each in zip(means, spread, strict=True)],
            color=colour,
            alpha=0.13,
            linewidth=0,
        )
    axes.set_xticks(sorted({point.x for curve in plot.curves for point in curve.points}))
    axes.set_xlabel(plot.x)
    _share_axis(axes.set_ylim)
    axes.legend()


def _boxes(axes: Axes, plot: Boxes) -> None:
    drawn = axes.boxplot(
        [list(box.values) for box in plot.boxes],
        whis=(0, 100),
        widths=0.5,
        patch_artist=True,
        medianprops={"color": "black"},
    )
    for box, patch in zip(plot.boxes, drawn["boxes"], strict=True):
        patch.set(facecolor=_colour(box.hue), alpha=0.5)
    axes.set_xticks(range(1, len(plot.boxes) + 1), [_short(box.name) for box in plot.boxes])
    if max(len(_short(box.name)) for box in plot.boxes) * len(plot.boxes) > 36:
        _slant(axes)
    middle, half = (len(plot.boxes) + 1) / 2, max(len(plot.boxes), _FEW) / 2
    axes.set_xlim(middle - half, middle + half)
    _share_axis(axes.set_ylim)


def _centres(axes: Axes, plot: Centres) -> None:
    for each in plot.centres:
        axes.errorbar(
            each.x,
            each.y,
            xerr=_bar(each.x, each.x_deviation),
            yerr=_bar(each.y, each.y_deviation),
            color=_colour(each.hue),
            marker=_marker(each.hue),
            linestyle="none",
            elinewidth=0.8,
            capsize=2,
            label=_label(each.name),
        )
    axes.set_xlabel(plot.x)
    axes.set_ylabel(plot.y)
    _share_axis(axes.set_xlim)
    _share_axis(axes.set_ylim)
    axes.legend()


def _bar(mean: float, deviation: float | None) -> list[list[float]] | None:
    """The length of an error bar below and above the mean, clipped to 0 and 1."""
    if deviation is None:
        return None
    return [[min(deviation, mean)], [min(deviation, 1 - mean)]]


def _heat_map(axes: Axes, plot: HeatMap) -> None:
    values = [[plot.values.get((row, column)) for column in plot.columns] for row in plot.rows]
    shades = [[float("nan") if value is None else value for value in row] for row in values]
    axes.imshow(shades, vmin=0, vmax=1, cmap="Blues", aspect="auto")
    for down, row in enumerate(values):
        for across, value in enumerate(row):
            said = "–" if value is None else f"{_rounded(value):.2f}".removeprefix("0")
            colour = "white" if value is not None and value > _DARK else "black"
            axes.text(across, down, said, ha="center", va="center", color=colour, fontsize=6.5)
    axes.set_xticks(range(len(plot.columns)), list(map(_short, plot.columns)))
    axes.set_yticks(range(len(plot.rows)), list(map(_short, plot.rows)))
    _slant(axes)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _rounded(value: float) -> float:
    """The value for two decimals; only exact values become 0 or 1."""
    return min(max(value, 0.01), 0.99) if 0 < value < 1 else value


def _scatter(axes: Axes, plot: Scatter) -> None:
    for dot in plot.dots:
        colour = _COLOURS[2] if dot.mark is SAME else _COLOURS[1]
        axes.scatter(dot.x, dot.y, s=12 + 6 * (dot.n - 1), color=colour, alpha=0.7, linewidth=0)
    if plot.is_change:
        axes.plot([0, 1], [0, 1], color="grey", linewidth=0.6, linestyle="--")
    lacking = f" ({plot.n_undefined} undefined)" if plot.n_undefined else ""
    axes.set_xlabel(f"{plot.x}{lacking}")
    axes.set_ylabel(cut_in_the_middle(plot.y, _NAME + len(": R")))
    _share_axis(axes.set_xlim)
    _share_axis(axes.set_ylim)


def _cactus(axes: Axes, plot: Cactus) -> None:
    times = [each.seconds for course in plot.courses for each in course.solved]
    end = max([*times, _LEAST_SECONDS * 10, *([] if plot.limit is None else [plot.limit])])
    for course in plot.courses:
        solved = sorted(max(each.seconds, _LEAST_SECONDS) for each in course.solved)
        across = [_LEAST_SECONDS, *solved, end]
        up = [0, *range(1, len(solved) + 1), len(solved)]
        axes.step(
            across,
            up,
            where="post",
            color=_colour(course.hue),
            linestyle="--" if course.dashed else "-",
            label=f"{_label(course.name)} {len(solved)}/{course.n_given}",
        )
    if plot.limit is not None:
        axes.axvline(plot.limit, color="grey", linewidth=0.6, linestyle=":")
    axes.set_xscale("log")
    axes.set_xlabel(plot.unit)
    axes.set_ylabel("problems")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(loc="lower right")


def _times(axes: Axes, plot: TimesScatter) -> None:
    times = [time for each in plot.times for time in (each.x, each.y) if time is not None]
    low = _LEAST_SECONDS
    border = max([*times, low * 10]) * 3
    for each in plot.times:
        x = border if each.x is None else max(each.x, low)
        y = border if each.y is None else max(each.y, low)
        is_dot = each.x is not None and each.y is not None
        axes.plot(
            x,
            y,
            linestyle="none",
            marker="o" if is_dot else "x",
            color=_COLOURS[0] if is_dot else _COLOURS[1],
            alpha=0.7,
        )
    axes.plot([low, border], [low, border], color="grey", linewidth=0.6, linestyle="--")
    if any(each.x is None or each.y is None for each in plot.times):
        axes.axhline(border, color="grey", linewidth=0.4, linestyle=":")
        axes.axvline(border, color="grey", linewidth=0.4, linestyle=":")
        axes.text(border, low, f"{plot.border} ", fontsize=6, ha="right", va="bottom", rotation=90)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel(plot.x)
    axes.set_ylabel(plot.y)


def _slant(axes: Axes) -> None:
    """Rotate the names below the axis; each ends at its tick."""
    for text in axes.get_xticklabels():
        text.set(rotation=35, ha="right", rotation_mode="anchor")


def _short(name: str) -> str:
    """A name on an axis, its middle cut out if it is long."""
    return cut_in_the_middle(name, _NAME)


def _label(name: str) -> str:
    """A name in a legend or title, which have more room."""
    return cut_in_the_middle(name, _LABEL)
