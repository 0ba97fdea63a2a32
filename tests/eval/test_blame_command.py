"""`planeval blame` as a program: what it prints and its exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from planeval.cli import main

REFERENCE = """(define (domain kitchen) (:predicates (lit) (clean ?x))
  (:action light :parameters () :effect (lit))
  (:action wash :parameters (?x) :precondition (lit) :effect (clean ?x)))
"""
LEARNED = """(define (domain kitchen) (:predicates (lit) (clean ?x))
  (:action light :parameters () :effect ())
  (:action wash :parameters (?x)
    :effect (clean ?x)))
"""
STRICT = REFERENCE.replace(":precondition (lit)", ":precondition (and (lit) (clean ?x))")
PROBLEM = """(define (problem p) (:domain kitchen) (:objects cup) (:init) (:goal (clean cup)))
"""
PLANS = {"good.plan": "(light)\n(wash cup)\n", "dark.plan": "(wash cup)\n"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    files = {
        "reference.pddl": REFERENCE,
        "learned.pddl": LEARNED,
        "strict.pddl": STRICT,
        "p.pddl": PROBLEM,
        **PLANS,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Run:
    """One call of the command."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        self.status = main(["blame", *arguments])
        captured = capsys.readouterr()
        self.out, self.err = captured.out, captured.err

    @property
    def json(self) -> dict[str, Any]:
        """The document printed."""
        document = json.loads(self.out)
        assert isinstance(document, dict)
        return document


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "strict.pddl", "reference.pddl", "--plans", "good.plan", "dark.plan")
    assert run.out == (
        "Effect of differences on plans: strict.pddl vs. reference.pddl\n"
        "2 plans: 1 as expected, 1 valid plan rejected\n"
        "\n"
        "Differences  1 of 1 affect plans\n"
        "  [1]  +  wash  precondition (clean ?x)  3:59  "
        "rejects 1 of 1 valid plan; 1 valid without it\n"
        "\n"
        "Coverage  plans exercise 3 of 3 literals of the reference\n"
        "\n"
        "Valid plans rejected\n"
        "  good.plan step 2: unsatisfied precondition of (wash cup): (clean cup), never true;"
        " cause: [1]\n"
        "\n"
        "Notes\n"
        "  dark.plan: not valid in the reference at step 1: unsatisfied precondition of (wash cup):"
        " (lit),\n"
        "      never true\n"
    )
    assert (run.status, run.err) == (1, "")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    files = ("learned.pddl", "reference.pddl", "--plans", ".", "--format", "json")
    document = Run(capsys, *files).json
    assert (document["format"], document["version"]) == ("planeval blame", 1)
    assert document["plans"] == {
        "plans": 2,
        "meant_valid": 1,
        "as_meant": 1,
        "stopped": 0,
        "let_through": 1,
        "undecided": 0,
        "translated": False,
        "untranslated": 0,
    }
    light, wash = document["differences"]
    assert {name: light[name] for name in ("action", "part", "kind", "literal", "exercised")} == {
        "action": "light",
        "part": "effect",
        "kind": "missing",
        "literal": "(lit)",
        "exercised": 1,
    }
    assert wash["lets_through"] == 1
    assert wash["reference"]["where"] == {"file": "reference.pddl", "line": 3, "column": 48}
    assert wash["first"] is None
    assert document["let_through"][0]["sets"] == [[1]]
    assert document["coverage"]["exercised"] == document["coverage"]["elements"] == 3


def test_without_a_reference(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "reference.pddl", "--plans", "good.plan", "--not-plans", "dark.plan")
    assert run.status == 0
    run = Run(capsys, "strict.pddl", "--plans", "good.plan", "--format", "json")
    (failure,) = run.json["failures"]
    assert (failure["step"], failure["action"]) == (2, "(wash cup)")
    (condition,) = failure["conditions"]
    assert condition["literal"] == "(clean ?x)"
    assert condition["where"] == {"file": "strict.pddl", "line": 3, "column": 59}
    assert (run.json["reference"], run.json["differences"]) == (None, [])


def test_plans_are_files_folders_or_lists(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "cases.txt").write_text("ignored.pddl p.pddl good.plan dark.plan\n")
    named = (["good.plan", "dark.plan"], ["."], ["cases.txt"], ["cases.txt", "good.plan"])
    counts = [
        Run(capsys, "strict.pddl", "reference.pddl", "--plans", *plans, "--format", "json").json[
            "plans"
        ]["plans"]
        for plans in named
    ]
    assert counts == [2, 2, 2, 3]
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere" / "a.plan").write_text("(light)\n(wash cup)\n")
    run = Run(capsys, "reference.pddl", "--plans", "elsewhere", "good.plan", "--problem", "p.pddl")
    assert (run.status, run.err) == (0, "")


def test_trouble(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "strict.pddl", "reference.pddl")
    assert (run.status, run.err) == (
        2,
        (
            "planeval: error: expected --plans or --not-plans, such as --plans p01.plan "
            "(see planeval blame --help)\n"
        ),
    )
    run = Run(capsys, "strict.pddl", "--align", "--plans", "good.plan")
    assert run.err == "planeval: error: --align and --mapping need a REFERENCE\n"
    (folder / "lost").mkdir()
    (folder / "lost" / "a.plan").write_text("(light)\n")
    run = Run(capsys, "strict.pddl", "reference.pddl", "--plans", "lost", "good.plan")
    assert (run.status, run.err) == (2, "planeval: error: no problem found for lost/a.plan\n")
    assert "1 plan: 0 as expected, 1 valid plan rejected" in run.out
    (folder / "cut.plan").write_text("(light)\n(wash")
    run = Run(capsys, "strict.pddl", "reference.pddl", "--plans", "cut.plan")
    assert run.status == 2
    assert "Undecided\n  cut.plan: 2:1: " in run.out


def test_rows_for_tables(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "strict.pddl", "reference.pddl", "--plans", "good.plan", "--format", "csv")
    head, row = run.out.splitlines()
    assert head.startswith("action,part,kind,literal,wanted,exercised,stops_alone")
    assert row == "wash,precondition,extra,(clean ?x),,1,1,0,0,1,0,0,0,good.plan,2,true"
