"""The words of what no model has in full, under other names or in one fixed form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from plancore.formula.naming import AS_WRITTEN, Naming
from plancore.model.kept import Kept, KeptKind
from plancore.syntax.nodes import Atom, List, Node

_NO_NAMES: Final[Mapping[str, str]] = {}


def kept_text(
    kept: Kept, naming: Naming = AS_WRITTEN, actions: Mapping[str, str] = _NO_NAMES
) -> str:
    """What is kept, in lower case, on one line and without comments; `actions` are names of
    actions, which a `naming` does not have."""
    return " ".join(_words(kept.items, naming, actions))


def kept_meaning(kept: Kept, naming: Naming, actions: Mapping[str, str]) -> str:
    """The text with variables numbered as they come: the same for two that differ in what their
    variables are called, and for no others. What the variables of a slot stand for its action says.
    """
    numbers: dict[str, str] | None = None if kept.kind is KeptKind.SLOT else {}
    return " ".join(_words(kept.items, naming, actions, numbers))


def _words(
    items: Sequence[Node],
    naming: Naming,
    actions: Mapping[str, str],
    numbers: dict[str, str] | None = None,
    *,
    is_list: bool = False,
) -> Iterator[str]:
    for at, item in enumerate(items):
        if type(item) is List:
            words = _words(item.items, naming, actions, numbers, is_list=True)
            yield f"({' '.join(words)})"
        elif type(item) is Atom:
            key = item.key
            if numbers is not None and key[0] == "?":
                yield numbers.setdefault(key, f"?{len(numbers)}")
            elif at == 0 and is_list:
                # An atom, a function or a subtask begins with its name.
                own = naming.predicates.get(key) or naming.functions.get(key)
                yield own or actions.get(key, key)
            else:
                before, first = items[max(at - 1, 0)], items[0]
                is_type = type(before) is Atom and before.key == "-"
                is_type |= is_list and type(first) is Atom and first.key == "either"
                yield (naming.types if is_type else naming.terms).get(key, key)
