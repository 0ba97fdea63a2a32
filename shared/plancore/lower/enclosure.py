"""Lists that lack their parentheses or their operator, or have surplus ones. They are read as they
are meant, and reported."""

from __future__ import annotations

from collections.abc import Sequence

from plancore.lower.section import Uses
from plancore.lower.typed_list import without_commas
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.syntax.nodes import Atom, List, Node, Place


def conjunction(formulas: Sequence[List], uses: Uses, wanted: str) -> List:
    """The conjunction of several formulas in place of one; a finding is reported at the second."""
    first, second, last = formulas[0], formulas[1], formulas[-1]
    form = first.form
    edits = (
        PlaceEdit(Place(form, first.start, first.start), "(and "),
        *without_commas(formulas),
        PlaceEdit(Place(form, last.end, last.end), ")"),
    )
    message = f"expected {wanted}; write `(and …)` for several"
    fix = PlaceFix("Write `(and …)`", edits)
    uses.report("stray-text", second.place, message, fix, mistake=message)
    return List(form, first.start, last.end, [Atom(form, first.start, "and"), *formulas])


def missing_and(node: List, uses: Uses) -> None:
    """Report the missing operator of a list of formulas. The fix also replaces its brackets and
    commas, as in `[(p), (q)]`."""
    form, start, end = node.place
    message = "missing operator before a list of formulas; write `(and …)`"
    edits = [PlaceEdit(Place(form, start + 1, start + 1), "and ")]
    mistake = ""
    if form.text[start] in "[{" and form.text[end - 1] in "]}":
        edits = [PlaceEdit(Place(form, start, start + 1), "(and ")]
        edits += [*without_commas(node.items), PlaceEdit(Place(form, end - 1, end), ")")]
        mistake = "list in brackets"
    fix = PlaceFix("Insert `and`", tuple(edits), safe=not mistake)
    place = Place(form, start, node.items[0].place.start + 1)
    uses.report("missing-and", place, message, fix, mistake=mistake)


def in_parentheses(names: Sequence[Node], uses: Uses) -> List:
    """The list of parameters whose parentheses are missing; the omission is reported."""
    form, start, end = names[0].form, names[0].start, names[-1].end
    edits = PlaceEdit(Place(form, start, start), "("), PlaceEdit(Place(form, end, end), ")")
    text = form.text[start:end]
    message = f"expected a list of parameters; write `({text})`"
    fix = PlaceFix(f"Write `({text})`", edits, safe=True)
    uses.report("malformed-typed-list", Place(form, start, end), message, fix)
    return List(form, start, end, [*names])


def unwrapped(slot: List, uses: Uses) -> list[Node]:
    """The items of a slot in parentheses, such as `(:effect …)`, which is reported."""
    keyword, *values = slot.items
    form, first, last = slot.form, values[0], values[-1]
    inner = form.text[slot.start + 1 : slot.end - slot.text.endswith(")")]
    if all(type(value) is Atom for value in values):  # `(:parameters ?x ?y)`
        inner = f"{keyword.text} ({form.text[first.start : last.end]})"
        values = [List(form, first.start, last.end, values)]
    message = f"`{keyword.text}` is in parentheses; write `{keyword.text} …` without them"
    fix = PlaceFix("Remove the parentheses", (PlaceEdit(slot.place, inner),), safe=True)
    place = Place(form, slot.start, keyword.end)
    uses.report("surplus-parenthesis", place, message, fix, mistake="slots")
    return [keyword, *values]


def without_types(node: List, uses: Uses) -> List:
    """`(at ?x ?y)` for `(at ?x - truck ?y - place)`; the types are reported."""
    items = node.items
    dashes = {at for at, item in enumerate(items) if type(item) is Atom and item.key == "-"}
    kept = [item for at, item in enumerate(items) if not {at, at - 1} & dashes]
    text = f"({' '.join(item.text for item in kept)})"
    message = f"types belong in lists of parameters; write `{text}`"
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),), safe=True)
    uses.report("malformed-formula", node.place, message, fix, mistake=message)
    return List(node.form, node.start, node.end, kept)


def without_list(names: Sequence[Node], uses: Uses) -> List:
    """The list of the variables of a quantifier, whose missing parentheses are reported."""
    form, start, end = names[0].form, names[0].start, names[-1].end
    text = form.text[start:end]
    edits = PlaceEdit(Place(form, start, start), "("), PlaceEdit(Place(form, end, end), ")")
    message = f"expected a list of variables; write `({text})`"
    fix = PlaceFix(f"Write `({text})`", edits, safe=True)
    uses.report("malformed-typed-list", Place(form, start, end), message, fix)
    return List(form, start, end, [*names])
