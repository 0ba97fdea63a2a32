"""Build the nodes of one form, and decide where a damaged form ends.

A missing `)` is detected at the next keyword whose depth contradicts the parentheses: a slot
keyword deeper than the form's own list, or a section keyword inside a form. The open lists are
closed there, and the diagnostic blames the list that most likely lost its `)`.

In well-formed files a section keyword opens at depth one (`(:action …)`) and a slot keyword is at
depth two (`:effect`): 4,836 benchmark files have 18 exceptions. So these keywords show where a form
must have ended, whatever its parentheses say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from sys import intern
from typing import Final

from plancore.stop import AT_ONCE, NEVER, Checkpoint
from plancore.syntax.nodes import Atom, Form, List, Node, Place, SyntaxProblem
from plancore.syntax.signs import lower

SLOTS: Final = frozenset(
    """
    :agent :causal-links :causallinks :condition :constraints :context :decomposition :duration
    :effect :effects :expansion :methods :observe :order :ordered-subtasks :ordered-tasks
    :ordering :parameters :precondition :preconditions :subtasks :task :tasks :vars
    """.split()  # noqa: SIM905 - a list of 22 quoted words reads worse
)
"""Keywords without a parenthesis inside a section."""
SYNONYMS: Final = {
    ":causallinks": ":causal-links",
    ":order": ":ordering",
    ":ordered-tasks": ":ordered-subtasks",
    ":tasks": ":subtasks",
}
"""Other spellings of slots that HDDL allows, with the usual ones."""
SLOTS_OF_ACTIONS: Final = frozenset(
    (":parameters", ":precondition", ":preconditions", ":effect", ":effects", ":condition")
) | {":duration", ":vars", ":observe"}
"""Slots that are no sections either, so `(:effect …)` is a slot in surplus parentheses."""

NESTED_SECTIONS: Final = frozenset((":private", ":serial", ":parallel")) | {
    *(":strips", ":typing", ":adl", ":fluents", ":equality", ":negative-preconditions"),
    *(":numeric-fluents", ":durative-actions", ":hierarchy", ":action-costs"),
}
"""Keywords that open a parenthesis below depth one: `:private` of multi-agent PDDL,
`(:length (:serial 3) (:parallel 2))` of PDDL 1.2, and requirements in surplus parentheses."""

BULK_SECTIONS: Final = frozenset((":init", ":objects"))
"""Sections that can have megabytes; they are cut into pieces and read on demand."""

COMPOUND_HEADS: Final = frozenset(
    """
    and or not imply forall exists when oneof probabilistic preference at over either define
    always sometime within at-most-once sometime-after sometime-before always-within hold-during
    hold-after = < > <= >= + - * / increase decrease assign scale-up scale-down change unknown
    minimize maximize
    """.split()  # noqa: SIM905 - as above
)
"""Heads of lists that may contain lists; any other named list with a list inside is suspicious."""


# A byte order mark and a zero-width space, common in text from web pages, are blanks.
BLANK: Final = r"\s\ufeff\u200b"
# `?` starts a variable even without a blank before it (`aircraft?a`), but may end a name.
_INNER: Final = rf"[^{BLANK}();?\"]"
_NAME: Final = rf"(?:\?|{_INNER}){_INNER}*+(?:\?(?![A-Za-z_]){_INNER}*+)*"
TOKEN: Final = re.compile(rf"[()]|;[^\n\r]*+|\"[^\"\n\r]*+\"|{_NAME}|\"")
# `(at ?t ?place)`: words separated by single blanks, the bulk of any file.
_FLAT_WORD: Final = rf"[^:?{BLANK}();\"][^?{BLANK}();\"]*+"
_FLAT_LIST: Final = rf"\((?!define\b)\??{_FLAT_WORD}(?: \??{_FLAT_WORD})*\)"
# The pieces of a list, each with the blanks after it, so that the next search begins where the
# match ends. The groups: the inner atom of `(not (at ?t ?place))`, a flat list, the head of another
# list, a `)`, and any other token.
_PART: Final = re.compile(
    rf"(?:\(not ({_FLAT_LIST})\)|({_FLAT_LIST})|\((?!define\b)({_FLAT_WORD})(?!\?)|(\))"
    rf"|({TOKEN.pattern}))[{BLANK}]*+"
)
_NEGATED: Final = 1
_FLAT: Final = 2
_HEAD: Final = 3
_CLOSING: Final = 4
_OTHER: Final = 5
_NEXT_WORD: Final = re.compile(rf"[{BLANK}]*+(?:;[^\n\r]*+[{BLANK}]*+)*(:[a-z][\w-]*)?")
_KEYWORD: Final = re.compile(rf"[{BLANK}]*+(:[a-z][\w-]*|define(?=[{BLANK}()]))")


def opens_section(low: str, paren: int) -> bool:
    """Whether the `(` at `paren` opens a section or a definition, at depth one or zero."""
    match = _KEYWORD.match(low, paren + 1)
    return match is not None and match.group(1) not in NESTED_SECTIONS


def slot_follows(low: str, at: int) -> bool:
    """Whether the next word after `at` is a slot keyword, so that the section goes on."""
    word = _NEXT_WORD.match(low, at)
    return word is not None and word.group(1) in SLOTS


def _opens_slot(low: str, paren: int) -> bool:
    """Whether the `(` at `paren` is before a slot keyword, as in `(:effect …)`."""
    match = _KEYWORD.match(low, paren + 1)
    return match is not None and match.group(1) in SLOTS_OF_ACTIONS


def _is_slot(items: list[Node]) -> bool:
    """Whether the last of some items is a slot keyword, whose value follows."""
    last = items[-1] if items else None
    return type(last) is Atom and last.key in SLOTS


def build_list(
    form: Form, low: str, start: int, *, slots: bool, checkpoint: Checkpoint = NEVER
) -> int:
    """Read the list that opens at `start` into `form`; return the offset past it. Raises what
    `checkpoint` raises.

    `low` is the file in lower case. `slots` is False where slot keywords have no special meaning.
    """
    root = List(form, 0)
    items = root.items
    # The open lists, each with the items of its parent.
    stack: list[tuple[List, list[Node]]] = [(root, [])]
    previous = start + 1
    head_of_slot = -1
    parts = _PART.finditer(low, previous)
    # No tokens are read ahead: the next list would read them again.
    for match in parts if checkpoint is NEVER else _in_between(parts, checkpoint):
        kind = match.lastindex
        if kind == _OTHER:
            token = match[_OTHER]
            first = token[0]
            if first == "(":
                at = match.start()
                # Cheap test first: this runs at every list of every file.
                if low[at + 1 : at + 2] in ":d \t\r\n" and opens_section(low, at):
                    if not slots or not _opens_slot(low, at):
                        _close_early(form, _nodes(stack), previous - start, "the next section")
                        break
                    # The `(` behind a slot keyword opens its value, which has lost its `)`.
                    if not _is_slot(items):
                        if len(stack) > 1:
                            _close_early(form, _nodes(stack[1:]), previous - start, "the next slot")
                            del stack[1:]
                            items = root.items
                        head_of_slot = match.end()
                node = List(form, at - start)
                items.append(node)
                stack.append((node, items))
                items = node.items
                previous = at + 1
            elif first != ";":
                at = match.start()
                if (
                    first == ":"
                    and len(stack) > 1
                    and slots
                    and token in SLOTS
                    and at != head_of_slot
                ):
                    _close_early(form, _nodes(stack[1:]), previous - start, f"`{token}`")
                    del stack[1:]
                    items = root.items
                previous = at + len(token)
                items.append(Atom(form, at - start, intern(token)))
        elif kind == _CLOSING:
            previous = match.end(_CLOSING)
            closed, items = stack.pop()
            closed.end = previous - start
            if stack:
                continue
            if not slots or not slot_follows(low, previous):
                break
            _blame_surplus(form, root, previous - start - 1)
            stack.append((root, []))
            items = root.items
        elif kind == _FLAT:
            at, previous = match.span(_FLAT)
            items.append(List(form, at - start, previous - start, _words_of(match[_FLAT])))
        elif kind == _HEAD:  # not by `_list_of`, as this runs for every list that has lists
            at, previous = match.span(_HEAD)
            head = Atom(form, at - start, intern(match[_HEAD]))
            node = List(form, at - start - 1, 0, [head])
            items.append(node)
            stack.append((node, items))
            items = node.items
        else:
            node, previous = _list_of(form, match, start)
            items.append(node)
    else:
        _close_at_end(form, _nodes(stack), previous - start, low)
    form.nodes = [root]
    root.end = previous - start
    return previous


def _in_between(parts: Iterator[re.Match[str]], checkpoint: Checkpoint) -> Iterator[re.Match[str]]:
    for part in parts:
        yield part
        yield from islice(parts, AT_ONCE - 1)
        checkpoint()


def _nodes(stack: list[tuple[List, list[Node]]]) -> list[List]:
    return [node for node, _ in stack]


class SectionForm(Form):
    """A section whose nodes `build_list` makes."""

    __slots__ = ()

    def _read(self) -> list[Node]:
        build_list(self, lower(self.text), 0, slots=True)
        return self.nodes


class BulkForm(Form):
    """A piece of a bulk section; if its parentheses match it is parsed on demand."""

    __slots__ = ()

    def _read(self) -> list[Node]:
        return _items_of(self, lower(self.text))


def _items_of(form: Form, low: str) -> list[Node]:
    nodes: list[Node] = []
    items = nodes
    stack: list[tuple[List, list[Node]]] = []
    for match in _PART.finditer(low):
        kind = match.lastindex
        if kind == _OTHER:
            token = match[_OTHER]
            if token == "(":
                node = List(form, match.start())
                items.append(node)
                stack.append((node, items))
                items = node.items
            elif token[0] != ";":
                items.append(Atom(form, match.start(), intern(token)))
        elif kind == _CLOSING:
            closed, items = stack.pop()
            closed.end = match.end(_CLOSING)
        else:
            node, _ = _list_of(form, match, 0)
            items.append(node)
            if kind == _HEAD:
                stack.append((node, items))
                items = node.items
    return nodes


def _list_of(form: Form, match: re.Match[str], start: int) -> tuple[List, int]:
    """The complete or just opened list of a match of `_PART` with several tokens, and the offset
    past the match. The form starts at `start`."""
    kind = match.lastindex
    if kind == _FLAT:
        at, end = match.span(_FLAT)
        return List(form, at - start, end - start, _words_of(match[_FLAT])), end
    if kind == _HEAD:
        at, end = match.span(_HEAD)
        head = Atom(form, at - start, intern(match[_HEAD]))
        return List(form, at - start - 1, 0, [head]), end
    at, end = match.span(_NEGATED)
    at -= start
    inner = List(form, at, end - start, _words_of(match[_NEGATED]))
    return List(form, at - 5, end - start + 1, [Atom(form, at - 4, "not"), inner]), end + 1


@lru_cache(maxsize=4_096)
def _words_of(text: str) -> tuple[str, ...]:
    """The words of a flat list, cached because files repeat many of them."""
    return tuple([intern(word) for word in text[1:-1].split(" ")])


def suspicious_list(outer: List) -> tuple[List, List] | None:
    """The first list inside `outer` that contains a list although its head takes none, with its
    parent.

    `(at ?x (on ?y))` in a formula has lost the `)` after `?x`.
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
    """Whether this is a predicate as in `(at ?x ?place)`, not `(at start …)` or `(at 5 …)`."""
    second = node.items[1] if len(node.items) > 1 else None
    return node.head == "at" and type(second) is Atom and second.key[0] == "?"


def hoist(inner: List, parent: List) -> int:
    """End `inner` before its first list and move the rest to `parent`; return the new end."""
    cut = next(index for index, item in enumerate(inner.items) if type(item) is List)
    moved = inner.items[cut:]
    del inner.items[cut:]
    inner.end = inner.items[-1].end
    at = parent.items.index(inner) + 1
    parent.items[at:at] = moved
    return inner.end


def _close_at_end(form: Form, unclosed: list[List], end: int, text: str) -> None:
    """Close the lists that are still open at the end of the file.

    A last `)` at the start of a line is taken as the end of the definition, whatever it closed.
    """
    last = unclosed[-1].items[-1] if unclosed[-1].items else None
    at_margin = text.rstrip().endswith(("\n)", "\r)"))
    if at_margin and type(last) is List and last.items and last.end == end:
        _close_early(form, [*unclosed, last], last.items[-1].end, "the end of the file")
        return
    _close_early(form, unclosed, end, "the end of the file")


def _close_early(form: Form, unclosed: list[List], end: int, before: str) -> None:
    """Close `unclosed` (outermost first) at `end` and report the missing parentheses."""
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
        f"missing {what}: {name} is not closed before {before}",
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
        SyntaxProblem(
            "surplus-parenthesis",
            Place(form, at, at + 1),
            "surplus `)`: it closes a list too early",
        )
    )
