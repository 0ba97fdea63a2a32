"""Experiments as text: the figures, a line for each run, and where logs are wrong."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.metrics.run_plan_length import factor
from plancore.phrases import count_of
from plancore.report.figures import decimal, shown
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.runs.review import Experiment, RunsReport
from plancore.report.table import Cell, head, table
from plancore.runs.facts import RunClass, RunFacts
from plancore.runs.played import Disagreement


def lines(report: RunsReport) -> Iterator[Line]:
    """One experiment after the other."""
    for number, experiment in enumerate(report.experiments):
        if number:
            yield ()
        yield from _experiment(experiment)


def headline(report: RunsReport) -> str:
    """How many experiments and runs there are, and what of them was left out."""
    runs = sum(len(each.runs) for each in report.experiments)
    left_out = sum(len(each.left_out) for each in report.experiments)
    rest = f"; {left_out} left out" if left_out else ""
    return f"{count_of(len(report.experiments), 'experiment')}, {count_of(runs, 'run')}{rest}"


def _experiment(experiment: Experiment) -> Iterator[Line]:
    yield line(Piece(visible(experiment.name), Tone.TITLE), Piece(f"  {_basis(experiment)}"))
    if experiment.runs:
        yield from table(_figures(experiment))
        yield ()
        yield from table(_runs(experiment), right=(2, 3, 4, 5, 6))
    if experiment.disagreements:
        yield ()
        yield line(Piece("Executed, it is otherwise than the logs say", Tone.TITLE))
        yield from (line(f"  {_otherwise(entry)}") for entry in experiment.disagreements)
    for title, entries in (
        ("left out", experiment.left_out),
        ("not executed, counted as the log has it", experiment.not_executed),
    ):
        for entry in entries:
            name = f"{visible(entry.instance)}, {visible(entry.file)}"
            yield line(f"{title}: {name}: {visible(entry.reason)}")


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
        ["", Piece(figure.title, Tone.DIM), shown(None if result is None else figure.of(result))]
        for metric, result in experiment.measured
        for figure in metric.figures
    ]


def _runs(experiment: Experiment) -> list[list[Cell]]:
    heads = ("", "instance", "mistakes", "length", "plan", "gold", "plan/gold", "class")
    return [head(*heads), *map(_run, experiment.runs)]


def _run(run: RunFacts) -> list[Cell]:
    tone = Tone.PLAIN if run.run_class is RunClass.SOLVED else Tone.MISSING
    return [
        "",
        visible(run.instance),
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
    return f"{visible(entry.instance)}{where}: {visible(entry.what)}: {verdict}"
