"""Edits that take something out, with the white space that stood for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from plancore.model.finding import PlaceEdit
from plancore.model.formula import TypedName
from plancore.syntax.nodes import Atom, FormRole, Node, Place


def remove(node: Node) -> PlaceEdit:
    """Take `node` out; its whole lines, when nothing else stands on them."""
    return _remove(node.place)


class NameRemover:
    """Takes single names out of the typed list `names`."""

    def __init__(self, names: Iterable[TypedName]) -> None:
        self._sharing = Counter(id(name.type_node) for name in names)

    def __call__(self, name: TypedName) -> PlaceEdit | None:
        """Take `name` out, with its type when no other name has that.

        None when the name cannot be told from its type.
        """
        node, type_node = name.node, name.type_node
        if type(node) is not Atom:
            return None
        if type_node is None:
            return remove(node)
        if self._sharing[id(type_node)] == 1:
            if type_node.form is not node.form or type_node.start < node.start:
                return None
            return _remove(Place(node.form, node.start, type_node.end))
        return None if node.key[-1] == "-" else remove(node)


def _remove(place: Place) -> PlaceEdit:
    form, start, end = place
    if form.role is FormRole.ITEMS:
        # Where a piece of a bulk section ends is chance: nothing beyond the node may matter.
        return PlaceEdit(place, "")
    text = form.text
    blank = _blank_from(text, start)
    after = _blank_until(text, end)
    if text[blank - 1 : blank] in ("\n", "\r"):
        if text[after : after + 2] == "\r\n":
            return PlaceEdit(Place(form, blank, after + 2), "")
        if text[after : after + 1] in ("\n", "\r"):
            return PlaceEdit(Place(form, blank, after + 1), "")
        if text[after : after + 1] not in (")", ""):
            return PlaceEdit(Place(form, start, after), "")
        # The last of a list whose `)` stands behind it: the line break goes, a comment stays.
        previous = text[:blank].rstrip()
        if ";" not in previous[max(previous.rfind("\n"), previous.rfind("\r")) + 1 :]:
            return PlaceEdit(Place(form, len(previous), end), "")
        return PlaceEdit(Place(form, start, end), "")
    if text[start - 1 : start] in ("", "("):
        return PlaceEdit(Place(form, start, after), "")
    return PlaceEdit(Place(form, blank, end), "")


def _blank_from(text: str, at: int) -> int:
    """Where the blanks before `at` begin, on its line."""
    while at > 0 and text[at - 1].isspace() and text[at - 1] not in "\r\n":
        at -= 1
    return at


def _blank_until(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t":
        at += 1
    return at
