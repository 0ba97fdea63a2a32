"""What the rules have in common that find what is never used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.model.finding import Finding, PlaceEdit, PlaceFix
from plancore.rules.base import DefinitionContext
from plancore.rules.fixes.remove import NameRemover, remove
from plancore.syntax.nodes import Atom, List, Node

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
