"""What a cursor stands on that can be renamed, and the edits that rename it everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from plancore.diagnostic import Edit
from plancore.ide.navigation.reach import Subject, mentions, subject_at
from plancore.ide.navigation.references import references
from plancore.ide.navigation.symbols import symbol_at
from plancore.ide.rename.conflicts import why_taken
from plancore.ide.rename.names import NOTHING_HERE, why_fixed, why_illegal
from plancore.ide.rename.reading import why_other
from plancore.ide.rename.refusal import Refusal
from plancore.ide.rename.unread import why_unread
from plancore.occurrences import SymbolKind
from plancore.project import AnySnapshot, ProjectSnapshot
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint


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
