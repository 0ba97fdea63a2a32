"""Lays out one definition: the gaps between its sections, and each section that is whole."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from plancore.ide.formatting.printer import Printer
from plancore.ide.formatting.stream import TokenStream
from plancore.source import Span
from plancore.syntax.builder import BLANK
from plancore.syntax.tree import Definition, Section, SyntaxTree

_COMMENT: Final = re.compile(r";[^\n\r]*")
_DEFINE: Final = re.compile(rf"\(([{BLANK}]*+)([^{BLANK}();]++)")


def write_definition(
    tree: SyntaxTree, definition: Definition, printer: Printer, base: int, lines: Span
) -> None:
    """Decide the gaps of `definition`, which starts at column `base`, as far as `lines` need."""
    _Layout(tree.source.text, printer, base, lines).write(tree, definition)


class _Member(NamedTuple):
    """A part of a definition; `keyword` is None when it is to stay exactly as it is."""

    start: int
    end: int
    keyword: str | None


class _Layout:
    def __init__(self, text: str, printer: Printer, base: int, lines: Span) -> None:
        self.text = text
        self.printer = printer
        self.base = base
        self.lines = lines

    def write(self, tree: SyntaxTree, definition: Definition) -> None:
        members = _members(tree, definition)
        define = definition.define
        self.printer.start(self.base)
        indent = self.base
        at = members[0].start if members else 0
        if define is not None:
            indent += self.printer.indent
            at = self._define(tree.start(define))
        after_broken = False
        for number, member in enumerate(members):
            follower = members[number + 1] if number + 1 < len(members) else member
            if member.keyword is None or not self._concerns(member.start, follower.end):
                self.printer.jump(member.end)
                after_broken = member.keyword is None
            else:
                stream = TokenStream(self.text, member.start, member.end)
                broken = self.printer.needs_lines(stream, indent)
                if number or define is not None:
                    names = number == 0 and member.keyword in ("domain", "problem")
                    apart = number > 1 and (after_broken or broken)
                    self._before(at, member.start, indent, names, apart)
                self.printer.section(stream, broken)
                after_broken = broken
            at = member.end
        if definition.close is not None and (not members or members[-1].keyword is not None):
            self._close(at, tree.start(definition.close), indent)

    def _define(self, start: int) -> int:
        """Lay out `(define`, or the misspelt word in its place; returns the offset behind it."""
        match = _DEFINE.match(self.text, start)
        assert match is not None
        self.printer.none(*match.span(1))
        self.printer.token(1 + len(match[2]))
        return match.end()

    def _before(self, at: int, start: int, indent: int, names: bool, apart: bool) -> None:
        """The gap before a section, with the comments in it.

        `names` asks for a blank; `apart` for an empty line, above the comments of the section.
        """
        breaks_in = self.printer.breaks_in
        comments = [match.span() for match in _COMMENT.finditer(self.text, at, start)]
        starts = [*(begin for begin, _ in comments), start]
        ends = [at, *(_stripped(self.text, begin, end) for begin, end in comments)]
        breaks = [breaks_in(before, begin) for before, begin in zip(ends, starts, strict=True)]
        if names and not comments:
            self.printer.blank(at, start)
            return
        apart = apart and not any(count > 1 for count in breaks)
        for before, begin, end, count in zip(ends, starts, ends[1:], breaks, strict=False):
            self.printer.comment(before, begin, end, indent, count > 1 or (apart and count > 0))
            apart = apart and count == 0
        self.printer.line(ends[-1], start, indent, breaks[-1] > 1 or apart)

    def _close(self, at: int, close: int, indent: int) -> None:
        """The gap before the `)` that ends the definition."""
        comments = list(_COMMENT.finditer(self.text, at, close))
        if not self._concerns(at, close):
            return
        if not comments:
            self.printer.none(at, close)
            return
        for match in comments:
            end = _stripped(self.text, *match.span())
            empty = self.printer.breaks_in(at, match.start()) > 1
            self.printer.comment(at, match.start(), end, indent, empty)
            at = end
        self.printer.line(at, close, self.base, False)

    def _concerns(self, start: int, end: int) -> bool:
        return start <= self.lines.end and self.lines.start <= end


def _members(tree: SyntaxTree, definition: Definition) -> list[_Member]:
    """The parts in order; those that damage reaches have no keyword."""
    damaged = {id(problem.place.form) for problem in definition.problems}
    parts = [
        _Member(
            tree.start(section.head),
            tree.start(section.forms[-1]) + len(section.forms[-1].text),
            section.keyword if _is_whole(section, damaged) else None,
        )
        for section in definition.sections
    ]
    for stray in definition.strays:
        start = tree.start(stray)
        parts.append(_Member(start, start + len(stray.text), None))
    parts.sort()
    members: list[_Member] = []
    for part in parts:
        if members and part.start < members[-1].end:
            previous = members.pop()
            part = _Member(previous.start, max(previous.end, part.end), None)
        members.append(part)
    return members


def _is_whole(section: Section, damaged: set[int]) -> bool:
    return section.closed and not any(
        form.problems or id(form) in damaged for form in section.forms
    )


def _stripped(text: str, start: int, end: int) -> int:
    return start + len(text[start:end].rstrip())
