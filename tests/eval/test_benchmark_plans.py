"""`planeval benchmark --source plans`: plans that are there, and plans that a planner finds."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from planeval.benchmark.observed import Making, Origin
from planeval.benchmark.planning import chosen
from planeval.benchmark.task import task_of
from planeval.cli import main
from planeval.suite.entry import Exercise, SuiteEntry
from support import couriers
from support.command import run_command

OPTIONS = (
    *("--source", "plans", "--folds", "2", "--jobs", "1", "--learner", "sam"),
    *("--planner-time", "10"),
)
NEAR_PLAN = "(take x a)\n(go a b)\n(put x b)\n"
FAR_PLAN = "(take x a)\n(go a b)\n(go b c)\n(put x c)\n"
linux = pytest.mark.skipif(sys.platform != "linux", reason="the planner is a shell script")


def road(tmp_path: Path, plans: dict[str, str], **problems: str) -> Path:
    """A suite with the domain of couriers alone."""
    folder = tmp_path / "road"
    folder.mkdir()
    (folder / "domain.pddl").write_text(couriers.REFERENCE)
    for name, text in problems.items():
        (folder / f"{name}.pddl").write_text(text)
    for name, text in plans.items():
        (folder / f"{name}.plan").write_text(text)
    return folder


def benchmark(*arguments: str | Path) -> Any:
    done = run_command(main, "benchmark", *OPTIONS, "--format", "json", *arguments)
    assert all(line.startswith("planeval: written to ") for line in done.stderr.splitlines())
    assert done.returncode in (0, 1)
    return json.loads(done.stdout)


def planner(plan: str, name: str = "mine") -> str:
    """A planner that has one plan for every problem."""
    words = plan.replace("\n", " ")
    return f"{name}: sh -c 'echo \"{words}\" > $3' - {{domain}} {{problem}} {{plan}}"


def plans(report: Any) -> dict[str, tuple[str, str]]:
    return {each["problem"]: (each["planner"], each["class"]) for each in report["plans"]}


@pytest.mark.slow
@pytest.mark.needs("module:kairos")
def test_plans_are_found_by_kairos_where_no_planner_is_named(tmp_path: Path) -> None:
    folder = road(
        tmp_path, {}, far=couriers.FAR, near=couriers.NEAR, back=couriers.BACK, done=couriers.DONE
    )
    report = benchmark("--suite", folder)
    assert plans(report) == {
        "far": ("kairos", "solved"),
        "near": ("kairos", "solved"),
        "back": ("kairos", "unsolvable"),
        "done": ("kairos", "solved"),
    }
    reasons = {each["problem"]: each["reason"] for each in report["plans"]}
    assert reasons["far"] is reasons["near"] is None
    assert reasons["done"] == "the goal holds initially, so there is no step to learn from"
    assert {each["class"] for each in report["attempts"]} == {"learned"}
    assert report["settings"]["plans_by"].startswith("kairos ")
    assert report["settings"]["planner"] is None, "nothing is solved with what was learned"


@pytest.mark.slow
@linux
def test_plans_beside_the_problems_are_followed_and_the_others_are_found(tmp_path: Path) -> None:
    folder = road(tmp_path, {"far": FAR_PLAN}, far=couriers.FAR, near=couriers.NEAR)
    report = benchmark("--suite", folder, "--plans-by", planner(NEAR_PLAN))
    assert plans(report) == {"far": ("given", "given"), "near": ("mine", "solved")}
    text = run_command(
        main, "benchmark", *OPTIONS, "--suite", folder, "--plans-by", planner(NEAR_PLAN)
    )
    assert "along plans: 1 by mine, 1 given\n" in text.stdout


@pytest.mark.slow
def test_a_run_asks_planners_again_whose_scripts_were_edited(tmp_path: Path) -> None:
    """The one that finds plans, and the one that solves what was kept back."""
    folder = road(tmp_path, {"far": FAR_PLAN}, far=couriers.FAR, near=couriers.NEAR)
    words = f"{sys.executable} -I {{}} {{{{plan}}}} {{{{domain}}}} {{{{problem}}}}"
    finds, solves = tmp_path / "finds.py", tmp_path / "solves.py"
    writes = f"import sys; open(sys.argv[1], 'w').write({NEAR_PLAN!r})"
    told = []
    for found, solved in ((writes, writes), (writes, ""), ("", "")):
        finds.write_text(found)
        solves.write_text(solved)
        report = benchmark(
            *("--suite", folder, "--run", tmp_path / "run"),
            *("--plans-by", f"finds: {words.format(finds)}"),
            *("--planner", f"solves: {words.format(solves)}"),
        )
        ratios = {row["value"] for row in report["rows"] if row["metric"] == "solving_ratio"}
        told.append((plans(report)["near"][1], ratios - {None}))
    assert told == [("solved", {0.0, 1.0}), ("solved", {0.0}), ("gave_up", set())]


def test_no_planner_is_needed_for_plans_that_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planeval.planners.naming.planners_of", None)
    folder = road(
        tmp_path, {"far": FAR_PLAN, "near": NEAR_PLAN}, far=couriers.FAR, near=couriers.NEAR
    )
    report = benchmark("--suite", folder)
    assert report["plans"] == []
    assert {each["class"] for each in report["attempts"]} == {"learned"}


@pytest.mark.slow
@linux
def test_a_plan_that_is_none_is_a_row_with_its_reason_and_teaches_nothing(tmp_path: Path) -> None:
    folder = road(
        tmp_path, {"far": FAR_PLAN}, far=couriers.FAR, near=couriers.NEAR, back=couriers.BACK
    )
    report = benchmark("--suite", folder, "--planner", planner(NEAR_PLAN))
    (wrong,) = [each for each in report["plans"] if each["problem"] == "back"]
    assert wrong["class"] == "false_plan"
    assert "step 1" in wrong["reason"] or "lies" in wrong["reason"]
    assert report["settings"]["planner"] == report["settings"]["plans_by"] == "mine"
    done = run_command(
        main, "benchmark", *OPTIONS, "--suite", folder, "--planner", planner(NEAR_PLAN)
    )
    assert done.returncode == 1
    assert "1 of 3 problems without a trajectory" in done.stdout
    (told,) = [line for line in done.stdout.splitlines() if line.startswith("road    back")]
    assert "false plan" in told


@pytest.mark.slow
@linux
def test_a_domain_that_no_plan_is_found_for_costs_the_others_nothing(tmp_path: Path) -> None:
    road(tmp_path, {"far": FAR_PLAN, "near": NEAR_PLAN}, far=couriers.FAR, near=couriers.NEAR)
    (tmp_path / "steep").mkdir()
    (tmp_path / "steep" / "domain.pddl").write_text(couriers.REFERENCE)
    for name in ("one", "two"):
        (tmp_path / "steep" / f"{name}.pddl").write_text(couriers.NEAR)
    report = benchmark("--suite", tmp_path, "--plans-by", "idle: true {domain} {problem}")
    assert {(each["domain"], each["class"]) for each in report["attempts"]} == {
        ("road", "learned"),
        ("steep", "failed"),
    }
    (reason,) = {each["reason"] for each in report["attempts"]} - {None}
    assert reason.startswith("steep: no trajectories: no plan with an applicable step")
    saved = tmp_path / "saved"
    benchmark(
        *("--suite", tmp_path, "--plans-by", "idle: true {domain} {problem}"),
        *("--save-learned", saved),
    )
    assert [path.name for path in (saved / "sam").iterdir()] == ["road"]


@pytest.mark.slow
@linux
def test_a_run_does_not_look_for_plans_again(tmp_path: Path) -> None:
    folder = road(tmp_path, {}, far=couriers.NEAR, near=couriers.NEAR.replace("near", "other"))
    count = tmp_path / "count"
    counting = planner(NEAR_PLAN).replace("'echo", f"'echo . >> {count}; echo")
    arguments = ("--suite", folder, "--plans-by", counting, "--run", tmp_path / "run")
    first = benchmark(*arguments)
    assert count.read_text() == ".\n.\n"
    assert benchmark(*arguments) == first
    assert count.read_text() == ".\n.\n"
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert "mine" in manifest["sessions"][0]["tools"]


@linux
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--plans-by", "kairo"), "did you mean `kairos`"),
        (("--source", "walks", "--plans-by", "kairos"), "--plans-by needs --source plans"),
        (
            ("--folds", "3", "--plans-by", "x: true {domain} {problem}"),
            "2 trajectories cannot be split",
        ),
    ],
)
def test_what_cannot_work_is_told_before_any_plan_is_looked_for(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    folder = road(tmp_path, {"far": FAR_PLAN}, far=couriers.FAR, near=couriers.NEAR)
    done = run_command(main, "benchmark", *OPTIONS, "--suite", folder, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_problems_with_a_plan_come_before_others_and_all_in_their_order() -> None:
    exercises = [Exercise(name, "", name if name in "ce" else None) for name in "abcde"]
    entry = SuiteEntry("d", "", tuple(exercises))
    assert ["".join(each.name for each in chosen(entry, count)) for count in range(1, 6)] == [
        "c",
        "ce",
        "ace",
        "abce",
        "abcde",
    ]


def test_the_problems_kept_back_are_those_of_the_trajectories_kept_back() -> None:
    exercises = (
        Exercise("back", couriers.BACK),
        Exercise("near", couriers.NEAR, NEAR_PLAN),
        Exercise("far", couriers.FAR, FAR_PLAN),
    )
    task = task_of(SuiteEntry("road", couriers.REFERENCE, exercises), Making(Origin.PLANS))
    assert [each and each.name for each in task.exercises] == ["near", "far"]
