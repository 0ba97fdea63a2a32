"""Ground atoms, fluents and literals of the simulator: plain tuples of lower-case names."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from plancore.formula.printing import number_text
from plancore.model.plan import GroundAtom

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


_LARGEST: Final = 10**15
"""A number with a greater denominator is shown as a fraction: it has too many digits."""


def show_value(value: Value) -> str:
    """A number as people write it: decimal where that is exact, else as a fraction."""
    return str(value) if value.denominator > _LARGEST else number_text(Fraction(value))
