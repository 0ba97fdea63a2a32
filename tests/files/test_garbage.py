"""Commands look for garbage seldom, and leave the interpreter as they found it."""

from __future__ import annotations

import gc

from planfiles.command import run_command
from planfiles.garbage import YOUNG


def _collections(objects: int) -> int:
    before: int = gc.get_stats()[0]["collections"]
    kept = [[number] for number in range(objects)]
    assert len(kept) == objects
    after: int = gc.get_stats()[0]["collections"]
    return after - before


def test_a_command_looks_for_garbage_once_in_so_many_objects() -> None:
    threshold = gc.get_threshold()
    assert run_command("test", lambda: _collections(5 * YOUNG)) <= 5
    assert gc.get_threshold() == threshold
    assert _collections(YOUNG) > 10
