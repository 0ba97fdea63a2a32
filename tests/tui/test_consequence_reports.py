"""What differences do to plans, in everything that `plandiff` prints."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import planeval.cli
from plancore.report.registry import formats_of
from support.command import run_command
from support.documents import violations_of
from support.examples import DELIVERY
from support.judged import REFERENCE, write_kitchen
from support.plandiff_run import plandiff

FILES = "learned.pddl", "reference.pddl"
COUNTS = "4 plans: 2 as expected, 2 valid plans rejected"
PASSAGE = f"Effect of differences on plans  {COUNTS}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The kitchen, with plans in the folder `plans`."""
    write_kitchen(tmp_path)
    return tmp_path


def test_text_has_a_passage_and_a_word_for_each_difference(folder: Path) -> None:
    run = plandiff(*FILES, "--plans", "plans", folder=folder)
    assert run.status == 1
    lines = run.out.splitlines()
    assert lines[2:4] == [COUNTS, "  evening.plan rejected at step 2: (go x y) needs (lit)"]
    assert re.search(r"\+ \(lit\) +extra +learned:7 +rejects 2 of 4 valid plans\n", run.out)
    whole = plandiff(*FILES, "--plans", "plans", "--metrics", folder=folder)
    assert PASSAGE in whole.out.splitlines()
    assert "evening.plan step 2: unsatisfied precondition of (go x y): (lit)" in whole.out


def test_side_by_side_has_both_as_well(folder: Path) -> None:
    run = plandiff(*FILES, "--plans", "plans", "--format", "side-by-side", folder=folder)
    assert PASSAGE in run.out.splitlines()
    (row,) = [line for line in run.out.splitlines() if line.startswith("+") and "(lit)" in line]
    assert row.split() == ["+", "│", "(lit)", "rejects", "2", "of", "4;", "extra"]


@pytest.mark.parametrize("name", formats_of("domain"))
def test_every_format_says_it(name: str, folder: Path) -> None:
    run = plandiff(*FILES, "--plans", "plans", "--format", name, folder=folder)
    # A patch is for `patch`, and what only counts differences says nothing of each.
    assert "2 of 4" in run.out or name in ("unified", "stat") or '"stops_alone": 2' in run.out
    assert run.err == ""


def test_json_has_what_planeval_blame_says(folder: Path) -> None:
    run = plandiff(*FILES, "--plans", "plans", "--format", "json", folder=folder)
    blame = run_command(
        planeval.cli.main, "blame", *FILES, "--plans", "plans", "--format", "json", cwd=folder
    )
    told, written = json.loads(blame.stdout), json.loads(run.out)
    assert violations_of(run.out) == []
    assert written["blame"] == {
        name: value
        for name, value in told.items()
        if name not in ("format", "version", "kind", "learned", "reference")
    }


def test_without_plans_nothing_is_said_of_plans(folder: Path) -> None:
    assert json.loads(plandiff(*FILES, "--format", "json", folder=folder).out)["blame"] is None
    assert " plans: " not in plandiff(*FILES, folder=folder).out


def test_files_that_are_no_plans_are_trouble_in_a_line(folder: Path) -> None:
    (folder / "empty").mkdir()
    (folder / "lost").mkdir()
    (folder / "lost" / "day.plan").write_text("(light)\n")
    for plans, told in (
        ("lost", "no problem found for lost/day.plan"),
        ("empty", "no plan found in the directory empty"),
        ("nowhere", "cannot read nowhere: no such file"),
        ("learned.pddl", "learned.pddl is not a list of cases"),
    ):
        run = plandiff(*FILES, "--plans", plans, folder=folder)
        assert run.status == 2
        assert run.out == ""
        assert run.err.startswith(f"plandiff: error: {told}")
        assert run.err.count("\n") == 1


def test_broken_plans_and_those_of_other_domains_are_told(folder: Path) -> None:
    plans = folder / "plans"
    (plans / "broken.plan").write_text("(go x\n")
    (plans / "other.plan").write_text("(fly x y)\n")
    run = plandiff(*FILES, "--plans", "plans", "--problem", "plans/p.pddl", folder=folder)
    assert "6 plans: 3 as expected, 2 valid plans rejected, 1 undecided" in run.out
    assert "  broken.plan not executed: 1:1: " in run.out
    run = plandiff(
        *FILES, "--plans", "plans", "--problem", "plans/p.pddl", "--metrics", folder=folder
    )
    assert "other.plan: not valid in the reference at step 1: " in run.out
    lost = folder / "lost"
    lost.mkdir()
    (lost / "day.plan").write_text("(light)\n")
    run = plandiff(*FILES, "--plans", "lost", "--plans", "plans", folder=folder)
    assert "error: no problem found for lost/day.plan" in run.out


def test_plans_are_named_more_than_once_and_in_the_environment(folder: Path) -> None:
    plans = "--plans", "plans/day.plan", "--plans", "plans/evening.plan"
    assert (
        "2 plans: 1 as expected, 1 valid plan rejected"
        in plandiff(*FILES, *plans, folder=folder).out
    )
    environment = {"PLANDIFF_PLANS": "plans/day.plan"}
    run = plandiff(*FILES, folder=folder, env=environment)
    assert "1 plan: 1 as expected\n" in run.out
    run = plandiff(*FILES, "--plans", "plans", folder=folder, env=environment)
    assert COUNTS in run.out


def test_plans_and_problems_are_compared_as_without(folder: Path) -> None:
    for pair in (("plans/day.plan", "plans/night.plan"), ("plans/p.pddl", "plans/p.pddl")):
        alone = plandiff(*pair, folder=folder)
        asked = plandiff(*pair, "--plans", "plans", folder=folder)
        assert (asked.status, asked.out) == (alone.status, alone.out)
        assert asked.err.endswith(": --plans\n")


def test_domains_that_are_the_same_do_nothing_to_plans(folder: Path) -> None:
    (folder / "learned.pddl").write_text(REFERENCE)
    run = plandiff(*FILES, "--plans", "plans", folder=folder)
    assert run.status == 0
    assert "4 plans: 4 as expected" in run.out


def test_plans_that_are_let_through_are_told_of_where_stopped_ones_are(tmp_path: Path) -> None:
    both = "1 of 1 valid plan rejected, 1 of 1 invalid plan accepted"
    run = plandiff(*FILES, "--plans", ".", "--format", "text")
    assert re.search(r"- \(available \?a\) .* accepts 1 of 1 invalid plan\n", run.out)
    assert both in plandiff(*FILES, "--plans", ".", "--brief").out
    page = plandiff(*FILES, "--plans", ".", "--format", "html").out
    table = page[page.index('id="scores"') :].partition("</table>")[0]
    assert "1 valid plan rejected, 1 invalid plan accepted" in page.partition('id="actions"')[0]
    assert "rejects 1 of 1 valid plan" in table
    assert table.count("accepts 1 of 1 invalid plan") == 2
    for folder, name in (("l", "learned.pddl"), ("r", "reference.pddl")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "d.pddl").write_text((DELIVERY / name).read_text())
    run = plandiff("l", "r", "--plans", str(DELIVERY), "--brief", folder=tmp_path)
    assert "d.pddl  rejects 1 of 1 valid plan; accepts 1 of 1 invalid plan; F1 0.848" in run.out


def test_files_and_plans_are_not_named_by_their_folders_in_every_row(folder: Path) -> None:
    run = plandiff(
        *(str(folder / name) for name in FILES), "--plans", str(folder), "--metrics",
        "--width", "1000",
    )  # fmt: skip
    first, *others = run.out.splitlines()
    assert str(folder) in first
    assert not [line for line in others if str(folder) in line]
    (row,) = [line for line in others if line.startswith("  [1]")]
    assert "precondition (lit)  7:7  " in row
    assert "  rejects 2 of 4 valid plans, first evening.plan at step 2;" in row
    assert any(line.startswith("  evening.plan step 2: ") for line in others)
    page = plandiff(
        *(str(folder / name) for name in FILES), "--plans", str(folder), "--format", "html"
    ).out
    assert f"{folder}/plans/evening.plan" not in page
