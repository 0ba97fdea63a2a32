"""Two domains as graphs, and how one becomes the other where they are the same but for names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import eq
from typing import Final, NamedTuple

from plancore.align.isomorphism import isomorphism
from plancore.correspondence.exact.structure import StructureGraph
from plancore.correspondence.names import KINDS, names_of
from plancore.formula.canonical import canonical_action
from plancore.formula.conditions import normal_form
from plancore.model.domain import Action, Domain
from plancore.model.formula import TRUE, Formula, conjuncts, has_damage
from plancore.model.types import OBJECT
from plancore.stop import NEVER, Checkpoint

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

    @property
    def is_in_place(self) -> bool:
        """Whether all arguments of predicates and functions keep their places."""
        names = self.names()
        orders = (self.arguments(kind, name, names[kind][name]) for kind, name in self.ours.places)
        return all(order == tuple(range(len(order))) for order in orders)

    def _order(self, ours: list[int], theirs: list[int]) -> tuple[int, ...]:
        positions = {vertex: position for position, vertex in enumerate(theirs)}
        return tuple(positions[self.counterparts[vertex]] for vertex in ours)


def can_be_matched(*domains: Domain) -> bool:
    """Whether all was read: what is damaged is compared as written, which proves nothing."""
    return not any(map(_has_damage, domains))


class DomainGraphs:
    """The graphs of two domains, made once for all questions about them. Unless `in_place`,
    arguments of predicates and functions may have another order."""

    def __init__(self, learned: Domain, reference: Domain, *, in_place: bool = True) -> None:
        self._ours = DomainGraph(learned, in_place=in_place)
        self._theirs = DomainGraph(reference, in_place=in_place)

    def match(
        self,
        same: Names = NO_NAMES,
        *,
        budget: int,
        alike: Callable[[str, str], float] = eq,
        checkpoint: Checkpoint = NEVER,
    ) -> GraphMatch | None:
        """How the domains become each other; None: proved that they differ in more than names.

        `same` names stand for one another, of each kind one for one. Where a model has a symmetry,
        names that are `alike` are tried first. Raises SpentError when `budget` steps do not
        suffice.
        """
        self._ours.fix_names(same)
        self._theirs.fix_names(
            {kind: {yours: yours for yours in names.values()} for kind, names in same.items()}
        )
        graphs = self._ours, self._theirs
        mapping = isomorphism(*graphs, budget=budget, alike=alike, checkpoint=checkpoint)
        return None if mapping is None else GraphMatch(*graphs, mapping)


def with_common_names(learned: Domain, reference: Domain, stated: Names = NO_NAMES) -> Names:
    """`stated` names, and the names of both domains of which nothing is stated."""
    common: dict[str, Mapping[str, str]] = {}
    for kind in KINDS:
        known = stated.get(kind, {})
        both = names_of(learned, kind).keys() & names_of(reference, kind).keys()
        common[kind] = {**known, **{n: n for n in both - {*known, *known.values()}}}
    return common


def _has_damage(domain: Domain) -> bool:
    formulas: list[Formula] = [axiom.body for axiom in domain.axioms]
    formulas.append(domain.constraints or TRUE)
    for action in domain.actions:
        formulas += [action.precondition, action.effect, action.duration or TRUE]
    return any(map(has_damage, formulas))


class DomainGraph(StructureGraph):
    """The graph of a whole domain. `parameters` has for each action the vertices of its parameters.

    No name but that of the root of the types is part of it, until `fix_names` says so.
    """

    def __init__(self, domain: Domain, *, in_place: bool = True) -> None:
        super().__init__(_given({}), in_place=in_place)
        self.parameters: dict[str, list[int]] = {}
        for name, above in domain.hierarchy.stated_parents.items():
            vertex = self.symbol("types", name)
            for parent in above or (OBJECT,):
                self.edge(vertex, self.symbol("types", parent), "below")
        for constant in names_of(domain, "constants").values():
            self.typed(self.symbol("constants", constant.name), constant)
        for predicate in names_of(domain, "predicates").values():
            self.signature("predicates", predicate.name, predicate.parameters)
        for function in names_of(domain, "functions").values():
            self.signature("functions", function.name, function.parameters)
        for axiom in domain.axioms:
            vertex = self.vertex("axiom")
            scope = {parameter.name: self.vertex("variable") for parameter in axiom.parameters}
            arguments = [parameter.name for parameter in axiom.parameters]
            self.applied(vertex, "predicates", axiom.predicate, arguments, scope)
            self.edge(vertex, self.formula(normal_form(axiom.body), scope), "body")
        for constraint in conjuncts(domain.constraints or TRUE):
            self.edge(self.vertex("constraint"), self.formula(normal_form(constraint), {}), "body")
        for action in names_of(domain, "actions").values():
            self._action(action)

    def fix_names(self, names: Mapping[str, Mapping[str, str]]) -> None:
        """From now on `names` of each kind have what their counterparts must be given, too."""
        self.fix(_given(names))

    def _action(self, action: Action) -> None:
        vertex = self.symbol("actions", action.name)
        kind = self.vertex(("kind", action.kind))
        self.edge(vertex, kind, "kind")
        scope: dict[str, int] = {}
        numbers = self.parameters[action.name] = []
        for parameter in action.parameters:
            number = self.vertex("parameter", parameter.name)
            numbers.append(number)
            scope[parameter.name] = number
            self.edge(vertex, number, "parameter")
            self.typed(number, parameter)
        canonical = canonical_action(action)
        for part, elements in (
            ("precondition", canonical.precondition),
            ("effect", canonical.effect),
            ("duration", canonical.duration),
        ):
            for element in elements.values():
                if part == "effect":
                    formula = self.effect(element.formula, scope)
                else:
                    formula = self.formula(normal_form(element.formula), scope)
                self.edge(vertex, formula, part)


def _given(names: Mapping[str, Mapping[str, str]]) -> Callable[[str, str], str | None]:
    return lambda kind, name: OBJECT if name == OBJECT else names.get(kind, {}).get(name)
