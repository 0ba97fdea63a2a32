"""Lists that lack their parentheses or their operator, or have surplus ones. They are read as they
are meant, and reported."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from plancore.lower.foreign import TIMES
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


def in_parentheses(names: Sequence[Node], uses: Uses, what: str = "a list of parameters") -> List:
    """The list whose parentheses are missing; the omission is reported."""
    form, start, end = names[0].form, names[0].start, names[-1].end
    edits = PlaceEdit(Place(form, start, start), "("), PlaceEdit(Place(form, end, end), ")")
    text = form.text[start:end]
    message = f"expected {what}; write `({text})`"
    fix = PlaceFix(f"Write `({text})`", edits, safe=True)
    code = "malformed-formula" if "constraint" in what else "malformed-typed-list"
    uses.report(code, Place(form, start, end), message, fix)
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


def timed_words(items: Sequence[Node], at: int, uses: Uses) -> List | None:
    """The list that `at start (p)` without its parentheses stands for; the omission is reported."""
    if at + 2 >= len(items):
        return None
    first, second, formula = items[at : at + 3]
    if type(first) is not Atom or type(second) is not Atom or type(formula) is not List:
        return None
    if f"{first.key} {second.key}" not in TIMES or first.form is not formula.form:
        return None
    form = first.form
    edits = (
        PlaceEdit(Place(form, first.start, first.start), "("),
        PlaceEdit(Place(form, formula.end, formula.end), ")"),
    )
    message = f"missing parentheses around a time; write `({first.text} {second.text} …)`"
    fix = PlaceFix("Insert the missing parentheses", edits, safe=True)
    place = Place(form, first.start, second.end)
    uses.report("malformed-formula", place, message, fix, mistake="times without parentheses")
    return List(form, first.start, formula.end, [first, second, formula])


def without_then(node: List, uses: Uses) -> List | None:
    """The list `(when c e)` for `(when c then e)` and `(if c then e)`, which is reported; None for
    any other list."""
    items = node.items
    if len(items) != 4 or type(items[2]) is not Atom or items[2].key != "then":
        return None
    text = f"(when {items[1].text} {items[3].text})"
    fix = PlaceFix(f"Write `{text}`", (PlaceEdit(node.place, text),))
    message = f"PDDL has no `then`; write `{text}`"
    uses.report("malformed-formula", items[2].place, message, fix, mistake=message)
    return List(node.form, node.start, node.end, [items[0], items[1], items[3]])


def in_atom(words: Sequence[Node], uses: Uses) -> List:
    """The atom of words without parentheses after a time, which is reported."""
    form, start, end = words[0].form, words[0].place.start, words[-1].place.end
    text = form.text[start:end]
    edits = PlaceEdit(Place(form, start, start), "("), PlaceEdit(Place(form, end, end), ")")
    message = f"expected a formula in parentheses; write `({text})`"
    fix = PlaceFix("Insert the missing parentheses", edits, safe=True)
    uses.report("malformed-formula", Place(form, start, end), message, fix, mistake="bare atoms")
    return List(form, start, end, [*words])


_OPENING_NOT: Final = re.compile(r"\(\s*not\s+$", re.IGNORECASE)


def time_first(node: List, time: str, operator: str) -> tuple[PlaceFix, ...]:
    """The fix that writes `(at start (not …))` for `(not (at start …))`; empty if the operator is
    not `not`, or not directly around the time."""
    form = node.form
    before = _OPENING_NOT.search(form.text[max(0, node.start - 20) : node.start])
    if operator != "not" or before is None or len(node.items) > 3:
        return ()
    start = node.start - len(before[0])
    edit = PlaceEdit(Place(form, start, node.items[-1].place.start), f"({time} (not ")
    return (PlaceFix(f"Write `({time} (not …))`", (edit,)),)


def report_over_all(node: List, uses: Uses) -> None:
    """Report an effect over all of its time."""
    message = "`over all` is only allowed in a condition; write `(at end …)`"
    place = Place(node.form, node.items[0].place.start, node.items[1].place.end)
    fix = PlaceFix("Change to `at end`", (PlaceEdit(place, "at end"),))
    fixes = (fix,) if len(node.items) > 2 else ()
    uses.report("misplaced-operator", node.word_place(0), message, *fixes)
