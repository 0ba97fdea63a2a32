"""The types that objects of the source have in the target."""

from __future__ import annotations

from plancore.model.formula import AtomicFormula, TypedName, conjuncts
from plancore.model.problem import Problem
from plancore.translate.asked_types import types_by_facts, types_by_use
from plancore.translate.remarks import Remarks
from plancore.translate.translation import Translation


class ObjectTypes:
    """An object has the type that a predicate of the source plays, or the counterpart of its type,
    or of the nearest type above it that has one.

    Without any, it has the type that the target asks for where things of its type stand, or where
    it stands in facts.
    """

    def __init__(self, way: Translation, problem: Problem, remarks: Remarks) -> None:
        self._way, self._remarks = way, remarks
        self._source, self._target = way.source.hierarchy, way.target.hierarchy
        self._played = self._played_types(problem)
        self._by_use, self._by_facts = types_by_use(way), types_by_facts(way, problem)

    def of(self, typed: TypedName) -> tuple[str, ...]:
        """The types of an object; none where nothing tells."""
        played = self._played.get(typed.name, [])
        names = [*played, *filter(None, map(self._counterpart, typed.types))]
        if not names:
            names = [self._by_use[name] for name in typed.types if name in self._by_use]
        if not names and typed.name in self._by_facts:
            names = [self._by_facts[typed.name]]
        least = self._least(names)
        if len(least) > 1 and played:
            told = " and ".join(least)
            self._remarks.add(f"`{typed.name}` is of {told}: it is taken as of {least[0]}")
            return least[:1]
        return least

    def _least(self, names: list[str]) -> tuple[str, ...]:
        """The types that are no supertypes of another one."""
        below = self._target.is_subtype
        return tuple(
            name
            for name in dict.fromkeys(names)
            if not any(other != name and below(other, name) for other in names)
        )

    def _played_types(self, problem: Problem) -> dict[str, list[str]]:
        """For objects the types of the target that facts say they are of."""
        types: dict[str, list[str]] = {}
        for fact in (part for whole in problem.init for part in conjuncts(whole)):
            if isinstance(fact, AtomicFormula) and len(fact.args) == 1:
                name = self._way.plays.get(fact.predicate)
                if name is not None and isinstance(fact.args[0], str):
                    types.setdefault(fact.args[0], []).append(name)
        return types

    def _counterpart(self, name: str) -> str | None:
        """The counterpart of the nearest type at or above `name`."""
        level = [name]
        seen = {name}
        while level:
            for candidate in level:
                if candidate in self._way.types:
                    return self._way.types[candidate]
            above = [parent for c in level for parent in self._source.parents.get(c, ())]
            level = [parent for parent in dict.fromkeys(above) if parent not in seen]
            seen.update(level)
        return None
