"""The names that may be used at some place, with what they were declared as."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from plancore.model.domain import AbstractTask, Action, Function, Predicate
from plancore.model.formula import Term, TypedName
from plancore.model.types import OBJECT, TypeHierarchy

_Atoms = set[tuple[str, tuple[Term, ...]]]
"""Predicates with their arguments."""

_Named = TypeVar("_Named", TypedName, Predicate, Function, Action, AbstractTask)


class Environment:
    """The declarations of a domain, or of a problem on top of its domain's.

    Of several declarations of a name the first counts. `complete` is False for a problem whose
    domain is not known: then nothing can be called undeclared but objects of known sections.
    Two environments are the same when they are the same object; answers are kept by that.
    """

    def __init__(
        self,
        *,
        requirements: Iterable[str] = (),
        types: Iterable[TypedName] = (),
        objects: Iterable[TypedName] = (),
        predicates: Iterable[Predicate] = (),
        functions: Iterable[Function] = (),
        actions: Iterable[Action] = (),
        tasks: Iterable[AbstractTask] = (),
        complete: bool = True,
    ) -> None:
        self.requirements = frozenset(requirements)
        self.types: dict[str, TypedName] = {}
        parents: dict[str, tuple[str, ...]] = {}
        for declared in types:
            earlier = parents.get(declared.name, ())
            parents[declared.name] = earlier + tuple(t for t in declared.types if t not in earlier)
            self.types.setdefault(declared.name, declared)
        self.hierarchy = TypeHierarchy(parents)
        self.objects = _by_name(objects)
        self.predicates = _by_name(predicates)
        self.functions = _by_name(functions)
        self.actions = _by_name(actions)
        self.tasks = _by_name(tasks)
        self.complete = complete
        self._accepted: dict[tuple[tuple[str, ...], tuple[str, ...]], bool] = {}
        self._members: dict[tuple[str, ...], frozenset[str]] = {}
        self._fitting: dict[tuple[tuple[str, tuple[str, ...]], ...], _Atoms] = {}

    def with_objects(
        self, objects: Iterable[TypedName], requirements: Iterable[str] = ()
    ) -> Environment:
        """This domain's environment with the objects of a problem added to its constants."""
        inner = Environment(complete=self.complete)
        inner.requirements = self.requirements | frozenset(requirements)
        inner.types, inner.hierarchy = self.types, self.hierarchy
        inner.predicates, inner.functions = self.predicates, self.functions
        inner.actions, inner.tasks = self.actions, self.tasks
        inner.objects = dict(self.objects)
        for declared in objects:
            inner.objects.setdefault(declared.name, declared)
        return inner

    def accepts(self, wanted: tuple[str, ...], offered: tuple[str, ...]) -> bool:
        """Whether an argument of types `offered` may stand where `wanted` is asked for."""
        if wanted == offered or not wanted or wanted == (OBJECT,):
            return True
        key = (wanted, offered)
        answer = self._accepted.get(key)
        if answer is None:
            answer = self._accepted[key] = self.hierarchy.accepts(wanted, offered)
        return answer

    def fitting(self, variables: Mapping[str, TypedName]) -> _Atoms:
        """The atoms that are known to be right where these variables may be used, for whoever looks
        atoms up to add to: in a large domain many actions have parameters of the same names and
        types, and atoms in common."""
        key = tuple([(name, variable.types) for name, variable in variables.items()])
        atoms = self._fitting.get(key)
        if atoms is None:
            atoms = self._fitting[key] = set()
        return atoms

    def members(self, types: tuple[str, ...]) -> frozenset[str]:
        """The names of all objects that may stand where `types` is asked for."""
        members = self._members.get(types)
        if members is None:
            members = self._members[types] = frozenset(
                name
                for name, declared in self.objects.items()
                if self.accepts(types, declared.types)
            )
        return members


def _by_name(items: Iterable[_Named]) -> dict[str, _Named]:
    by_name: dict[str, _Named] = {}
    for item in items:
        by_name.setdefault(item.name, item)
    return by_name
