"""Our own learners are commands as all others are: the same limits hold for them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

import planeval.learners.adapters
from plancore.notation.trajectories.reader import read_trajectories
from planeval.cli import main
from planeval.learners.description import LearnerOutcome, Lesson, Taught
from planeval.learners.naming import LEARNERS
from planeval.learners.running import teach
from planfiles.bounded.limits import MIB, Limits
from support.command import run_command
from support.comparison import domain_of

OURS: Final = {each.name: each for each in LEARNERS if each.is_ours}
(ADAPTERS,) = map(Path, planeval.learners.adapters.__path__)

SWITCH: Final = """(define (domain switch) (:predicates (on ?x) (off ?x) (lit))
  (:action press :parameters (?x)))"""
SEEN: Final = """(:trajectory
  (:state (off a)) (:action (press a)) (:state (on a) (lit)) (:action (press b)) (:state (on a)))"""


def taught(name: str, domain: str, trajectory: str, folder: Path) -> Taught:
    (seen,), findings = read_trajectories(trajectory)
    assert not findings
    lesson = Lesson([seen], [_objects("a", "b")], 0.0, 0)
    (only,) = teach(OURS[name], domain, [lesson], folder, Limits(20, 500 * MIB))
    return only


def _objects(*names: str) -> str:
    return f"(define (problem p) (:domain d) (:objects {' '.join(names)}) (:goal (and)))"


@pytest.mark.parametrize("name", OURS)
def test_each_writes_a_domain_and_says_what_it_took(name: str, tmp_path: Path) -> None:
    found = taught(name, SWITCH, SEEN, tmp_path)
    assert found.outcome is LearnerOutcome.LEARNED, found.reason
    assert [action.name for action in domain_of(found.text or "").actions] == ["press"]
    assert found.wall is not None
    assert found.cpu is not None
    assert found.cost.folds == 1
    codec = json.loads(found.codec) if found.codec else {"kind": "identity"}
    assert codec["kind"] == ("state-predicates" if name == "locm" else "identity")


def test_why_nothing_was_learned_is_said_in_its_own_words(tmp_path: Path) -> None:
    found = taught("sam", SWITCH.replace("(lit)", ""), SEEN, tmp_path)
    assert (found.outcome, found.text) == (LearnerOutcome.FAILED, None)
    assert found.reason == "undeclared predicate `lit`: (lit)"


def test_a_fold_that_takes_too_long_is_one_by_its_own_clock(tmp_path: Path) -> None:
    """The call may go on for the time of all folds."""
    steps = [{"state": {"(off a)": True}, "action": "(press a)"}] * 3 + [{"state": {}}]
    files = {"domain": SWITCH, "trajectory": json.dumps(steps), "problem": _objects("a")}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    job: dict[str, Any] = {
        "domain": str(tmp_path / "domain"),
        "trajectories": [str(tmp_path / "trajectory")],
        "problems": [str(tmp_path / "problem")],
        "folder": str(tmp_path),
        "noise": 0,
        "seed": 0,
    }
    jobs = [
        {**job, "output": str(tmp_path / name), "time": seconds}
        for name, seconds in (("late", -1), ("early", 20))
    ]
    (tmp_path / "jobs").write_text(json.dumps(jobs))
    script, jobs_file = (str(path) for path in (ADAPTERS / "with_planeval.py", tmp_path / "jobs"))
    command = [sys.executable, "-S", script, "sam", jobs_file]
    subprocess.run(command, check=True, timeout=60)
    late = json.loads((tmp_path / "late.json").read_text())
    assert late == {"error": "time limit of -1 s reached", "class": "timeout"}
    assert not (tmp_path / "late").exists()
    assert (tmp_path / "early").exists()


@pytest.mark.slow
def test_one_that_eats_memory_ends_at_the_limit(tmp_path: Path) -> None:
    """Trajectories that are larger than what may be taken."""
    maze = tmp_path / "suite" / "maze"
    maze.mkdir(parents=True)
    (maze / "domain.pddl").write_text(
        """(define (domain maze) (:predicates (way ?a ?b) (at ?a)) (:action go :parameters (?a ?b)
        :precondition (and (at ?a) (way ?a ?b)) :effect (and (not (at ?a)) (at ?b))))"""
    )
    places = [f"c{number}" for number in range(40)]
    ways = " ".join(f"(way {a} {b})" for a in places for b in places)
    for name in ("p1", "p2"):
        (maze / f"{name}.pddl").write_text(
            f"(define (problem {name}) (:domain maze) (:objects {' '.join(places)})"
            f" (:init (at c0) {ways}) (:goal (at c1)))"
        )
    done = run_command(
        main,
        *("benchmark", "--suite", tmp_path / "suite", "--learner", "sam", "--learner", "locm"),
        *("--trajectories", "2", "--folds", "2", "--length", "100", "--jobs", "1"),
        *("--memory", "32", "--format", "json"),
    )
    assert done.returncode == 1
    data = json.loads(done.stdout)
    found = {(each["class"], each["reason"]) for each in data["attempts"]}
    assert found == {("memout", "memory limit of 32 MiB reached")}
    used = [row["value"] for row in data["rows"] if row["metric"] == "call_memory"]
    assert all(value > 32 for value in used)
