"""Settings that all tests share."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys

import pytest

import support.examples_tried  # noqa: F401 - loads the profile before any test is read
from planfiles.command import YOUNG
from support.material import find_material
from support.needs import absent


def pytest_configure() -> None:
    """Garbage is looked for even more seldom than in a command: what pytest and the tests of a run
    keep is much, and to go through it again and again takes a seventh of the run. What lies about
    meanwhile is some 50 MB."""
    gc.set_threshold(10 * YOUNG, 10, 10)
    # What is registered first is called last.
    atexit.register(_set_aside)
    # What a script starts with `&` ignores Ctrl+C, and hands that on to all that it starts.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _set_aside() -> None:
    """The end of a process needs no look for what could be let go, as in planfiles.command; but
    kairos takes for lost what is left then, and says so at length. Of a process of pytest-xdist
    nobody wants the status: to take apart all that it has would take a second or two."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        os._exit(0)
    (gc.unfreeze if "kairos" in sys.modules else gc.freeze)()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What needs something that is not here is left out. What waits for a screen or a process comes
    first, so that one worker waits while the other computes; at the end of the list both would wait
    at the same time."""
    if left_out := [item for item in items if absent(item)]:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]
    items.sort(key=lambda item: not ("tui" in item.path.parts or item.get_closest_marker("e2e")))


def pytest_collection_finish() -> None:
    """All that was collected stays to the end: no look for garbage goes through it any more, nor do
    the ten that pytest takes when all tests are over."""
    gc.freeze()


def pytest_report_header() -> str:
    """Says whether the tests compare with the library material as well (see tests/corpus)."""
    return f"material: {find_material() or 'none, tests/corpus only (PLANLSP_MATERIAL)'}"


def pytest_xdist_auto_num_workers() -> int:
    """One more than processors, for when one waits. To collect all tests takes each seconds."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) + 1
    return (os.cpu_count() or 1) + 1
