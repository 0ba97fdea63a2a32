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
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from plancore.lower.enclosure import as_meant, is_variable_list, written
from plancore.lower.section import Scope, Uses
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.syntax.nodes import Atom, List, Node
from plancore.syntax.signs import is_balanced

WITH_COMMAS: Final = re.compile(
    r"(?<![\w.,-])-?(?:\d+,\d+|[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?)(?![\w.,])"
)
"""A number written as `1,5`, `1,000` or `1,000,000`."""
MATHEMATICS: Final = frozenset(
    (
        *("^", "abs", "min", "max", "mod", "pow", "sqrt", "exp", "log", "sin", "cos", "tan"),
        *("asin", "acos", "atan", "floor", "ceil", "round"),
    )
)
"""The functions of numbers that ENHSP and DiNo add to the arithmetic of PDDL."""
_ARITHMETIC: Final = ("+", "-", "*", "/")
_AGGREGATES: Final = (
    *("sum", "total", "count", "number", "num", "average", "avg", "mean", "size", "cardinality"),
    *("sum-of", "count-of", "number-of", "total-of", "sum_of", "count_of", "number_of"),
)
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
    """The list `(+ 1 2)` for `(1 + 2)`, which is reported."""
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


def is_of_numbers(node: List) -> bool:
    """Whether an argument is a number or arithmetic, so that the list is a function of numbers: the
    arguments of a declared function are objects."""
    return any(
        number(item.key) is not None
        if type(item) is Atom
        else type(item) is List and (item.head in _ARITHMETIC or item.head in MATHEMATICS)
        for item in node.items[1:]
    )


def is_over_objects(node: List, scope: Scope) -> bool:
    """Whether this is `(sum (?x - t) (cost ?x))`, `(sum ?x - t (cost ?x))` or `(sum (cost ?x))`
    without a variable `?x`: PDDL has nothing of this form among numbers."""
    items = node.items
    second, last = items[1], items[-1]
    if type(last) is not List or is_variable_list(last):
        return False
    if len(items) == 2:
        names = [item.key for item in last.items if type(item) is Atom]
        is_bound = all(name[0] != "?" or name in scope for name in names)
        return node.head in _AGGREGATES and not is_bound
    if type(second) is List:
        return len(items) == 3 and is_variable_list(second)
    return second.text[0] == "?" and any(type(item) is Atom and item.key == "-" for item in items)


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
    sign = _sign_between(items)
    if sign:
        left, operator, right = items[sign - 1 : sign + 2]
        form, start, end = left.form, left.place.start, right.place.end
        items[sign - 1 : sign + 2] = [List(form, start, end, [operator, left, right])]
    if len(items) != 3 or len(node.items) == 3:
        return None
    text = f"({' '.join([head, *[written(item) for item in items[1:]]])})"
    reason = f"PDDL has no `{word.text}`" if is_surplus else "expected functions in parentheses"
    reason = "expected the operator first" if sign else reason
    place, message = (word if is_surplus else node).place, f"{reason}; write `{text}`"
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),))
    uses.report("malformed-formula", place, message, fix, mistake=message)
    return List(node.form, node.start, node.end, items)


def _sign_between(items: Sequence[Node]) -> int:
    """The position of the sign in `(> (f) (g) + 1)`, a comparison or change of five parts; 0 in
    anything else."""
    signs = [at for at, item in enumerate(items) if type(item) is Atom and item.key in _ARITHMETIC]
    if len(items) != 5 or len(signs) != 1 or signs[0] not in (2, 3):
        return 0
    around = items[signs[0] - 1], items[signs[0] + 1]
    is_of_operands = all(type(item) is List or is_number(item) for item in around)
    return signs[0] if is_of_operands else 0


def chained(node: List, uses: Uses) -> bool:
    """Whether this is `(<= 1 (f) 5)`, which is reported."""
    head, *parts = node.items
    is_size = head.text in ("<", ">", "<=", ">=")
    if not is_size or len(parts) != 3 or not any(type(part) is List for part in parts):
        return False
    if not all(type(part) is List or is_number(part) for part in parts):
        return False
    low, middle, high = (part.text for part in parts)
    if not is_balanced(low + middle + high):
        return False  # the missing parenthesis is reported
    text = f"(and ({head.text} {low} {middle}) ({head.text} {middle} {high}))"
    message = f"`{head.text}` takes two arguments; write `{text}`"
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),), safe=True)
    uses.report("malformed-formula", head.place, message, fix)
    return True
