"""Files that count once, however often and in however many ways they are named."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import cache


class Once:
    """Tells of each file whether it is new. Two paths are one file where `identity` is the same of
    both, which follows links unless told otherwise."""

    def __init__(self, identity: Callable[[str], str] | None = None) -> None:
        self._identity = identity or _real_paths()
        self._first: dict[tuple[str, ...], str] = {}
        self._again: list[tuple[str, str]] = []

    def is_new(self, path: str, *beside: str) -> bool:
        """Whether the file was not there before, with the same files `beside` it."""
        key = tuple(map(self._identity, (path, *beside)))
        if key not in self._first:
            self._first[key] = path
            return True
        self._again.append((path, self._first[key]))
        return False

    def notes(self) -> Iterator[str]:
        """What was named again: in one line, for it may be a whole folder."""
        if not self._again:
            return
        file, first = self._again[0]
        which = file if file == first else f"{file} is {first}, which"
        others = f"; so do {len(self._again) - 1} more" if len(self._again) > 1 else ""
        yield f"{which} was named before: it counts once{others}"


def _real_paths() -> Callable[[str], str]:
    """`os.path.realpath` of files many of which lie in one folder: each is resolved once."""
    real_folder = cache(os.path.realpath)

    @cache
    def real_path(path: str) -> str:
        folder, name = os.path.split(path)
        inside = os.path.join(real_folder(folder), name)
        # Windows knows files by several names without links.
        is_other = name in ("", os.curdir, os.pardir) or sys.platform == "win32"
        return os.path.realpath(path) if is_other or os.path.islink(inside) else inside

    return real_path
