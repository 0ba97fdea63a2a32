"""Edits that make the declarations of the learned file equal to the reference."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

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
from plancore.formula.canonical import kept_text
from plancore.formula.printing import AS_WRITTEN, Naming, formula_text, typed_list
from plancore.model.domain import OBJECT, Action, Domain, Function, Predicate
from plancore.model.finding import PlaceEdit
from plancore.model.formula import (
    AtomicFormula,
    Exists,
    Expression,
    Forall,
    Formula,
    FunctionTerm,
    TypedName,
    operands,
    walk,
)
from plancore.patch.declare import DOMAIN_ORDER, ends_in_dash
from plancore.patch.layout import FileLayout, insert, replace_node
from plancore.syntax.nodes import Atom, List, Node, Place

# A changed type in these may affect the types of neighbouring names, so they are rewritten.
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
    """The edits that undo all `declarations` of `diff`. Missing declarations are added to `needs`,
    missing axioms to `appended`, and axioms to delete to `doomed`."""
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
    # One by one, since a new section may be inserted between them.
    return edits + [layout.delete_alone(root) for root in roots[kept:]]


def _shorter(
    kind: Declared, changes: list[DeclarationChange], learned: Domain, layout: FileLayout
) -> list[PlaceEdit] | None:
    """The edits that delete extra names only; None if not enough, or if nothing would be left."""
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
    """All nodes that declare the extra names of `changes`; None if one is not known."""
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
    """`node` and all other declarations of its predicate in the learned domain."""
    name = next((p.name for p in learned.predicates if p.node is node), None)
    return [p.node for p in learned.predicates if p.name == name and p.node is not None]


def _kept(
    kind: Declared,
    changes: list[DeclarationChange],
    diff: DomainDiff,
    appended: list[str],
    doomed: list[Node],
) -> None:
    """Kept sections are added and deleted as a whole; slots of actions are not edited."""
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
    """Axioms are added and deleted as a whole; all axioms of a predicate count as one."""
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
    type after a group that is deleted completely, which would otherwise apply to the names before
    it."""
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
    """The nodes of `names` in `declared`; None if one of them has no node."""
    found = [name for name in declared if name.name in names]
    nodes = [name.node for name in found if name.node is not None]
    is_whole = len(nodes) == len(found) and {name.name for name in found} >= set(names)
    return nodes if is_whole else None


# Edits that add missing declarations to the learned file

_ORDER: Final = (*DOMAIN_ORDER, ":constraints")


class Needs:
    """The reference's declarations that edits need; each once, in order."""

    def __init__(self, reference: Domain) -> None:
        self._predicates = {p.name: p for p in reversed(reference.predicates)}
        self._functions = {f.name: f for f in reversed(reference.functions)}
        self._constants = {c.name: c for c in reversed(reference.constants)}
        self._types = {
            name: TypedName(name, parents)
            for name, parents in reference.hierarchy.stated_parents.items()
        }
        self.predicates: dict[str, Predicate] = {}
        self.functions: dict[str, Function] = {}
        self.constants: dict[str, TypedName] = {}
        self.types: dict[str, TypedName] = {}
        self._forgotten: set[str] = set()

    def formula(self, formula: Formula) -> None:
        """Add everything that `formula` uses."""
        for part in walk(formula):
            if isinstance(part, AtomicFormula) and part.predicate in self._predicates:
                self.predicate(self._predicates[part.predicate])
            elif isinstance(part, Forall | Exists):
                self.typed(part.variables)
            self._expressions(operands(part))

    def action(self, action: Action) -> None:
        """Add everything that `action` uses."""
        self.typed(action.parameters)
        self.formula(action.precondition)
        self.formula(action.effect)
        if action.duration is not None:
            self.formula(action.duration)

    def predicate(self, predicate: Predicate) -> None:
        """Add a predicate with its types."""
        self.predicates[predicate.name] = predicate
        self.typed(predicate.parameters)

    def function(self, function: Function) -> None:
        """Add a function with its types."""
        self.functions[function.name] = function
        self.typed(function.parameters)

    def constant(self, constant: TypedName) -> None:
        """Add a constant with its types."""
        self.constants[constant.name] = constant
        self.typed((constant,))

    def forget(self, section: str) -> None:
        """Ignore the needs of a section that is rewritten as a whole."""
        self._forgotten.add(section)

    def of(self, section: str) -> dict[str, Any]:
        """The needed `types`, `constants`, `predicates` or `functions` by name."""
        if section in self._forgotten:
            return {}
        if section == "types":  # in the order of the reference
            return {name: self.types[name] for name in self._types if name in self.types}
        needed: dict[str, Any] = getattr(self, section)
        return needed

    def typed(self, names: Iterable[TypedName]) -> None:
        """Add the types of `names`, with their supertypes."""
        stack = [type_name for name in names for type_name in name.types]
        while stack:
            name = stack.pop()
            declared = self._types.get(name)
            if declared is not None and name not in self.types:
                self.types[name] = declared
                stack.extend(declared.types)

    def _expressions(self, expressions: Iterable[Expression]) -> None:
        stack = list(expressions)
        while stack:
            part = stack.pop()
            if isinstance(part, str) and part in self._constants:
                self.constant(self._constants[part])
            elif isinstance(part, FunctionTerm) and part.name in self._functions:
                self.function(self._functions[part.name])
            stack.extend(operands(part))


def declaration_edits(
    needs: Needs, learned: Domain, layout: FileLayout, to_learned: Naming = AS_WRITTEN
) -> list[PlaceEdit]:
    """Declare the `needs` that `learned` lacks."""

    def lacking(
        section: str, names: Mapping[str, str], known: Iterable[str]
    ) -> list[tuple[str, Any]]:
        """The needed declarations of a section, each with the name that the learned domain has."""
        taken = {*known}
        named = ((names.get(name, name), each) for name, each in needs.of(section).items())
        return [(name, each) for name, each in named if name not in taken]

    types = lacking("types", to_learned.types, (*learned.hierarchy.names, OBJECT))
    constants = lacking("constants", to_learned.terms, names_of(learned, "constants"))
    predicates = lacking("predicates", to_learned.predicates, names_of(learned, "predicates"))
    functions = lacking("functions", to_learned.functions, names_of(learned, "functions"))
    return [
        *_typed_edits(":types", types, learned.types, layout, to_learned),
        *_typed_edits(":constants", constants, learned.constants, layout, to_learned),
        *_list_edits(":predicates", [predicate_text(p, to_learned) for _, p in predicates], layout),
        *_list_edits(":functions", [function_text(f, to_learned) for _, f in functions], layout),
    ]


def _list_edits(keyword: str, texts: list[str], layout: FileLayout) -> list[PlaceEdit]:
    if not texts:
        return []
    root = _last_root(keyword, layout)
    if root is None:
        return [new_section(keyword, texts, layout)]
    return [layout.append(root, texts)]


def _last_root(keyword: str, layout: FileLayout) -> List | None:
    sections = layout.sections(keyword)
    return sections[-1].head.root if sections else None


def _typed_edits(
    keyword: str,
    needed: list[tuple[str, TypedName]],
    existing: tuple[TypedName, ...],
    layout: FileLayout,
    naming: Naming,
) -> list[PlaceEdit]:
    if not needed:
        return []
    names = [TypedName(name, declared.types) for name, declared in needed]
    text = typed_list(names, Naming(types=naming.types))
    root = _last_root(keyword, layout)
    if root is None:
        return [new_section(keyword, [text], layout)]
    if ends_in_dash(root.items):
        return [insert(root, root.items[0].end, f" {text}")]
    if existing and not existing[-1].types and any(name.types for name in names):
        # Names without a type must not get that of the new neighbour.
        return [insert(root, root.items[-1].end, f" - {OBJECT} {text}")]
    return [layout.append(root, [text])]


def new_section(keyword: str, texts: list[str], layout: FileLayout) -> PlaceEdit:
    """Insert a missing section after those that usually precede it."""
    earlier = _ORDER[: _ORDER.index(keyword)]
    definition = layout.definition
    if definition is None:
        raise ValueError("the text has no domain")
    before = next(
        (section.forms[-1] for key in reversed(earlier) for section in layout.sections(key)),
        definition.define,
    )
    if before is None:
        before = definition.sections[0].forms[-1]
    text = f"{layout.newline}{layout.section_indent}({' '.join((keyword, *texts))})"
    end = len(before.text)
    return layout.insert_behind(Place(before, end, end), text)
