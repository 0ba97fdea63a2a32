"""Whether the model of a definition represents all of its text, so that a comparison is
complete."""

from __future__ import annotations

from typing import Final

from plancore.model.domain import Domain
from plancore.model.formula import has_damage
from plancore.snapshot import DefinitionSnapshot
from plancore.syntax.nodes import Atom, List

_SECTIONS: Final = frozenset(
    (
        "domain",
        "problem",
        ":requirements",
        ":types",
        ":constants",
        ":predicates",
        ":functions",
        ":action",
        ":durative-action",
        ":process",
        ":event",
        ":derived",
        ":domain",
        ":objects",
        ":init",
        ":goal",
        ":metric",
    )
)
_SLOTS: Final = frozenset((":parameters", ":precondition", ":condition", ":effect", ":duration"))


def is_covered(definition: DefinitionSnapshot) -> bool:
    """Whether the model of a definition, read without syntax errors, represents all of it. Tasks
    and constraints are not covered. Neither are duplicate declarations: the first one counts, and a
    set of declarations does not show which one that is."""
    if any(section.keyword not in _SECTIONS for section in definition.definition.sections):
        return False
    if definition.kind == "domain":
        return _domain_is_covered(definition.domain)
    if definition.kind != "problem":
        return False
    problem = definition.problem
    damaged = any(map(has_damage, (*problem.init, problem.goal)))
    return not (problem.tasks or problem.constraints or damaged)


def _domain_is_covered(domain: Domain) -> bool:
    for declared in (domain.constants, domain.predicates, domain.functions):
        if len({declaration.name for declaration in declared}) < len(declared):
            return False
    slots = [
        item.key
        for action in domain.actions
        if type(action.node) is List
        for item in action.node.items[2:]
        if type(item) is Atom
    ]
    if any(slot.startswith(":") and slot not in _SLOTS for slot in slots):
        return False
    if domain.tasks or domain.methods or domain.constraints is not None:
        return False
    formulas = [
        formula
        for action in domain.actions
        for formula in (action.precondition, action.effect, action.duration)
        if formula is not None
    ]
    formulas += [axiom.body for axiom in domain.axioms]
    return not any(map(has_damage, formulas))
