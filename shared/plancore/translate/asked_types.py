"""Types of the target for what the source gives no type that has a counterpart: what is asked for
where such things stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from plancore.correspondence.roles import Types
from plancore.model.formula import AtomicFormula, conjuncts
from plancore.model.problem import Problem
from plancore.model.types import OBJECT, TypeHierarchy
from plancore.translate.translation import Translation


def types_by_use(way: Translation) -> Mapping[str, str]:
    """For types of the source without counterpart the type of the target that things of the type
    must be of, as arguments of predicates and parameters of actions."""
    asked: dict[str, dict[str, None]] = {}
    for mine, yours in _typed_places(way):
        if len(mine) == len(yours) == 1 and mine[0] not in way.types:
            asked.setdefault(mine[0], {})[yours[0]] = None
    return _least_of_each(way.target.hierarchy, asked)


def types_by_facts(way: Translation, problem: Problem) -> Mapping[str, str]:
    """For objects the type of the target that they must be of, as arguments of facts."""
    asked: dict[str, dict[str, None]] = {}
    for fact in (part for whole in problem.init for part in conjuncts(whole)):
        if not isinstance(fact, AtomicFormula):
            continue
        for symbol in way.predicates.get(fact.predicate, []):
            wanted = way.target_roles.symbols[symbol.name].args
            for types, place in zip(wanted, symbol.places, strict=True):
                if place is not None and place < len(fact.args) and len(types) == 1:
                    asked.setdefault(str(fact.args[place]), {})[types[0]] = None
    return _least_of_each(way.target.hierarchy, asked)


def _least_of_each(
    hierarchy: TypeHierarchy, asked: Mapping[str, Iterable[str]]
) -> Mapping[str, str]:
    """For each name the type that is a subtype of all the others; none where there is none."""
    least: dict[str, str] = {}
    for name, types in asked.items():
        for candidate in types:
            if all(hierarchy.is_subtype(candidate, other) for other in types):
                least[name] = candidate
                break
    return least


def _typed_places(way: Translation) -> Iterator[tuple[Types, Types]]:
    """The types of arguments and parameters that stand for each other."""
    for names in (way.predicates, way.functions):
        for mine, symbols in names.items():
            types = way.source_roles.symbols[mine].args
            for symbol in symbols:
                wanted = way.target_roles.symbols[symbol.name].args
                yield from _placed(types, wanted, symbol.places)
    for mine, actions in way.actions.items():
        source = way.source.action(mine)
        assert source is not None
        types = tuple(_proper(parameter.types) for parameter in source.parameters)
        for counterpart in actions:
            wanted = tuple(_proper(p.types) for p in counterpart.action.parameters)
            yield from _placed(types, wanted, counterpart.places)


def _placed(
    types: Sequence[Types], wanted: Sequence[Types], places: Iterable[int | None]
) -> Iterator[tuple[Types, Types]]:
    for asked, place in zip(wanted, places, strict=True):
        if place is not None and place < len(types):
            yield types[place], asked


def _proper(types: Types) -> Types:
    return tuple(name for name in types if name != OBJECT)
