"""What is offered where something is not needed: to take it away with the white space around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.model.formula import TypedName
from plancore.rules.base import DefinitionContext
from plancore.syntax.nodes import Atom, FormRole, List, Node, Place


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


MOST: Final = 100
"""How many unused names of one section are pointed at; a grounded file may have thousands."""


def unused(
    code: str, name: Atom, what: str, place: str, fixes: tuple[PlaceFix, ...] = ()
) -> Finding:
    """The finding that `name`, a `what` such as a type, is never used in a domain or problem."""
    message = f"{what} `{name.text}` is never used in this {place}"
    return Finding(code, Severity.HINT, name.place, message, (), fixes, unnecessary=True)


def unused_names(
    context: DefinitionContext, code: str, what: str, place: str, is_unused: Callable[[str], bool]
) -> Iterator[Finding]:
    """The constants or objects that are not used, with the fix that takes each out of its list.

    None takes out one of a name that is declared twice: that would leave the other.
    """
    times = Counter(name.name for model in context.definition.models for name in model.names)
    for model in context.definition.models:
        candidates = [name for name in model.names if is_unused(name.name)]
        if not candidates:
            continue
        remove_name = NameRemover(model.names)
        for name in candidates[:MOST]:
            if type(name.node) is Atom:
                edit = remove_name(name) if times[name.name] == 1 else None
                fixes = remove_unused(context, edit, name.node.text)
                yield unused(code, name.node, what, place, fixes)


def fix_unused(context: DefinitionContext, node: Node) -> tuple[PlaceFix, ...]:
    """Remove a declaration that is a list."""
    if type(node) is not List or node is node.form.root:
        # A whole section goes with its form; what stands around it is not known here.
        return ()
    name = node.items[0] if node.items else node
    return remove_unused(context, remove(node), name.text if type(name) is Atom else node.text)


def remove_unused(
    context: DefinitionContext, edit: PlaceEdit | None, name: str
) -> tuple[PlaceFix, ...]:
    """The fix that makes `edit`; none where another definition of the file may use the name, and
    none in a form whose parentheses are wrong: what seems to belong to the name may not. A lone
    quotation mark stays: it parts the words beside it."""
    if edit is None or not context.alone or edit.place.form.problems or '"' in name:
        return ()
    return (PlaceFix(f"Remove `{name}`", (edit,)),)
