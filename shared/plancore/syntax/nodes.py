"""Atoms and lists, with positions that count from the start of their form."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from plancore.syntax.forms import Form

_SPREADING: Final = Lock()
"""Held while the items of a list are made: nodes are told apart by identity."""


class Place(NamedTuple):
    """A range inside a form; it stays true while the rest of the file changes.

    `SyntaxTree.span` makes a `Span` of the file from it.
    """

    form: Form
    start: int
    end: int


class SyntaxProblem(NamedTuple):
    """Something wrong with the parentheses.

    `opener` is what a missing one would close, `missing` how many are missing in that place.
    """

    code: str
    place: Place
    message: str
    opener: Place | None = None
    missing: int = 1


class Atom:
    """A name, variable, keyword or number. `key` is its text in lower case.

    There is one for every word of a file, so it keeps as little as possible: lower case is as
    long as the spelling, which gives the end.
    """

    __slots__ = ("form", "key", "start")

    def __init__(self, form: Form, start: int, key: str) -> None:
        self.form = form
        self.start = start
        self.key = key

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.key)

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place(self.form, self.start, self.end)

    @property
    def text(self) -> str:
        """Its spelling in the file."""
        return self.form.text[self.start : self.end]

    def __repr__(self) -> str:
        return f"Atom({self.text!r})"


class List:
    """A parenthesised list. `end` is past its `)`, or past its last item when that is missing.

    Most lists are words with one blank between two. Such a list keeps the words, which it shares
    with others, and makes its items when they are asked for: few ever are, and together they take
    a quarter of the memory that a large file does. Who needs no positions looks at `words` first.
    """

    __slots__ = ("_items", "end", "form", "start")

    def __init__(
        self, form: Form, start: int, end: int = 0, items: list[Node] | tuple[str, ...] = ()
    ) -> None:
        self.form = form
        self.start = start
        self.end = end or start + 1
        self._items = items or []

    @property
    def items(self) -> list[Node]:
        """What it holds, in order."""
        items = self._items
        return items if type(items) is list else self._spread()

    @property
    def words(self) -> tuple[str, ...]:
        """The keys of its items, where nobody has asked for the items so far and there is nothing
        but words; else empty."""
        items = self._items
        return items if type(items) is tuple else ()

    def word_place(self, number: int) -> Place:
        """Where its item of this number stands."""
        words = self.words
        if not words:
            return self.items[number].place
        start = self.start + 1 + sum(map(len, words[:number])) + number
        return Place(self.form, start, start + len(words[number]))

    def _spread(self) -> list[Node]:
        """The items from now on: the same atoms for whoever asks, in any thread."""
        with _SPREADING:
            words = self._items
            if isinstance(words, list):
                return words
            at = self.start + 1
            items: list[Node] = []
            for word in words:
                items.append(Atom(self.form, at, word))
                at += len(word) + 1
            self._items = items
            return items

    @property
    def place(self) -> Place:
        """Where it stands, parentheses included."""
        return Place(self.form, self.start, self.end)

    @property
    def head(self) -> str:
        """The key of its first item; empty when that is no atom."""
        items = self._items
        if items:
            first = items[0]
            if type(first) is str:
                return first
            if type(first) is Atom:
                return first.key
        return ""

    @property
    def text(self) -> str:
        """Its characters in the file."""
        return self.form.text[self.start : self.end]

    def __repr__(self) -> str:
        return f"List({self.text!r})"


Node = Atom | List
