"""Atoms and lists, with positions that count from the start of their form."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from plancore.syntax.forms import Form


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
    """A parenthesised list. `end` is past its `)`, or past its last item when that is missing."""

    __slots__ = ("end", "form", "items", "start")

    def __init__(self, form: Form, start: int) -> None:
        self.form = form
        self.start = start
        self.end = start + 1
        self.items: list[Node] = []

    @property
    def place(self) -> Place:
        """Where it stands, parentheses included."""
        return Place(self.form, self.start, self.end)

    @property
    def head(self) -> str:
        """The key of its first item; empty when that is no atom."""
        if self.items:
            first = self.items[0]
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
