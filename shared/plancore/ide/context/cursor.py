"""The context of a cursor in a domain or a problem: what is expected, the variables in scope, and
whether the list has room for one more item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from plancore.ide.context.grammar import (
    ITEMS,
    OPERATORS,
    SLOT_SYNONYMS,
    SLOT_VALUES,
    SLOTS_OF,
    TIMES,
    TYPED_LISTS,
    TYPES,
    VALUES,
    Expected,
    OperatorSyntax,
)
from plancore.lower.environment import Environment
from plancore.lower.numbers import number
from plancore.lower.resolution import Declared
from plancore.lower.section import Scope, Uses
from plancore.lower.typed_list import typed_list
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.syntax.nodes import Atom, Form, FormRole, List, Node
from plancore.syntax.signs import lower


def scope_of(levels: Sequence[Level]) -> Scope:
    """The variables that the lists around a cursor bind: inner ones hide outer ones, and of two
    parameters with one name the first counts."""
    scope: Scope = {}
    for level in levels:
        for items in _binding_lists(level):
            names = typed_list(items, Uses(), "a variable")
            ordered = reversed(names) if level.expected is Expected.SECTION else names
            inner = {name.name: name for name in ordered}
            scope.update((name.name, inner[name.name]) for name in names)
    return scope


def _binding_lists(level: Level) -> Iterator[Sequence[Node]]:
    """The typed lists that bind variables in a list, at any position in it."""
    node = level.node
    if level.expected in (Expected.CONDITION, Expected.EFFECT):
        if node.head in ("forall", "exists") and len(node.items) > 1:
            variables = node.items[1]
            if type(variables) is List:
                yield variables.items
        return
    root = node.form.root if node.form.role is FormRole.SECTION else None
    if level.expected is not Expected.SECTION or root is None:
        return
    items = root.items
    if node.head in SLOTS_OF:
        for slot, value in pairwise(items):
            if type(slot) is Atom and slot.key in (":parameters", ":vars") and type(value) is List:
                yield value.items
    elif node.head == ":derived" and len(items) > 1 and type(items[1]) is List:
        yield items[1].items[1:]


class Call(NamedTuple):
    """The application around a cursor.

    The cursor is at the argument with index `place`, from 0; there are `n_others` others.
    """

    declared: Declared
    place: int
    n_others: int


@dataclass(frozen=True)
class CursorContext:
    """The context of a cursor.

    `insert` is the part of the word before the cursor, `replace` the whole word; `behind` are the
    items after it in the same list. `definition` is None outside all definitions. `domain` is the
    definition whose names may be used; None if unknown. `form` is the form around the cursor, None
    between forms.
    """

    file: FileSnapshot
    definition: DefinitionSnapshot | None
    domain: DefinitionSnapshot | None
    environment: Environment
    form: Form | None
    levels: tuple[Level, ...]
    behind: tuple[Node, ...]
    is_closed: bool
    """Whether the `)` of the innermost list exists."""
    is_dashed: bool
    """Whether the word is the dash of a typed list, possibly with a type after it."""
    insert: Span
    replace: Span
    outside: Expected
    """What is expected if no list is open."""

    @property
    def expected(self) -> Expected:
        """What is expected here: an operand, or a list of this kind if its head is missing."""
        return self.levels[-1].inside if self.levels else self.outside

    @property
    def is_head(self) -> bool:
        """Whether the `(` of the expected list exists."""
        if not self.levels:
            return False
        level = self.levels[-1]
        return not level.node.items and level.expected is not Expected.VARIABLES

    @property
    def typed(self) -> str:
        """The part of the word before the cursor, in lower case."""
        return lower(self.file.text[self.insert.start : self.insert.end])

    @property
    def section(self) -> str:
        """The keyword of the section; empty outside all sections."""
        return self.levels[0].node.head if self.levels else ""

    @property
    def word_start(self) -> int:
        """The offset of the word in its form; -1 between forms."""
        return self.replace.start - self.file.tree.start(self.form) if self.form else -1

    @property
    def slot(self) -> str:
        """The keyword whose value contains the cursor; empty if there is none."""
        if len(self.levels) < 2:
            return ""
        # The section's list may have no item before the cursor.
        last = self.levels[0].node.items[-1:]
        return "".join(each.key for each in last if type(each) is Atom and each.key[0] == ":")

    @cached_property
    def scope(self) -> Scope:
        """The variables in scope."""
        return scope_of(self.levels)

    @property
    def call(self) -> Call | None:
        """The application whose argument is at the cursor."""
        if not self.levels or self.is_head or self.expected is not Expected.TERM:
            return None
        level = self.levels[-1]
        declared = applied(level, self.environment)
        if declared is None:
            return None
        before = len(level.node.items) - 1
        return Call(declared, before, before + len(self.behind))


def has_room(context: CursorContext) -> bool:
    """Whether an item may be inserted at the cursor besides those in the list."""
    if context.is_head or not context.levels:
        return True
    level = context.levels[-1]
    is_behind_dash = context.expected in TYPES and level.expected not in TYPES
    if is_behind_dash and (context.is_dashed or not context.typed):
        return not context.behind or not _is_type(context, context.behind[0])
    return context.replace.start < context.replace.end or _has_room_beside(context)


def _has_room_beside(context: CursorContext) -> bool:
    level, behind = context.levels[-1], context.behind
    head, first = level.node.head, behind[0] if behind else None
    if head == "probabilistic" and type(first) is List:
        return False  # the outcome for the chance before the cursor follows
    n_items = len(level.node.items) - 1 + len(behind)
    operator = operator_of(level.node, level.expected, context.environment)
    if operator is not None:
        return operator.repeats or n_items < len(operator.operands)
    if level.expected is not Expected.SECTION:
        return True
    if head in VALUES:
        return n_items < len(VALUES[head])
    is_value = head in SLOTS_OF and context.expected is not Expected.SLOT
    return not is_value or first is None or (type(first) is Atom and first.key[0] == ":")


def _is_type(context: CursorContext, node: Node) -> bool:
    """Whether `node`, which is read as the type, is one: a declared type on the same line."""
    line_of = context.file.source.line_of
    is_near = line_of(context.file.span(node.place).start) == line_of(context.insert.end)
    is_either = type(node) is List and node.head == "either"
    return is_near and (is_either or node.text.lower() in context.environment.types)


# From open lists to the expected item, one list at a time


class Level(NamedTuple):
    """An open list. `expected` is what was expected where it opens, `inside` what is expected after
    its items so far; before its first item that is `expected`."""

    node: List
    expected: Expected
    inside: Expected


def levels_of(lists: Sequence[List], environment: Environment) -> list[Level]:
    """The levels of the open lists, the first of which is a section."""
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
    """The kind of a list among terms: a task, a function, or what follows a complete atom."""
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
            is_of_types = not node.head or node.head == "either" or node.head in environment.types
            return expected if is_of_types else Expected.NOTHING
        case _:
            operator = operator_of(node, expected, environment)
            if operator is None:
                return Expected.TERM
            return _operand(node, operator, environment)


def operator_of(node: List, expected: Expected, environment: Environment) -> OperatorSyntax | None:
    """The operator of a list; None if it applies a declared name.

    `(at start …)` and `(at 5 …)` are recognised by the item after `at`, or by the section.
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
        return operator.operand((len(items) - 1) % 2)  # chances and effects alternate
    if node.head in ("=", "assign") and len(items) == 2 and _is_object(items[1], environment):
        return Expected.TERM
    return operator.operand(len(items) - 1)


def _is_object(node: Node, environment: Environment) -> bool:
    """Whether an operand of a comparison is an object."""
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
    """Whether a type is expected after this: a dash, possibly at the end of a variable."""
    if type(node) is not Atom:
        return False
    return node.key == "-" or (node.key[0] == "?" and node.key[-1] == "-")


def applied(level: Level, environment: Environment) -> Declared | None:
    """The declaration of the name that a list applies to terms."""
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
