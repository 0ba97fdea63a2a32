"""Forms: the pieces of a file that are read, damaged and replaced as one."""

from __future__ import annotations

from enum import StrEnum

from plancore.memo import Memo
from plancore.syntax.builder import build_items
from plancore.syntax.nodes import List, Node, Place, SyntaxProblem


class Role(StrEnum):
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

    def __init__(self, role: Role, state: str, keyword: str = "", text: str = "") -> None:
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
            self._nodes = build_items(self, lower(self.text)) if self.role is Role.ITEMS else []
        return self._nodes

    @nodes.setter
    def nodes(self, nodes: list[Node]) -> None:
        self._nodes = nodes

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


def lower(text: str) -> str:
    """`text` in lower case, character by character: the length never changes."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
