"""Problems solved as plots: how many within which time, and both domains against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from plancore.metrics.attempts import Attempt, AttemptClass, Solving
from plancore.report.document import Block, KeyFigures, Paragraph, Plots, Section, Table, columns
from plancore.report.figures import shown
from plancore.report.lines import line
from plancore.report.plots import Cactus, Plot, Solved, SolvedCurve, Times, TimesScatter
from plancore.report.solve.review import WORDS, SolveReport

_MOST: Final = 2_000
"""So many attempts are listed, and have a dot."""
_MOST_PLANNERS: Final = 12
"""So many planners are in a plot."""
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


def facts(report: SolveReport) -> Iterator[KeyFigures]:
    """The figures that everybody looks for; nothing where none is defined."""
    found = list(_facts(report))
    if found:
        yield KeyFigures(found)


def plots_sections(report: SolveReport) -> Iterator[Section]:
    """All plots, with the numbers that stand in them; nothing without any."""
    limit = report.time_limit if report.planners else None
    drawn: list[Plot] = [
        Cactus("Solved within CPU time", "CPU seconds", courses, None)
        for courses in [_courses(report, _cpu)]
        if courses
    ]
    drawn += [
        Cactus("Solved within wall-clock time", "seconds", courses, limit)
        for courses in [_courses(report, _wall)]
        if courses
    ]
    drawn += _scatters(report)
    if not report.solvings:
        return
    blocks: list[Block] = [Plots(drawn, _REMARK)] if drawn else []
    n_left_out = len(_planners(report)) - _MOST_PLANNERS
    if n_left_out > 0:
        blocks.append(Paragraph([line(f"{n_left_out:,} more planners not shown")]))
    title = "Times and outcomes"
    yield Section(title, [*blocks, _counts(report)], anchor="plots")


_REMARK: Final = (
    "A problem counts as solved if its plan is valid in the reference. Time axes are logarithmic; "
    "less than 0.01 s is drawn as 0.01 s. The dashed vertical line is the wall-clock limit; "
    "solid curves are for the learned domain, dashed curves for the reference."
)


def _cpu(attempt: Attempt) -> float | None:
    return attempt.cpu


def _wall(attempt: Attempt) -> float | None:
    return attempt.wall


def _courses(report: SolveReport, time: _Time) -> list[SolvedCurve]:
    """What each planner has solved with each domain, where it was measured."""
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
    """For each planner a dot for each problem that was tried with both domains."""
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
    """Whether an attempt has a time, or needs none: at the border there is none."""
    return attempt.has_result and (attempt.cpu is not None or not attempt.is_solved)


def _told(model: str, attempt: Attempt) -> str:
    words = WORDS[attempt.attempt_class]
    time = "" if attempt.cpu is None else f", {attempt.cpu:g} CPU s"
    return f"{model} {words}{time}"


def _counts(report: SolveReport) -> Table:
    """How the attempts ended, for classes that there are."""
    tallies = list(_tallies(report))
    present = [each for each in AttemptClass if any(counts[each] for _, counts in tallies)]
    rows = [[name, *(str(counts[each]) for each in present)] for name, counts in tallies]
    names = ("planner, domain", *(WORDS[each] for each in present))
    return Table(columns(*names, numbers=range(1, len(names))), rows)


def _tallies(report: SolveReport) -> Iterator[tuple[str, Counter[AttemptClass]]]:
    for planner in _planners(report):
        for model, attempts in _of(report, planner):
            if attempts:
                yield f"{planner}, {model}", Counter(each.attempt_class for each in attempts)


def _planners(report: SolveReport) -> list[str]:
    return list(dict.fromkeys(each.planner for each in report.solvings))


def _of(report: SolveReport, planner: str) -> Iterator[tuple[str, Sequence[Attempt]]]:
    """The attempts of a planner with each domain."""
    solvings: list[Solving] = [each for each in report.solvings if each.planner == planner]
    yield _OF_LEARNED, [each.learned for each in solvings if each.learned is not None]
    yield _OF_REFERENCE, [each.reference for each in solvings if each.reference is not None]


def _facts(report: SolveReport) -> Iterator[tuple[str, str]]:
    """The figures that everybody looks for, where they are defined."""
    for metric, result in report.measured:
        for figure in metric.figures:
            if figure.name in _FACTS:
                said = shown(figure.of(result))
                if not said.startswith(shown(None)):
                    yield figure.title, said
