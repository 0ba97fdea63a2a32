"""The arguments of git's external diff: seven, nine, or one.

Seven: the path, then file, hash and mode of the old and the new version. Nine for a rename: also
the new path and a header. One: a path with conflicts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

_COUNTER: Final = "GIT_DIFF_PATH_COUNTER"
"""A variable that git sets for an external diff."""
_MODE: Final = re.compile(r"[0-7]{6}|\.")
_HELP: Final = ("-h", "--help", "--version")


def called_by_git(files: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Whether git called this process as external diff."""
    return len(files) in (7, 9) or (len(files) == 1 and _COUNTER in environment)


def guarded(arguments: list[str], environment: Mapping[str, str]) -> list[str]:
    """`arguments` with `--` before those of git, because a path may begin with `-`."""
    if _COUNTER not in environment:
        return arguments
    if len(arguments) == 1 and arguments[0] not in _HELP:
        return ["--", *arguments]
    for count, modes in ((7, (3, 6)), (9, (3, 6))):
        from_git = arguments[-count:]
        if len(from_git) == count and all(_MODE.fullmatch(from_git[at]) for at in modes):
            return [*arguments[:-count], "--", *from_git]
    return arguments
