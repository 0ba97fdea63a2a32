"""What `planeval domain` says first: on one screen, and true of what stands below."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from plancore.report.lines import Piece, folded
from planeval.cli import main
from support.command import Done, run_command

EXAMPLES = Path(__file__).parents[2] / "examples"
BAKERY = EXAMPLES / "bakery"
SCREEN = 24, 100


def planeval(folder: Path, *options: str) -> Done:
    return run_command(main, "domain", "learned.pddl", "reference.pddl", *options, cwd=folder)


def headline(done: Done) -> dict[str, str]:
    """The rows by their titles; what goes on below a title is joined to it."""
    rows: dict[str, str] = {}
    title = ""
    for line in done.stdout.split("\n\n", 2)[1].splitlines():
        title = line[:24].strip() or title
        rows[title] = " | ".join(filter(None, (rows.get(title), line[24:].strip())))
    return rows


EVERYTHING = ("--walks", "5", "--optimal", "5", "--amlgym", "--problem", "p01.pddl", "--plans")


@pytest.mark.parametrize(
    ("folder", "plans"), [("bakery", ["."]), ("delivery", ["reference.plan", "learned.plan"])]
)
def test_it_fits_a_screen_and_leads_the_whole(folder: str, plans: list[str]) -> None:
    options = (*EVERYTHING, *plans)
    brief = planeval(EXAMPLES / folder, *options, "--format", "brief")
    whole = planeval(EXAMPLES / folder, *options)
    assert whole.stdout.startswith(brief.stdout + "\n")
    rows, columns = SCREEN
    lines = [(Piece(each),) for each in brief.stdout.splitlines()]
    assert len([part for whole in lines for part in folded(whole, columns)]) <= rows


@pytest.mark.slow
def test_plans_are_blamed_and_mended() -> None:
    rows = headline(planeval(BAKERY, "--plans", "."))
    assert rows["Plan acceptance"] == (
        "valid plans accepted 0.000 = 0/3; invalid plans rejected 1.000 = 2/2"
    )
    effects = rows["Effect on plans"]
    assert effects.startswith("bake extra effect (not (hot ?o)): rejects 3 of 3 valid plans")
    assert effects.count(": rejects ") == 3
    assert rows["Repair"].startswith("3 edits make every plan behave as expected (minimum repair)")


@pytest.mark.slow
def test_the_json_has_what_the_commands_for_each_say() -> None:
    data = json.loads(planeval(BAKERY, "--plans", ".", "--format", "json").stdout)
    arguments = ("learned.pddl", "--reference", "reference.pddl", "--plans")
    good, bad = (f"p0{k}.plan" for k in range(1, 4)), ("--not-plans", "wrong")
    repaired = run_command(main, "repair", *arguments, *good, *bad, "--format", "json", cwd=BAKERY)
    alone = json.loads(repaired.stdout)
    assert data["repair"]["edits"] == alone["edits"]
    assert data["repair"]["plans_before"] == alone["plans_before"]
    assert data["blame"]["plans"]["plans"] == 5


def test_figures_of_amlgym_are_there_when_they_are_asked_for() -> None:
    rows = headline(planeval(BAKERY, "--amlgym", "--format", "brief"))
    view = json.loads(planeval(BAKERY, "--amlgym", "--format", "json").stdout)["amlgym"]
    precision, recall = (view[ratio]["mean"] for ratio in ("precision", "recall"))
    assert rows["AMLGym scores"] == f"mean P {precision:.2f}; R {recall:.2f}"
    assert "AMLGym scores" not in headline(planeval(BAKERY, "--format", "brief"))


@pytest.mark.parametrize("options", [("--no-evidence",), ("--plans", ".", "--no-blame")])
def test_nobody_is_blamed_without_being_asked(options: tuple[str, ...]) -> None:
    rows = headline(planeval(BAKERY, *options))
    assert {"Effect on plans", "Repair"}.isdisjoint(rows)
    assert ("Plan acceptance" in rows) is ("--plans" in options)


def test_plans_next_to_the_files_are_executed_and_nothing_is_repaired() -> None:
    rows = headline(planeval(BAKERY))
    assert {"Effect on plans", "Plan acceptance"} <= rows.keys()
    assert "Repair" not in rows


def test_what_was_not_measured_is_said() -> None:
    said = " ".join(planeval(BAKERY, "--no-evidence").stdout.split())
    assert said.endswith(
        "Not measured: predictive power (--states), trace consistency (--states), exploration "
        "walks (--problem and --walks), plan acceptance (--plans), problem solving (--planner). "
        "Use --metrics for all scores and witness states."
    )


def test_states_of_problems_are_measured_on(tmp_path: Path) -> None:
    """As AMLGym keeps them: the problems in a folder beside that of the states, or named."""
    for name in ("learned.pddl", "reference.pddl"):
        (tmp_path / name).write_text((BAKERY / name).read_text(encoding="utf-8"), encoding="utf-8")
    states, problems = tmp_path / "states" / "bakery", tmp_path / "problems" / "bakery"
    states.mkdir(parents=True)
    problems.mkdir(parents=True)
    problem = (BAKERY / "p01.pddl").read_text(encoding="utf-8")
    (problems / "p.pddl").write_text(problem, encoding="utf-8")
    atoms = ["(free left)", "(clean left)", "(hot left)", "(outside rye)", "(raw rye)"]
    listed = {"p.pddl": [atoms, atoms[1:]]}
    (states / "test_states.json").write_text(json.dumps(listed), encoding="utf-8")
    at = ("--states", "states/bakery/test_states.json")
    found = planeval(tmp_path, *at, "--format", "json")
    assert json.loads(found.stdout)["predictive"]["states"] == 2
    (problems / "p.pddl").rename(tmp_path / "p.pddl")
    lost = planeval(tmp_path, *at)
    assert (lost.returncode, lost.stderr.count("\n")) == (2, 1)
    assert "`p.pddl`; use --problems" in lost.stderr
    named = planeval(tmp_path, *at, "--problems", "p.pddl", "--format", "json")
    assert json.loads(named.stdout)["predictive"] == json.loads(found.stdout)["predictive"]


NO_PREDICATE = (
    "states: `zzz` is not a predicate of the reference: ignored, first in state 1 of {}",
    "states: `raw` has 1 argument in the reference, got 2: ignored, first in state 2 of {}",
)
NO_OBJECT = "states: `q` is not an object of {0}: ignored, first in state 2 of {0}"


@pytest.mark.parametrize("kind", ["trajectory", "states"])
def test_atoms_that_the_reference_does_not_know_are_told(kind: str, tmp_path: Path) -> None:
    """Once for each predicate and each object; but a trajectory says itself what objects it has."""
    path, before = tmp_path / "states", "(zzz q)"
    after = [before, "(baked q)", "(raw rye)", "(raw rye left)", "(= (cost) 3)"]
    told, name = [*NO_PREDICATE], "trajectory 1"
    if kind == "trajectory":
        path.write_text(f"((:init {before}) (operator: (heat q)) (:state {' '.join(after)}))")
    else:
        path.write_text(json.dumps({"p01.pddl": [[before], after]}))
        told, name = [*NO_PREDICATE, NO_OBJECT], "p01.pddl"
    states = ("--states", str(path), "--problems", "p01.pddl")
    done = planeval(BAKERY, *states, "--no-evidence", "--format", "json")
    notes = {note["message"] for note in json.loads(done.stdout)["notes"]}
    assert notes == {line.format(name) for line in told}


def test_of_many_names_that_are_not_known_some_are_told(tmp_path: Path) -> None:
    path = tmp_path / "states.json"
    path.write_text(json.dumps({"p01.pddl": [[f"(zzz{number} rye)" for number in range(9)]]}))
    done = planeval(BAKERY, "--states", str(path), "--problems", "p01.pddl")
    notes = [line for line in done.stdout.splitlines() if line.startswith("note: states: ")]
    assert (len(notes), notes[-1]) == (4, "note: states: 6 more names ignored")


@pytest.mark.parametrize("name", ["../p01.pddl", "..", ".", "", "wrong/../../p01.pddl"])
def test_a_name_of_a_problem_leads_nowhere_else(name: str, tmp_path: Path) -> None:
    (tmp_path / "p01.pddl").write_text((BAKERY / "p01.pddl").read_text())
    path = tmp_path / "inside" / "states.json"
    path.parent.mkdir()
    path.write_text(json.dumps({name: [["(raw rye)"]]}))
    done = planeval(BAKERY, "--states", str(path), "--problems", "p02.pddl")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"states.json: no problem `{name}`" in done.stderr


def test_a_name_of_two_problems_is_that_of_neither(tmp_path: Path) -> None:
    for folder, problem in (("one", "p01.pddl"), ("two", "p02.pddl"), ("three", "p01.pddl")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "p01.pddl").write_text((BAKERY / problem).read_text())
    path = tmp_path / "states.json"
    path.write_text(json.dumps({"p01.pddl": [["(raw rye)"]]}))
    one, two, three = (str(tmp_path / folder) for folder in ("one", "two", "three"))
    done = planeval(BAKERY, "--states", str(path), "--problems", one, two)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"is ambiguous: {Path(one, 'p01.pddl')} or {Path(two, 'p01.pddl')}" in done.stderr
    assert planeval(BAKERY, "--states", str(path), "--problems", one, three).returncode == 1


@pytest.mark.slow
@pytest.mark.needs("module:kairos")
def test_a_planner_solves_the_problems() -> None:
    options = ("--problems", "p01.pddl", "p02.pddl", "p03.pddl", "--planner", "kairos")
    done = planeval(BAKERY, *options, "--metrics")
    assert headline(done)["Problem solving"] == "0 of 3 solved, 2 false plans, 1 unsolvable"
    assert "\nProblem solving  0 of 3 solved, 2 false plans, 1 unsolvable\n" in done.stdout
    data = json.loads(planeval(BAKERY, *options, "--format", "json").stdout)["solving"]
    classes = [problem["class"] for problem in data["problems"]]
    assert classes == ["false_plan", "unsolvable", "false_plan"]


@pytest.mark.needs("module:kairos")
def test_rows_have_what_plans_and_planners_say() -> None:
    plans = ("--problem", "p01.pddl", "--plans", "p01.plan", "wrong/p01.plan")
    done = planeval(BAKERY, *plans, "--planner", "kairos", "--format", "csv")
    rows = {
        (metric, figure): (value, counts)
        for metric, figure, _, value, counts in csv.reader(done.stdout.splitlines())
    }
    assert rows["plan-acceptance", "reference_plan_acceptance"] == ("0", "0/1")
    assert rows["plan-acceptance", "nonplan_rejection"] == ("1", "1/1")
    assert rows["problem-solving", "solving_ratio"] == ("0", "0/1")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--planner", "kairos"), "--planner needs --problems"),
        (
            ("--planner", "kairos", "--problem", "p01.pddl", "--align"),
            "--planner needs --mapping for aligned domains",
        ),
        (("--planner", "no such thing", "--problem", "p01.pddl"), "no such thing"),
        (("--states", "p01.plan"), "p01.plan is a plan and has no states; use --plans"),
    ],
)
def test_planners_and_states_need_what_they_need(options: tuple[str, ...], message: str) -> None:
    done = planeval(BAKERY, *options)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert message in done.stderr
