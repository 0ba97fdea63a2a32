"""What sorts are called: like the types of their objects, where a signature tells types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from plancore.learn.locm.machines import Machine
from plancore.learn.locm.model import SortName
from plancore.learn.signature import least_type
from plancore.model.domain import Action, Domain

ZERO_SORT: Final = "zero"
"""What the sort of the imaginary object is called, as the authors do."""


def sort_names(
    machines: Sequence[Machine], actions: Mapping[str, Action], domain: Domain | None
) -> tuple[SortName, ...]:
    """The sort of each machine. Without `domain` a sort is a type of its own; with it sorts have
    types of `domain`, and are numbered where several have one."""
    if domain is None:
        numbers = iter(range(1, len(machines) + 1))
        return tuple(
            SortName(ZERO_SORT, ()) if each.is_zero else _own(next(numbers)) for each in machines
        )
    return tuple(_told(machines, actions, domain))


def _own(number: int) -> SortName:
    return SortName(f"sort{number}", (f"sort{number}",))


def _told(
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
