"""Which name stands at an offset, and where it is declared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from plancore.lower.environment import Environment
from plancore.lower.facts import lower_facts, lower_names
from plancore.lower.section import SectionModel
from plancore.lower.uses import Scope, Uses
from plancore.model.domain import AbstractTask, Action, Function, Predicate
from plancore.model.formula import TypedName
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.syntax.definitions import Section
from plancore.syntax.forms import Form, Role
from plancore.syntax.nodes import Atom, List, Node


class SymbolKind(StrEnum):
    """What a name names; the value is the word for it in messages."""

    PREDICATE = "predicate"
    FUNCTION = "function"
    ACTION = "action"
    TASK = "task"
    TYPE = "type"
    OBJECT = "object"
    VARIABLE = "variable"
    DOMAIN = "domain"
    PROBLEM = "problem"
    REQUIREMENT = "requirement"


Declaration = Predicate | Function | Action | AbstractTask | TypedName | DefinitionSnapshot


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name at a place. `declaration` is None if it is not declared or needs no declaration.

    `environment` is what may be used at that place, `home` the definition that it is in or, for
    a plan, the domain.
    """

    kind: SymbolKind
    name: str
    span: Span
    declaration: Declaration | None
    environment: Environment
    home: DefinitionSnapshot


class DeclarationPlace(NamedTuple):
    """Where something is declared: the name, and all of the declaration around it."""

    file: FileSnapshot
    name: Span
    whole: Span


def symbol_at(project: ProjectSnapshot, file: AnySnapshot, offset: int) -> Symbol | None:
    """The name that a cursor at `offset` touches; None where no name is."""
    if isinstance(file, PlanSnapshot):
        return _in_plan(project, file, offset)
    at = file.tree.form_at(offset)
    if at is None:
        return None
    form, inside = at
    path = path_to(form, inside)
    atom = path[-1] if path else None
    if not isinstance(atom, Atom):
        return None
    for definition in file.definitions:
        for section in definition.definition.sections:
            if form in section.forms:
                return _Finder(project, file, definition, section, form).find(atom, path[:-1])
    return None


def declaration_place(project: ProjectSnapshot, symbol: Symbol) -> DeclarationPlace | None:
    """Where the symbol is declared, in whatever file that is."""
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


def path_to(form: Form, offset: int) -> list[Node]:
    """The nodes around `offset` of `form`, outermost first.

    Between two atoms that touch a cursor the one that starts there is meant.
    """
    path: list[Node] = []
    nodes = form.nodes
    while True:
        around = [node for node in nodes if node.start <= offset <= node.end]
        if not around:
            return path
        node = next((node for node in around if node.start == offset), around[0])
        path.append(node)
        if isinstance(node, Atom):
            return path
        nodes = node.items


class _Finder:
    """Looks a name up in one section of one definition."""

    def __init__(
        self,
        project: ProjectSnapshot,
        file: FileSnapshot,
        definition: DefinitionSnapshot,
        section: Section,
        form: Form,
    ) -> None:
        self.file = file
        self.home = definition
        domain = project.domain_of(file, definition) if definition.kind == "problem" else None
        self.domain = domain.definition if domain else None
        if definition.kind == "problem":
            self.environment = definition.problem_environment(self.domain)
        else:
            self.domain, self.environment = definition, definition.environment
        self.model, self.uses = self._model_and_uses(section, form)

    def _model_and_uses(self, section: Section, form: Form) -> tuple[SectionModel, Uses]:
        model = next(model for candidate, model in self.home.sections if candidate is section)
        if form.role is not Role.ITEMS:
            return model, model.uses
        if section.keyword == ":init":
            return model, lower_facts(form).uses
        return model, lower_names(section).uses

    def find(self, atom: Atom, around: list[Node]) -> Symbol | None:
        lists = [node for node in around if isinstance(node, List)]
        for kind, declaration in (
            *self._declared_here(atom),
            *self._used(atom, lists),
        ):
            return Symbol(
                kind,
                atom.key,
                self.file.span(atom.place),
                declaration,
                self.environment,
                self.home,
            )
        return None

    def _declared_here(self, atom: Atom) -> Iterator[tuple[SymbolKind, Declaration | None]]:
        model = self.model
        if model.name is atom:
            if model.keyword == ":domain":
                yield SymbolKind.DOMAIN, self.domain
            else:
                yield SymbolKind(self.home.kind or "domain"), self.home
        if any(atom is node for node in model.requirements):
            yield SymbolKind.REQUIREMENT, None
        named: tuple[
            tuple[SymbolKind, tuple[Predicate | Function | Action | AbstractTask, ...]], ...
        ] = (
            (SymbolKind.PREDICATE, model.predicates),
            (SymbolKind.FUNCTION, model.functions),
            (SymbolKind.ACTION, model.actions),
            (SymbolKind.TASK, model.tasks),
        )
        for kind, declarations in named:
            for declared in declarations:
                if declared.name_node is atom:
                    yield kind, declared
                for parameter in declared.parameters:
                    if parameter.node is atom:
                        yield SymbolKind.VARIABLE, parameter
        for kind, names in ((SymbolKind.TYPE, model.types), (SymbolKind.OBJECT, model.names)):
            for name in names:
                if name.node is atom:
                    yield kind, name

    def _used(
        self, atom: Atom, lists: list[List]
    ) -> Iterator[tuple[SymbolKind, Declaration | None]]:
        environment, uses = self.environment, self.uses
        if atom.key.startswith("?"):
            yield SymbolKind.VARIABLE, self._variable(atom, lists)
            return
        if any(atom.place == node.place for node in uses.types):
            yield SymbolKind.TYPE, environment.types.get(atom.key)
        inner = lists[-1] if lists else None
        is_head = inner is not None and inner.items[0] is atom
        for use in uses.atoms:
            if use.atom.node is inner and inner is not None:
                if is_head:
                    yield SymbolKind.PREDICATE, environment.predicates.get(atom.key)
                else:
                    yield SymbolKind.OBJECT, environment.objects.get(atom.key)
        for function in uses.functions:
            if function.term.node is atom or (function.term.node is inner and is_head):
                yield SymbolKind.FUNCTION, environment.functions.get(atom.key)
            elif function.term.node is inner and inner is not None:
                yield SymbolKind.OBJECT, environment.objects.get(atom.key)
        for task, _ in uses.tasks:
            if task.node is inner and inner is not None:
                if not is_head:
                    yield SymbolKind.OBJECT, environment.objects.get(atom.key)
                elif atom.key in environment.tasks:
                    yield SymbolKind.TASK, environment.tasks[atom.key]
                else:
                    yield SymbolKind.ACTION, environment.actions.get(atom.key)
        if any(node is atom for node in uses.constants):
            yield SymbolKind.OBJECT, environment.objects.get(atom.key)

    def _variable(self, atom: Atom, lists: list[List]) -> TypedName | None:
        """The typed name that binds the variable, looked up from the innermost list outwards."""
        for binder in self.uses.binders:
            if binder.variable.node is atom:
                return binder.variable
        scopes: dict[int, Scope] = {}
        for use in self.uses.atoms:
            scopes[id(use.atom.node)] = use.scope
        for function in self.uses.functions:
            scopes[id(function.term.node)] = function.scope
        for task, scope in self.uses.tasks:
            scopes[id(task.node)] = scope
        for node in reversed(lists):
            binding = scopes.get(id(node), {}).get(atom.key)
            if binding is not None:
                return binding
        return None


def _in_plan(project: ProjectSnapshot, file: PlanSnapshot, offset: int) -> Symbol | None:
    problem = project.problem_of(file)
    if problem is None:
        return None
    home = problem.definition
    environment = home.environment
    if home.kind == "problem":
        domain = project.domain_of(problem.file, home)
        environment = home.problem_environment(domain.definition if domain else None)
    for action in file.plan.actions:
        if not action.span.contains(offset):
            continue
        if action.name_span.contains(offset):
            declared = environment.actions.get(action.name)
            return Symbol(
                SymbolKind.ACTION, action.name, action.name_span, declared, environment, home
            )
        for name, span in zip(action.args, action.arg_spans, strict=True):
            if span.contains(offset):
                declared_object = environment.objects.get(name)
                return Symbol(SymbolKind.OBJECT, name, span, declared_object, environment, home)
    return None
