"""Experiments: the figures, a row for each run, and where logs are wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Final

from plancore.metrics.run_plan_length import factor
from plancore.phrases import count_of
from plancore.report.document import (
    Block,
    Cell,
    Detail,
    Document,
    List,
    Paragraph,
    Plots,
    Section,
    Table,
    columns,
    items,
)
from plancore.report.figures import decimal, shown
from plancore.report.lines import Piece, Tone, line
from plancore.report.plots import HeatMap
from plancore.report.runs.review import Experiment, RunsReport
from plancore.runs.facts import RunClass, RunFacts
from plancore.runs.played import Disagreement

_MOST: Final = 100
"""So many experiments have a row in the map."""
_RUN: Final = ("instance", "mistakes", "length", "plan", "gold", "plan/gold", "class")


def document(report: RunsReport, detail: Detail) -> Document:
    """One experiment after the other."""
    sections = map(_experiment, report.experiments)
    plots = _plots(report) if detail is Detail.FULL else ()
    return Document("Runs", (), chain(sections, plots))


def headline(report: RunsReport) -> str:
    """How many experiments and runs there are, and what of them was left out."""
    runs = sum(len(each.runs) for each in report.experiments)
    left_out = sum(len(each.left_out) for each in report.experiments)
    rest = f"; {left_out} left out" if left_out else ""
    return f"{count_of(len(report.experiments), 'experiment')}, {count_of(runs, 'run')}{rest}"


def _plots(report: RunsReport) -> Iterator[Section]:
    shares: dict[tuple[str, str], float | None] = {}
    classes: dict[str, None] = {}
    names = [experiment.name for experiment in report.experiments if experiment.runs][:_MOST]
    for experiment in report.experiments:
        counts = Counter(run.run_class.value for run in experiment.runs)
        classes.update(dict.fromkeys(counts))
        for name, count in counts.items():
            shares[experiment.name, name] = count / len(experiment.runs)
    if names:
        plot = HeatMap("classes", names, list(classes), shares)
        note = "the share of the runs of each class"
        yield Section("How runs end", [Plots([plot])], note, "plots")


def _experiment(experiment: Experiment) -> Section:
    title = Piece(experiment.name, Tone.TITLE)
    return Section((title,), _blocks(experiment), _basis(experiment))


def _blocks(experiment: Experiment) -> Iterator[Block]:
    if experiment.runs:
        yield Table(columns("", ""), _figures(experiment), indent=2)
        runs = list(map(_run, experiment.runs))
        yield Section("", [Table(columns(*_RUN, numbers=range(1, 6)), runs, indent=2)])
    if experiment.disagreements:
        entries = items(map(_otherwise, experiment.disagreements))
        yield Section("Executed, it is otherwise than the logs say", [List(entries)])
    rest = [
        line(f"{title}: {entry.instance}, {entry.file}: {entry.reason}")
        for title, entries in (
            ("left out", experiment.left_out),
            ("not executed, counted as the log has it", experiment.not_executed),
        )
        for entry in entries
    ]
    if rest:
        yield Paragraph(rest)


def _basis(experiment: Experiment) -> str:
    """Who says how the runs went, and how many were left out."""
    runs = count_of(len(experiment.runs), "run")
    rest = f"; {len(experiment.left_out)} left out" if experiment.left_out else ""
    if not experiment.n_executed:
        return f"{runs}, as the logs have it{rest}"
    if experiment.n_executed == len(experiment.runs):
        return f"{runs}, executed again{rest}"
    return f"{runs}, {experiment.n_executed} of them executed again{rest}"


def _figures(experiment: Experiment) -> list[list[Cell]]:
    return [
        [Piece(figure.title, Tone.DIM), shown(None if result is None else figure.of(result))]
        for metric, result in experiment.measured
        for figure in metric.figures
    ]


def _run(run: RunFacts) -> list[Cell]:
    tone = Tone.PLAIN if run.run_class is RunClass.SOLVED else Tone.MISSING
    return [
        run.instance,
        str(len(run.mistakes)),
        str(run.interaction_length),
        _number(run.plan_length),
        _number(run.gold_length),
        decimal(factor(run)),
        Piece(run.run_class.value, tone),
    ]


def _number(value: int | None) -> str:
    return "–" if value is None else str(value)


def _otherwise(entry: Disagreement) -> str:
    where = "" if entry.step is None else f", output {entry.step}"
    if entry.step is not None and entry.attempt > 1:
        where = f", attempt {entry.attempt}{where}"
    verdict = "yes in the log, no when executed" if entry.logged else "no in the log, yes executed"
    return f"{entry.instance}{where}: {entry.what}: {verdict}"
