"""The table of occurrences of each form, made once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, NamedTuple

from plancore.lower.facts import lower_facts
from plancore.lower.section import SectionModel
from plancore.memo import Key
from plancore.occurrences.declared import declared
from plancore.occurrences.plain_facts import plain_facts
from plancore.occurrences.table import Occurrence, Placed
from plancore.occurrences.used import used
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.syntax.definitions import Section
from plancore.syntax.forms import Form, Role

Table = tuple[Occurrence, ...]
"""The occurrences in one form, in the order of the text."""

_TABLE: Final = Key[Table]("occurrences")
_TABLES: Final = Key[dict[Form, Table]]("occurrences in each piece")


class InFile(NamedTuple):
    """An occurrence with its place in a file."""

    occurrence: Occurrence
    span: Span


def occurrences_of(section: Section, model: SectionModel, form: Form) -> Table:
    """The names in `form`, one of the forms of `section`; kept with the form.

    `model` is what the section means. The first call costs as much as lowering the form, for a
    piece of `:objects` as much as lowering all of them.
    """
    if form.role is Role.ITEMS and section.keyword == ":init":
        return form.memo.get(_TABLE, (), lambda: _facts(form))
    tables = section.head.memo.get(_TABLES, (model.uses,), lambda: _tables(model))
    return tables.get(form, ())


def occurrences_in(file: FileSnapshot, definition: DefinitionSnapshot) -> Iterator[InFile]:
    """The names in `definition`, which stands in `file`, in the order of the text."""
    for section, model in definition.sections:
        for form in section.forms:
            start = file.tree.start(form)
            for occurrence in occurrences_of(section, model, form):
                yield InFile(occurrence, Span(start + occurrence.start, start + occurrence.end))


def _facts(form: Form) -> Table:
    names = plain_facts(form)
    return _table(used(lower_facts(form).uses)) if names is None else names


def _tables(model: SectionModel) -> dict[Form, Table]:
    by_form: dict[Form, list[Placed]] = {}
    for placed in chain(declared(model), used(model.uses)):
        by_form.setdefault(placed.form, []).append(placed)
    return {form: _table(parts) for form, parts in by_form.items()}


def _table(parts: Iterable[Placed]) -> Table:
    """What two notes say of one place is said once: the first of them counts."""
    by_start: dict[int, Occurrence] = {}
    for _, occurrence in parts:
        by_start.setdefault(occurrence.start, occurrence)
    return tuple(by_start[start] for start in sorted(by_start))
