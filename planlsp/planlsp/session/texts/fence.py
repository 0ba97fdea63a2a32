"""How far a document may point: no further than the workspace and its own folder.

Somebody else may have written the document, and must not make us read what they like. Whoever
wants a file from elsewhere says so by a setting or a command.
"""

from __future__ import annotations

import os
from collections.abc import Sequence


def is_inside(path: str, document: str | None, roots: Sequence[str]) -> bool:
    """Whether `path` lies in a workspace folder or in that of the `document` that asks for it,
    links followed. A hard link to a file outside cannot be told from a file."""
    folders = [*roots, *([os.path.dirname(document)] if document else [])]
    real = os.path.join(os.path.realpath(path), "")
    return any(real.startswith(os.path.join(os.path.realpath(folder), "")) for folder in folders)
