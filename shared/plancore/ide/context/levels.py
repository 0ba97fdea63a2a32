"""From the open lists around a cursor to what belongs there, one list at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plancore.ide.context.grammar import (
    ITEMS,
    OPERATORS,
    SLOT_SYNONYMS,
    SLOT_VALUES,
    SLOTS_OF,
    TIMES,
    TYPED_LISTS,
    VALUES,
    Expected,
    OperatorSyntax,
)
from plancore.lower.environment import Declared, Environment
from plancore.lower.numbers import number
from plancore.syntax.nodes import Atom, List, Node


class Level(NamedTuple):
    """An open list. `expected` is what belonged where it opens, `inside` what belongs behind what
    it holds so far; before its first item that is `expected` itself."""

    node: List
    expected: Expected
    inside: Expected


def levels_of(lists: Sequence[List], environment: Environment) -> list[Level]:
    """The open lists, the first of which is a section, with what belongs into each."""
    levels: list[Level] = []
    expected = Expected.SECTION
    for node in lists:
        outer = levels[-1] if levels else None
        if outer is not None and expected is Expected.TERM:
            expected = _of_list_in_application(outer, node, environment)
            if expected is outer.expected and expected is not Expected.TASK:
                levels.pop()
        inside = _inside(node, expected, environment)
        levels.append(Level(node, expected, inside))
        expected = inside
    return levels


def _of_list_in_application(outer: Level, node: List, environment: Environment) -> Expected:
    """What a list among terms is: a task behind its label, a function, or what stands behind an
    atom that is complete but for its `)`."""
    if outer.expected is Expected.TASK:
        return Expected.TASK
    declared = applied(outer, environment)
    is_full = declared is not None and len(outer.node.items) > len(declared.parameters)
    return outer.expected if is_full and not node.items else Expected.TERM


def _inside(node: List, expected: Expected, environment: Environment) -> Expected:
    items = node.items
    match expected:
        case Expected.VARIABLES:
            return _in_typed_list(items, Expected.TYPE)
        case _ if not items:
            return expected
        case Expected.SECTION:
            return _in_section(node)
        case Expected.SIGNATURE if node.head == ":private":
            return expected
        case Expected.SIGNATURE | Expected.HEAD | Expected.NAME:
            return _in_typed_list(items, Expected.TYPE)
        case Expected.TYPE | Expected.SUPERTYPE | Expected.VALUE_TYPE:
            return expected
        case _:
            operator = operator_of(node, expected, environment)
            if operator is None:
                return Expected.TERM
            return _operand(node, operator, environment)


def operator_of(node: List, expected: Expected, environment: Environment) -> OperatorSyntax | None:
    """The operator that a list is an application of; None where it applies a declared name.

    `(at start …)` and `(at 5 …)` are read by what stands behind `at`, or by the section.
    """
    head = node.head
    operator = OPERATORS.get(expected, {}).get(head)
    if operator is None or head not in TIMES:
        return operator
    second = node.items[1] if len(node.items) > 1 else None
    if type(second) is not Atom:
        is_timed = node.form.keyword == ":durative-action" or expected is Expected.FACT
        return operator if is_timed and head not in environment.predicates else None
    if expected is Expected.FACT:
        return operator if number(second.key) is not None else None
    return operator if second.key in TIMES[head] else None


def _operand(node: List, operator: OperatorSyntax, environment: Environment) -> Expected:
    items = node.items
    if node.head == "probabilistic":
        return operator.operand((len(items) - 1) % 2)  # chances and effects take turns
    if node.head in ("=", "assign") and len(items) == 2 and _is_object(items[1], environment):
        return Expected.TERM
    return operator.operand(len(items) - 1)


def _is_object(node: Node, environment: Environment) -> bool:
    """Whether something that is compared is no number."""
    if type(node) is List:
        function = environment.functions.get(node.head)
        return function is not None and function.returns != ("number",)
    assert type(node) is Atom
    return node.key != "?duration" and number(node.key) is None


def _in_section(node: List) -> Expected:
    keyword, items = node.head, node.items
    if keyword in SLOTS_OF:
        return _in_slots(items, 1 if keyword in (":htn", ":axiom") else 2)
    if keyword in VALUES:
        values = VALUES[keyword]
        return values[len(items) - 1] if len(items) <= len(values) else Expected.NOTHING
    if keyword in TYPED_LISTS and _is_dash(items[-1]):
        return TYPED_LISTS[keyword]
    return ITEMS.get(keyword, Expected.NAME if keyword in TYPED_LISTS else Expected.NOTHING)


def _in_slots(items: Sequence[Node], first: int) -> Expected:
    if len(items) < first:
        return Expected.NAME
    last = items[-1]
    if type(last) is Atom and last.key[0] == ":" and len(items) > 1:
        key = SLOT_SYNONYMS.get(last.key, last.key)
        return SLOT_VALUES.get(key, Expected.NOTHING)
    return Expected.SLOT


def _in_typed_list(items: Sequence[Node], type_: Expected) -> Expected:
    return type_ if items and _is_dash(items[-1]) else Expected.NAME


def _is_dash(node: Node) -> bool:
    """Whether a type belongs behind this: a dash, be it at the end of a variable."""
    if type(node) is not Atom:
        return False
    return node.key == "-" or (node.key[0] == "?" and node.key[-1] == "-")


def applied(level: Level, environment: Environment) -> Declared | None:
    """What a list applies to terms, as declared."""
    head = level.node.head
    match level.expected:
        case Expected.CONDITION | Expected.EFFECT | Expected.ATOM | Expected.FACT:
            return environment.predicates.get(head)
        case Expected.EXPRESSION | Expected.FLUENT | Expected.TERM:
            return environment.functions.get(head)
        case Expected.TASK:
            return environment.tasks.get(head) or environment.actions.get(head)
        case _:
            return None
