"""Solved problems as a document: a headline, scores, a line for each problem, and why plans
fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from typing import Final

from plancore.metrics.attempts import Attempt, AttemptClass, PlanCheck, Solving
from plancore.metrics.base import Measurements, number
from plancore.phrases import count_of
from plancore.report import document as doc
from plancore.report.figures import UNDEFINED, shown
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.plots import Cactus, Plot, Solved, SolvedCurve, Times, TimesScatter
from plancore.report.solve.review import (
    WORDS,
    SolveReport,
    counts_text,
    enforced_rows,
    limits_text,
    machine_text,
)
from plancore.simulate.trace import Verdict

_MIB: Final = 1024 * 1024
_MOST_LISTED: Final = 20
"""The maximum number of attempts with a row in a text."""
_FIRST: Final = "solving ratio"
_NONE: Final = ("", UNDEFINED)


def document(report: SolveReport, detail: doc.Detail) -> doc.Document:
    """The whole report, with a first part that fits on a screen."""
    names = Piece(f"{report.learned} vs. {report.reference}", Tone.TITLE)
    title = line(names, f": {headline(report)}")
    said = [_errors(report)] if report.problems and detail is doc.Detail.FULL else []
    return doc.Document("Solve", title, chain(said, _blocks(report, detail)))


def section(report: SolveReport, detail: doc.Detail) -> doc.Section:
    """The same as part of another report on the two domains."""
    return doc.Section("Problem solving", _blocks(report, detail), headline(report), "solving")


def _blocks(report: SolveReport, detail: doc.Detail) -> Iterator[doc.Block]:
    is_full = detail is doc.Detail.FULL
    if is_full:
        # Only pages have plots.
        yield from facts(report)
    yield doc.Section("Scores" if is_full else "", [_figures(report, is_full=is_full)])
    if is_full:
        yield from plots_sections(report)
    if report.attempts:
        note = str(len(report.attempts))
        attempts = list(_attempts(report, is_full=is_full))
        yield doc.Section("Problems" if is_full else "", attempts, note * is_full)
    for title, said in (
        ("Failures", _reasons(report)),
        ("Reference plans in the learned domain", _plans_of_reference(report)),
        ("Notes", _notes(report)),
    ):
        entries = doc.items(said)
        if entries:
            yield doc.Section(title, [doc.List(entries)], str(len(entries)) * is_full)
    if report.planners:
        conditions = [doc.Paragraph(list(_conditions(report, is_full=is_full)))]
        if is_full:
            yield doc.Section("Planners and limits", [*conditions, *_made_with(report)])
        else:
            yield doc.Section("", conditions)
    if report.problems and not is_full:
        yield _errors(report)


def _errors(report: SolveReport) -> doc.Errors:
    return doc.Errors([line(problem) for problem in report.problems])


def headline(report: SolveReport) -> str:
    """`7 of 12 solved, 2 false plans, 3 timeouts`: all attempts by outcome."""
    classes = [attempt.attempt_class for attempt in report.attempts]
    if not classes:
        return "no problem solved with the learned domain"
    n_without = classes.count(AttemptClass.NO_RESULT)
    told = counts_text(classes) or "0 of 0 solved"
    return f"{told}, {n_without} without a result" if n_without else told


def _attempts(report: SolveReport, *, is_full: bool) -> Iterator[doc.Block]:
    """The attempts with the learned domain. A given plan is named by its file. A text omits empty
    columns and, of many attempts, lists failed ones first."""
    has_given = any(each.source is not None for each in report.attempts)
    by = "planner or plan" if has_given else "planner"
    heads = ("problem", by, "s", "CPU s", "MiB", "steps", "cost", "class", "reference")
    attempts = [(each, each.learned) for each in report.solvings if each.learned is not None]
    n_more = 0 if is_full else len(attempts) - _MOST_LISTED
    if n_more > 0:
        attempts = sorted(attempts, key=lambda each: each[1].is_solved)[:_MOST_LISTED]
    rows = [_row(*each) for each in attempts]
    known = [at for at in range(len(heads)) if is_full or any(row[at] not in _NONE for row in rows)]
    numbers = [place for place, at in enumerate(known) if at in range(2, 7)]
    cells = [[row[at] for at in known] for row in rows]
    yield doc.Table(doc.columns(*(heads[at] for at in known), numbers=numbers), cells, indent=2)
    if n_more > 0:
        said = f"{n_more} more; --format csv lists all of them"
        yield doc.Paragraph([line(Piece(said, Tone.DIM))], indent=2)


def _figures(report: SolveReport, *, is_full: bool) -> doc.Table:
    """A column for each planner, if there are several, and one for all. Scores that are undefined
    or 0 for all planners are omitted; a text also omits ratios of 0, except the first."""
    of_planners: list[tuple[str, Measurements]] = list(report.by_planner)
    if len(of_planners) != 1:
        of_planners = [("all", report.measured), *of_planners]
    of_columns = [
        [figure.of(result) for metric, result in measured for figure in metric.figures]
        for _, measured in of_planners
    ]
    titles = [figure.title for metric, _ in report.measured for figure in metric.figures]
    rows: list[list[doc.Cell]] = [
        [Piece(title, Tone.DIM), *map(shown, values)]
        for title, *values in zip(titles, *of_columns, strict=True)
        if any(number(value) is not None and value != 0 for value in values)
        and (is_full or title == _FIRST or any(map(number, values)))
    ]
    names = ["" if len(of_planners) == 1 else name for name, _ in of_planners]
    return doc.Table(doc.columns("", *names), rows, indent=2)


def _row(solving: Solving, attempt: Attempt) -> list[doc.Cell]:
    memory = None if attempt.memory is None else attempt.memory / _MIB
    return [
        attempt.problem,
        attempt.source or attempt.planner,
        _decimal(attempt.wall, 2),
        _decimal(attempt.cpu, 2),
        _decimal(memory, 0),
        UNDEFINED if attempt.plan is None else str(len(attempt.plan)),
        UNDEFINED if attempt.cost is None else f"{float(attempt.cost):g}",
        Piece(WORDS[attempt.attempt_class], Tone.PLAIN if attempt.is_solved else Tone.MISSING),
        _beside(solving.reference),
    ]


def _beside(reference: Attempt | None) -> str:
    if reference is None:
        return ""
    words = WORDS[reference.attempt_class]
    if reference.plan is None or reference.cpu is None:
        return words
    return f"{words}, {count_of(len(reference.plan), 'step')}, {reference.cpu:.2f} CPU s"


def _decimal(value: float | None, digits: int) -> str:
    return UNDEFINED if value is None else f"{value:,.{digits}f}"


def _reasons(report: SolveReport) -> Iterator[str]:
    """Why there is no valid plan, false plans first. A step named in the reason is not repeated."""
    failed = [attempt for attempt in report.attempts if not attempt.is_solved]
    failed.sort(key=lambda attempt: attempt.attempt_class is not AttemptClass.FALSE_PLAN)
    for attempt in failed:
        step = None if attempt.in_reference is None else attempt.in_reference.failing_step
        what = WORDS[attempt.attempt_class]
        where = _where(attempt.plan, step, attempt.reason)
        yield f"{_name(attempt)}: {what}{where}{_because(attempt.reason)}"


def _notes(report: SolveReport) -> Iterator[str]:
    """Remarks on problems, without duplicates."""
    attempts = (each for both in report.solvings for each in (both.learned, both.reference))
    told = ((each.problem, each.remark) for each in attempts if each is not None and each.remark)
    for problem, remark in dict.fromkeys(told):
        yield f"{problem}: {remark}"
    yield from report.notes


def _plans_of_reference(report: SolveReport) -> Iterator[str]:
    """The plans of the reference whose validity differs in the learned domain."""
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
        yield f"{_name(attempt)}: {_accepted(attempt, judged)}"


def _accepted(attempt: Attempt, judged: PlanCheck) -> str:
    if judged.verdict is Verdict.VALID:
        return "valid in the learned domain only"
    where = _where(attempt.plan, judged.failing_step, judged.reason)
    return f"{judged.verdict.value}{where}{_because(judged.reason)}"


def _name(attempt: Attempt) -> str:
    return f"{attempt.problem}, {attempt.source or attempt.planner}"


def _where(plan: Sequence[str] | None, step: int | None, reason: str | None) -> str:
    if step is None:
        return ""
    action = plan[step - 1] if plan is not None and step <= len(plan) else ""
    return f" at step {step}{f', {action}' if action and action not in (reason or '') else ''}"


def _because(reason: str | None) -> str:
    return f": {reason}" if reason else ""


def _conditions(report: SolveReport, *, is_full: bool) -> Iterator[Line]:
    """The limits and machine; in a text also the planners, for which a page has a table."""
    limits = limits_text(report.time_limit, report.memory_limit)
    yield line(Piece(f"Limits per attempt: {limits}", Tone.DIM))
    if report.machine:
        yield line(Piece(f"Machine: {machine_text(report.machine)}", Tone.DIM))
    for planner in () if is_full else report.planners:
        version = f" ({planner.version})" if planner.version else ", version unknown"
        yield line(Piece(f"Planner: {planner.name}{version}", Tone.DIM))


def _made_with(report: SolveReport) -> Iterator[doc.Table]:
    planners = [[each.name, each.version or "unknown", each.command] for each in report.planners]
    yield doc.Table(doc.columns("planner", "version", "command"), planners)
    if report.enforced:
        yield doc.Table(doc.columns("", ""), [list(row) for row in enforced_rows(report.enforced)])


_MOST: Final = 2_000
"""The maximum number of problems with a dot."""
_MOST_PLANNERS: Final = 12
"""The maximum number of planners in a plot."""
_FACTS: Final = (
    "solving_ratio",
    "false_plans_ratio",
    "plan_precision",
    "plan_recall",
    "cpu_ratio_median",
    "cost_ratio_geomean",
)
_OF_LEARNED: Final = "learned"
_OF_REFERENCE: Final = "reference"

_Time = Callable[[Attempt], float | None]


def facts(report: SolveReport) -> Iterator[doc.KeyFigures]:
    """The most important scores; nothing if none is defined."""
    found = list(_facts(report))
    if found:
        yield doc.KeyFigures(found)


def plots_sections(report: SolveReport) -> Iterator[doc.Section]:
    """All plots, with a table of outcomes; nothing without problems."""
    limit = report.time_limit if report.planners else None
    drawn: list[Plot] = []
    for clock, unit, time, end in (
        ("CPU", "CPU seconds", attrgetter("cpu"), None),
        ("wall-clock", "seconds", attrgetter("wall"), limit),
    ):
        if courses := _courses(report, time):
            drawn.append(Cactus(f"Solved within {clock} time", unit, courses, end))
    drawn += _scatters(report)
    if not report.solvings:
        return
    blocks: list[doc.Block] = [doc.Plots(drawn, _REMARK)] if drawn else []
    n_left_out = len(_planners(report)) - _MOST_PLANNERS
    if n_left_out > 0:
        blocks.append(doc.Paragraph([line(f"{n_left_out:,} more planners not shown")]))
    title = "Times and outcomes"
    yield doc.Section(title, [*blocks, _counts(report)], anchor="plots")


_REMARK: Final = (
    "A problem counts as solved if its plan is valid in the reference. Time axes are logarithmic; "
    "less than 0.01 s is drawn as 0.01 s. The dashed vertical line is the wall-clock limit; "
    "solid curves are for the learned domain, dashed curves for the reference."
)


def _courses(report: SolveReport, time: _Time) -> list[SolvedCurve]:
    """The problems solved by each planner with each domain, where times were measured."""
    found = []
    for hue, planner in enumerate(_planners(report)[:_MOST_PLANNERS]):
        for model, attempts in _of(report, planner):
            if any(time(each) is not None for each in attempts):
                solved = [
                    Solved(seconds, each.problem)
                    for each in attempts
                    if each.is_solved and (seconds := time(each)) is not None
                ]
                is_reference = model == _OF_REFERENCE
                name = f"{planner}, {model}"
                n_tried = sum(each.has_result for each in attempts)
                found.append(SolvedCurve(name, solved, n_tried, hue, is_reference))
    return found


def _scatters(report: SolveReport) -> Iterator[TimesScatter]:
    """A scatter plot for each planner, with the problems that were tried with both domains."""
    for planner in _planners(report)[:_MOST_PLANNERS]:
        both = [
            (each.problem, each.learned, each.reference)
            for each in report.solvings
            if each.planner == planner and each.learned is not None and each.reference is not None
        ]
        pairs = [
            Times(
                problem,
                reference.cpu if reference.is_solved else None,
                learned.cpu if learned.is_solved else None,
                _told(_OF_REFERENCE, reference),
                _told(_OF_LEARNED, learned),
            )
            for problem, learned, reference in both[:_MOST]
            if _is_timed(learned) and _is_timed(reference)
        ]
        x, y = (f"CPU seconds, {model}" for model in (_OF_REFERENCE, _OF_LEARNED))
        if pairs:
            yield TimesScatter(f"{planner}: CPU time", x, y, pairs, "no valid plan")


def _is_timed(attempt: Attempt) -> bool:
    """Whether an attempt has a time or, being unsolved, is drawn at the border and needs none."""
    return attempt.has_result and (attempt.cpu is not None or not attempt.is_solved)


def _told(model: str, attempt: Attempt) -> str:
    words = WORDS[attempt.attempt_class]
    time = "" if attempt.cpu is None else f", {attempt.cpu:g} CPU s"
    return f"{model} {words}{time}"


def _counts(report: SolveReport) -> doc.Table:
    """The number of attempts by outcome, without unused classes."""
    tallies = list(_tallies(report))
    present = [each for each in AttemptClass if any(counts[each] for _, counts in tallies)]
    rows = [[name, *(str(counts[each]) for each in present)] for name, counts in tallies]
    names = ("planner, domain", *(WORDS[each] for each in present))
    return doc.Table(doc.columns(*names, numbers=range(1, len(names))), rows)


def _tallies(report: SolveReport) -> Iterator[tuple[str, Counter[AttemptClass]]]:
    for planner in _planners(report):
        for model, attempts in _of(report, planner):
            if attempts:
                yield f"{planner}, {model}", Counter(each.attempt_class for each in attempts)


def _planners(report: SolveReport) -> list[str]:
    return list(dict.fromkeys(each.planner for each in report.solvings))


def _of(report: SolveReport, planner: str) -> Iterator[tuple[str, Sequence[Attempt]]]:
    solvings: list[Solving] = [each for each in report.solvings if each.planner == planner]
    yield _OF_LEARNED, [each.learned for each in solvings if each.learned is not None]
    yield _OF_REFERENCE, [each.reference for each in solvings if each.reference is not None]


def _facts(report: SolveReport) -> Iterator[tuple[str, str]]:
    """The most important scores that are defined."""
    for metric, result in report.measured:
        for figure in metric.figures:
            if figure.name in _FACTS:
                said = shown(figure.of(result))
                if not said.startswith(shown(None)):
                    yield figure.title, said
