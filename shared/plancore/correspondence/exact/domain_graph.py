"""A domain as a graph, in which only names and orders are lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from plancore.correspondence.exact.structure import StructureGraph
from plancore.correspondence.names import names_of
from plancore.formula.canonical import canonical_action
from plancore.formula.conditions import normal_form
from plancore.model.domain import Action, Domain
from plancore.model.formula import TRUE, conjuncts
from plancore.model.types import OBJECT


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
