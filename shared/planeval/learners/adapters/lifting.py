"""Lift ground actions to actions with parameters.

Some learners learn preconditions and effects of ground actions. Those of one name are lifted
together: arguments become parameters, a literal is a precondition if every ground action has it,
and an effect if any has it. Literals over other objects are dropped, and ground actions with a
repeated argument are ignored.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Atom = tuple[str, ...]


class LiftedAction(NamedTuple):
    """A learned action; its arguments are objects or parameters."""

    name: str
    args: tuple[str, ...]
    precondition: frozenset[Atom]
    adds: frozenset[Atom]
    deletes: frozenset[Atom]


def actions(
    parameters: Mapping[str, Sequence[str]],
    constants: Sequence[str],
    ground: Sequence[LiftedAction],
) -> list[LiftedAction]:
    """Lift the actions with these names and parameters, except those never grounded usably."""
    made = (lifted(name, own, constants, ground) for name, own in parameters.items())
    return [each for each in made if each is not None]


def lifted(
    name: str, parameters: Sequence[str], constants: Iterable[str], ground: Iterable[LiftedAction]
) -> LiftedAction | None:
    """Lift the action `name`; None if it has no usable ground actions."""
    seen = [each for each in ground if each.name == name and len(set(each.args)) == len(each.args)]
    if not seen:
        return None
    own = {constant: constant for constant in constants}
    over = []
    for each in seen:
        terms = own | dict(zip(each.args, parameters, strict=True))
        over.append([frozenset(_over(atoms, terms)) for atoms in each[2:]])
    precondition = frozenset.intersection(*[needs for needs, _, _ in over])
    adds = frozenset().union(*[adds for _, adds, _ in over])
    deletes = frozenset().union(*[deletes for _, _, deletes in over])
    return LiftedAction(name, tuple(parameters), precondition, adds, deletes - adds)


def _over(atoms: Iterable[Atom], terms: dict[str, str]) -> Iterator[Atom]:
    for atom in atoms:
        if all(arg in terms for arg in atom[1:]):
            yield (atom[0], *[terms[arg] for arg in atom[1:]])


def domain_text(domain: list[Any], actions: Iterable[LiftedAction]) -> str:
    """The PDDL of the domain with its actions replaced by these."""
    kept = [part for part in domain[1:] if part[0] != ":action"]
    types = {a[1]: a[a.index(":parameters") + 1] for a in domain[1:] if a[0] == ":action"}
    lines = ["(define"] + [_text(part) for part in kept]
    for action in sorted(actions):
        needs = " ".join(f"({' '.join(atom)})" for atom in sorted(action.precondition))
        does = [f"({' '.join(atom)})" for atom in sorted(action.adds)]
        does += [f"(not ({' '.join(atom)}))" for atom in sorted(action.deletes)]
        lines.append(
            f"(:action {action.name} :parameters {_text(types[action.name])}"
            f" :precondition (and {needs}) :effect (and {' '.join(does)}))"
        )
    return "\n".join([*lines, ")"]) + "\n"


def _text(part: Any) -> str:
    return part if isinstance(part, str) else f"({' '.join(map(_text, part))})"
