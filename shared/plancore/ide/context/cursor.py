"""What belongs at an offset of a domain or a problem."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from plancore.ide.context.brackets import Opened, opened_at
from plancore.ide.context.grammar import SLOTS_OF, TYPES, VALUES, Expected
from plancore.ide.context.levels import Level, applied, levels_of, operator_of
from plancore.ide.symbols import environment_of
from plancore.lower.environment import Environment
from plancore.lower.resolve import Declared
from plancore.lower.typed_list import typed_list
from plancore.lower.uses import Scope, Uses
from plancore.project import ProjectSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.syntax.forms import Form, Role, lower
from plancore.syntax.keywords import SLOTS
from plancore.syntax.nodes import Atom, List, Node
from plancore.syntax.reader import DEFINE, TOP
from plancore.syntax.tree import SyntaxTree


class Call(NamedTuple):
    """What is applied to terms around a cursor.

    The cursor is at the argument with this `place`, from 0; `n_others` are written beside it.
    """

    declared: Declared
    place: int
    n_others: int


@dataclass(frozen=True)
class CursorContext:
    """What belongs at a cursor, and what is there.

    `insert` is what has been typed of a word, `replace` the whole word; `behind` are the items
    behind it in the same list. `definition` is None outside of all definitions. `domain` is the
    definition whose names may be used; None where it is not known. `form` is the form that the
    cursor is in, None between forms.
    """

    file: FileSnapshot
    definition: DefinitionSnapshot | None
    domain: DefinitionSnapshot | None
    environment: Environment
    form: Form | None
    levels: tuple[Level, ...]
    behind: tuple[Node, ...]
    is_closed: bool
    """Whether the `)` of the innermost list is there."""
    is_dashed: bool
    """Whether the word is the dash of a typed list, perhaps with a type behind it."""
    insert: Span
    replace: Span
    outside: Expected
    """What belongs here when no list is open."""

    @property
    def expected(self) -> Expected:
        """What belongs here: an operand, or a list of this kind where its head is to come."""
        return self.levels[-1].inside if self.levels else self.outside

    @property
    def is_head(self) -> bool:
        """Whether the `(` of what is expected stands already."""
        if not self.levels:
            return False
        level = self.levels[-1]
        return not level.node.items and level.expected is not Expected.VARIABLES

    @property
    def has_room(self) -> bool:
        """Whether something may be put here, beside what stands in the list already."""
        if self.is_head or not self.levels:
            return True
        is_either = self.levels[-1].expected in TYPES
        if self.expected in TYPES and not is_either and (self.is_dashed or not self.typed):
            return not self.behind or not self._is_type(self.behind[0])
        if self.replace.start < self.replace.end:
            return True
        level, behind = self.levels[-1], self.behind
        if level.node.head == "probabilistic" and behind and type(behind[0]) is List:
            return False  # the outcome of the chance before the cursor stands there
        n_items = len(level.node.items) - 1 + len(behind)
        operator = operator_of(level.node, level.expected, self.environment)
        if operator is not None:
            return operator.repeats or n_items < len(operator.operands)
        if level.node.head in VALUES and level.expected is Expected.SECTION:
            return n_items < len(VALUES[level.node.head])
        if level.node.head in SLOTS_OF and self.expected is not Expected.SLOT:
            return not behind or (type(behind[0]) is Atom and behind[0].key[0] == ":")
        return True

    def _is_type(self, node: Node) -> bool:
        """Whether `node`, which is taken for the type now, is one: a type that is declared, on the
        same line."""
        line_of = self.file.source.line_of
        is_near = line_of(self.file.span(node.place).start) == line_of(self.insert.end)
        types = self.environment.types
        is_either = type(node) is List and node.head == "either"
        return is_near and (is_either or node.text.lower() in types)

    @property
    def typed(self) -> str:
        """What has been typed of a word, in lower case."""
        return lower(self.file.text[self.insert.start : self.insert.end])

    @property
    def section(self) -> str:
        """The keyword of the section; empty outside of all."""
        return self.levels[0].node.head if self.levels else ""

    @property
    def word_start(self) -> int:
        """Where the word starts in its form; -1 between forms."""
        return self.replace.start - self.file.tree.start(self.form) if self.form else -1

    @property
    def slot(self) -> str:
        """The keyword whose value the cursor is in; empty where there is none."""
        if len(self.levels) < 2:
            return ""
        last = self.levels[0].node.items[-1]
        return last.key if type(last) is Atom and last.key[0] == ":" else ""

    @cached_property
    def scope(self) -> Scope:
        """The variables that may be used here: inner ones hide outer ones, and of two parameters
        the first counts."""
        scope: Scope = {}
        for level in self.levels:
            for items in _binding_lists(level):
                names = typed_list(items, Uses(), "a variable")
                ordered = reversed(names) if level.expected is Expected.SECTION else names
                inner = {name.name: name for name in ordered}
                scope.update((name.name, inner[name.name]) for name in names)
        return scope

    @property
    def call(self) -> Call | None:
        """The application whose argument belongs here."""
        if not self.levels or self.is_head or self.expected is not Expected.TERM:
            return None
        level = self.levels[-1]
        declared = applied(level, self.environment)
        if declared is None:
            return None
        before = len(level.node.items) - 1
        return Call(declared, before, before + len(self.behind))


def context_at(project: ProjectSnapshot, file: FileSnapshot, offset: int) -> CursorContext | None:
    """What belongs at `offset`; None in comments, in strings and in text that is no PDDL."""
    tree = file.tree
    index = _index_of_form(tree, offset)
    form = tree.forms[index] if index >= 0 else None
    definition = _definition_of(file, form)
    if form is None:
        return None
    domain: DefinitionSnapshot | None = None
    environment = Environment(complete=False)
    if definition is not None:
        domain, environment = environment_of(project, file, definition)
    start = tree.starts[index]
    low = lower(file.text[start : _end_of_what_matters(tree, index, offset)])
    column = start - tree.source.line_starts[tree.source.line_of(start)]
    opened = opened_at(form, low, offset - start, column, environment.functions)
    if opened is None or form.role is Role.PROSE:
        return None
    lists = _with_section(tree, index, opened)
    word = Span(start + opened.word[0], start + opened.word[1])
    if not lists and word != (offset, offset):
        return None  # a word between sections
    behind_dash = _levels_behind_dash(lists, low[slice(*opened.word)], environment)
    levels = levels_of(lists, environment) if behind_dash is None else behind_dash
    return CursorContext(
        file,
        definition,
        domain,
        environment,
        form if levels else None,
        tuple(levels),
        tuple(opened.behind) if levels else (),
        opened.is_closed,
        behind_dash is not None,
        Span(word.start, offset),
        word,
        Expected.SECTION if _state_behind(form) == DEFINE else Expected.NOTHING,
    )


def _index_of_form(tree: SyntaxTree, offset: int) -> int:
    """The form that begins before `offset`, as the last one; -1 before all forms.

    A `(` with a slot on a further line begins no section: it is where somebody writes.
    """
    index = bisect_left(tree.starts, offset) - 1
    while index > 0 and tree.forms[index].keyword in SLOTS:
        root = tree.forms[index].root
        if root is None or offset > tree.starts[index] + root.items[0].start:
            break
        index -= 1
    return index


def _definition_of(file: FileSnapshot, form: Form | None) -> DefinitionSnapshot | None:
    """The definition that `form` is a part of; behind its last `)` that is none."""
    if form is None or form.role is Role.CLOSE:
        return None
    for definition in file.definitions:
        if any(part is form for part in definition.definition.forms()):
            return definition
    return None


def _end_of_what_matters(tree: SyntaxTree, index: int, offset: int) -> int:
    """The end of a form, or of the line of a cursor that is further behind."""
    end = tree.starts[index] + len(tree.forms[index].text)
    line_end = tree.source.line_span(tree.source.line_of(offset)).end
    following = bisect_right(tree.starts, max(offset - 1, tree.starts[index]))
    limit = tree.starts[following] if following < len(tree.starts) else line_end
    return max(end, min(line_end, limit))


def _state_behind(form: Form) -> str:
    """The reader's state behind `form`."""
    match form.role:
        case Role.DEFINE | Role.END:
            return DEFINE
        case Role.CLOSE | Role.PROSE:
            return TOP
        case Role.HEADER | Role.ITEMS:
            return form.keyword
        case _:
            return form.state


def _with_section(tree: SyntaxTree, index: int, opened: Opened) -> Sequence[List]:
    """The open lists with their section, of which a piece of `:init` knows only the keyword."""
    form = tree.forms[index]
    if form.role in (Role.SECTION, Role.HEADER):
        return opened.lists
    keyword = _state_behind(form)
    if keyword in (TOP, DEFINE):
        return opened.lists if form.role is Role.STRAY else ()
    section = List(form, 0)
    before = opened.items
    if not before and index and tree.forms[index - 1].role is Role.ITEMS:
        before = tree.forms[index - 1].nodes[-1:]  # it may be a dash
    section.items = [Atom(form, 0, keyword), *before]
    return [section, *opened.lists]


def _levels_behind_dash(
    lists: Sequence[List], word: str, environment: Environment
) -> list[Level] | None:
    """The levels where `word` is the dash of a typed list, else None."""
    if word[:1] != "-" or not lists or not lists[-1].items:
        return None
    items = lists[-1].items
    items.append(Atom(lists[-1].form, lists[-1].start, "-"))
    levels = levels_of(lists, environment)
    if levels[-1].inside in TYPES:
        return levels
    items.pop()
    return None


def _binding_lists(level: Level) -> Iterator[Sequence[Node]]:
    """The typed lists that bind variables in a list, wherever in it they stand."""
    node = level.node
    if level.expected in (Expected.CONDITION, Expected.EFFECT):
        if node.head in ("forall", "exists") and len(node.items) > 1:
            variables = node.items[1]
            if type(variables) is List:
                yield variables.items
        return
    root = node.form.root if node.form.role is Role.SECTION else None
    if level.expected is not Expected.SECTION or root is None:
        return
    items = root.items
    if node.head in SLOTS_OF:
        for slot, value in pairwise(items):
            if type(slot) is Atom and slot.key in (":parameters", ":vars") and type(value) is List:
                yield value.items
    elif node.head == ":derived" and len(items) > 1 and type(items[1]) is List:
        yield items[1].items[1:]
