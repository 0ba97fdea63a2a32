"""Computes the white space between tokens, front to back, in one pass and without recursion."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from plancore.diagnostic import Edit
from plancore.ide.formatting import styles
from plancore.source import SourceText, Span
from plancore.stop import NEVER, Checkpoint

DEEPEST: Final = 80
"""Maximum indentation: deeper lists are not indented further, else the output would grow
quadratically."""

_AFTER_KEYWORD: Final = 2
"""The number of the token after the keyword of a section."""
_FAR_OUT: Final = 500
_BREAK: Final = re.compile(r"\r\n|\n|\r")
_OTHER_BREAK: Final = re.compile(r"\r\n?")


class NewGap(NamedTuple):
    """The new white space at `span`."""

    span: Span
    text: str

    def edit(self, text: str) -> Edit | None:
        """The smallest edit of `text` that makes the gap; None if the text has it already.

        Edits that only change the kind of line break are not made, since an edit can change which
        kind is the most frequent.
        """
        (start, end), new = self
        old = text[start:end]
        if _OTHER_BREAK.sub("\n", old) == _OTHER_BREAK.sub("\n", new):
            return None
        same = 0
        while same < min(len(old), len(new)) and old[same] == new[same]:
            same += 1
        if text[start + same - 1 : start + same + 1] == "\r\n" and same:
            same -= 1  # no position may be inside a line break
        old, new, start = old[same:], new[same:], start + same
        same = 0
        while same < min(len(old), len(new)) and old[-1 - same] == new[-1 - same]:
            same += 1
        if same and text[end - same - 1 : end - same + 1] == "\r\n":
            same -= 1
        return Edit(Span(start, end - same), new[: len(new) - same])


class _Trailing(NamedTuple):
    """A comment after code: its gap, its line and old column, and the end of the code."""

    gap: int
    line: int
    column_before: int
    end_of_code: int


class Printer:
    """Collects gaps, in text order."""

    def __init__(
        self,
        source: SourceText,
        newline: str,
        options: styles.FormatOptions,
        checkpoint: Checkpoint = NEVER,
    ) -> None:
        self.checkpoint = checkpoint
        self._source = source
        self._text = source.text
        self._newline = newline
        self._options = options
        self._gaps: list[NewGap] = []
        self._trailing: list[_Trailing] = []
        self._line = 0
        self._column = 0
        self._indent = 0

    @property
    def indent(self) -> int:
        """Columns per level of indentation."""
        return self._options.indent

    @property
    def width(self) -> int:
        """Maximum columns of a line."""
        return self._options.width

    def gaps(self) -> list[NewGap]:
        """All gaps so far, with comments aligned."""
        self._align()
        return self._gaps

    def start(self, indent: int) -> None:
        """Begin a definition at this column."""
        self._line += 2  # so that earlier lines are not adjacent
        self._column = self._indent = indent

    def jump(self, end: int) -> None:
        """Continue at `end` and leave the text before it unchanged."""
        self._line += 2
        self._column = self._column_before(end)

    # The kinds of gaps; each method takes the current span of the gap

    def none(self, start: int, end: int) -> None:
        """No white space."""
        if start != end:
            self._gaps.append(NewGap(Span(start, end), ""))

    def blank(self, start: int, end: int) -> None:
        """One blank."""
        self._gaps.append(NewGap(Span(start, end), " "))
        self._column += 1

    def line(self, start: int, end: int, indent: int, blank_line: bool) -> None:
        """A line break, with an empty line if `blank_line`."""
        breaks = self._newline * (2 if blank_line else 1)
        self._gaps.append(NewGap(Span(start, end), breaks + " " * indent))
        self._line += 2 if blank_line else 1
        self._column = self._indent = indent

    def token(self, width: int) -> None:
        """A token of `width` columns."""
        self._column += width

    def comment(self, before: int, start: int, end: int, indent: int, empty_line: bool) -> None:
        """A comment: after the code that ends at `before`, or on its own line."""
        if self.breaks_in(before, start):
            self.line(before, start, indent, empty_line)
        else:
            column = self._column_before(start)
            self._trailing.append(_Trailing(len(self._gaps), self._line, column, self._column))
            self._gaps.append(NewGap(Span(before, start), " "))
            self._column += 1
        self._column += end - start

    def breaks_in(self, start: int, end: int) -> int:
        """Number of line breaks currently between two offsets."""
        return len(_BREAK.findall(self._text, start, end))

    # Sections

    def needs_lines(self, stream: styles.TokenStream, indent: int) -> bool:
        """Whether a section that starts at column `indent` takes several lines."""
        too_wide = indent + stream.widths[0] + 1 > self._options.width
        return too_wide or styles.section_breaks(stream, styles.section_style(stream))

    def section(self, stream: styles.TokenStream, broken: bool) -> None:
        """A section, on several lines or on one."""
        self.token(1)
        if broken:
            self._broken(stream)
        else:
            self._flat(stream, 0)

    def _broken(self, stream: styles.TokenStream) -> None:
        step = self._options.indent
        stack = [styles.section_style(stream)(stream, 0, self._deeper())]
        kinds, starts, ends = stream.kinds, stream.starts, stream.ends
        index, last, due = 1, len(kinds), 0
        while index < last:
            if index >= due:  # lists on one line are skipped
                self.checkpoint()
                due = index + styles.OFTEN
            frame = stack[-1]
            kind = kinds[index]
            before, start, end = ends[index - 1], starts[index], ends[index]
            after_comment = kinds[index - 1] == styles.COMMENT
            if kind == styles.COMMENT:
                airy = frame.count > 1 or after_comment
                empty = airy and self.breaks_in(before, start) > 1
                if index == _AFTER_KEYWORD and self._is_commented_item(stream, frame.indent):
                    self.line(before, start, frame.indent, False)
                    self.token(end - start)
                else:
                    self.comment(before, start, end, frame.indent, empty)
            elif kind == styles.CLOSE:
                stack.pop()
                if after_comment:
                    self.line(before, start, max(frame.indent - step, 0), False)
                else:
                    self.none(before, start)
                self.token(1)
            else:
                is_apart = after_comment and frame.count > 0 and frame.is_apart(index)
                gap = frame.before(index, self._fits(stream, index, 1))
                if after_comment:
                    gap = styles.Gap.LINE if is_apart else _behind_comment(gap)
                self._gap(gap, before, start, frame, after_comment)
                if kind != styles.OPEN:
                    self.token(end - start)
                elif self._fits(stream, index, 0) and not styles.spreads(stream, index, frame):
                    self.token(1)
                    self._flat(stream, index)
                    index = stream.mates[index]
                else:
                    self.token(1)
                    stack.append(styles.inner_style(stream, index)(stream, index, self._deeper()))
            index += 1

    def _is_commented_item(self, stream: styles.TokenStream, indent: int) -> bool:
        """Whether the comment after the keyword of a section is directly above an item in its
        column: it is an item that is commented out."""
        start, end, follower = stream.starts[2], stream.ends[2], stream.starts[3]
        is_above = stream.kinds[3] != styles.CLOSE and self.breaks_in(end, follower) == 1
        return self._column + 1 == indent or (
            is_above and self._column_before(start) == self._column_before(follower)
        )

    def _flat(self, stream: styles.TokenStream, index: int) -> None:
        """The rest of a list on a single line, after its `(`."""
        kinds, starts, ends = stream.kinds, stream.starts, stream.ends
        text, gaps = self._text, self._gaps
        self._column += stream.widths[index] - 1
        tight = True
        for inside in range(index + 1, stream.mates[index] + 1):
            before, start = ends[inside - 1], starts[inside]
            kind = kinds[inside]
            if tight or kind == styles.CLOSE:
                if before != start:
                    gaps.append(NewGap(Span(before, start), ""))
            elif start - before != 1 or text[before] != " ":
                gaps.append(NewGap(Span(before, start), " "))
            tight = kind == styles.OPEN

    def _fits(self, stream: styles.TokenStream, index: int, blanks: int) -> bool:
        """Whether the item, with its closing parentheses, fits on the line after so many blanks."""
        width = stream.widths[index]
        if width >= styles.UNFLAT:
            return False
        return self._column + blanks + width + stream.closers(index) <= self._options.width

    def _gap(
        self, gap: styles.Gap, before: int, start: int, frame: styles.ListStyle, after_comment: bool
    ) -> None:
        if gap is styles.Gap.NONE:
            self.none(before, start)
        elif gap is styles.Gap.BLANK:
            self.blank(before, start)
        else:
            deeper = self._options.indent if gap is styles.Gap.DEEPER else 0
            # No empty line before the first item on a line of its own.
            airy = after_comment or (frame.airy and frame.count > 2)
            empty = airy and self.breaks_in(before, start) > 1
            self.line(before, start, min(frame.indent + deeper, DEEPEST), empty)

    def _deeper(self) -> int:
        return min(self._indent + self._options.indent, DEEPEST)

    def _column_before(self, offset: int) -> int:
        """The column of `offset` before formatting, with tab stops every eight columns."""
        start = self._source.line_starts[self._source.line_of(offset)]
        # Nothing is aligned that far out, and a file may be a single line.
        start = max(start, offset - _FAR_OUT)
        return len(self._text[start:offset].expandtabs(8))

    def _align(self) -> None:
        """Align comments on consecutive lines that were in the same column."""
        run: list[_Trailing] = []
        for trailing in self._trailing:
            if run and (
                trailing.line != run[-1].line + 1 or trailing.column_before != run[-1].column_before
            ):
                self._align_run(run)
                run = []
            run.append(trailing)
        self._align_run(run)
        self._trailing = []

    def _align_run(self, run: list[_Trailing]) -> None:
        column = max((trailing.end_of_code for trailing in run), default=0) + 1
        for trailing in run:
            blanks = " " * (column - trailing.end_of_code)
            self._gaps[trailing.gap] = self._gaps[trailing.gap]._replace(text=blanks)


def _behind_comment(gap: styles.Gap) -> styles.Gap:
    """The gap after a comment, which must be a line break."""
    if gap is styles.Gap.NONE:
        return styles.Gap.LINE
    return styles.Gap.DEEPER if gap is styles.Gap.BLANK else gap
