"""States to measure a model on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from plancore.model.formula import TypedName
from plancore.model.plan import GroundAtom, StateAtoms


@dataclass(frozen=True, slots=True)
class StateSample:
    """States of one problem, with the objects of that problem and the domain's constants.

    `values` has the values of numeric fluents for each of the states; it is empty where they are
    not known.
    """

    objects: tuple[TypedName, ...]
    states: Sequence[StateAtoms]
    name: str = ""
    values: Sequence[Mapping[GroundAtom, int | Fraction]] = ()


@dataclass(frozen=True, slots=True)
class StateBatch:
    """Samples over one common set of objects. `exists[k]` are the objects of the k-th sample."""

    objects: tuple[TypedName, ...]
    samples: tuple[StateSample, ...]


def batches(samples: Iterable[StateSample], waste: float = 4.0) -> Iterator[StateBatch]:
    """Samples put together, so that many small problems cost no more than one large one.

    Objects of the same name and type are one object; where two samples give a name different
    types they go apart. `waste` bounds how much larger the square of the common objects may be
    than that of each sample's own: pairs with objects that a sample lacks are computed in vain.
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
