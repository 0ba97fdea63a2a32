"""Three files merged line by line, by git itself."""

from __future__ import annotations

import subprocess
import tempfile
from typing import Final, NamedTuple

from planfiles.trouble import Trouble

_MOST_CONFLICTS: Final = 127
"""So many are counted; a higher status is an error."""


class LineMerge(NamedTuple):
    """What git made of three files, with its markers around conflicts; None of what is no text."""

    data: bytes | None
    n_conflicts: int


def merge_lines(base: str, ours: str, theirs: str, marker_size: int) -> LineMerge:
    """Merge as `git merge` does without a driver, in the style that `merge.conflictStyle` says.

    Raises Trouble when git cannot be run.
    """
    names = (word for name in ("ours", "base", "theirs") for word in ("-L", name))
    command = ["git", "merge-file", "-p", "-q", f"--marker-size={marker_size}", *names, "--"]
    try:
        ended = subprocess.run([*command, ours, base, theirs], capture_output=True, check=False)
    except OSError:
        raise Trouble("git is not installed") from None
    if 0 <= ended.returncode <= _MOST_CONFLICTS:
        return LineMerge(ended.stdout, ended.returncode)
    return LineMerge(None, 1)


def mark_differences(ours: str, theirs: str, marker_size: int) -> LineMerge:
    """Both files in one, with markers around all in which they differ."""
    with tempfile.NamedTemporaryFile() as nothing:
        return merge_lines(nothing.name, ours, theirs, marker_size)
