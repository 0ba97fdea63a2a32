"""Problems solved, as text: a headline, figures, a line for each problem, and why plans fail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.metrics.attempts import Attempt, AttemptClass, Judged, Solving
from plancore.metrics.base import Measurements, number
from plancore.phrases import count_of
from plancore.report.conditions import limits_text, machine_text
from plancore.report.figures import UNDEFINED, shown
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.solve.counts import WORDS, counts_text
from plancore.report.solve.review import SolveReport
from plancore.report.table import Cell, head, table
from plancore.simulate.trace import Verdict

WHY_NOT: Final = "Why not"
OF_REFERENCE: Final = "Plans of the reference, in the learned domain"
NOTES: Final = "Notes"
_MIB: Final = 1024 * 1024


def lines(report: SolveReport) -> Iterator[Line]:
    """What fits a screen first."""
    names = f"{visible(report.learned)} against {visible(report.reference)}"
    yield line(Piece(names, Tone.TITLE))
    yield line(headline(report))
    yield from _details(report)


def passage(report: SolveReport) -> Iterator[Line]:
    """The same as part of another report on the two domains."""
    yield line(Piece("Problems solved", Tone.TITLE), f"  {headline(report)}")
    yield from _details(report)


def _details(report: SolveReport) -> Iterator[Line]:
    yield ()
    yield from figures(report)
    if report.attempts:
        yield ()
        yield from attempts(report)
    for title, told in (
        (WHY_NOT, reasons(report)),
        (OF_REFERENCE, plans_of_reference(report)),
        (NOTES, notes(report)),
    ):
        of_part = list(told)
        if of_part:
            yield ()
            yield line(Piece(title, Tone.TITLE))
            yield from of_part
    if report.planners:
        yield ()
        yield from conditions(report)
    yield from (line(f"error: {visible(problem)}") for problem in report.problems)


def headline(report: SolveReport) -> str:
    """`7 of 12 solved, 2 false plans, 3 timeouts`: every attempt, by what came of it."""
    classes = [attempt.attempt_class for attempt in report.attempts]
    if not classes:
        return "nothing was solved with the learned domain"
    n_without = classes.count(AttemptClass.NO_RESULT)
    told = counts_text(classes) or "0 of 0 solved"
    return f"{told}, {n_without} without a result" if n_without else told


def figures(report: SolveReport) -> list[Line]:
    """The table of what was measured."""
    return table(_figures(report))


def attempts(report: SolveReport) -> list[Line]:
    """The table of the attempts with the learned domain. A plan that was given is called by its
    file."""
    return table(_rows(report), right=(3, 4, 5, 6, 7))


def _figures(report: SolveReport) -> list[list[Cell]]:
    """A column for each planner, where there are several, and one for all. What is undefined, or
    a count of nothing, for all of them is left out."""
    columns: list[tuple[str, Measurements]] = list(report.by_planner)
    if len(columns) != 1:
        columns = [("all", report.measured), *columns]
    of_columns = [
        [figure.of(result) for metric, result in measured for figure in metric.figures]
        for _, measured in columns
    ]
    titles = [figure.title for metric, _ in report.measured for figure in metric.figures]
    rows: list[list[Cell]] = [
        ["", Piece(title, Tone.DIM), *map(shown, values)]
        for title, *values in zip(titles, *of_columns, strict=True)
        if any(number(value) is not None and value != 0 for value in values)
    ]
    if len(columns) == 1:
        return rows
    return [head("", "", *(visible(name) for name, _ in columns)), *rows]


def _rows(report: SolveReport) -> list[list[Cell]]:
    has_given = any(each.source is not None for each in report.attempts)
    by = "planner or plan" if has_given else "planner"
    heads = ("", "problem", by, "s", "CPU s", "MiB", "steps", "cost", "class", "reference")
    return [
        head(*heads),
        *(_row(each, each.learned) for each in report.solvings if each.learned is not None),
    ]


def _row(solving: Solving, attempt: Attempt) -> list[Cell]:
    memory = None if attempt.memory is None else attempt.memory / _MIB
    return [
        "",
        visible(attempt.problem),
        visible(attempt.source or attempt.planner),
        _decimal(attempt.wall, 2),
        _decimal(attempt.cpu, 2),
        _decimal(memory, 0),
        UNDEFINED if attempt.plan is None else str(len(attempt.plan)),
        UNDEFINED if attempt.cost is None else f"{float(attempt.cost):g}",
        Piece(WORDS[attempt.attempt_class], _tone(attempt)),
        _beside(solving.reference),
    ]


def _beside(reference: Attempt | None) -> str:
    """The attempt with the reference, in a cell."""
    if reference is None:
        return ""
    words = WORDS[reference.attempt_class]
    if reference.plan is None or reference.cpu is None:
        return words
    return f"{words}, {count_of(len(reference.plan), 'step')}, {reference.cpu:.2f} CPU s"


def _tone(attempt: Attempt) -> Tone:
    return Tone.PLAIN if attempt.is_solved else Tone.MISSING


def _decimal(value: float | None, digits: int) -> str:
    return UNDEFINED if value is None else f"{value:,.{digits}f}"


def reasons(report: SolveReport) -> Iterator[Line]:
    """Why there is no valid plan, false plans first."""
    failed = [attempt for attempt in report.attempts if not attempt.is_solved]
    failed.sort(key=lambda attempt: attempt.attempt_class is not AttemptClass.FALSE_PLAN)
    for attempt in failed:
        step = None if attempt.in_reference is None else attempt.in_reference.failing_step
        what = WORDS[attempt.attempt_class]
        yield line(
            f"  {_name(attempt)}: {what}{_where(attempt.plan, step)}{_because(attempt.reason)}"
        )


def notes(report: SolveReport) -> Iterator[Line]:
    """What is odd about problems, each once."""
    attempts = (each for both in report.solvings for each in (both.learned, both.reference))
    told = ((each.problem, each.remark) for each in attempts if each is not None and each.remark)
    for problem, remark in dict.fromkeys(told):
        yield line(f"  {visible(problem)}: {visible(remark)}")
    yield from (line(f"  {visible(note)}") for note in report.notes)


def plans_of_reference(report: SolveReport) -> Iterator[Line]:
    """The plans of the reference that the learned domain is wrong about."""
    wrong = [
        (attempt, attempt.in_learned)
        for solving in report.solvings
        if (attempt := solving.reference) is not None
        and attempt.in_learned is not None
        and attempt.in_reference is not None
        and (attempt.in_learned.verdict is Verdict.VALID)
        is not (attempt.in_reference.verdict is Verdict.VALID)
    ]
    for attempt, judged in wrong:
        yield line(f"  {_name(attempt)}: {_accepted(attempt, judged)}")


def _accepted(attempt: Attempt, judged: Judged) -> str:
    if judged.verdict is Verdict.VALID:
        return "valid there, and not in the reference"
    where = _where(attempt.plan, judged.failing_step)
    return f"{judged.verdict.value}{where}{_because(judged.reason)}"


def _name(attempt: Attempt) -> str:
    return f"{visible(attempt.problem)}, {visible(attempt.source or attempt.planner)}"


def _where(plan: Sequence[str] | None, step: int | None) -> str:
    if step is None:
        return ""
    action = f", {visible(plan[step - 1])}" if plan is not None and step <= len(plan) else ""
    return f" at step {step}{action}"


def _because(reason: str | None) -> str:
    return f": {visible(reason)}" if reason else ""


def conditions(report: SolveReport) -> Iterator[Line]:
    """What the figures hold for."""
    limits = limits_text(report.time_limit, report.memory_limit)
    yield line(Piece(f"Limits of an attempt: {limits}", Tone.DIM))
    if report.machine:
        yield line(Piece(f"Machine: {visible(machine_text(report.machine))}", Tone.DIM))
    for planner in report.planners:
        version = f" ({visible(planner.version)})" if planner.version else ", version unknown"
        yield line(Piece(f"{visible(planner.name)}{version}", Tone.DIM))
