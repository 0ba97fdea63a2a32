"""Strong equivalence: two domains that differ in names only, with the renaming as witness.

Chrpa, Dodaro, Maratea, Mochi, Vallati (JELIA 2023): the graphs of the two models (operators and
predicates, tied by labelled literals with the binding of their arguments) are isomorphic. Here
names of types, functions and constants may differ as well, and the order of an action's
parameters; the arguments of predicates keep their places. Constructs beside literals are compared
in their normal form (see `formula.conditions` and `formula.effects`).
"""

from __future__ import annotations

from collections.abc import Mapping

from plancore.align.isomorphism import DEFAULT_BUDGET, isomorphism
from plancore.bridge.pddl_package import DomainLike, as_domain
from plancore.correspondence.names import KINDS, Correspondence, names_of, renaming
from plancore.correspondence.structure import StructureGraph
from plancore.formula.canonical import canonical_action
from plancore.formula.conditions import normal_form
from plancore.model.domain import Action, Domain
from plancore.model.formula import TRUE, Formula, conjuncts, has_damage
from plancore.model.record import record
from plancore.model.types import OBJECT
from plancore.stop import NEVER, Checkpoint, SpentError


@record
class Equivalence:
    """Whether two domains are strongly equivalent. `holds` is None when it was not decided.

    `correspondence` is the witness: learned names to the reference's, and orders of parameters.
    """

    holds: bool | None
    correspondence: Correspondence | None = None


def strong_equivalence(
    learned: DomainLike,
    reference: DomainLike,
    *,
    budget: int = DEFAULT_BUDGET,
    checkpoint: Checkpoint = NEVER,
) -> Equivalence:
    """Decide whether the domains differ in names only, and find the renaming.

    A first try lets names that both domains have correspond to each other. `budget` bounds the
    steps of each try; when they do not suffice, the question stays undecided.
    """
    learned, reference = as_domain(learned), as_domain(reference)
    if _has_damage(learned) or _has_damage(reference):
        # What could not be read is compared as written, which is no proof of anything.
        return Equivalence(None)
    common = {
        kind: frozenset(names_of(learned, kind)) & frozenset(names_of(reference, kind))
        for kind in KINDS
    }
    decided = True
    tries = (common, {}) if any(common.values()) else ({},)
    for fixed in tries:
        ours, theirs = _DomainGraph(learned, fixed), _DomainGraph(reference, fixed)
        try:
            mapping = isomorphism(ours, theirs, budget=budget, checkpoint=checkpoint)
        except SpentError:
            decided = False
            continue
        if mapping is not None:
            return Equivalence(True, _witness(ours, theirs, mapping))
    return Equivalence(False if decided else None)


def _has_damage(domain: Domain) -> bool:
    formulas: list[Formula] = [axiom.body for axiom in domain.axioms]
    formulas.append(domain.constraints or TRUE)
    for action in domain.actions:
        formulas += [action.precondition, action.effect, action.duration or TRUE]
    return any(map(has_damage, formulas))


class _DomainGraph(StructureGraph):
    def __init__(self, domain: Domain, fixed: Mapping[str, frozenset[str]]) -> None:
        super().__init__(lambda kind, name: name == OBJECT or name in fixed.get(kind, ()))
        self.parameters: dict[str, dict[int, int]] = {}
        for name, above in domain.hierarchy.stated_parents.items():
            vertex = self.symbol("types", name)
            for parent in above or (OBJECT,):
                self.edge(vertex, self.symbol("types", parent), "below")
        for constant in names_of(domain, "constants").values():
            self.typed(self.symbol("constants", constant.name), constant)
        for predicate in names_of(domain, "predicates").values():
            self.signature(self.symbol("predicates", predicate.name), predicate.parameters)
        for function in names_of(domain, "functions").values():
            self.signature(self.symbol("functions", function.name), function.parameters)
        for axiom in domain.axioms:
            vertex = self.vertex("axiom")
            scope = {}
            for position, parameter in enumerate(axiom.parameters):
                scope[parameter.name] = self.vertex("variable")
                self.edge(vertex, scope[parameter.name], position)
            self.edge(vertex, self.symbol("predicates", axiom.predicate), "derives")
            self.edge(vertex, self.formula(normal_form(axiom.body), scope), "body")
        for constraint in conjuncts(domain.constraints or TRUE):
            self.edge(self.vertex("constraint"), self.formula(normal_form(constraint), {}), "body")
        for action in names_of(domain, "actions").values():
            self._action(action)

    def _action(self, action: Action) -> None:
        vertex = self.symbol("actions", action.name)
        kind = self.vertex(("kind", action.kind))
        self.edge(vertex, kind, "kind")
        scope: dict[str, int] = {}
        numbered = self.parameters[action.name] = {}
        for position, parameter in enumerate(action.parameters):
            number = self.vertex("parameter", parameter.name)
            numbered[number] = position
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


def _witness(ours: _DomainGraph, theirs: _DomainGraph, mapping: list[int]) -> Correspondence:
    names = {vertex: name for (_, name), vertex in theirs.symbols.items()}
    renamed: dict[str, dict[str, str]] = {kind: {} for kind in KINDS}
    for (kind, name), vertex in ours.symbols.items():
        counterpart = names[mapping[vertex]]
        if counterpart != name:
            renamed[kind][name] = counterpart
    orders: dict[str, tuple[int, ...]] = {}
    for name, numbered in ours.parameters.items():
        reference_action = renamed["actions"].get(name, name)
        order = tuple(theirs.parameters[reference_action][mapping[vertex]] for vertex in numbered)
        if order != tuple(range(len(order))):
            orders[reference_action] = order
    return renaming(renamed, orders)
