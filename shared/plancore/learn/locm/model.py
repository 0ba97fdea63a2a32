"""What LOCM finds: machines with parameterised states, and what the states are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from plancore.learn.locm.hypotheses import surviving_hypotheses
from plancore.learn.locm.machines import Machine, Sequences, Transition
from plancore.learn.locm.parameters import Parameter, parameters_of
from plancore.model.ground import GroundAtom
from plancore.model.types import TypeNames
from plancore.stop import Checkpoint


class SortName(NamedTuple):
    """What the objects of a machine are called, and their PDDL type, which may be none."""

    name: str
    types: TypeNames


@dataclass(frozen=True, slots=True)
class SortMachine:
    """The machine of a sort with the parameters of each of its states."""

    sort: SortName
    machine: Machine
    parameters: tuple[tuple[Parameter, ...], ...]

    @property
    def says_nothing(self) -> bool:
        """Whether there is one state only, without parameters: every object is always in it."""
        return self.machine.n_states == 1 and not self.parameters[0]

    def predicate(self, state: int) -> str:
        """The predicate that stands for a state."""
        return f"{self.sort.name}_state{state}"

    def before(self, transition: Transition, name: str, args: Sequence[str]) -> GroundAtom:
        """What holds of the object `name` before a step with `args`: its state and parameters."""
        state = self.machine.starts[transition]
        places = (parameter.readers[transition] for parameter in self.parameters[state])
        return self._atom(state, name, [args[place - 1] for place in places])

    def after(self, transition: Transition, name: str, args: Sequence[str]) -> GroundAtom:
        """The same after the step."""
        state = self.machine.ends[transition]
        places = (parameter.setters[transition] for parameter in self.parameters[state])
        return self._atom(state, name, [args[place - 1] for place in places])

    def _atom(self, state: int, name: str, values: Sequence[str]) -> GroundAtom:
        of_object = () if self.machine.is_zero else (name,)
        return (self.predicate(state), *of_object, *values)


class Model(NamedTuple):
    """All machines that say something, and by transition the one that it belongs to."""

    machines: tuple[SortMachine, ...]
    by_transition: Mapping[Transition, SortMachine]
    sorts: Mapping[Transition, SortName]
    """Of every place of an action, that of machines that say nothing included."""


def model_of(
    machines: Sequence[Machine],
    names: Sequence[SortName],
    sequences: Sequences,
    checkpoint: Checkpoint,
) -> Model:
    """Steps 3 to 5 for the machines of `sequences`, which are called `names`."""
    tested = surviving_hypotheses(machines, sequences, checkpoint)
    found = [
        SortMachine(
            name,
            machine,
            tuple(parameters_of(machine, state, tested) for state in range(machine.n_states)),
        )
        for name, machine in zip(names, machines, strict=True)
    ]
    telling = tuple(each for each in found if not each.says_nothing)
    return Model(
        telling,
        {transition: each for each in telling for transition in each.machine.starts},
        {transition: each.sort for each in found for transition in each.machine.starts},
    )
