"""Implicit objects: the one robot, the one crane, the board that a model never mentions.

One model may have a parameter of each action, and an argument of most predicates, for an object
that the other model leaves implicit. These arguments have no counterparts, so the models are also
compared without them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import compress, product, repeat
from typing import Final, TypeVar

from plancore.correspondence.evidence import TaskEvidence
from plancore.correspondence.pairs import Arguments, Pair
from plancore.correspondence.roles import LiteralUse, OperatorUses, Roles
from plancore.correspondence.words import Vocabulary
from plancore.model.record import record

T = TypeVar("T")

MOST_TRIED: Final = 3
"""The number of types of each model that are tried, those in most actions first."""

_IN_ACTIONS: Final = 0.5
_FEWEST_ACTIONS: Final = 2
_ALIKE: Final = 0.5


def implicit_types(side: Roles, paired: Collection[str]) -> list[str]:
    """The types of `side` that the other model may leave implicit, likely ones first.

    At least half of the actions have exactly one parameter or variable of such a type. Types in
    `paired` have a similar name in the other model and are excluded. Similar use is no reason to
    exclude a type: the book that is moved is used like the robot that moves it.
    """
    counts: dict[str, int] = {}
    for operator in side.operators.values():
        types = [types for types in operator.types.values() if types]
        for name in {name for own in types for name in own}:
            if sum(name in own for own in types) == 1:
                counts[name] = counts.get(name, 0) + 1
    least = max(_FEWEST_ACTIONS, _IN_ACTIONS * len(side.operators))
    likely = [name for name, count in counts.items() if count >= least and name not in paired]
    return sorted(likely, key=lambda name: (-counts[name], name))[:MOST_TRIED]


@record
class NarrowedModels:
    """Two models as they are compared: whole, or one of them without one type. `ours_left` and
    `theirs_left` mark for each symbol the arguments that are left."""

    ours: Roles
    theirs: Roles
    ours_left: Mapping[str, tuple[bool, ...]] = field(default_factory=dict)
    theirs_left: Mapping[str, tuple[bool, ...]] = field(default_factory=dict)

    @property
    def size(self) -> float:
        """The weight of all literals, the maximum that can be shared."""
        return sum(
            side.weight(use)
            for side in (self.ours, self.theirs)
            for operator in side.operators.values()
            for use in operator.uses
        )

    def seen(self, evidence: TaskEvidence) -> TaskEvidence:
        """`evidence` without the facts of symbols that lack arguments here."""
        facts = {pair: same for pair, same in evidence.facts.items() if self.is_whole(pair)}
        return replace(evidence, facts=facts)

    def is_whole(self, pair: Pair) -> bool:
        """Whether both names have all their arguments."""
        here, there = self.ours_left.get(pair[0], ()), self.theirs_left.get(pair[1], ())
        return all(here) and all(there)

    def whole(self, pair: Pair, arguments: Arguments) -> Arguments:
        """Extend a map of the arguments that are left to all arguments."""
        mapped = iter(arguments)
        here = self.ours_left.get(pair[0], (True,) * len(arguments))
        places = [next(mapped) if is_left else None for is_left in here]
        there = self.theirs_left.get(pair[1])
        if there is not None:
            left = [place for place, is_left in enumerate(there) if is_left]
            places = [None if place is None else left[place] for place in places]
        return tuple(places)


def views(ours: Roles, theirs: Roles, types: Vocabulary) -> Iterator[NarrowedModels]:
    """The models without one type, for each type that the other model may leave implicit. `types`
    gives the similarity of the names of types."""
    alike = [
        pair for pair in product(ours.types, theirs.types) if types.similarity(*pair) >= _ALIKE
    ]
    for name in implicit_types(ours, {s for s, _ in alike}):
        roles, left = _without(ours, name)
        yield NarrowedModels(roles, theirs, ours_left=left)
    for name in implicit_types(theirs, {t for _, t in alike}):
        roles, left = _without(theirs, name)
        yield NarrowedModels(ours, roles, theirs_left=left)


def _without(side: Roles, implicit: str) -> tuple[Roles, Mapping[str, tuple[bool, ...]]]:
    """`side` without one type, and for each symbol a mark of the arguments that are left."""
    left = {
        symbol.name: tuple(types != (implicit,) for types in symbol.args)
        for symbol in side.symbols.values()
    }

    def kept(symbol: str, args: Sequence[T]) -> tuple[T, ...]:
        return tuple(compress(args, left.get(symbol, repeat(True))))

    def uses(operator: OperatorUses) -> Iterator[LiteralUse]:
        for use in operator.uses:
            yield use._replace(args=kept(use.symbol, use.args))

    operators = {
        name: operator._replace(
            types={arg: types for arg, types in operator.types.items() if types != (implicit,)},
            uses=tuple(dict.fromkeys(uses(operator))),
        )
        for name, operator in side.operators.items()
    }
    symbols = {
        name: symbol._replace(args=kept(name, symbol.args)) for name, symbol in side.symbols.items()
    }
    return side.with_operators(operators, symbols), left
