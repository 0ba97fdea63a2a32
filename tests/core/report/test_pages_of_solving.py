"""Pages of problems solved: their plots have the figures of the JSON."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.report.test_pages import HOSTILE, page_of
from plancore.metrics.attempts import GIVEN, Attempt, AttemptClass, PlanCheck, Solving
from plancore.report.lines import visible
from plancore.report.plots import Cactus, Solved, SolvedCurve
from plancore.report.registry import render
from plancore.report.render.html.drawing import Seconds, hatching, steps_to
from plancore.report.render.html.plots import survival
from plancore.report.solve.review import PlannerNote, SolveReport
from plancore.simulate.trace import Verdict
from support.page import Page

TIMES = st.floats(0, 5_000) | st.sampled_from([0.0, 0.01, 1e-9, 60.0])
CLASSES = st.sampled_from(list(AttemptClass))
WITH_PLAN = (AttemptClass.SOLVED, AttemptClass.FALSE_PLAN, AttemptClass.UNDECIDED)


def attempt(
    problem: str, planner: str, ended: AttemptClass, cpu: float | None, reason: str = "so it is"
) -> Attempt:
    has_plan, is_solved = ended in WITH_PLAN, ended is AttemptClass.SOLVED
    verdict = Verdict.VALID if is_solved else Verdict.INVALID
    return Attempt(
        problem=problem,
        planner=planner,
        attempt_class=ended,
        reason=None if is_solved else reason,
        wall=None if cpu is None else cpu * 2,
        cpu=cpu,
        plan=("(go)",) if has_plan else None,
        cost=Fraction(1) if is_solved else None,
        in_reference=PlanCheck(verdict) if has_plan else None,
    )


def report_of(*solvings: Solving, problems: tuple[str, ...] = ()) -> SolveReport:
    names = dict.fromkeys(each.planner for each in solvings)
    planners = tuple(PlannerNote(name, "", f"{name} {{domain}}") for name in names if name != GIVEN)
    return SolveReport(
        learned="l",
        reference="r",
        planners=planners,
        solvings=solvings,
        time_limit=60.0,
        memory_limit=None,
        problems=problems,
    )


def both(
    problem: str,
    planner: str,
    learned: tuple[AttemptClass, float | None] | None,
    reference: tuple[AttemptClass, float | None] | None,
) -> Solving:
    return Solving(
        None if learned is None else attempt(problem, planner, *learned),
        None if reference is None else attempt(problem, planner, *reference),
    )


SIDES = st.tuples(CLASSES, TIMES | st.none())
PLANNERS = st.sampled_from(["kairos", "lpg", GIVEN])
SOLVINGS = st.one_of(
    st.builds(both, st.text(max_size=3), PLANNERS, SIDES, SIDES | st.none()),
    st.builds(both, st.text(max_size=3), PLANNERS, st.none(), SIDES),
)


def figures(page: Page, attribute: str) -> list[dict[str, str]]:
    """The attributes of the elements that have this one."""
    return [
        {name: value or "" for name, value in element.attributes.items()}
        for element in page.elements
        if attribute in element.attributes
    ]


def models(data: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Every attempt of the JSON with the domain that it was made with."""
    found = [("learned", each) for each in data["problems"]]
    beside = (each["with_reference"] for each in data["problems"])
    found += [("reference", each) for each in beside if each is not None]
    return found + [("reference", each) for each in data["reference_plans"]]


@given(st.lists(SOLVINGS, max_size=12))
def test_plots_have_the_figures_of_the_json(solvings: list[Solving]) -> None:
    report = report_of(*solvings)
    page, data = page_of(report), json.loads(render(report, "json"))
    attempts = models(data)

    counts = Counter((f"{each['planner']}, {model}", each["class"]) for model, each in attempts)
    present = [each.value for each in AttemptClass if each.value in {name for _, name in counts}]
    for planner in {planner for planner, _ in counts}:
        row = (planner, *(str(counts[planner, each]) for each in present))
        assert " ".join(row) in page.text

    solved = Counter(
        (visible(each["problem"]), float(time))
        for _, each in attempts
        if each["class"] == "solved"
        for time in (each["cpu"], each["wall"])
        if time is not None
    )
    marks = figures(page, "data-seconds")
    assert Counter((m["data-problem"], float(m["data-seconds"])) for m in marks) == solved

    courses = figures(page, "data-course")
    timed = {(e["planner"], model) for model, e in attempts if e["cpu"] is not None}
    names = Counter(course["data-course"] for course in courses)
    assert names == {f"{planner}, {model}": 2 for planner, model in timed}

    pairs = Counter(
        (visible(each["problem"]), *(drawn_time(side) for side in (beside, each)))
        for each in data["problems"]
        if (beside := each["with_reference"]) is not None
        and all(s["class"] != "solved" or s["cpu"] is not None for s in (each, beside))
        and all(s["class"] != "no_result" for s in (each, beside))
    )
    dots = figures(page, "data-name")
    assert Counter((d["data-name"], d["data-x"], d["data-y"]) for d in dots) == pairs


def drawn_time(side: dict[str, Any]) -> str:
    return str(side["cpu"]) if side["class"] == "solved" else ""


@given(st.lists(SOLVINGS, max_size=12))
def test_all_that_is_drawn_is_in_its_picture(solvings: list[Solving]) -> None:
    page = page_of(report_of(*solvings))
    size = 0.0
    for element in page.elements:
        if element.name == "svg":
            size = max(float(element.attributes[name] or 0) for name in ("width", "height"))
        for name in ("x", "y", "cx", "cy", "x1", "x2", "y1", "y2", "width", "height"):
            assert 0 <= float(element.attributes.get(name) or 0) <= size


def test_every_picture_has_a_title_and_says_what_it_shows() -> None:
    text = render(report_of(both("p", "k", (AttemptClass.SOLVED, 1.0), None)), "html")
    assert text.count("<svg") == text.count("<desc>") == 2
    for part in text.split("<svg")[1:]:
        assert part.partition(">")[2].startswith("<title>")
    said = "k, learned 1 of 1, all within 1 s"
    assert said in text


@pytest.mark.parametrize(
    ("solvings", "n_pictures"),
    [
        ((), 0),
        # Plans that were given have no times.
        ([both("p", GIVEN, (AttemptClass.SOLVED, None), None)], 0),
        ([both("p", GIVEN, None, (AttemptClass.FALSE_PLAN, None))], 0),
        # Nothing is solved: stairs at 0, and a cross at the corner.
        ([both("p", "k", (AttemptClass.TIMEOUT, 60.0), (AttemptClass.TIMEOUT, 60.0))], 3),
        # No planner was asked.
        ([both("p", "k", (AttemptClass.PARSE_ERROR, None), None)], 0),
        ([both("p", "k", (AttemptClass.SOLVED, 0.0), (AttemptClass.SOLVED, 0.0))], 3),
    ],
)  # fmt: skip
def test_what_there_is_little_of(solvings: list[Solving], n_pictures: int) -> None:
    page = page_of(report_of(*solvings))
    assert sum(element.name == "svg" for element in page.elements) == n_pictures
    assert "nan" not in render(report_of(*solvings), "html")


def test_what_is_not_solved_is_a_cross() -> None:
    report = report_of(
        both("p1", "k", (AttemptClass.SOLVED, 0.5), (AttemptClass.SOLVED, 0.25)),
        both("p2", "k", (AttemptClass.TIMEOUT, 60.0), (AttemptClass.SOLVED, 0.25)),
        both("p3", "k", (AttemptClass.SOLVED, 3.0), (AttemptClass.UNSOLVABLE, 0.1)),
    )
    text = render(report, "html")
    classes = [dot["class"] for dot in figures(page_of(report), "data-name")]
    assert classes == ["both", "cross", "cross"]
    assert "1 dot, 1 above the diagonal, 0 below it; 2 at the border" in text
    assert "<title>p2: learned timeout, 60 CPU s; reference solved, 0.25 CPU s</title>" in text


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_never_markup(name: str) -> None:
    report = report_of(
        both(name, name, (AttemptClass.SOLVED, 1.0), (AttemptClass.FALSE_PLAN, 2.0)),
        Solving(attempt(name, name, AttemptClass.GAVE_UP, 1.0, name), None),
        problems=(name,),
    )
    page = page_of(report)
    assert visible(f"{name}, learned") in page.values("data-course")
    assert visible(name) in page.values("data-problem")
    assert visible(name) in page.texts


def test_errors_come_before_all_else() -> None:
    page = page_of(report_of(problems=("reference.pddl:3:1: no such type",)))
    assert page.texts.index("reference.pddl:3:1: no such type") < page.texts.index("Scores")


def test_latex_has_errors_and_reasons_in_comments() -> None:
    gave_up = Solving(attempt("p1", "k", AttemptClass.GAVE_UP, 1.0, "100 % sure\n\\input"), None)
    latex = render(report_of(gave_up, problems=("reference.pddl:3:1: no such type",)), "latex")
    assert "\n% error: reference.pddl:3:1: no such type\n" in latex
    assert "\n%   p1, k: gave up: 100 % sure␊\\input\n" in latex


@pytest.mark.slow
def test_many_attempts_are_counted() -> None:
    solved = (AttemptClass.SOLVED, 1.0)
    page = page_of(report_of(*(both(f"p{k}", "k", solved, None) for k in range(2_100))))
    assert "100 more not shown" in page.text
    # The stair has all of them, though none has a mark.
    assert page.values("data-solved") == ["2100", "2100"]
    assert page.values("data-seconds") == []


@given(st.lists(st.integers(0, 30), min_size=1, max_size=24))
def test_no_name_is_over_another(n_solved: list[int]) -> None:
    courses = [
        SolvedCurve(f"c{k}", [Solved(1.0, "p")] * count, 30, k) for k, count in enumerate(n_solved)
    ]
    page = Page(survival(Cactus("Solved", "seconds", courses, None)))
    left = max(float(x) for x in page.values("x2"))
    places = sorted(
        float(each.attributes["y"] or 0)
        for each in page.elements
        if each.name == "text" and float(each.attributes["x"] or 0) > left
    )
    assert len(places) == len(courses)
    assert all(below - above > 13.8 for above, below in pairwise(places))


@given(TIMES, TIMES, TIMES)
def test_a_scale_of_seconds_keeps_their_order(a: float, b: float, c: float) -> None:
    low, middle, high = sorted((a, b, c))
    scale = Seconds.over(low, high, 100)
    assert 0 <= scale.at(low) <= scale.at(middle) <= scale.at(high) <= 100
    ticks = list(scale.ticks())
    assert [text for _, text in ticks] == sorted(
        (text for _, text in ticks), key=lambda text: float(text.replace(",", ""))
    )
    assert len(ticks) >= 2
    assert ticks[0][0] == 0
    for at, text in ticks:
        assert scale.at(float(text.replace(",", ""))) == pytest.approx(at)


@given(st.integers(0, 10**6))
def test_axes_have_few_whole_numbers(highest: int) -> None:
    steps = steps_to(highest)
    assert steps[0] == 0
    assert len(steps) <= 6
    assert steps[-1] <= highest
    assert highest == 0 or len(steps) >= 2


@given(st.integers(6, 80), st.integers(6, 80))
def test_hatching_stays_in_its_rectangle(width: int, height: int) -> None:
    (path,) = Page(hatching(10, 20, width, height)).values("d")
    points = [point.split() for point in path.replace("L", "M").split("M")[1:]]
    assert all(10 <= float(x) <= 10 + width and 20 <= float(y) <= 20 + height for x, y in points)
    assert points or width + height <= 6
