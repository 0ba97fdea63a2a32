"""Which messages of the server tell of differences from a reference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from plancore.compare.difference import codes


def told_differences(diagnostics: Iterable[Any]) -> Iterator[Any]:
    """Those of the diagnostics that are more than hints."""
    known = codes()
    return (each for each in diagnostics if each["code"] in known and each["severity"] < 4)
