"""Texts with a cursor: `$0` marks where it is."""

from __future__ import annotations

from plancore.project import AnySnapshot, ProjectSnapshot
from plancore.workspace import Workspace

MARK = "$0"


def at_cursor(text: str, **others: str) -> tuple[ProjectSnapshot, AnySnapshot, int]:
    """A workspace with `text` as the file `here` and `others` by name, and the cursor in it."""
    offset = text.index(MARK)
    workspace = Workspace()
    for name, other in others.items():
        workspace.set_text(f"folder/{name}", other)
    here = workspace.set_text("folder/here", text.replace(MARK, "", 1))
    return workspace.snapshot, here, offset
