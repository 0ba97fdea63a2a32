"""Numbers as written in PDDL.

::

    number   = [+-]? (digit+ ("." digit*)? | "." digit+) ("e" exponent)?
    exponent = [+-]? digit+, of four characters at most
    ratio    = digit+ "/" digit+

They have at most 60 characters, natural numbers without a sign 3,999. `5.e1` is a number, a lone
`.` is not; a ratio is a number only as a probability.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final

from plancore.syntax.nodes import Atom, Node

WITH_COMMAS: Final = re.compile(
    r"(?<![\w.,-])-?(?:\d+,\d+|[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?)(?![\w.,])"
)
"""A number written as `1,5`, `1,000` or `1,000,000`."""
MATHEMATICS: Final = frozenset((
    *("^", "abs", "min", "max", "mod", "pow", "sqrt", "exp", "log", "sin", "cos", "tan"),
    *("asin", "acos", "atan", "floor", "ceil", "round"),
))  # fmt: skip
"""The functions of numbers that ENHSP and DiNo add to the arithmetic of PDDL."""
_NUMBER_START: Final = frozenset("0123456789+-.")


@lru_cache(maxsize=1_024)
def number(key: str) -> Fraction | None:
    """The value of a number (`3`, `-2.5`, `5.`, `1e3`); None if `key` is not one. Cached, as a file
    has many numbers but few different ones, and each is read several times."""
    if key[0] not in _NUMBER_START:
        return None
    if len(key) < 4000 and key.isascii() and key.isdigit():
        return Fraction(int(key))
    if len(key) > 60 or "/" in key or "_" in key:
        return None
    mantissa, e, exponent = key.partition("e")
    if mantissa.lstrip("+-") == ".":
        return None
    # Huge exponents are refused: the digits would fill the memory.
    if e and (len(exponent) > 4 or not exponent.lstrip("+-").isdigit()):
        return None
    try:
        return Fraction(key + "0" if mantissa == key and key.endswith(".") else key)
    except (ValueError, ZeroDivisionError):
        return None


def is_number(node: Node) -> bool:
    """Whether a node is a number."""
    return type(node) is Atom and number(node.key) is not None


def ratio(key: str) -> Fraction | None:
    """The value of a ratio such as `1/2`, as PPDDL allows for probabilities, or None."""
    above, slash, below = key.partition("/")
    if not slash or len(key) > 60 or not (key.isascii() and above.isdigit() and below.isdigit()):
        return None
    return Fraction(int(above), int(below)) if int(below) else None
