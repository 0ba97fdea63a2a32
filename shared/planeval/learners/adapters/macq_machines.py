"""The domain of a model of macq's LOCM.

macq's own writer of PDDL fails on most of them, so the domain is written here.
"""

from typing import Any


def of_locm(model: Any) -> str:
    """The domain of a model of LOCM. Its zero sort, which is no parameter of any action, is
    dropped; a predicate that is used with different numbers of arguments is one for each."""
    predicates: dict[str, list[str]] = {}
    lines = []

    def atom(fluent: Any, sorts: list[str]) -> str:
        places = list(fluent.param_act_inds)
        own = [f"sort{sorts[place]}" for place in places]
        name = f"{fluent.name}__{len(places)}"
        predicates.setdefault(name, own)
        return f"({' '.join([name, *(f'?x{place}' for place in places)])})"

    kinds: set[str] = set()
    for action in sorted(model.actions, key=lambda action: str(action.name)):
        sorts = [str(sort).replace("sort", "") for sort in action.param_sorts]
        kinds.update(f"sort{sort}" for sort in sorts)
        parameters = " ".join(f"?x{k} - sort{sort}" for k, sort in enumerate(sorts))
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
