"""What belongs at an offset of a domain or a problem."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from plancore.ide.context.brackets import Opened, opened_at
from plancore.ide.context.cursor import CursorContext
from plancore.ide.context.grammar import TYPES, Expected
from plancore.ide.context.levels import Level, levels_of
from plancore.ide.navigation.symbols import environment_of
from plancore.lower.environment import Environment
from plancore.project import ProjectSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.syntax.builder import SLOTS
from plancore.syntax.nodes import Atom, Form, FormRole, List, lower
from plancore.syntax.reader import DEFINE, TOP
from plancore.syntax.tree import SyntaxTree


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
    if opened is None or form.role is FormRole.PROSE:
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
    if form is None or form.role is FormRole.CLOSE:
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
        case FormRole.DEFINE | FormRole.END:
            return DEFINE
        case FormRole.CLOSE | FormRole.PROSE:
            return TOP
        case FormRole.HEADER | FormRole.ITEMS:
            return form.keyword
        case _:
            return form.state


def _with_section(tree: SyntaxTree, index: int, opened: Opened) -> Sequence[List]:
    """The open lists with their section, of which a piece of `:init` knows only the keyword."""
    form = tree.forms[index]
    if form.role in (FormRole.SECTION, FormRole.HEADER):
        return opened.lists
    keyword = _state_behind(form)
    if keyword in (TOP, DEFINE):
        return opened.lists if form.role is FormRole.STRAY else ()
    section = List(form, 0)
    before = opened.items
    if not before and index and tree.forms[index - 1].role is FormRole.ITEMS:
        before = tree.forms[index - 1].nodes[-1:]  # it may be a dash
    section.items.extend((Atom(form, 0, keyword), *before))
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
