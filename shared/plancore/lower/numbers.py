"""Numbers as written in PDDL, and arithmetic as other languages write it, which is read as it is
meant, and reported.

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

from plancore.lower.enclosure import as_meant, written
from plancore.lower.section import Uses
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.syntax.nodes import Atom, List, Node

WITH_COMMAS: Final = re.compile(
    r"(?<![\w.,-])-?(?:\d+,\d+|[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?)(?![\w.,])"
)
"""A number written as `1,5`, `1,000` or `1,000,000`."""
_BEFORE_VALUES: Final = frozenset(
    ("by", "to", "from", "with", "as", "is", "than", "equal", "equals", "=", "==", ":=", "+=", "-=")
)
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


def operator_first(node: List, uses: Uses) -> List:
    """The list `(+ 1 2)` for `(1 + 1)`, which is reported."""
    left, operator, right = node.items
    text = f"({operator.text} {left.text} {right.text})"
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),))
    message = f"expected the operator first; write `{text}`"
    uses.report("malformed-formula", operator.place, message, fix, mistake=message)
    return List(node.form, node.start, node.end, [operator, left, right])


def without_parentheses(node: List, uses: Uses) -> Atom | None:
    """The number of `(-1)`, which is reported; None for any other list."""
    value = node.items[0] if len(node.items) == 1 else None
    if type(value) is not Atom or number(value.key) is None:
        return None
    message = f"a number has no parentheses; write `{value.text}`"
    fix = PlaceFix(f"Write `{value.text}`", (PlaceEdit(node.place, value.text),), safe=True)
    uses.report("malformed-formula", node.place, message, fix, mistake=message)
    return value


def function_first(node: List, uses: Uses) -> List:
    """The list `(= (f) 1)` for `(= 1 (f))`, which is reported."""
    head, value, function = node.items
    text = f"({head.text} {function.text} {value.text})"
    message = f"expected the function before its value; write `{text}`"
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),))
    uses.report("malformed-formula", value.place, message, fix)
    return List(node.form, node.start, node.end, [head, function, value])


def function_words(node: List, uses: Uses) -> List | None:
    """The list `(> (fuel ?x) 5)` for `(> fuel ?x 5)`, `(> fuel(?x) 5)` and `(> (fuel ?x) than 5)`,
    which is reported; None for any other list."""
    if WITH_COMMAS.search(node.text):
        return None  # the comma is reported
    items = as_meant(node.items)
    word = items[-2]
    is_surplus = len(items) > 3 and type(word) is Atom and word.key in _BEFORE_VALUES
    head = items[0].text
    if is_surplus:
        del items[-2]
        if word.text == "=" and head in ("<", ">"):  # `(> (f) = 5)`
            head += "="
    if len(items) > 3 and all(type(item) is Atom for item in items):
        name, value = items[1], items[-1]
        if not name.text[0].isalpha() or number(value.text.lower()) is None:
            return None
        form, start, end = name.form, name.place.start, items[-2].place.end
        items = [items[0], List(form, start, end, items[1:-1]), value]
    if len(items) != 3 or len(node.items) == 3:
        return None
    text = f"({' '.join([head, *[written(item) for item in items[1:]]])})"
    reason = f"PDDL has no `{word.text}`" if is_surplus else "expected functions in parentheses"
    place, message = (word if is_surplus else node).place, f"{reason}; write `{text}`"
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),))
    uses.report("malformed-formula", place, message, fix, mistake=message)
    return List(node.form, node.start, node.end, items)
