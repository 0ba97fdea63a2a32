"""The words of what no model has in full, under other names or in one fixed form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from plancore.formula.naming import AS_WRITTEN, Naming
from plancore.model.domain import UnparsedKind, UnparsedSection
from plancore.syntax.nodes import Atom, List, Node

_NO_NAMES: Final[Mapping[str, str]] = {}


def kept_text(
    kept: UnparsedSection, naming: Naming = AS_WRITTEN, actions: Mapping[str, str] = _NO_NAMES
) -> str:
    """What is kept, in lower case, on one line and without comments; `actions` are names of
    actions, which a `naming` does not have."""
    return _text(kept.items, naming, actions)


def kept_meaning(kept: UnparsedSection, naming: Naming, actions: Mapping[str, str]) -> str:
    """The text with variables numbered as they come: the same for two that differ in what their
    variables are called, and for no others. What the variables of a slot stand for its action says.
    """
    numbers: dict[str, str] | None = None if kept.kind is UnparsedKind.SLOT else {}
    return _text(kept.items, naming, actions, numbers)


def _text(
    items: Sequence[Node],
    naming: Naming,
    actions: Mapping[str, str],
    numbers: dict[str, str] | None = None,
) -> str:
    # Without recursion: what is kept may be nested as deeply as it likes.
    pieces: list[str] = []
    inside = [(items, 0)]
    while inside:
        around, at = inside.pop()
        if at == len(around):
            if inside:
                pieces.append(")")
            continue
        inside.append((around, at + 1))
        if pieces and pieces[-1] != "(":
            pieces.append(" ")
        item = around[at]
        if type(item) is List:
            pieces.append("(")
            inside.append((item.items, 0))
        elif type(item) is Atom:
            key, is_list = item.key, len(inside) > 1
            if numbers is not None and key[0] == "?":
                pieces.append(numbers.setdefault(key, f"?{len(numbers)}"))
            elif at == 0 and is_list:
                # An atom, a function or a subtask begins with its name.
                own = naming.predicates.get(key) or naming.functions.get(key)
                pieces.append(own or actions.get(key, key))
            else:
                is_type = _is_type(around, at, is_list=is_list)
                pieces.append((naming.types if is_type else naming.terms).get(key, key))
    return "".join(pieces)


def _is_type(around: Sequence[Node], at: int, *, is_list: bool) -> bool:
    """Whether a name stands where a type does: behind a dash, or within `(either …)`."""
    before, first = around[max(at - 1, 0)], around[0]
    return (type(before) is Atom and before.key == "-") or (
        is_list and type(first) is Atom and first.key == "either"
    )
