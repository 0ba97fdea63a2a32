"""Builds the nodes of one form, and decides where a damaged form ends.

A missing `)` is noticed at the next word that cannot stand where the parentheses say it does: a
slot keyword deeper than the form's own list, or a section keyword inside a form. What was left
open is closed there, and blamed on the list that looks as if it had lost its end.
"""

from __future__ import annotations

import re
from functools import lru_cache
from sys import intern
from typing import TYPE_CHECKING, Final

from plancore.syntax.keywords import COMPOUND_HEADS, NESTED_SECTIONS, SLOTS
from plancore.syntax.nodes import Atom, List, Node, Place, SyntaxProblem

if TYPE_CHECKING:
    from plancore.syntax.forms import Form

# A byte order mark and the invisible blank of web pages separate words like any other blank.
BLANK: Final = r"\s\ufeff\u200b"
# `?` starts a variable even when no blank stands before it (`aircraft?a`), but may end a name.
_INNER: Final = rf"[^{BLANK}();?\"]"
_NAME: Final = rf"(?:\?|{_INNER}){_INNER}*+(?:\?(?![A-Za-z_]){_INNER}*+)*+"
TOKEN: Final = re.compile(rf"[()]|;[^\n\r]*+|\"[^\"\n\r]*+\"|{_NAME}|\"")
# `(at ?t ?place)`: words and single blanks, by far the most of any file.
_FLAT_WORD: Final = rf"[^:?{BLANK}();\"][^?{BLANK}();\"]*+"
_FLAT_LIST: Final = rf"\((?!define\b)\??{_FLAT_WORD}(?: \??{_FLAT_WORD})*+\)"
# `(not (at ?t ?place))`, and `(and`: what most other lists are, and what they begin with.
_NEGATION: Final = rf"\(not {_FLAT_LIST}\)"
_HEAD: Final = rf"\((?!define\b){_FLAT_WORD}(?!\?)"
# With the blanks behind it, so that the next search begins where it ends.
_PART: Final = re.compile(f"({_NEGATION}|{_FLAT_LIST}|{_HEAD}|{TOKEN.pattern})[{BLANK}]*+")
_NEXT_WORD: Final = re.compile(rf"(?:[{BLANK}]++|;[^\n\r]*+)*+(:[a-z][\w-]*)?")
_KEYWORD: Final = re.compile(rf"[{BLANK}]*+(:[a-z][\w-]*|define(?=[{BLANK}()]))")


def opens_section(low: str, paren: int) -> bool:
    """Whether the `(` at `paren` opens something that only stands at depth one or zero."""
    match = _KEYWORD.match(low, paren + 1)
    return match is not None and match.group(1) not in NESTED_SECTIONS


def slot_follows(low: str, at: int) -> bool:
    """Whether the next word from `at` on is a slot keyword, which stands inside a section."""
    word = _NEXT_WORD.match(low, at)
    return word is not None and word.group(1) in SLOTS


def build_list(form: Form, low: str, start: int, *, slots: bool) -> int:
    """Read the list that opens at `start` into `form`; returns the offset past it.

    `low` is the file in lower case. `slots` says that slot keywords mean something here.
    """
    root = List(form, 0)
    stack = [root]
    items = root.items
    previous = start + 1
    for match in _PART.finditer(low, previous):
        token = match.group(1)
        first = token[0]
        if first == "(":
            at = match.start()
            if len(token) > 1:
                previous = match.end(1)
                node = _list_of(form, at - start, token)
                items.append(node)
                if token[-1] != ")":
                    stack.append(node)
                    items = node.items
                continue
            # Cheap test first: this runs at every list of every file.
            if low[at + 1 : at + 2] in ":d \t\r\n" and opens_section(low, at):
                _close_early(form, stack, previous - start, "the next section")
                break
            node = List(form, at - start)
            items.append(node)
            stack.append(node)
            items = node.items
            previous = at + 1
        elif first == ")":
            previous = match.end(1)
            stack.pop().end = previous - start
            if stack:
                items = stack[-1].items
                continue
            if not slots or not slot_follows(low, previous):
                break
            _blame_surplus(form, root, previous - start - 1)
            stack.append(root)
            items = root.items
        elif first == ";":
            continue
        else:
            if first == ":" and len(stack) > 1 and slots and token in SLOTS:
                _close_early(form, stack[1:], previous - start, f"`{token}`")
                del stack[1:]
                items = root.items
            previous = match.end(1)
            items.append(Atom(form, match.start() - start, intern(token)))
    else:
        _close_at_end(form, stack, previous - start, low)
    form.nodes = [root]
    root.end = previous - start
    return previous


def build_items(form: Form, low: str) -> list[Node]:
    """The nodes of a piece of a bulk section, whose parentheses are known to match."""
    nodes: list[Node] = []
    stack: list[List] = []
    items = nodes
    for match in _PART.finditer(low):
        token = match.group(1)
        first = token[0]
        if first == "(":
            at = match.start()
            node = _list_of(form, at, token) if len(token) > 1 else List(form, at)
            items.append(node)
            if token[-1] != ")":
                stack.append(node)
                items = node.items
        elif first == ")":
            stack.pop().end = match.end(1)
            items = stack[-1].items if stack else nodes
        elif first != ";":
            items.append(Atom(form, match.start(), intern(token)))
    return nodes


def _list_of(form: Form, at: int, token: str) -> List:
    """The list that a token of several characters is, or begins."""
    if token[-1] != ")":
        return List(form, at, 0, [Atom(form, at + 1, intern(token[1:]))])
    end = at + len(token)
    if token[-2] != ")":
        return List(form, at, end, _words_of(token))
    inner = List(form, at + 5, end - 1, _words_of(token[5:-1]))
    return List(form, at, end, [Atom(form, at + 1, "not"), inner])


@lru_cache(maxsize=4_096)
def _words_of(text: str) -> tuple[str, ...]:
    """The words of a flat list; many a list stands in a file more than once."""
    return tuple([intern(word) for word in text[1:-1].split(" ")])


def suspicious_list(outer: List) -> tuple[List, List] | None:
    """The first list inside `outer` that holds a list although its head takes none.

    Returned with its parent: `(at ?x (on ?y))` in a formula has lost the `)` after `?x`.
    """
    stack = [outer]
    while stack:
        parent = stack.pop()
        for node in parent.items:
            if type(node) is not List:
                continue
            head = node.head
            if (
                head
                and (head not in COMPOUND_HEADS or _is_place(node))
                and head[0] not in "?:"
                and any(type(item) is List for item in node.items)
            ):
                return node, parent
        stack.extend(node for node in reversed(parent.items) if type(node) is List)
    return None


def _is_place(node: List) -> bool:
    """Whether this is the predicate of `(at ?x ?place)`, not `(at start …)` or `(at 5 …)`."""
    second = node.items[1] if len(node.items) > 1 else None
    return node.head == "at" and type(second) is Atom and second.key[0] == "?"


def hoist(inner: List, parent: List) -> int:
    """End `inner` before its first list and give what follows to `parent`; returns that end."""
    cut = next(index for index, item in enumerate(inner.items) if type(item) is List)
    moved = inner.items[cut:]
    del inner.items[cut:]
    inner.end = inner.items[-1].end
    at = parent.items.index(inner) + 1
    parent.items[at:at] = moved
    return inner.end


def _close_at_end(form: Form, unclosed: list[List], end: int, text: str) -> None:
    """Close what the end of the file leaves open.

    A last `)` at the start of a line was written for the definition, whatever it closed.
    """
    last = unclosed[-1].items[-1] if unclosed[-1].items else None
    at_margin = text.rstrip().endswith(("\n)", "\r)"))
    if at_margin and type(last) is List and last.items and last.end == end:
        _close_early(form, [*unclosed, last], last.items[-1].end, "the end of the file")
        return
    _close_early(form, unclosed, end, "the end of the file")


def _close_early(form: Form, unclosed: list[List], end: int, before: str) -> None:
    """Close `unclosed` (outermost first) at `end` and say what is missing."""
    for node in unclosed:
        node.end = end
    blamed, count = unclosed[-1], len(unclosed)
    suspect = suspicious_list(unclosed[0])
    if suspect is not None:
        inner, parent = suspect
        at = hoist(inner, parent)
        form.problems.append(_missing(form, inner, at, 1, "its next list"))
        count -= 1
        blamed = unclosed[0]
    if count:
        form.problems.append(_missing(form, blamed, end, count, before))


def _missing(form: Form, opener: List, end: int, count: int, before: str) -> SyntaxProblem:
    name = f"`({opener.head}`" if opener.head else "`(`"
    what = "`)`" if count == 1 else f"{count} `)`"
    return SyntaxProblem(
        "missing-parenthesis",
        Place(form, max(end - 1, 0), end),
        f"{what} missing: {name} is not closed before {before}",
        Place(form, opener.start, opener.items[0].end if opener.head else opener.start + 1),
        count,
    )


def _blame_surplus(form: Form, root: List, at: int) -> None:
    """A `)` closed the form although a slot follows: find the `)` that came too early."""
    items = root.items
    for index in range(1, len(items)):
        node, before = items[index], items[index - 1]
        if type(node) is List and type(before) is List:
            at = before.end - 1
            before.items.extend(items[index:])
            before.end = items[-1].end
            del items[index:]
            break
    form.problems.append(
        SyntaxProblem("surplus-parenthesis", Place(form, at, at + 1), "this `)` closes too much")
    )
