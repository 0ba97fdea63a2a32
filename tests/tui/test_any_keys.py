"""Random keys, clicks and sizes of the window, on eight screens: nothing fails.

Which keys there are is read from the screen that is open, so new ones are part of it by themselves.
`VIEWER_SESSION=600` goes on for ten minutes instead of seconds, `VIEWER_SEED=117` begins with that
seed, which a failure names.
"""

from __future__ import annotations

import os
import shutil
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import pytest

from support.batch_viewer import batch_viewer
from support.examples import DELIVERY
from support.viewer import Viewer, viewer

SECONDS: Final = float(os.environ.get("VIEWER_SESSION", "16"))
FIRST_SEED: Final = int(os.environ.get("VIEWER_SEED", "100"))
ACTIONS: Final = 60
"""So many are tried in one viewer."""
SIZES: Final = ((20, 6), (50, 8), (60, 15), (60, 20), (80, 24), (120, 40), (200, 50))
LEFT_OUT: Final = frozenset(
    ("ctrl+c", "ctrl+q", "ctrl+z", "ctrl+p", "Q", "e", "E", "super+c", "ctrl+shift+c")
)
"""What ends the viewer, leaves it for another program, or offers that."""
MOVES: Final = ("up", "down", "left", "right", "pagedown", "home", "end", "tab", "escape", "enter")
_KEPT: Final = 30

EXAMPLES: Final = DELIVERY.parent
Opened = Callable[[], AbstractAsyncContextManager[Viewer]]


def pair(learned: str, reference: str, *options: str) -> Opened:
    return lambda: viewer(Path(learned), Path(reference), *options, size=(120, 40))


SCREENS: Final[dict[str, Opened]] = {
    "domains": pair("delivery/learned.pddl", "delivery/reference.pddl"),
    "plans that fail": pair("bakery/learned.pddl", "bakery/reference.pddl"),
    "other names": pair("archive/learned.pddl", "archive/reference.pddl"),
    "plans": pair("delivery/learned.plan", "delivery/reference.plan"),
    "problems": pair("delivery/p01.pddl", "bakery/p01.pddl"),
    "texts": pair("delivery/learned.plan", "notes.txt"),
    "three sides": pair(
        "delivery/learned.pddl", "delivery/reference.pddl", "--before", "before.pddl"
    ),
    "a directory": lambda: batch_viewer("."),
}


@pytest.fixture
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies that keys may write to."""
    for name in ("archive", "bakery", "delivery"):
        shutil.copytree(EXAMPLES / name, tmp_path / name)
    (tmp_path / "notes.txt").write_text("one line\nand another\n")
    learned = (EXAMPLES / "delivery" / "learned.pddl").read_text()
    (tmp_path / "before.pddl").write_text(learned.replace("(available ?a)", "", 1))
    monkeypatch.chdir(tmp_path)


@pytest.mark.long
@pytest.mark.timeout(SECONDS + 300)
@pytest.mark.usefixtures("_files")
@pytest.mark.viewer_behaviour(30)
async def test_any_keys_clicks_and_sizes() -> None:
    end = time.monotonic() + SECONDS
    for seed in count(FIRST_SEED):
        name = [*SCREENS][seed % len(SCREENS)]
        done = deque[str](maxlen=_KEPT)
        try:
            async with SCREENS[name]() as view:
                async for action in any_actions(view, Random(seed)):
                    done.append(action)
        except BaseException as error:
            error.add_note(f"VIEWER_SEED={seed}, {name}: {' '.join(done)}")
            raise
        if time.monotonic() > end:
            break


async def any_actions(view: Viewer, random: Random) -> AsyncIterator[str]:
    """Do one thing after the other, until the viewer is closed or has been used enough."""
    for _ in range(ACTIONS):
        bound = view.app.screen.active_bindings
        keys = [key for key in sorted({*bound, *MOVES, "1", "x"}) if key not in LEFT_OUT]
        width, height = view.app.size
        offset = random.randrange(max(width, 1)), random.randrange(max(height, 1))
        match random.random():
            case share if share < 0.1:
                size = random.choice(SIZES)
                yield f"{size[0]}x{size[1]}"
                await view.pilot.resize_terminal(*size)
            case share if share < 0.3:
                yield f"{offset}"
                await view.pilot.click(offset=offset, times=random.choice((1, 2)))
            case _:
                key = random.choice(keys)
                yield key
                await view.pilot.press(key)
        if view.app._exit:
            break
