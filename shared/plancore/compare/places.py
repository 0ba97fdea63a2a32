"""Places of the parts of a domain, for findings, lenses and outlines."""

from __future__ import annotations

from itertools import pairwise

from plancore.compare.changes import Part
from plancore.model.domain import Action, Domain, Function, Predicate
from plancore.model.formula import TypedName
from plancore.model.problem import Problem
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Atom, List, Node, Place


def name_place(action: Action | None) -> Place | None:
    """The name of `action`, or the whole action if it has none."""
    if action is None:
        return None
    node = action.name_node or action.node
    return node.place if node is not None else None


def parameters_place(action: Action | None) -> Place | None:
    """The parameter list of `action`, or its name if it has none."""
    node = None if action is None else action.parameters_node
    return name_place(action) if node is None else node.place


def declared_place(declaration: TypedName | Predicate | Function | None) -> Place | None:
    """The place of a declaration."""
    node = None if declaration is None else declaration.node
    return None if node is None else node.place


def domain_place(domain: Domain | Problem) -> Place | None:
    """The name of a domain or problem, or the start of its definition."""
    if domain.name_node is not None:
        return domain.name_node.place
    return domain.define.place() if domain.define is not None else None


def section_place(file: FileSnapshot, keyword: str) -> Place | None:
    """The keyword of a section, given without its colon, in the first domain or else problem of
    `file`."""
    definition = file.first("domain") or file.first("problem")
    for section in definition.definition.sections if definition else ():
        if section.keyword == f":{keyword}":
            return section.keyword_place
    return None


def requirement_place(file: FileSnapshot, name: str) -> Place | None:
    """The requirement `name`, with its colon, in the first domain of `file`.

    None if it is only implied by another requirement.
    """
    domain = file.first("domain")
    for section in domain.definition.sections if domain else ():
        if section.keyword == ":requirements":
            atoms = (item for item in section.items() if isinstance(item, Atom))
            return next((atom.place for atom in atoms if atom.key == name), None)
    return None


def slot_place(action: Action | None, part: Part) -> Place | None:
    """The keyword of a slot of `action`, such as `:effect`; its name if it has no such slot."""
    if action is None:
        return None
    value = {
        Part.PRECONDITION: action.precondition_node,
        Part.EFFECT: action.effect_node,
        Part.DURATION: _node_after(action.node, ":duration"),
    }[part]
    keyword = _node_before(action.node, value) if value is not None else None
    return keyword.place if keyword is not None else name_place(action)


def _node_before(parent: Node | None, node: Node) -> Node | None:
    items = parent.items if isinstance(parent, List) else []
    index = next((n for n, item in enumerate(items) if item is node), 0)
    return items[index - 1] if index else None


def _node_after(parent: Node | None, keyword: str) -> Node | None:
    items = parent.items if isinstance(parent, List) else []
    pairs = pairwise(items)
    return next((b for a, b in pairs if isinstance(a, Atom) and a.key == keyword), None)
