"""Edits that make the declarations of the learned file those of the reference."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from plancore.compare.changes import ChangeKind
from plancore.compare.declarations import (
    KEPT,
    DeclarationChange,
    Declared,
    axiom_text,
    function_text,
    predicate_text,
)
from plancore.compare.domains import DomainDiff
from plancore.correspondence.names import names_of
from plancore.formula.kept import kept_text
from plancore.formula.naming import Naming
from plancore.formula.printing import formula_text, typed_list
from plancore.model.domain import Domain
from plancore.model.finding import PlaceEdit
from plancore.model.formula import TypedName
from plancore.patch.declaration_edits import Needs, new_section
from plancore.patch.layout import FileLayout, replace_node
from plancore.syntax.nodes import Atom, Node

# Where a name in these gets another type, its neighbours' types are at stake.
_WRITTEN_ANEW: Final = (
    Declared.REQUIREMENT,
    Declared.TYPE,
    Declared.CONSTANT,
    Declared.FUNCTION,
    Declared.CONSTRAINTS,
)
_TYPED_LISTS: Final = (Declared.TYPE, Declared.CONSTANT, Declared.FUNCTION)


def section_edits(
    diff: DomainDiff, needs: Needs, appended: list[str], doomed: list[Node], layout: FileLayout
) -> list[PlaceEdit]:
    """The edits that take all `declarations` of `diff` back.

    Declarations that are only missing are added to `needs`, missing axioms to `appended`,
    axioms that have to go to `doomed`.
    """
    edits: list[PlaceEdit] = []
    for kind in Declared:
        changes = [change for change in diff.declarations if change.what is kind]
        if kind in _WRITTEN_ANEW:
            edits += _written_anew(kind, changes, diff, needs, layout)
        elif kind is Declared.PREDICATE:
            edits += _predicates(changes, diff, needs, layout)
        elif kind in KEPT:
            _kept(kind, changes, diff, appended, doomed)
        else:
            _axioms(changes, diff, appended, doomed)
    return edits


def _written_anew(
    kind: Declared,
    changes: list[DeclarationChange],
    diff: DomainDiff,
    needs: Needs,
    layout: FileLayout,
) -> list[PlaceEdit]:
    only_missing = all(change.kind is ChangeKind.MISSING for change in changes)
    if only_missing and kind not in (Declared.REQUIREMENT, Declared.CONSTRAINTS):
        for change in changes:
            _need(kind, change.name, diff.reference, needs)
        return []
    if not changes:
        return []
    shorter = _shorter(kind, changes, diff.learned, layout)
    if shorter is not None:
        for change in changes:
            if change.kind is ChangeKind.MISSING:
                _need(kind, change.name, diff.reference, needs)
        return shorter
    needs.forget(kind.value)
    keyword = f":{kind.value}"
    texts = _texts(kind, diff.reference, diff.correspondence.to_learned)
    roots = [
        section.head.root for section in layout.sections(keyword) if section.head.root is not None
    ]
    if not roots:
        return [new_section(keyword, texts, layout)] if texts else []
    kept = 1 if texts else 0
    text = f"({' '.join((keyword, *texts))})"
    edits = [replace_node(root, text) for root in roots[:kept]]
    # One by one, for a new section may be put in between.
    return edits + [layout.delete_alone(root) for root in roots[kept:]]


def _shorter(
    kind: Declared, changes: list[DeclarationChange], learned: Domain, layout: FileLayout
) -> list[PlaceEdit] | None:
    """The edits that take out what is extra and leave the rest as it stands; None where that is not
    enough, or where nothing would be left."""
    extra = {change.name for change in changes if change.kind is ChangeKind.EXTRA}
    if kind not in _TYPED_LISTS or any(change.kind is ChangeKind.CHANGED for change in changes):
        return None
    doomed = _nodes_of(kind, learned, changes)
    if doomed is None or not extra:
        return None
    roots = [section.head.root for section in layout.sections(f":{kind.value}")]
    gone: list[Node] = []
    for root in roots:
        items = [] if root is None else root.items[1:]
        here = [*nodes_of_entries(items, doomed)]
        if len(here) == len(items):
            return None
        gone += here
    return layout.delete(gone) if {*gone} >= {*doomed} else None


def _nodes_of(
    kind: Declared, learned: Domain, changes: list[DeclarationChange]
) -> list[Node] | None:
    """What declares the extra names of `changes`, each time; None where that is not known."""
    places = [change.learned_node for change in changes if change.kind is ChangeKind.EXTRA]
    if kind is Declared.FUNCTION:
        names = {function.name for function in learned.functions if function.node in places}
        nodes = [function.node for function in learned.functions if function.name in names]
        known = [node for node in nodes if node is not None]
        return known if len(known) == len(nodes) and len(names) == len(places) else None
    declared = learned.types if kind is Declared.TYPE else learned.constants
    names = {name.name for name in declared if name.node in places}
    return nodes_of_names(declared, names) if len(names) == len(places) else None


def _need(kind: Declared, name: str, reference: Domain, needs: Needs) -> None:
    if kind is Declared.FUNCTION:
        needs.function(names_of(reference, "functions")[name])
    elif kind is Declared.CONSTANT:
        needs.constant(names_of(reference, "constants")[name])
    elif kind is Declared.TYPE:
        needs.typed((TypedName("", (name,)),))


def _texts(kind: Declared, reference: Domain, to_learned: Naming) -> list[str]:
    if kind is Declared.REQUIREMENT:
        return list(dict.fromkeys(reference.requirements))
    if kind is Declared.FUNCTION:
        return [function_text(function, to_learned) for function in reference.functions]
    if kind is Declared.CONSTANT:
        return [typed_list(reference.constants, to_learned)] if reference.constants else []
    if kind is Declared.CONSTRAINTS:
        constraints = reference.constraints
        return [] if constraints is None else [formula_text(constraints, to_learned)]
    types = [
        TypedName(to_learned.types.get(declared.name, declared.name), declared.types)
        for declared in reference.types
    ]
    return [typed_list(types, Naming(types=to_learned.types))] if types else []


def _predicates(
    changes: list[DeclarationChange], diff: DomainDiff, needs: Needs, layout: FileLayout
) -> list[PlaceEdit]:
    edits: list[PlaceEdit] = []
    doomed: list[Node] = []
    theirs = names_of(diff.reference, "predicates")
    to_learned = diff.correspondence.to_learned
    for change in changes:
        if change.kind is ChangeKind.MISSING:
            needs.predicate(theirs[change.name])
            continue
        nodes = _declarations_of_same_name(change.learned_node, diff.learned)
        if change.kind is ChangeKind.CHANGED and nodes:
            text = predicate_text(theirs[change.name], to_learned)
            edits.append(replace_node(nodes.pop(0), text))
        doomed += nodes
    return edits + layout.delete(doomed)


def _declarations_of_same_name(node: Node | None, learned: Domain) -> list[Node]:
    """`node` and whatever else declares its predicate in the learned domain."""
    name = next((p.name for p in learned.predicates if p.node is node), None)
    return [p.node for p in learned.predicates if p.name == name and p.node is not None]


def _kept(
    kind: Declared,
    changes: list[DeclarationChange],
    diff: DomainDiff,
    appended: list[str],
    doomed: list[Node],
) -> None:
    """What is kept as it is written comes and goes whole; slots of actions stay."""
    if kind is Declared.SLOT:
        return
    names = diff.correspondence
    actions = {theirs: ours for ours, theirs in names.actions.items()}
    for change in changes:
        ours, theirs = (
            [kept for kept in domain.kept if (kept.kind, kept.name) == (KEPT[kind], change.name)]
            for domain in (diff.learned, diff.reference)
        )
        doomed += [kept.node for kept in ours]
        for kept in theirs:
            keyword = kept.name if kind is Declared.SECTION else kind.keyword
            appended.append(f"({keyword} {kept_text(kept, names.to_learned, actions)})")


def _axioms(
    changes: list[DeclarationChange], diff: DomainDiff, appended: list[str], doomed: list[Node]
) -> None:
    """Axioms come and go whole, for several of one predicate count as one."""
    to_reference, to_learned = diff.correspondence.to_reference, diff.correspondence.to_learned
    for change in changes:
        doomed += [
            axiom.node
            for axiom in diff.learned.axioms
            if to_reference.predicates.get(axiom.predicate, axiom.predicate) == change.name
            and axiom.node is not None
        ]
        appended += [
            axiom_text(axiom, to_learned)
            for axiom in diff.reference.axioms
            if axiom.predicate == change.name
        ]


def nodes_of_entries(items: Sequence[Node], doomed: Collection[Node]) -> Iterator[Node]:
    """The `doomed` entries among the `items` of a typed list such as `a b - t c`, and the dash and
    type behind entries that all go: without those the names before them would take that type."""
    group: list[Node] = []
    at = 0
    while at < len(items):
        item = items[at]
        if isinstance(item, Atom) and item.key == "-":
            if group and all(node in doomed for node in group):
                yield from items[at : at + 2]
            group = []
            at += 2
            continue
        group.append(item)
        if item in doomed:
            yield item
        at += 1


def nodes_of_names(declared: Iterable[TypedName], names: Collection[str]) -> list[Node] | None:
    """The nodes of all that `declared` has under `names`; None where one of them has no node."""
    found = [name for name in declared if name.name in names]
    nodes = [name.node for name in found if name.node is not None]
    is_whole = len(nodes) == len(found) and {name.name for name in found} >= set(names)
    return nodes if is_whole else None
