"""Completion at an offset of a file, including directives and skeletons of new files."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from posixpath import relpath
from typing import Final, TypeAlias

from plancore.directives import folder
from plancore.ide.completion import sections
from plancore.ide.completion.formulas import derived_heads, formulas, words
from plancore.ide.completion.items import (
    Completion,
    Completions,
    Hole,
    ItemKind,
    matching,
    requirements,
)
from plancore.ide.completion.terms import Applicable, steps, terms
from plancore.ide.context.cursor import CursorContext, has_room
from plancore.ide.context.grammar import TYPES, Expected
from plancore.ide.context.locate import context_at
from plancore.ide.context.plan_line import plan_cursor_at
from plancore.ide.information.hover import Hover, hover_of, meaning_of
from plancore.ide.navigation.symbols import Symbol, declared_as, environment_of
from plancore.kinship import distance
from plancore.links import root_of
from plancore.model.keywords import KEYWORDS
from plancore.model.requirements import MEANING
from plancore.occurrences import SymbolKind
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.stop import NEVER, Budget, Checkpoint, SpentError
from plancore.syntax.builder import SYNONYMS

Kinds: TypeAlias = Iterable[tuple[str, str]]
"""Names of files, each with the kind of its content."""

_NAMES: Final = ("domain", "problem", "reference", "mapping")
_BEFORE: Final = re.compile(r"[ \t]*;+[ \t]*!(?:(?P<name>[a-z]+):[ \t]*)?(?P<typed>\S*)")
_REST: Final = re.compile(r"\S*")


def directives_at(
    project: ProjectSnapshot, file: AnySnapshot, offset: int, others: Kinds = ()
) -> Completions | None:
    """The completions of a directive, nearest files first; None elsewhere.

    `others` are files of the workspace that are not in `project`.
    """
    line = file.source.line_span(file.source.line_of(offset))
    before = _BEFORE.match(file.text, line.start, offset)
    if before is None or before.end() != offset:
        return None
    rest = _REST.match(file.text, offset, line.end)
    insert = Span(before.start("typed"), offset)
    whole = Span(insert.start, rest.end() if rest else offset)
    items, is_incomplete = matching(
        _files_named(project, file, before["name"], others), before["typed"].lower()
    )
    return Completions(tuple(items), insert, whole, is_incomplete)


def _files_named(
    project: ProjectSnapshot, file: AnySnapshot, name: str | None, others: Kinds
) -> Iterator[Completion]:
    if name is None:
        for directive in _NAMES:
            yield Completion(directive, ItemKind.OPERATOR, (f"{directive}: ",))
        return
    # A reference has the kind of the file itself.
    wanted = file.kind if name == "reference" else name
    serves = (wanted, "both") if wanted in ("domain", "problem") else (wanted,)
    home, root = folder(file.name), root_of(file.name, project.roots)
    kinds = dict(others) | {key: known.kind for key, known in project.files.items()}
    # Only files below the workspace folder, or below the file's own folder, are offered.
    near = [
        key
        for key, kind in kinds.items()
        if kind in serves
        and key != file.name
        and "%" not in key.removeprefix(home)
        and (key.startswith(f"{home}/") or (root and root_of(key, project.roots) == root))
    ]
    for key in sorted(near, key=lambda key: (distance(home, folder(key)), key)):
        path = relpath(key, home)
        yield Completion(path, ItemKind.FILE, (path,))


_COMMENT: Final = r"(?>(?:\s|;[^\n\r]*)*)"
_BEGINNING: Final = re.compile(rf"{_COMMENT}(?P<typed>\(?[ \t]*[a-z]*)\)?{_COMMENT}", re.I)


def skeletons(project: ProjectSnapshot, file: FileSnapshot, offset: int) -> Completions | None:
    """Skeletons of a domain and a problem; None in a file with more than a first word."""
    begun = _BEGINNING.fullmatch(file.text)
    if begun is None or file.definitions or not Span(*begun.span("typed")).contains(offset):
        return None
    typed = begun["typed"].lower().lstrip("( \t")
    end = begun.end("typed")
    whole = Span(begun.start("typed"), end + (file.text[end : end + 1] == ")"))
    items, _ = matching(_skeletons(project, file), typed)
    return Completions(tuple(items), whole, whole)


def _skeletons(project: ProjectSnapshot, file: FileSnapshot) -> Iterator[Completion]:
    yield Completion(
        "define domain",
        ItemKind.SECTION,
        (
            *("(define (domain ", Hole("name"), ")\n  (:requirements :strips"),
            *(")\n  (:predicates ", Hole(""), "))\n"),
        ),
    )
    home = folder(file.name)
    near = [
        (distance(home, folder(key)), key, definition.name)
        for key, other in project.files.items()
        if isinstance(other, FileSnapshot)
        for definition in other.definitions
        if definition.kind == "domain" and definition.name
    ]
    domain = min(near)[2] if near else "domain-name"
    yield Completion(
        "define problem",
        ItemKind.SECTION,
        (
            *("(define (problem ", Hole("name"), ")\n  (:domain ", Hole(domain)),
            *(")\n  (:objects ", Hole(""), ")\n  (:init ", Hole("")),
            *(")\n  (:goal (and ", Hole(""), ")))\n"),
        ),
        rank=1,
    )


_WORDS: Final = frozenset(
    (Expected.REQUIREMENT, Expected.DIRECTION, Expected.DOMAIN_NAME, Expected.TIME, *TYPES)
)
"""Expected words, never lists."""
_EITHER: Final = frozenset((Expected.TYPE, Expected.SUPERTYPE))
"""Places where several types may be combined."""
_WORD: Final = re.compile(r"[^\s();]")
CompletionSource = Callable[[CursorContext], Iterator[Completion]]


def _nothing(_: CursorContext) -> Iterator[Completion]:
    return iter(())


def _values(context: CursorContext) -> Iterator[Completion]:
    yield from formulas(context)
    yield from words(context)


def _terms(context: CursorContext) -> Iterator[Completion]:
    return formulas(context) if context.is_head else terms(context)


_SOURCES: Final[Mapping[Expected, CompletionSource]] = {
    Expected.SECTION: sections.sections,
    Expected.SLOT: sections.slots,
    Expected.REQUIREMENT: requirements,
    Expected.TYPE: sections.types,
    Expected.SUPERTYPE: sections.types,
    Expected.VALUE_TYPE: sections.types,
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
    Expected.TIME: sections.times,
    Expected.DIRECTION: sections.directions,
}


def complete(
    project: ProjectSnapshot,
    file: AnySnapshot,
    offset: int,
    *,
    names_only: bool = False,
    indexed_domains: Callable[[], Iterable[str]] = tuple,
    indexed_files: Kinds = (),
    checkpoint: Checkpoint = NEVER,
) -> Completions:
    """The completions at `offset`; with `names_only` nothing that opens a list.

    `indexed_domains` returns names of domains in unloaded files that the file may be for, and
    `indexed_files` are unloaded files for directives.
    """
    directives = directives_at(project, file, offset, indexed_files)
    if directives is not None:
        return directives
    if isinstance(file, PlanSnapshot):
        return _in_plan(project, file, offset, names_only, checkpoint)
    whole = skeletons(project, file, offset)
    if whole is not None:
        return whole
    context = context_at(project, file, offset, checkpoint)
    if context is None or not _is_due(context, names_only=names_only):
        return _none(offset)
    if context.expected is Expected.DOMAIN_NAME:
        items = sections.domain_names(project, context, indexed_domains())
    elif context.is_head and context.expected in _EITHER:
        items = sections.either(context)
    elif SYNONYMS.get(context.slot, context.slot) == ":ordering":
        items = sections.labels(context)
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
    project: ProjectSnapshot,
    file: PlanSnapshot,
    offset: int,
    names_only: bool,
    checkpoint: Checkpoint,
) -> Completions:
    cursor = plan_cursor_at(project, file, offset)
    if cursor is None or (names_only and not cursor.before):
        return _none(offset)
    names_action = not cursor.before and not cursor.behind
    start = cursor.step.start
    applicable = _applicable(project, file, start, checkpoint) if names_action else {}
    items, is_incomplete = matching(steps(cursor, applicable), cursor.typed)
    return Completions(tuple(items), cursor.insert, cursor.replace, is_incomplete)


_BINDINGS: Final = 100_000
"""Maximum number of bindings tried to find applicable actions: some tens of milliseconds."""


def _applicable(
    project: ProjectSnapshot, file: PlanSnapshot, offset: int, checkpoint: Checkpoint
) -> Applicable:
    """The actions applicable after the steps before `offset`; empty if that is unknown."""
    # Imported late: editing domains executes nothing.
    from plancore.simulate.atoms import UndecidedError
    from plancore.simulate.runs import run_of
    from plancore.simulate.successor import applicable_arguments

    domain, problem = project.setting_of(file)
    if domain is None or problem is None:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    trace = run_of(file, domain, problem, checkpoint).trace
    n_before = bisect_left(file.plan.steps, offset, key=lambda step: step.at)
    if trace.happenings or n_before > len(trace.states):
        return {}
    task, state = trace.task, trace.state(n_before)
    limit = _BINDINGS // max(len(task.domain.actions), 1)
    world = task.world(state)
    for action in task.domain.actions:
        world.budget = Budget(limit, checkpoint)
        try:
            arguments = applicable_arguments(task, action.name, world)
        except UndecidedError:
            continue
        except SpentError:
            world = task.world(state)  # derived atoms may be incomplete
            continue
        if arguments is not None:
            found[action.name] = arguments
    return found


def _none(offset: int) -> Completions:
    return Completions((), Span(offset, offset), Span(offset, offset))


# Documentation of a completion, computed when it is shown

_SYMBOLS: Final = {
    ItemKind.PREDICATE: SymbolKind.PREDICATE,
    ItemKind.FUNCTION: SymbolKind.FUNCTION,
    ItemKind.ACTION: SymbolKind.ACTION,
    ItemKind.TASK: SymbolKind.TASK,
    ItemKind.OBJECT: SymbolKind.OBJECT,
    ItemKind.TYPE: SymbolKind.TYPE,
}
_ABOUT_WORDS: Final = (ItemKind.SECTION, ItemKind.SLOT, ItemKind.OPERATOR)


def about(project: ProjectSnapshot, file: AnySnapshot, kind: ItemKind, name: str) -> Hover | None:
    """The hover of `name` in `file`, independent of a place; None if there is none."""
    # In `not (at)` and `= (fuel)` the name is in parentheses.
    key, nowhere = name.lower().rpartition("(")[2].rstrip(")"), Span(0, 0)
    if kind is ItemKind.REQUIREMENT:
        return Hover(nowhere, key, (MEANING[key],)) if key in MEANING else None
    symbol_kind = _SYMBOLS.get(kind)
    if symbol_kind is None:
        word = key.split(" ")[0]  # `at` in `at start`
        keyword = KEYWORDS.get(word) if kind in _ABOUT_WORDS else None
        return Hover(nowhere, word, (meaning_of(keyword),)) if keyword else None
    if isinstance(file, PlanSnapshot):
        problem = project.problem_of(file)
        homes = [(problem.file, problem.definition)] if problem else []
    else:
        homes = [(file, definition) for definition in file.definitions]
    for home_file, home in homes:
        _, environment = environment_of(project, home_file, home)
        declared = declared_as(symbol_kind, key, environment)
        if declared is not None:
            symbol = Symbol(symbol_kind, key, nowhere, declared, environment, home)
            return hover_of(project, symbol)
    return None
