"""Samples of states to measure a model on, and their grouping into batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from plancore.model.formula import TypedName
from plancore.model.plan import GroundAtom, StateAtoms


@dataclass(frozen=True, slots=True)
class StateSample:
    """States of one problem, with the objects of that problem and the domain's constants. `values`
    has the values of numeric fluents for each of the states; it is empty if they are unknown."""

    objects: tuple[TypedName, ...]
    states: Sequence[StateAtoms]
    name: str = ""
    values: Sequence[Mapping[GroundAtom, int | Fraction]] = ()


@dataclass(frozen=True, slots=True)
class StateBatch:
    """Samples over a common set of objects."""

    objects: tuple[TypedName, ...]
    samples: tuple[StateSample, ...]


def batches(samples: Iterable[StateSample], waste: float = 4.0) -> Iterator[StateBatch]:
    """Group samples, so that many small problems cost no more than one large one.

    Objects of the same name and types are one object; samples that give a name different types are
    separated. `waste` limits the square of the number of common objects, relative to that of the
    smallest sample: pairs with objects that a sample lacks are computed in vain.
    """
    groups: list[tuple[dict[str, TypedName], list[StateSample], int]] = []
    for sample in sorted(samples, key=lambda s: len(s.objects)):
        objects = {typed.name: typed for typed in sample.objects}
        for at, (common, members, smallest) in enumerate(groups):
            union = common | objects
            fits = len(union) ** 2 <= waste * min(smallest, len(objects)) ** 2
            agrees = all(
                common.get(name, typed).types == typed.types for name, typed in objects.items()
            )
            if fits and agrees:
                groups[at] = (union, [*members, sample], min(smallest, len(objects)))
                break
        else:
            groups.append((objects, [sample], len(objects)))
    for common, members, _ in groups:
        yield StateBatch(tuple(common.values()), tuple(members))
