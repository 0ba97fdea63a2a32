"""A benchmark as a page: tables of means, learners against domains, folds by their figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from plancore.phrases import count_of
from plancore.report.benchmark.columns import COLUMNS, SOLVING, Column, legend, shown
from plancore.report.benchmark.review import Attempt, Benchmark, spread
from plancore.report.benchmark.text import (
    ERROR_COLUMNS,
    OF_ERRORS,
    OF_REPORTS,
    REMARK_COLUMNS,
    UNSOLVED,
    UNSOLVED_COLUMNS,
    WITH_ERRORS,
    cell,
    conditions,
    error_rows,
    failure_rows,
    headline,
    learned_text,
    learner_rows,
    noise_text,
    plan_rows,
    remark_rows,
    settings_rows,
    unsolved_rows,
)
from plancore.report.conditions import enforced_rows
from plancore.report.formats.html.elements import NOTHING, Html, element, joined
from plancore.report.formats.html.heat import heat_map
from plancore.report.formats.html.plots import Dot, key_of_colours, scatter
from plancore.report.formats.html.sections import Page, Section
from plancore.report.formats.html.tables import folded, table
from plancore.report.marks import CHANGED, SAME

_MAPPED = ("similarity", "applicability_precision_macro", "applicability_recall_macro")
_MAPPED_OF_SOLVING = ("solving_ratio", "plan_precision", "plan_recall")
_AGAINST = ("applicability_precision_macro", "applicability_recall_macro")
_BEHIND_A_COUNT = re.compile("(?<=[,;]) ")
_COLOURS = {SAME: "both are 1", CHANGED: "one is less"}


def page(benchmark: Benchmark) -> Page:
    """The page."""
    title = headline(benchmark)
    sections = [_section(benchmark, noise) for noise in benchmark.noises]
    sections += _without_trajectory(benchmark)
    sections += _failed(benchmark)
    sections += _unsolved(benchmark)
    sections += _with_errors(benchmark)
    sections += _with_remarks(benchmark)
    sections.append(_made_with(benchmark))
    key = element("p", element("small", "; ".join(legend(benchmark.metrics))))
    return Page(f"Benchmark: {title}", element("b", _unbroken(title)), key, sections)


def _unbroken(title: str) -> Html:
    """The headline, of which no count is taken apart where the window is narrow."""
    counts = _BEHIND_A_COUNT.split(title)
    return joined((element("span", count, class_="together") for count in counts), " ")


def _section(benchmark: Benchmark, noise: float) -> Section:
    """The tables of all domains, plots, then tables for each domain."""
    title = noise_text(noise)
    parts = [_tables(benchmark, noise, None, title)]
    parts += [_maps(benchmark, noise), _plots(benchmark, noise)]
    for domain in benchmark.domains:
        here = _tables(benchmark, noise, domain, domain)
        parts.append(folded(domain, here, is_open=len(benchmark.domains) == 1))
    return Section(f"noise{benchmark.noises.index(noise)}", title, joined(parts))


def _tables(benchmark: Benchmark, noise: float, domain: str | None, title: str) -> Html:
    """What was learned, and where problems were solved, what it is worth: one table is too wide for
    most windows."""
    solved = [column for column in shown(benchmark.metrics) if column in SOLVING]
    others = [column for column in shown(benchmark.metrics) if column not in SOLVING]
    tables = [_table(benchmark, noise, domain, others, title)]
    if solved:
        tables.append(_table(benchmark, noise, domain, solved, f"{title}: problem solving"))
    return joined(tables)


def _table(
    benchmark: Benchmark, noise: float, domain: str | None, columns: Sequence[Column], label: str
) -> Html:
    names = ["learner", "learned", *(column.title for column in columns)]
    rows = _rows(benchmark, noise, domain, columns)
    return table(rows, names, numbers=range(1, len(names)), label=label)


def _rows(
    benchmark: Benchmark, noise: float, domain: str | None, columns: Sequence[Column]
) -> Iterator[Sequence[str]]:
    for learner in benchmark.learners:
        attempts = benchmark.of(learner.name, noise, domain)
        if attempts:
            cells = (cell(attempts, column) for column in columns)
            yield (learner.name, learned_text(attempts), *map(_figure, cells))


def _figure(text: str) -> Html:
    """A mean with its deviation, which is not to be taken for a figure of its own."""
    mean, sign, deviation = text.partition("±")
    return joined((mean, element("span", sign, deviation, class_="spread") if sign else NOTHING))


def _maps(benchmark: Benchmark, noise: float) -> Html:
    """Learners × domains, for a few figures."""
    learners = [learner.name for learner in benchmark.learners]
    maps = []
    names = (*_MAPPED, *(name for name in _MAPPED_OF_SOLVING if name in benchmark.metrics))
    for column in _columns(names):
        values = {
            (learner, domain): spread(benchmark.of(learner, noise, domain), column.name).mean
            for learner in learners
            for domain in benchmark.domains
        }
        maps.append(heat_map(column.title, learners, benchmark.domains, values))
    return element("div", *maps, class_="plots")


def _plots(benchmark: Benchmark, noise: float) -> Html:
    """For each learner a dot for each fold."""
    plots: list[Html] = []
    for learner in benchmark.learners:
        attempts = benchmark.of(learner.name, noise)
        dots = list(_dots(attempts))
        if dots:
            n_undefined = len(attempts) - sum(dot.n for dot in dots)
            plots.append(scatter("P", f"{learner.name}: R", dots, n_undefined))
    if not plots:
        return NOTHING
    title = "Applicability: recall R against precision P of each fold; how many are at a place. "
    said = element("p", title, key_of_colours(_COLOURS))
    return joined((said, element("div", *plots, class_="plots")))


def _dots(attempts: Sequence[Attempt]) -> Iterator[Dot]:
    """A dot for each place that folds are at."""
    x, y = _columns(_AGAINST)
    places: dict[tuple[float, float], dict[str, list[str]]] = {}
    for each in attempts:
        across, up = _of(each, x), _of(each, y)
        if across is not None and up is not None:
            domains = places.setdefault((across, up), {})
            domains.setdefault(each.domain, []).append(str(each.fold))
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
    known = {column.name: column for column in (*COLUMNS, *SOLVING)}
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


def _unsolved(benchmark: Benchmark) -> Iterator[Section]:
    rows = list(unsolved_rows(benchmark))
    if rows:
        content = table(rows, UNSOLVED_COLUMNS, label=UNSOLVED, is_prose=True)
        tried = [each for attempt in benchmark.attempts for each in attempt.tried]
        unsolved = sum(not each.is_solved for each in tried)
        yield Section("unsolved", UNSOLVED, content, f"{unsolved} of {len(tried)} attempts")


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


def _with_remarks(benchmark: Benchmark) -> Iterator[Section]:
    rows = list(remark_rows(benchmark))
    if rows:
        content = table(rows, REMARK_COLUMNS, label=OF_REPORTS, is_prose=True)
        count = count_of(len(benchmark.with_remarks), "fold")
        yield Section("with-remarks", OF_REPORTS, content, count)


def _made_with(benchmark: Benchmark) -> Section:
    """What a repetition has to know."""
    learners = table(
        learner_rows(benchmark),
        ("learner", "version", ""),
        label="Learners",
    )
    settings = table(settings_rows(benchmark), label="Settings")
    held = joined(element("p", element("small", text)) for text in conditions(benchmark))
    enforced = benchmark.limits.get("enforced", {})
    how = table(
        enforced_rows(enforced),
        label="How surely the limits hold",
        is_prose=True,
    )
    parts = (learners, settings, held, how if enforced else NOTHING)
    return Section("made-with", "Learners and settings", joined(parts))
