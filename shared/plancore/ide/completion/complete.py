"""Everything that may be written at an offset of a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from plancore.ide.completion.files import Kinds, directives_at
from plancore.ide.completion.formulas import derived_heads, formulas, words
from plancore.ide.completion.items import Completion, Completions, matching
from plancore.ide.completion.requirements import requirements
from plancore.ide.completion.sections import directions, domain_names, sections, slots, times
from plancore.ide.completion.skeletons import skeletons
from plancore.ide.completion.steps import steps
from plancore.ide.completion.terms import terms
from plancore.ide.completion.types import either, types
from plancore.ide.context.cursor import CursorContext
from plancore.ide.context.grammar import TYPES, Expected
from plancore.ide.context.locate import context_at
from plancore.ide.context.plan_line import plan_cursor_at
from plancore.ide.context.room import has_room
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.source import Span

_WORDS: Final = frozenset(
    (Expected.REQUIREMENT, Expected.DIRECTION, Expected.DOMAIN_NAME, Expected.TIME, *TYPES)
)
"""What is never a list."""
_EITHER: Final = frozenset((Expected.TYPE, Expected.SUPERTYPE))
"""Where several types may stand as one."""
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
    Expected.HEAD: derived_heads,
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


def complete(
    project: ProjectSnapshot,
    file: AnySnapshot,
    offset: int,
    *,
    names_only: bool = False,
    indexed_domains: Callable[[], Iterable[str]] = tuple,
    indexed_files: Kinds = (),
) -> Completions:
    """What may be written at `offset`; with `names_only` nothing that opens a list.

    `indexed_domains` are names of domains that the file may be for, in files not at hand, and
    `indexed_files` are such files, which a comment may name.
    """
    directives = directives_at(project, file, offset, indexed_files)
    if directives is not None:
        return directives
    if isinstance(file, PlanSnapshot):
        return _in_plan(project, file, offset, names_only=names_only)
    whole = skeletons(project, file, offset)
    if whole is not None:
        return whole
    context = context_at(project, file, offset)
    if context is None or not _is_due(context, names_only=names_only):
        return _none(offset)
    if context.expected is Expected.DOMAIN_NAME:
        items = domain_names(project, context, indexed_domains())
    elif context.is_head and context.expected in _EITHER:
        items = either(context)
    else:
        items = _SOURCES.get(context.expected, _nothing)(context)
    if _WORD.match(file.text, context.replace.end):
        items = (replace(item, parts=(*item.parts, " ")) for item in items)
    chosen, is_incomplete = matching(items, context.typed)
    return Completions(tuple(chosen), context.insert, context.replace, is_incomplete)


def _is_due(context: CursorContext, *, names_only: bool) -> bool:
    if context.is_head:
        return context.expected not in _WORDS or context.expected in _EITHER
    is_word = context.expected in _WORDS or context.expected is Expected.TERM
    return has_room(context) and (is_word or not names_only)


def _in_plan(
    project: ProjectSnapshot, file: PlanSnapshot, offset: int, *, names_only: bool
) -> Completions:
    cursor = plan_cursor_at(project, file, offset)
    if cursor is None or (names_only and not cursor.before):
        return _none(offset)
    items, is_incomplete = matching(steps(cursor), cursor.typed)
    return Completions(tuple(items), cursor.insert, cursor.replace, is_incomplete)


def _none(offset: int) -> Completions:
    return Completions((), Span(offset, offset), Span(offset, offset))
