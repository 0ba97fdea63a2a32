"""Three files that first screens were wrong about: a late failure, exchanged parameters, and plans
that cannot be executed."""

from __future__ import annotations

import json

import pytest

from plandiff.cli import main as plandiff
from support.command import run_command
from support.material import material
from support.viewer import Viewer, viewer

pytestmark = [pytest.mark.slow, pytest.mark.needs("material:cases/tui")]


def cursor_line(view: Viewer) -> str:
    (line,) = (line for line in view.lines() if "▸" in line[:1])
    return line


async def test_a_plan_opens_where_it_fails() -> None:
    folder = material("cases", "tui", "failing-plan")
    setting = "--domain", str(folder / "domain.pddl"), "--problem", str(folder / "big.pddl")
    async with viewer(folder / "bigl.plan", folder / "bigr.plan", *setting) as view:
        assert "fails at step 152 of 201: (has ann p37) is not true" in view.text
        assert "cause: step 149 of bigr.plan, (pick-up ann p37 depot), is missing" in view.text
        failing = cursor_line(view)
        assert "(drop-off ann p37 square)" in failing
        await view.press("g", "f")
        assert cursor_line(view) == failing
        await view.press("g", "n", "n", "n", "n")
        assert cursor_line(view) == failing


async def test_exchanged_parameters_have_the_score_of_what_is_shown() -> None:
    folder = material("cases", "tui", "swap")
    async with viewer(folder / "learned.pddl", folder / "reference.pddl") as view:
        heading = view.lines()[0]
        assert "equivalent up to parameter order" in heading
        assert "F1 0.000 by position · F1 1.000 in this order" in heading
        assert "0.000 by position · 1.000 in this order" in view.text.partition("\n")[2]


async def test_what_differences_do_to_plans_that_cannot_be_executed_is_not_known() -> None:
    folder = material("cases", "tui", "undecided")
    files = folder / "learned.pddl", folder / "reference.pddl"
    async with viewer(*files, "--plans", str(folder)) as view:
        assert "0 plans as expected, 1 undecided" in view.text
        assert view.text.count("not known for 1 of 1 plan") == 5
        assert "no effect" not in view.text


def test_text_and_json_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(material("cases", "tui", "failing-plan"))
    plans = "--domain", "domain.pddl", "--problem", "big.pddl", "bigl.plan", "bigr.plan"
    said = run_command(plandiff, *plans).words
    assert said.startswith("bigl.plan fails at step 152 of 201: (has ann p37) is not true")
    assert "goals reached: bigl.plan 37 of 50, bigr.plan 50 of 50" in said
    executed = json.loads(run_command(plandiff, *plans, "--format", "json").stdout)["execution"]
    assert executed["learned"]["failing_step"] == 152

    domains = "learned.pddl", "reference.pddl"
    monkeypatch.chdir(material("cases", "tui", "swap"))
    said = run_command(plandiff, *domains).words
    assert "similarity 1.000 with this mapping" in said
    assert "similarity 0.000 by position" in said

    monkeypatch.chdir(material("cases", "tui", "undecided"))
    judged = "--plans", ".", *domains
    said = run_command(plandiff, *judged).words
    assert "1 plan: 0 as expected, 1 undecided" in said
    assert said.count("not known for 1 of 1 plan") == 4
    assert "no effect" not in said
    data = json.loads(run_command(plandiff, *judged, "--format", "json").stdout)
    assert [each["undecided"] for each in data["blame"]["differences"]] == [1] * 4
