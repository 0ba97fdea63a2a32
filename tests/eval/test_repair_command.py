"""`planeval repair` as a program: what it prints and writes, and its exit status."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from planeval.cli import main

DOMAIN = """(define (domain kitchen) (:predicates (lit) (clean ?x))
  (:action light :parameters () :effect ())   ; a match
  (:action wash :parameters (?x)
    :precondition (lit)
    :effect (clean ?x)))
"""
REFERENCE = DOMAIN.replace(":effect ())", ":effect (lit))")
PROBLEM = """(define (problem p) (:domain kitchen) (:objects cup) (:init) (:goal (clean cup)))
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    files = {
        "domain.pddl": DOMAIN,
        "reference.pddl": REFERENCE,
        "p.pddl": PROBLEM,
        "good.plan": "(light)\n(wash cup)\n",
        "dark.plan": "(wash cup)\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["repair", "domain.pddl", "--plans", "good.plan"])
    assert capsys.readouterr().out == (
        "domain.pddl: 1 edit makes every plan behave as expected (minimum repair); 2 "
        "such repairs\n"
        "unrepaired domain: accepts 0 of 1 valid plan\n"
        "\n"
        "  add  (lit)  to the effect of light  domain.pddl:2:41\n"
        "\n"
        "Repair 2  instead of add (lit) to the effect of light\n"
        "  remove  (lit)  from the precondition of wash  domain.pddl:4:19\n"
    )
    assert status == 0


def test_what_must_fail_rules_repairs_out(capsys: pytest.CaptureFixture[str]) -> None:
    plans = ["--plans", "good.plan", "--not-plans", "dark.plan"]
    assert main(["repair", "domain.pddl", *plans, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["format"], document["version"]) == ("planeval repair", 1)
    assert document["edits"] == [
        {"action": "light", "part": "effect", "change": "add", "literal": "(lit)"}
    ]
    assert (document["size"], document["proved"], document["lower_bound"]) == (1, True, 1)
    assert document["plans_before"] == {"valid": 0, "of": 1, "not_valid": 1, "of_not": 1}
    assert document["plans_after"] == {"valid": 1, "of": 1, "not_valid": 1, "of_not": 1}
    assert document["all_smallest"]
    assert len(document["repairs"]) == 1


def test_the_file_is_written_in_its_layout(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["repair", "domain.pddl", "--plans", "good.plan", "--reference", "reference.pddl"]
    assert main([*arguments, "--diff"]) == 0
    diff = capsys.readouterr().out
    assert (folder / "domain.pddl").read_text() == DOMAIN
    assert "-  (:action light :parameters () :effect ())   ; a match\n" in diff
    assert "+  (:action light :parameters () :effect (lit))   ; a match\n" in diff
    os.chmod(folder / "domain.pddl", 0o640)
    assert main([*arguments, "--write", "--format", "json"]) == 0
    written = (folder / "domain.pddl").read_text()
    assert written == DOMAIN.replace(":effect ())", ":effect (lit))")
    assert (folder / "domain.pddl").stat().st_mode & 0o777 == 0o640
    capsys.readouterr()
    assert main([*arguments, "--write"]) == 0
    assert "nothing to repair" in capsys.readouterr().out
    assert (folder / "domain.pddl").read_text() == written


def test_costs_and_trouble(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["repair", "domain.pddl", "--plans", "good.plan"]
    main([*arguments, "--cost", "add-effect=3", "--format", "json"])
    document = json.loads(capsys.readouterr().out)
    assert [edit["change"] for edit in document["edits"]] == ["remove"]
    assert main(["repair", "domain.pddl"]) == 2
    assert "such as --plans p01.plan (see planeval repair --help)" in capsys.readouterr().err
    assert main([*arguments, "--cost", "love=3"]) == 2
    assert "unknown kind `love`; expected one of add-precondition" in capsys.readouterr().err
    (folder / "odd.plan").write_text("(wash cup cup)\n")
    assert main([*arguments, "odd.plan"]) == 2
    out = capsys.readouterr().out
    assert "1 edit makes every plan that can be used behave as expected (minimum" in out
    assert "odd.plan: step 1: wash takes 1 argument, got 2" in out
    assert main([*arguments, "odd.plan", "--write"]) == 2
    capsys.readouterr()
    assert main([*arguments, "odd.plan"]) == 2
    assert "nothing to repair in 1 plan, 1 not used" in capsys.readouterr().out


def test_a_goal_out_of_reach(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "idle.plan").write_text("(light)\n")
    assert main(["repair", "domain.pddl", "--plans", "idle.plan", "--write"]) == 1
    out = capsys.readouterr().out
    assert "no edits of literals make every plan behave as expected" in out
    assert "\nImpossible\n  idle.plan: no step can achieve the goal (clean cup)\n" in out
    assert (folder / "domain.pddl").read_text() == DOMAIN


def test_line_ends_and_links_are_kept(folder: Path) -> None:
    bytes_before = b"\xef\xbb\xbf" + DOMAIN.replace("\n", "\r\n").encode()
    (folder / "domain.pddl").write_bytes(bytes_before)
    (folder / "link.pddl").symlink_to("domain.pddl")
    arguments = ["repair", "link.pddl", "--plans", "good.plan", "--reference", "reference.pddl"]
    assert main([*arguments, "--write"]) == 0
    assert (folder / "link.pddl").is_symlink()
    written = bytes_before.replace(b":effect ())", b":effect (lit))")
    assert (folder / "domain.pddl").read_bytes() == written


def test_a_plan_that_is_said_to_be_right_and_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--plans", "good.plan", "--not-plans", "good.plan", "--format", "json"]
    assert main(["repair", "domain.pddl", *arguments]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["edits"], document["proved"]) == (None, True)
    reason = "expected to be both valid and invalid"
    assert document["impossible"] == [{"plan": "good.plan", "reason": reason}]


def test_plans_are_in_the_words_of_the_reference_where_names_differ(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "other.pddl").write_text(
        DOMAIN.replace("light", "zünden").replace("lit", "hell").replace("wash", "spülen")
    )
    (folder / "names.toml").write_text(
        '[actions]\n"zünden" = "light"\n"spülen" = "wash"\n[predicates]\nhell = "lit"\n'
    )
    arguments = ["repair", "other.pddl", "--plans", "good.plan", "--reference", "reference.pddl"]
    assert main([*arguments, "--mapping", "names.toml", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["edits"] == [
        {"action": "zünden", "part": "effect", "change": "add", "literal": "(hell)"}
    ]
    assert document["plans_after"]["valid"] == 1
    assert main(arguments) == 2
    assert "good.plan: step 1: unknown action light" in capsys.readouterr().out
