"""Containers that nothing is to be seen of."""

from __future__ import annotations

from textual.containers import Horizontal, Vertical
from textual.geometry import Region
from textual.strip import Strip


class _Bare:
    """Leaves to the screen what its children leave: painting that twice took a tenth of a page."""

    def render_lines(self, _crop: Region) -> list[Strip]:
        """Nothing."""
        return []


class BareHorizontal(_Bare, Horizontal):
    """Widgets beside each other."""


class BareVertical(_Bare, Vertical):
    """Widgets below each other."""
