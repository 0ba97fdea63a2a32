"""Find references, highlights, linked editing ranges, definitions, types and implementations of
names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from plancore.ide.navigation import symbols
from plancore.lower.section import SectionModel
from plancore.model.domain import Function
from plancore.model.formula import TypedName
from plancore.occurrences import (
    InFile,
    NameRole,
    Occurrence,
    OccurrenceTable,
    SymbolKind,
    occurrences_of,
    plan_occurrences,
)
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint, watched, watched_if_many
from plancore.syntax.nodes import Form
from plancore.syntax.tree import Section


class Reference(NamedTuple):
    """A reference to a name in a file, with its role."""

    file: str
    span: Span
    role: NameRole


class FormInPart(NamedTuple):
    """A form of one section of a part."""

    part: symbols.ScopedDefinition
    section: Section
    model: SectionModel
    form: Form

    def occurrences(self, checkpoint: Checkpoint = NEVER) -> Iterator[InFile]:
        """The occurrences in the form."""
        start = self.part.file.tree.start(self.form)
        table = occurrences_of(self.section, self.model, self.form, checkpoint)
        for occurrence in watched_if_many(table, checkpoint):
            yield InFile(occurrence, Span(start + occurrence.start, start + occurrence.end))


def references(
    project: ProjectSnapshot, subject: symbols.Subject, checkpoint: Checkpoint = NEVER
) -> Iterator[Reference]:
    """The references to the subject: first in its own file, then file by file, each definition in
    text order.

    Only those pieces of a large problem that contain the name are lowered.
    """
    for part in symbols.reach(project, subject, subject.name):
        checkpoint()
        if isinstance(part, PlanSnapshot):
            yield from in_plan(subject, part, checkpoint)
            continue
        for at in forms_in(part, subject.name):
            checkpoint()
            yield from in_form(subject, at, checkpoint)


def forms_in(part: symbols.ScopedDefinition, name: str) -> Iterator[FormInPart]:
    """The forms of a part that contain `name`, in text order."""
    for section, model in part.definition.sections:
        for form in section.forms:
            if symbols.mentions(form.text, name):
                yield FormInPart(part, section, model, form)


def in_form(
    subject: symbols.Subject, at: FormInPart, checkpoint: Checkpoint = NEVER
) -> Iterator[Reference]:
    """The references to the subject in a form that may mention it."""
    for occurrence, span in at.occurrences(checkpoint):
        if is_named(subject, at, occurrence):
            yield Reference(at.part.file.name, span, occurrence.role)


def in_plan(
    subject: symbols.Subject, plan: PlanSnapshot, checkpoint: Checkpoint = NEVER
) -> Iterator[Reference]:
    """Where the subject is named in a plan that it reaches."""
    steps = watched(plan.plan.steps, checkpoint)
    for kind, name, start, end, role, _ in plan_occurrences(steps):
        if name == subject.name and kind is subject.kind:
            yield Reference(plan.name, Span(start, end), role)


def is_named(subject: symbols.Subject, at: FormInPart, occurrence: Occurrence) -> bool:
    """Whether an occurrence in a form refers to the subject."""
    if occurrence.name != subject.name:
        return False
    if subject.kind is SymbolKind.VARIABLE:
        # In damaged text the word may be at the place of a predicate.
        is_variable = occurrence.kind is SymbolKind.VARIABLE
        return is_variable and at.form is subject.form and occurrence.binder is subject.binder
    return occurrence.kind_in(at.part.environment) is subject.kind


_MOST: Final = 400_000
"""Maximum number of characters to search for highlights, a quarter of a second: an editor asks at
every move of the cursor. Forms near the cursor are searched first."""


def highlights(
    project: ProjectSnapshot, file: AnySnapshot, offset: int, checkpoint: Checkpoint = NEVER
) -> list[Reference]:
    """The references in `file` to the name at `offset`, in text order."""
    subject = symbols.subject_at(project, file, offset, checkpoint)
    if subject is None:
        return []
    places: list[Reference] = []
    forms: list[FormInPart] = []
    for part in symbols.parts_in(project, subject, file):
        if isinstance(part, PlanSnapshot):
            places += in_plan(subject, part, checkpoint)
        else:
            forms += forms_in(part, subject.name)
    forms.sort(key=lambda at: abs(at.part.file.tree.start(at.form) - offset))
    left = _MOST
    for at in forms:
        checkpoint()
        places += in_form(subject, at, checkpoint)
        left -= len(at.form.text)
        if left < 0:
            break
    return sorted(places, key=lambda place: place.span)


def linked(file: AnySnapshot, offset: int, checkpoint: Checkpoint = NEVER) -> tuple[Span, ...]:
    """All occurrences of the variable at `offset` with the same binder, itself included.

    Empty if there is no bound variable, or if its spellings differ: a client gives all places the
    same text.
    """
    at = file.tree.form_at(offset) if isinstance(file, FileSnapshot) else None
    if at is None or not isinstance(file, FileSnapshot):
        return ()
    form, inside = at
    names = (name for name in _table(file, form, checkpoint) if name.kind is SymbolKind.VARIABLE)
    variables = [name for name in names if name.name[0] == "?"]  # damaged lists may have others
    binder = next((v.binder for v in variables if v.start <= inside <= v.end), None)
    if binder is None:
        return ()
    start = offset - inside
    spans = [Span(v.start, v.end).shifted(start) for v in variables if v.binder is binder]
    spellings = {file.text[span.start : span.end] for span in spans}
    return tuple(spans) if len(spellings) == 1 else ()


def _table(file: FileSnapshot, form: Form, checkpoint: Checkpoint) -> OccurrenceTable:
    for definition in file.definitions:
        for section, model in definition.sections:
            if form in section.forms:
                return occurrences_of(section, model, form, checkpoint)
    return ()


# Definitions, types and implementations


class Operator(NamedTuple):
    """An action, method or axiom; an axiom has the name of the predicate that it derives.

    `span` is all of it, `uses` are the names in it with their kinds.
    """

    kind: SymbolKind
    name: str
    name_span: Span
    span: Span
    model: SectionModel
    uses: tuple[tuple[SymbolKind, InFile], ...]


def operators(file: FileSnapshot, domain: DefinitionSnapshot) -> Iterator[Operator]:
    """The operators of a domain in `file`, in text order."""
    part = symbols.ScopedDefinition(file, domain, domain.environment)
    for section, model in domain.sections:
        if not (model.actions or model.methods or model.axioms):
            continue
        in_form = FormInPart(part, section, model, section.head).occurrences()
        uses = tuple((use.occurrence.kind_in(part.environment), use) for use in in_form)
        for kind, (occurrence, span) in uses:
            if _names_operator(kind, occurrence.role):
                whole = file.span(section.head.place())
                yield Operator(kind, occurrence.name, span, whole, model, uses)
                break


def _names_operator(kind: SymbolKind, role: NameRole) -> bool:
    if kind in (SymbolKind.ACTION, SymbolKind.METHOD):
        return role is NameRole.DECLARES
    return role is NameRole.DERIVES


class DefinitionTarget(NamedTuple):
    """The declaration of the name at `origin`: in `file` at `name`, inside `whole`."""

    origin: Span
    file: str
    name: Span
    whole: Span


def definition(
    project: ProjectSnapshot, file: AnySnapshot, offset: int, checkpoint: Checkpoint = NEVER
) -> DefinitionTarget | None:
    """The declaration of the name at `offset`; None if there is no name or no declaration."""
    symbol = symbols.symbol_at(project, file, offset, checkpoint)
    place = symbols.declaration_place(project, symbol) if symbol else None
    if symbol is None or place is None:
        return None
    return DefinitionTarget(symbol.span, place.file.name, place.name, place.whole)


def type_definitions(
    project: ProjectSnapshot, file: AnySnapshot, offset: int, checkpoint: Checkpoint = NEVER
) -> Iterator[DefinitionTarget]:
    """The declarations of the types of the object, variable or function at `offset`."""
    symbol = symbols.symbol_at(project, file, offset, checkpoint)
    for name in types_of(symbol) if symbol else ():
        declared = symbol.environment.types.get(name) if symbol else None
        if symbol is not None and declared is not None:
            of_type = symbols.Symbol(
                SymbolKind.TYPE, name, symbol.span, declared, symbol.environment, symbol.home
            )
            place = symbols.declaration_place(project, of_type)
            if place is not None:
                yield DefinitionTarget(symbol.span, place.file.name, place.name, place.whole)


def types_of(symbol: symbols.Symbol) -> tuple[str, ...]:
    """The types of the thing that a name refers to; for a type, itself."""
    if symbol.kind is SymbolKind.TYPE:
        return (symbol.name,)
    match symbol.declaration:
        case TypedName(types=types):
            return types
        case Function(returns=returns):
            return returns
        case _:
            return ()


def implementations(
    project: ProjectSnapshot, file: AnySnapshot, offset: int, checkpoint: Checkpoint = NEVER
) -> Iterator[DefinitionTarget]:
    """The implementations of the name at `offset`: for a predicate the actions that add it and the
    axioms that derive it, for a function the actions that change it, for a task its methods."""
    symbol = symbols.symbol_at(project, file, offset, checkpoint)
    subject = symbols.subject_at(project, file, offset, checkpoint)
    if symbol is not None and subject is not None and subject.owner.kind != "problem":
        for operator in operators(subject.file, subject.owner):
            if _makes_true(operator, subject.kind, subject.name):
                place = operator.name_span, operator.span
                yield DefinitionTarget(symbol.span, subject.file.name, *place)


_MAKING = {
    SymbolKind.PREDICATE: (NameRole.ADDS, NameRole.DERIVES),
    SymbolKind.FUNCTION: (NameRole.CHANGES,),
}


def _makes_true(operator: Operator, kind: SymbolKind, name: str) -> bool:
    if kind is SymbolKind.TASK:
        tasks = (method.task for method in operator.model.methods)
        return any(task is not None and task.name == name for task in tasks)
    roles = _MAKING.get(kind, ())
    return any(
        used is kind and occurrence.name == name and occurrence.role in roles
        for used, (occurrence, _) in operator.uses
    )
