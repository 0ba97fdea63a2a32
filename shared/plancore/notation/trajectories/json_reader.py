"""Trajectories as JSON: a list of steps, each with a `state` and the `action` taken in it.

::

    text   = steps | [steps+] | {KEY: text}      KEY = traces, trace, trajectory, steps
    steps  = [step+]                             step = {"state": state, "action": action}
    state  = atoms | {"fluents": atoms}          atoms  = [atom*] | {text: value}
    value  = true | "true" | null | "unknown" | "?" | "none" | NUMBER | anything else
    action = atom | null | {"name": text, ("args" | "parameters" | "objects"): [text*]}
    atom   = text | [text*]

The text of an atom consists of words, separated by blanks, commas or parentheses; of an argument of
an action the last word counts. `null`, `unknown`, `?` and `none` are unknown values. A number, also
as a text such as `"1/3"`, is the value of a numeric fluent; anything else is false. All steps
except the last have an action; one in the last is ignored.

Also states of problems without actions, as in the test states of AMLGym.

::

    text   = {problem: [state*] | {NAME: state}}       problem = the name of a problem's file
    state  = [atom*] | {"fluents": [atom*], …}         atom    = text | [text*]

Other members of a state, such as the applicable actions, are ignored.

Source: `benchmarks/states/predictive_power*/*/test_states.json` of AMLGym 1.0.13.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any, Final, NamedTuple

from plancore.diagnostic import Diagnostic, Severity
from plancore.json_toml import DocumentError, json_value
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.model.trajectory import Observation, Trajectory, TrajectoryFormat
from plancore.source import Span

MALFORMED: Final = "malformed-json"
"""The code of the finding that a text is not JSON."""
_WORD: Final = re.compile(r"[^\s(),]+")
_DEEPEST: Final = 100
MOST_DIGITS: Final = 400
"""Longer numbers are neither read nor written, because they are slow to process."""
_DIGITS: Final = rf"\d{{1,{MOST_DIGITS}}}"
_NUMBER: Final = re.compile(
    rf"[+-]?(?:{_DIGITS}/0*[1-9]\d{{0,{MOST_DIGITS}}}"
    rf"|(?:{_DIGITS}(?:\.\d{{0,{MOST_DIGITS}}})?|\.{_DIGITS})(?:[eE][+-]?\d{{1,2}})?)"
)


def read_json(text: str) -> tuple[tuple[Trajectory, ...], tuple[Diagnostic, ...]]:
    """The trajectories of a JSON text: one list of steps, a list of such lists, or an object that
    has either under `trace`, `traces`, `steps` or `trajectory`."""
    reader = _Reader(text)
    for steps in reader.traces():
        reader.trajectory(steps)
    return tuple(reader.trajectories), tuple(reader.findings)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.findings: list[Diagnostic] = []
        self.trajectories: list[Trajectory] = []
        self._cursor = 0

    def traces(self) -> list[list[Any]]:
        """The lists of steps in the text."""
        try:
            value = json_value(self.text, is_log=True)
        except DocumentError as error:
            line, column = error.position or (1, 1)
            at = sum(len(each) + 1 for each in self.text.split("\n")[: line - 1]) + column - 1
            self._report(MALFORMED, Span(at, at), error.message)
            return []
        for _ in range(_DEEPEST):
            if not isinstance(value, dict):
                break
            named = [k for k in ("traces", "trace", "trajectory", "steps") if k in value]
            if not named:
                break
            value = value[named[0]]
        if isinstance(value, list) and value and all(isinstance(item, list) for item in value):
            return value
        if isinstance(value, list) and value:
            return [value]
        self._report("empty-trajectory", Span(0, 0), "expected a list of steps")
        return []

    def trajectory(self, steps: list[Any]) -> None:
        observations: list[Observation] = []
        actions: list[GroundAtom] = []
        for number, step in enumerate(steps, 1):
            span = self._find(step)
            if not isinstance(step, dict) or "state" not in step:
                self._report(
                    "malformed-step", span, f"step {number}: expected an object with a `state`"
                )
                break
            observation = self._observation(step["state"], span, number)
            if observation is None:
                break
            if len(actions) < len(observations):
                self._report("missing-action", span, f"step {number - 1}: missing action")
                break
            observations.append(observation)
            action = _action(step.get("action"))
            if action is not None:
                actions.append(action)
        if observations:
            self.trajectories.append(
                Trajectory(
                    tuple(observations),
                    tuple(actions[: len(observations) - 1]),
                    format=TrajectoryFormat.JSON,
                )
            )

    def _observation(self, state: object, span: Span, number: int) -> Observation | None:
        if isinstance(state, dict) and set(state) == {"fluents"}:
            state = state["fluents"]
        if isinstance(state, list):
            atoms = [atom_of(item) for item in state]
            if None not in atoms:
                return Observation(frozenset(a for a in atoms if a is not None), span=span)
        if isinstance(state, dict):
            named = {atom_of(key): value for key, value in state.items()}
            if None not in named:
                true = frozenset(a for a, v in named.items() if a is not None and _is_true(v))
                unknown = frozenset(a for a, v in named.items() if a is not None and _unknown(v))
                numbers = ((a, _number(v)) for a, v in named.items() if a is not None)
                values = tuple((atom, value) for atom, value in numbers if value is not None)
                return Observation(true, unknown, span, values)
        self._report(
            "malformed-state", span, f"step {number}: expected a list or table of atoms as state"
        )
        return None

    def _find(self, step: object) -> Span:
        """The place of a step, found by its first key; steps are searched in order."""
        key = next(iter(step), None) if isinstance(step, dict) else None
        at = self.text.find(json.dumps(key), self._cursor) if isinstance(key, str) else -1
        if at < 0:
            return Span(self._cursor, self._cursor)
        self._cursor = at + 1
        return Span(at, at + len(json.dumps(key)))

    def _report(self, code: str, span: Span, message: str) -> None:
        self.findings.append(Diagnostic(code, Severity.ERROR, span, message))


def _action(value: object) -> GroundAtom | None:
    if isinstance(value, dict):
        name = value.get("name")
        args: object = next((value[k] for k in ("args", "parameters", "objects") if k in value), [])
        if not isinstance(name, str) or not isinstance(args, list):
            return None
        return (name.lower(), *(str(arg).split()[-1].lower() for arg in args if str(arg)))
    return atom_of(value)


def number_in(text: str) -> Fraction | None:
    """The exact value of `1`, `-1.50`, `1e-3` or `3/2`; None for anything else."""
    return Fraction(text) if _NUMBER.fullmatch(text) else None


def atom_of(value: object) -> GroundAtom | None:
    """The atom `(on a b)`, `on(a, b)`, `on a b`, or a list of names; None for anything else."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        value = " ".join(value)
    if not isinstance(value, str):
        return None
    words = tuple(_WORD.findall(value.lower()))
    return words or None


def _is_true(value: object) -> bool:
    return value is True or (isinstance(value, str) and value.lower() == "true")


def _number(value: object) -> Fraction | None:
    is_one = isinstance(value, int | float | str) and not isinstance(value, bool)
    return number_in(str(value)) if is_one else None


def _unknown(value: object) -> bool:
    return value is None or (isinstance(value, str) and value.lower() in ("unknown", "?", "none"))


class StateSet(NamedTuple):
    """The states of the problem in the file `problem`."""

    problem: str
    states: tuple[StateAtoms, ...]


def read_state_sets(text: str) -> tuple[tuple[StateSet, ...], tuple[Diagnostic, ...]] | None:
    """The states of each problem, and findings; None for other texts, such as trajectories."""
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
                message = f"state {name} of {problem}: expected a list of atoms"
                findings.append(Diagnostic("malformed-state", Severity.ERROR, Span(0, 0), message))
                break
            states.append(atoms)
        sets.append(StateSet(problem, tuple(states)))
    return tuple(sets), tuple(findings)


def _listed(value: object) -> list[tuple[object, Any]] | None:
    """The states of one problem with their names or numbers; None for any other value."""
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value, 1)) if isinstance(value, list) else None


def _is_of_states(value: object) -> bool:
    """Whether the first state of each problem is readable, unlike a step of a trajectory."""
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
