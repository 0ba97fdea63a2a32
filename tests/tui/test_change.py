"""`plandiff --before OLD LEARNED REFERENCE` of problems and of plans."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from plancore.report.lines import Tone
from plancore.report.registry import REVIEWS, formats_of
from plancore.report.rows.row import ViewRow
from plandiff.screens.pair import PairScreen
from plandiff.viewmodel.models import WaitingModel
from support.examples import DELIVERY
from support.judged import PLANS, write_kitchen
from support.page import Page
from support.plandiff_run import Run, plandiff
from support.viewer import open_app, viewer

pytestmark = pytest.mark.viewer_behaviour(40)


@pytest.fixture
def problems(tmp_path: Path) -> Path:
    """`old`, `new` and `ref`: a fact was repaired, one broken, one object left."""
    reference = (DELIVERY / "p01.pddl").read_text()
    new = reference.replace("(available ann)", "(available bob)")
    old = reference.replace("(at ann depot)", "")
    for name, text in (("ref", reference), ("new", new), ("old", old)):
        (tmp_path / f"{name}.pddl").write_text(text)
    return tmp_path


@pytest.fixture
def plans(tmp_path: Path) -> Path:
    """A plan that was not valid and is."""
    write_kitchen(tmp_path, where=".")
    for name, plan in (("old", "evening.plan"), ("new", "dark.plan"), ("ref", "day.plan")):
        (tmp_path / f"{name}.soln").write_text(PLANS[plan])
    return tmp_path


def compare(folder: Path, ending: str, *options: str) -> Run:
    names = (f"{name}.{ending}" for name in ("old", "new", "ref"))
    return plandiff("--before", *names, *options, folder=folder)


def test_of_problems_each_fact_says_what_became_of_it(problems: Path) -> None:
    run = compare(problems, "pddl")
    assert (run.status, run.err) == (1, "")
    assert ": 1 repaired, 1 broken; wrong 1 → 1" in run.out.splitlines()[0]
    (repaired,) = (line for line in run.out.splitlines() if "✓" in line)
    assert repaired.split() == [
        *("✓", "(at", "ann", "depot)", "12:5,", "reference", "12:5"),
        *("repaired:", "was", "missing"),
    ]
    assert re.search(r"✗  \(available ann\) +13:5, reference 13:5 +broken: now \(av", run.out)


def test_of_plans_the_steps_and_what_became_of_the_plan(plans: Path) -> None:
    sides = ("--domain", "learned.pddl", "--problem", "p.pddl")
    run = compare(plans, "soln", *sides)
    assert (run.status, run.err) == (1, "")
    assert "the plan was invalid, and is valid" in run.out
    data = json.loads(compare(plans, "soln", *sides, "--format", "json").out)
    assert data["verdict"] == {"before": "invalid", "now": "valid"}
    assert data["figures"]["before"]["valid"] == 0
    told = {
        (item["outcome"], (item["reference"] or item["learned"])["text"]) for item in data["items"]
    }
    assert ("repaired", "(light)") in told
    assert ("broken", "(unlock x)") in told


@pytest.mark.parametrize("name", formats_of(*REVIEWS))
@pytest.mark.parametrize("ending", ["pddl", "soln"])
def test_every_format_tells_of_it(name: str, ending: str, problems: Path, plans: Path) -> None:
    # That the JSON is as its schema says is looked at wherever a test prints some.
    run = compare(plans if ending == "soln" else problems, ending, "--format", name)
    assert (run.status, run.err) == (1, "")
    if name not in ("unified", "github", "junit", "sarif", "csv", "ndjson", "html"):
        assert "repaired" in run.out
    assert "old" in run.out or name in ("github", "stat", "csv", "junit", "sarif")


def test_limits_are_about_what_is(problems: Path) -> None:
    assert compare(problems, "pddl", "--fail-under", "f1=0.9").status == 0
    run = compare(problems, "pddl", "--fail-under", "f1=0.99")
    assert (run.status, "F1" in run.err or "f1" in run.err) == (1, True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"(define (domain d))", "no problem in old.pddl"),
        (b"(nonsense", "old.pddl:1:1: neither a domain nor a problem nor a plan"),
        (b"\0", "cannot read old.pddl: not a text file"),
        (b"", "old.pddl: the file is empty"),
    ],
)
def test_what_was_before_has_to_be_a_problem_too(problems: Path, text: bytes, message: str) -> None:
    (problems / "old.pddl").write_bytes(text)
    run = compare(problems, "pddl")
    assert (run.status, run.out, run.err.count("\n")) == (2, "", 1)
    assert message in run.err


@pytest.mark.slow
async def test_three_sides_on_the_screen(plans: Path) -> None:
    files = plans / "new.soln", plans / "ref.soln"
    more = ("--before", str(plans / "old.soln"), "--domain", str(plans / "learned.pddl"))
    problem = "--problem", str(plans / "p.pddl")
    async with viewer(*files, *more, *problem, size=(160, 34)) as view:
        assert "repaired" in view.lines()[0]
        assert "< before: " in view.text
        assert "the plan was invalid, and is valid" in view.text
        await view.press(*"nNtnzZwsimGgb", "pagedown", "enter", "R")
        await view.until(lambda: not view.screen.session.is_working)
        assert "repaired" in view.lines()[0]


@pytest.mark.parametrize(
    ("old", "new", "reference", "words", "codes"),
    [
        (
            "0: (a) [1]\n4: (c) [1]\n",
            "0: (a) [2]\n3: (c) [1]\n",
            "0: (a) [1]\n3: (c) [1]\n",
            ("repaired: was at another time", "broken: now at another time"),
            {("retimed-step", "repaired"), ("retimed-step", "broken")},
        ),
        (
            "(d)\n(a)\n(b)\n(c)\n",
            "(a)\n(b)\n(c)\n(d)\n",
            "(a)\n(b)\n(c)\n(d)\n",
            ("repaired: was elsewhere",),
            {("moved-steps", "repaired")},
        ),
    ],
)
def test_a_step_that_stands_elsewhere_or_at_another_time(
    tmp_path: Path,
    old: str,
    new: str,
    reference: str,
    words: tuple[str, ...],
    codes: set[tuple[str, str]],
) -> None:
    for name, text in (("old", old), ("new", new), ("ref", reference)):
        (tmp_path / f"{name}.soln").write_text(text)
    out = compare(tmp_path, "soln").out
    assert all(word in out for word in words)
    lines = compare(tmp_path, "soln", "--format", "ndjson").out.splitlines()[1:]
    assert {(json.loads(line)["code"], json.loads(line)["outcome"]) for line in lines} == codes


def test_the_figures_of_a_page_have_a_heading_of_their_own(problems: Path, plans: Path) -> None:
    sides = "Side by side before, the reference, learned"
    for folder, ending, change, figure in (
        (problems, "pddl", "1 repaired, 1 broken", "F1"),
        (plans, "soln", "1 repaired, 1 broken", "LCS"),
    ):
        page = Page(compare(folder, ending, "--format", "html").out)
        titles = [title for level, title in page.headings if level == 2]
        states = ["States before each step that is listed, and what it does"]
        told = [f"Effect of the change {change}", sides, *(states if ending == "soln" else [])]
        assert titles == [*told, "Scores before and now"]
        assert page.text.count(figure) == 1
        assert page.text.rindex("Scores before and now") < page.text.index(figure)


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    """A plan that fails at a step which the reference has, too, where the old one did not."""
    write_kitchen(tmp_path, where=".")
    steps = PLANS["day.plan"]
    for name, plan in (("old", steps), ("new", steps.replace("(light)\n", "")), ("ref", steps)):
        (tmp_path / f"{name}.soln").write_text(plan)
    return tmp_path


@pytest.mark.slow
@pytest.mark.viewer_behaviour(24)
@pytest.mark.viewer_behaviour(25)
async def test_a_step_that_fails_says_so_beside_what_it_was(failing: Path) -> None:
    named = ("--domain", str(failing / "learned.pddl"), "--problem", str(failing / "p.pddl"))
    text = compare(failing, "soln", *named).out
    (told,) = (line for line in text.splitlines() if "fails: (lit) never true" in line)
    assert told.split()[:4] == ["2", "3", "3", "⊗"]
    assert "\nnew.soln fails at step 2 of 3: " in text
    assert "fails: (lit) never true" in compare(failing, "soln", *named, "--format", "html").out
    files = failing / "new.soln", failing / "ref.soln"
    async with viewer(*files, *named, "--before", str(failing / "old.soln")) as view:
        assert "⊗ learned 2" in view.lines()[-2]
        await view.press("g", "f")
        row = view.screen.aligned.current
        assert isinstance(row, ViewRow)
        assert (row.sign, row.tone) == ("⊗", Tone.FAILING)
        assert row.text.startswith("(go x y)  fails: (lit) never true")
        await view.press("t", "f")
        assert "not available in text view" in view.text
    files = failing / "ref.soln", failing / "new.soln"
    async with viewer(*files, *named, "--before", str(failing / "old.soln")) as view:
        await view.press("f")
        assert "no failing step" in view.text


async def test_nothing_is_said_of_failures_before_they_are_known(failing: Path) -> None:
    app = open_app(failing / "new.soln", failing / "ref.soln")
    async with app.run_test(notifications=True) as pilot:
        await pilot.pause()
        screen = app.screen_stack[1]
        assert isinstance(screen, PairScreen)
        screen.session.cancel()
        screen.model = WaitingModel("new", "ref")
        await pilot.press("f")
        assert [toast.message for toast in app._notifications] == ["still comparing"]
