"""A benchmark as a page: tables of means, how each figure is spread, learners against domains."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from plancore.report.benchmark.columns import COLUMNS, LEGEND, Column, shown
from plancore.report.benchmark.review import Attempt, Benchmark, spread
from plancore.report.benchmark.text import (
    ERROR_COLUMNS,
    OF_ERRORS,
    WITH_ERRORS,
    cell,
    conditions,
    error_rows,
    failure_rows,
    headline,
    learned_text,
    noise_text,
    plan_rows,
    settings_rows,
)
from plancore.report.formats.html.elements import NOTHING, Html, element, joined
from plancore.report.formats.html.heat import heat_map
from plancore.report.formats.html.plots import Dot, histogram, scatter
from plancore.report.formats.html.sections import Page, Section
from plancore.report.formats.html.tables import folded, table
from plancore.report.marks import CHANGED, SAME
from plancore.report.words import count_of

_MAPPED = ("similarity", "applicability_precision_macro", "applicability_recall_macro")
_AGAINST = ("applicability_precision_macro", "applicability_recall_macro")
_BEHIND_A_COUNT = re.compile("(?<=[,;]) ")
_MOST = 2_000
"""So many places of folds have a dot."""


def page(benchmark: Benchmark) -> Page:
    """The page."""
    title = headline(benchmark)
    sections = [_section(benchmark, noise) for noise in benchmark.noises]
    sections += _without_trajectory(benchmark)
    sections += _failed(benchmark)
    sections += _with_errors(benchmark)
    sections.append(_made_with(benchmark))
    legend = element("p", element("small", "; ".join(LEGEND)))
    return Page(f"Benchmark: {title}", element("b", _unbroken(title)), legend, sections)


def _unbroken(title: str) -> Html:
    """The headline, of which no count is taken apart where the window is narrow."""
    counts = _BEHIND_A_COUNT.split(title)
    return joined((element("span", count, class_="together") for count in counts), " ")


def _section(benchmark: Benchmark, noise: float) -> Section:
    """The table of all domains, plots, then a table for each domain."""
    names = ["learner", "learned", *(column.title for column in shown(benchmark.metrics))]
    title = noise_text(noise)
    rows = _rows(benchmark, noise, None)
    parts = [table(rows, names, numbers=range(1, len(names)), label=title)]
    parts += [_maps(benchmark, noise), _plots(benchmark, noise)]
    for domain in benchmark.domains:
        here = table(
            _rows(benchmark, noise, domain), names, numbers=range(1, len(names)), label=domain
        )
        parts.append(folded(domain, here, is_open=len(benchmark.domains) == 1))
    return Section(f"noise{benchmark.noises.index(noise)}", title, joined(parts))


def _rows(benchmark: Benchmark, noise: float, domain: str | None) -> Iterator[Sequence[str]]:
    for learner in benchmark.learners:
        attempts = benchmark.of(learner.name, noise, domain)
        if attempts:
            cells = (cell(attempts, column) for column in shown(benchmark.metrics))
            yield (learner.name, learned_text(attempts), *map(_figure, cells))


def _figure(text: str) -> Html:
    """A mean with its deviation, which is not to be taken for a figure of its own."""
    mean, sign, deviation = text.partition("±")
    return joined((mean, element("span", sign, deviation, class_="spread") if sign else NOTHING))


def _maps(benchmark: Benchmark, noise: float) -> Html:
    """Learners × domains, for a few figures."""
    learners = [learner.name for learner in benchmark.learners]
    maps = []
    for column in _columns(_MAPPED):
        values = {
            (learner, domain): spread(benchmark.of(learner, noise, domain), column.name).mean
            for learner in learners
            for domain in benchmark.domains
        }
        maps.append(heat_map(column.title, learners, benchmark.domains, values))
    return element("div", *maps, class_="plots")


def _plots(benchmark: Benchmark, noise: float) -> Html:
    """For each learner a dot for each fold, and how its similarity is spread."""
    scatters: list[Html] = []
    spreads: list[Html] = []
    (similarity,) = _columns(("similarity",))
    for learner in benchmark.learners:
        attempts = benchmark.of(learner.name, noise)
        dots = list(_dots(attempts))[:_MOST]
        if dots:
            scatters.append(scatter("P", f"{learner.name}: R", dots))
        values = [value for each in attempts if (value := _of(each, similarity)) is not None]
        if values:
            spreads.append(histogram(learner.name, values))
    parts: list[Html] = []
    for title, plots in (
        (
            "Applicability: recall against precision of each fold, with how many are at a place",
            scatters,
        ),
        ("Similarity of the learned actions, all folds", spreads),
    ):
        if plots:
            parts += [element("p", title), element("div", *plots, class_="plots")]
    return joined(parts) if parts else NOTHING


def _dots(attempts: Sequence[Attempt]) -> Iterator[Dot]:
    """A dot for each place that folds are at."""
    x, y = _columns(_AGAINST)
    places: dict[tuple[float, float], dict[str, list[str]]] = {}
    for each in attempts:
        across, up = _of(each, x), _of(each, y)
        if across is not None and up is not None:
            domains = places.setdefault((across, up), {})
            domains.setdefault(each.domain, []).append(str(each.fold + 1))
    for (across, up), domains in places.items():
        names = (
            f"{domain}, {'fold' if len(folds) == 1 else 'folds'} {' '.join(folds)}"
            for domain, folds in domains.items()
        )
        mark = SAME if across == up == 1 else CHANGED
        yield Dot(across, up, "; ".join(names), mark, sum(map(len, domains.values())))


def _of(attempt: Attempt, column: Column) -> float | None:
    entry = attempt.values.get(column.name)
    return None if entry is None else entry.value


def _columns(names: Sequence[str]) -> list[Column]:
    known = {column.name: column for column in COLUMNS}
    return [known[name] for name in names]


def _without_trajectory(benchmark: Benchmark) -> Iterator[Section]:
    rows = list(plan_rows(benchmark))
    if rows:
        title = "Without a trajectory"
        names = ("domain", "problem", "planner", "", "reason")
        content = table(rows, names, label=title, is_prose=True)
        count = f"{len(rows)} of {count_of(len(benchmark.planned), 'problem')}"
        yield Section("without-trajectory", title, content, count)


def _failed(benchmark: Benchmark) -> Iterator[Section]:
    rows = list(failure_rows(benchmark))
    if rows:
        names = ("learner", "domain", "noise", "folds", "class", "reason")
        content = table(rows, names, label="Not learned", is_prose=True)
        yield Section("failed", "Not learned", content, f"{len(benchmark.failures)} folds")


def _with_errors(benchmark: Benchmark) -> Iterator[Section]:
    rows = list(error_rows(benchmark))
    if rows:
        content = joined(
            (
                table(rows, ERROR_COLUMNS, label=WITH_ERRORS, is_prose=True),
                element("p", element("small", OF_ERRORS)),
            )
        )
        count = count_of(len(benchmark.with_errors), "fold")
        yield Section("with-errors", WITH_ERRORS, content, count)


def _made_with(benchmark: Benchmark) -> Section:
    """What a repetition has to know."""
    learners = table(
        ((each.name, each.version, each.remark) for each in benchmark.learners),
        ("learner", "version", ""),
        label="Learners",
    )
    settings = table(settings_rows(benchmark), label="Settings")
    held = joined(element("p", element("small", text)) for text in conditions(benchmark))
    enforced = benchmark.limits.get("enforced", {})
    how = table(
        ((name.replace("_", " "), str(value)) for name, value in enforced.items()),
        label="How surely the limits hold",
        is_prose=True,
    )
    parts = (learners, settings, held, how if enforced else NOTHING)
    return Section("made-with", "Learners and settings", joined(parts))
