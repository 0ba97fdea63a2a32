"""`planlsp check --fix` and `--diff`: safe fixes of whole files."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plancore.diagnostic import apply_edits
from planfiles import files
from planfiles.command import Progress
from planfiles.files import read_exactly
from planlsp.batch import checking
from planlsp.batch.checking import CheckOptions, fix_all_in
from planlsp.batch.formatting import Mode
from planlsp.cli import main
from support.command import Done, run_command
from support.examples import DELIVERY, ROOT
from support.findings import findings
from support.fixes import added_errors
from support.token_damage import mutation

DOMAIN = """\
(define (domain d)
  (:requirements :strips :strips) ; once
  (:predicates (p ?x) (q))
  (:action a :parameters (?x)
    :precondition (or (p ?x) (q))
    :effect (not (p ?x))))
"""
FIXED = DOMAIN.replace(":strips :strips", ":strips :disjunctive-preconditions")
PROBLEM = """\
(define (problem x)
  (:domain d)
  (:objects o)
  (:init (p o) (p o) (q))
  (:goal (q)))
"""


def check(folder: Path, *arguments: str) -> Done:
    return run_command(main, "check", *arguments, cwd=folder)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_only_what_is_wrong_changes(tmp_path: Path, newline: str, mark: str) -> None:
    (tmp_path / "d.pddl").write_text(mark + DOMAIN, "utf-8", newline=newline)
    (tmp_path / "p.pddl").write_text(PROBLEM, "utf-8")
    done = check(tmp_path, "--fix", "d.pddl", "p.pddl", "--level", "warning")
    assert done.stdout == "2 files checked: no diagnostics\n"
    assert done.stderr == "planlsp: fixed d.pddl\nplanlsp: fixed p.pddl\n"
    assert done.returncode == 0
    expected = (mark + FIXED).replace("\n", newline).encode()
    assert (tmp_path / "d.pddl").read_bytes() == expected
    assert (tmp_path / "p.pddl").read_text() == PROBLEM.replace("(p o) (p o)", "(p o) ")
    again = check(tmp_path, "--fix", "d.pddl", "p.pddl")
    assert (again.returncode, again.stderr) == (0, "")


def test_a_patch_changes_nothing_and_can_be_applied(tmp_path: Path) -> None:
    path = tmp_path / "d.pddl"
    path.write_text(DOMAIN)
    done = check(tmp_path, "--diff", "d.pddl")
    assert (done.returncode, path.read_text()) == (1, DOMAIN)
    subprocess.run(["patch", "-s", "-p0"], input=done.stdout, cwd=tmp_path, text=True, check=True)
    assert path.read_text() == FIXED
    assert check(tmp_path, "--diff", "d.pddl") == Done(0, "", "")


def test_only_selected_rules_are_fixed(tmp_path: Path) -> None:
    path = tmp_path / "d.pddl"
    path.write_text(DOMAIN)
    check(tmp_path, "--fix", "d.pddl", "--select", "duplicate-declaration")
    assert path.read_text() == DOMAIN.replace(" :strips :strips", " :strips")
    path.write_text(DOMAIN)
    check(tmp_path, "--fix", "d.pddl", "--severity", "missing-requirement=off")
    assert path.read_text() == DOMAIN.replace(" :strips :strips", " :strips")


def test_what_is_not_safe_is_left_and_reported(tmp_path: Path) -> None:
    text = DOMAIN.replace("(:predicates (p ?x)", "(:predicates (p ?x) (unused)")
    (tmp_path / "d.pddl").write_text(text.replace("(q))\n    :eff", "(r))\n    :eff"))
    done = check(tmp_path, "--fix", "d.pddl", "--format", "json")
    codes = {found["code"] for found in json.loads(done.stdout)["findings"]}
    assert done.returncode == 1
    assert {"undeclared-predicate", "unused-predicate"} <= codes
    assert "missing-requirement" not in codes


def test_plans_and_learned_domains_stay_as_they_are(tmp_path: Path) -> None:
    """A fix towards the reference would replace what was learned."""
    before = {}
    for file in DELIVERY.iterdir():
        before[file.name] = file.read_bytes()
        (tmp_path / file.name).write_bytes(file.read_bytes())
    done = check(tmp_path, "--fix", ".")
    assert "fixed" not in done.stderr
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_what_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    elsewhere, folder = tmp_path / "elsewhere", tmp_path / "here"
    elsewhere.mkdir()
    folder.mkdir()
    (elsewhere / "d.pddl").write_text(DOMAIN)
    (folder / "link.pddl").symlink_to(elsewhere / "d.pddl")
    (folder / "latin.pddl").write_bytes(DOMAIN.replace("once", "für").encode("latin-1"))
    (folder / "merge.pddl").write_text(f"<<<<<<< a\n{DOMAIN}=======\n{DOMAIN}>>>>>>> b\n")
    kept = {file.name: file.read_bytes() for file in folder.iterdir()}
    done = check(folder, "--fix", ".", "--format", "json")
    assert done.returncode == 2
    for reason in ("a link to a file elsewhere", "not UTF-8", "unresolved merge conflict"):
        assert done.stderr.count(reason) == 1
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == kept
    assert (elsewhere / "d.pddl").read_text() == DOMAIN


def test_a_file_that_was_changed_meanwhile_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "d.pddl"
    path.write_text(DOMAIN)

    def read_and_change(name: str) -> tuple[str, files.FileState]:
        found = read_exactly(name)
        path.write_text(f"{DOMAIN}; mine\n")
        return found

    monkeypatch.setattr(checking, "read_exactly", read_and_change)
    done = check(tmp_path, "--fix", "d.pddl")
    assert done.returncode == 2
    assert "it has changed in the meantime" in done.stderr
    assert path.read_text() == f"{DOMAIN}; mine\n"


TEXTS = sorted(path.read_text("utf-8") for path in (ROOT / "tests/corpus/broken").glob("*.pddl"))


@given(st.sampled_from([DOMAIN, *TEXTS]), st.integers(0, 2**32), st.integers(0, 3))
@example(DOMAIN, 0, 0)
def test_safe_fixes_are_gone_and_no_error_is_new(
    tmp_path_factory: pytest.TempPathFactory, text: str, seed: int, damages: int
) -> None:
    chance = random.Random(seed)
    for _ in range(damages):
        text = apply_edits(text, [mutation(chance, text)])
    path = tmp_path_factory.mktemp("fix") / "d.pddl"
    path.write_bytes(text.encode())
    before = findings(text)
    fixed = fix_all_in([str(path)], CheckOptions(), Mode.WRITE, 1, Progress())
    after_text = path.read_bytes().decode()
    if any(each.trouble for each in fixed):
        assert after_text == text
        return
    after = findings(after_text)
    assert any(each.changed for each in fixed) == (after_text != text)
    assert not added_errors(before, after), after_text
    safe = [each for each in after if any(fix.safe and fix.file is None for fix in each.fixes)]
    assert safe == [], after_text
