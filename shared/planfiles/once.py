"""Files that count once, however often and in however many ways they are named."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator


class Once:
    """Tells of each file whether it is new. Two paths are one file where `identity` is the same of
    both, which follows links unless told otherwise."""

    def __init__(self, identity: Callable[[str], str] = os.path.realpath) -> None:
        self._identity = identity
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
