"""The viewer without a terminal: opened, waited for, read."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot

from plancore.report.review import Review
from plandiff.app import NO_CONFIG, PlandiffApp
from plandiff.inputs import read_inputs
from plandiff.links import linker
from plandiff.option import Config
from plandiff.options import parse
from plandiff.screens.pair import PairScreen
from plandiff.session.session import Session
from plandiff.themes import Depth
from plandiff.viewmodel.models import WaitingModel
from plandiff.viewmodel.outline import Order
from plandiff.widgets.aligned_view import ColumnHeads

_DEADLINE = 120.0
"""Seconds that a crowded machine may take for what takes a blink."""


@dataclass
class Viewer:
    """An open viewer."""

    app: PlandiffApp
    pilot: Pilot[int]

    @property
    def screen(self) -> PairScreen:
        """The screen of the review."""
        screen = self.app.screen_stack[1]
        assert isinstance(screen, PairScreen)
        return screen

    @property
    def review(self) -> Review:
        """What the comparison found."""
        review = self.screen.session.review
        assert review is not None
        return review

    async def press(self, *keys: str) -> None:
        """Press keys, and let what follows from them happen."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def choose(self, what: str) -> None:
        """Do what the command palette calls so."""
        commands = self.app.get_system_commands(self.app.screen)
        next(command for command in commands if command.title == what).callback()
        await self.pilot.pause()

    async def press_and_wait(self, *keys: str) -> None:
        """Press keys, and let the work end that follows from them."""
        await self.press(*keys)
        await self.until(lambda: not self.screen.session.is_working)

    async def press_and_compare(self, *keys: str) -> None:
        """Press keys, and wait for the other comparison that they ask for."""
        before = self.screen.session.model
        await self.press(*keys)
        await self.until(lambda: self.screen.session.model is not before)
        await self.until(lambda: not self.screen.session.is_working)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Let things happen until `condition` holds."""
        await until(self.pilot, condition)

    def lines(self) -> list[str]:
        """What is on the screen, line by line."""
        # One more screen may be on top, a page of keys for example.
        return [
            "".join(segment.text for segment in strip).rstrip()
            for strip in self.app.screen._compositor.render_strips()
        ]

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self.lines())


def open_app(
    learned: Path,
    reference: Path,
    *arguments: str,
    config: Config = NO_CONFIG,
    depth: str = Depth.TRUE,
) -> PlandiffApp:
    """The viewer of two files, not running yet."""
    files = str(learned), str(reference)
    options = parse([*arguments, *files], {})
    session = Session(read_inputs(files, options.labels), options)
    # What this terminal is must not count.
    link = linker(options.links, options.link_format, {}, is_coloured=True)
    app = PlandiffApp(PairScreen(session), options.theme, config, link=link, depth=depth)
    app.animation_level = "none"  # what slides is waited for by the clock
    return app


@asynccontextmanager
async def viewer(
    learned: Path,
    reference: Path,
    *arguments: str,
    size: tuple[int, int] = (120, 34),
) -> AsyncIterator[Viewer]:
    """Open two files, and wait until the review is on the screen and nothing is worked out."""
    async with opened(open_app(learned, reference, *arguments), size) as view:
        yield view


@asynccontextmanager
async def opened(app: PlandiffApp, size: tuple[int, int]) -> AsyncIterator[Viewer]:
    """Run the viewer of two files, and wait until the review is on the screen."""
    async with app.run_test(size=size, notifications=True) as pilot:
        await until(pilot, lambda: app.trouble is not None or _is_drawn(app))
        yield Viewer(app, pilot)


def _is_drawn(app: PlandiffApp) -> bool:
    """Whether the review is on the screen, with the columns named last of all, and no work is
    going on."""
    screen = app.first
    assert isinstance(screen, PairScreen)
    heads = app.screen.query_one_optional(ColumnHeads)
    is_shown = screen.session.model is not None and not isinstance(screen.model, WaitingModel)
    return (
        is_shown
        and not screen.session.is_working
        and heads is not None
        and bool(str(heads.content))
    )


async def until(pilot: Pilot[int], condition: Callable[[], bool]) -> None:
    end = time.monotonic() + _DEADLINE
    await pilot.pause()
    while not condition():
        assert time.monotonic() < end, "what is waited for does not happen"
        await pilot.pause(0.01)
    await pilot.pause()


async def in_the_order_of_the_file(view: Viewer) -> None:
    """Go through the changes file order, from the first one, whatever they do to plans."""
    await view.press("b", "b")
    await go_to_first(view)
    assert view.screen.outline is not None
    assert view.screen.outline.order is Order.FILE


async def go_to_first(view: Viewer) -> None:
    """Go to the first change file order."""
    view.screen.aligned.go_to_base(view.screen.rows.stops[0])
    await view.pilot.pause()


async def unfold_all(view: Viewer) -> None:
    """Unfold every row."""
    view.screen.aligned.go_to(0)
    for start, _ in view.screen.aligned.folding.rows.runs:
        view.screen.aligned.go_to(start)
    await view.press("g")
