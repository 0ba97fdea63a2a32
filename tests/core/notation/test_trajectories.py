"""Trajectories read in each notation, with a place for each fault, and written back."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import example, given
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


fluents = st.lists(st.sampled_from(("fuel", "b1", "truck-1")), min_size=1, max_size=3).map(
    lambda names: ("level", *names)
)
numbers = st.one_of(
    st.integers(-(10**30), 10**30),
    st.fractions(),
    st.decimals(allow_nan=False, allow_infinity=False, places=6).map(Fraction),
    st.floats(allow_nan=False, allow_infinity=False, width=32).map(Fraction),
)


@given(
    st.lists(
        st.tuples(st.frozensets(atoms, max_size=5), st.dictionaries(fluents, numbers, max_size=3)),
        min_size=1,
        max_size=4,
    ),
    atoms,
    st.sampled_from(TrajectoryFormat),
)
@example([(frozenset(), {("level",): Fraction(-1, 3)})], ("go",), TrajectoryFormat.JSON)
@example([(frozenset(), {("level",): Fraction(10**200, 3)})], ("go",), TrajectoryFormat.JSON)
def test_what_is_written_reads_back(
    states: list[tuple[frozenset[tuple[str, ...]], dict[tuple[str, ...], int | Fraction]]],
    action: tuple[str, ...],
    kind: TrajectoryFormat,
) -> None:
    """The numbers as they are: no digit is lost."""
    seen = tuple(Observation(state, values=tuple(values.items())) for state, values in states)
    trajectory = Trajectory(seen, (action,) * (len(states) - 1), (), kind)
    (found,), findings = read_trajectories(write_trajectory(trajectory))
    assert findings == ()
    assert [(o.true, dict(o.values)) for o in found.observations] == states
    assert found.actions == trajectory.actions
    assert found.format is kind


@pytest.mark.parametrize("kind", TrajectoryFormat)
def test_a_number_of_too_many_digits_is_left_out(kind: TrajectoryFormat) -> None:
    for number in (10**400, Fraction(1, 3**5000), -Fraction(1, 2**1300)):
        seen = Observation(frozenset({("p",)}), values=((("level",), number), (("fuel",), 2)))
        (found,), findings = read_trajectories(write_trajectory(Trajectory((seen,), (), (), kind)))
        assert findings == ()
        assert found.observations[0].true == {("p",)}
        assert found.observations[0].values == ((("fuel",), 2),)


@pytest.mark.parametrize(
    ("written", "value"),
    [("-3", -3), ("+2.50", Fraction(5, 2)), (".5", Fraction(1, 2)), ("5.", 5), ("1e3", 1000)],
)
def test_the_sign_of_a_number_is_read(written: str, value: Fraction) -> None:
    for text in (
        f"((:init (p) (= (level) {written})))",
        f'[{{"state": {{"level": "{written}"}}}}]',
    ):
        (found,), findings = read_trajectories(text)
        assert findings == ()
        assert found.observations[0].values == ((("level",), value),)


def test_what_is_no_number_is_false_and_has_no_value() -> None:
    (found,), _ = read_trajectories('[{"state": {"p": true, "q": "x", "r": 1e999, "s": "1/0"}}]')
    assert found.observations[0].true == {("p",)}
    assert found.observations[0].values == ()


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
