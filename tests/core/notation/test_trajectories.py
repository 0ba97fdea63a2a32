"""Trajectories read in each notation, with a place for each fault, and written back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.model.trajectory import (
    Observation,
    Trajectory,
    TrajectoryFormat,
    typed_objects,
)
from plancore.notation.trajectories.reader import (
    looks_like_trajectories,
    read_trajectories,
    write_trajectory,
)
from plancore.snapshot import FileSnapshot
from support.material import own_and_material

AMLGYM = """(:trajectory
(:state (at depot) (FULL))  ; start
(:action (drive depot shop))
(:state (at shop) (full))
)"""
PLUS = """((:init (at depot) (full ) (= (fuel) 3))
(operator: (drive depot shop))
(:state (at shop) (full))
)"""
JSON = """[{"state": {"at(depot)": true, "(full)": true, "(at shop)": false},
  "action": {"name": "drive", "args": ["depot", "shop"]}},
 {"state": {"(at shop)": "true", "full": true, "(at depot)": null}, "action": null}]"""


@pytest.mark.parametrize("text", [AMLGYM, PLUS, JSON, "\ufeff" + AMLGYM.replace("\n", "\r\n")])
def test_every_notation_says_the_same(text: str) -> None:
    (found,), findings = read_trajectories(text)
    assert findings == ()
    assert [sorted(o.true) for o in found.observations] == [
        [("at", "depot"), ("full",)],
        [("at", "shop"), ("full",)],
    ]
    assert found.actions == (("drive", "depot", "shop"),)


def test_what_is_unknown_is_kept_apart_from_what_is_false() -> None:
    (found,), _ = read_trajectories(JSON)
    assert found.observations[1].unknown == {("at", "depot")}


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("", "0 empty-trajectory"),
        ("(:trajectory)", "0 empty-trajectory"),
        ("(:trajectory (:state (a)) (:state (b)))", "26 missing-action"),
        ("(:trajectory (:action (go)))", "13 missing-state"),
        ("(:trajectory (:state (a (b))))", "21 malformed-atom"),
        ("(:trajectory (:state (a)) (:action (go) (stop)) (:state))", "26 malformed-action"),
        ("(:trajectory (:state (a))", "0 missing-parenthesis"),
        ("(:trajectory (:state (a))))", "26 surplus-parenthesis"),
        ("(:trajectory (:state) (pick))", "22 stray-text"),
        ("[{]", "2 malformed-json"),
        ("{}", "0 empty-trajectory"),
        ('[{"state": 3}]', "2 malformed-state"),
        ('[{"action": "a"}]', "2 malformed-step"),
        ('[{"state": []}, {"state": []}]', "17 missing-action"),
        ("[" * 100_000, "0 malformed-json"),
    ],
)
def test_each_fault_has_a_place(text: str, finding: str) -> None:
    _, findings = read_trajectories(text)
    assert f"{findings[0].span.start} {findings[0].code}" == finding


@pytest.mark.slow
def test_deep_nesting_is_read_to_its_end() -> None:
    _, findings = read_trajectories("(" * 100_000)
    assert findings


@given(st.text(alphabet="()[]{}:;stae\"', \n", max_size=60))
def test_no_text_raises(text: str) -> None:
    _, findings = read_trajectories(text)
    assert all(0 <= f.span.start <= f.span.end <= len(text) for f in findings)


names = st.sampled_from(("on", "clear", "b1", "b2", "truck-1"))
atoms = st.lists(names, min_size=1, max_size=3).map(tuple)


@given(
    st.lists(st.frozensets(atoms, max_size=5), min_size=1, max_size=4),
    atoms,
    st.sampled_from(TrajectoryFormat),
)
def test_what_is_written_reads_back(
    states: list[frozenset[tuple[str, ...]]], action: tuple[str, ...], kind: TrajectoryFormat
) -> None:
    trajectory = Trajectory(
        tuple(Observation(state) for state in states), (action,) * (len(states) - 1), (), kind
    )
    (found,), findings = read_trajectories(write_trajectory(trajectory))
    assert findings == ()
    assert [o.true for o in found.observations] == states
    assert found.actions == trajectory.actions
    assert found.format is kind


def test_objects_take_the_most_specific_type_that_is_asked_for() -> None:
    domain = FileSnapshot.of(
        """(define (domain d) (:types truck - thing thing place) (:constants home - place)
        (:predicates (at ?x - thing ?p - place))
        (:action go :parameters (?t - truck ?p - place)))"""
    ).domain
    assert domain is not None
    (found,), _ = read_trajectories(
        "(:trajectory (:state (at t1 home) (at box shop)) (:action (go t1 shop)) (:state))"
    )
    assert [(o.name, o.types) for o in typed_objects(found, domain)] == [
        ("box", ("thing",)),
        ("shop", ("place",)),
        ("t1", ("truck",)),
    ]


@pytest.mark.parametrize("folder", own_and_material("learned", "oracles", "learned"))
def test_recorded_trajectories_read_without_findings(folder: Path) -> None:
    paths = sorted(folder.rglob("train.trajectories/*"))
    assert paths
    for path in paths:
        found, findings = read_trajectories(path.read_text())
        assert findings == (), path.name
        assert all(len(t.observations) == len(t.actions) + 1 for t in found)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("(:trajectory (:state))", True),
        ("\ufeff; a comment\n ( :Trajectory\n", True),
        ("(:trajectory", True),
        ("((:init (p)) (operator: (go)))", True),
        ("((state (p)) (action: (go)))", True),
        ("((:objects a b) (:init))", True),
        ('[{"state": ["p"], "action": "go"}]', True),
        ('{"trace": [{"action": "go", "state": {"p": true', True),
        ('{"state": "done"}', False),
        ("(:trajectories of runs)", False),
        ("(:init of the server)", False),
        ("(go a)\n(go b)", False),
        ("((nil . 3))", False),
        ("(define (domain d))", False),
        ("state of things", False),
        ("; only a comment", False),
        ("", False),
    ],
)
def test_trajectories_are_known_by_how_they_begin(text: str, is_one: bool) -> None:
    assert looks_like_trajectories(text) is is_one


@given(st.text(alphabet="(:[{; \nstaeinr\"'", max_size=60))
def test_any_text_is_looked_at_without_complaint(text: str) -> None:
    assert looks_like_trajectories(text) in (True, False)
