"""What tests give to a reader that tells of syntax errors, where there are none."""

from __future__ import annotations


def no_errors(message: str) -> None:
    """Fails the test."""
    raise AssertionError(message)
