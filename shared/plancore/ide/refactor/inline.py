"""A derived predicate replaced by what it stands for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from plancore.diagnostic import Edit, Fix, apply_edits
from plancore.ide.shape.lists import lists
from plancore.lower.uses import AtomUse, Use
from plancore.model.domain import Axiom
from plancore.occurrences import occurrences_of
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.syntax.nodes import Atom, List

_CONDITIONS: Final = (Use.CONDITION, Use.NEGATIVE_CONDITION, Use.GOAL)


class _Defined(NamedTuple):
    """The only axiom of a predicate: its variables and the formula that they stand in."""

    parameters: Sequence[Atom]
    body: List
    axiom: Axiom


def inline_predicate(file: FileSnapshot, offset: int) -> Fix | None:
    """The fix that puts the body of its axiom in the place of the atom at `offset`.

    None where no condition is, where a predicate has several axioms or one that rests on itself,
    where an argument would be taken for a variable of a quantifier, and where parentheses are
    wrong.
    """
    if file.tree.problems:
        return None
    for definition in file.definitions:
        use = _atom_at(file, definition, offset)
        node = use.atom.node if use else None
        if use is None or type(node) is not List:
            continue
        defined = _defined(definition, use.atom.predicate)
        if defined is None or len(defined.parameters) != len(node.items) - 1:
            return None
        text = _instance(definition, defined, [item.text for item in node.items[1:]])
        if text is None:
            return None
        title = f"Replace by what `{use.atom.predicate}` stands for"
        return Fix(title, (Edit(file.span(node.place), text),))
    return None


def _atom_at(file: FileSnapshot, definition: DefinitionSnapshot, offset: int) -> AtomUse | None:
    """The innermost atom of a condition around `offset`."""
    found = None
    for model in definition.models:
        for use in model.uses.atoms:
            node = use.atom.node
            if (
                use.use not in _CONDITIONS
                or type(node) is not List
                or not file.tree.holds(node.form)
            ):
                continue
            if file.span(node.place).contains(offset):
                found = use
    return found


def _defined(definition: DefinitionSnapshot, predicate: str) -> _Defined | None:
    axioms = [
        axiom
        for model in definition.models
        for axiom in model.axioms
        if axiom.predicate == predicate
    ]
    root = axioms[0].node if len(axioms) == 1 else None
    if type(root) is not List or len(root.items) != 3:
        return None
    head, body = root.items[1], root.items[2]
    if type(head) is not List or type(body) is not List:
        return None
    if any(node.head == predicate for node in lists(body)):
        return None
    nodes = [parameter.node for parameter in axioms[0].parameters]
    parameters = [node for node in nodes if type(node) is Atom]
    return _Defined(parameters, body, axioms[0]) if len(parameters) == len(nodes) else None


def _instance(
    definition: DefinitionSnapshot, defined: _Defined, arguments: Sequence[str]
) -> str | None:
    """The body with `arguments` in the place of the parameters.

    None where a quantifier in the body would bind one of them.
    """
    body = defined.body
    if {atom.key for atom in _bound_inside(body)} & {text.lower() for text in arguments}:
        return None
    texts = {id(node): text for node, text in zip(defined.parameters, arguments, strict=True)}
    edits: list[Edit] = []
    for section, model in definition.sections:
        table = occurrences_of(section, model, body.form) if section.head is body.form else ()
        for name in table:
            text = texts.get(id(name.binder.node)) if name.binder else None
            if text is not None and body.start <= name.start < body.end:
                edits.append(Edit(Span(name.start, name.end).shifted(-body.start), text))
    return apply_edits(body.text, edits)


def _bound_inside(body: List) -> Iterator[Atom]:
    """The variables of the quantifiers in a formula."""
    for node in lists(body):
        if node.head in ("forall", "exists") and len(node.items) > 1:
            variables = node.items[1]
            if type(variables) is List:
                yield from (item for item in variables.items if type(item) is Atom)
