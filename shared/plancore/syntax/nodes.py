"""Forms, the pieces of a file that are read, damaged and replaced as one; atoms and lists, with
positions that count from the start of their form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from threading import Lock
from typing import Final, NamedTuple

from plancore.memo import Memo

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

    `opener` is what a missing one would close, `missing` how many are missing in that place; 0 is
    for a section that lacks both of its own.
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


class FormRole(StrEnum):
    """The role that a form plays in its file."""

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
    """Text that does not belong where it stands, such as a surplus `)`."""
    PROSE = "prose"
    """Text around the PDDL: an answer in natural language, a Markdown fence."""


class Form:
    """A piece of a file. It does not know where it stands, so it outlives edits elsewhere.

    `state` is the reader's state before it (see `reader`). `memo` keeps what any room works out
    about this form: answers that follow from its text and from the grounds that they are kept
    with, such as the environment in which a name was looked up.
    """

    __slots__ = ("_nodes", "keyword", "memo", "problems", "role", "state", "text")

    def __init__(self, role: FormRole, state: str, keyword: str = "", text: str = "") -> None:
        self.role = role
        self.state = state
        self.keyword = keyword
        self.text = text
        self.problems: list[SyntaxProblem] = []
        self.memo = Memo()
        self._nodes: list[Node] | None = None

    @property
    def nodes(self) -> list[Node]:
        """The nodes of this form; those of a bulk piece are read when first asked for."""
        if self._nodes is None:
            self._nodes = self._read()
        return self._nodes

    @nodes.setter
    def nodes(self, nodes: list[Node]) -> None:
        self._nodes = nodes

    def _read(self) -> list[Node]:
        """The nodes of a form that has none when it is made."""
        return []

    @property
    def root(self) -> List | None:
        """The list that this form is, where it is one."""
        nodes = self.nodes
        if nodes and type(nodes[0]) is List:
            return nodes[0]
        return None

    def place(self, start: int = 0, end: int | None = None) -> Place:
        """A range of this form; the whole by default."""
        return Place(self, start, len(self.text) if end is None else end)

    def reads_like(self, other: Form) -> bool:
        """Whether both stand for the same text, read in the same way."""
        return (
            self.text == other.text
            and self.role is other.role
            and self.state == other.state
            and [(p.code, p.place[1:], p.message) for p in self.problems]
            == [(p.code, p.place[1:], p.message) for p in other.problems]
        )

    def __repr__(self) -> str:
        return f"Form({self.role}, {self.text[:40]!r})"


MEANT: Final = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\uff0d", "-"),
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
    **dict.fromkeys("\u00a0\u2007\u2009\u200b\u200c\u200d\u202f\u2060\u3000,\uff0c\u3001", " "),
    "\uff08": "(",
    "\uff09": ")",
    "\uff1a": ":",
    "\uff1b": ";",
    "\uff1d": "=",
    "\uff1f": "?",
}
"""Signs of word processors, web pages and other languages, each with the one of PDDL that it is
read as."""
_OTHERS: Final = {"[": "(", "{": "(", "]": ")", "}": ")", "$": "?", '"': " ", "'": " "}
"""Signs that are read so where they do not belong to a name, a string or a template."""

_TO_MEANT: Final = str.maketrans(MEANT)
_OTHER: Final = re.compile(r"[\[\]{}$\"']")
_END_OF_LINE: Final = re.compile(r"[\r\n]")
_LONGEST_WORD: Final = 100
_END_OF_WORD: Final = re.compile(r"(?s:.*)[\s();\"]")
_END_OF_MARK: Final = re.compile(r"\S[ \t]\}\}")
_QUOTED: Final = re.compile(r"([\"'])[A-Za-z_][\w-]*+\1(?=[\s()\[\]{};]|\Z)")
_COMMENT_OF_C: Final = re.compile(r"(?<![^\s()])(?://|/\*[^\n\r]*?\*/)")
_BLANKS: Final = "".join(sign for sign, meant in MEANT.items() if meant == " ")
_ANGLED: Final = re.compile(r"<\?[A-Za-z_][\w-]*+>")
_GLUED: Final = re.compile(
    rf"{_ANGLED.pattern}|\?(?<=[^\s\ufeff{_BLANKS}()\[\]{{}};?\"]\?)(?=[A-Za-z_])"
)
_FOREIGN: Final = re.compile(rf"{_COMMENT_OF_C.pattern}|[{re.escape(''.join(MEANT))}]")


def lower(text: str) -> str:
    """`text` in lower case and with the signs of PDDL in place of others, character by character:
    the length never changes."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
    if not low.isascii():
        low = low.translate(_TO_MEANT)
    elif "," in low:
        low = low.replace(",", " ")
    if "//" in low or "/*" in low:
        low = _COMMENT_OF_C.sub(lambda sign: ";;" if sign[0] == "//" else " " * len(sign[0]), low)
    if "<?" in low:
        low = _ANGLED.sub(lambda sign: f" {sign[0][1:-1]} ", low)
    if any(sign in low for sign in _OTHERS):
        low = _OTHER.sub(lambda sign: _OTHERS[sign[0]] if _is_foreign(sign) else sign[0], low)
    return low


def meant(sign: str) -> str:
    """The sign of PDDL that a foreign one is read as."""
    return MEANT.get(sign) or _OTHERS.get(sign, "")


def foreign_signs(text: str) -> list[re.Match[str]]:
    """The signs outside of comments that PDDL does not have, each variable in angle brackets, and
    each `?` with no blank before it, in order; to look costs next to nothing."""
    found = list(_GLUED.finditer(text))
    if not text.isascii() or any(sign in text for sign in (",", "//", "/*")):
        found += _FOREIGN.finditer(text)
    if any(sign in text for sign in _OTHERS):
        found += filter(_is_foreign, _OTHER.finditer(text))
    found.sort(key=re.Match.start)
    return list(outside_comments(found, text))


def _is_foreign(sign: re.Match[str]) -> bool:
    """Whether one of `_OTHERS` stands for a sign of PDDL; what is next to it tells. It does not in
    the name `x[3]`, the mark `{{ name }}` of a template, and a string of several words."""
    text, at, what = sign.string, sign.start(), sign[0]
    before, behind, begins = text[at - 1 : at], text[at + 1 : at + 2], _begins(text, at)
    if what == "$":
        return begins and (behind.isalpha() or behind == "_")
    if what in "\"'":
        return _is_around_name(text, at) or (
            what == "'" and ((begins and behind == "(") or (before == ")" and behind in " )\r\n"))
        )
    first = max(0, at - _LONGEST_WORD)
    ended = _END_OF_WORD.match(text, first, at)
    word = text[ended.end() if ended else first : at]
    around = f"{word}{what}{behind}"
    if "{{" in around or "{%" in around or "%}" in around:
        return False
    word = word.lstrip("[{")
    if what in "[{" and (not word or word[0] == ":"):
        return True
    opened = word.count("[") + word.count("{") - word.count("]") - word.count("}")
    if what in "[{":
        return opened < 0
    return opened <= 0 and not (
        _END_OF_MARK.match(text, at - 2) or _END_OF_MARK.match(text, at - 3)
    )


def _begins(text: str, at: int) -> bool:
    """Whether no word stands right before the sign at `at`."""
    return at == 0 or text[at - 1].isspace() or text[at - 1] in "()[]{}"


def _is_around_name(text: str, at: int) -> bool:
    """Whether the quotation mark at `at` is one of those in `"name"`."""
    opening = text.rfind(text[at], max(0, at - _LONGEST_WORD), at)
    for start in (at, opening):
        name = _QUOTED.match(text, start) if start >= 0 else None
        if name and _begins(text, start) and at in (start, name.end() - 1):
            return True
    return False


def outside_comments(found: Iterable[re.Match[str]], text: str) -> Iterator[re.Match[str]]:
    """Of what was `found`, in order, what no comment holds. All of it may be in one line, which is
    not searched again for each."""
    done = 0
    for each in found:
        at = each.start()
        while 0 <= done <= at:
            comment = text.find(";", done, at)
            if comment < 0:
                done = at
                yield each
                break
            end = _END_OF_LINE.search(text, comment)
            done = end.end() if end is not None else -1
