"""The table of occurrences of each form, made once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, NamedTuple

from plancore.lower.facts import lower_facts
from plancore.lower.section import SectionModel
from plancore.memo import Key
from plancore.model.formula import TypedName
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
_PIECES: Final = Key[dict[Form, SectionModel]]("what each piece declares")


class InFile(NamedTuple):
    """An occurrence with its place in a file."""

    occurrence: Occurrence
    span: Span


def occurrences_of(section: Section, model: SectionModel, form: Form) -> Table:
    """The names in `form`, one of the forms of `section`; kept with the form.

    `model` is what the section means. The first call costs as much as lowering the form.
    """
    if form.role is not Role.ITEMS:
        whole = section.head.role is not Role.HEADER
        return form.memo.get(_TABLE, (model.uses,), lambda: _names(model)) if whole else ()
    if section.keyword == ":init":
        return form.memo.get(_TABLE, (), lambda: _facts(form))
    pieces = section.head.memo.get(_PIECES, (model.uses,), lambda: _pieces(model))
    piece = pieces.get(form)
    return () if piece is None else form.memo.get(_TABLE, (piece,), lambda: _names(piece))


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


def _names(model: SectionModel) -> Table:
    return _table(chain(declared(model), used(model.uses)))


def _pieces(model: SectionModel) -> dict[Form, SectionModel]:
    """What each piece of `:objects` declares: objects with their types, and nothing else."""
    pieces: dict[Form, SectionModel] = defaultdict(lambda: SectionModel(model.keyword))
    names: dict[Form, list[TypedName]] = defaultdict(list)
    for name in model.names:
        if name.node is not None:
            names[name.node.form].append(name)
    for node in model.uses.types:
        pieces[node.form].uses.mentioned_types.append(node)
    for form, declared_there in names.items():
        pieces[form].names = tuple(declared_there)
    return dict(pieces)


def _table(parts: Iterable[Placed]) -> Table:
    """What two notes say of one place is said once: the first of them counts."""
    by_start: dict[int, Occurrence] = {}
    for _, occurrence in parts:
        by_start.setdefault(occurrence.start, occurrence)
    return tuple(by_start[start] for start in sorted(by_start))
