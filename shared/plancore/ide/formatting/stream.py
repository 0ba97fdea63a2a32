"""The tokens of one section with what the layout asks about them: widths, ends, item counts; and
what can be chosen about the layout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from plancore.syntax.builder import TOKEN


@dataclass(frozen=True, slots=True)
class FormatOptions:
    """`indent` blanks for each level; lists longer than `width` columns are broken."""

    indent: int = 2
    width: int = 100


OPEN: Final = 0
CLOSE: Final = 1
ATOM: Final = 2
COMMENT: Final = 3

UNFLAT: Final = 1 << 30
"""The width of a list that cannot stand on one line, because there is a comment in it."""


class TokenStream:
    """Tokens by index, with offsets that count from the start of the text.

    For the `(` of a list, `mates` is the index of its `)`, `widths` the number of columns it
    takes on one line, `counts` the number of its items; for an atom `widths` is its length.
    """

    __slots__ = ("counts", "ends", "kinds", "mates", "starts", "text", "widths")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.kinds: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.widths: list[int] = []
        self.mates: list[int] = []
        self.counts: list[int] = []
        self._scan(start, end)

    def __len__(self) -> int:
        return len(self.kinds)

    def key(self, index: int) -> str:
        """The text of a token in lower case."""
        return self.text[self.starts[index] : self.ends[index]].lower()

    def head(self, index: int) -> str:
        """The first word of the list that opens at `index`; empty when it starts otherwise."""
        first = self.first_item(index)
        return self.key(first) if self.kinds[first] == ATOM else ""

    def first_item(self, index: int) -> int:
        """The index of the first item of a list, or of its `)`."""
        index += 1
        while self.kinds[index] == COMMENT:
            index += 1
        return index

    def closers(self, index: int) -> int:
        """How many `)` end together with the item at `index`; counts three at most."""
        index = self.mates[index] + 1 if self.kinds[index] == OPEN else index + 1
        count = 0
        while count < 3 and index < len(self.kinds) and self.kinds[index] == CLOSE:
            count += 1
            index += 1
        return count

    def _scan(self, start: int, end: int) -> None:
        text, kinds, starts, ends = self.text, self.kinds, self.starts, self.ends
        widths, mates, counts = self.widths, self.mates, self.counts
        stack: list[int] = []
        for index, match in enumerate(TOKEN.finditer(text, start, end)):
            at, behind = match.span()
            first = text[at]
            width = count = 0
            mate = index
            if first == "(":
                kind = OPEN
            elif first == ")":
                kind = CLOSE
            elif first == ";":
                kind = COMMENT
                behind = at + len(match.group().rstrip())
                width = UNFLAT
            else:
                kind = ATOM
                width = behind - at
            kinds.append(kind)
            starts.append(at)
            ends.append(behind)
            widths.append(width)
            mates.append(mate)
            counts.append(count)
            if kind == OPEN:
                stack.append(index)
            elif kind == CLOSE:
                opener = stack.pop()
                mates[opener] = index
                blanks = max(counts[opener] - 1, 0)
                widths[opener] = min(widths[opener] + blanks + 2, UNFLAT)
                if stack:
                    widths[stack[-1]] += widths[opener]
                    counts[stack[-1]] += 1
            elif stack:
                widths[stack[-1]] += width
                counts[stack[-1]] += kind == ATOM
