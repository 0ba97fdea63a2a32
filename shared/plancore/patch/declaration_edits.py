"""Edits that declare in the learned file what the reference declares."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from plancore.compare.declarations import function_text, predicate_text
from plancore.formula.naming import AS_WRITTEN, Naming
from plancore.formula.printing import typed_list
from plancore.model.domain import Action, Domain, Function, Predicate
from plancore.model.finding import PlaceEdit
from plancore.model.formula import (
    Arithmetic,
    Assign,
    AtomicFormula,
    Comparison,
    Exists,
    Forall,
    Formula,
    FunctionTerm,
    TypedName,
    walk,
)
from plancore.model.types import OBJECT
from plancore.patch.declare import DOMAIN_ORDER, ends_in_dash
from plancore.patch.layout import FileLayout, insert
from plancore.syntax.nodes import List, Place

_ORDER: Final = (*DOMAIN_ORDER, ":constraints")


class Needs:
    """The names of the reference that something uses; each is kept once, in order."""

    def __init__(self, reference: Domain) -> None:
        self._predicates = {p.name: p for p in reversed(reference.predicates)}
        self._functions = {f.name: f for f in reversed(reference.functions)}
        self._constants = {c.name: c for c in reversed(reference.constants)}
        self._types = {
            name: TypedName(name, parents)
            for name, parents in reference.hierarchy.stated_parents.items()
        }
        self._type_order = {name: index for index, name in enumerate(self._types)}
        self.predicates: dict[str, Predicate] = {}
        self.functions: dict[str, Function] = {}
        self.constants: dict[str, TypedName] = {}
        self.types: dict[str, TypedName] = {}
        self._forgotten: set[str] = set()

    def formula(self, formula: Formula) -> None:
        """Everything that `formula` uses."""
        for part in walk(formula):
            match part:
                case AtomicFormula(predicate, args):
                    if predicate in self._predicates:
                        self.predicate(self._predicates[predicate])
                    self._expressions(args)
                case Forall(variables) | Exists(variables):
                    self.typed(variables)
                case Comparison(_, left, right):
                    self._expressions((left, right))
                case Assign(_, target, value):
                    self._expressions((target, value))

    def type_order(self, item: tuple[str, TypedName]) -> int:
        """Where the reference declares a type."""
        return self._type_order[item[0]]

    def action(self, action: Action) -> None:
        """Everything that `action` uses."""
        self.typed(action.parameters)
        self.formula(action.precondition)
        self.formula(action.effect)
        if action.duration is not None:
            self.formula(action.duration)

    def predicate(self, predicate: Predicate) -> None:
        """A predicate with its types."""
        self.predicates[predicate.name] = predicate
        self.typed(predicate.parameters)

    def function(self, function: Function) -> None:
        """A function with its types."""
        self.functions[function.name] = function
        self.typed(function.parameters)

    def constant(self, constant: TypedName) -> None:
        """A constant with its types."""
        self.constants[constant.name] = constant
        self.typed((constant,))

    def forget(self, section: str) -> None:
        """Do without a section: it is written anew as a whole."""
        self._forgotten.add(section)

    def of(self, section: str) -> dict[str, Any]:
        """The needed `types`, `constants`, `predicates` or `functions` by name."""
        needed: dict[str, Any] = {} if section in self._forgotten else getattr(self, section)
        return needed

    def typed(self, names: Iterable[TypedName]) -> None:
        """The types of `names`, with their supertypes."""
        stack = [type_name for name in names for type_name in name.types]
        while stack:
            name = stack.pop()
            declared = self._types.get(name)
            if declared is not None and name not in self.types:
                self.types[name] = declared
                stack.extend(declared.types)

    def _expressions(self, expressions: Iterable[object]) -> None:
        stack = list(expressions)
        while stack:
            part = stack.pop()
            if isinstance(part, str) and part in self._constants:
                self.constant(self._constants[part])
            elif isinstance(part, FunctionTerm):
                if part.name in self._functions:
                    self.function(self._functions[part.name])
                stack.extend(part.args)
            elif isinstance(part, Arithmetic):
                stack.extend(part.args)


def declaration_edits(
    needs: Needs, learned: Domain, layout: FileLayout, to_learned: Naming = AS_WRITTEN
) -> list[PlaceEdit]:
    """Declare what `learned` lacks of `needs`."""
    edits: list[PlaceEdit] = []
    types = [
        TypedName(to_learned.types.get(name, name), declared.types)
        for name, declared in sorted(needs.of("types").items(), key=needs.type_order)
        if to_learned.types.get(name, name) not in learned.hierarchy.names and name != OBJECT
    ]
    declared_names = {c.name for c in learned.constants}
    constants = [
        TypedName(to_learned.terms.get(name, name), declared.types)
        for name, declared in needs.of("constants").items()
        if to_learned.terms.get(name, name) not in declared_names
    ]
    edits += _typed_edits(":types", types, learned.types, layout, to_learned)
    edits += _typed_edits(":constants", constants, learned.constants, layout, to_learned)
    declared_names = {p.name for p in learned.predicates}
    predicates = [
        predicate_text(predicate, to_learned)
        for name, predicate in needs.of("predicates").items()
        if to_learned.predicates.get(name, name) not in declared_names
    ]
    edits += _list_edits(":predicates", predicates, layout)
    declared_names = {f.name for f in learned.functions}
    functions = [
        function_text(function, to_learned)
        for name, function in needs.of("functions").items()
        if to_learned.functions.get(name, name) not in declared_names
    ]
    edits += _list_edits(":functions", functions, layout)
    return edits


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
    names: list[TypedName],
    existing: tuple[TypedName, ...],
    layout: FileLayout,
    naming: Naming,
) -> list[PlaceEdit]:
    if not names:
        return []
    text = typed_list(names, Naming(types=naming.types))
    root = _last_root(keyword, layout)
    if root is None:
        return [new_section(keyword, [text], layout)]
    if ends_in_dash(root.items):
        return [insert(root, root.items[0].end, f" {text}")]
    if existing and not existing[-1].types and any(name.types for name in names):
        # What had no type so far must not take that of its new neighbour.
        return [insert(root, root.items[-1].end, f" - {OBJECT} {text}")]
    return [layout.append(root, [text])]


def new_section(keyword: str, texts: list[str], layout: FileLayout) -> PlaceEdit:
    """A section that the file lacks, behind those that usually stand before it."""
    earlier = _ORDER[: _ORDER.index(keyword)]
    definition = layout.definition
    if definition is None:
        raise ValueError("the text holds no domain")
    before = next(
        (section.forms[-1] for key in reversed(earlier) for section in layout.sections(key)),
        definition.define,
    )
    if before is None:
        before = definition.sections[0].forms[-1]
    text = f"{layout.newline}{layout.section_indent}({' '.join((keyword, *texts))})"
    end = len(before.text)
    return layout.insert_behind(Place(before, end, end), text)
