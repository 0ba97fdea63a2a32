"""Numeric fluents in the trajectories of a benchmark: for learners that take numbers, and in saved
test data."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import pytest

from planeval.cli import main
from support.command import run_command

DOMAIN = """(define (domain barrels)
  (:requirements :strips :typing :numeric-fluents)
  (:types barrel)
  (:predicates (open ?b - barrel))
  (:functions (litres ?b - barrel) (spilt))
  (:action tap :parameters (?b - barrel)
    :precondition (and (open ?b) (>= (litres ?b) 2.5))
    :effect (and (decrease (litres ?b) 2.5) (increase (spilt) 0.1)))
  (:action close :parameters (?b - barrel) :precondition (open ?b) :effect (not (open ?b))))
"""
PROBLEM = """(define (problem p) (:domain barrels) (:objects oak ash - barrel)
  (:init (open oak) (open ash) (= (litres oak) 10) (= (litres ash) -1) (= (spilt) 0))
  (:goal (not (open oak))))
"""
LEARNER = """import pathlib, shutil, sys
domain, trajectories, problems, output, kept = map(pathlib.Path, sys.argv[1:])
for each in (domain, *trajectories.iterdir(), *problems.iterdir()):
    shutil.copy(each, kept)
output.write_text(domain.read_text())
"""


@pytest.fixture
def seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A suite of barrels and a learner that keeps what it gets in the folder `seen`."""
    monkeypatch.chdir(tmp_path)
    Path("barrels").mkdir()
    Path("barrels/domain.pddl").write_text(DOMAIN)
    Path("barrels/p.pddl").write_text(PROBLEM)
    Path("learner.py").write_text(LEARNER)
    kept = tmp_path / "seen"
    kept.mkdir()
    places = ["{domain}", "{trajectories}", "{problems}", "{output}", str(kept)]
    for name, numbers in (("with", "true"), ("without", "false")):
        command = json.dumps([sys.executable, str(tmp_path / "learner.py"), *places])
        Path(f"{name}.toml").write_text(
            f"[learners.{name}]\ncommand = {command}\nnumbers = {numbers}\n"
        )
    return kept


ASKED = ("benchmark", "--suite", "barrels", "--trajectories", "2", "--folds", "2", "--length", "4")


def test_a_learner_that_takes_numbers_gets_them(seen: Path) -> None:
    done = run_command(main, *ASKED, "--learner", "with.toml", "--jobs", "1")
    assert "without the numbers" not in done.words
    assert "(:functions" in (seen / "domain.pddl").read_text()
    assert "(= (litres ash) -1)" in (seen / "0_prob.pddl").read_text()
    (trajectory,) = seen.glob("*_traj")
    text = trajectory.read_text()
    assert text.count("(= (litres oak) ") == text.count("(:state ") > 1
    assert "(= (litres ash) -1) (= (litres oak) 10) (= (spilt) 0)" in text


def test_other_learners_get_none_and_that_is_said(seen: Path) -> None:
    done = run_command(main, *ASKED, "--learner", "without.toml", "--learner", "sam", "--jobs", "1")
    for name in ("without", "sam"):
        assert f"{name} " in done.words
    assert done.words.count("learned without the numbers of barrels") == 2
    for path in seen.iterdir():
        assert "litres" not in path.read_text()
        assert "=" not in path.read_text()


def test_saved_trajectories_have_the_numbers(seen: Path) -> None:
    """`planeval domains` has the figures of the benchmark again, which depend on them."""
    asked = (*ASKED, "--learner", "with.toml", "--save-learned", "saved", "--jobs", "1")
    data = json.loads(run_command(main, *asked, "--format", "json").stdout)
    name = "applicability_precision_macro"
    wanted = [row["value"] for row in data["rows"] if row["metric"] == name]
    table = run_command(main, "domains", "saved", "--format", "csv", "--jobs", "1").stdout
    rows = [row for row in csv.DictReader(io.StringIO(table)) if row["row"] == "pair"]
    assert [float(row[name]) for row in rows] == pytest.approx(wanted)
    assert None not in wanted
    texts = [path.read_text() for path in Path("saved").rglob("test.trajectories/*")]
    assert len(texts) == 2
    assert all("(= (litres oak) 10)" in text for text in texts)
    assert seen.is_dir()
