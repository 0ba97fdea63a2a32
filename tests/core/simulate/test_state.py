"""States and trajectories."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.simulate.state import Delta, Event, State, StateSequence

ATOMS: list[tuple[str, ...]] = [(name,) for name in "abcdefgh"]
CHANGES = st.lists(st.tuples(st.sampled_from(ATOMS), st.booleans()), max_size=4)


def walk(
    steps: list[list[tuple[tuple[str, ...], bool]]],
) -> tuple[StateSequence, list[set[object]]]:
    """A trajectory of real changes, and its states computed one after the other."""
    facts: set[tuple[str, ...]] = {("a",), ("b",)}
    states: list[set[object]] = [set(facts)]
    deltas = []
    for step in steps:
        before = set(facts)
        for atom, add in step:
            (facts.add if add else facts.discard)(atom)
        deltas.append(Delta(tuple(sorted(facts - before)), tuple(sorted(before - facts))))
        states.append(set(facts))
    return StateSequence(State(frozenset((("a",), ("b",))), frozenset((("z",),))), deltas), states


@given(st.lists(CHANGES, max_size=400))
def test_every_state_is_the_sum_of_its_changes(
    steps: list[list[tuple[tuple[str, ...], bool]]],
) -> None:
    trajectory, states = walk(steps)
    assert len(trajectory) == len(steps)
    for step, facts in enumerate(states):
        assert trajectory.state(step).facts == facts | {("z",)}
        for atom in ATOMS:
            assert trajectory.holds(atom, step) is (atom in facts)


def test_a_long_trajectory_keeps_checkpoints() -> None:
    steps = [[(ATOMS[i % 8], i % 16 < 8)] for i in range(5000)]
    trajectory, states = walk(steps)
    for step in (0, 1, 255, 256, 2048, 4999, 5000):
        assert trajectory.state(step).dynamic == states[step]


def test_numbers_change_along() -> None:
    initial = State(frozenset(), values={("f",): 1})
    deltas = [Delta(values=((("f",), 2),)), Delta(), Delta(values=((("g",), 3),))]
    trajectory = StateSequence(initial, deltas)
    assert [dict(trajectory.state(step).values) for step in range(4)] == [
        {("f",): 1},
        {("f",): 2},
        {("f",): 2},
        {("f",): 2, ("g",): 3},
    ]


def test_the_last_change_of_an_atom() -> None:
    trajectory, _ = walk([[(("a",), False)], [], [(("a",), True)], [(("a",), False)]])
    assert trajectory.last_change(("a",), 0) is None
    assert trajectory.last_change(("a",), 2) == Event(1, False)
    assert trajectory.last_change(("a",), 3) == Event(3, True)
    assert trajectory.last_change(("a",), 4) == Event(4, False)
    assert trajectory.last_change(("h",), 4) is None


@pytest.mark.parametrize("step", [-1, 2])
def test_states_outside_are_refused(step: int) -> None:
    with pytest.raises(IndexError):
        StateSequence(State(frozenset()), [Delta()]).state(step)
