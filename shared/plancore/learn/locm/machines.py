"""Steps 1 and 2: sorts, and a machine for each.

A transition is a place of an action: `stack.1` is what stacking does to its first argument. A
machine has each transition once, from one state to one state: with this assumption states are
found. At first every transition has a start and an end of its own; when an object goes through two
transitions one after the other, the end of the first is the start of the second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from plancore.model.plan import GroundAtom

Sequences: TypeAlias = Sequence[Sequence[GroundAtom]]
"""Actions one after the other, of several runs. An object is known within its run only."""

ZERO: Final = ""
"""What the imaginary object is called; no other object is."""


class Transition(NamedTuple):
    """A place of an action: its parameters count from 1, 0 is the imaginary object."""

    action: str
    place: int

    def __str__(self) -> str:
        return f"{self.action}.{self.place}"


class Move(NamedTuple):
    """An object goes through a transition; `args` are the arguments of the step."""

    transition: Transition
    args: tuple[str, ...]
    step: int


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine of a sort: by transition the state that it leaves and the one it leads to.

    States are numbers from 0, in the order of the transitions' names.
    """

    starts: dict[Transition, int]
    ends: dict[Transition, int]

    @property
    def n_states(self) -> int:
        """How many states there are."""
        return 1 + max((*self.starts.values(), *self.ends.values()))

    @property
    def is_zero(self) -> bool:
        """Whether it is the machine of the imaginary object."""
        return next(iter(self.starts)).place == 0

    def into(self, state: int) -> tuple[Transition, ...]:
        """The transitions that lead to `state`."""
        return tuple(transition for transition, end in self.ends.items() if end == state)

    def out_of(self, state: int) -> tuple[Transition, ...]:
        """The transitions that leave `state`."""
        return tuple(transition for transition, start in self.starts.items() if start == state)


def lives_of(sequence: Sequence[GroundAtom]) -> dict[str, list[Move]]:
    """What each object of a run goes through, the imaginary one first.

    An object that a step names twice goes through the transition of the first place only: the
    algorithm has no meaning for the rest.
    """
    lives: dict[str, list[Move]] = {ZERO: []}
    for step, (name, *args) in enumerate(sequence):
        lives[ZERO].append(Move(Transition(name, 0), tuple(args), step))
        for place, arg in enumerate(args, 1):
            if arg not in args[: place - 1]:
                move = Move(Transition(name, place), tuple(args), step)
                lives.setdefault(arg, []).append(move)
    return lives


def machines_of(sequences: Sequences) -> tuple[Machine, ...]:
    """A machine for each sort, that of the imaginary object first if it has more than one state."""
    sorts, states = Merged[Transition](), Merged[_End]()
    zero = min(
        (Transition(step[0], 0) for sequence in sequences for step in sequence), default=None
    )
    for sequence in sequences:
        for name, *args in sequence:
            if zero is not None:
                sorts.join(zero, Transition(name, 0))
            for place, arg in enumerate(args, 1):
                sorts.join(Transition(name, 1 + args.index(arg)), Transition(name, place))
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

    transition: Transition
    is_end: bool


def _machine(transitions: tuple[Transition, ...], states: Merged[_End]) -> Machine:
    numbers: dict[_End, int] = {}
    starts: dict[Transition, int] = {}
    ends: dict[Transition, int] = {}
    for each in transitions:
        for of_all, is_end in ((starts, False), (ends, True)):
            state = states.first(_End(each, is_end))
            of_all[each] = numbers.setdefault(state, len(numbers))
    return Machine(starts, ends)


# Sets of keys that are merged two at a time (union-find).

Key = TypeVar("Key", bound=tuple[Any, ...])


class Merged(Generic[Key]):
    """Every key is a set of its own until it is joined with another one.

    What is said of the sets does not depend on the order of joins.
    """

    def __init__(self) -> None:
        self._above: dict[Key, Key] = {}

    def add(self, key: Key) -> None:
        """Make `key` known."""
        self._above.setdefault(key, key)

    def join(self, one: Key, other: Key) -> None:
        """Make one set of those of two keys."""
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
        """The sets, each in order, by their least keys."""
        sets: dict[Key, list[Key]] = {}
        for key in sorted(self._above):
            sets.setdefault(self.first(key), []).append(key)
        yield from map(tuple, sets.values())
