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
from plancore.ide.rename.refusal import Refusal
from plancore.ide.symbols import environment_of
from plancore.lower.facts import lower_facts
from plancore.occurrences.forms import occurrences_in
from plancore.occurrences.plans import plan_occurrences
from plancore.occurrences.table import Role, SymbolKind
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.stop import Checkpoint


class _Word(NamedTuple):
    """A name as it counts: where, what it names, what is done with it, where it is bound."""

    start: int
    kind: SymbolKind
    name: str
    role: Role
    binder: int


def why_other(
    project: ProjectSnapshot,
    edits: Mapping[str, tuple[Edit, ...]],
    new: str,
    also: Collection[str],
    checkpoint: Checkpoint,
) -> Refusal | None:
    """The first place that would not say the same after `edits`, which write `new`; None for none.

    `also` are files without edits whose problems may come to have another domain.
    """
    after = renamed(project, edits)
    for key, of_file in edits.items():
        checkpoint()
        place = _first_other(project, after, key, of_file, new)
        if place is not None:
            return Refusal(f"called `{new}`, this would no longer say the same", key, place)
    for key in (*edits, *also):
        checkpoint()
        place = _other_domain(project, after, key)
        if place is not None:
            return Refusal("this problem would come to have another domain", key, place)
    return None


def renamed(project: ProjectSnapshot, edits: Mapping[str, tuple[Edit, ...]]) -> ProjectSnapshot:
    """The project after `edits` of some of its files."""
    files = dict(project.files)
    for key, of_file in edits.items():
        before = files[key]
        text = apply_edits(before.text, of_file)
        files[key] = (
            PlanSnapshot(text, key)
            if isinstance(before, PlanSnapshot)
            else FileSnapshot.of(text, key, before)
        )
    return ProjectSnapshot(files, project.references)


def _first_other(
    project: ProjectSnapshot, after: ProjectSnapshot, key: str, edits: tuple[Edit, ...], new: str
) -> Span | None:
    """The place, before the edits, of the first name in a file that says something else."""
    moved = _Moved(edits, new)
    old_words = [moved.word(word) for word in _words(project, project.files[key])]
    new_words = list(_words(after, after.files[key]))
    if old_words != new_words:
        words = zip(_words(project, project.files[key]), old_words, strict=True)
        for (before, expected), found in zip_longest(words, new_words):
            if expected != found:
                return Span(before.start, before.start + len(before.name))
    if _unread(project.files[key]) != _unread(after.files[key]):
        return edits[0].span
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


def _words(project: ProjectSnapshot, file: AnySnapshot) -> Iterator[_Word]:
    """Every name of a file in the order of the text."""
    if isinstance(file, PlanSnapshot):
        for kind, name, start, _, role, _ in plan_occurrences(file.plan):
            yield _Word(start, kind, name, role, -1)
        return
    for definition in file.definitions:
        _, environment = environment_of(project, file, definition)
        for occurrence, (start, _) in occurrences_in(file, definition):
            node = occurrence.binder.node if occurrence.binder else None
            binder = file.span(node.place).start if node else -1
            kind = occurrence.kind_in(environment)
            yield _Word(start, kind, occurrence.name, occurrence.role, binder)


def _unread(file: AnySnapshot) -> list[list[str]]:
    """What could not be read in a file, and what it needs of the language, without places."""
    if isinstance(file, PlanSnapshot):
        return [[file.plan.format], sorted(finding.code for finding in file.findings)]
    torn = sorted(problem.code for problem in file.tree.problems)
    return [torn, *(sorted(_remarks(definition)) for definition in file.definitions)]


def _remarks(definition: DefinitionSnapshot) -> Iterator[str]:
    pieces = (lower_facts(form) for form in definition.fact_forms)
    for uses in (*(model.uses for model in definition.models), *(piece.uses for piece in pieces)):
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
