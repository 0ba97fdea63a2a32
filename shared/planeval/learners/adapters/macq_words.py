"""Ground actions and atoms in the words of macq's models."""

from collections.abc import Iterable
from typing import Any

Atom = tuple[str, ...]


def ground(
    action: Any,
) -> tuple[str, tuple[str, ...], frozenset[Atom], frozenset[Atom], frozenset[Atom]]:
    """The name of an action of a model, its objects, and the atoms that it needs, adds and deletes.

    An object is called by a type and a name, `truck t1`; OBSERVER has things with a name instead.
    """
    objects = tuple(getattr(each, "name", each).split()[-1] for each in action.obj_params)
    return (action.name, objects, _atoms(action.precond), _atoms(action.add), _atoms(action.delete))


def _atoms(texts: Iterable[Any]) -> frozenset[Atom]:
    """Texts such as `(at truck t1 place depot)` as `("at", "t1", "depot")`."""
    words = (str(text).strip("()").split() for text in texts)
    return frozenset((name, *names[1::2]) for name, *names in words)
