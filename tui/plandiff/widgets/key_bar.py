"""The keys at the bottom of a screen, as many as there is room for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content
from textual.widget import Widget

from plancore.report.lines import cell_width

_APART: Final = "  "


class KeyBar(Widget):
    """What keys do, each told whole or not at all."""

    _keys: Sequence[str] = ()

    def show(self, keys: Sequence[str]) -> None:
        """Name other keys."""
        if keys != self._keys:
            self._keys = keys
            self.refresh()

    def render(self) -> Content:
        """Those for which there is room."""
        return Content(fitting(self._keys, self.content_size.width))


def fitting(keys: Sequence[str], width: int) -> str:
    """As many of `keys` as `width` columns hold: the last two, which lead to help and out, stay
    longest, of the others the first ones."""
    order = [*keys[-2:][::-1], *keys[:-2]]
    kept: list[str] = []
    for key in order:
        if cell_width(_APART.join((*kept, key))) > width:
            break
        kept.append(key)
    return _APART.join(key for key in keys if key in kept)
