"""Forms, atoms and lists.

A form is a piece of a file that is read, damaged and replaced as a unit. Offsets of atoms and lists
count from the start of their form.
"""

from __future__ import annotations

from enum import StrEnum
from threading import Lock
from typing import Final, NamedTuple

from plancore.memo import Memo

_SPREADING: Final = Lock()
"""Held while items are made: all threads must get the same nodes, compared by identity."""


class Place(NamedTuple):
    """A range inside a form; it stays valid while the rest of the file changes.

    `SyntaxTree.span` converts it to a `Span` of the file.
    """

    form: Form
    start: int
    end: int


class SyntaxProblem(NamedTuple):
    """An error in the parentheses.

    For a missing parenthesis, `opener` is the unclosed list and `missing` the number of `)` missing
    at this place. `missing` is 0 for a section without either of its parentheses; `opener` is its
    end, if it has several forms.
    """

    code: str
    place: Place
    message: str
    opener: Place | None = None
    missing: int = 1


class Atom:
    """A name, variable, keyword or number. `key` is its text in lower case.

    There is one per word of a file, so it stores as little as possible: `key` is as long as the
    original spelling, which gives the end.
    """

    __slots__ = ("form", "key", "start")

    def __init__(self, form: Form, start: int, key: str) -> None:
        self.form = form
        self.start = start
        self.key = key

    @property
    def end(self) -> int:
        """The offset past its last character."""
        return self.start + len(self.key)

    @property
    def place(self) -> Place:
        """Its range."""
        return Place(self.form, self.start, self.end)

    @property
    def text(self) -> str:
        """The original spelling; that of `? x` is `?x`."""
        text = self.form.text[self.start : self.end]
        return f"?{text.lstrip()}" if text[:1] == " " else text

    def __repr__(self) -> str:
        return f"Atom({self.text!r})"


class List:
    """A parenthesised list. `end` is past its `)`, or past its last item if that is missing.

    Most lists are words separated by single blanks. Such a list stores a shared tuple of words and
    makes its items on demand: few are needed, and atoms for all would take a quarter of the memory
    of a large file. Code that needs no positions should check `words` first.
    """

    __slots__ = ("_items", "end", "form", "start", "words")

    _items: list[Node]
    words: tuple[str, ...]
    """The keys of its items if all are words and not made yet; otherwise empty."""

    def __init__(
        self, form: Form, start: int, end: int = 0, items: list[Node] | tuple[str, ...] = ()
    ) -> None:
        self.form = form
        self.start = start
        self.end = end or start + 1
        if isinstance(items, list):
            self._items, self.words = items, ()
        elif items:
            self.words = items
        else:
            self._items, self.words = [], ()

    # Not `__getattr__`: in Python 3.11 it makes each access to any attribute four times slower.
    @property
    def items(self) -> list[Node]:
        """Its items in order; those of a list of words are made on first access."""
        return self._spread() if self.words else self._items

    def word_place(self, number: int) -> Place:
        """The range of the item at index `number`."""
        words = self.words
        if not words:
            return self.items[number].place
        start = self.start + 1 + sum(map(len, words[:number])) + number
        return Place(self.form, start, start + len(words[number]))

    def _spread(self) -> list[Node]:
        """Make and keep the items; every thread gets the same atoms."""
        with _SPREADING:
            if not self.words:
                return self._items
            at = self.start + 1
            items: list[Node] = []
            for word in self.words:
                items.append(Atom(self.form, at, word))
                at += len(word) + 1
            self._items, self.words = items, ()
            return items

    @property
    def place(self) -> Place:
        """Its range, including the parentheses."""
        return Place(self.form, self.start, self.end)

    @property
    def head(self) -> str:
        """The key of its first item; empty if that is not an atom."""
        words = self.words
        if words:
            return words[0]
        items = self._items
        if items:
            first = items[0]
            if type(first) is Atom:
                return first.key
        return ""

    @property
    def text(self) -> str:
        """Its source text."""
        return self.form.text[self.start : self.end]

    def __repr__(self) -> str:
        return f"List({self.text!r})"


Node = Atom | List


class FormRole(StrEnum):
    """The role of a form in its file."""

    DEFINE = "define"
    """`(define`"""
    CLOSE = "close"
    """The `)` that closes `(define`."""
    SECTION = "section"
    """A list directly inside `(define …)`, whole."""
    HEADER = "header"
    """`(:init` or `(:objects`: the start of a section that is read in pieces."""
    ITEMS = "items"
    """Some of the items of such a section."""
    END = "end"
    """The `)` of such a section."""
    STRAY = "stray"
    """Unexpected text, such as a surplus `)`."""
    PROSE = "prose"
    """Text around the PDDL: an answer in natural language, a Markdown fence."""


class Form:
    """A piece of a file. It does not know its offset, so it survives edits elsewhere.

    `state` is the reader's state before it (see `reader`). `memo` caches results that follow from
    its text and the grounds stored with them, such as the environment that resolved its names.
    `is_cut_off` is whether a section that is read in pieces ends after it without a `)`.
    """

    __slots__ = ("_nodes", "is_cut_off", "keyword", "memo", "problems", "role", "state", "text")

    def __init__(self, role: FormRole, state: str, keyword: str = "", text: str = "") -> None:
        self.role = role
        self.state = state
        self.keyword = keyword
        self.text = text
        self.problems: list[SyntaxProblem] = []
        self.memo = Memo()
        self.is_cut_off = False
        self._nodes: list[Node] | None = None

    @property
    def nodes(self) -> list[Node]:
        """The nodes of this form; those of a bulk piece are parsed on first access."""
        nodes = self._nodes
        if nodes is None:
            nodes = self._nodes = self._read()
        return nodes

    @nodes.setter
    def nodes(self, nodes: list[Node]) -> None:
        self._nodes = nodes

    def _read(self) -> list[Node]:
        """Parse the nodes of a form that was made without any."""
        return []

    def release(self) -> None:
        """Drop cached results, problems and nodes, which all refer to the form: otherwise only a
        full garbage collection would free them. For forms that are no longer part of a text. Nodes
        are parsed again on access, as other objects; those that could not be are kept."""
        self.memo = Memo()
        self.problems = []
        if type(self)._read is not Form._read:
            self._nodes = None

    @property
    def root(self) -> List | None:
        """The list of a form that is one; otherwise None."""
        nodes = self.nodes
        if nodes and type(nodes[0]) is List:
            return nodes[0]
        return None

    def place(self, start: int = 0, end: int | None = None) -> Place:
        """A range of this form; all of it by default."""
        return Place(self, start, len(self.text) if end is None else end)

    def reads_like(self, other: Form) -> bool:
        """Whether both have the same text, role, state and problems, and end their section or
        not."""
        return (
            self.text == other.text
            and (self.role, self.state, self.is_cut_off)
            == (other.role, other.state, other.is_cut_off)
            and [(p.code, p.place[1:], p.message) for p in self.problems]
            == [(p.code, p.place[1:], p.message) for p in other.problems]
        )

    def __repr__(self) -> str:
        return f"Form({self.role}, {self.text[:40]!r})"
