"""Every list that applies a name to arguments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from plancore.ide.navigation.reach import ScopedDefinition, Subject, reach
from plancore.ide.navigation.references import FormInPart, forms_in
from plancore.lower.facts import lower_facts
from plancore.lower.uses import Scope, Use, Uses
from plancore.model.formula import TypedName
from plancore.model.plan import GroundAction
from plancore.occurrences.table import SymbolKind
from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.source import Span
from plancore.stop import Checkpoint
from plancore.syntax.forms import Role
from plancore.syntax.nodes import Node


class Application(NamedTuple):
    """A name applied at `node`; `scope` are the variables that may stand there. `head` are the
    parameters where it is the head of an axiom, which declares them."""

    at: FormInPart
    node: Node | None
    scope: Scope
    head: tuple[TypedName, ...] | None = None

    @property
    def part(self) -> ScopedDefinition:
        """The definition that it stands in."""
        return self.at.part

    @property
    def span(self) -> Span:
        """Where it stands in its file."""
        assert self.node is not None
        return self.part.file.span(self.node.place)


class PlannedAction(NamedTuple):
    """An action in a plan."""

    plan: PlanSnapshot
    action: GroundAction


def applications(
    project: ProjectSnapshot, subject: Subject, checkpoint: Checkpoint
) -> Iterator[Application | PlannedAction]:
    """Wherever the subject is applied, each place once; it is not where it is declared."""
    for part in reach(project, subject, subject.name):
        checkpoint()
        if isinstance(part, PlanSnapshot):
            actions = part.plan.actions
            yield from (
                PlannedAction(part, action) for action in actions if action.key[0] == subject.name
            )
            continue
        for at in forms_in(part, subject.name):
            checkpoint()
            seen: set[int] = set()
            for application in _in_form(subject, at):
                node = application.node
                if node is not None and node.form is at.form and node.start not in seen:
                    seen.add(node.start)
                    yield application


def _in_form(subject: Subject, at: FormInPart) -> Iterator[Application]:
    uses = _uses(at)
    name = subject.name
    if subject.kind is SymbolKind.PREDICATE:
        for atom in uses.atoms:
            if atom.atom.predicate == name:
                is_head = atom.use is Use.DERIVED and at.model.axioms
                head = at.model.axioms[0].parameters if is_head else None
                yield Application(at, atom.atom.node, atom.scope, head)
    elif subject.kind is SymbolKind.FUNCTION:
        for call in uses.functions:
            if call.term.name == name:
                yield Application(at, call.term.node, call.scope)
    else:
        for task, scope in uses.tasks:
            if task.name == name:
                yield Application(at, task.node, scope)


def _uses(at: FormInPart) -> Uses:
    is_piece = at.form.role is Role.ITEMS and at.section.keyword == ":init"
    return lower_facts(at.form).uses if is_piece else at.model.uses
