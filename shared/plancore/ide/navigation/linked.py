"""The places of a variable that change together while one of them is typed over."""

from __future__ import annotations

from plancore.occurrences import SymbolKind, Table, occurrences_of
from plancore.project import AnySnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.syntax.nodes import Form


def linked(file: AnySnapshot, offset: int) -> tuple[Span, ...]:
    """Every place of the variable at `offset` that the same declaration binds, itself included.

    Empty where no bound variable stands, and where it is spelt in different ways: a client gives
    all places the same text.
    """
    at = file.tree.form_at(offset) if isinstance(file, FileSnapshot) else None
    if at is None or not isinstance(file, FileSnapshot):
        return ()
    form, inside = at
    names = (name for name in _table(file, form) if name.kind is SymbolKind.VARIABLE)
    variables = [name for name in names if name.name[0] == "?"]  # in torn lists there are others
    binder = next((v.binder for v in variables if v.start <= inside <= v.end), None)
    if binder is None:
        return ()
    start = offset - inside
    spans = [Span(v.start, v.end).shifted(start) for v in variables if v.binder is binder]
    spellings = {file.text[span.start : span.end] for span in spans}
    return tuple(spans) if len(spellings) == 1 else ()


def _table(file: FileSnapshot, form: Form) -> Table:
    for definition in file.definitions:
        for section, model in definition.sections:
            if form in section.forms:
                return occurrences_of(section, model, form)
    return ()
