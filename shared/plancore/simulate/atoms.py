"""Ground atoms, fluents and literals of the simulator: plain tuples of lower-case names."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from plancore.model.ground import GroundAtom

Fluent: TypeAlias = tuple[str, ...]
"""A function and its arguments, `("fuel", "truck")`."""

Value: TypeAlias = int | Fraction
"""The value of a numeric fluent, exact. Whole numbers are kept as `int`, which is faster."""


class Literal(NamedTuple):
    """A ground atom or its negation."""

    atom: GroundAtom
    positive: bool = True

    def __str__(self) -> str:
        text = show(self.atom)
        return text if self.positive else f"(not {text})"


def show(atom: Iterable[str]) -> str:
    """An atom, fluent or action in PDDL's notation."""
    return f"({' '.join(atom)})"


def exact(number: Fraction) -> Value:
    """The same number, as `int` where it is whole."""
    return number.numerator if number.denominator == 1 else number


def show_value(value: Value) -> str:
    """A number as people write it: decimal where that is exact, else as a fraction."""
    if isinstance(value, int):
        return str(value)
    denominator = value.denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    if denominator != 1 or value.denominator > 10**15:
        return str(value)
    digits = 0
    while (value * 10**digits).denominator != 1:
        digits += 1
    if digits == 0:
        return str(value.numerator)
    whole = str(abs((value * 10**digits).numerator)).rjust(digits + 1, "0")
    return f"{'-' if value < 0 else ''}{whole[:-digits]}.{whole[-digits:]}"
