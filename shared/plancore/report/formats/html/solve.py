"""Problems solved as a page: how many within which time, how the attempts ended, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from plancore.metrics.attempts import Attempt, AttemptClass, Solving
from plancore.report.conditions import enforced_rows
from plancore.report.figures import shown
from plancore.report.formats.html.against import Pair, times_against
from plancore.report.formats.html.elements import NOTHING, Html, element, joined
from plancore.report.formats.html.figures import tiles
from plancore.report.formats.html.inline import block
from plancore.report.formats.html.sections import Page, Section, compared, faults
from plancore.report.formats.html.survival import N_HUES, Course, Solved, survival
from plancore.report.formats.html.tables import left_out, table
from plancore.report.lines import Line
from plancore.report.solve import text
from plancore.report.solve.counts import WORDS
from plancore.report.solve.review import SolveReport

_MOST: Final = 2_000
"""So many attempts are listed, and have a dot."""
_MOST_PLANNERS: Final = 12
"""So many planners are in a plot."""
_TILES: Final = (
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


def page(report: SolveReport) -> Page:
    """The page."""
    title, headline = compared(report.learned, report.reference)
    summary = (
        faults(report.problems),
        element("p", text.headline(report), class_="verdict"),
        tiles(_tiles(report)),
    )
    return Page(f"{title}: problems solved", headline, joined(summary), list(_sections(report)))


def _sections(report: SolveReport) -> Iterator[Section]:
    yield Section("figures", "Figures", block(text.figures(report), "Figures"))
    plots = plots_of(report)
    if plots:
        yield Section("plots", "Times, and how attempts ended", plots)
    listed = [each for each in report.solvings if each.learned is not None]
    if listed:
        few = replace(report, solvings=tuple(listed[:_MOST]))
        rows = block(text.attempts(few), "Problems")
        rest = left_out(len(listed) - _MOST)
        yield Section("problems", "Problems", joined((rows, rest)), f"{len(listed)}")
    yield from _listed("why", text.WHY_NOT, text.reasons(report))
    yield from _listed("reference", text.OF_REFERENCE, text.plans_of_reference(report))
    yield from _listed("notes", text.NOTES, text.notes(report))
    if report.planners:
        yield Section("made-with", "Planners and limits", _made_with(report))


def plots_of(report: SolveReport) -> Html:
    """All plots of a report, and how many attempts ended how; nothing without attempts."""
    limit = report.time_limit if report.planners else None
    plots = [
        survival("Solved within CPU time", "CPU seconds", courses(report, _cpu), None),
        survival("Solved within time on the clock", "seconds", courses(report, _wall), limit),
        *_scatters(report),
    ]
    plots = list(filter(None, plots))
    if not report.solvings:
        return NOTHING
    remark = element("p", element("small", _REMARK)) if len(plots) > 1 else NOTHING
    rest = left_out(len(_planners(report)) - _MOST_PLANNERS, "more planners")
    drawn = element("div", *plots, class_="plots") if plots else NOTHING
    return joined((drawn, remark, rest, _counts(report)))


_REMARK: Final = (
    "Solved are problems with a plan that is valid in the reference. Axes of time are logarithmic; "
    "less than 0.01 s is drawn as 0.01 s. The dashed upright is the limit of time on the clock; "
    "a stair is for the learned domain, a dashed one for the reference."
)


def _cpu(attempt: Attempt) -> float | None:
    return attempt.cpu


def _wall(attempt: Attempt) -> float | None:
    return attempt.wall


def courses(report: SolveReport, time: _Time) -> list[Course]:
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
                found.append(Course(name, solved, n_tried, hue % N_HUES, is_reference))
    return found


def _scatters(report: SolveReport) -> Iterator[Html]:
    """For each planner a dot for each problem that was tried with both domains."""
    for planner in _planners(report)[:_MOST_PLANNERS]:
        both = [
            (each.problem, each.learned, each.reference)
            for each in report.solvings
            if each.planner == planner and each.learned is not None and each.reference is not None
        ]
        pairs = [
            Pair(
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
        yield times_against(f"{planner}: CPU time", x, y, pairs, "no valid plan")


def _is_timed(attempt: Attempt) -> bool:
    """Whether an attempt has a time, or needs none: at the border there is none."""
    return attempt.has_result and (attempt.cpu is not None or not attempt.is_solved)


def _told(model: str, attempt: Attempt) -> str:
    words = WORDS[attempt.attempt_class]
    time = "" if attempt.cpu is None else f", {attempt.cpu:g} CPU s"
    return f"{model} {words}{time}"


def _counts(report: SolveReport) -> Html:
    """How many attempts of each planner ended in each class that there is."""
    tallies = list(_tallies(report))
    present = [each for each in AttemptClass if any(counts[each] for _, counts in tallies)]
    rows = ([name, *(str(counts[each]) for each in present)] for name, counts in tallies)
    names = ("planner, domain", *(WORDS[each] for each in present))
    return table(rows, names, numbers=range(1, len(names)), label="How attempts ended")


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


def _tiles(report: SolveReport) -> Iterator[tuple[str, str]]:
    """The figures that everybody looks for, where they are defined."""
    for metric, result in report.measured:
        for figure in metric.figures:
            if figure.name in _TILES:
                said = shown(figure.of(result))
                if not said.startswith(shown(None)):
                    yield figure.title, said


def _listed(anchor: str, title: str, lines: Iterable[Line]) -> Iterator[Section]:
    lines = list(lines)
    if lines:
        content = joined((block(lines[:_MOST], title), left_out(len(lines) - _MOST)))
        yield Section(anchor, title, content, f"{len(lines)}")


def _made_with(report: SolveReport) -> Html:
    """What the figures hold for."""
    planners = table(
        ((each.name, each.version or "unknown", each.command) for each in report.planners),
        ("planner", "version", "command"),
        label="Planners",
        is_prose=True,
    )
    conditions = islice(text.conditions(report), 2 if report.machine else 1)
    rows = enforced_rows(report.enforced)
    how = table(rows, label="How surely the limits hold", is_prose=True)
    parts = (block(list(conditions), "Limits"), planners, how if report.enforced else NOTHING)
    return joined(parts)
