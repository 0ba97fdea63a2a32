"""The viewer on a terminal that shows nothing but ASCII."""

from __future__ import annotations

from typing import ClassVar

from textual.driver import Driver
from textual.scrollbar import ScrollBar, ScrollBarRender

from plancore.report.signs import in_ascii


class _WholeCells(ScrollBarRender):
    """A bar without the blocks for parts of a cell, which look like figures in ASCII."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


def in_ascii_only(driver: type[Driver]) -> type[Driver]:
    """The same driver, that writes nothing but ASCII: signs, rules and scrollbars included. All
    scrollbars of the process are changed for it."""
    ScrollBar.renderer = _WholeCells

    # The type checker takes no value for a base class.
    class AsciiDriver(driver):  # type: ignore[misc, valid-type]
        def write(self, data: str) -> None:
            """Write `data` as ASCII."""
            super().write(in_ascii(data))

    return AsciiDriver
