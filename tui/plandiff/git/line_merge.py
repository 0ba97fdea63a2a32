"""Three files merged line by line, by git itself."""

from __future__ import annotations

import os
import subprocess
import tempfile
from typing import Final, NamedTuple

from plancore.conflict_markers import versions as sides
from plancore.merge.choice import Versions
from planfiles.text import decode, encode
from planfiles.trouble import Trouble

_MOST_CONFLICTS: Final = 127
"""So many are counted; a higher status is an error."""
_MARKER_SIZE: Final = 7
"""git's own, which are found again."""


class LineMerge(NamedTuple):
    """What git made of three files, with its markers around conflicts; None of what is no text."""

    data: bytes | None
    n_conflicts: int


def merge_lines(
    base: str, ours: str, theirs: str, marker_size: int, style: str | None = None
) -> LineMerge:
    """Merge as `git merge` does without a driver, in the style that `merge.conflictStyle` says
    unless there is another one.

    Raises Trouble when git cannot be run.
    """
    names = (word for name in ("ours", "base", "theirs") for word in ("-L", name))
    styled = ["-c", f"merge.conflictStyle={style}"] if style else []
    options = [*styled, "merge-file", "-p", "-q", f"--marker-size={marker_size}", *names]
    command = ["git", *options, "--", ours, base, theirs]
    try:
        ended = subprocess.run(command, capture_output=True, check=False)
    except OSError:
        raise Trouble("git is not installed") from None
    if 0 <= ended.returncode <= _MOST_CONFLICTS:
        return LineMerge(ended.stdout, ended.returncode)
    return LineMerge(None, 1)


def mark_differences(versions: Versions[str], marker_size: int) -> LineMerge:
    """Both sides in one text, with markers around all in which they differ, and around nothing
    else. Where lines alone would merge some of that, in the style that has no third version."""
    with tempfile.TemporaryDirectory() as folder:

        def written(name: str, text: str) -> str:
            path = os.path.join(folder, name)
            with open(path, "wb") as file:
                file.write(encode(text))
            return path

        base, ours, theirs = map(written, Versions._fields, versions)
        marked = merge_lines(base, ours, theirs, _MARKER_SIZE).data
        if marked is not None and sides(decode(marked, "")) == versions[1:]:
            return merge_lines(base, ours, theirs, marker_size)
        # With a base, the whole would be one conflict.
        return merge_lines(written("nothing", ""), ours, theirs, marker_size, style="merge")
