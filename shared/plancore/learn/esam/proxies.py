"""Actions for the ways in which arguments coincide.

For bindings of one pattern, atoms that become the same are one. What is then sure to change is an
effect. What may or may not change must hold already, so that it makes no difference. Where that
cannot be, there is no action for the pattern.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from plancore.codec.proxies import Proxy
from plancore.learn.esam.evidence import Atoms, Effects, Evidence, Pattern, merged
from plancore.learn.sam.literals import LiftedAtom, must_differ
from plancore.model.domain import Action, Domain
from plancore.model.formula import And, AtomicFormula, Formula, Not, TypedName


def distinct(action: Action) -> Pattern:
    """The pattern of arguments that are all different, and no constants."""
    return tuple(parameter.name for parameter in action.parameters)


def proxy_of(action: Action, pattern: Pattern, evidence: Evidence, domain: Domain) -> Action | None:
    """The action for arguments of one pattern; None where it could never be done safely."""
    names = dict(zip(distinct(action), pattern, strict=True))
    parameters = _parameters(action, names, domain)
    if parameters is None:
        return None
    adds, deletes = evidence.added(), evidence.deleted()
    kept = evidence.patterns.get(pattern, set())
    deleted = _sure(deletes, names)
    # What is added as well is true afterwards, deleted or not.
    added = _sure(adds, names) | (deleted & kept)
    may_add = {merged(atom, names) for atom in adds.unsure} - added
    may_delete = {merged(atom, names) for atom in deletes.unsure} - deleted - added - kept
    true = {merged(atom, names) for atom in evidence.always} | may_add
    false = {merged(atom, names) for atom in evidence.never} | may_delete
    if true & false or may_add & deleted:
        return None
    proxy = replace(action, name=_name(action, pattern, domain), parameters=parameters)
    order = list(dict.fromkeys(merged(atom, names) for atom in evidence.vocabulary))
    condition = [*_literals(order, true, True), *_literals(order, false, False)]
    condition += [Not(AtomicFormula("=", pair)) for pair in must_differ(proxy, domain)]
    effect = [*_literals(order, added, True), *_literals(order, deleted - added, False)]
    return replace(proxy, precondition=And(tuple(condition)), effect=And(tuple(effect)))


def entry_of(action: Action, pattern: Pattern, domain: Domain) -> Proxy:
    """How the codec finds the action of a pattern."""
    own = [name for name, first in zip(distinct(action), pattern, strict=True) if name == first]
    places = {name: number for number, name in enumerate(own)}
    arguments = tuple(places.get(first, first) for first in pattern)
    return Proxy(_name(action, pattern, domain), action.name, arguments)


def _name(action: Action, pattern: Pattern, domain: Domain) -> str:
    """`swap` where all differ, else `swap_y_is_x`: the second parameter is the first."""
    same = [
        f"_{name[1:]}_is_{first.removeprefix('?')}"
        for name, first in zip(distinct(action), pattern, strict=True)
        if name != first
    ]
    name = action.name + "".join(same)
    while same and domain.action(name) is not None:
        name += "_"
    return name


def _parameters(
    action: Action, names: Mapping[str, str], domain: Domain
) -> tuple[TypedName, ...] | None:
    """The parameters that stand for themselves, each with the least type of those it stands for;
    None where no type is the least, or a constant does not fit."""
    hierarchy = domain.hierarchy
    offered = {each.name: each.types for each in (*action.parameters, *domain.constants)}
    least = dict(offered)
    for parameter in action.parameters:
        first = names[parameter.name]
        if hierarchy.accepts(parameter.types, least[first]):
            continue
        if first not in names or not hierarchy.accepts(least[first], parameter.types):
            return None
        least[first] = parameter.types
    return tuple(
        TypedName(p.name, least[p.name]) for p in action.parameters if names[p.name] == p.name
    )


def _sure(effects: Effects, names: Mapping[str, str]) -> Atoms:
    """The effects that are sure, those among them of which all readings are now one."""
    sets = ({merged(atom, names) for atom in atoms} for atoms in effects.clauses)
    single = {atom for atoms in sets if len(atoms) == 1 for atom in atoms}
    return frozenset({merged(atom, names) for atom in effects.sure} | single)


def _literals(
    order: Sequence[LiftedAtom], atoms: Atoms | set[LiftedAtom], positive: bool
) -> Iterator[Formula]:
    for atom in order:
        if atom in atoms:
            formula = AtomicFormula(atom[0], atom[1:])
            yield formula if positive else Not(formula)
