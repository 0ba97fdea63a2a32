"""States of problems without the actions between them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.model.plan import StateAtoms
from plancore.notation.trajectories.json_reader import read_state_sets

NAMES = st.text("abz-_09", min_size=1, max_size=5)
STATES = st.frozensets(st.lists(NAMES, min_size=1, max_size=3).map(tuple), max_size=4)


@given(st.dictionaries(NAMES, st.lists(STATES, max_size=4), min_size=1), st.booleans())
def test_both_forms_hold_what_was_written(
    sets: dict[str, list[StateAtoms]], has_fluents: bool
) -> None:
    """As lists, and as tables that say besides what applies."""
    text = json.dumps(
        {
            problem: {
                str(number): {"fluents": state, "applicable_actions": {"go": [["a"]]}}
                for number, state in enumerate(written)
            }
            if has_fluents
            else written
            for problem, states in sets.items()
            for written in [[[f"({' '.join(atom)})" for atom in state] for state in states]]
        }
    )
    read = read_state_sets(text)
    if not any(sets.values()):
        assert read is None
        return
    assert read is not None
    assert read[1] == ()
    assert {name: list(states) for name, states in read[0]} == sets


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        "3",
        '{"p": 3}',
        '{"p": []}',
        '{"p": [3]}',
        '{"traces": [[{"state": ["(p)"], "action": null}]]}',
        '{"steps": [{"state": ["(p)"]}]}',
        "[[{}]]",
        "[" * 100_000,
        '{"p":' * 100_000,
    ],
)
def test_what_is_not_of_this_kind_is_left_to_others(text: str) -> None:
    assert read_state_sets(text) is None


def test_a_state_that_is_none_is_told_of() -> None:
    read = read_state_sets('{"p": [["(a)"], ["(b)", 3], ["(c)"]]}')
    assert read is not None
    (states,), (finding,) = read
    assert states.states == (frozenset({("a",)}),)
    assert finding.message == "state 2 of p: expected a list of atoms"
