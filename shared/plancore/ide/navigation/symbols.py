"""Find the symbol at an offset, its declaration, and the parts of files that may mention it.

A variable belongs to the form that binds it, a method to its domain, an object to its problem and
the plans of that problem. Declarations of a domain belong to the domain, to all of its problems,
and to their plans. So every occurrence of a name leads to the same parts.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from plancore.lower.environment import Environment
from plancore.model.domain import AbstractTask, Action, Function, Method, Predicate
from plancore.model.formula import TypedName
from plancore.occurrences import (
    InFile,
    NameRole,
    Occurrence,
    SymbolKind,
    occurrences_of,
    plan_occurrences,
)
from plancore.project import AnySnapshot, DomainLink, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.nodes import Form, Node
from plancore.syntax.signs import lower

Declaration = Predicate | Function | Action | AbstractTask | Method | TypedName | DefinitionSnapshot


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name at a place. `declaration` is None if it is undeclared or needs no declaration.

    `environment` has the names that may be used there; `home` is the definition that contains it,
    for a plan the problem or else the domain.
    """

    kind: SymbolKind
    name: str
    span: Span
    declaration: Declaration | None
    environment: Environment
    home: DefinitionSnapshot


class DeclarationPlace(NamedTuple):
    """The place of a declaration: its name, and the whole declaration."""

    file: FileSnapshot
    name: Span
    whole: Span


def symbol_at(
    project: ProjectSnapshot, file: AnySnapshot, offset: int, checkpoint: Checkpoint = NEVER
) -> Symbol | None:
    """The symbol that a cursor at `offset` touches; None if there is none."""
    if isinstance(file, PlanSnapshot):
        return _in_plan(project, file, offset)
    at = file.tree.form_at(offset)
    if at is None:
        return None
    form, inside = at
    for definition in file.definitions:
        for section, model in definition.sections:
            if form in section.forms:
                table = occurrences_of(section, model, form, checkpoint)
                touched = _touched(table, inside)
                if touched is None:
                    return None
                start = offset - inside
                span = Span(start + touched.start, start + touched.end)
                checkpoint()
                return _symbol(project, file, definition, InFile(touched, span))
    return None


def declaration_place(project: ProjectSnapshot, symbol: Symbol) -> DeclarationPlace | None:
    """The place of the symbol's declaration, in any file."""
    declared = symbol.declaration
    name: Node | None
    whole: Node | None
    if isinstance(declared, DefinitionSnapshot):
        name = whole = declared.definition.name
    elif declared is not None:
        whole = declared.node
        name = declared.node if isinstance(declared, TypedName) else declared.name_node
    else:
        return None
    if name is None or whole is None:
        return None
    for file in project.files.values():
        if isinstance(file, FileSnapshot) and file.tree.holds(whole.form):
            return DeclarationPlace(file, file.span(name.place), file.span(whole.place))
    return None


def environment_of(
    project: ProjectSnapshot, file: FileSnapshot, definition: DefinitionSnapshot
) -> tuple[DefinitionSnapshot | None, Environment]:
    """The domain of a definition, possibly itself, and the names that may be used in it."""
    if definition.kind != "problem":
        return definition, definition.environment
    link = project.domain_of(file, definition)
    domain = link.definition if link else None
    return domain, definition.problem_environment(domain)


def _touched(occurrences: Sequence[Occurrence], offset: int) -> Occurrence | None:
    """The occurrence that a cursor at `offset` touches, of some in text order; of two, the one that
    starts there."""
    behind = bisect_right(occurrences, offset, key=lambda occurrence: occurrence.start)
    last = occurrences[behind - 1] if behind else None
    return last if last is not None and offset <= last.end else None


def _symbol(
    project: ProjectSnapshot, file: FileSnapshot, home: DefinitionSnapshot, at: InFile
) -> Symbol:
    domain, environment = environment_of(project, file, home)
    occurrence = at.occurrence
    kind = occurrence.kind_in(environment)
    declaration: Declaration | None
    if kind is SymbolKind.VARIABLE:
        declaration = occurrence.binder
    elif kind is SymbolKind.DOMAIN:
        declaration = home if occurrence.role is NameRole.DECLARES else domain
    elif kind is SymbolKind.PROBLEM:
        declaration = home
    elif kind is SymbolKind.METHOD:
        methods = (method for model in home.models for method in model.methods)
        declaration = next((method for method in methods if method.name == occurrence.name), None)
    else:
        declaration = _declared_in(domain, occurrence._replace(kind=kind), environment)
    return Symbol(kind, occurrence.name, at.span, declaration, environment, home)


def _declared_in(
    domain: DefinitionSnapshot | None, occurrence: Occurrence, environment: Environment
) -> Declaration | None:
    """As `declared_as`; an action is the current one."""
    kind, name = occurrence.kind, occurrence.name
    if kind is SymbolKind.ACTION and domain is not None:
        return domain.actions.get(name)
    return declared_as(kind, name, environment)


def declared_as(kind: SymbolKind, name: str, environment: Environment) -> Declaration | None:
    """The declaration of a name of this kind; None if it needs no declaration."""
    match kind:
        case SymbolKind.PREDICATE:
            return environment.predicates.get(name)
        case SymbolKind.FUNCTION:
            return environment.functions.get(name)
        case SymbolKind.ACTION:
            return environment.actions.get(name)
        case SymbolKind.TASK:
            return environment.tasks.get(name)
        case SymbolKind.TYPE:
            return environment.types.get(name)
        case SymbolKind.OBJECT:
            return environment.objects.get(name)
        case _:
            return None


def _in_plan(project: ProjectSnapshot, file: PlanSnapshot, offset: int) -> Symbol | None:
    domain, problem = project.setting_of(file)
    home = problem or domain
    steps = file.plan.steps_at(offset) if home else ()
    touched = _touched([*plan_occurrences(steps)], offset)
    if home is None or touched is None:
        return None
    environment = home.definition.environment
    if problem is not None:
        outer = domain.definition if domain else None
        environment = problem.definition.problem_environment(outer)
    return Symbol(
        touched.kind,
        touched.name,
        Span(touched.start, touched.end),
        _declared_in(domain.definition if domain else None, touched, environment),
        environment,
        home.definition,
    )


_LOCAL: Final = frozenset(
    (SymbolKind.VARIABLE, SymbolKind.METHOD, SymbolKind.PROBLEM, SymbolKind.REQUIREMENT)
)
_IN_PLANS: Final = frozenset((SymbolKind.ACTION, SymbolKind.OBJECT))


class ScopedDefinition(NamedTuple):
    """A definition and the names that may be used in it."""

    file: FileSnapshot
    definition: DefinitionSnapshot
    environment: Environment


class Subject(NamedTuple):
    """The thing that a name refers to, independent of its place.

    `owner` is the definition that the name belongs to, in `file`. A variable has the `form` that
    contains it, and its `binder` if it is bound.
    """

    kind: SymbolKind
    name: str
    file: FileSnapshot
    owner: DefinitionSnapshot
    form: Form | None = None
    binder: TypedName | None = None

    @property
    def is_local(self) -> bool:
        """Whether no other file can mention it."""
        return self.kind in _LOCAL


def mentions(text: str, name: str) -> bool:
    """Whether `text` may contain `name`, in lower case: a check at a hundredth of the cost of
    reading the text. True for a text with `\\`, since a plan may spell names with escapes."""
    low = lower(text)
    return (name in low and bool(_word(name).search(low))) or "\\" in low


@lru_cache(maxsize=64)
def _word(name: str) -> re.Pattern[str]:
    """Matches `name` as a whole word; a variable may touch the word before it."""
    before = "" if name.startswith("?") else r"(?<![\w?])"
    return re.compile(rf"{before}{re.escape(name)}(?!\w)")


def subject_at(
    project: ProjectSnapshot, file: AnySnapshot, offset: int, checkpoint: Checkpoint = NEVER
) -> Subject | None:
    """The subject of the name at `offset`; None if there is no name."""
    symbol = symbol_at(project, file, offset, checkpoint)
    if symbol is None:
        return None
    if isinstance(file, PlanSnapshot):
        setting = project.setting_of(file)
        home = setting.problem or setting.domain
        return _subject(symbol, home.file, setting.domain) if home else None
    is_problem = symbol.home.kind == "problem"
    domain = project.domain_of(file, symbol.home) if is_problem else None
    return _subject(symbol, file, domain)


def _subject(symbol: Symbol, home: FileSnapshot, domain: DomainLink | None) -> Subject:
    """The subject of `symbol`, whose definition is in the file `home` and has this `domain`."""
    kind, name = symbol.kind, symbol.name
    if kind is SymbolKind.VARIABLE:
        at = home.tree.form_at(symbol.span.start)
        binder = symbol.declaration if isinstance(symbol.declaration, TypedName) else None
        return Subject(kind, name, home, symbol.home, at[0] if at else None, binder)
    if domain is not None and _is_of_domain(kind, name, domain.definition):
        return Subject(kind, name, domain.file, domain.definition)
    return Subject(kind, name, home, symbol.home)


def reach(
    project: ProjectSnapshot, subject: Subject, name: str
) -> Iterator[ScopedDefinition | PlanSnapshot]:
    """The parts that may mention the subject as `name`: those of its own file, then of every other
    file that contains that name, sorted by file name."""
    yield from parts_in(project, subject, subject.file)
    for _, file in sorted(project.files.items()):
        if file is not subject.file and mentions(file.text, name):
            yield from parts_in(project, subject, file)


def parts_in(
    project: ProjectSnapshot, subject: Subject, file: AnySnapshot
) -> Iterator[ScopedDefinition | PlanSnapshot]:
    """The parts of one file that may mention the subject."""
    owner = subject.owner
    is_shared = owner.kind != "problem" and _is_of_domain(subject.kind, subject.name, owner)
    if isinstance(file, PlanSnapshot):
        if subject.kind in _IN_PLANS:
            setting = project.setting_of(file)
            link = setting.domain if is_shared else setting.problem
            if link is not None and link.definition is owner:
                yield file
        return
    for definition in file.definitions:
        if definition is owner or (is_shared and definition.kind == "problem"):
            domain, environment = environment_of(project, file, definition)
            if definition is owner or domain is owner:
                yield ScopedDefinition(file, definition, environment)


def declares_preference(definition: DefinitionSnapshot, name: str) -> bool:
    """Whether a formula of `definition` declares a preference of this name."""
    return any(node.key == name for model in definition.models for node in model.uses.preferences)


def _is_of_domain(kind: SymbolKind, name: str, domain: DefinitionSnapshot) -> bool:
    """Whether a name that a problem may also use belongs to its `domain`."""
    match kind:
        case SymbolKind.OBJECT:
            return name in domain.environment.objects
        case SymbolKind.PREFERENCE:
            return declares_preference(domain, name)
        case SymbolKind.DOMAIN:
            return name == domain.name
        case _:
            return kind not in _LOCAL
