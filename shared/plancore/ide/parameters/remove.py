"""A parameter removed, with its argument wherever its owner is applied."""

from __future__ import annotations

from plancore.diagnostic import Edit
from plancore.ide.navigation.reach import ScopedDefinition, Subject
from plancore.ide.navigation.references import FormInPart, forms_in
from plancore.ide.parameters.add import parameter_list
from plancore.ide.parameters.change import Removal
from plancore.ide.parameters.draft import Draft, RefusedError, declared
from plancore.ide.parameters.lists import without_item, without_parameter
from plancore.ide.parameters.uses import PlannedAction
from plancore.model.formula import TypedName
from plancore.occurrences.table import Role, SymbolKind
from plancore.source import Span
from plancore.syntax.nodes import List


def remove(draft: Draft, subject: Subject, removal: Removal) -> None:
    """Take out the parameter, which must not be used, and the arguments that are given for it."""
    declaration = declared(subject)
    index, arity = removal.place, len(declaration.parameters)
    around, file = parameter_list(declaration), subject.file
    edit = without_parameter(file, around, declaration.parameters, index) if around else None
    if edit is None:
        raise RefusedError(f"`{removal.name}` is written in a way that cannot be changed")
    if subject.kind is SymbolKind.ACTION:
        part = ScopedDefinition(file, subject.owner, subject.owner.environment)
        for at in forms_in(part, removal.name):
            _refuse_if_used(declaration.parameters[index], at)
    draft.write(file.name, edit)
    draft.arities.append((subject, arity - 1))
    for use in draft.uses(subject, arity):
        if isinstance(use, PlannedAction):
            spans = (use.action.name_span, *use.action.arg_spans)
            gap = Span(spans[index].end, spans[index + 1].end)
            draft.write(use.plan.name, Edit(gap, ""))
            continue
        assert type(use.node) is List
        file = use.at.part.file
        if use.head is None:
            draft.write(file.name, without_item(file, use.node, use.node.items[1 + index]))
            continue
        _refuse_if_used(use.head[index], use.at)
        edit = without_parameter(file, use.node, use.head, index)
        if edit is None:
            raise RefusedError("this axiom cannot be changed", file.name, use.span)
        draft.write(file.name, edit)


def _refuse_if_used(parameter: TypedName, at: FormInPart) -> None:
    for occurrence, span in at.occurrences():
        if occurrence.binder is parameter and occurrence.role is not Role.DECLARES:
            raise RefusedError(f"`{parameter.name}` is used here", at.part.file.name, span)
