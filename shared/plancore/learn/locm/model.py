"""Machines of LOCM with parameterised states, and the names of sorts.

Steps 1 and 2: sorts, and a machine for each. A transition is a position of an action: `stack.1` is
the change of the first argument of stacking. A machine has each transition once, from one state to
one state: this assumption identifies states. At first every transition has a start and an end of
its own; when an object goes through two consecutive transitions, the end of the first is the start
of the second.

Step 3: what enters a state with an object and leaves it with the same object. Blocks that are
stacked together are unstacked together: after `stack.2` the next `unstack.2` of a block has the
same first argument. A hypothesis claims this of two transitions that meet in a state; it holds if
some object goes through both consecutively, and none does with different objects.

Steps 4 and 5: hypotheses become parameters of states, and flawed ones are removed. Two hypotheses
of a state that are set by the same argument, or read by the same one, concern one parameter. It is
flawed, and removed, if

- a transition into the state does not set it: its value would be unknown;
- a transition out of the state does not read it: an action could not name the fact that it deletes
  (the authors allow it, since their operators are not STRIPS);
- two consecutive transitions of an object set and read it by different arguments: operators could
  not execute the sequences (the authors do not require that).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from plancore.learn.learned import least_type
from plancore.model.domain import Action, Domain, TypeNames
from plancore.model.plan import GroundAtom
from plancore.stop import Checkpoint


class SortName(NamedTuple):
    """The name of the sort of a machine, and its PDDL type, possibly none."""

    name: str
    types: TypeNames


@dataclass(frozen=True, slots=True)
class SortMachine:
    """The machine of a sort, with the parameters of its states."""

    sort: SortName
    machine: Machine
    parameters: tuple[tuple[Parameter, ...], ...]

    @property
    def is_uninformative(self) -> bool:
        """Whether it has a single state without parameters: every object is always in it."""
        return self.machine.n_states == 1 and not self.parameters[0]

    def predicate(self, state: int) -> str:
        """The predicate of a state."""
        return f"{self.sort.name}_state{state}"

    def before(self, transition: MachineTransition, name: str, args: Sequence[str]) -> GroundAtom:
        """The state atom of the object `name` before a step with `args`."""
        state = self.machine.starts[transition]
        places = (parameter.readers[transition] for parameter in self.parameters[state])
        return self._atom(state, name, [args[place - 1] for place in places])

    def after(self, transition: MachineTransition, name: str, args: Sequence[str]) -> GroundAtom:
        """The state atom of the object `name` after a step with `args`."""
        state = self.machine.ends[transition]
        places = (parameter.setters[transition] for parameter in self.parameters[state])
        return self._atom(state, name, [args[place - 1] for place in places])

    def _atom(self, state: int, name: str, values: Sequence[str]) -> GroundAtom:
        of_object = () if self.machine.is_zero else (name,)
        return (self.predicate(state), *of_object, *values)


class LocmModel(NamedTuple):
    """All informative machines, and the machine of each transition."""

    machines: tuple[SortMachine, ...]
    by_transition: Mapping[MachineTransition, SortMachine]
    sorts: Mapping[MachineTransition, SortName]
    """The sort of every position of an action, including those of uninformative machines."""


def model_of(
    machines: Sequence[Machine],
    names: Sequence[SortName],
    sequences: Sequences,
    checkpoint: Checkpoint,
) -> LocmModel:
    """Steps 3 to 5 for the machines of `sequences`, with these `names`."""
    tested = surviving_hypotheses(machines, sequences, checkpoint)
    found = [
        SortMachine(
            name,
            machine,
            tuple(parameters_of(machine, state, tested) for state in range(machine.n_states)),
        )
        for name, machine in zip(names, machines, strict=True)
    ]
    informative = tuple(each for each in found if not each.is_uninformative)
    return LocmModel(
        informative,
        {transition: each for each in informative for transition in each.machine.starts},
        {transition: each.sort for each in found for transition in each.machine.starts},
    )


ZERO_SORT: Final = "zero"
"""The authors' name of the sort of the imaginary object."""


def sort_names(
    machines: Sequence[Machine], actions: Mapping[str, Action], domain: Domain | None
) -> tuple[SortName, ...]:
    """The sort of each machine. Without `domain` each sort is a type; with it sorts have types of
    `domain`, and are numbered if several have the same."""
    if domain is None:
        numbers = iter(range(1, len(machines) + 1))
        return tuple(
            SortName(ZERO_SORT, ()) if each.is_zero else _untyped(next(numbers))
            for each in machines
        )
    return tuple(_typed(machines, actions, domain))


def _untyped(number: int) -> SortName:
    return SortName(f"sort{number}", (f"sort{number}",))


def _typed(
    machines: Sequence[Machine], actions: Mapping[str, Action], domain: Domain
) -> Iterator[SortName]:
    types = [
        least_type(
            domain,
            [
                actions[transition.action].parameters[transition.place - 1].types
                for transition in machine.starts
                if transition.place
            ],
        )
        for machine in machines
    ]
    bases = [
        ZERO_SORT if machine.is_zero else "_".join(of_sort) or "sort"
        for machine, of_sort in zip(machines, types, strict=True)
    ]
    total, seen = Counter(bases), Counter[str]()
    for machine, of_sort, base in zip(machines, types, bases, strict=True):
        if machine.is_zero:
            yield SortName(ZERO_SORT, ())
            continue
        seen[base] += 1
        yield SortName(base if total[base] == 1 else f"{base}{seen[base]}", of_sort)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a state: the argument, from 1, by which each transition sets or reads it."""

    setters: dict[MachineTransition, int]
    readers: dict[MachineTransition, int]


class _Use(NamedTuple):
    """A transition and one of its arguments, which sets or reads a parameter."""

    is_reader: bool
    transition: MachineTransition
    argument: int


def parameters_of(machine: Machine, state: int, tested: Tested) -> tuple[Parameter, ...]:
    """The parameters of a state without flaws, in order of their setters."""
    merged = UnionFind[_Use]()
    for hypothesis in tested.hypotheses:
        if machine.ends.get(hypothesis.into) == state:
            merged.join(
                _Use(False, hypothesis.into, hypothesis.set_by),
                _Use(True, hypothesis.out_of, hypothesis.read_by),
            )
    standing = frozenset(tested.hypotheses)
    found = [_parameter(group) for group in merged.groups()]
    return tuple(
        each
        for each in found
        if set(machine.into(state)) <= set(each.setters)
        and set(machine.out_of(state)) <= set(each.readers)
        and all(wanted in standing for wanted in _asked(each, tested.followed))
    )


def _parameter(uses: Sequence[_Use]) -> Parameter:
    """Merge uses to a parameter; of several arguments of one transition, which were always equal,
    the first is used."""
    setters: dict[MachineTransition, int] = {}
    readers: dict[MachineTransition, int] = {}
    for use in uses:
        (readers if use.is_reader else setters).setdefault(use.transition, use.argument)
    return Parameter(setters, readers)


def _asked(parameter: Parameter, followed: frozenset[Followed]) -> Iterator[Hypothesis]:
    """The hypotheses that must hold for the parameter to be read as it was set."""
    for pair in followed:
        set_by, read_by = parameter.setters.get(pair.into), parameter.readers.get(pair.out_of)
        if set_by is not None and read_by is not None:
            yield Hypothesis(pair.into, set_by, pair.out_of, read_by)


class Hypothesis(NamedTuple):
    """The claim that argument `set_by` of the transition into a state equals argument `read_by` of
    the next one out of it. Arguments count from 1."""

    into: MachineTransition
    set_by: int
    out_of: MachineTransition
    read_by: int


class Followed(NamedTuple):
    """Two consecutive transitions of an object."""

    into: MachineTransition
    out_of: MachineTransition


class Tested(NamedTuple):
    """The pairs of consecutive transitions in the sequences, and the hypotheses that hold."""

    followed: frozenset[Followed]
    hypotheses: tuple[Hypothesis, ...]


def surviving_hypotheses(
    machines: Sequence[Machine], sequences: Sequences, checkpoint: Checkpoint
) -> Tested:
    """The hypotheses that consecutive transitions support and none contradict, sorted."""
    sorts = {
        transition: number
        for number, machine in enumerate(machines)
        for transition in machine.starts
    }
    standing: dict[Followed, set[Hypothesis]] = {}
    for number, sequence in enumerate(sequences):
        checkpoint(number, "testing hypotheses")
        for life in lives_of(sequence).values():
            for before, after in pairwise(life):
                pair = Followed(before.transition, after.transition)
                if pair.into not in sorts:
                    continue  # the imaginary object, if it has only one state
                if pair not in standing:
                    standing[pair] = _possible(pair, sorts, len(before.args), len(after.args))
                standing[pair] = {
                    each
                    for each in standing[pair]
                    if before.args[each.set_by - 1] == after.args[each.read_by - 1]
                }
    hypotheses = sorted(each for found in standing.values() for each in found)
    return Tested(frozenset(standing), tuple(hypotheses))


def _possible(
    pair: Followed, sorts: dict[MachineTransition, int], n_before: int, n_after: int
) -> set[Hypothesis]:
    """All pairs of other arguments of the same sort in two consecutive transitions."""
    return {
        Hypothesis(pair.into, set_by, pair.out_of, read_by)
        for set_by in range(1, n_before + 1)
        for read_by in range(1, n_after + 1)
        if set_by != pair.into.place
        and read_by != pair.out_of.place
        and sorts[MachineTransition(pair.into.action, set_by)]
        == sorts[MachineTransition(pair.out_of.action, read_by)]
    }


Sequences: TypeAlias = Sequence[Sequence[GroundAtom]]
"""Action sequences of several runs. Objects are local to a run."""

ZERO: Final = ""
"""The name of the imaginary object; no other object has it."""


class MachineTransition(NamedTuple):
    """A position of an action: parameters count from 1, 0 is the imaginary object."""

    action: str
    place: int

    def __str__(self) -> str:
        return f"{self.action}.{self.place}"


class MachineMove(NamedTuple):
    """An object goes through a transition; `args` are all arguments of the step."""

    transition: MachineTransition
    args: tuple[str, ...]
    step: int


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine of a sort: the start and end state of each transition.

    States are numbers from 0, in order of the transitions' names.
    """

    starts: dict[MachineTransition, int]
    ends: dict[MachineTransition, int]

    @property
    def n_states(self) -> int:
        """Number of states."""
        return 1 + max((*self.starts.values(), *self.ends.values()))

    @property
    def is_zero(self) -> bool:
        """Whether it is the machine of the imaginary object."""
        return next(iter(self.starts)).place == 0

    def into(self, state: int) -> tuple[MachineTransition, ...]:
        """The transitions that lead to `state`."""
        return tuple(transition for transition, end in self.ends.items() if end == state)

    def out_of(self, state: int) -> tuple[MachineTransition, ...]:
        """The transitions that leave `state`."""
        return tuple(transition for transition, start in self.starts.items() if start == state)


def lives_of(sequence: Sequence[GroundAtom]) -> dict[str, list[MachineMove]]:
    """The transitions of each object of a run, the imaginary one first.

    An object that a step names twice only goes through the transition of the first position: the
    algorithm does not define the rest.
    """
    lives: dict[str, list[MachineMove]] = {ZERO: []}
    for step, (name, *args) in enumerate(sequence):
        lives[ZERO].append(MachineMove(MachineTransition(name, 0), tuple(args), step))
        for place, arg in enumerate(args, 1):
            if arg not in args[: place - 1]:
                move = MachineMove(MachineTransition(name, place), tuple(args), step)
                lives.setdefault(arg, []).append(move)
    return lives


def machines_of(sequences: Sequences) -> tuple[Machine, ...]:
    """A machine for each sort, first that of the imaginary object if it has more than one state."""
    sorts, states = UnionFind[MachineTransition](), UnionFind[_End]()
    zero = min(
        (MachineTransition(step[0], 0) for sequence in sequences for step in sequence), default=None
    )
    for sequence in sequences:
        for name, *args in sequence:
            if zero is not None:
                sorts.join(zero, MachineTransition(name, 0))
            for place, arg in enumerate(args, 1):
                sorts.join(
                    MachineTransition(name, 1 + args.index(arg)), MachineTransition(name, place)
                )
        for life in lives_of(sequence).values():
            for before, after in pairwise(life):
                sorts.join(before.transition, after.transition)
                states.join(_End(before.transition, True), _End(after.transition, False))
    machines = sorted(
        (_machine(group, states) for group in sorts.groups()), key=lambda each: not each.is_zero
    )
    return tuple(machine for machine in machines if not machine.is_zero or machine.n_states > 1)


class _End(NamedTuple):
    """The start or the end of a transition."""

    transition: MachineTransition
    is_end: bool


def _machine(transitions: tuple[MachineTransition, ...], states: UnionFind[_End]) -> Machine:
    numbers: dict[_End, int] = {}
    starts: dict[MachineTransition, int] = {}
    ends: dict[MachineTransition, int] = {}
    for each in transitions:
        for of_all, is_end in ((starts, False), (ends, True)):
            state = states.first(_End(each, is_end))
            of_all[each] = numbers.setdefault(state, len(numbers))
    return Machine(starts, ends)


# Disjoint sets (union-find)

Key = TypeVar("Key", bound=tuple[Any, ...])


class UnionFind(Generic[Key]):
    """Disjoint sets of keys. The result does not depend on the order of joins."""

    def __init__(self) -> None:
        self._above: dict[Key, Key] = {}

    def add(self, key: Key) -> None:
        """Add `key` as a set of its own."""
        self._above.setdefault(key, key)

    def join(self, one: Key, other: Key) -> None:
        """Merge the sets of two keys."""
        first, second = sorted((self.first(one), self.first(other)))
        self._above[second] = first

    def first(self, key: Key) -> Key:
        """The least key of the set of `key`."""
        self.add(key)
        while self._above[key] != key:
            # Halving the path keeps it short.
            self._above[key] = key = self._above[self._above[key]]
        return key

    def groups(self) -> Iterator[tuple[Key, ...]]:
        """The sets, each sorted, in order of their least keys."""
        sets: dict[Key, list[Key]] = {}
        for key in sorted(self._above):
            sets.setdefault(self.first(key), []).append(key)
        yield from map(tuple, sets.values())
