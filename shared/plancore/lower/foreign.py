"""Operators that PDDL does not have, as other languages and language models write conditions.

They have no meaning here; a finding shows the equivalent PDDL. Words that could be the name of a
predicate, such as `some` or `add`, are distinguished by the rules, which know the declarations.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import takewhile
from typing import Final, NamedTuple, TypeVar

from plancore.lower.numbers import number
from plancore.lower.section import Uses
from plancore.model.finding import PlaceEdit, PlaceFix
from plancore.spelling import nearest
from plancore.syntax.builder import COMPOUND_HEADS
from plancore.syntax.nodes import Atom, List, Node, Place

T = TypeVar("T")

_COMPOUND: Final = COMPOUND_HEADS - {"at", "over"}
"""The operators of PDDL. `at` and `over` are operators only before a list."""

_LONGEST_FIX: Final = 2_000
"""The maximum length of a fix in characters; some repeat their operands."""

_IF_ELSE: Final = {2: "(when {0} {1})", 3: "(and (when {0} {1}) (when (not {0}) {2}))"}


def _for_each_word(words: str, meaning: T) -> dict[str, T]:
    return dict.fromkeys(words.split(), meaning)


_ANYWHERE: Final = {
    **_for_each_word("&& & conjunction", {0: "(and {*})"}),
    **_for_each_word("! ~ negation", {1: "(not {0})"}),
    **_for_each_word("and-not", {1: "(not {0})", 2: "(and {0} (not {1}))"}),
    **_for_each_word("for-all foreach for-each all every", {2: "(forall {0} {1})"}),
}
_CONDITIONS: Final = {
    **_ANYWHERE,
    **_for_each_word("implies => -> ==> if only-if", {2: "(imply {0} {1})"}),
    **_for_each_word("iff <=> <-> equiv equivalent", {2: "(and (imply {0} {1}) (imply {1} {0}))"}),
    **_for_each_word("xor", {2: "(or (and {0} (not {1})) (and (not {0}) {1}))"}),
    **_for_each_word("nor neither", {0: "(not (or {*}))"}),
    **_for_each_word("nand", {0: "(not (and {*}))"}),
    **_for_each_word("|| | disjunction", {0: "(or {*})"}),
    **_for_each_word("or-not", {2: "(or {0} (not {1}))"}),
    **_for_each_word("unless", {2: "(imply (not {1}) {0})"}),
    **_for_each_word("!= <> /= not= !==", {2: "(not (= {0} {1}))"}),
    **_for_each_word("== ===", {2: "(= {0} {1})"}),
    **_for_each_word("there-exists exist some any", {2: "(exists {0} {1})"}),
}
_EFFECTS: Final = {
    **_ANYWHERE,
    **_for_each_word("if implies => -> ==> only-if if-then if-then-else cond", _IF_ELSE),
    **_for_each_word("unless", {2: "(when (not {0}) {1})"}),
}
"""The replacement of an operator, by the number of its operands; 0 is for any number."""

_SIGNS: Final = {"=<": "<=", "≤": "<=", "≥": ">="}
_COMPARISONS: Final = {
    **_SIGNS,
    **_for_each_word("lt less less-than smaller smaller-than", "<"),
    **_for_each_word("gt greater greater-than more-than larger larger-than", ">"),
    **_for_each_word("le lte leq at-most", "<="),
    **_for_each_word("=> ge gte geq at-least", ">="),
}
_SIGNS_OF_CHANGE: Final = {
    "+=": "increase",
    "-=": "decrease",
    "*=": "scale-up",
    "/=": "scale-down",
    ":=": "assign",
}
_CHANGES: Final = {
    **_SIGNS_OF_CHANGE,
    **_for_each_word("inc incr increment add plus", "increase"),
    **_for_each_word("dec decr decrement subtract minus", "decrease"),
    **_for_each_word("set let set-value", "assign"),
}
"""Other names for the operators of PDDL; words, unlike signs, need a number as operand."""

_ASSIGNMENTS: Final = ("assign", "increase", "decrease", "scale-up", "scale-down")
_EQUALITY: Final = ("==", "===", "!=", "<>", "/=", "not=", "!==")

_ARITHMETIC: Final = ("+", "-", "*", "/")
_OPERATORS: Final = ("and", "exists", "forall", "imply", "not", "or", "when")


class Parts(StrEnum):
    """The kind of an operator's operands."""

    FORMULAS = "formulas"
    NUMBERS = "numbers"
    ANY = "any"
    """Formulas, numbers or objects; the form alone does not show which."""


class Foreign(NamedTuple):
    """The message about an operator that PDDL does not have.

    `instead` is the replacement of the whole list, and `title` the label of its fix; `instead` is
    empty if no single formula is meant or if it would be too long.
    """

    message: str
    title: str = ""
    instead: str = ""
    parts: Parts = Parts.FORMULAS
    operator: int = 0
    """The position of the operator among the items of the list."""


@lru_cache(maxsize=4_096)
def is_name(head: str) -> bool:
    """Whether a word is neither an operator nor a sign. Lists of words after it are atoms, as most
    formulas are."""
    return head not in _COMPOUND and _is_word(head)


def _is_word(head: str) -> bool:
    return head[0].isalpha() and "=" not in head


def foreign_operator(node: List, *, effect: bool) -> Foreign | None:
    """The message about `node` if its head is an operator of another language, or a misspelt one;
    None for an atom.

    Signs such as `!=` are not names in PDDL. A word counts as an operator if all its operands are
    lists, as otherwise only a predicate of object fluents has, or if one is a number, which no
    predicate takes.
    """
    words = node.words
    if words and is_name(words[0]):
        return None
    head, items = node.head, node.items
    infix = infix_operator(node)
    if infix is None and (not head or (len(items) > 2 and _call(items, 0))):
        infix = infix_connective(node, effect=effect)
    if infix is not None or not head:
        return infix
    is_word = _is_word(head)
    if len(items) < 2 or (is_word and type(items[1]) is not List):
        return None
    parts = items[1:]
    numeric = _numeric(node, parts, effect=effect)
    if numeric is not None:
        return numeric
    if is_word and not all(type(part) is List for part in parts):
        return None
    template = _template(head, len(parts), effect=effect)
    if template is not None:
        binds = template.startswith(("(forall", "(exists"))
        if binds and not is_variable_list(parts[0]):
            return None
        kind = Parts.ANY if head in _EQUALITY else Parts.FORMULAS
        return _instead(node, template)._replace(parts=kind)
    word = node.items[0].text
    if head in _CONDITIONS or head in _EFFECTS:
        return Foreign(f"unknown operator `{word}`")
    meant = _intended_operator(head, parts)
    if meant is None:
        return None
    return _respelt(node, meant)


_INFIX: Final = {
    **{sign: f"({sign} {{0}} {{2}})" for sign in ("=", "<", ">", "<=", ">=")},
    **dict.fromkeys(("==", "==="), "(= {0} {2})"),
    **dict.fromkeys(("!=", "<>", "/=", "!=="), "(not (= {0} {2}))"),
}


def infix_operator(node: List) -> Foreign | None:
    """The message about `(?x = ?y)` and `((fuel) > 5)`, with the operator between its operands."""
    items = node.items
    if len(items) != 3 or type(items[1]) is not Atom or items[1].key not in _INFIX:
        return None
    first = items[0]
    if type(first) is Atom and first.key in (*_INFIX, *_COMPOUND):
        return None
    texts = [item.text for item in items]
    text = _INFIX[items[1].key].format(*texts)
    if len(text) > _LONGEST_FIX:
        return None
    message = f"expected the operator first; write `{text}`"
    return Foreign(message, f"Write `{text}`", text, Parts.ANY, 1)


_CONNECTIVES: Final = {
    **dict.fromkeys(("and", "&&", "&", "\u2227"), "(and {*})"),
    **dict.fromkeys(("or", "||", "|", "\u2228"), "(or {*})"),
    "imply": "(imply {0} {1})",
}
"""The replacement of an operator between formulas; see also `_CONDITIONS`."""


def infix_connective(node: List, *, effect: bool = False) -> Foreign | None:
    """The message about `((p) and (q))`, with operators between formulas; None for any other list.
    Several operators are one formula if they are the same; `not` may be before a formula."""
    operands: list[tuple[List, int]] = []
    templates: list[str] = []
    first = is_negative = 0
    for at, item in enumerate(as_meant(node.items)):
        is_operand_next = len(operands) == len(templates)
        if type(item) is List and is_operand_next:
            operands.append((item, is_negative))
            is_negative = 0
        elif type(item) is not Atom:
            return None
        elif is_operand_next and item.key in ("not", "!", "~"):
            is_negative = 1
        else:
            template = _CONNECTIVES.get(item.key) or _template(item.key, 2, effect=effect)
            if is_operand_next or template is None:
                return None
            templates.append(template)
            first = first or at
    if not templates or len(operands) == len(templates):
        return None
    template = templates[0]
    if len({*templates}) > 1 or (len(templates) > 1 and "{*}" not in template):
        return Foreign("expected one operator, before its formulas", operator=first)
    shown = _filled(template, ["…"] if "{*}" in template else "AB")
    # A call, `p(?x)`, is written as meant.
    texts = [part.text if part.text[0] in "([{" else _written(part) for part, _ in operands]
    negated = [f"(not {text})" for text in texts]
    chosen = [
        n if is_not else t for t, n, (_, is_not) in zip(texts, negated, operands, strict=True)
    ]
    text = _filled(template, chosen)
    message = f"expected the operator first; write `{shown}`"
    instead = text if len(text) <= _LONGEST_FIX else ""
    return Foreign(message, f"Write `{shown}`", instead, operator=first)


def infix_formula(items: Sequence[Node], at: int) -> List | None:
    """The list of `(p) and (q)` without parentheses around it, at `at`; it ends before the next
    keyword."""
    following = items[at + 1] if at + 2 < len(items) else None
    if following is None or (type(following) is Atom and following.key[0] == ":"):
        return None  # the usual case
    part = list(takewhile(lambda item: type(item) is List or item.text[0] != ":", items[at:]))
    if len(part) < 3:
        return None
    whole = List(part[0].form, part[0].start, part[-1].end, as_meant(part))
    return whole if infix_connective(whole) else None


def _numeric(node: List, parts: Sequence[Node], *, effect: bool) -> Foreign | None:
    """The message about a comparison of numbers or a numeric change; None for anything else."""
    head = node.head
    if len(parts) != 2:
        return None
    with_number = any(map(_is_number, parts))
    if with_number or head in _SIGNS or head in _SIGNS_OF_CHANGE:
        operator = (_CHANGES if effect else _COMPARISONS).get(head)
        if operator is not None:
            return _instead(node, f"({operator} {{0}} {{1}})")._replace(parts=Parts.NUMBERS)
    meant = nearest(head, _ASSIGNMENTS, 1) if effect and with_number and len(head) > 2 else None
    return None if meant is None else _respelt(node, meant)._replace(parts=Parts.NUMBERS)


def _is_number(node: Node) -> bool:
    if type(node) is Atom:
        return number(node.key) is not None
    return type(node) is List and node.head in _ARITHMETIC


def _respelt(node: List, meant: str) -> Foreign:
    word = node.items[0].text
    message = f"unknown operator `{word}`; did you mean `{meant}`?"
    return Foreign(message, f"Change to `{meant}`", f"({meant}{node.text[1 + len(word) :]}")


def _template(head: str, n_parts: int, *, effect: bool) -> str | None:
    by_count = (_EFFECTS if effect else _CONDITIONS).get(head, {})
    return by_count.get(n_parts) or by_count.get(0)


def _instead(node: List, template: str) -> Foreign:
    parts = [part.text for part in node.items[1:]]
    shown = _filled(template, ["…"] if "{*}" in template else "ABC"[: len(parts)])
    message = f"unknown operator `{node.items[0].text}`; write `{shown}`"
    text = _filled(template, parts)
    return Foreign(message, f"Write `{shown}`", text if len(text) <= _LONGEST_FIX else "")


def _filled(template: str, parts: Sequence[str]) -> str:
    return (
        template.replace("{*}", " ".join(parts)) if "{*}" in template else template.format(*parts)
    )


def _intended_operator(head: str, parts: Sequence[Node]) -> str | None:
    """The operator at edit distance 1 from `head` that takes `parts`; None if there is none."""
    if len(head) < 3 or not all(type(part) is List for part in parts):
        return None
    return nearest(head, [operator for operator in _OPERATORS if _takes(operator, parts)], 1)


def _takes(operator: str, parts: Sequence[Node]) -> bool:
    """Whether `operator` takes operands of this number and kind."""
    match operator:
        case "and" | "or":
            return len(parts) > 1
        case "not":
            return len(parts) == 1 and not is_variable_list(parts[0])
        case "forall" | "exists":
            return len(parts) == 2 and is_variable_list(parts[0])
        case _:
            return len(parts) == 2


def is_variable_list(node: Node) -> bool:
    """Whether this is `(?x …)`: formulas and functions do not begin with a variable."""
    return type(node) is List and node.head.startswith("?")


TIMES: Final = {"at start": "start", "at end": "end", "over all": "all"}
WORDS_OF_TIMES: Final = {
    "start": "at start",
    "begin": "at start",
    "at": "at start",
    "end": "at end",
    "finish": "at end",
    **dict.fromkeys(("over", "all", "during", "throughout", "while"), "over all"),
}
"""Words that are times only in a durative action; elsewhere they may be predicates."""
MEANT_TIMES: Final = {
    **dict.fromkeys(("at-start", "at_start", "atstart", "over start"), "at start"),
    **dict.fromkeys(
        ("at begin", "at beginning", "at starting", "at begins", "at starts"), "at start"
    ),
    **dict.fromkeys(("at-end", "at_end", "atend", "over end"), "at end"),
    **dict.fromkeys(("at finish", "at finishing", "at ending", "at ends", "at stop"), "at end"),
    **dict.fromkeys(("over-all", "over_all", "overall", "at all", "over time"), "over all"),
    **WORDS_OF_TIMES,
}


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


def called(items: Sequence[Node], at: int, uses: Uses) -> Node:
    """The item at `at`; if it and the next are written as `p(?x)`, the atom `(p ?x)`, and a finding
    is reported."""
    name = items[at]
    meant = _call(items, at)
    if meant is None:
        return name
    assert type(name) is Atom
    text = _written(meant)
    form, start, end = meant.form, meant.start, meant.end
    place = Place(form, start, end)
    if name.key in ("!", "~"):
        message = f"unknown operator `{name.text}`; write `{text}`"
        fix = PlaceFix(f"Write `{text}`", (PlaceEdit(place, text),), safe=True)
        uses.report("unknown-operator", name.place, message, fix, mistake=message)
        return meant
    message = f"expected the name inside the parentheses; write `{text}`"
    with_comma = Place(form, start, end + form.text.startswith(",", end))
    fix = PlaceFix(
        "Move the name inside the parentheses", (PlaceEdit(with_comma, text),), safe=True
    )
    uses.report("malformed-formula", place, message, fix, mistake="called")
    return meant


def without_calls(items: Sequence[Node], uses: Uses) -> list[Node]:
    """`items` with `(p ?x)` for each `p(?x)`, which is reported."""
    found: list[Node] = []
    at = 0
    while at < len(items):
        found.append(called(items, at, uses))
        at += 1 if found[-1] is items[at] else 2
    return found


def doubly_enclosed(node: List, uses: Uses) -> List | None:
    """The atom `(p ?x)` for `(p(?x))`, which is reported; None for any other list."""
    meant = None if node.words or len(node.items) != 2 else _call(node.items, 0)
    if meant is None or any(type(item) is List for item in meant.items):
        return None
    text = _written(meant)
    message = f"expected one pair of parentheses; write `{text}`"
    fix = PlaceFix("Remove the inner parentheses", (PlaceEdit(node.place, text),), safe=True)
    uses.report("malformed-formula", node.place, message, fix, mistake="doubly enclosed")
    return List(node.form, node.start, node.end, meant.items)


_DEEPEST_CALL: Final = 20
"""The maximum depth of calls inside each other that are replaced."""


def _call(items: Sequence[Node], at: int, depth: int = 0) -> List | None:
    """The list `(p ?x)` for `p(?x)` at `at`; None for anything else. Those in it are replaced, as
    in `not(p(?x))`."""
    name, arguments = items[at], items[at + 1] if at + 1 < len(items) else None
    if type(name) is not Atom or type(arguments) is not List or name.key[0] in "?:":
        return None
    if name.end != arguments.start or name.form is not arguments.form or depth > _DEEPEST_CALL:
        return None
    form, inner = name.form, as_meant(arguments.items, depth + 1)
    if name.key in ("not", "!", "~") and (len(inner) != 1 or type(inner[0]) is Atom):
        inner = [List(form, arguments.start, arguments.end, inner)]
    head = Atom(form, name.start, "not") if name.key in ("!", "~") else name
    return List(form, name.start, arguments.end, [head, *inner])


def as_meant(items: Sequence[Node], depth: int = 0) -> list[Node]:
    """`items` with `(p ?x)` for each `p(?x)`."""
    meant: list[Node] = []
    at = 0
    while at < len(items):
        call = _call(items, at, depth)
        meant.append(call or items[at])
        at += 2 if call else 1
    return meant


def _written(node: Node, depth: int = 0) -> str:
    """A node without layout, comments and commas."""
    if type(node) is Atom:
        return node.key if node.key == "not" else node.text
    assert type(node) is List
    if depth > _DEEPEST_CALL:
        return node.text
    return f"({' '.join([_written(item, depth + 1) for item in node.items])})"


def conjunction(formulas: Sequence[List], uses: Uses, wanted: str) -> List:
    """The conjunction of several formulas in place of one; a finding is reported at the second."""
    first, second, last = formulas[0], formulas[1], formulas[-1]
    form = first.form
    edits = (
        PlaceEdit(Place(form, first.start, first.start), "(and "),
        PlaceEdit(Place(form, last.end, last.end), ")"),
    )
    message = f"expected {wanted}; write `(and …)` for several"
    fix = PlaceFix("Write `(and …)`", edits)
    uses.report("stray-text", second.place, message, fix, mistake=message)
    return List(form, first.start, last.end, [Atom(form, first.start, "and"), *formulas])


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
