"""Rename the symbol at a cursor everywhere, unless it may occur in unreadable text, which renaming
would miss.

The edited texts are read again and compared with the old ones, in everything that analyses depend
on: the names of each definition with their places, kinds, roles and binders; unreadable parts; the
domain of each problem; the steps of plans. If a variable is captured, or a name becomes a keyword,
one of these changes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping
from itertools import zip_longest
from typing import Final, NamedTuple

from plancore.diagnostic import Edit, Severity, apply_edits
from plancore.ide.navigation import symbols
from plancore.ide.navigation.references import FormInPart, forms_in, references
from plancore.ide.rename.conflicts import (
    NOTHING_HERE,
    Refusal,
    is_rival,
    why_fixed,
    why_illegal,
    why_taken,
)
from plancore.lower.environment import Environment
from plancore.lower.facts import lower_facts
from plancore.lower.section import SectionModel
from plancore.occurrences import NameRole, SymbolKind, occurrences_of, plan_occurrences
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint, watched
from plancore.syntax.builder import COMPOUND_HEADS, TOKEN
from plancore.syntax.nodes import Form, FormRole, Place
from plancore.syntax.signs import lower
from plancore.syntax.tree import Section

_WORDS: Final = COMPOUND_HEADS | {"start", "end", "all"}
"""Words that may be keywords in undamaged text: `at` in `(at start …)`."""

_IN_HEADS: Final = frozenset((SymbolKind.DOMAIN, SymbolKind.PROBLEM))
"""Kinds of names that only occur in heads of definitions."""


def why_unread(
    project: ProjectSnapshot, subject: symbols.Subject, name: str, checkpoint: Checkpoint
) -> Refusal | None:
    """The first place where `name` may mean the subject in unreadable text, if any."""
    for part in symbols.reach(project, subject, name):
        checkpoint()
        if isinstance(part, PlanSnapshot):
            span = _in_plan(part, name)
        else:
            places = _in_part(part, subject, name, checkpoint)
            span = next(map(part.file.span, places), None)
        if span is not None:
            key = part.name if isinstance(part, PlanSnapshot) else part.file.name
            message = f"`{name}` may be the {subject.kind.value} here, in text with syntax errors"
            return Refusal(message, key, span)
    return None


def _in_part(
    part: symbols.ScopedDefinition, subject: symbols.Subject, name: str, checkpoint: Checkpoint
) -> Iterator[Place]:
    if subject.form is None and subject.kind not in _IN_HEADS:
        for form in part.definition.definition.strays:
            yield from _words(form, name)
    for at in forms_in(part, name):
        checkpoint()
        is_head = at.section.keyword in ("domain", "problem", ":domain")
        if subject.form in (None, at.form) and (is_head or subject.kind not in _IN_HEADS):
            yield from _left_out(at, name, checkpoint)
            yield from _used_otherwise(at, subject, name, checkpoint)


def _left_out(at: FormInPart, name: str, checkpoint: Checkpoint) -> Iterator[Place]:
    """The words of a form that equal `name` and are not in its table."""
    if name in _WORDS and not _is_damaged(at):
        return
    base = at.part.file.tree.start(at.form)
    known = {span.start - base for _, span in at.occurrences(checkpoint)}
    words = _words(at.form, name, checkpoint)
    yield from (word for word in words if word.start not in known)


def _used_otherwise(
    at: FormInPart, subject: symbols.Subject, name: str, checkpoint: Checkpoint
) -> Iterator[Place]:
    """The uses of `name` as an undeclared name of another kind."""
    base, environment = at.part.file.tree.start(at.form), at.part.environment
    for occurrence, (start, end) in at.occurrences(checkpoint):
        kind = occurrence.kind_in(environment)
        if (
            occurrence.name == name
            and kind is not subject.kind
            and is_rival(subject, kind, name, environment)
            and symbols.declared_as(kind, name, environment) is None
        ):
            yield at.form.place(start - base, end - base)


def _is_damaged(at: FormInPart) -> bool:
    if at.section.head in at.part.definition.damaged_forms or at.form.problems:
        return True
    is_piece_of_init = at.form.role is FormRole.ITEMS and at.section.keyword == ":init"
    return is_piece_of_init and lower_facts(at.form).uses.is_damaged


def _words(form: Form, name: str, checkpoint: Checkpoint = NEVER) -> Iterator[Place]:
    """The occurrences of `name` as a word in a form, possibly with the dash of a typed list."""
    for match in watched(TOKEN.finditer(lower(form.text)), checkpoint):
        token, start = match.group(), match.start()
        if token in (name, f"{name}-"):
            yield form.place(start, start + len(name))
        elif token == f"-{name}":
            yield form.place(start + 1, match.end())


def _in_plan(plan: PlanSnapshot, name: str) -> Span | None:
    """The place of the name in an unreadable step."""
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    for finding in plan.findings:
        if finding.severity <= Severity.WARNING:
            damaged = lower(plan.text[finding.span.start : finding.span.end])
            match = word.search(damaged) if symbols.mentions(damaged, name) else None
            if match is not None:
                start = finding.span.start
                return Span(start + match.start(), start + match.end())
    return None


class Renameable(NamedTuple):
    """The name at `span`, which can be renamed."""

    subject: symbols.Subject
    span: Span


class Renaming(NamedTuple):
    """The edits that rename `subject` to `new` in every file of the project."""

    subject: symbols.Subject
    new: str
    edits: Mapping[str, tuple[Edit, ...]]


def renameable_at(
    project: ProjectSnapshot, file: AnySnapshot, offset: int, checkpoint: Checkpoint = NEVER
) -> Renameable | Refusal:
    """The name at `offset`, or the reason why it cannot be renamed."""
    symbol = symbols.symbol_at(project, file, offset, checkpoint)
    subject = symbols.subject_at(project, file, offset, checkpoint)
    if symbol is None or subject is None:
        return NOTHING_HERE
    return why_fixed(symbol, subject) or Renameable(subject, symbol.span)


def rename(
    project: ProjectSnapshot,
    file: AnySnapshot,
    offset: int,
    new: str,
    checkpoint: Checkpoint = NEVER,
) -> Renaming | Refusal:
    """Rename the name at `offset` to `new` everywhere, or return the reason why that is not
    possible.

    A variable may be given without its `?`. All files of `project` are searched; it must contain
    those that mention either name, and those that link them.
    """
    target = renameable_at(project, file, offset, checkpoint)
    if isinstance(target, Refusal):
        return target
    subject = target.subject
    if subject.kind is SymbolKind.VARIABLE and not new.startswith("?"):
        new = f"?{new}"
    illegal = why_illegal(subject.kind, new)
    if illegal is not None:
        return illegal
    conflict = _conflict(project, subject, new.lower(), checkpoint)
    if conflict is not None:
        return conflict
    edits = _edits(project, subject, new, checkpoint)
    if isinstance(edits, Refusal):
        return edits
    also = _linked_by_name(project, subject, new.lower()) - edits.keys()
    names = (subject.name, new)
    other = why_other(project, edits, names, sorted(also), checkpoint)
    return other or Renaming(subject, new, edits)


def _conflict(
    project: ProjectSnapshot, subject: symbols.Subject, new: str, checkpoint: Checkpoint
) -> Refusal | None:
    unread = why_unread(project, subject, subject.name, checkpoint)
    if unread is not None or new == subject.name:
        return unread
    return why_taken(project, subject, new, checkpoint) or why_unread(
        project, subject, new, checkpoint
    )


def _edits(
    project: ProjectSnapshot, subject: symbols.Subject, new: str, checkpoint: Checkpoint
) -> dict[str, tuple[Edit, ...]] | Refusal:
    by_file: dict[str, dict[Span, Edit]] = {}
    for key, span, _ in watched(references(project, subject, checkpoint), checkpoint):
        written = project.files[key].text[span.start : span.end]
        if written.lower() != subject.name:  # escaped, in a plan within another text
            return Refusal(f"cannot rename `{written}` in this notation", key, span)
        by_file.setdefault(key, {})[span] = Edit(span, new)
    return {key: tuple(edits[span] for span in sorted(edits)) for key, edits in by_file.items()}


def _linked_by_name(project: ProjectSnapshot, subject: symbols.Subject, new: str) -> set[str]:
    """The files in which a problem may refer to the renamed domain, or to one called `new`."""
    if subject.kind is not SymbolKind.DOMAIN:
        return set()
    return {
        key
        for key, file in project.files.items()
        if symbols.mentions(file.text, subject.name) or symbols.mentions(file.text, new)
    }


_FEW: Final = 30
"""Maximum number of edits of a file that are applied incrementally; a file with more is read
again."""


class _Word(NamedTuple):
    """The properties of a name that are compared."""

    start: int
    kind: SymbolKind
    name: str
    role: NameRole
    binder: int


class _SectionRead(NamedTuple):
    """A section of a file, with its environment, and those of its forms that are read."""

    section: Section
    forms: list[Form]
    model: SectionModel
    environment: Environment


def why_other(
    project: ProjectSnapshot,
    edits: Mapping[str, tuple[Edit, ...]],
    names: tuple[str, str],
    also: Collection[str],
    checkpoint: Checkpoint,
) -> Refusal | None:
    """The first place whose meaning `edits` would change, which replace the first of `names` by the
    second; None if there is none.

    `also` are files without edits whose problems may get another domain.
    """
    after = renamed(project, edits, checkpoint)
    for key, of_file in edits.items():
        checkpoint()
        place = _first_other(project, after, key, of_file, names, checkpoint)
        if place is not None:
            # An edited file may be divided into other pieces than one that is read again.
            read, read_after = (_read_again(each, key, checkpoint) for each in (project, after))
            place = _first_other(read, read_after, key, of_file, names, checkpoint)
        if place is not None:
            return Refusal(f"renaming to `{names[1]}` would change the meaning here", key, place)
    for key in (*edits, *also):
        checkpoint()
        place = _other_domain(project, after, key)
        if place is not None:
            return Refusal("renaming would give this problem another domain", key, place)
    return None


def _read_again(project: ProjectSnapshot, key: str, checkpoint: Checkpoint) -> ProjectSnapshot:
    file = project.files[key]
    if not isinstance(file, FileSnapshot):
        return project
    again = FileSnapshot.of(file.text, key, checkpoint=checkpoint)
    for definition in again.definitions:
        definition.lower(checkpoint)
    return project.with_files({key: again})


def renamed(
    project: ProjectSnapshot, edits: Mapping[str, tuple[Edit, ...]], checkpoint: Checkpoint = NEVER
) -> ProjectSnapshot:
    """The project after `edits`. Raises what `checkpoint` raises."""
    files: dict[str, AnySnapshot] = {}
    for key, of_file in edits.items():
        before = project.files[key]
        if isinstance(before, PlanSnapshot):
            plan = PlanSnapshot(apply_edits(before.text, of_file), key)
            plan.read(checkpoint)
            files[key] = plan
            continue
        if len(of_file) > _FEW:
            after = FileSnapshot.of(apply_edits(before.text, of_file), key, before, checkpoint)
        else:  # unedited forms are the same objects
            after = before
            for span, text in reversed(of_file):
                after = after.edited(span, text)
        for definition in after.definitions:
            definition.lower(checkpoint)
        files[key] = after
    return project.with_files(files)


def _first_other(
    project: ProjectSnapshot,
    after: ProjectSnapshot,
    key: str,
    edits: tuple[Edit, ...],
    names: tuple[str, str],
    checkpoint: Checkpoint,
) -> Span | None:
    """The place, before the edits, of the first name in a file whose meaning changes."""
    moved = _Moved(edits, names[1])
    file, file_after = project.files[key], after.files[key]
    if isinstance(file, PlanSnapshot):
        assert isinstance(file_after, PlanSnapshot)
        place = _first_difference(moved, _steps(file), _steps(file_after), checkpoint)
        is_read_alike = _unread_steps(file) == _unread_steps(file_after)
    else:
        assert isinstance(file_after, FileSnapshot)
        touched = _touched(file, names)
        same = _same_pieces(file, file_after, names)
        sections = _sections(project, file, touched, same)
        sections_after = _sections(after, file_after, touched, same)
        place = _first_difference(
            moved,
            _reading_words(file, sections, checkpoint),
            _reading_words(file_after, sections_after, checkpoint),
            checkpoint,
        )
        is_read_alike = _unread(file, sections) == _unread(file_after, sections_after)
    return place or (None if is_read_alike else edits[0].span)


def _first_difference(
    moved: _Moved, before: Iterator[_Word], after: Iterator[_Word], checkpoint: Checkpoint
) -> Span | None:
    for word, found in watched(zip_longest(before, after), checkpoint):
        if word is None:
            return Span(0, 0)
        if moved.word(word) != found:
            return Span(word.start, word.start + len(word.name))
    return None


class _Moved:
    """Maps words to their places and names after edits that all write `new`."""

    def __init__(self, edits: tuple[Edit, ...], new: str) -> None:
        self._starts = [edit.span.start for edit in edits]
        self._new = new.lower()
        self._edited = frozenset(self._starts)
        self._by = [0]
        for (start, end), text in edits:
            self._by.append(self._by[-1] + len(text) - (end - start))

    def word(self, word: _Word) -> _Word:
        name = self._new if word.start in self._edited else word.name
        binder = word.binder if word.binder < 0 else self._at(word.binder)
        return word._replace(start=self._at(word.start), name=name, binder=binder)

    def _at(self, offset: int) -> int:
        return offset + self._by[bisect_right(self._starts, offset - 1)]


def _touched(file: FileSnapshot, names: tuple[str, str]) -> frozenset[tuple[int, int]]:
    """The indices of definitions and sections that contain one of `names`."""
    low = [name.lower() for name in names]
    return frozenset(
        (index, number)
        for index, definition in enumerate(file.definitions)
        for number, section in enumerate(definition.definition.sections)
        if any(symbols.mentions(form.text, name) for form in section.forms for name in low)
    )


def _same_pieces(
    file: FileSnapshot, file_after: FileSnapshot, names: tuple[str, str]
) -> frozenset[int]:
    """The ids of pieces without edits and without either name: they keep their meaning."""
    kept = {id(form) for form in file_after.tree.forms}
    low = [name.lower() for name in names]
    return frozenset(
        id(form)
        for form in file.tree.forms
        if form.role is FormRole.ITEMS
        and id(form) in kept
        and not any(symbols.mentions(form.text, name) for name in low)
    )


def _sections(
    project: ProjectSnapshot,
    file: FileSnapshot,
    touched: Collection[tuple[int, int]],
    same: Collection[int],
) -> list[_SectionRead]:
    sections: list[_SectionRead] = []
    for index, definition in enumerate(file.definitions):
        environment = symbols.environment_of(project, file, definition)[1]
        for number, (section, model) in enumerate(definition.sections):
            if (index, number) in touched:
                forms = [form for form in section.forms if id(form) not in same]
                sections.append(_SectionRead(section, forms, model, environment))
    return sections


def _reading_words(
    file: FileSnapshot, sections: list[_SectionRead], checkpoint: Checkpoint
) -> Iterator[_Word]:
    """The names of some sections, in text order."""
    for section, forms, model, environment in sections:
        for form in forms:
            checkpoint()
            at = file.tree.start(form)
            for occurrence in occurrences_of(section, model, form, checkpoint):
                node = occurrence.binder.node if occurrence.binder else None
                binder = file.span(node.place).start if node else -1
                kind = occurrence.kind_in(environment)
                start = at + occurrence.start
                yield _Word(start, kind, occurrence.name, occurrence.role, binder)


def _steps(plan: PlanSnapshot) -> Iterator[_Word]:
    for kind, name, start, _, role, _ in plan_occurrences(plan.plan.steps):
        yield _Word(start, kind, name, role, -1)


def _unread_steps(plan: PlanSnapshot) -> tuple[str, list[str]]:
    """The notation of a plan and its unreadable parts, without places."""
    return plan.plan.format, sorted(finding.code for finding in plan.findings)


def _unread(file: FileSnapshot, sections: list[_SectionRead]) -> list[list[str]]:
    """The unreadable parts and features of some sections, and the file's parenthesis errors."""
    torn = sorted(problem.code for problem in file.tree.problems)
    return [torn, *(sorted(_remarks(section)) for section in sections)]


def _remarks(read: _SectionRead) -> Iterator[str]:
    is_init = read.section.keyword == ":init"
    forms = [form for form in read.forms if is_init and form.role is FormRole.ITEMS]
    for uses in (read.model.uses, *(lower_facts(form).uses for form in forms)):
        yield from (finding.code for finding in uses.findings)
        yield from uses.features


def _other_domain(project: ProjectSnapshot, after: ProjectSnapshot, key: str) -> Span | None:
    """The first problem of a file whose domain changes."""
    file, file_after = project.files[key], after.files[key]
    if isinstance(file, PlanSnapshot) or isinstance(file_after, PlanSnapshot):
        return None
    for before, definition in zip(file.definitions, file_after.definitions, strict=False):
        if before.kind == "problem":
            links = project.domain_of(file, before), after.domain_of(file_after, definition)
            was, is_now = (
                link and (link.file.name, link.file.definitions.index(link.definition))
                for link in links
            )
            if was != is_now:
                name = before.definition.name
                return file.span(name.place) if name else Span(0, 0)
    return None
