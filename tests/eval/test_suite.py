"""The domains to benchmark on: our own with generated problems, and those of folders."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import planeval.suite.catalogue
from plancore.diagnostic import Severity
from plancore.formula.printing import formula_text
from plancore.model.formula import conjuncts
from plancore.model.problem import Problem
from plancore.model.trajectory import Observation, Trajectory
from plancore.notation.trajectories.reader import write_trajectory
from plancore.rules.check import errors_in
from plancore.simulate.successor import Walker
from plancore.simulate.task import Task
from plancore.snapshot import FileSnapshot
from planeval.benchmark.observed import Making, observed
from planeval.suite.folder import OWN, own_entry, suite_entries
from planfiles.errors import UserError
from support.comparison import domain_of


def problem_of(text: str) -> Problem:
    problem = FileSnapshot.of(text).problem
    assert problem is not None
    return problem


def test_every_domain_of_the_folder_is_in_the_registry_under_its_name() -> None:
    (folder,) = planeval.suite.catalogue.__path__
    names = {path.stem for path in Path(folder).glob("*.py")} - {"__init__"}
    assert names == set(OWN)
    domains = [FileSnapshot.of(own.DOMAIN).domain for own in OWN.values()]
    assert {domain.name for domain in domains if domain is not None} == names


@pytest.mark.slow
@pytest.mark.parametrize("name", OWN)
def test_domains_and_problems_are_without_errors_and_every_action_can_be_done(name: str) -> None:
    entry = own_entry(name, 8, seed=3)
    file = FileSnapshot.of(entry.domain)
    domain = file.domain
    assert domain is not None
    assert not [f for f in errors_in(file) if f.severity is Severity.ERROR]
    seen: set[str] = set()
    for number, exercise in enumerate(entry.exercises):
        problem_file = FileSnapshot.of(exercise.problem)
        problem = problem_file.problem
        assert problem is not None
        assert not problem_file.tree.problems
        task = Task(domain, problem)
        facts = {formula_text(fact) for fact in conjuncts(problem.goal)}
        initial = {f"({' '.join(atom)})" for atom in task.initial.facts}
        assert facts - initial, "a problem that is solved at its start"
        seen.update(a[0] for a in Walker(task).walk(100, Random(number)).actions)
    assert seen == {action.name for action in domain.actions}


@pytest.mark.slow
def test_the_same_seed_gives_the_same_problems_whatever_hashes_are() -> None:
    code = (
        "from planeval.suite.folder import own_entry\nfrom planeval.suite.folder import OWN\n"
        "import hashlib\n"
        "print(hashlib.sha256(repr([own_entry(n, 3, 5) for n in OWN]).encode()).hexdigest())"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert own_entry("tram", 3, 5) != own_entry("tram", 3, 6)
    assert own_entry("tram", 3, 5).exercises == own_entry("tram", 5, 5).exercises[:3]


def test_a_folder_is_a_suite_with_problems_plans_and_trajectories(tmp_path: Path) -> None:
    entry = own_entry("library", 2, 0)
    here = tmp_path / "library"
    (here / "walks.trajectories").mkdir(parents=True)
    (here / "domain.pddl").write_text(entry.domain)
    (here / "learned.pddl").write_text("(define (domain other))")
    for exercise in entry.exercises:
        (here / f"{exercise.name}.pddl").write_text(exercise.problem)
    (here / "p02.plan").write_text("(fetch book1 shelf1)\n")
    (here / "walks.trajectories" / "p01_traj").write_text("(:trajectory (:state (at-desk book1)))")
    for folder in (tmp_path, here):
        (found,) = suite_entries(str(folder), (), 1, 0)
        assert found.name == "library"
        assert [(e.name, e.plan is None) for e in found.exercises] == [
            ("p01", True),
            ("p02", False),
        ]
        assert [named.name for named in found.trajectories] == ["p01_traj"]


def test_amlgyms_benchmarks_are_a_suite(tmp_path: Path) -> None:
    for kind, name in (("problems", "0_d_prob.pddl"), ("trajectories", "0_d_traj")):
        (tmp_path / "benchmarks" / kind / "learning" / "d").mkdir(parents=True)
        (tmp_path / "benchmarks" / kind / "learning" / "d" / name).write_text(kind)
    (tmp_path / "benchmarks" / "domains").mkdir()
    for name in ("d", "without"):
        (tmp_path / "benchmarks" / "domains" / f"{name}.pddl").write_text("(define (domain d))")
    (found,) = suite_entries(str(tmp_path), (), 1, 0)
    assert (found.name, found.exercises[0].name) == ("d", "0_d_prob")
    assert found.trajectories[0].text == "trajectories"


def test_what_there_is_not_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="did you mean `tram`"):
        suite_entries("own", ["trem"], 1, 0)
    with pytest.raises(UserError, match="neither it nor a directory in it has a domain"):
        suite_entries(str(tmp_path), (), 1, 0)
    with pytest.raises(UserError, match="no such directory"):
        suite_entries(str(tmp_path / "none"), (), 1, 0)


def test_two_domains_of_one_name_are_refused(tmp_path: Path) -> None:
    outer, inner = tmp_path / "tram", tmp_path / "tram" / "tram"
    inner.mkdir(parents=True)
    for folder in (outer, inner):
        (folder / "domain.pddl").write_text(own_entry("tram", 1, 0).domain)
    with pytest.raises(UserError, match=r"give two domains the name tram; rename one") as told:
        suite_entries(str(outer), (), 1, 0)
    for folder in (outer, inner):
        assert str(folder / "domain.pddl") in str(told.value)
    inner.rename(outer / "city")
    assert [entry.name for entry in suite_entries(str(outer), (), 1, 0)] == ["tram", "city"]


def test_a_folder_with_a_domain_of_its_own_keeps_what_is_below_it(tmp_path: Path) -> None:
    outer, own, deep = tmp_path / "outer", tmp_path / "outer/own", tmp_path / "outer/more/deep"
    for folder, domain in ((outer, "domain"), (own, "reference"), (deep, "domain")):
        (folder / "hard").mkdir(parents=True)
        (folder / "walks.trajectories").mkdir()
        (folder / f"{domain}.pddl").write_text(own_entry("tram", 1, 0).domain)
        (folder / "hard" / f"in-{folder.name}.pddl").write_text("(define (problem p))")
        (folder / "hard" / f"in-{folder.name}.plan").write_text("(wait)")
        (folder / "walks.trajectories" / f"of-{folder.name}").write_text("(:trajectory)")
    (outer / "more" / "beside-deep.pddl").write_text("(define (problem p))")
    (outer / "own" / "of-own.trajectory").write_text("(:trajectory)")
    found = {
        entry.name: ([e.name for e in entry.exercises], [t.name for t in entry.trajectories])
        for entry in suite_entries(str(outer), (), 1, 0)
    }
    assert found == {
        "outer": (["in-outer", "beside-deep"], ["of-outer"]),
        "own": (["in-own"], ["of-own.trajectory", "of-own"]),
    }
    (deep / "domain.pddl").rename(deep / "other.txt")
    outer_alone, *_ = suite_entries(str(outer), ["outer"], 1, 0)
    assert [e.name for e in outer_alone.exercises] == ["in-outer", "beside-deep", "in-deep"]


def test_problems_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    entry = own_entry("library", 2, 0)
    (tmp_path / "domain.pddl").write_text(entry.domain)
    for name, exercise in zip(("easy", "hard"), entry.exercises, strict=True):
        (tmp_path / name).mkdir()
        (tmp_path / name / "p1.pddl").write_text(exercise.problem)
        domain, problem = domain_of(entry.domain), problem_of(exercise.problem)
        walk = Walker(Task(domain, problem)).walk(3, Random(0))
        states = tuple(map(Observation, walk.states))
        text = write_trajectory(Trajectory(states, walk.actions, problem.objects))
        (tmp_path / name / "p1.trajectory").write_text(text)
    (tmp_path / "hard" / "p2.pddl").write_text(entry.exercises[0].problem)
    (found,) = suite_entries(str(tmp_path), (), 1, 0)
    assert [each.name for each in found.exercises] == ["easy/p1", "hard/p1", "p2"]
    assert [each.name for each in found.trajectories] == [
        "easy/p1.trajectory",
        "hard/p1.trajectory",
    ]
    seen = observed(found, domain_of(found.domain), Making())
    assert [each.exercise for each in seen] == list(found.exercises[:2])
    for each, exercise in zip(seen, entry.exercises, strict=True):
        assert each.trajectory.objects == problem_of(exercise.problem).objects


def test_a_trajectory_is_there_once_also_in_a_folder_of_trajectories(tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(own_entry("tram", 1, 0).domain)
    for folder in ("walks.trajectories", ".git"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "p01.trajectory").write_text("(:trajectory)")
    (found,) = suite_entries(str(tmp_path), (), 1, 0)
    assert [named.name for named in found.trajectories] == ["p01.trajectory"]


def test_links_are_called_what_they_are_called(tmp_path: Path) -> None:
    suite = tmp_path / "suite"
    suite.mkdir()
    for name in ("library", "tram"):
        folder = tmp_path / name / "model"
        folder.mkdir(parents=True)
        (folder / "domain.pddl").write_text(own_entry(name, 1, 0).domain)
        (suite / name).symlink_to(folder, target_is_directory=True)
    found = suite_entries(str(suite), (), 1, 0)
    assert [entry.name for entry in found] == ["library", "tram"]
    assert "(domain library)" in found[0].domain


def test_only_the_domains_that_are_asked_for_are_read(tmp_path: Path) -> None:
    for name in ("library", "tram"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "domain.pddl").write_text(own_entry(name, 1, 0).domain)
    (tmp_path / "tram" / "domain.pddl").write_bytes(b"\0\xff")
    (found,) = suite_entries(str(tmp_path), ["library"], 1, 0)
    assert found.name == "library"
    with pytest.raises(UserError, match=r"tram.domain\.pddl"):
        suite_entries(str(tmp_path), (), 1, 0)
