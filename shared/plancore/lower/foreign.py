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

from plancore.lower.enclosure import NEGATIONS, as_meant, call, is_variable_list, written
from plancore.lower.numbers import number
from plancore.spelling import nearest
from plancore.syntax.builder import COMPOUND_HEADS
from plancore.syntax.nodes import Atom, List, Node

T = TypeVar("T")

_COMPOUND: Final = COMPOUND_HEADS - {"at", "over"}
"""The operators of PDDL. `at` and `over` are operators only before a list."""

_LONGEST_FIX: Final = 2_000
"""The maximum length of a fix in characters; some repeat their operands."""

_IF_ELSE: Final = {2: "(when {0} {1})", 3: "(and (when {0} {1}) (when (not {0}) {2}))"}


def _for_each_word(words: str, meaning: T) -> dict[str, T]:
    return dict.fromkeys(words.split(), meaning)


_ANYWHERE: Final = {
    **_for_each_word("&& & \u2227 conjunction", {0: "(and {*})"}),
    **_for_each_word("! ~ \u00ac negation", {1: "(not {0})"}),
    **_for_each_word("and-not", {1: "(not {0})", 2: "(and {0} (not {1}))"}),
    **_for_each_word("for-all foreach for-each all every \u2200", {2: "(forall {0} {1})"}),
}
_CONDITIONS: Final = {
    **_ANYWHERE,
    **_for_each_word("implies => -> ==> \u2192 \u21d2 if only-if", {2: "(imply {0} {1})"}),
    **_for_each_word(
        "iff <=> <-> \u2194 \u21d4 equiv equivalent", {2: "(and (imply {0} {1}) (imply {1} {0}))"}
    ),
    **_for_each_word("xor", {2: "(or (and {0} (not {1})) (and (not {0}) {1}))"}),
    **_for_each_word("nor neither", {0: "(not (or {*}))"}),
    **_for_each_word("nand", {0: "(not (and {*}))"}),
    **_for_each_word("|| | \u2228 disjunction", {0: "(or {*})"}),
    **_for_each_word("or-not", {2: "(or {0} (not {1}))"}),
    **_for_each_word("unless", {2: "(imply (not {1}) {0})"}),
    **_for_each_word("!= <> /= not= !== \u2260", {2: "(not (= {0} {1}))"}),
    **_for_each_word("== ===", {2: "(= {0} {1})"}),
    **_for_each_word("there-exists exist some any \u2203", {2: "(exists {0} {1})"}),
    **_for_each_word("sometimes eventually finally", {1: "(sometime {0})"}),
    **_for_each_word("globally henceforth", {1: "(always {0})"}),
    **_for_each_word("at-most-one", {1: "(at-most-once {0})"}),
    **_for_each_word("not-exists not-exist none \u2204", {2: "(not (exists {0} {1}))"}),
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
_EQUALITY: Final = ("==", "===", "!=", "<>", "/=", "not=", "!==", "\u2260")

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
    meant: List | None = None
    """The list of the intended formulas, if they are not the items of the list."""


@lru_cache(maxsize=4_096)
def is_atom(words: tuple[str, ...]) -> bool:
    """Whether a list of words is an atom, as most formulas are: the first is a name, and no
    operator is between them."""
    return _is_name(words[0]) and _BETWEEN_OPERANDS.isdisjoint(words)


def _is_name(head: str) -> bool:
    """Whether a word is neither an operator nor a sign."""
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
    if words and is_atom(words):
        return None
    head, items = node.head, node.items
    infix = infix_operator(node, effect=effect)
    if infix is None and (not head or (len(items) > 2 and _is_operand(items))):
        infix = infix_connective(node, effect=effect)
    if infix is not None or not head:
        return infix
    if head[0] in NEGATIONS and head[1:2].isalpha():
        return _negated_name(node)
    is_word = _is_word(head)
    if len(items) < 2 or (is_word and type(items[1]) is not List):
        return None
    parts = items[1:]
    truth = truth_of(node) if effect else None
    if truth is not None:
        return truth
    numeric = _numeric(node, parts, effect=effect)
    if numeric is not None:
        return numeric
    if is_word and not all(type(part) is List for part in parts):
        return None
    template = _template(head, len(parts), effect=effect)
    if template is not None:
        binds = "forall" in template or "exists" in template
        if binds and not is_variable_list(parts[0]):
            return None
        kind = Parts.ANY if head in _EQUALITY else Parts.FORMULAS
        return _instead(node, template)._replace(parts=kind)
    word = node.items[0].text
    if head in _CONDITIONS or head in _EFFECTS:
        return Foreign(f"unknown operator `{word}`")
    meant = _intended_operator(head, parts)
    formulas = parts[1:] if meant in ("forall", "exists") else parts
    if meant is None or any(map(is_variable_list, formulas)):
        return None
    return _respelt(node, meant)


def _is_operand(items: Sequence[Node]) -> bool:
    """Whether the first of some items is `p(?x)`, or a word before an operator."""
    second = items[1]
    is_before = type(second) is Atom and second.key in CONNECTIVES
    return is_before or call(items, 0) is not None


def truth_of(node: List) -> Foreign | None:
    """The message about `(set (p) true)` and `(:= (p) false)`; None for any other list."""
    if len(node.items) != 3 or _CHANGES.get(node.head) != "assign":
        return None
    atom, value = node.items[1:]
    if type(atom) is not List or type(value) is not Atom or value.key not in TRUTHS:
        return None
    return _truth(node, atom, value)


def _truth(
    node: List, atom: Node, value: Node, operator: int = 0, *, is_equal: bool = True
) -> Foreign:
    """The message about a list that sets an atom to `true` or `false`, or compares it with them."""
    form, start, end = node.place
    text, meant = written(atom), atom
    if (value.text.lower() == "true") != is_equal:
        text, meant = f"(not {text})", List(form, start, end, [Atom(form, start, "not"), atom])
    message = f"`{value.text}` is not a value; write `{text}`"
    whole = List(form, start, end, [meant])
    return Foreign(message, f"Write `{text}`", text, operator=operator, meant=whole)


def _negated_name(node: List) -> Foreign:
    """The message about `(!p ?x)`."""
    sign, *rest = node.items
    form, start, end = node.place
    atom = List(form, start, end, [Atom(form, sign.place.start + 1, sign.text[1:].lower()), *rest])
    text = f"(not ({node.text[2:-1]}))"
    message = f"unknown operator `{sign.text[0]}`; write `{text}`"
    return Foreign(message, f"Write `{text}`", text, meant=List(form, start, end, [atom]))


_INFIX: Final = {
    **{sign: f"({sign} {{0}} {{2}})" for sign in ("=", "<", ">", "<=", ">=")},
    **dict.fromkeys(("==", "==="), "(= {0} {2})"),
    **dict.fromkeys(("!=", "<>", "/=", "!=="), "(not (= {0} {2}))"),
}


TRUTHS: Final = ("true", "false")
_TRUE_IF_EQUAL: Final = {
    **dict.fromkeys(("=", "==", "===", ":="), True),
    **dict.fromkeys(("!=", "<>", "/=", "!=="), False),
}
_INFIX_CHANGES: Final = {
    **{sign: f"({word} {{0}} {{2}})" for sign, word in _SIGNS_OF_CHANGE.items()},
    "=": "(assign {0} {2})",
}


def infix_operator(node: List, *, effect: bool = False) -> Foreign | None:
    """The message about `(?x = ?y)`, `((fuel) > 5)`, `(fuel ?x > 5)` and, in an effect,
    `((fuel) += 5)`, with the operator between its operands."""
    items = as_meant(node.items)
    templates = _INFIX_CHANGES if effect else _INFIX
    at = next(
        (n for n, item in enumerate(items[1:], 1) if type(item) is Atom and item.key in templates),
        0,
    )
    first, sign = (items[0], items[at]) if items else (node, node)
    if not at or (type(first) is Atom and first.key in (*_INFIX, *_COMPOUND)):
        return None
    operands = _operand(items[:at]), _operand(items[at + 1 :])
    equals = _TRUE_IF_EQUAL.get(sign.key) if type(sign) is Atom else None
    if operands[0] and operands[1] in TRUTHS and equals is not None:
        part = first
        if at > 1 or type(first) is Atom:
            part = List(node.form, first.place.start, items[at - 1].place.end, items[:at])
        return _truth(node, part, items[at + 1], at + 1, is_equal=equals)
    if not operands[0] or not operands[1] or (effect and type(first) is Atom and at == 1):
        return None
    text = templates[sign.text].format(operands[0], "", operands[1])
    if len(text) > _LONGEST_FIX:
        return None
    message = f"expected the operator first; write `{text}`"
    return Foreign(message, f"Write `{text}`", text, Parts.ANY, at)


def _operand(items: Sequence[Node]) -> str:
    """The text of an operand: a list, a word, or words that are a function with its arguments, and
    arithmetic between two operands; empty for anything else."""
    if len(items) == 1:
        is_formula = type(items[0]) is List and items[0].head in _OPERATORS
        return "" if is_formula else written(items[0])
    if len(items) == 3 and type(items[1]) is Atom and items[1].key in _ARITHMETIC:
        left, right = _operand(items[:1]), _operand(items[2:])
        return f"({items[1].key} {left} {right})"
    words = [item.text for item in items if type(item) is Atom]
    is_call = len(words) == len(items) > 1 and words[0][0].isalpha()
    return f"({' '.join(words)})" if is_call and not {*words} & {*_INFIX, *_ARITHMETIC} else ""


def infix_part(items: Sequence[Node], at: int, *, effect: bool = False) -> List | None:
    """The list of `(fuel) > 5` and, in an effect, `fuel(?x) += 5` among other formulas, at `at`;
    None for anything else."""
    part = as_meant(items[at : at + 8])
    is_sum = len(part) > 4 and type(part[3]) is Atom and part[3].key in _ARITHMETIC
    part = part[: 5 if is_sum else 3]
    if len(part) < 3 or type(part[0]) is not List or type(part[1]) is not Atom:
        return None
    if type(part[2]) is Atom and number(part[2].key) is None and part[2].key not in TRUTHS:
        return None
    whole = List(part[0].form, part[0].start, part[-1].place.end, part)
    return whole if infix_operator(whole, effect=effect) else None


CONNECTIVES: Final = {
    **dict.fromkeys(("and", "&&", "&", "\u2227"), "(and {*})"),
    **dict.fromkeys(("or", "||", "|", "\u2228"), "(or {*})"),
    "imply": "(imply {0} {1})",
}
"""The replacement of an operator between formulas; see also `_CONDITIONS`."""

_BETWEEN_OPERANDS: Final = frozenset((*_INFIX, *_INFIX_CHANGES, *CONNECTIVES))


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
        elif is_operand_next and item.key in ("not", *NEGATIONS):
            is_negative = 1
        elif is_operand_next and _is_name(item.key):
            operands.append((List(item.form, item.start, item.end, [item]), is_negative))
            is_negative = 0
        else:
            template = CONNECTIVES.get(item.key) or _template(item.key, 2, effect=effect)
            if is_operand_next or template is None:
                return None
            templates.append(template)
            first = first or at
    if not templates or len(operands) == len(templates):
        return None
    template = templates[0]
    form = node.form
    parts = [
        List(form, part.start, part.end, [Atom(form, part.start, "not"), part]) if is_not else part
        for part, is_not in operands
    ]
    meant = List(form, node.start, node.end, [*parts])
    if len({*templates}) > 1 or (len(templates) > 1 and "{*}" not in template):
        return Foreign("expected one operator, before its formulas", operator=first, meant=meant)
    shown = _filled(template, ["…"] if "{*}" in template else "AB")
    # A call, `p(?x)`, is written as meant.
    texts = [part.text if part.text[0] in "([{" else written(part) for part, _ in operands]
    negated = [f"(not {text})" for text in texts]
    chosen = [
        n if is_not else t for t, n, (_, is_not) in zip(texts, negated, operands, strict=True)
    ]
    text = _filled(template, chosen)
    message = f"expected the operator first; write `{shown}`"
    instead = text if len(text) <= _LONGEST_FIX else ""
    return Foreign(message, f"Write `{shown}`", instead, operator=first, meant=meant)


def is_keyword(item: Node) -> bool:
    """Whether this is a word such as `:effect`."""
    return type(item) is Atom and item.key[0] == ":" and item.key not in (":", ":=")


def infix_formula(items: Sequence[Node], at: int, *, effect: bool = False) -> List | None:
    """The list of `(p) and (q)` without parentheses around it, at `at`; it ends before the next
    keyword."""
    following = items[at + 1] if at + 1 < len(items) else None
    if following is None or is_keyword(following):
        return None  # the usual case
    part = list(takewhile(lambda item: not is_keyword(item), items[at:]))
    if len(part) < 2:
        return None
    form, start, end = part[0].form, part[0].start, part[-1].end
    part = as_meant(part)
    if len(part) < 3:
        return None
    whole = List(form, start, end, part)
    infix = infix_operator(whole, effect=effect) or infix_connective(whole, effect=effect)
    return whole if infix else None


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
