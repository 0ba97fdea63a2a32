"""Files that git could not merge, read as one version of them: ours.

Markers are no PDDL, and what stands between them is two versions of the same thing: read together
they are neither, and every literal that both have would count twice. So one version is read, as if
the other and the markers were blanks. It says so wherever errors of the file are told.
"""

from __future__ import annotations

from collections.abc import Iterator

from plancore.conflict_markers import CONFLICT, conflicts, our_version_in_place
from plancore.diagnostic import Diagnostic, Severity
from plancore.model.plan import Plan
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.reader import read
from plancore.syntax.tree import SyntaxTree


class UnmergedSnapshot(FileSnapshot):
    """The whole text of a file with conflicts, with the definitions of our version.

    Places mean characters of the file. It is for reading: between two nodes there may be more than
    white space, so edits made from nodes can tear a conflict apart.
    """


def read_definitions(
    text: str,
    name: str = "",
    like: FileSnapshot | None = None,
    checkpoint: Checkpoint = NEVER,
) -> FileSnapshot:
    """As `FileSnapshot.of`, but an `UnmergedSnapshot` of a text with conflicts."""
    ours = our_version_in_place(text)
    if ours is text:
        return FileSnapshot.of(text, name, like, checkpoint)
    tree = read(ours, like.tree if like else None, checkpoint)
    return UnmergedSnapshot(SyntaxTree(SourceText(text), tree.forms, tree.starts), name, like)


def one_version(file: FileSnapshot) -> FileSnapshot:
    """A file that was read as it stands, with the definitions of our version where it has
    conflicts; else the file itself."""
    if isinstance(file, UnmergedSnapshot) or our_version_in_place(file.text) is file.text:
        return file
    return read_definitions(file.text, file.name)


def read_steps(text: str, checkpoint: Checkpoint = NEVER) -> tuple[Plan, tuple[Diagnostic, ...]]:
    """As `read_plan`, but of a text with conflicts the steps of our version."""
    # Domains and problems need nothing of this.
    from plancore.notation.plans.reader import read_plan

    ours = our_version_in_place(text)
    plan, findings = read_plan(ours, checkpoint)
    if ours is text:
        return plan, findings
    told = (*findings, *conflict_errors(text))
    return plan, tuple(sorted(told, key=lambda finding: finding.span))


def conflict_errors(text: str) -> Iterator[Diagnostic]:
    """The conflicts of a text of which our version is read."""
    for conflict in conflicts(text):
        where = conflict.markers[0]
        yield Diagnostic(CONFLICT, Severity.ERROR, where, conflict.message_of_one)
