"""The parts of a file as a tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from plancore.formula.printing import type_text, typed_list
from plancore.lower.section import SectionModel
from plancore.model.domain import AbstractTask, Action, Axiom, Function, Predicate
from plancore.model.formula import TypedName
from plancore.project import AnySnapshot, PlanSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.syntax.builder import SLOTS
from plancore.syntax.nodes import Atom, List, Node
from plancore.syntax.tree import Section

MAX_CHILDREN = 1000
"""More names or steps than this under one heading are left out: nobody reads them as a list."""


class OutlineKind(StrEnum):
    """What an item stands for."""

    DOMAIN = "domain"
    PROBLEM = "problem"
    SECTION = "section"
    PREDICATE = "predicate"
    FUNCTION = "function"
    ACTION = "action"
    AXIOM = "axiom"
    TASK = "task"
    TYPE = "type"
    OBJECT = "object"
    PARAMETER = "parameter"
    SLOT = "slot"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class OutlineItem:
    """One part: `span` is all of it, `name_span`, which lies inside, what to jump to."""

    kind: OutlineKind
    name: str
    detail: str
    span: Span
    name_span: Span
    children: tuple[OutlineItem, ...] = ()


def outline(file: AnySnapshot) -> tuple[OutlineItem, ...]:
    """The parts of `file` in the order of the text."""
    if isinstance(file, PlanSnapshot):
        return tuple(_steps(file))
    return tuple(_Outliner(file).definition(definition) for definition in file.definitions)


def _steps(file: PlanSnapshot) -> Iterator[OutlineItem]:
    for number, action in enumerate(file.plan.actions, start=1):
        if number > MAX_CHILDREN:
            return
        yield OutlineItem(
            OutlineKind.STEP, action.original, f"step {number}", action.span, action.name_span
        )


class _Outliner:
    def __init__(self, file: FileSnapshot) -> None:
        self.file = file
        self.tree = file.tree

    def definition(self, definition: DefinitionSnapshot) -> OutlineItem:
        whole = self.tree.definition_span(definition.definition)
        name = definition.definition.name
        name_span = self.file.span(name.place) if name else Span(whole.start, whole.start)
        children = [
            item
            for section, model in definition.sections
            for item in self._section(section, model)
            if model.keyword not in ("domain", "problem")
        ]
        kind = OutlineKind.PROBLEM if definition.kind == "problem" else OutlineKind.DOMAIN
        return OutlineItem(
            kind,
            name.text if name else "(no name)",
            definition.kind,
            whole,
            name_span,
            tuple(children),
        )

    def _section(self, section: Section, model: SectionModel) -> Iterator[OutlineItem]:
        operators: tuple[Action | Axiom | AbstractTask, ...] = (
            *model.actions,
            *model.axioms,
            *model.tasks,
        )
        if operators:
            yield from (self._operator(operator) for operator in operators)
            return
        whole = self.tree.section_span(section)
        keyword = self.file.span(section.keyword_place)
        if not section.keyword:
            return
        yield OutlineItem(
            OutlineKind.SECTION,
            section.keyword,
            _detail(model),
            whole,
            keyword,
            tuple(self._names(model)),
        )

    def _names(self, model: SectionModel) -> Iterator[OutlineItem]:
        declared: Iterable[Predicate | Function] = (*model.predicates, *model.functions)
        for declaration in declared:
            is_predicate = isinstance(declaration, Predicate)
            kind = OutlineKind.PREDICATE if is_predicate else OutlineKind.FUNCTION
            item = self._item(
                kind, declaration.name_node, typed_list(declaration.parameters), declaration.node
            )
            if item:
                yield item
        typed = ((OutlineKind.TYPE, model.types), (OutlineKind.OBJECT, model.names))
        for kind, names in typed:
            if len(names) <= MAX_CHILDREN:
                yield from self._typed(kind, names)

    def _typed(self, kind: OutlineKind, names: Iterable[TypedName]) -> Iterator[OutlineItem]:
        for name in names:
            item = self._item(kind, name.node, type_text(name.types) if name.types else "")
            if item:
                yield item

    def _operator(self, operator: Action | Axiom | AbstractTask) -> OutlineItem:
        node = operator.node
        whole = self.file.span(node.place) if node else Span(0, 0)
        children = list(self._typed(OutlineKind.PARAMETER, operator.parameters))
        name_node: Node | None = None
        if isinstance(operator, Axiom):
            kind, name = OutlineKind.AXIOM, operator.predicate
            name_node = _head_of(node)
        elif isinstance(operator, AbstractTask):
            kind, name, name_node = OutlineKind.TASK, operator.name, operator.name_node
        else:
            kind, name, name_node = OutlineKind.ACTION, operator.name, operator.name_node
            children += self._slots(operator)
        name_span = self.file.span(name_node.place) if name_node else Span(whole.start, whole.start)
        text = name_node.text if name_node else name
        detail = typed_list(operator.parameters)
        return OutlineItem(kind, text or "(no name)", detail, whole, name_span, tuple(children))

    def _slots(self, action: Action) -> Iterator[OutlineItem]:
        """What an action says beside its parameters, under the words that say it."""
        items = action.node.items if isinstance(action.node, List) else []
        for keyword, value in pairwise(items):
            is_slot = isinstance(keyword, Atom) and keyword.key in SLOTS - {":parameters"}
            if is_slot and not (isinstance(value, Atom) and value.key in SLOTS):
                name = self.file.span(keyword.place)
                whole = Span(name.start, self.file.span(value.place).end)
                yield OutlineItem(OutlineKind.SLOT, keyword.text, "", whole, name)

    def _item(
        self, kind: OutlineKind, name: Node | None, detail: str, node: Node | None = None
    ) -> OutlineItem | None:
        if name is None:
            return None
        name_span = self.file.span(name.place)
        whole = self.file.span((node or name).place)
        return OutlineItem(kind, name.text, detail, whole, name_span)


def _head_of(axiom: Node | None) -> Node | None:
    """The name of what `(:derived (p ?x) φ)` derives."""
    head = axiom.items[1] if isinstance(axiom, List) and len(axiom.items) > 1 else None
    return head.items[0] if isinstance(head, List) and head.items else None


def _detail(model: SectionModel) -> str:
    if model.requirements:
        return " ".join(node.text for node in model.requirements)
    count = len(model.types) + len(model.names) + len(model.predicates) + len(model.functions)
    return str(count) if count else ""
