"""A limit: the minimum value of a score."""

from __future__ import annotations

from typing import NamedTuple


class Limit(NamedTuple):
    """The minimum value of a score."""

    figure: str
    least: float

    def __str__(self) -> str:
        return f"{self.figure}={self.least:g}"

    def kept_by(self, value: float | None) -> bool:
        """Whether `value` is high enough."""
        return value is not None and value >= self.least
