"""`planeval solve` with plans that are given, and no planner."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path

import pytest

from planeval.cli import main
from support import couriers
from support.command import run_command
from support.couriers import write_task
from support.page import Page
from support.solving import solve, solved

GIVEN = ("near.pddl", "back.pddl", "--plans", "plans", "--reference-plans", "known")


def given(folder: Path) -> None:
    """Plans of both domains, in files that are named like the problems."""
    write_task(folder, couriers.TELEPORTING, near=couriers.NEAR, back=couriers.BACK)
    for name, plan in {
        "plans/near.plan": "(take x a)\n(go a b)\n(put x b)\n",
        "plans/back.plan": "(go a c)\n(take x c)\n(go c a)\n(put x a)\n",
        "known/near.1.plan": "(take x a)\n(go a b)\n(put x b)\n",
        "known/near.2.plan": "(take x a)\n(put x b)\n",
        "known/back.plan": "(go a c)\n(take x c)\n(go c a)\n(put x a)\n",
    }.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(plan)


def test_plans_that_are_given_need_no_planner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(tmp_path)
    monkeypatch.setattr("planeval.planners.naming.planners_of", None)
    report = solved(tmp_path, *GIVEN)
    assert [(e["problem"], e["class"]) for e in report["problems"]] == [
        ("near.pddl", "solved"),
        ("back.pddl", "false_plan"),
    ]
    metrics = report["metrics"]
    assert (metrics["plan_precision"], metrics["plan_recall"]) == (0.5, 1)
    # It rejects the plan that puts down elsewhere, and takes the one without roads.
    assert metrics["nonplan_rejection"] == 0.5
    assert metrics["par2_learned"] is metrics["cpu_ratio_median"] is None
    assert len(report["reference_plans"]) == 3
    assert report["planners"] == []


def test_a_row_for_each_attempt(tmp_path: Path) -> None:
    given(tmp_path)
    rows = list(csv.DictReader(io.StringIO(solve(tmp_path, *GIVEN, "--format", "csv").stdout)))
    assert len(rows) == 5
    assert {row["model"] for row in rows} == {"learned", "reference"}
    assert [row["class"] for row in rows if row["source"] == "plans/back.plan"] == ["false_plan"]
    tabs = solve(tmp_path, *GIVEN, "--format", "tsv").stdout
    assert len(tabs.splitlines()) == 6


def test_rows_of_given_plans_say_which_file_they_are(tmp_path: Path) -> None:
    """Those of the reference have no row."""
    given(tmp_path)
    text = solve(tmp_path, *GIVEN).stdout
    rows = [each.split()[:2] for each in text.splitlines() if each.startswith("  near.pddl  ")]
    assert rows == [["near.pddl", "plans/near.plan"]]
    page = solve(tmp_path, *GIVEN, "--format", "html").stdout
    assert "Problems 2 problem planner or plan" in Page(page).text


def test_plans_that_are_for_no_problem(tmp_path: Path) -> None:
    given(tmp_path)
    (tmp_path / "plans/other.plan").write_text("(go a b)\n")
    done = solve(tmp_path, *GIVEN)
    assert done.returncode == 2
    assert done.stderr == (
        "planeval: error: no problem found for plans/other.plan by its name: "
        "no file or directory named other or like its beginning; the name has no number\n"
    )


def test_the_number_of_a_model_in_the_name_of_a_plan_says_nothing_of_its_problem(
    tmp_path: Path,
) -> None:
    write_task(tmp_path, couriers.REFERENCE, p01=couriers.NEAR, p02=couriers.DONE, p03=couriers.FAR)
    (tmp_path / "p01_gpt3.plan").write_text("(take x a)\n(go a b)\n(put x b)\n")
    for name in ("gpt-3.5_p01.plan", "gpt-3.5_1.plan"):
        shutil.copy(tmp_path / "p01_gpt3.plan", tmp_path / name)
    names = ("p01.pddl", "p02.pddl", "p03.pddl")
    for plan in ("p01_gpt3.plan", "gpt-3.5_p01.plan"):
        (entry,) = solved(tmp_path, *names, "--plans", plan)["problems"]
        assert (entry["problem"], entry["class"]) == ("p01.pddl", "solved")
    done = solve(tmp_path, *names, "--plans", "gpt-3.5_1.plan")
    assert (done.returncode, done.stdout) == (2, "")
    assert "the name has several numbers: 3, 5, 1" in done.stderr


@pytest.mark.parametrize(
    "text",
    [
        "(take x a\n(go a b)\n(put x b)\n",
        "(((",
        "no solution\n",
        "0: (take x a) [1]\n1: (go a b) [1]\n(put x b)\n",
    ],
)
def test_a_given_plan_that_cannot_be_read_is_a_false_one(text: str, tmp_path: Path) -> None:
    """For the reason that `planeval validate` gives; no planner was there to give up."""
    given(tmp_path)
    (tmp_path / "plans/near.plan").write_text(text)
    (entry,) = solved(tmp_path, "near.pddl", "--plans", "plans/near.plan")["problems"]
    assert entry["class"] == "false_plan"
    files = ("reference.pddl", "near.pddl", "plans/near.plan")
    done = run_command(main, "validate", *files, "--format", "json", cwd=tmp_path)
    (plan,) = json.loads(done.stdout)["plans"]
    assert plan["verdict"] == "malformed"
    assert plan["reason"] in entry["reason"]


def test_a_plan_that_is_named_twice_counts_once(tmp_path: Path) -> None:
    """Not so another one with the same steps."""
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR)
    (tmp_path / "plans").mkdir()
    for name in ("near.plan", "near.2.plan"):
        (tmp_path / "plans" / name).write_text("(take x a)\n(go a b)\n(put x b)\n")
    names = ("plans/near.plan", "./plans/near.plan", "plans")
    report = solved(tmp_path, "near.pddl", "--reference-plans", *names)
    assert [entry["source"] for entry in report["reference_plans"]] == [
        "plans/near.plan",
        str(Path("plans/near.2.plan")),
    ]
    told = "./plans/near.plan (the same file as plans/near.plan) was given twice; it is used once"
    assert report["notes"] == [f"{told}; likewise 1 more"]


def test_a_given_plan_of_a_broken_problem_names_that_problem(tmp_path: Path) -> None:
    broken = couriers.NEAR.replace("(lies x b)", "(lies y b)")
    write_task(tmp_path, couriers.REFERENCE, near=broken, twin=broken)
    (tmp_path / "plans").mkdir()
    for name in ("near", "twin"):
        (tmp_path / f"plans/{name}.plan").write_text("(take x a)\n")
    report = solved(tmp_path, "near.pddl", "twin.pddl", "--plans", "plans")
    starts = [entry["reason"].partition(":")[0] for entry in report["problems"]]
    assert starts == ["near.pddl", "twin.pddl"]
