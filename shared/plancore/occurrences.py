"""Occurrences of names in a text: their places, kinds and roles.

A table of occurrences suffices to find, mark, count and rename names. It is made for one form,
cached with it, and needs no other file: names are resolved later, in an environment. Most pieces of
`:init` are regular, and lowering one takes ten times as long as splitting it into words, so their
tables are made without.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import chain
from typing import Final, NamedTuple

from plancore.lower.environment import Environment
from plancore.lower.facts import fact_table, lower_facts
from plancore.lower.numbers import number
from plancore.lower.section import AtomUse, FunctionUse, Scope, SectionModel, Use, Uses
from plancore.memo import Key
from plancore.model.formula import TypedName
from plancore.model.plan import Step
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint, watched
from plancore.syntax.builder import TOKEN
from plancore.syntax.nodes import Atom, Form, FormRole, List, Node
from plancore.syntax.signs import lower
from plancore.syntax.tree import Section


class SymbolKind(StrEnum):
    """The kind of thing that a name refers to; the value is its word in messages."""

    PREDICATE = "predicate"
    FUNCTION = "function"
    ACTION = "action"
    TASK = "task"
    METHOD = "method"
    TYPE = "type"
    OBJECT = "object"
    VARIABLE = "variable"
    PREFERENCE = "preference"
    DOMAIN = "domain"
    PROBLEM = "problem"
    REQUIREMENT = "requirement"


BUILT_IN: Final = {
    "number": SymbolKind.TYPE,
    "object": SymbolKind.TYPE,
    "total-time": SymbolKind.FUNCTION,
    "?duration": SymbolKind.VARIABLE,
}
"""The kinds of the names that PDDL declares itself."""


class NameRole(StrEnum):
    """The role of a name at a place."""

    DECLARES = "declares"
    NEEDS = "needs"
    """A condition that it holds, or a read of its value."""
    NEEDS_FALSE = "needs false"
    ADDS = "adds"
    DELETES = "deletes"
    CHANGES = "changes"
    """An effect gives a function a value."""
    DERIVES = "derives"
    STATES = "states"
    """Part of an initial fact."""
    WANTS = "wants"
    """Part of a goal."""
    MENTIONS = "mentions"
    """Any other use: as an argument, as a type, as a step."""

    @property
    def is_write(self) -> bool:
        """Whether it declares or changes something, rather than reads it."""
        return self in _WRITES


_WRITES: Final = frozenset(
    (
        NameRole.DECLARES,
        NameRole.ADDS,
        NameRole.DELETES,
        NameRole.CHANGES,
        NameRole.DERIVES,
        NameRole.STATES,
    )
)

ROLES: Final[dict[Use, NameRole]] = {
    Use.CONDITION: NameRole.NEEDS,
    Use.NEGATIVE_CONDITION: NameRole.NEEDS_FALSE,
    Use.ADD: NameRole.ADDS,
    Use.DELETE: NameRole.DELETES,
    Use.CHANGE: NameRole.CHANGES,
    Use.INIT: NameRole.STATES,
    Use.GOAL: NameRole.WANTS,
    Use.DERIVED: NameRole.DERIVES,
    Use.METRIC: NameRole.NEEDS,
}
"""The role of the head of an atom or a function term."""


class Occurrence(NamedTuple):
    """A name from `start` to `end`, in lower case. Offsets are relative to the form, in a plan to
    the text. `binder` is the declaration of a variable, None if it is unbound."""

    kind: SymbolKind
    name: str
    start: int
    end: int
    role: NameRole
    binder: TypedName | None = None

    def kind_in(self, environment: Environment) -> SymbolKind:
        """The kind of the name in `environment`. A form alone does not distinguish a function
        without parentheses from an object, nor a task from an action: its table has objects and
        tasks."""
        if self.kind is SymbolKind.OBJECT:
            is_function = self.name in environment.functions
            if is_function and self.name not in environment.objects:
                return SymbolKind.FUNCTION
        elif self.kind is SymbolKind.TASK and self.name not in environment.tasks:
            return SymbolKind.ACTION
        return self.kind


class PlacedName(NamedTuple):
    """An occurrence with its form: a section may be read in pieces."""

    form: Form
    occurrence: Occurrence


def plain_facts(form: Form) -> tuple[Occurrence, ...] | None:
    """The table of `form`, a piece of `:init`; None if it is not regular. It is regular if
    `fact_table` can read it: atoms, and values of functions."""
    if form.problems or fact_table(form) is None:
        return None
    table: list[Occurrence] = []
    head: SymbolKind | None = None
    depth = 0
    for match in TOKEN.finditer(lower(form.text)):
        word = match.group()
        if word == "(":
            depth += 1
            head = SymbolKind.PREDICATE if depth == 1 else SymbolKind.FUNCTION
        elif word == ")":
            depth -= 1
        elif word[0] == ";":
            continue
        elif not depth:
            return None
        elif head is not None:
            if word != "=":
                table.append(Occurrence(head, word, *match.span(), NameRole.STATES))
            head = None
        elif number(word) is None:
            table.append(Occurrence(SymbolKind.OBJECT, word, *match.span(), NameRole.MENTIONS))
    return tuple(table)


def declared(model: SectionModel) -> Iterator[PlacedName]:
    """Every name that `model` declares, including parameters, in no particular order."""
    if model.name is not None:
        yield _title(model, model.name)
    for requirement in model.requirements:
        yield _at(requirement, SymbolKind.REQUIREMENT)
    for kind, declarations in (
        (SymbolKind.PREDICATE, model.predicates),
        (SymbolKind.FUNCTION, model.functions),
    ):
        for declaration in declarations:
            yield from _named(kind, declaration.name_node)
            yield from _variables(declaration.parameters)
    for action in model.actions:
        yield from _named(SymbolKind.ACTION, action.name_node)
    for task in model.tasks:
        yield from _named(SymbolKind.TASK, task.name_node)
    for method in model.methods:
        yield from _named(SymbolKind.METHOD, method.name_node)
    for declared_type in model.types:
        yield from _named(SymbolKind.TYPE, declared_type.node, declared_type.name)
    for name in model.names:
        yield from _named(SymbolKind.OBJECT, name.node, name.name)
    for variables in model.uses.lists:
        yield from _variables(variables)


def _title(model: SectionModel, name: Atom) -> PlacedName:
    """`d` of `(domain d)`, `(problem d)` or `(:domain d)`."""
    if model.keyword == ":domain":
        return _at(name, SymbolKind.DOMAIN, NameRole.MENTIONS)
    return _at(name, SymbolKind(model.keyword))


def _variables(variables: Iterable[TypedName]) -> Iterator[PlacedName]:
    for variable in variables:
        yield from _named(SymbolKind.VARIABLE, variable.node, variable.name, variable)


def _named(
    kind: SymbolKind, node: Node | None, name: str | None = None, binder: TypedName | None = None
) -> Iterator[PlacedName]:
    """The declaration at `node`; `name` is the declared part of it, such as `?x` of `?x-`."""
    if type(node) is Atom:
        key = node.key if name is None else name
        end = node.start + len(key)
        yield PlacedName(
            node.form, Occurrence(kind, key, node.start, end, NameRole.DECLARES, binder)
        )


def _at(atom: Atom, kind: SymbolKind, role: NameRole = NameRole.DECLARES) -> PlacedName:
    return PlacedName(atom.form, Occurrence(kind, atom.key, atom.start, atom.end, role))


def used(uses: Uses) -> Iterator[PlacedName]:
    """Every name in `uses` that is not declared there, in no particular order."""
    for atom_use in uses.atoms:
        yield from _atom(atom_use)
    for function_use in uses.functions:
        yield from _function(function_use)
    for task, scope in uses.tasks:
        yield from _head(task.node, SymbolKind.TASK, NameRole.MENTIONS)
        yield from _bound(_arguments(task.node), scope)  # its constants are recorded separately
    for kind, role, nodes in (
        (SymbolKind.TYPE, NameRole.MENTIONS, uses.types),
        (SymbolKind.OBJECT, NameRole.MENTIONS, uses.constants),
        (SymbolKind.PREDICATE, NameRole.NEEDS, [node for node, _ in uses.bare]),
        (SymbolKind.PREFERENCE, NameRole.DECLARES, uses.preferences),
        (SymbolKind.PREFERENCE, NameRole.NEEDS, uses.violations),
    ):
        for node in nodes:
            yield _at(node, kind, role)
    for node, variable in uses.variables:
        yield _variable(node, variable)
    for node, _ in uses.unbound:
        yield _variable(node, None)


def _atom(use: AtomUse) -> Iterator[PlacedName]:
    atom, scope = use.atom, use.scope
    if atom.predicate != "=":
        yield from _head(atom.node, SymbolKind.PREDICATE, ROLES[use.use])
    arguments = _arguments(atom.node)
    if use.use is Use.DERIVED:
        # The head of an axiom is a typed list that declares its own variables.
        binders = {id(variable.node) for variable in scope.values()}
        yield from _bound((node for node in arguments if id(node) not in binders), scope)
        return
    yield from _bound(arguments, scope)
    yield from _constants(arguments)


def _function(use: FunctionUse) -> Iterator[PlacedName]:
    yield from _head(use.term.node, SymbolKind.FUNCTION, ROLES[use.use])
    arguments = _arguments(use.term.node)
    yield from _bound(arguments, use.scope)
    yield from _constants(arguments)


def _head(node: Node | None, kind: SymbolKind, role: NameRole) -> Iterator[PlacedName]:
    name = node.items[0] if type(node) is List and node.items else node
    if type(name) is Atom:
        yield _at(name, kind, role)


def _arguments(node: Node | None) -> list[Atom]:
    """The words after the head of a list, without nested lists, which are recorded separately."""
    items = node.items[1:] if type(node) is List else ()
    return [item for item in items if type(item) is Atom]


def _bound(arguments: Iterable[Atom], scope: Scope) -> Iterator[PlacedName]:
    for node in arguments:
        binder = scope.get(node.key)
        if binder is not None and node.key[0] == "?":
            yield _variable(node, binder)


def _constants(arguments: Iterable[Atom]) -> Iterator[PlacedName]:
    for node in arguments:
        if node.key[0] != "?" and number(node.key) is None:
            yield _at(node, SymbolKind.OBJECT, NameRole.MENTIONS)


def _variable(node: Atom, binder: TypedName | None) -> PlacedName:
    return PlacedName(
        node.form,
        Occurrence(SymbolKind.VARIABLE, node.key, node.start, node.end, NameRole.MENTIONS, binder),
    )


OccurrenceTable = tuple[Occurrence, ...]
"""The occurrences in one form, in text order."""

_TABLE: Final = Key[OccurrenceTable]("occurrences")
_PIECES: Final = Key[dict[Form, SectionModel]]("what each piece declares")


class InFile(NamedTuple):
    """An occurrence with its place in a file."""

    occurrence: Occurrence
    span: Span


def occurrences_of(
    section: Section, model: SectionModel, form: Form, checkpoint: Checkpoint = NEVER
) -> OccurrenceTable:
    """The names in `form`, one of the forms of `section`; cached with the form. `model` is the
    model of the section. The first call costs as much as lowering the form."""
    if form.role is not FormRole.ITEMS:
        whole = section.head.role is not FormRole.HEADER
        return (
            form.memo.get(_TABLE, (model.uses,), lambda: _names(model, checkpoint)) if whole else ()
        )
    if section.keyword == ":init":
        return form.memo.get(_TABLE, (), lambda: _facts(form))
    pieces = section.head.memo.get(_PIECES, (model.uses,), lambda: _pieces(model, checkpoint))
    piece = pieces.get(form)
    return (
        () if piece is None else form.memo.get(_TABLE, (piece,), lambda: _names(piece, checkpoint))
    )


def occurrences_in(
    file: FileSnapshot, definition: DefinitionSnapshot, checkpoint: Checkpoint = NEVER
) -> Iterator[InFile]:
    """The names in `definition` of `file`, in text order."""
    for section, model in definition.sections:
        for form in section.forms:
            start = file.tree.start(form)
            for occurrence in occurrences_of(section, model, form, checkpoint):
                yield InFile(occurrence, Span(start + occurrence.start, start + occurrence.end))


def _facts(form: Form) -> OccurrenceTable:
    names = plain_facts(form)
    return _table(used(lower_facts(form).uses)) if names is None else names


def _names(model: SectionModel, checkpoint: Checkpoint) -> OccurrenceTable:
    return _table(watched(chain(declared(model), used(model.uses)), checkpoint))


def _pieces(model: SectionModel, checkpoint: Checkpoint) -> dict[Form, SectionModel]:
    """The model of each piece of `:objects`: only objects with their types."""
    pieces: dict[Form, SectionModel] = defaultdict(lambda: SectionModel(model.keyword))
    names: dict[Form, list[TypedName]] = defaultdict(list)
    for name in watched(model.names, checkpoint):
        if name.node is not None:
            names[name.node.form].append(name)
    for node in watched(model.uses.types, checkpoint):
        pieces[node.form].uses.mentioned_types.append(node)
    for form, declared_there in names.items():
        pieces[form].names = tuple(declared_there)
    return dict(pieces)


def _table(parts: Iterable[PlacedName]) -> OccurrenceTable:
    """Sort occurrences by place; the first of two at the same place is kept."""
    by_start: dict[int, Occurrence] = {}
    for _, occurrence in parts:
        by_start.setdefault(occurrence.start, occurrence)
    return tuple(by_start[start] for start in sorted(by_start))


def plan_occurrences(steps: Iterable[Step]) -> Iterator[Occurrence]:
    """The actions and objects of each step, in text order, by offsets in the text."""
    for action in chain.from_iterable(step.actions for step in steps):
        kind = SymbolKind.ACTION
        for name, span in zip(action.key, (action.name_span, *action.arg_spans), strict=True):
            yield Occurrence(kind, name, span.start, span.end, NameRole.MENTIONS)
            kind = SymbolKind.OBJECT
