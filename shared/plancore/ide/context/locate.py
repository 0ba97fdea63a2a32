"""The context at an offset of a domain or a problem, from the parentheses before it.

The reader's result for a damaged form does not help: it closes at once what is still being written.
But its rules for finding a missing `)` apply: a slot keyword is directly in its section, and a
predicate contains no formula.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from plancore.ide.context.cursor import CursorContext, Level, levels_of
from plancore.ide.context.grammar import TYPES, Expected
from plancore.ide.navigation.symbols import environment_of
from plancore.lower.environment import Environment
from plancore.project import ProjectSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint, watched
from plancore.syntax.builder import COMPOUND_HEADS, SLOTS, TOKEN, slot_follows
from plancore.syntax.nodes import Atom, Form, FormRole, List, Node
from plancore.syntax.reader import DEFINE, TOP
from plancore.syntax.signs import lower
from plancore.syntax.tree import SyntaxTree, swallows

_LABELLED: Final = (":method", ":htn")
"""Sections in which `(label (task ?x))` is well formed."""
_SIGNATURES: Final = (":predicates", ":functions")
"""Sections without applications."""
_NEAR: Final = 10_000
"""Characters before the cursor from which a large piece of `:init` is read."""
_MANY: Final = 4_000
"""Maximum number of tokens that are read after the cursor."""


class OpenList(NamedTuple):
    """The lists that are open at a cursor, outermost first, each with its items before the cursor.

    `items` are siblings of the outermost list. `behind` are the items of the innermost list after
    the cursor, `is_closed` is whether its `)` exists. `word` is the range of the word that the
    cursor is in or at the end of. Offsets are relative to the form.
    """

    items: list[Node]
    lists: list[List]
    behind: list[Node]
    is_closed: bool
    word: tuple[int, int]


def opened_at(
    form: Form,
    low: str,
    at: int,
    column: int,
    functions: Container[str],
    checkpoint: Checkpoint = NEVER,
) -> OpenList | None:
    """The lists that are open at the offset `at` of `form`; None in a comment or a string.

    `low` is the lower-case text from the start of the form at least to the end of the line of `at`;
    it begins in `column`. `functions` are names that may be arguments.
    """
    has_slots = form.role is FormRole.SECTION
    if form.keyword in _SIGNATURES:
        functions = ()
    is_damaged = _is_damaged(form)
    root: List | None = None
    items: list[Node] = []
    lists: list[List] = []
    word = (at, at)
    for match in watched(TOKEN.finditer(low, _start(form, low, at)), checkpoint):
        token, start, end = match.group(), match.start(), match.end()
        if start >= at:
            break
        first = token[0]
        if first in ';"' and at <= end - (first == '"' and len(token) > 1):
            return None
        if first not in "()" and at <= end:
            word = (start, end)
            break
        if first == "(":
            if is_damaged and lists and _holds_no_list(lists[-1], low, end, functions):
                _close(lists, items)
            lists.append(List(form, start))
            root = root or lists[0]
        elif first == ")":
            if len(lists) == 1 and has_slots and slot_follows(low, end):
                continue  # a surplus `)`: the section continues
            if lists:
                lists[-1].end = end
                _close(lists, items)
        elif first != ";":
            if has_slots and token in SLOTS:
                while len(lists) > 1:
                    _close(lists, items)
            (lists[-1].items if lists else items).append(Atom(form, start, token))
    if not is_damaged:
        tokens = TOKEN.finditer(low, word[1], len(form.text))
    else:
        tokens = _tokens_of_list(low, word[1], column, lists[-1] if lists else None, functions)
    behind, is_closed = _behind(form, islice(tokens, _MANY), has_slots=len(lists) == 1)
    return OpenList(items, lists, behind, is_closed or not is_damaged, word)


def _is_damaged(form: Form) -> bool:
    if form.role is not FormRole.ITEMS or form.problems:
        return bool(form.problems)
    lists = (node for node in form.nodes if type(node) is List)
    return any(swallows(node) or (node.items and not node.head) for node in lists)


def _start(form: Form, low: str, at: int) -> int:
    """Where to start reading: each fact begins a line, and a damaged one may contain all others."""
    if form.role is not FormRole.ITEMS or at <= _NEAR:
        return 0
    start = low.find("\n(", at - _NEAR, at)
    return max(start, 0)


def _close(lists: list[List], items: list[Node]) -> None:
    closed = lists.pop()
    (lists[-1].items if lists else items).append(closed)


def _holds_no_list(node: List, low: str, at: int, functions: Container[str]) -> bool:
    """Whether `node`, an atom in which a list opens before `at`, has lost its `)`."""
    head = node.head
    if not head or head[0] in ":?" or (head in COMPOUND_HEADS and not _is_atom(node)):
        return False
    if node.form.keyword in _LABELLED:
        return False
    following = TOKEN.match(low, at)
    word = following.group() if following else ")"
    return word[0] not in "?()" and word != "either" and word not in functions


def _is_atom(node: List) -> bool:
    """Whether this is a predicate `(at ?x …)`, not `(at start …)` or `(at 5 …)`."""
    second = node.items[1] if len(node.items) > 1 else None
    is_time = type(second) is not Atom or second.key[0].isdigit() or second.key in ("start", "end")
    return node.head == "at" and not is_time


def _behind(
    form: Form, tokens: Iterable[re.Match[str]], *, has_slots: bool
) -> tuple[list[Node], bool]:
    """The items up to the `)` of the current list, and whether there is one.

    A slot ends a list, except one that `has_slots`.
    """
    items: list[Node] = []
    lists: list[List] = []
    for match in tokens:
        token = match.group()
        if token == "(":
            lists.append(List(form, match.start()))
        elif token == ")":
            if not lists:
                return items, True
            lists[-1].end = match.end()
            _close(lists, items)
        elif token[0] != ";":
            if token in SLOTS and not lists and not has_slots:
                break
            (lists[-1].items if lists else items).append(Atom(form, match.start(), token))
    return [*items, *lists[:1]], False


def _tokens_of_list(
    low: str, at: int, column: int, node: List | None, functions: Container[str]
) -> Iterator[re.Match[str]]:
    """The tokens after `at` that seem to belong to the list `node`, whose `)` may be missing: on
    further lines only those to the right of the start of the list, or of the line if the list is
    the first one on it."""
    least = _margin(low, node.start if node else 0, column)
    line_end = min(end for end in (low.find("\n", at), len(low)) if end >= 0)
    depth = 0
    for match in TOKEN.finditer(low, at):
        token = match.group()
        if match.start() > line_end and depth == 0:
            here = _column(low, match.start(), column)
            if here < least or (here == least and token != ")"):
                return
        if token == "(":
            if depth == 0 and node and _holds_no_list(node, low, match.end(), functions):
                return
            depth += 1
        elif token == ")":
            depth -= 1
        yield match


def _margin(low: str, start: int, column: int) -> int:
    line_start = low.rfind("\n", 0, start) + 1
    before = low[line_start:start]
    if not line_start or "(" in before:
        return _column(low, start, column)
    return len(before) - len(before.lstrip())


def _column(low: str, at: int, column: int) -> int:
    line_start = low.rfind("\n", 0, at) + 1
    return at - line_start + (0 if line_start else column)


def context_at(
    project: ProjectSnapshot, file: FileSnapshot, offset: int, checkpoint: Checkpoint = NEVER
) -> CursorContext | None:
    """The context at `offset`; None in comments, in strings and in text that is not PDDL."""
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
    functions = environment.functions
    opened = opened_at(form, low, offset - start, column, functions, checkpoint)
    if opened is None or form.role is FormRole.PROSE:
        return None
    lists = _with_section(tree, index, opened)
    word = Span(start + opened.word[0], start + opened.word[1])
    is_section = form.role is FormRole.STRAY and form.state == DEFINE
    if not lists and word != (offset, offset) and not is_section:
        return None  # a word between definitions
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
    """The index of the last form that begins before `offset`; -1 before all forms.

    A `(` before a slot on a later line does not begin a section: it is being typed.
    """
    index = bisect_left(tree.starts, offset) - 1
    while index > 0 and tree.forms[index].keyword in SLOTS:
        root = tree.forms[index].root
        if root is None or offset > tree.starts[index] + root.items[0].start:
            break
        index -= 1
    return index


def _definition_of(file: FileSnapshot, form: Form | None) -> DefinitionSnapshot | None:
    """The definition that contains `form`; None after its last `)`."""
    if form is None or form.role is FormRole.CLOSE:
        return None
    for definition in file.definitions:
        if any(part is form for part in definition.definition.forms()):
            return definition
    return None


def _end_of_what_matters(tree: SyntaxTree, index: int, offset: int) -> int:
    """The end of a form, or of the line of a cursor that is after it."""
    end = tree.starts[index] + len(tree.forms[index].text)
    line_end = tree.source.line_span(tree.source.line_of(offset)).end
    following = bisect_right(tree.starts, max(offset - 1, tree.starts[index]))
    limit = tree.starts[following] if following < len(tree.starts) else line_end
    return max(end, min(line_end, limit))


def _state_behind(form: Form) -> str:
    """The reader's state after `form`."""
    match form.role:
        case FormRole.DEFINE | FormRole.END:
            return DEFINE
        case FormRole.CLOSE | FormRole.PROSE:
            return TOP
        case FormRole.HEADER | FormRole.ITEMS:
            return form.keyword
        case _:
            return form.state


def _with_section(tree: SyntaxTree, index: int, opened: OpenList) -> Sequence[List]:
    """The open lists, preceded by their section, of which `:init` only knows the keyword."""
    form = tree.forms[index]
    if form.role in (FormRole.SECTION, FormRole.HEADER):
        return opened.lists
    keyword = _state_behind(form)
    if keyword in (TOP, DEFINE):
        return opened.lists if form.role is FormRole.STRAY else ()
    section = List(form, 0)
    before = opened.items
    if not before and index and tree.forms[index - 1].role is FormRole.ITEMS:
        before = tree.forms[index - 1].nodes[-1:]  # it may be a dash that needs a type
    section.items.extend((Atom(form, 0, keyword), *before))
    return [section, *opened.lists]


def _levels_behind_dash(
    lists: Sequence[List], word: str, environment: Environment
) -> list[Level] | None:
    """The levels if `word` is the dash of a typed list, else None."""
    if word[:1] != "-" or not lists or not lists[-1].items:
        return None
    items = lists[-1].items
    items.append(Atom(lists[-1].form, lists[-1].start, "-"))
    levels = levels_of(lists, environment)
    if levels[-1].inside in TYPES:
        return levels
    items.pop()
    return None
