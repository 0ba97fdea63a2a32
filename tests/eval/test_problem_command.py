"""`planeval problem` on files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from planeval.cli import main
from support.command import Done, run_command
from support.plandiff_run import plandiff

EXAMPLE = Path(__file__).parents[2] / "examples" / "delivery"
PROBLEM = EXAMPLE / "p01.pddl"


def planeval(*arguments: str | Path) -> Done:
    return run_command(main, "problem", *arguments)


def changed(folder: Path, old: str, new: str) -> Path:
    text = PROBLEM.read_text(encoding="utf-8")
    assert old in text
    path = folder / "changed.pddl"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def test_a_problem_is_the_same_as_itself() -> None:
    done = planeval(PROBLEM, PROBLEM)
    assert done.returncode == 0
    assert " define the same problem" in done.words


def test_other_names_of_objects_are_told_with_the_renaming(tmp_path: Path) -> None:
    done = planeval(changed(tmp_path, "parcel", "box"), PROBLEM, "--format", "json")
    data = json.loads(done.stdout)
    assert done.returncode == 1
    assert (data["format"], data["version"], data["kind"]) == ("planeval problem", 3, "problem")
    assert (data["same_but_for_objects"], data["renamed_objects"]) == (True, {"box": "parcel"})
    assert (data["objects"], data["changes"]) == ([], [])
    assert data["counts"]["init"]["fn"] == data["counts"]["init"]["fp"] > 0
    assert data["counts_renamed"]["init"]["fn"] == 0


def test_a_mapping_of_objects_makes_them_the_same(tmp_path: Path) -> None:
    names = tmp_path / "names.toml"
    names.write_text('constants.box = "parcel"\n', encoding="utf-8")
    done = planeval(changed(tmp_path, "parcel", "box"), PROBLEM, "--mapping", names)
    assert (done.returncode, " define the same problem" in done.words) == (0, True)


def test_facts_and_goals_are_counted_and_shown(tmp_path: Path) -> None:
    done = planeval(changed(tmp_path, "(delivered letter)", "(at ann square)"), PROBLEM)
    assert done.returncode == 1
    rows = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert ": 2 differences: 2 in goal" in done.words
    assert "goal 1/2 1/2 2/4" in rows
    goal = rows.index("goal")
    assert rows[goal + 1].startswith("- (delivered letter) missing")
    assert rows[goal + 2].startswith("+ (at ann square) extra")


def test_it_is_the_review_of_plandiff(tmp_path: Path) -> None:
    files = changed(tmp_path, "parcel", "box"), PROBLEM
    ours = json.loads(planeval(*files, "--format", "json").stdout)
    theirs = json.loads(plandiff("--format", "json", *files).out)
    header = ("format", "version")
    assert {k: v for k, v in ours.items() if k not in header} == {
        k: v for k, v in theirs.items() if k not in header
    }


@pytest.mark.parametrize(
    ("file", "message"),
    [("reference.pddl", "does not define a problem"), ("none.pddl", "no such file")],
)
def test_trouble_is_one_line_and_exit_status_2(file: str, message: str) -> None:
    done = planeval(EXAMPLE / file, PROBLEM)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert message in done.stderr


def test_a_fact_said_to_be_false_is_told_and_no_difference(tmp_path: Path) -> None:
    wordy = changed(tmp_path, "(:init", "(:init (not (delivered letter))")
    done = planeval(wordy, PROBLEM)
    assert done.returncode == 0
    told = "(not (delivered letter)) in :init has no effect"
    assert told in done.words.partition("note: ")[2]
    data = json.loads(planeval(wordy, PROBLEM, "--format", "json").stdout)
    assert data["same"] is True
    assert [told in note["message"] for note in data["notes"]] == [True]


def test_errors_are_notes_and_nothing_with_them_is_called_the_same(tmp_path: Path) -> None:
    damaged = changed(tmp_path, "(delivered letter)", "(at ann square) at")
    alike = planeval(damaged, damaged)
    assert (alike.returncode, "error: " in alike.stdout) == (2, True)
    assert planeval(damaged, PROBLEM).returncode == 1
    assert planeval(damaged, PROBLEM, "--strict").returncode == 2
