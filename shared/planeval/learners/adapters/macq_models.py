"""Read macq's models: the domain of a LOCM model, and the ground actions of others.

macq's own PDDL writer fails on most models, so the domain is written here. LOCM's zero machine, the
one of the whole trace, has no object: macq gives each action a last sort for it, `sort0`, and the
states of the machine the argument index -1.
"""

from collections.abc import Iterable
from typing import Any

Atom = tuple[str, ...]
_ZERO = "sort0"
_NOWHERE = -1


def of_locm(model: Any) -> str:
    """The PDDL domain of a LOCM model. States of the zero machine become predicates without
    arguments; a predicate used with different arities becomes one per arity."""
    predicates: dict[str, list[str]] = {}
    lines = []

    def atom(fluent: Any, sorts: list[str]) -> str:
        places = [place for place in fluent.param_act_inds if place != _NOWHERE]
        own = [sorts[place] for place in places]
        name = f"{fluent.name}__{len(places)}"
        predicates.setdefault(name, own)
        return f"({' '.join([name, *(f'?x{place}' for place in places)])})"

    kinds: set[str] = set()
    for action in sorted(model.actions, key=lambda action: str(action.name)):
        sorts = [sort for sort in action.param_sorts if sort != _ZERO]
        kinds.update(sorts)
        parameters = " ".join(f"?x{k} - {sort}" for k, sort in enumerate(sorts))
        parts = {
            name: sorted(atom(fluent, sorts) for fluent in getattr(action, name))
            for name in ("precond", "add", "delete")
        }
        deleted = [f"(not {text})" for text in parts["delete"] if text not in parts["add"]]
        lines.append(
            f"(:action {action.name} :parameters ({parameters})"
            f" :precondition (and {' '.join(parts['precond'])})"
            f" :effect (and {' '.join(parts['add'] + deleted)}))"
        )
    heads = [
        f"({' '.join([name, *(f'?v{k} - {sort}' for k, sort in enumerate(sorts))])})"
        for name, sorts in sorted(predicates.items())
    ]
    return (
        "(define (domain learned) (:requirements :strips :typing)\n"
        f"(:types {' '.join(sorted(kinds))})\n(:predicates {' '.join(heads)})\n"
        + "\n".join(lines)
        + ")\n"
    )


def ground(
    action: Any,
) -> tuple[str, tuple[str, ...], frozenset[Atom], frozenset[Atom], frozenset[Atom]]:
    """The name of an action of a model, its objects, preconditions, added and deleted atoms. An
    object is a type and a name, `truck t1`, or in OBSERVER's models something with a `name`."""
    objects = tuple(getattr(each, "name", each).split()[-1] for each in action.obj_params)
    return (action.name, objects, _atoms(action.precond), _atoms(action.add), _atoms(action.delete))


def _atoms(texts: Iterable[Any]) -> frozenset[Atom]:
    """Texts such as `(at truck t1 place depot)` as `("at", "t1", "depot")`."""
    words = (str(text).strip("()").split() for text in texts)
    return frozenset((name, *names[1::2]) for name, *names in words)
