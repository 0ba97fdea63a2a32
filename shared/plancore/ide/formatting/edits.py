"""Format a file or a range of it, as edits of white space: the gaps between the sections of a
definition, and each undamaged section; a plan has one step per line, with single blanks between
words."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from plancore.conflict_markers import is_unsettled
from plancore.diagnostic import Edit
from plancore.ide.formatting.printer import DEEPEST, NewGap, Printer
from plancore.ide.formatting.styles import OFTEN, FormatOptions, TokenStream
from plancore.model.plan import PlanFormat, Step
from plancore.project import AnySnapshot, PlanSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText, Span
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.builder import BLANK, TOKEN
from plancore.syntax.nodes import FormRole
from plancore.syntax.tree import Definition, Section, SyntaxTree

_COMMENT: Final = re.compile(r";[^\n\r]*")
_DEFINE: Final = re.compile(rf"\(([{BLANK}]*+)([^{BLANK}();]++)")
_TYPED: Final = (":objects", ":constants", ":types")
_TYPED_LINE: Final = re.compile(
    rf"(?<=[\r\n])[^;()\r\n]*[ \t]-[ \t]+[^{BLANK}();]+[ \t]*(?:\r\n|\r|\n)"
)
"""A line of a typed list that ends in a type and has no comment."""
_LONG: Final = 16_000
_NEAR: Final = 4_000
"""Characters: longer typed lists are formatted in part, and the distance in which a line is
searched for."""


def write_definition(
    tree: SyntaxTree, definition: Definition, printer: Printer, base: int, lines: Span
) -> None:
    """Compute the gaps of `definition`, which starts at column `base`, as far as `lines` need."""
    _Layout(tree.source.text, printer, base, lines).write(tree, definition)


class _Member(NamedTuple):
    """A part of a definition; `keyword` is None if it must stay unchanged."""

    start: int
    end: int
    keyword: str | None
    section: Section | None = None


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
            elif self._is_only_long(member, follower):
                self.printer.jump(member.end)
                after_broken = True
            else:
                pieces = self._needed(tree, member)
                stream = TokenStream(self.text, *pieces, checkpoint=self.printer.checkpoint)
                broken = len(pieces) > 1 or self.printer.needs_lines(stream, indent)
                if number or define is not None:
                    names = number == 0 and member.keyword in ("domain", "problem")
                    apart = number > 1 and (after_broken or broken)
                    self._before(at, member.start, indent, names, apart)
                self.printer.section(stream, broken)
                after_broken = broken
            at = member.end
        if definition.close is not None and (not members or members[-1].keyword is not None):
            self._close(at, tree.start(definition.close), indent)

    def _is_only_long(self, member: _Member, follower: _Member) -> bool:
        """Whether only the fact that a section takes several lines matters: it is before the lines,
        and has no comment that could be aligned with one in them."""
        if follower is member or self._concerns(member.start, member.end):
            return False
        width = self.printer.width
        begin = self.text[member.start : min(member.start + 4 * width, member.end)]
        is_wide = len("".join(begin.split())) > width
        return is_wide and self.text.rfind(";", member.start, follower.start) < 0

    def _needed(self, tree: SyntaxTree, member: _Member) -> list[Span]:
        """The spans of a section to read. Facts and typed names are each on lines of their own, so
        only those in the lines and in adjacent pieces are read, between the two ends."""
        whole = [Span(member.start, member.end)]
        section = member.section
        if member.keyword in _TYPED and member.end - member.start > _LONG:
            return self._typed_lines(member.start, member.end) or whole
        if member.keyword != ":init" or section is None or len(section.forms) < _FEW:
            return whole
        # Comments between two pieces belong to neither.
        starts = [*map(tree.start, section.forms), member.end]
        spans = [Span(*pair) for pair in pairwise(starts)]
        # Comments after facts are aligned with their neighbours, so read whole pieces.
        near = [n for n, span in enumerate(spans) if self._concerns(*span)]
        first, last = max(near[0] - 1, 1), min(near[-1] + 1, len(spans) - 2)
        if last - first + 3 >= len(spans):
            return whole
        return [spans[0], Span(spans[first].start, spans[last].end), spans[-1]]

    def _typed_lines(self, start: int, end: int) -> list[Span]:
        """The lines of a typed list to format, with a complete line before and after them, and the
        two ends of the section; empty if they cannot be separated. Names that share one type are
        read together, however many: where a line of them begins depends on the line before."""
        nearest = max(start, self.lines.start - _NEAR)
        before = [
            match.end() for match in _TYPED_LINE.finditer(self.text, nearest, self.lines.start)
        ]
        farthest = min(end, self.lines.end + _NEAR)
        behind = [
            match.end() for match in _TYPED_LINE.finditer(self.text, self.lines.end, farthest)
        ]
        first, last = before[-2:-1], behind[1:2]
        if (not first and nearest > start) or (not last and farthest < end):
            return []
        depth, at = 0, start
        for cut in (*first, *last):
            code = _COMMENT.sub("", self.text[at:cut])
            depth, at = depth + code.count("(") - code.count(")"), cut
            if depth != 1:  # inside the parentheses of a type, or of private objects
                return []
        head = _DEFINE.match(self.text, start)
        if head is None or not (first or last):
            return []
        begin = first[0] if first else start
        pieces = [Span(*head.span())] if first else []
        pieces.append(Span(begin, last[0] if last else end))
        return [*pieces, Span(end - 1, end)] if last else pieces

    def _define(self, start: int) -> int:
        """Format `(define`, or the misspelt word in its place; returns the offset after it."""
        match = _DEFINE.match(self.text, start)
        assert match is not None
        self.printer.none(*match.span(1))
        self.printer.token(1 + len(match[2]))
        return match.end()

    def _before(self, at: int, start: int, indent: int, names: bool, apart: bool) -> None:
        """The gap before a section, with the comments in it.

        `names` means a single blank; `apart` an empty line, above the comments of the section.
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
    """The parts in order; damaged ones have no keyword."""
    damaged = {id(problem.place.form) for problem in definition.problems}
    parts = [
        _Member(
            tree.start(section.head),
            tree.start(section.forms[-1]) + len(section.forms[-1].text),
            section.keyword if _is_whole(section, damaged) else None,
            section,
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


_LINE_NOTATIONS: Final = frozenset((PlanFormat.SEQUENTIAL, PlanFormat.TIMED))


def plan_gaps(file: PlanSnapshot, newline: str, lines: Span | None = None) -> Iterator[NewGap]:
    """The gaps of a plan in IPC notation, as far as `lines` need; none for other notations."""
    plan = file.plan
    if plan.format not in _LINE_NOTATIONS or plan.skipped:
        return
    text = file.text
    at = 0
    for step in plan.steps:
        start, end = step.span
        if step.concurrent or len(step.actions) != 1:
            return
        if lines is not None and not _meet(Span(at, end), lines):
            at = end
            continue
        gap = text[at:start]
        if not gap.strip():
            if at and not re.search(r"[\n\r]", gap):
                yield NewGap(Span(at, start), newline)
            else:
                yield from _indentation(text, at, start)
        else:
            yield from _indentation(text, at, start)
        yield from _step(text, step)
        at = end


def _indentation(text: str, at: int, start: int) -> Iterator[NewGap]:
    """Remove the indentation of a step."""
    first = max(text.rfind("\n", at, start), text.rfind("\r", at, start)) + 1
    first = max(first, at)
    if first < start and not text[first:start].strip():
        yield NewGap(Span(first, start), "")


def _step(text: str, step: Step) -> Iterator[NewGap]:
    """Normalise the blanks between the words of an action."""
    action = step.action
    start, end = action.span
    if text[start : start + 1] != "(" or text[end - 1 : end] != ")":
        return
    words = [action.name_span, *action.arg_spans]
    yield NewGap(Span(start + 1, words[0].start), "")
    for word, next_word in pairwise(words):
        yield NewGap(Span(word.end, next_word.start), " ")
    yield NewGap(Span(words[-1].end, end - 1), "")


def format_edits(
    file: AnySnapshot,
    *spans: Span,
    options: FormatOptions | None = None,
    checkpoint: Checkpoint = NEVER,
) -> tuple[Edit, ...]:
    """The edits that lay `file` out; none when it is laid out already.

    With `spans`, only edits inside the lines of one of them. Forms with a missing or surplus
    parenthesis, prose, and what stands between definitions are left as they are, and so is a domain
    or problem with a `"` that has no partner on its line: joining lines could find it one. A file
    with a merge conflict that is not settled is left as it is, all of it: its markers are markers
    only as lines of their own, and its lists end where either version ends them. Applying the edits
    to the text and formatting again gives no edits. Raises what `checkpoint` raises.
    """
    if is_unsettled(file.text):
        return ()
    options = options or FormatOptions()
    newline = file.source.newline
    wanted = [_whole_lines(file.source, span) for span in spans]
    around = _around(wanted)
    lie_in_one = _within_one(wanted)
    if isinstance(file, PlanSnapshot):
        gaps: Iterable[NewGap] = plan_gaps(file, newline, around)
    elif _has_lone_quote(file.text) or file.tree.foreign_signs:
        return ()
    else:
        gaps = _file_gaps(file, around, newline, options, checkpoint)
    text = file.text
    edits = list[Edit]()
    for number, gap in enumerate(gaps):
        if not number % OFTEN:
            checkpoint()
        if around is not None and not _meet(gap.span, around):
            continue
        edit = gap.edit(text)
        if edit is not None and lie_in_one(edit.span):
            edits.append(edit)
    return tuple(edits)


def typed_edits(
    file: AnySnapshot,
    offset: int,
    options: FormatOptions | None = None,
    checkpoint: Checkpoint = NEVER,
) -> tuple[Edit, ...]:
    """The edits after the character before `offset` was typed: a `)` formats the lines of the list
    that it closes, unless that is damaged; a line break indents the new line. Empty in a plan, a
    comment, or text around definitions."""
    if isinstance(file, PlanSnapshot) or not 0 < offset <= len(file.text):
        return ()
    text = file.text
    if text[offset - 1] == ")":
        opened = _open_before(file, offset - 1)
        if opened < 0:
            return ()
        span = Span(opened, offset)
        return format_edits(file, span, options=options, checkpoint=checkpoint)
    line = file.source.line_starts[file.source.line_of(offset)]
    opened = _open_before(file, line)
    if text[offset - 1] not in "\n\r" or opened < 0:
        return ()
    end = _BLANKS.match(text, line)
    assert end is not None
    column = _indent_of_line(file.source, opened)
    if text[end.end() : end.end() + 1] != ")":
        column += (options or FormatOptions()).indent
    edit = NewGap(Span(line, end.end()), " " * min(column, DEEPEST)).edit(text)
    return () if edit is None else (edit,)


_BLANKS: Final = re.compile(r"[ \t]*")


def _indent_of_line(source: SourceText, offset: int) -> int:
    start = source.line_starts[source.line_of(offset)]
    blanks = _BLANKS.match(source.text, start)
    return len(blanks.group().expandtabs(8)) if blanks else 0


def _open_before(file: FileSnapshot, offset: int) -> int:
    """The offset of the innermost list around `offset`; -1 if there is none, or in a comment."""
    tree = file.tree
    number = bisect_left(tree.starts, offset) - 1
    if number < 0:
        return -1
    opened: list[int] = []
    for match in TOKEN.finditer(file.text, tree.starts[number], offset):
        if match.group() == "(":
            opened.append(match.start())
        elif match.group() == ")" and opened:
            opened.pop()
        elif (
            match.group()[0] == ";"
            and offset <= match.end()
            and file.text[offset - 1] not in "\n\r"
        ):
            return -1
    if opened:
        return opened[-1]
    # The parent of the form: a section that is read in pieces, then the definition.
    role = tree.forms[number].role
    around = {
        FormRole.ITEMS: (FormRole.HEADER,),
        FormRole.SECTION: (FormRole.DEFINE,),
        FormRole.END: (FormRole.DEFINE,),
        FormRole.STRAY: (FormRole.HEADER, FormRole.DEFINE),
    }.get(role, ())
    while number >= 0 and around:
        if tree.forms[number].role in around:
            return tree.starts[number]
        number -= 1
    return -1


_FEW: Final = 6
"""Facts in fewer pieces are read completely."""


def _meet(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def _around(spans: Sequence[Span]) -> Span | None:
    """The shortest span that contains all of `spans`."""
    if not spans:
        return None
    return Span(min(span.start for span in spans), max(span.end for span in spans))


def _within_one(spans: Iterable[Span]) -> Callable[[Span], bool]:
    """A function that says whether a span lies in one of `spans`, in any if there are none."""
    ordered = sorted(spans)
    if not ordered:
        return lambda _: True
    starts = [span.start for span in ordered]
    farthest = [*accumulate((span.end for span in ordered), max)]
    return lambda inner: (
        inner.end <= farthest[bisect_right(starts, inner.start) - 1] and (starts[0] <= inner.start)
    )


def _has_lone_quote(text: str) -> bool:
    return '"' in text and any(match[0] == '"' for match in TOKEN.finditer(text))


def _file_gaps(
    file: FileSnapshot,
    around: Span | None,
    newline: str,
    options: FormatOptions,
    checkpoint: Checkpoint,
) -> list[NewGap]:
    printer = Printer(file.source, newline, options, checkpoint)
    lines = Span(0, len(file.text)) if around is None else around
    in_prose = bool(file.tree.prose)
    indented: list[NewGap] = []
    for definition in file.tree.definitions:
        start = next(file.tree.start(form) for form in definition.forms())
        blanks = _blanks_before(file.source, start)
        base = _column(file.text, blanks) if in_prose else 0
        if not in_prose:
            indented.append(NewGap(blanks, ""))
        write_definition(file.tree, definition, printer, base, lines)
    return [*indented, *printer.gaps(), *_end_of_file(file, newline)]


def _blanks_before(source: SourceText, offset: int) -> Span:
    """The blanks between the start of the line and `offset`; empty if there is code."""
    start = source.line_starts[source.line_of(offset)]
    at = offset
    while at > start and source.text[at - 1].isspace():
        at -= 1
    return Span(at if at == start else offset, offset)


def _column(text: str, blanks: Span) -> int:
    """The column of a definition inside prose, which is kept."""
    return min(len(text[blanks.start : blanks.end].expandtabs(8)), DEEPEST)


def _end_of_file(file: FileSnapshot, newline: str) -> list[NewGap]:
    """A line break after the last definition, unless something else follows."""
    last = file.tree.forms[-1] if file.tree.forms else None
    if last is None or last.problems or last.role not in (FormRole.CLOSE, FormRole.SECTION):
        return []
    end = file.tree.start(last) + len(last.text)
    if file.text[end:].strip():
        return []
    return [NewGap(Span(end, len(file.text)), newline)]


def _whole_lines(source: SourceText, span: Span) -> Span:
    start = source.line_starts[source.line_of(span.start)]
    return Span(start, source.line_span(source.line_of(span.end)).end)
