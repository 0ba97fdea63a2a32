"""Turns of phrase that all reports share."""

from __future__ import annotations


def count_of(number: int, noun: str) -> str:
    """`1 step`, `2 steps`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def in_reference(learned: str, reference: str) -> str:
    """What the learned side has, and what the reference has instead."""
    return f"{learned}, in the reference {reference}"
