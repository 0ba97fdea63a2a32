"""Signature help: the argument at a cursor, its parameter and type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plancore.formula.printing import AS_WRITTEN, Naming, type_text
from plancore.ide.context.cursor import CursorContext, Level, applied, operator_of
from plancore.ide.context.grammar import OperatorSyntax
from plancore.ide.context.locate import context_at
from plancore.ide.context.plan_line import plan_cursor_at
from plancore.ide.information.hover import documentation, spelling_of, types_as_written
from plancore.lower.resolution import Declared
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature. `label` is PDDL, such as `(at ?c - car ?p - port)`; `parameters` are the spans
    of its parameters, `active` is the index of the one at the cursor. `comment` is the comment at
    the declaration."""

    label: str
    parameters: tuple[Span, ...]
    active: int
    comment: str = ""


def signature(
    project: ProjectSnapshot, file: AnySnapshot, offset: int, checkpoint: Checkpoint = NEVER
) -> Signature | None:
    """The signature of the application around `offset`; None if it lacks no argument."""
    if isinstance(file, PlanSnapshot):
        cursor = plan_cursor_at(project, file, offset)
        if cursor is None or cursor.action is None:
            return None
        return _of_declared(project, cursor.action, len(cursor.before) - 1)
    context = context_at(project, file, offset, checkpoint)
    return next(_around(project, context), None) if context else None


def _around(project: ProjectSnapshot, context: CursorContext) -> Iterator[Signature | None]:
    """The signatures of the lists around a cursor, innermost first."""
    for level in reversed(context.levels):
        if not level.node.items:
            continue
        place = len(level.node.items) - 1
        operator = operator_of(level.node, level.expected, context.environment)
        if operator is not None and len(operator.operands) > 1:
            yield _of_operator(level, operator, place)
        declared = applied(level, context.environment)
        if operator is None and declared is not None:
            yield _of_declared(project, declared, place)


def _of_operator(level: Level, operator: OperatorSyntax, place: int) -> Signature | None:
    words = [operand.value for operand in operator.operands]
    last = len(words) - 1
    if operator.repeats:
        words.append("…")
    elif place > last:
        return None
    return _written(level.node.head, words, min(place, last))


def _of_declared(project: ProjectSnapshot, declared: Declared, place: int) -> Signature | None:
    if place >= len(declared.parameters):
        return None
    home, declared = _current(project, declared)
    naming = Naming(types=types_as_written(home)) if home else AS_WRITTEN
    texts = []
    is_typed = any(parameter.types for parameter in declared.parameters)
    for parameter in declared.parameters:
        name = spelling_of(parameter)
        texts.append(f"{name} - {type_text(parameter.types, naming)}" if is_typed else name)
    node = declared.node
    comment = documentation(home.source, home.span(node.place)) if home and node else ""
    return _written(spelling_of(declared), texts, place, comment)


def _written(head: str, parameters: Sequence[str], active: int, comment: str = "") -> Signature:
    label = f"({head}"
    spans = []
    for parameter in parameters:
        label += " "
        spans.append(Span(len(label), len(label) + len(parameter)))
        label += parameter
    return Signature(f"{label})", tuple(spans), active, comment)


def _current(project: ProjectSnapshot, declared: Declared) -> tuple[FileSnapshot | None, Declared]:
    """The file with a declaration, and the declaration as it is there: an environment may have an
    action of an earlier text with the same parameters."""
    files = [file for file in project.files.values() if isinstance(file, FileSnapshot)]
    node = declared.node
    for file in files:
        if node is not None and file.tree.holds(node.form):
            return file, declared
    for file in files:
        for definition in file.definitions:
            if definition.environment.actions.get(declared.name) is declared:
                return file, definition.actions[declared.name]
    return None, declared
