"""An argument that the reference has stays implicit."""

from __future__ import annotations

from dataclasses import replace

from plancore.model.domain import Action
from plancore.model.formula import And, AtomicFormula, walk
from support.disguise.draft import Draft
from support.formula_edits import Args, with_arguments


def drop_argument(draft: Draft) -> None:
    """One argument of one predicate stays implicit, with the parameters only it needs."""
    derived = {axiom.predicate for axiom in draft.domain.axioms}
    choices = [
        (predicate.name, position)
        for predicate in draft.domain.predicates
        if predicate.name not in derived
        for position in range(len(predicate.parameters))
        if len(predicate.parameters) > 1 and _stays_distinct(draft, predicate.name, position)
    ]
    if not choices:
        return
    name, position = draft.random.choice(choices)

    def without(args: Args) -> Args:
        return (*args[:position], *args[position + 1 :])

    before = {action.name: _variables(action) for action in draft.domain.actions}
    draft.change_symbol(name, without)
    draft.arguments[name] = tuple(k for k in draft.arguments[name] if k != position)

    def without_unused(action: Action) -> Action:
        lost = before[action.name] - _variables(action)
        left = tuple(p for p in action.parameters if p.name not in lost)
        for variable in lost:
            draft.parameters[action.name].pop(variable, None)
        return replace(action, parameters=left)

    draft.change_actions(without_unused)


def _stays_distinct(draft: Draft, name: str, position: int) -> bool:
    """Whether no action has two literals that only this argument tells apart."""
    for action in draft.domain.actions:
        for formula in (action.precondition, action.effect):
            uses = {
                part.args
                for part in walk(formula)
                if isinstance(part, AtomicFormula) and part.predicate == name
            }
            if len({(*u[:position], *u[position + 1 :]) for u in uses}) < len(uses):
                return False
    return True


def _variables(action: Action) -> set[str]:
    """The parameters that literals and numeric terms of the action have."""
    variables: set[str] = set()

    def note(_: str, args: Args) -> Args:
        variables.update(arg for arg in args if isinstance(arg, str))
        return args

    for formula in (action.precondition, action.effect, action.duration or And(())):
        with_arguments(formula, note)
    return variables
