"""Count what a computation does between two calls of its checkpoint, in lines and not in time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from plancore.stop import Checkpoint


def most_lines_between(work: Callable[[Checkpoint], object]) -> int:
    """The most lines of the core that `work` executes without calling its checkpoint. A round of a
    comprehension is a line."""
    lines = most = 0

    def checkpoint(*_: object) -> None:
        nonlocal lines, most
        most, lines = max(most, lines), 0

    def count(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal lines
        if event == "line":
            lines += 1
        return count if "plancore" in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work(checkpoint)
    finally:
        sys.settrace(before)
    return max(most, lines)
