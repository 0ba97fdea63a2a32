"""Interference of events that are triggered in one state.

Interfering events make a plan undefined (PDDL+: Fox & Long, JAIR 2006). The test is whether the
result depends on the order of the events: an atom that one adds and the other deletes, a number
that both change in ways that do not commute, or something that one changes and an effect of the
other reads. They may delete each other's conditions, since all of them happen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.model.plan import GroundAtom
from plancore.simulate.access import NUMBER, Resources
from plancore.simulate.atoms import UndecidedError, show
from plancore.simulate.effects import Changes
from plancore.simulate.state import World

_COMMUTING: Final = {
    "increase": "add",
    "decrease": "add",
    "scale-up": "multiply",
    "scale-down": "multiply",
}


def check_events(
    names: Sequence[str], gathered: Sequence[Changes], reads: Sequence[Resources], world: World
) -> None:
    """Raise UndecidedError if events interfere. `gathered` are the changes of each in `world`,
    `reads` what its effects may read."""
    writers: dict[GroundAtom, list[int]] = {}
    ways: dict[GroundAtom, object] = {}
    for number, changes in enumerate(gathered):
        for atom, way in _writes(changes):
            writers.setdefault(atom, []).append(number)
            if ways.setdefault(atom, way) != way:
                raise _interference(names, (writers[atom][0], number), atom)
    for number, resources in enumerate(reads):
        if resources == Resources():
            continue
        world.spend(len(writers))
        for atom, numbers in writers.items():
            other = next((writer for writer in numbers if writer != number), None)
            if other is not None and resources.holds(atom):
                raise _interference(names, (other, number), atom)


def _writes(changes: Changes) -> Iterator[tuple[GroundAtom, object]]:
    """The atoms and fluents that are changed, each with the way. Changes of one way have the same
    result in any order."""
    kept = set(changes.adds)
    yield from ((atom, True) for atom in changes.adds)
    yield from ((atom, False) for atom in changes.dels if atom not in kept)
    for update in changes.updates:
        way: object = _COMMUTING.get(update.operator, ("assign", update.operand))
        yield (NUMBER, *update.fluent), way


def _interference(names: Sequence[str], two: tuple[int, int], atom: GroundAtom) -> UndecidedError:
    one, other = (names[number] for number in sorted(two))
    shown = show(atom[1:] if atom[0] == NUMBER else atom)
    return UndecidedError(f"events {one} and {other} interfere at the same time: both use {shown}")
