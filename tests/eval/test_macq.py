"""macq itself, where it is installed: its OBSERVER, SLAF and LOCM called as `planeval` does.

What OBSERVER and SLAF are to tell of full observations can be counted: a precondition is what held
before every step of an action, an effect is what any step changed; SLAF has no preconditions.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from plancore.compare.domains import compare_domains
from plancore.model.plan import GroundAtom
from plancore.model.trajectory import Trajectory
from plancore.notation.trajectories.reader import read_trajectories
from planeval.benchmark.observed import Making
from planeval.benchmark.task import cross_folds, task_of
from planeval.learners.description import LearnerOutcome, Lesson, Taught
from planeval.learners.naming import LEARNERS
from planeval.learners.running import teach
from planeval.suite.folder import own_entry
from planfiles.bounded.limits import MIB, Limits
from support.comparison import domain_of

pytestmark = pytest.mark.needs("learner:macq")

KNOWN: Final = {learner.name: learner for learner in LEARNERS}
BOUNDS: Final = Limits(wall=120, memory=4_000 * MIB)
SIGNATURES: Final = """
(define (domain ferry)
 (:types car - object place - object)
 (:constants home - place)
 (:predicates (at ?c - car ?p - place) (day) (aboard ?c - car) (moored ?p - place))
 (:action board :parameters (?c - car ?p - place) :precondition (and ) :effect (and ))
 (:action leave :parameters (?c - car ?p - place) :precondition (and ) :effect (and ))
 (:action sail :parameters (?from - place ?to - place) :precondition (and ) :effect (and ))
 (:action wait :parameters () :precondition (and ) :effect (and )))
"""
OBJECTS: Final = """
(define (problem p) (:domain ferry)
 (:objects red - car blue - car north - place south - place) (:init) (:goal (and)))
"""
LONG: Final = """
(:trajectory
 (:state (day) (at red home) (at blue home) (moored home))
 (:action (board red home))
 (:state (day) (aboard red) (at blue home) (moored home))
 (:action (sail home north))
 (:state (day) (aboard red) (at blue home) (moored north))
 (:action (leave red north))
 (:state (day) (at red north) (at blue home) (moored north)))
"""
SHORT: Final = """
(:trajectory
 (:state (at blue south) (moored south))
 (:action (board blue south))
 (:state (aboard blue) (moored south))
 (:action (sail south home))
 (:state (aboard blue) (moored home)))
"""


def taught(name: str, folder: Path, texts: Sequence[str]) -> str:
    """The actions of the domain that a learner makes of trajectories."""
    lesson = Lesson([_trajectory(text) for text in texts], [OBJECTS] * len(texts), 0.0, 0)
    (done,) = _all_taught(name, folder, SIGNATURES, [lesson])
    assert done.outcome is LearnerOutcome.LEARNED, done.reason
    assert done.cpu is not None
    assert done.text is not None
    lines = done.text.removesuffix(")\n").splitlines()
    return "\n".join(line for line in lines if line.startswith("(:action"))


def _all_taught(name: str, folder: Path, domain: str, lessons: Sequence[Lesson]) -> list[Taught]:
    return teach(KNOWN[name], domain, lessons, folder, BOUNDS)


def _trajectory(text: str) -> Trajectory:
    (trajectory,), _ = read_trajectories(text)
    return trajectory


def test_observer_tells_what_always_held_and_what_was_changed(tmp_path: Path) -> None:
    """`day` held in one of two trajectories, `home` is a constant, nothing waited."""
    assert taught("macq-observer", tmp_path, [LONG, SHORT]) == (
        "(:action board :parameters (?c - car ?p - place)"
        " :precondition (and (at ?c ?p) (moored ?p))"
        " :effect (and (aboard ?c) (not (at ?c ?p))))\n"
        "(:action leave :parameters (?c - car ?p - place)"
        " :precondition (and (aboard ?c) (day) (moored ?p))"
        " :effect (and (at ?c ?p) (not (aboard ?c))))\n"
        "(:action sail :parameters (?from - place ?to - place)"
        " :precondition (and (moored ?from))"
        " :effect (and (moored ?to) (not (moored ?from))))"
    )


def test_slaf_tells_what_the_longest_trajectory_changed(tmp_path: Path) -> None:
    expected = (
        "(:action board :parameters (?c - car ?p - place)"
        " :precondition (and ) :effect (and (aboard ?c) (not (at ?c ?p))))\n"
        "(:action sail :parameters (?from - place ?to - place)"
        " :precondition (and ) :effect (and (moored ?to) (not (moored ?from))))"
    )
    leave = (
        "(:action leave :parameters (?c - car ?p - place)"
        " :precondition (and ) :effect (and (at ?c ?p) (not (aboard ?c))))"
    )
    for name, texts, actions in (
        ("short", [SHORT], expected),
        ("both", [SHORT, LONG], expected.replace("\n", f"\n{leave}\n")),
    ):
        (tmp_path / name).mkdir()
        assert taught("macq-slaf", tmp_path / name, texts) == actions


def test_locm_tells_the_machines_of_objects_and_of_the_trajectory(tmp_path: Path) -> None:
    """A lamp is off or on, which one object of its sort shows; what goes on in turns is a machine
    of the whole trajectory as well, here the same."""
    signatures = (
        "(define (domain light) (:types lamp) (:predicates (lit ?l - lamp))\n"
        " (:action up :parameters (?l - lamp) :precondition (and ) :effect (and ))\n"
        " (:action down :parameters (?l - lamp) :precondition (and ) :effect (and )))"
    )
    objects = "(define (problem p) (:domain light) (:objects a - lamp) (:init) (:goal (and)))"
    steps = "(:action (up a)) (:state (lit a)) (:action (down a)) (:state)"
    lesson = Lesson([_trajectory(f"(:trajectory (:state) {steps} {steps})")], [objects], 0.0, 0)
    (done,) = _all_taught("macq-locm", tmp_path, signatures, [lesson])
    assert done.text is not None, done.reason
    domain = domain_of(done.text)
    assert sorted(predicate.name for predicate in domain.predicates) == [
        "sort0_state0__0",
        "sort0_state1__0",
        "sort1_state0__1",
        "sort1_state1__1",
    ]
    states = {
        "off": ["(sort0_state0__0)", "(sort1_state0__1 ?x0)"],
        "on": ["(sort0_state1__0)", "(sort1_state1__1 ?x0)"],
    }
    for name, before, after in (("up", "off", "on"), ("down", "on", "off")):
        gone = [f"(not {atom})" for atom in states[before]]
        assert (
            f"(:action {name} :parameters (?x0 - sort1)"
            f" :precondition (and {' '.join(states[before])})"
            f" :effect (and {' '.join(states[after] + gone)}))" in done.text
        )


@pytest.mark.parametrize("name", ["library", "canal", "greenhouse", "relay"])
@pytest.mark.parametrize("noise", [0.0, 0.05])
def test_observer_learns_what_a_recount_finds(name: str, noise: float, tmp_path: Path) -> None:
    task = task_of(own_entry(name, 6, 0), Making(count=6, length=12))
    lessons = [task.lesson(fold, noise, 0) for fold in cross_folds(6, 3, 0)]
    n_actions = 0
    for lesson, done in zip(
        lessons, _all_taught("macq-observer", tmp_path, task.signatures, lessons), strict=True
    ):
        assert done.text is not None, done.reason
        recount = domain_of(_recount(task.signatures, lesson.trajectories))
        diff = compare_domains(domain_of(done.text), recount)
        assert [action.name for action in diff.actions if not action.is_same] == []
        n_actions += len(recount.actions)
    assert n_actions >= 6


def _recount(signatures: str, trajectories: Sequence[Trajectory]) -> str:
    """The domain with what held before every step of an action, and what any step changed, over its
    arguments; steps on an object twice, and actions without others, are left out."""
    domain = domain_of(signatures)
    head = signatures[: signatures.index("(:action")]
    lines = []
    for action in domain.actions:
        parameters = [parameter.name for parameter in action.parameters]
        needs: list[set[GroundAtom]] = []
        adds, deletes = set[GroundAtom](), set[GroundAtom]()
        for trajectory in trajectories:
            states = [observation.true for observation in trajectory.observations]
            for (done, *args), before, after in zip(
                trajectory.actions, states, states[1:], strict=False
            ):
                if done == action.name and len(set(args)) == len(args):
                    over = dict(zip(args, parameters, strict=True))
                    needs.append(_over(before, over))
                    adds |= _over(after - before, over)
                    deletes |= _over(before - after, over)
        if needs:
            effect = _texts(adds) + [f"(not {text})" for text in _texts(deletes - adds)]
            typed = signatures.partition(f"(:action {action.name}\n")[2]
            typed = typed.partition(":parameters ")[2].partition("\n")[0]
            lines.append(
                f"(:action {action.name} :parameters {typed}"
                f" :precondition (and {' '.join(_texts(set.intersection(*needs)))})"
                f" :effect (and {' '.join(effect)}))"
            )
    return "\n".join((head, *lines, ")"))


def _over(atoms: frozenset[GroundAtom], names: dict[str, str]) -> set[GroundAtom]:
    return {
        (atom[0], *(names[arg] for arg in atom[1:]))
        for atom in atoms
        if set(atom[1:]) <= set(names)
    }


def _texts(atoms: set[GroundAtom]) -> list[str]:
    return [f"({' '.join(atom)})" for atom in sorted(atoms)]
