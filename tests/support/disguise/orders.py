"""Other orders, and other names for variables."""

from __future__ import annotations

from dataclasses import replace

from plancore.model.domain import Action
from plancore.model.formula import And, conjuncts
from support.disguise.draft import Draft
from support.formula_edits import Args, with_terms


def permute_arguments(draft: Draft) -> None:
    """The arguments of all predicates and functions in an order of their own."""
    for declared in draft.symbols:
        order = draft.random.sample(range(len(declared.parameters)), len(declared.parameters))

        def permuted(args: Args, order: list[int] = order) -> Args:
            return tuple(args[k] for k in order) if len(args) == len(order) else args

        draft.change_symbol(declared.name, permuted)
        if declared.name in draft.arguments:
            old = draft.arguments[declared.name]
            draft.arguments[declared.name] = tuple(old[k] for k in order)


def permute_parameters(draft: Draft) -> None:
    """The parameters of all actions in an order of their own."""
    draft.change_actions(
        lambda action: replace(action, parameters=draft.shuffled(action.parameters))
    )


def shuffle(draft: Draft) -> None:
    """Declarations, actions and literals in another order."""

    def shuffled(action: Action) -> Action:
        return replace(
            action,
            precondition=And(draft.shuffled(conjuncts(action.precondition))),
            effect=And(draft.shuffled(conjuncts(action.effect))),
        )

    draft.change_actions(shuffled)
    draft.domain = replace(
        draft.domain,
        types=draft.shuffled(draft.domain.types),
        predicates=draft.shuffled(draft.domain.predicates),
        actions=draft.shuffled(draft.domain.actions),
    )


def rename_variables(draft: Draft) -> None:
    """Names for parameters that tell nothing."""

    def renamed(action: Action) -> Action:
        numbers = draft.random.sample(range(100, 999), len(action.parameters))
        new = {p.name: f"?v{n}" for p, n in zip(action.parameters, numbers, strict=True)}
        known = draft.parameters[action.name]
        draft.parameters[action.name] = {new[name]: known[name] for name in new if name in known}
        return replace(
            action,
            parameters=tuple(replace(p, name=new[p.name]) for p in action.parameters),
            precondition=with_terms(action.precondition, new),
            effect=with_terms(action.effect, new),
            duration=with_terms(action.duration, new) if action.duration else None,
        )

    draft.change_actions(renamed)
