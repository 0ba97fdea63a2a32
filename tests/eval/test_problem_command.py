"""`planeval problem` on files."""

from __future__ import annotations

import json
import re
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


CUBES = """(define (domain cubes) (:types cube)
  (:predicates (stacked-on ?a ?b - cube) (resting ?a - cube) (top-clear ?a - cube) (gripper-free)
    (gripping ?a - cube))
  (:action take-off :parameters (?a ?b - cube)
    :precondition (and (stacked-on ?a ?b) (top-clear ?a) (gripper-free))
    :effect (and (gripping ?a) (top-clear ?b) (not (stacked-on ?a ?b)) (not (top-clear ?a))
      (not (gripper-free))))
  (:action put-on :parameters (?a ?b - cube) :precondition (and (gripping ?a) (top-clear ?b))
    :effect (and (stacked-on ?a ?b) (top-clear ?a) (gripper-free) (not (gripping ?a))
      (not (top-clear ?b))))
  (:action lift :parameters (?a - cube)
    :precondition (and (resting ?a) (top-clear ?a) (gripper-free))
    :effect (and (gripping ?a) (not (resting ?a)) (not (top-clear ?a)) (not (gripper-free))))
  (:action lay :parameters (?a - cube) :precondition (gripping ?a)
    :effect (and (resting ?a) (top-clear ?a) (gripper-free) (not (gripping ?a)))))
"""
TOWER = """(define (problem tower) (:domain cubes) (:objects x y z - cube)
  (:init (resting x) (stacked-on y x) (resting z) (top-clear y) (top-clear z) (gripper-free))
  (:goal (and (stacked-on x y) (stacked-on y z) (resting z) (top-clear x) (gripper-free))))
"""
OTHER_NAMES = {
    "(stacked-on ?a ?b": "(on ?b ?a",
    "stacked-on": "on",
    "resting": "on-table",
    "top-clear": "clear",
    "gripper-free": "hand-empty",
    "gripping": "holding",
    "cube": "block",
    "take-off": "unstack",
    "put-on": "stack",
}
SAME_STATES = "the goals hold in the same reachable states"


def two_worlds(folder: Path, learned: str, domain: str = CUBES) -> tuple[Path, Path]:
    """The tower with its domain, and `learned` with the same domain under other names, in which
    `on` has its arguments in another order."""
    for old, new in OTHER_NAMES.items():
        domain, learned = domain.replace(old, new), learned.replace(old, new)
    learned = re.sub(r"\(on (\w) (\w)\)", r"(on \2 \1)", learned)
    for name, files in (("learned", (domain, learned)), ("reference", (CUBES, TOWER))):
        (folder / name).mkdir()
        for file, text in zip(("domain.pddl", "tower.pddl"), files, strict=True):
            (folder / name / file).write_text(text, encoding="utf-8")
    return folder / "learned" / "tower.pddl", folder / "reference" / "tower.pddl"


def test_predicates_and_types_are_renamed_as_the_domains_say(tmp_path: Path) -> None:
    learned = TOWER
    for old, new in zip("xyz", "abc", strict=True):
        learned = re.sub(rf"\b{old}\b", new, learned)
    done = planeval(*two_worlds(tmp_path, learned), "--format", "json")
    data = json.loads(done.stdout)
    assert data["renamed"] == {
        "predicates": {
            "on": "stacked-on",
            "on-table": "resting",
            "clear": "top-clear",
            "hand-empty": "gripper-free",
        },
        "types": {"block": "cube"},
        "objects": {"a": "x", "b": "y", "c": "z"},
    }
    assert (data["equivalent"], data["same_but_for_objects"], data["goals_agree"]) == (
        True,
        False,
        None,
    )
    assert (data["changes"], data["counts_renamed"]["init"]["f1"]) == ([], 1.0)
    assert data["counts"]["init"]["tp"] == 0
    table = plandiff(tmp_path / "learned", tmp_path / "reference", "--format", "csv")
    row = next(line for line in table.out.splitlines() if line.startswith("tower.pddl"))
    assert ",renamed," in row


def test_a_fact_that_is_missing_beyond_the_names_is_listed(tmp_path: Path) -> None:
    done = planeval(*two_worlds(tmp_path, TOWER.replace("(top-clear y) ", "")))
    assert ": 1 difference: 1 in init; 4 predicates and 1 type renamed" in done.words
    assert "- (top-clear y) missing" in done.words
    assert "renamed types: block → cube" in done.words


def test_goals_agree_where_the_same_reachable_states_satisfy_them(tmp_path: Path) -> None:
    short = TOWER.replace(" (resting z) (top-clear x) (gripper-free))))", ")))")
    learned, reference = two_worlds(tmp_path, short)
    done = planeval(learned, reference)
    assert SAME_STATES in done.words
    assert "- (resting z) missing" in done.words
    reference.with_name("short.pddl").write_text(short, encoding="utf-8")
    same = planeval(reference.with_name("short.pddl"), reference)
    assert f": equivalent; {SAME_STATES}" in same.words


@pytest.mark.parametrize("goal", ["(resting z)", "(stacked-on x y)", "(and)"])
def test_goals_that_some_reachable_state_tells_apart_are_different(
    tmp_path: Path, goal: str
) -> None:
    weaker = TOWER.partition("(:goal")[0] + f"(:goal {goal}))"
    done = planeval(*two_worlds(tmp_path, weaker), "--format", "json")
    data = json.loads(done.stdout)
    assert (data["equivalent"], data["goals_agree"]) == (False, False)


def test_goals_of_too_many_states_are_undecided(tmp_path: Path) -> None:
    names = " ".join(f"b{k}" for k in range(12))
    many = TOWER.replace("x y z - cube", f"x y z {names} - cube")
    more = " ".join(f"(resting {name}) (top-clear {name})" for name in names.split())
    many = many.replace("(:init", f"(:init {more}")
    _, reference = two_worlds(tmp_path, TOWER)
    reference.write_text(many, encoding="utf-8")
    learned = reference.with_name("short.pddl")
    learned.write_text(many.replace(" (gripper-free))))", ")))"), encoding="utf-8")
    data = json.loads(planeval(learned, reference, "--format", "json").stdout)
    assert (data["equivalent"], data["goals_agree"]) == (None, None)


def test_a_learned_problem_in_the_words_of_the_reference_is_compared_by_name(
    tmp_path: Path,
) -> None:
    _, reference = two_worlds(tmp_path, TOWER)
    learned = tmp_path / "learned" / "tower.pddl"
    learned.write_text(TOWER, encoding="utf-8")
    data = json.loads(planeval(learned, reference, "--format", "json").stdout)
    assert (data["same"], data["renamed"]) == (True, {})
