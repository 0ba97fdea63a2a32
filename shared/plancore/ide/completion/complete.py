"""Everything that may be written at an offset of a domain or a problem."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from plancore.ide.completion.formulas import formulas, words
from plancore.ide.completion.items import Completion, Completions, matching
from plancore.ide.completion.requirements import requirements
from plancore.ide.completion.sections import directions, sections, slots, times
from plancore.ide.completion.terms import terms
from plancore.ide.completion.types import types
from plancore.ide.context.cursor import CursorContext, context_at
from plancore.ide.context.grammar import TYPES, Expected
from plancore.project import ProjectSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import Span

_WORDS: Final = frozenset((Expected.REQUIREMENT, Expected.DIRECTION, Expected.TIME, *TYPES))
"""What is never a list."""
_WORD: Final = re.compile(r"[^\s();]")
Source = Callable[[CursorContext], Iterator[Completion]]


def _nothing(_: CursorContext) -> Iterator[Completion]:
    return iter(())


def _values(context: CursorContext) -> Iterator[Completion]:
    yield from formulas(context)
    yield from words(context)


def _terms(context: CursorContext) -> Iterator[Completion]:
    return formulas(context) if context.is_head else terms(context)


_SOURCES: Final[Mapping[Expected, Source]] = {
    Expected.SECTION: sections,
    Expected.SLOT: slots,
    Expected.REQUIREMENT: requirements,
    Expected.TYPE: types,
    Expected.SUPERTYPE: types,
    Expected.VALUE_TYPE: types,
    Expected.CONDITION: formulas,
    Expected.DURATION: formulas,
    Expected.EFFECT: formulas,
    Expected.ATOM: formulas,
    Expected.FACT: formulas,
    Expected.FLUENT: formulas,
    Expected.TASK: formulas,
    Expected.EXPRESSION: _values,
    Expected.TERM: _terms,
    Expected.TIME: times,
    Expected.DIRECTION: directions,
}


def complete(project: ProjectSnapshot, file: FileSnapshot, offset: int) -> Completions:
    """What may be written at `offset`."""
    context = context_at(project, file, offset)
    is_list = context is not None and context.is_head and context.expected in _WORDS
    if context is None or is_list or not context.has_room:
        return Completions((), Span(offset, offset), Span(offset, offset))
    items = _SOURCES.get(context.expected, _nothing)(context)
    if _WORD.match(file.text, context.replace.end):
        items = (replace(item, parts=(*item.parts, " ")) for item in items)
    chosen, is_incomplete = matching(items, context.typed)
    return Completions(tuple(chosen), context.insert, context.replace, is_incomplete)
