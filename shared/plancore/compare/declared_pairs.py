"""Differences of declarations that pairs of names explain, and that are therefore none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from plancore.compare.changes import ChangeKind
from plancore.compare.declarations import DeclarationChange, Declared
from plancore.correspondence.names import Correspondence, names_of
from plancore.correspondence.pairs import Side
from plancore.formula.naming import AS_WRITTEN
from plancore.model.domain import Domain, Function, Predicate
from plancore.model.types import OBJECT

_UNTYPED = (OBJECT,)


def unexplained(
    changes: Iterable[DeclarationChange],
    learned: Domain,
    reference: Domain,
    names: Correspondence,
) -> tuple[DeclarationChange, ...]:
    """The differences that are left.

    A type that a predicate plays on the other side is not missing, and neither is the predicate; a
    predicate that another one covers is there; and of two signatures only what both sides state is
    compared.
    """
    if names.is_renaming:
        return tuple(changes)
    pairs = _Explained(learned, reference, names)
    return tuple(change for change in changes if not pairs.explain(change))


class _Explained:
    def __init__(self, learned: Domain, reference: Domain, names: Correspondence) -> None:
        self.names = names
        self.ours: Mapping[str, Predicate | Function] = {
            **names_of(learned, "functions"),
            **names_of(learned, "predicates"),
        }
        self.theirs: Mapping[str, Predicate | Function] = {
            **names_of(reference, "functions"),
            **names_of(reference, "predicates"),
        }
        own = {**names.functions, **names.predicates}
        self._counterparts = {own.get(name, name): name for name in reversed([*self.ours])}
        self._n_counterparts = Counter(own.get(name, name) for name in self.ours)
        self._covered = {cover.reference for cover in names.one_to_many}
        self._played = {
            side: [played for played in names.type_predicates if played.side is side]
            for side in Side
        }

    def explain(self, change: DeclarationChange) -> bool:
        """Whether pairs leave nothing of a difference."""
        if change.what is Declared.TYPE:
            return self._is_played_type(change)
        if change.what not in (Declared.PREDICATE, Declared.FUNCTION):
            return False
        if change.kind is ChangeKind.MISSING:
            played = self._played[Side.REFERENCE]
            return change.name in self._covered or any(
                change.name == predicate.predicate for predicate in played
            )
        if change.kind is ChangeKind.EXTRA:
            return any(change.name == p.predicate for p in self._played[Side.LEARNED])
        return self._has_same_types(change.name)

    def _is_played_type(self, change: DeclarationChange) -> bool:
        side = {ChangeKind.MISSING: Side.LEARNED, ChangeKind.EXTRA: Side.REFERENCE}.get(change.kind)
        return side is not None and any(change.name == played.type for played in self._played[side])

    def _has_same_types(self, name: str) -> bool:
        mine = self._counterparts.get(name)
        if mine is None or name not in self.theirs:
            return False
        ours, theirs = self.ours[mine].parameters, self.theirs[name].parameters
        shape = self.names.shapes.get(mine) or self.names.function_shapes.get(mine)
        places = shape.places if shape is not None else tuple(range(len(theirs)))
        if shape is None and len(ours) != len(theirs):
            return False
        naming = self.names.to_reference
        return all(
            self._agree(
                naming.type_names(ours[place].types), AS_WRITTEN.type_names(theirs[k].types), name
            )
            for k, place in enumerate(places)
            if place is not None and place < len(ours) and k < len(theirs)
        )

    def _agree(self, ours: tuple[str, ...], theirs: tuple[str, ...], name: str) -> bool:
        """Whether two types say the same, as far as either side says anything.

        Of several names that stand for one each has narrower types.
        """
        if ours == theirs or self._n_counterparts[name] > 1:
            return True
        played_there = {played.type for played in self._played[Side.REFERENCE]}
        played_here = {played.type for played in self._played[Side.LEARNED]}
        return (theirs == _UNTYPED and played_there.issuperset(ours)) or (
            ours == _UNTYPED and played_here.issuperset(theirs)
        )
