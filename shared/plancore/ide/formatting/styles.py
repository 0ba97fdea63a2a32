"""The layout of lists that take several lines: one small class for each style.

Also the tokens of one section with their widths, ends and item counts, and the options of the
layout.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from itertools import chain
from typing import Final

from plancore.source import Span
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.builder import TOKEN


class Gap(IntEnum):
    """The gap before an item."""

    NONE = 0
    BLANK = 1
    LINE = 2
    """A line break, at the indentation of the list's items."""
    DEEPER = 3
    """A line break, one level deeper: a continuation of the line above."""


class ListStyle:
    """The state of a list on several lines; `before` is called for each item, in order."""

    __slots__ = ("count", "fits", "indent", "index", "stream")
    airy = True
    """Whether an empty line between two items is kept."""

    def __init__(self, stream: TokenStream, index: int, indent: int) -> None:
        self.stream = stream
        self.index = index
        self.indent = indent
        self.count = 0
        self.fits = True
        """Whether the current item fits on the line."""

    def before(self, item: int, fits: bool) -> Gap:
        """The gap before the next item; `fits` is whether it fits on the line."""
        self.fits = fits
        gap = self.gap(item) if self.count else Gap.NONE
        self.note(item)
        self.count += 1
        return gap

    def is_apart(self, _: int) -> bool:
        """Whether the next item starts a new group, not indented after a comment."""
        return False

    def gap(self, item: int) -> Gap:
        """The gap before an item other than the first."""
        raise NotImplementedError

    def note(self, item: int) -> None:
        """Record the item for the next one."""


_INLINE: Final = {
    **dict.fromkeys(("and", "or", "oneof", "when", "imply", "not", "unknown", "probabilistic"), 1),
    **dict.fromkeys(("+", "-", "*", "/"), 1),
    **dict.fromkeys(("forall", "exists", ":derived", "=", "<", ">", "<=", ">="), 2),
    **dict.fromkeys(("increase", "decrease", "assign", "scale-up", "scale-down", "change"), 2),
}
_WRAPPERS: Final = frozenset(
    """
    not forall exists at over preference always sometime within at-most-once hold-after
    hold-during :goal :constraints :derived
    """.split()  # noqa: SIM905 - a list of 15 quoted words reads worse
)
_CONNECTIVES: Final = frozenset(("and", "or", "oneof"))


class FormulaStyle(ListStyle):
    """Conditions, effects, expressions, and all lists without a style of their own.

    The head and its operands stay on the line, each list after them gets its own line. A
    conjunction that is the whole rest of its parent opens on the parent's line.
    """

    __slots__ = ("inline", "listed", "wraps")

    def __init__(self, stream: TokenStream, index: int, indent: int) -> None:
        super().__init__(stream, index, indent)
        head = stream.head(index)
        self.inline = _INLINE.get(head) or _leading_atoms(stream, index)
        self.wraps = head in _WRAPPERS
        self.listed = False

    def gap(self, item: int) -> Gap:
        stream = self.stream
        is_list = stream.kinds[item] == OPEN
        if self.count < self.inline:
            return Gap.BLANK if self.fits or is_list else Gap.LINE
        if is_list:
            if self.wraps and self._is_last(item) and stream.head(item) in _CONNECTIVES:
                return Gap.BLANK
            after_atom = not self.listed and self.count > self.inline
            return Gap.BLANK if after_atom else Gap.LINE
        return Gap.BLANK if self.fits and not self.listed and self.count > self.inline else Gap.LINE

    def note(self, item: int) -> None:
        self.listed = self.stream.kinds[item] == OPEN

    def _is_last(self, item: int) -> bool:
        return self.stream.mates[item] + 1 == self.stream.mates[self.index]


class SlotStyle(ListStyle):
    """Sections with slots, such as actions: each keyword on its own line, followed by its value."""

    __slots__ = ("keyword",)
    airy = False

    def __init__(self, stream: TokenStream, index: int, indent: int) -> None:
        super().__init__(stream, index, indent)
        self.keyword = False

    def gap(self, item: int) -> Gap:
        if self._is_keyword(item):
            return Gap.LINE
        named = self.count == 1 and self.stream.kinds[item] == ATOM
        return Gap.BLANK if named or self.keyword else Gap.LINE

    def note(self, item: int) -> None:
        self.keyword = self._is_keyword(item) and self.count > 0

    def _is_keyword(self, item: int) -> bool:
        return self.stream.kinds[item] == ATOM and self.stream.text[self.stream.starts[item]] == ":"


class LineStyle(ListStyle):
    """One item per line; `- number` stays with the function before it."""

    __slots__ = ("dash",)

    def __init__(self, stream: TokenStream, index: int, indent: int) -> None:
        super().__init__(stream, index, indent)
        self.dash = False

    def gap(self, item: int) -> Gap:
        return Gap.BLANK if self.dash or _is_dash(self.stream, item) else Gap.LINE

    def note(self, item: int) -> None:
        self.dash = _is_dash(self.stream, item)


class WordStyle(ListStyle):
    """As many words as fit on each line; `- type` is never separated from the name before it."""

    __slots__ = ("dash", "ended")

    def __init__(self, stream: TokenStream, index: int, indent: int) -> None:
        super().__init__(stream, index, indent)
        self.dash = False
        self.ended = True
        """Whether the previous item ended a group of names with a type."""

    def is_apart(self, item: int) -> bool:
        return not self.dash and not _is_dash(self.stream, item)

    def gap(self, item: int) -> Gap:
        if self.dash or _is_dash(self.stream, item):
            return Gap.BLANK
        return Gap.BLANK if self.fits else Gap.LINE

    def note(self, item: int) -> None:
        stream = self.stream
        typed = self.dash
        self.dash = _is_dash(stream, item)
        first = stream.text[stream.starts[item]]
        self.ended = typed or self.count == 0 or (first == "-" and not self.dash)


class TypedStyle(WordStyle):
    """One type per line, with all names of that type."""

    __slots__ = ()

    def gap(self, item: int) -> Gap:
        if self.ended and not _is_dash(self.stream, item):
            return Gap.LINE
        return Gap.DEEPER if super().gap(item) is Gap.LINE else Gap.BLANK


_SECTIONS: Final[dict[str, type[ListStyle]]] = {
    ":requirements": WordStyle,
    ":types": TypedStyle,
    ":objects": TypedStyle,
    ":constants": TypedStyle,
    ":predicates": LineStyle,
    ":functions": LineStyle,
    ":init": LineStyle,
}
_WHOLE: Final = frozenset((":goal", ":constraints"))
_FLAT_SLOTS: Final = frozenset((":task", ":axiom"))


def section_style(stream: TokenStream) -> type[ListStyle]:
    """The style of the section in `stream`."""
    style = _SECTIONS.get(stream.head(0))
    if style is not None:
        return style
    return SlotStyle if _slot_count(stream) else FormulaStyle


def section_breaks(stream: TokenStream, style: type[ListStyle]) -> bool:
    """Whether a section takes several lines even if it fits on one."""
    if style is SlotStyle:
        return stream.head(0) not in _FLAT_SLOTS
    if style is LineStyle:
        return sum(stream.kinds[index] == OPEN for index in _items(stream, 0)) > 1
    if style is TypedStyle:
        return any(_is_dash(stream, index) for index in _items(stream, 0))
    if stream.head(0) in _WHOLE:
        return any(_is_conjunction(stream, index) for index in _items(stream, 0))
    return False


def inner_style(stream: TokenStream, index: int) -> type[ListStyle]:
    """The style of a list inside a section."""
    first = stream.first_item(index)
    start = stream.text[stream.starts[first]]
    return WordStyle if start == "?" else FormulaStyle


def spreads(stream: TokenStream, index: int, parent: ListStyle) -> bool:
    """Whether a list always takes several lines: a conjunction that is a whole slot or goal."""
    whole = isinstance(parent, SlotStyle) or stream.head(parent.index) in _WHOLE
    return whole and _is_conjunction(stream, index)


def _is_conjunction(stream: TokenStream, index: int) -> bool:
    """Whether an item is an `and` or `oneof` of more than one part."""
    return (
        stream.kinds[index] == OPEN
        and stream.counts[index] > 2
        and stream.head(index) in ("and", "oneof")
    )


def _items(stream: TokenStream, index: int) -> list[int]:
    items = []
    end = stream.mates[index]
    index += 1
    while index < end:
        if stream.kinds[index] != COMMENT:
            items.append(index)
        index = stream.mates[index] + 1
    return items


def _slot_count(stream: TokenStream) -> int:
    return sum(
        stream.kinds[index] == ATOM and stream.text[stream.starts[index]] == ":"
        for index in _items(stream, 0)[1:]
    )


def _leading_atoms(stream: TokenStream, index: int) -> int:
    count = 0
    index += 1
    while stream.kinds[index] in (ATOM, COMMENT):
        count += stream.kinds[index] == ATOM
        index += 1
    return count


def _is_dash(stream: TokenStream, index: int) -> bool:
    """Whether a type follows: `-`, or the end of `?x-`."""
    if stream.kinds[index] != ATOM:
        return False
    start, end = stream.starts[index], stream.ends[index]
    text = stream.text
    return text[end - 1] == "-" and (end - start == 1 or text[start] == "?")


@dataclass(frozen=True, slots=True)
class FormatOptions:
    """`indent` blanks per level; lists wider than `width` columns are split over several lines."""

    indent: int = 2
    width: int = 100


OPEN: Final = 0
CLOSE: Final = 1
ATOM: Final = 2
COMMENT: Final = 3

UNFLAT: Final = 1 << 30
"""The width of a list that cannot be on one line, because it contains a comment."""


OFTEN: Final = 1_024
"""Tokens between two calls of a checkpoint."""


class TokenStream:
    """The tokens in some spans of a text that together form a list, by index, with offsets in the
    text.

    For the `(` of a list, `mates` has the index of its `)`, `widths` its width on one line,
    `counts` the number of its items; for an atom `widths` has its length.
    """

    __slots__ = ("counts", "ends", "kinds", "mates", "starts", "text", "widths")

    def __init__(self, text: str, *spans: Span, checkpoint: Checkpoint = NEVER) -> None:
        """Raises what `checkpoint` raises."""
        self.text = text
        self.kinds: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.widths: list[int] = []
        self.mates: list[int] = []
        self.counts: list[int] = []
        self._scan(spans, checkpoint)

    def __len__(self) -> int:
        return len(self.kinds)

    def key(self, index: int) -> str:
        """The text of a token in lower case."""
        return self.text[self.starts[index] : self.ends[index]].lower()

    def head(self, index: int) -> str:
        """The first word of the list that opens at `index`; empty if it is not a word."""
        first = self.first_item(index)
        return self.key(first) if self.kinds[first] == ATOM else ""

    def first_item(self, index: int) -> int:
        """The index of the first item of a list, or of its `)`."""
        index += 1
        while self.kinds[index] == COMMENT:
            index += 1
        return index

    def closers(self, index: int) -> int:
        """Number of `)` directly after the item at `index`, at most three."""
        index = self.mates[index] + 1 if self.kinds[index] == OPEN else index + 1
        count = 0
        while count < 3 and index < len(self.kinds) and self.kinds[index] == CLOSE:
            count += 1
            index += 1
        return count

    def _scan(self, spans: tuple[Span, ...], checkpoint: Checkpoint) -> None:
        text, kinds, starts, ends = self.text, self.kinds, self.starts, self.ends
        widths, mates, counts = self.widths, self.mates, self.counts
        stack: list[int] = []
        tokens = chain.from_iterable(TOKEN.finditer(text, *span) for span in spans)
        for index, match in enumerate(tokens):
            if not index % OFTEN:
                checkpoint()
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
