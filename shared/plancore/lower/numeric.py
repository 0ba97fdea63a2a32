"""Numbers, functions and arithmetic as other languages write them. They are read as they are meant,
and reported."""

from __future__ import annotations

from typing import Final

from plancore.lower.enclosure import as_meant, written
from plancore.lower.numbers import WITH_COMMAS, number
from plancore.lower.section import Uses
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.syntax.nodes import Atom, List


def operator_first(node: List, uses: Uses) -> List:
    """The list `(+ 1 2)` for `(1 + 1)`, which is reported."""
    left, operator, right = node.items
    text = f"({operator.text} {left.text} {right.text})"
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),))
    message = f"expected the operator first; write `{text}`"
    uses.report("malformed-formula", operator.place, message, fix, mistake=message)
    return List(node.form, node.start, node.end, [operator, left, right])


_BEFORE_VALUES: Final = ("by", "to", "=", ":=", "+=", "-=")


def function_words(node: List, uses: Uses) -> List | None:
    """The list `(> (fuel ?x) 5)` for `(> fuel ?x 5)` and for `(> fuel(?x) 5)`, which is reported;
    None for any other list."""
    if WITH_COMMAS.search(node.text):
        return None  # the comma is reported
    items = as_meant(node.items)
    if len(items) == 4 and type(items[2]) is Atom and items[2].key in _BEFORE_VALUES:
        del items[2]
    if len(items) > 3 and all(type(item) is Atom for item in items):
        name, value = items[1], items[-1]
        if not name.text[0].isalpha() or number(value.text.lower()) is None:
            return None
        form, start, end = name.form, name.place.start, items[-2].place.end
        items = [items[0], List(form, start, end, items[1:-1]), value]
    if len(items) != 3 or len(node.items) == 3:
        return None
    text = f"({' '.join(written(item) for item in items)})"
    message = f"expected functions in parentheses; write `{text}`"
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),))
    uses.report("malformed-formula", node.place, message, fix, mistake=message)
    return List(node.form, node.start, node.end, items)
