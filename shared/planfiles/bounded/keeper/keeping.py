"""A run from its start until nothing is left of it."""

from __future__ import annotations

import marshal
import os
import sys
import time

from planfiles.bounded.keeper.folder import remove, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from planfiles.bounded.keeper.tree import Tree

_FIRST_LOOK = 0.002
_BETWEEN_LOOKS = 0.05
_WHEN_NEAR = 0.01
"""Seconds between two looks: at first, later on, and with more than half of the memory gone."""

_SHARE = 10
"""A look at memory or files costs at most one part in so many of the time."""

_TO_END = 10.0
"""Seconds within which processes that were killed are expected to be gone."""


def main(tree: Callable[[], Tree]) -> None:
    """Do what standard input says, and answer on standard output; both in `marshal`, as the same
    interpreter is at both ends and nobody else."""
    order = marshal.load(sys.stdin.buffer)
    try:
        answer = keep(tree(), order)
    except OSError as error:
        answer = {"errno": error.errno, "refused": error.strerror}
    try:
        os.write(1, marshal.dumps(answer))
    except OSError:
        # Whoever would have removed it was killed.
        temporary = order["temporary"]
        if temporary is not None:
            os.chdir(os.path.dirname(temporary))  # Windows keeps a folder that we are in
            remove(temporary)


def keep(tree: Tree, order: dict[str, Any]) -> dict[str, Any]:
    """Run `order["command"]` in the current folder, and be in the one that is temporary then.
    Raises OSError when it cannot be started."""
    whole = order["temporary"] or "."
    bounds = _Bounds(tree, order, written(whole, sys.maxsize, sys.maxsize))
    # The command may call it otherwise; where it is not opened nobody can while we are in it.
    to_be_in = os.open(whole, os.O_RDONLY) if os.chdir in os.supports_fd else whole
    started = time.monotonic()
    tree.start(order["command"], order["output"])
    os.chdir(to_be_in)
    interval = _FIRST_LOOK
    try:
        while True:
            unwanted = tree.wait(
                min(interval, max(0.0, started + order["wall"] - time.monotonic()))
            )
            status = tree.status()
            if status is not None:
                by = "exited"
            elif unwanted:
                by = "cancelled"
            elif time.monotonic() - started >= order["wall"]:
                by = "wall"
            else:
                by = bounds.passed()
            if by:
                break
            interval = min(interval * 1.5, bounds.between_looks())
    finally:
        left = tree.end(_TO_END)
    wall = time.monotonic() - started
    if by == "exited":
        by = bounds.passed_by_output() or by
    return {
        "by": by,
        "status": tree.status(),
        "wall": wall,
        "cpu": tree.cpu(),
        "memory": max(bounds.peak, tree.peak()),
        "left": left,
        "full": bounds.was_full,
    }


class _Bounds:
    """Memory, processes and files of a run, against what it may have; files are those below the
    current folder, where there were the bytes and entries `before`."""

    def __init__(self, tree: Tree, order: dict[str, Any], before: tuple[int, int]) -> None:
        self._tree = tree
        self._memory: int | None = order["memory"]
        self._processes: int = order["processes"]
        size, entries = before
        self._most_bytes: int = size + order["output"]
        self._most_entries: int = entries + order["files"]
        self.peak = 0
        # Where none is said to be there from the beginning, what is said is of no use.
        self._tells_of_room = not _is_full()
        self.was_full = False
        self._rest = 0.0
        self._files_due = 0.0

    def passed(self) -> str:
        """The limit that is passed, if one is. Sees as well whether there is room."""
        began = time.monotonic()
        if self._tells_of_room and not self.was_full:
            self.was_full = _is_full()
        by = self._passed_by_processes()
        self._rest = _SHARE * (time.monotonic() - began)
        return by or self._passed_by_files()

    def between_looks(self) -> float:
        """Seconds until the next look."""
        near = self._memory is not None and self.peak > self._memory / 2
        return max(_WHEN_NEAR if near else _BETWEEN_LOOKS, self._rest)

    def passed_by_output(self, unnamed: int = 0) -> str:
        """As `passed`, for what remains of a run that is over; `unnamed` bytes are in no folder."""
        size, entries = written(".", self._most_bytes, self._most_entries)
        if entries > self._most_entries:
            return "files"
        return "output" if size + unnamed >= self._most_bytes else ""

    def _passed_by_processes(self) -> str:
        processes, memory = self._tree.sample()
        self.peak = max(self.peak, memory)
        if processes > self._processes:
            return "processes"
        if self._memory is not None and memory > self._memory:
            # Shared pages were counted more than once; the exact count takes longer.
            return "memory" if self._tree.memory() > self._memory else ""
        return ""

    def _passed_by_files(self) -> str:
        began = time.monotonic()
        if began < self._files_due:
            return ""
        by = self.passed_by_output(self._tree.unnamed())
        ended = time.monotonic()
        self._files_due = ended + _SHARE * (ended - began)
        return by


def _is_full() -> bool:
    """Whether the disk of the current folder says that it has no room for anybody but root, or for
    no file more. Of quotas it says nothing."""
    if not hasattr(os, "statvfs"):
        return False
    try:
        disk = os.statvfs(".")
    except OSError:
        return False
    return disk.f_bavail == 0 or (disk.f_files > 0 and disk.f_favail == 0)
