"""The texts with the new name in them, read again: whether they say the same as before.

Compared is what every analysis rests on: the names of each definition with what they name, what is
done with them and what binds them, in their places; what could not be read; which domain each
problem has; the steps of plans. A variable that has come to mean another one, or a name that has
come to be a word of the language, shows in one of these.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple

from plancore.diagnostic import Edit, apply_edits
from plancore.ide.navigation.reach import mentions
from plancore.ide.navigation.symbols import environment_of
from plancore.ide.rename.conflicts import Refusal
from plancore.lower.environment import Environment
from plancore.lower.facts import lower_facts
from plancore.lower.section import SectionModel
from plancore.occurrences import NameRole, SymbolKind, occurrences_of, plan_occurrences
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.stop import Checkpoint
from plancore.syntax.tree import Section


class _Word(NamedTuple):
    """A name as it counts: where, what it names, what is done with it, where it is bound."""

    start: int
    kind: SymbolKind
    name: str
    role: NameRole
    binder: int


class _SectionRead(NamedTuple):
    """A section of a file, with what may be used in it."""

    section: Section
    model: SectionModel
    environment: Environment


def why_other(
    project: ProjectSnapshot,
    edits: Mapping[str, tuple[Edit, ...]],
    names: tuple[str, str],
    also: Collection[str],
    checkpoint: Checkpoint,
) -> Refusal | None:
    """The first place that would not say the same after `edits`, which write the second of `names`
    in place of the first; None for none.

    `also` are files without edits whose problems may come to have another domain.
    """
    after = renamed(project, edits)
    for key, of_file in edits.items():
        checkpoint()
        place = _first_other(project, after, key, of_file, names)
        if place is not None:
            return Refusal(f"called `{names[1]}`, this would no longer say the same", key, place)
    for key in (*edits, *also):
        checkpoint()
        place = _other_domain(project, after, key)
        if place is not None:
            return Refusal("this problem would come to have another domain", key, place)
    return None


def renamed(project: ProjectSnapshot, edits: Mapping[str, tuple[Edit, ...]]) -> ProjectSnapshot:
    """The project after `edits` of some of its files."""
    files: dict[str, AnySnapshot] = {}
    for key, of_file in edits.items():
        before = project.files[key]
        text = apply_edits(before.text, of_file)
        files[key] = (
            PlanSnapshot(text, key)
            if isinstance(before, PlanSnapshot)
            else FileSnapshot.of(text, key, before)
        )
    return project.with_files(files)


def _first_other(
    project: ProjectSnapshot,
    after: ProjectSnapshot,
    key: str,
    edits: tuple[Edit, ...],
    names: tuple[str, str],
) -> Span | None:
    """The place, before the edits, of the first name in a file that says something else."""
    moved = _Moved(edits, names[1])
    file, file_after = project.files[key], after.files[key]
    if isinstance(file, PlanSnapshot):
        assert isinstance(file_after, PlanSnapshot)
        place = _first_difference(moved, _steps(file), _steps(file_after))
        is_read_alike = _unread_steps(file) == _unread_steps(file_after)
    else:
        assert isinstance(file_after, FileSnapshot)
        touched = _touched(file, names)
        sections = _sections(project, file, touched)
        sections_after = _sections(after, file_after, touched)
        place = _first_difference(moved, _words(file, sections), _words(file_after, sections_after))
        is_read_alike = _unread(file, sections) == _unread(file_after, sections_after)
    return place or (None if is_read_alike else edits[0].span)


def _first_difference(
    moved: _Moved, before: Iterator[_Word], after: Iterator[_Word]
) -> Span | None:
    for word, found in zip_longest(before, after):
        if word is None:
            return Span(0, 0)
        if moved.word(word) != found:
            return Span(word.start, word.start + len(word.name))
    return None


class _Moved:
    """Where things stand after edits that all write `new`, and how they are called."""

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
    """The definitions and sections, by number, in which one of `names` stands: what has neither
    says the same whatever they mean."""
    low = [name.lower() for name in names]
    return frozenset(
        (index, number)
        for index, definition in enumerate(file.definitions)
        for number, section in enumerate(definition.definition.sections)
        if any(mentions(form.text, name) for form in section.forms for name in low)
    )


def _sections(
    project: ProjectSnapshot, file: FileSnapshot, touched: Collection[tuple[int, int]]
) -> list[_SectionRead]:
    sections: list[_SectionRead] = []
    for index, definition in enumerate(file.definitions):
        environment = environment_of(project, file, definition)[1]
        for number, (section, model) in enumerate(definition.sections):
            if (index, number) in touched:
                sections.append(_SectionRead(section, model, environment))
    return sections


def _words(file: FileSnapshot, sections: list[_SectionRead]) -> Iterator[_Word]:
    """Every name of some sections in the order of the text."""
    for section, model, environment in sections:
        for form in section.forms:
            at = file.tree.start(form)
            for occurrence in occurrences_of(section, model, form):
                node = occurrence.binder.node if occurrence.binder else None
                binder = file.span(node.place).start if node else -1
                kind = occurrence.kind_in(environment)
                start = at + occurrence.start
                yield _Word(start, kind, occurrence.name, occurrence.role, binder)


def _steps(plan: PlanSnapshot) -> Iterator[_Word]:
    for kind, name, start, _, role, _ in plan_occurrences(plan.plan):
        yield _Word(start, kind, name, role, -1)


def _unread_steps(plan: PlanSnapshot) -> tuple[str, list[str]]:
    """The notation of a plan and what could not be read of it, without places."""
    return plan.plan.format, sorted(finding.code for finding in plan.findings)


def _unread(file: FileSnapshot, sections: list[_SectionRead]) -> list[list[str]]:
    """What could not be read of some sections, and what they need of the language, without
    places; and what is wrong with the parentheses of the file."""
    torn = sorted(problem.code for problem in file.tree.problems)
    return [torn, *(sorted(_remarks(section, model)) for section, model, _ in sections)]


def _remarks(section: Section, model: SectionModel) -> Iterator[str]:
    forms = section.item_forms if section.keyword == ":init" else ()
    for uses in (model.uses, *(lower_facts(form).uses for form in forms)):
        yield from (finding.code for finding in uses.findings)
        yield from uses.features


def _other_domain(project: ProjectSnapshot, after: ProjectSnapshot, key: str) -> Span | None:
    """A problem of a file that has another domain than before."""
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
