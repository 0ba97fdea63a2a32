"""The objects of a problem as another model knows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from plancore.correspondence.roles import Types
from plancore.formula.naming import Shape
from plancore.model.formula import AtomicFormula, TypedName, conjuncts
from plancore.model.problem import Problem
from plancore.model.types import OBJECT, TypeHierarchy
from plancore.simulate.objects import Objects
from plancore.translate.translation import Counterpart, Translation

_NEW: Final = "the-"


class Remarks:
    """What could not be translated as it stands, in the order of its finding."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def add(self, text: str) -> None:
        """Say `text`, or count it once more."""
        self._counts[text] += 1

    def add_once(self, text: str) -> None:
        """Say `text` without counting how often."""
        self._counts[text] = 1

    @property
    def texts(self) -> tuple[str, ...]:
        """Each remark, with how often it was made if that is more than once."""
        return tuple(
            text if count == 1 else f"{text} ({count} times)"
            for text, count in self._counts.items()
        )


class TranslatedObjects:
    """Objects with the types of the target, and what stands where the source has no argument.

    Where the target asks for an object of a type that has none, because the source leaves it
    implicit, there is one that is made for it.
    """

    def __init__(self, translation: Translation, problem: Problem, remarks: Remarks) -> None:
        self.translation = translation
        self._hierarchy = translation.target.hierarchy
        self._source_hierarchy = translation.source.hierarchy
        self._remarks = remarks
        self.given: dict[str, TypedName] = {}
        for typed in (*translation.source.constants, *problem.objects):
            self.given.setdefault(typed.name, typed)
        self._source_objects = Objects(self._source_hierarchy, self.given.values())
        types = _ObjectTypes(translation, problem, remarks)
        constants = {constant.name for constant in translation.target.constants}
        self.added = [
            TypedName(translation.object(name), types.of(typed))
            for name, typed in self.given.items()
            if translation.object(name) not in constants
        ]
        self.all = Objects(self._hierarchy, (*translation.target.constants, *self.added))
        self._make_implicit()

    def fitting(self, types: Types) -> tuple[str, ...]:
        """The objects of the target that fit `types`."""
        return self.all.of(types)

    def fits(self, name: str, types: Types) -> bool:
        """Whether an object of the target may stand where `types` is asked for."""
        allowed = self.all.allowed(types)
        return allowed is None or name in allowed

    def of_source_type(self, name: str) -> Iterator[str]:
        """The target's names of the objects that the source declares to be of a type."""
        for given in self.given.values():
            if given.types and self._source_hierarchy.accepts((name,), given.types):
                yield self.translation.object(given.name)

    def filled(self, counterpart: Counterpart) -> Shape:
        """The shape of a counterpart with the only object that fits for each implicit argument."""
        return counterpart.shape.filled(lambda k: self.fitting(counterpart.types[k]))

    def remark_on_dropped(self, name: str, counterpart: Counterpart) -> None:
        """Remark on a predicate that loses an argument which more than one object fits."""
        for place, types in enumerate(counterpart.given):
            if place not in counterpart.shape.places and len(self._source_objects.of(types)) > 1:
                self._remarks.add_once(f"`{name}` loses an argument that several objects fit")

    def _make_implicit(self) -> None:
        """One object for each type that is asked for where the source has no argument."""
        open_types = (t for each in self.translation.counterparts for t in each.open_types)
        for types in dict.fromkeys(open_types):
            if not types or OBJECT in types or self.fitting(types):
                continue
            name = f"{_NEW}{types[0]}"
            while name in self.all.types:
                name += "-"
            self.added.append(TypedName(name, (types[0],)))
            self.all = Objects(self._hierarchy, (*self.translation.target.constants, *self.added))
            self._remarks.add(f"`{name}` is added: there is no object of the type {types[0]}")


class _ObjectTypes:
    """The types that objects of the source have in the target.

    An object has the type that a predicate of the source plays, or the counterpart of its type, or
    of the nearest type above it that has one. Without any, it has the type that the target asks for
    where things of its type stand, or where it stands in facts.
    """

    def __init__(self, translation: Translation, problem: Problem, remarks: Remarks) -> None:
        self._translation, self._remarks = translation, remarks
        self._source, self._target = translation.source.hierarchy, translation.target.hierarchy
        facts = [part for whole in problem.init for part in conjuncts(whole)]
        atoms = [fact for fact in facts if isinstance(fact, AtomicFormula)]
        self._played = self._played_types(atoms)
        self._by_use = _least_of_each(self._target, self._asked_by_use())
        self._by_facts = _least_of_each(self._target, self._asked_by_facts(atoms))

    def of(self, typed: TypedName) -> Types:
        """The types of an object; none where nothing tells."""
        played = self._played.get(typed.name, [])
        names = [*played, *filter(None, map(self._counterpart, typed.types))]
        if not names:
            names = [self._by_use[name] for name in typed.types if name in self._by_use]
        if not names and typed.name in self._by_facts:
            names = [self._by_facts[typed.name]]
        least = self._least(names)
        if len(least) > 1 and played:
            listed = " and ".join(least)
            self._remarks.add(f"`{typed.name}` is of {listed}: it is taken as of {least[0]}")
            return least[:1]
        return least

    def _least(self, names: list[str]) -> Types:
        """The types that are no supertypes of another one."""
        below = self._target.is_subtype
        return tuple(
            name
            for name in dict.fromkeys(names)
            if not any(other != name and below(other, name) for other in names)
        )

    def _played_types(self, facts: Iterable[AtomicFormula]) -> dict[str, list[str]]:
        """For objects the types of the target that facts say they are of."""
        types: dict[str, list[str]] = {}
        for fact in facts:
            name = self._translation.plays.get(fact.predicate)
            if name is not None and len(fact.args) == 1 and isinstance(fact.args[0], str):
                types.setdefault(fact.args[0], []).append(name)
        return types

    def _asked_by_use(self) -> Iterator[tuple[str, str]]:
        """Types of the source without counterpart, and of the target what is asked of them as
        arguments of predicates and parameters of actions."""
        for counterpart in self._translation.counterparts:
            for mine, yours in counterpart.paired_types:
                own, asked = _proper(mine), _proper(yours)
                if len(own) == len(asked) == 1 and own[0] not in self._translation.types:
                    yield own[0], asked[0]

    def _asked_by_facts(self, facts: Iterable[AtomicFormula]) -> Iterator[tuple[str, str]]:
        """Objects, and the types that the target asks of them as arguments of facts."""
        for fact in facts:
            for counterpart in self._translation.predicates.get(fact.predicate, []):
                for types, place in zip(counterpart.types, counterpart.shape.places, strict=True):
                    if place is not None and place < len(fact.args) and len(types) == 1:
                        yield str(fact.args[place]), types[0]

    def _counterpart(self, name: str) -> str | None:
        """The counterpart of the nearest type at or above `name`."""
        level = [name]
        seen = {name}
        while level:
            for candidate in level:
                if candidate in self._translation.types:
                    return self._translation.types[candidate]
            above = [parent for c in level for parent in self._source.parents.get(c, ())]
            level = [parent for parent in dict.fromkeys(above) if parent not in seen]
            seen.update(level)
        return None


def _least_of_each(hierarchy: TypeHierarchy, asked: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """For each name the type that is a subtype of all others that are asked of it, where one is."""
    types: dict[str, dict[str, None]] = {}
    for name, type_name in asked:
        types.setdefault(name, {})[type_name] = None
    least: dict[str, str] = {}
    for name, names in types.items():
        for candidate in names:
            if all(hierarchy.is_subtype(candidate, other) for other in names):
                least[name] = candidate
                break
    return least


def _proper(types: Types) -> Types:
    return tuple(name for name in types if name != OBJECT)
