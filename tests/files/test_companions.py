"""Which domain and problem belong to a file: one answer, however its path is spelled."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from contextlib import AbstractContextManager
from pathlib import Path
from typing import BinaryIO

import pytest

from plandiff.cli import main as plandiff
from planeval.cli import main as planeval
from planfiles import limits
from planfiles.companions import FileLinks, companions
from planfiles.files import PathLike, opened, read_text
from planlsp.cli import main as planlsp

DOMAIN = """\
(define (domain d) (:predicates (at ?x))
  (:action go :parameters (?x ?y) :precondition (at ?x) :effect (and (at ?y) (not (at ?x)))))
"""
PROBLEM = """\
(define (problem p) (:domain d) (:objects a b) (:init (at a)) (:goal (at b)))
"""
PLAN = "(go a b)\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A domain, and its problem with two plans one folder below."""
    inside = tmp_path / "problems"
    inside.mkdir()
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (inside / "p01.pddl").write_text(PROBLEM)
    (inside / "p01.plan").write_text(PLAN)
    (inside / "p01.2.plan").write_text("(go b a)\n")
    monkeypatch.chdir(inside)
    return inside


def spellings(folder: Path, name: str) -> list[str]:
    beside = os.path.join(os.pardir, folder.name, name)
    return [name, f"./{name}", beside, str(folder / name), f"{folder}/../{folder.name}/{name}"]


def test_a_path_may_be_spelled_in_any_way(folder: Path) -> None:
    for plan in spellings(folder, "p01.plan"):
        problem = FileLinks().problem_of(plan)
        assert problem is not None
        assert Path(problem).samefile(folder / "p01.pddl")
        domain = FileLinks().domain_of(problem)
        assert domain is not None
        assert Path(domain).samefile(folder.parent / "domain.pddl")


@pytest.mark.usefixtures("folder")
def test_every_command_finds_the_domain_one_folder_up(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert planlsp(["check", "--level", "error", "p01.pddl"]) == 0
    assert planeval(["validate", "."]) == 1
    out = capsys.readouterr().out
    assert "2 plans: 1 valid, 1 invalid" in out
    assert plandiff(["--format", "json", "p01.plan", "p01.2.plan"]) == 1
    execution = json.loads(capsys.readouterr().out)["execution"]
    assert execution["learned"]["verdict"] == "valid"
    assert execution["domain"] == "../domain.pddl"


def test_validate_takes_a_folder_however_it_is_spelled(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "domain.pddl").write_text(DOMAIN)
    for spelled in (".", "./", str(folder), f"../{folder.name}"):
        assert planeval(["validate", "--format", "json", spelled]) == 1
        report = json.loads(capsys.readouterr().out)
        assert (report["counts"]["valid"], report["errors"]) == (1, [])


def test_what_a_file_says_counts_wherever_it_is(folder: Path) -> None:
    away = folder.parent / "elsewhere"
    away.mkdir()
    (away / "d2.pddl").write_text(DOMAIN)
    (away / "p2.pddl").write_text(f";;!domain: d2.pddl\n{PROBLEM}")
    (folder / "x.plan").write_text(f";;!problem: ../elsewhere/p2.pddl\n{PLAN}")
    problem = FileLinks().problem_of("x.plan")
    assert problem == "../elsewhere/p2.pddl"
    assert FileLinks().domain_of(problem) == "../elsewhere/d2.pddl"


def test_files_of_the_run_come_first() -> None:
    run = {"far/domain.pddl": "(define (domain d))", "near/p.pddl": PROBLEM}
    links = FileLinks(run, {"near/p.plan": ""})
    assert links.problem_of("near/p.plan") == "near/p.pddl"
    assert links.domain_of("near/p.pddl") == "far/domain.pddl"


def test_an_unrelated_domain_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "other.pddl").write_text("(define (domain other) (:predicates (zap ?x ?y)))")
    (tmp_path / "p01.pddl").write_text(PROBLEM)
    (tmp_path / "p01.plan").write_text(PLAN)
    problem = str(tmp_path / "p01.pddl")
    run = {problem: PROBLEM, str(tmp_path / "other.pddl"): "(define (domain other))"}
    for links in (FileLinks(), FileLinks(run)):
        assert links.domain_of(problem) is None
        assert links.domains_to_check(problem) == (str(tmp_path / "other.pddl"),)
    assert planeval(["validate", str(tmp_path)]) == 2
    assert "no domain found for" in capsys.readouterr().err


def test_a_large_folder_is_not_read_through(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "COMPANIONS", 3)
    for number in range(20):
        (folder / f"a{number}.pddl").write_text(DOMAIN)
    (folder / "z-domain.pddl").write_text(DOMAIN)
    found = [Path(path).name for path in companions("p01.plan", "plan")]
    assert found == ["a0.pddl", "a1.pddl", "z-domain.pddl", "domain.pddl", "p01.pddl"]


def test_a_domain_needs_nothing_and_a_missing_folder_has_nothing(tmp_path: Path) -> None:
    assert list(companions(str(tmp_path / "d.pddl"), "domain")) == []
    assert list(companions(str(tmp_path / "gone" / "p.pddl"), "problem")) == []
    assert FileLinks().problem_of(str(tmp_path / "gone" / "x.plan")) is None


def test_the_only_problem_beside_a_plan_is_meant(folder: Path) -> None:
    assert FileLinks().problem_of("other.plan") == "p01.pddl"
    (folder / "p02.pddl").write_text(PROBLEM)
    assert FileLinks().problem_of("other.plan") is None
    assert FileLinks().problem_of("p01.soln") == "p01.pddl"


@pytest.mark.parametrize(
    ("plan", "problem"),
    [
        ("solutions/rooms/p01.plan", "problems/rooms/p01.pddl"),  # the same place in another tree
        ("solutions/rooms/easy/p01.plan", "problems/rooms/easy/p01.pddl"),
        ("solutions/rooms/p01.plan", "rooms/p01.pddl"),  # the same place without a tree
        ("plans/p01.plan", "problems/p01.pddl"),  # a folder beside
        ("rooms/plans/plan_1.txt", "rooms/p01.pddl"),  # the folder above, by number
        ("rooms/p01.plan", "rooms/problems/p01.pddl"),  # a folder inside
    ],
)
def test_a_plan_alone_finds_its_problem_nearby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plan: str, problem: str
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {plan: PLAN, problem: PROBLEM, "others/q/p01.pddl": PROBLEM.replace("a b", "c d")}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / problem).with_name("domain.pddl").write_text(DOMAIN)
    links = FileLinks()
    found = links.problem_of(str(tmp_path / plan))
    assert found == str(tmp_path / problem)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    if problem.startswith("problems"):  # outside of the current folder
        assert FileLinks().problem_of(str(tmp_path / plan)) is None
    assert links.domain_of(found) == str((tmp_path / problem).with_name("domain.pddl"))


@pytest.mark.parametrize("text", ["(go x y)\n", "(wait)\n", ""])
def test_a_problem_of_the_same_name_about_other_objects_is_not_taken(
    tmp_path: Path, text: str
) -> None:
    for name, content in {"mine/p01.plan": text, "yours/p01.pddl": PROBLEM}.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(content)
    assert FileLinks().problem_of(str(tmp_path / "mine" / "p01.plan")) is None


def test_each_companion_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "other.pddl").write_text("(define (domain other) (:predicates (zap ?x ?y)))")
    (folder / "p02.pddl").write_text(PROBLEM)
    plans = {"first.plan": PLAN, "second.plan": PLAN, "p01.plan": PLAN}
    reads: list[str] = []

    def counted(path: str, most: int, *, regular: bool = False) -> str:
        reads.append(os.path.basename(path))
        return read_text(path, most, regular=regular)

    monkeypatch.setattr("planfiles.surroundings.read_text", counted)
    links = FileLinks(plans=plans)
    assert [links.problem_of(plan) for plan in plans] == [None, None, "p01.pddl"]
    assert links.domain_of("p01.pddl") == "../domain.pddl"
    models = ["domain.pddl", "other.pddl", "p01.pddl", "p02.pddl"]
    rivals = ["first.plan", "p01.pddl", "p02.pddl", "second.plan"]  # told apart by objects
    assert sorted(reads) == sorted((*models, *rivals))


def test_plans_that_were_read_are_not_read_again_to_link_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "domain.pddl").write_text(DOMAIN)
    reads: Counter[str] = Counter()

    def counted(path: PathLike, *, regular: bool = False) -> AbstractContextManager[BinaryIO]:
        reads[os.path.basename(path)] += 1
        return opened(path, regular=regular)

    monkeypatch.setattr("planfiles.files.opened", counted)
    assert plandiff(["--format", "json", "p01.plan", "p01.2.plan"]) == 1
    assert json.loads(capsys.readouterr().out)["execution"]["domain"] == "domain.pddl"
    # The folder above has a domain, too.
    assert reads == {"p01.plan": 1, "p01.2.plan": 1, "p01.pddl": 1, "domain.pddl": 2}


def test_a_plan_may_name_the_domain_that_it_is_executed_with(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "other.pddl").write_text(DOMAIN.replace("(at ?y)", "(at ?x)"))
    (folder / "p01.plan").write_text(f";;!domain: other.pddl\n{PLAN}")
    (folder / "p01.2.plan").unlink()
    assert FileLinks().domain_of_plan("p01.plan") == "other.pddl"
    assert planeval(["validate", "."]) == 1
    assert planlsp(["check", "--level", "error", "p01.plan"]) == 1
    assert plandiff(["--format", "text", "p01.plan", "p01.plan"]) == 0
    assert capsys.readouterr().out.count("goal not reached") >= 2


def test_a_plan_may_name_definitions_as_vscode_pddl_writes_them(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "p02.pddl").write_text(PROBLEM.replace("(problem ", "(problem x"))
    (folder / "x.plan").write_text(f";;!domain: d\n;;!problem: xp\n{PLAN}")
    links = FileLinks()
    assert links.problem_of("x.plan") == "p02.pddl"
    assert links.domain_of_plan("x.plan") == "../domain.pddl"
    planeval(["validate", "."])
    assert "3 plans: 2 valid, 1 invalid" in capsys.readouterr().out
    planlsp(["check", "x.plan"])
    assert "missing-setting" not in capsys.readouterr().out


def test_a_plan_may_stand_in_a_file_that_is_named_like_a_model(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As ROSPlan and PlanSys2 write it."""
    for plan in ("p01.plan", "p01.2.plan"):
        (folder / plan).unlink()
    (folder / "ff_plan.pddl").write_text("; found\n0.000: (go b a)\n")
    assert planeval(["validate", "."]) == 1
    assert "invalid at step 1" in capsys.readouterr().out
    assert planlsp(["check", "--select", "inapplicable-step", "."]) == 1
    assert "ff_plan.pddl:2:" in capsys.readouterr().out
    (folder / "ff_plan.pddl").write_text(PLAN)
    assert planeval(["validate", "."]) == planlsp(["check", "--level", "error", "."]) == 0


def test_of_several_domains_the_one_that_declares_what_is_used_is_taken(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether a folder is checked or a plan is executed; where none does, one finding says so."""
    (folder / "first.pddl").write_text("(define (domain d) (:predicates (zap) (zip) (zop)))")
    (folder / "second.pddl").write_text(DOMAIN)
    assert planlsp(["check", "--level", "warning", "."]) == 1  # the goal of one plan
    assert "undeclared" not in capsys.readouterr().out
    assert FileLinks().domain_of("p01.pddl") == "second.pddl"
    assert planeval(["validate", "."]) == 1
    (folder / "second.pddl").write_text("(define (domain d) (:predicates (zap ?x)))")
    capsys.readouterr()
    planlsp(["check", "p01.pddl"])
    out = capsys.readouterr().out
    assert "no domain `d` fits" in out
    assert "1 file checked: 1 warning" in out


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Common problems, and the domains and plans of two students; the domain of one is wrong."""
    for name, text in (
        ("ann/domain.pddl", DOMAIN),
        ("ann/plan1.txt", PLAN),
        ("bob/domain.pddl", DOMAIN.replace("(at ?y)", "(at ?x)")),
        ("bob/plan1.txt", PLAN),
        ("problems/p1.pddl", PROBLEM),
        ("problems/p2.pddl", PROBLEM.replace("(problem p", "(problem r")),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("course")
def test_plans_of_students_are_executed_in_their_domains(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for given in (["."], ["ann/plan1.txt"], ["bob/plan1.txt"]):
        planeval(["validate", "--all", *given])
        planlsp(["check", *given])
    out = capsys.readouterr().out.replace("./", "")
    assert out.count("ann/plan1.txt: valid") == out.count("bob/plan1.txt: invalid") == 2
    assert out.count("bob/plan1.txt:1:1: error: goal not reached") == 2
    assert "ann/plan1.txt:1:1" not in out


def test_a_line_may_name_a_file_that_is_not_checked(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The directory has a domain and a problem that would be used otherwise."""
    (course / "ann/p1.pddl").write_text(PROBLEM.replace("(at b)", "(at a)"))
    (course / "ann/plan1.txt").write_text(f";;!problem: ../problems/p1.pddl\n{PLAN}")
    lines = ";;!domain: ../bob/domain.pddl\n;;!problem: ../problems/p2.pddl\n"
    (course / "ann/plan2.txt").write_text(f"{lines}{PLAN}")
    for given in ("ann", "."):
        planeval(["validate", "--all", given])
        planlsp(["check", given])
    out = capsys.readouterr().out.replace("./", "")
    assert out.count("ann/plan1.txt: valid") == out.count("ann/plan2.txt: invalid") == 2
    assert not re.search(r"ann/plan.*missing-setting", out)
    assert "ann/plan1.txt:2:1: error" not in out
