"""States of problems without the actions between them, as AMLGym keeps the states that it tests on.

::

    text   = {problem: [state*] | {NAME: state}}       problem = the name of a problem's file
    state  = [atom*] | {"fluents": [atom*], …}         atom    = text | [text*]

What a state has besides its fluents, such as the actions that apply in it, is left out.

Source: `benchmarks/states/predictive_power*/*/test_states.json` of AMLGym 1.0.13.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plancore.diagnostic import Diagnostic, Severity
from plancore.json_toml import DocumentError, json_value
from plancore.model.plan import StateAtoms
from plancore.notation.trajectories.json_reader import atom_of
from plancore.source import Span


class StateSet(NamedTuple):
    """States of the problem whose file is called `problem`."""

    problem: str
    states: tuple[StateAtoms, ...]


def read_state_sets(text: str) -> tuple[tuple[StateSet, ...], tuple[Diagnostic, ...]] | None:
    """The states of each problem, and what is wrong with them; None for a text that is none of
    this kind, which may be one of trajectories."""
    try:
        value = json_value(text, is_log=True)
    except DocumentError:
        return None
    if not _is_of_states(value):
        return None
    sets: list[StateSet] = []
    findings: list[Diagnostic] = []
    for problem, listed in value.items():
        states: list[StateAtoms] = []
        for name, state in _listed(listed) or ():
            atoms = _atoms(state)
            if atoms is None:
                message = f"state {name} of {problem} is no list of atoms"
                findings.append(Diagnostic("malformed-state", Severity.ERROR, Span(0, 0), message))
                break
            states.append(atoms)
        sets.append(StateSet(problem, tuple(states)))
    return tuple(sets), tuple(findings)


def _listed(value: object) -> list[tuple[object, Any]] | None:
    """The states of one problem with their names or numbers."""
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value, 1)) if isinstance(value, list) else None


def _is_of_states(value: object) -> bool:
    """Whether the first state of each problem is one: steps of trajectories have a `state` each."""
    if not isinstance(value, dict):
        return False
    listed = [_listed(states) for states in value.values()]
    firsts = [states[0][1] for states in listed if states]
    return None not in listed and bool(firsts) and all(_atoms(f) is not None for f in firsts)


def _atoms(state: object) -> StateAtoms | None:
    if isinstance(state, dict):
        state = state.get("fluents")
    if not isinstance(state, list):
        return None
    atoms = [atom_of(item) for item in state]
    return None if None in atoms else frozenset(atom for atom in atoms if atom is not None)
