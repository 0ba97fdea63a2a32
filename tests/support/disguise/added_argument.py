"""An argument that the reference leaves implicit."""

from __future__ import annotations

from dataclasses import replace

from plancore.model.domain import Action, Domain
from plancore.model.formula import AtomicFormula, TypedName, walk
from support.disguise.draft import Draft
from support.formula_edits import Args


def add_argument(draft: Draft) -> None:
    """One predicate gets one argument more, and all actions that use it a parameter."""
    changed = {
        part.predicate
        for action in draft.domain.actions
        for part in walk(action.effect)
        if isinstance(part, AtomicFormula) and part.predicate != "="
    }
    in_rules = _in_axioms(draft.domain)
    declared = {p.name: len(p.parameters) for p in draft.domain.predicates}
    choices = sorted((changed & {*declared}) - in_rules)
    if not choices:
        return
    name = draft.random.choice(choices)
    position = draft.random.randint(0, declared[name])
    types = ("newcomer",) if draft.domain.types else ()
    if types:
        newcomer = TypedName("newcomer")
        draft.domain = replace(draft.domain, types=(*draft.domain.types, newcomer))

    def with_parameter(action: Action) -> Action:
        if not any(
            isinstance(part, AtomicFormula) and part.predicate == name
            for formula in (action.precondition, action.effect)
            for part in walk(formula)
        ):
            return action
        place = draft.random.randint(0, len(action.parameters))
        parameters = list(action.parameters)
        parameters.insert(place, TypedName("?newcomer", types))
        return replace(action, parameters=tuple(parameters))

    def with_argument(args: Args) -> Args:
        return (*args[:position], "?newcomer", *args[position:])

    draft.change_actions(with_parameter)
    draft.change_symbol(name, with_argument, TypedName("?newcomer", types))
    old = draft.arguments[name]
    draft.arguments[name] = (*old[:position], None, *old[position:])


def _in_axioms(domain: Domain) -> set[str]:
    """The predicates for which no action could bind one argument more."""
    bodies = [part for axiom in domain.axioms for part in walk(axiom.body)]
    used = {part.predicate for part in bodies if isinstance(part, AtomicFormula)}
    return used | {axiom.predicate for axiom in domain.axioms}
