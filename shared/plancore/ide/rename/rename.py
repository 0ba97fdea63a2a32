"""What a cursor stands on that can be renamed, and the edits that rename it everywhere, unless it
may stand in text that could not be read, where renaming would miss it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from plancore.diagnostic import Edit, Severity
from plancore.ide.navigation.reach import ScopedDefinition, Subject, mentions, reach, subject_at
from plancore.ide.navigation.references import FormInPart, forms_in, references
from plancore.ide.navigation.symbols import declared_as, symbol_at
from plancore.ide.rename.conflicts import (
    NOTHING_HERE,
    Refusal,
    is_rival,
    why_fixed,
    why_illegal,
    why_taken,
)
from plancore.ide.rename.reading import why_other
from plancore.lower.facts import lower_facts
from plancore.occurrences import SymbolKind
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.builder import COMPOUND_HEADS, TOKEN
from plancore.syntax.nodes import Form, FormRole, Place, lower

_WORDS: Final = COMPOUND_HEADS | {"start", "end", "all"}
"""What in sound text may be a word of the language: `at` of `(at start …)`."""

_IN_HEADS: Final = frozenset((SymbolKind.DOMAIN, SymbolKind.PROBLEM))
"""What is named in the heads of definitions only."""


def why_unread(
    project: ProjectSnapshot, subject: Subject, name: str, checkpoint: Checkpoint
) -> Refusal | None:
    """The first place at which `name`, be it the old or the new one, stands and may be meant while
    nobody can tell; None without one."""
    for part in reach(project, subject, name):
        checkpoint()
        if isinstance(part, PlanSnapshot):
            span = _in_plan(part, name)
        else:
            places = _in_part(part, subject, name, checkpoint)
            span = next(map(part.file.span, places), None)
        if span is not None:
            key = part.name if isinstance(part, PlanSnapshot) else part.file.name
            message = f"the {subject.kind.value} `{name}` may be meant here"
            return Refusal(f"{message}, in text that could not be read", key, span)
    return None


def _in_part(
    part: ScopedDefinition, subject: Subject, name: str, checkpoint: Checkpoint
) -> Iterator[Place]:
    if subject.form is None and subject.kind not in _IN_HEADS:
        for form in part.definition.definition.strays:
            yield from _words(form, name)
    for at in forms_in(part, name):
        checkpoint()
        is_head = at.section.keyword in ("domain", "problem", ":domain")
        if subject.form in (None, at.form) and (is_head or subject.kind not in _IN_HEADS):
            yield from _left_out(at, name)
            yield from _used_otherwise(at, subject, name)


def _left_out(at: FormInPart, name: str) -> Iterator[Place]:
    """The words of a form that read `name` and are not in its table."""
    if name in _WORDS and not _is_damaged(at):
        return
    base = at.part.file.tree.start(at.form)
    known = {span.start - base for _, span in at.occurrences()}
    yield from (word for word in _words(at.form, name) if word.start not in known)


def _used_otherwise(at: FormInPart, subject: Subject, name: str) -> Iterator[Place]:
    """Where `name` is used as something of another kind that is not declared, such as the
    predicate in `(over all all (p))`, which reads like a function."""
    base, environment = at.part.file.tree.start(at.form), at.part.environment
    for occurrence, (start, end) in at.occurrences():
        kind = occurrence.kind_in(environment)
        if (
            occurrence.name == name
            and kind is not subject.kind
            and is_rival(subject, kind, name, environment)
            and declared_as(kind, name, environment) is None
        ):
            yield at.form.place(start - base, end - base)


def _is_damaged(at: FormInPart) -> bool:
    if at.section.head in at.part.definition.damaged_forms or at.form.problems:
        return True
    is_piece_of_init = at.form.role is FormRole.ITEMS and at.section.keyword == ":init"
    return is_piece_of_init and lower_facts(at.form).uses.is_damaged


def _words(form: Form, name: str) -> Iterator[Place]:
    """Where `name` stands in a form as a word, be it with the dash of a typed list."""
    for match in TOKEN.finditer(lower(form.text)):
        token, start = match.group(), match.start()
        if token in (name, f"{name}-"):
            yield form.place(start, start + len(name))
        elif token == f"-{name}":
            yield form.place(start + 1, match.end())


def _in_plan(plan: PlanSnapshot, name: str) -> Span | None:
    """Where a step that cannot be read has the name."""
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    for finding in plan.findings:
        if finding.severity <= Severity.WARNING:
            damaged = lower(plan.text[finding.span.start : finding.span.end])
            match = word.search(damaged) if mentions(damaged, name) else None
            if match is not None:
                start = finding.span.start
                return Span(start + match.start(), start + match.end())
    return None


class Renameable(NamedTuple):
    """The name at `span`, which can be renamed."""

    subject: Subject
    span: Span


class Renaming(NamedTuple):
    """The edits after which `subject` is called `new` in every file of the project."""

    subject: Subject
    new: str
    edits: Mapping[str, tuple[Edit, ...]]


def renameable_at(project: ProjectSnapshot, file: AnySnapshot, offset: int) -> Renameable | Refusal:
    """What can be renamed at `offset`, or why nothing can."""
    symbol = symbol_at(project, file, offset)
    subject = subject_at(project, file, offset)
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
    """Call what stands at `offset` `new` wherever it is named, or say why that cannot be.

    A variable may be given without its `?`. All files of `project` are looked at; it must hold
    those that mention either name, and those that link them.
    """
    target = renameable_at(project, file, offset)
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
    project: ProjectSnapshot, subject: Subject, new: str, checkpoint: Checkpoint
) -> Refusal | None:
    unread = why_unread(project, subject, subject.name, checkpoint)
    if unread is not None or new == subject.name:
        return unread
    return why_taken(project, subject, new, checkpoint) or why_unread(
        project, subject, new, checkpoint
    )


def _edits(
    project: ProjectSnapshot, subject: Subject, new: str, checkpoint: Checkpoint
) -> dict[str, tuple[Edit, ...]] | Refusal:
    by_file: dict[str, dict[Span, Edit]] = {}
    for key, span, _ in references(project, subject, checkpoint):
        written = project.files[key].text[span.start : span.end]
        if written.lower() != subject.name:  # escaped, in a plan within another text
            return Refusal(f"`{written}` cannot be renamed in this notation", key, span)
        by_file.setdefault(key, {})[span] = Edit(span, new)
    return {key: tuple(edits[span] for span in sorted(edits)) for key, edits in by_file.items()}


def _linked_by_name(project: ProjectSnapshot, subject: Subject, new: str) -> set[str]:
    """The files in which a problem may name the domain that is renamed, or one called `new`."""
    if subject.kind is not SymbolKind.DOMAIN:
        return set()
    return {
        key
        for key, file in project.files.items()
        if mentions(file.text, subject.name) or mentions(file.text, new)
    }
