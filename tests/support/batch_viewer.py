"""The viewer of many pairs without a terminal."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from multiprocessing import active_children

from plandiff.app import PlandiffApp
from plandiff.batch.command import read_request
from plandiff.options import parse
from plandiff.screens.batch import BatchScreen
from plandiff.session.batch import BatchSession
from plandiff.widgets.prompt import Prompt
from support.viewer import Viewer


@dataclass
class BatchViewer(Viewer):
    """An open table of pairs."""

    @property
    def table(self) -> BatchScreen:
        """The screen of the pairs."""
        screen = self.app.first
        assert isinstance(screen, BatchScreen)
        return screen

    @property
    def names(self) -> list[str]:
        """The pairs that are shown, in order."""
        return [row.name for row in self.table.rows]

    @property
    def here(self) -> str:
        """The pair at the cursor."""
        return self.table.pairs.cursor_name

    async def type(self, text: str) -> None:
        """Answer the prompt."""
        self.table.query_one(Prompt).text = text
        await self.press("enter")

    async def until_held(self, condition: Callable[[], bool]) -> None:
        """Let things happen until `condition` holds, and let the processes that compare do nothing
        from then on: how fast this machine is does not say what can be seen before they end."""
        await self.until(condition)
        for process in active_children():
            assert process.pid is not None
            os.kill(process.pid, signal.SIGSTOP)

    async def until_done(self) -> None:
        """Wait until nothing is compared any more."""
        await self.until(lambda: not self.table.session.is_working)
        await self.pilot.pause()


@asynccontextmanager
async def batch_viewer(
    *arguments: str, size: tuple[int, int] = (120, 30), wait: bool = True
) -> AsyncIterator[BatchViewer]:
    """Open folders or a saved run; unless told otherwise, wait until all pairs are compared."""
    options = parse(arguments, {"PLANDIFF_CONFIG": ""})
    asked = read_request(options)
    app = PlandiffApp(BatchScreen(BatchSession(asked.batch, asked.pairs, options)), options.theme)
    app.animation_level = "none"  # what slides is waited for by the clock
    async with app.run_test(size=size, notifications=True) as pilot:
        view = BatchViewer(app, pilot)
        await view.until(lambda: bool(view.text.strip()))
        if wait:
            await view.until(lambda: view.table.session.is_complete)
            await view.until_done()
        yield view
