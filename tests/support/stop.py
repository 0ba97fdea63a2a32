"""Checkpoints that end a computation at the first opportunity."""

from __future__ import annotations

from plancore.stop import SpentError, StoppedError


def stop_at_once(*_: object) -> None:
    """Nobody wants the answer."""
    raise StoppedError


def spent_at_once(*_: object) -> None:
    """There is no time at all."""
    raise SpentError
