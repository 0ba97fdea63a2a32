"""Two domains as graphs, and how one becomes the other where they are the same but for names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import eq
from typing import Final, NamedTuple

from plancore.align.isomorphism import isomorphism
from plancore.correspondence.domain_graph import DomainGraph
from plancore.correspondence.names import KINDS, names_of
from plancore.model.domain import Domain
from plancore.model.formula import TRUE, Formula, has_damage
from plancore.stop import NEVER, Checkpoint, SpentError

Names = Mapping[str, Mapping[str, str]]
"""For each kind learned names and what stands for them in the reference."""

NO_NAMES: Final[Names] = {}


class GraphMatch(NamedTuple):
    """The graphs of two domains; `counterparts` has for each vertex of ours the one of theirs."""

    ours: DomainGraph
    theirs: DomainGraph
    counterparts: list[int]

    def names(self) -> dict[str, dict[str, str]]:
        """For each kind all learned names with their counterparts."""
        theirs = {vertex: name for (_, name), vertex in self.theirs.symbols.items()}
        names: dict[str, dict[str, str]] = {kind: {} for kind in KINDS}
        for (kind, name), vertex in self.ours.symbols.items():
            names[kind][name] = theirs[self.counterparts[vertex]]
        return names

    def parameters(self, mine: str, yours: str) -> tuple[int, ...]:
        """For each parameter of a learned action the position of its counterpart."""
        return self._order(self.ours.parameters[mine], self.theirs.parameters[yours])

    def arguments(self, kind: str, mine: str, yours: str) -> tuple[int, ...]:
        """For each argument of a learned predicate or function the position of its counterpart."""
        ours, theirs = self.ours.places, self.theirs.places
        return self._order(ours.get((kind, mine), []), theirs.get((kind, yours), []))

    def _order(self, ours: list[int], theirs: list[int]) -> tuple[int, ...]:
        positions = {vertex: position for position, vertex in enumerate(theirs)}
        return tuple(positions[self.counterparts[vertex]] for vertex in ours)


def can_be_matched(*domains: Domain) -> bool:
    """Whether all was read: what is damaged is compared as written, which proves nothing."""
    return not any(map(_has_damage, domains))


def graph_match(
    learned: Domain,
    reference: Domain,
    *,
    budget: int,
    stated: Names = NO_NAMES,
    in_place: bool = True,
    alike: Callable[[str, str], float] = eq,
    checkpoint: Checkpoint = NEVER,
) -> GraphMatch | None:
    """How the domains become each other; None: proved that they differ in more than names.

    `stated` names stand for one another. A first try lets names that both domains have do so as
    well. Unless `in_place`, arguments of predicates and functions may have another order.
    Where a model has a symmetry, names that are `alike` are tried first. `budget` bounds the steps
    of each try. Raises SpentError when that does not suffice.
    """
    common = _common_names(learned, reference, stated)
    is_spent = False
    for same in (common, NO_NAMES) if any(common.values()) else (NO_NAMES,):
        ours = DomainGraph(learned, _merged(same, stated), in_place=in_place)
        counterparts = {
            kind: {yours: yours for yours in names.values()} for kind, names in stated.items()
        }
        theirs = DomainGraph(reference, _merged(same, counterparts), in_place=in_place)
        try:
            mapping = isomorphism(ours, theirs, budget=budget, alike=alike, checkpoint=checkpoint)
        except SpentError:
            is_spent = True
            continue
        if mapping is not None:
            return GraphMatch(ours, theirs, mapping)
    if is_spent:
        raise SpentError
    return None


def _common_names(learned: Domain, reference: Domain, stated: Names) -> Names:
    """The names of both domains, but for those of which something is stated."""
    common: dict[str, dict[str, str]] = {}
    for kind in KINDS:
        known = stated.get(kind, {})
        both = names_of(learned, kind).keys() & names_of(reference, kind).keys()
        common[kind] = {name: name for name in both - {*known, *known.values()}}
    return common


def _merged(one: Names, other: Names) -> Names:
    return {kind: {**one.get(kind, {}), **other.get(kind, {})} for kind in KINDS}


def _has_damage(domain: Domain) -> bool:
    formulas: list[Formula] = [axiom.body for axiom in domain.axioms]
    formulas.append(domain.constraints or TRUE)
    for action in domain.actions:
        formulas += [action.precondition, action.effect, action.duration or TRUE]
    return any(map(has_damage, formulas))
