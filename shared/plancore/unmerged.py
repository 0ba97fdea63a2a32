"""Read files with git conflicts as one version of them: ours.

Markers are not PDDL, and the text between them has two versions of the same thing: read together,
shared literals would count twice. So markers and the other version are read as blanks. Each
conflict is reported with the errors of the file.
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
    """The whole text of a file with conflicts, with the definitions of our version. Places are
    offsets in the file. For reading only: there may be a conflict between two nodes, which edits
    made from nodes would break."""


def read_definitions(
    text: str, name: str = "", like: FileSnapshot | None = None, checkpoint: Checkpoint = NEVER
) -> FileSnapshot:
    """As `FileSnapshot.of`, but an `UnmergedSnapshot` if the text has conflicts."""
    ours = our_version_in_place(text)
    if ours is text:
        return FileSnapshot.of(text, name, like, checkpoint)
    tree = read(ours, like.tree if like else None, checkpoint)
    return UnmergedSnapshot(SyntaxTree(SourceText(text), tree.forms, tree.starts), name, like)


def one_version(file: FileSnapshot) -> FileSnapshot:
    """The file with the definitions of our version if it has conflicts, else the file itself."""
    if isinstance(file, UnmergedSnapshot) or our_version_in_place(file.text) is file.text:
        return file
    return read_definitions(file.text, file.name)


def read_steps(text: str, checkpoint: Checkpoint = NEVER) -> tuple[Plan, tuple[Diagnostic, ...]]:
    """As `read_plan`, but with the steps of our version if the text has conflicts."""
    # Imported late: domains and problems do not need it.
    from plancore.notation.plans.reader import read_plan

    ours = our_version_in_place(text)
    plan, findings = read_plan(ours, checkpoint)
    if ours is text:
        return plan, findings
    told = (*findings, *conflict_errors(text))
    return plan, tuple(sorted(told, key=lambda finding: finding.span))


def conflict_errors(text: str) -> Iterator[Diagnostic]:
    """An error for each conflict of a text that is read as our version."""
    for conflict in conflicts(text):
        where = conflict.markers[0]
        yield Diagnostic(CONFLICT, Severity.ERROR, where, conflict.message_of_one)
