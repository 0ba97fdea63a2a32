"""Formatting a file, or a range of it, as edits of its white space."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from plancore.conflict_markers import is_unsettled
from plancore.diagnostic import Edit
from plancore.ide.formatting.definitions import write_definition
from plancore.ide.formatting.options import FormatOptions
from plancore.ide.formatting.plans import plan_gaps
from plancore.ide.formatting.printer import DEEPEST, NewGap, Printer
from plancore.project import AnySnapshot, PlanSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText, Span
from plancore.syntax.builder import TOKEN
from plancore.syntax.nodes import FormRole

_LINE_BREAK: Final = re.compile(r"\r\n?")


def format_edits(
    file: AnySnapshot, *spans: Span, options: FormatOptions | None = None
) -> tuple[Edit, ...]:
    """The edits that lay `file` out; none when it is laid out already.

    With `spans`, only edits inside the lines of one of them. Forms with a missing or surplus
    parenthesis, prose, and what stands between definitions are left as they are, and so is a domain
    or problem with a `"` that has no partner on its line: joining lines could find it one. A file
    with a merge conflict that is not settled is left as it is, all of it: its markers are markers
    only as lines of their own, and its lists end where either version ends them. Applying the edits
    to the text and formatting again gives no edits.
    """
    if is_unsettled(file.text):
        return ()
    options = options or FormatOptions()
    newline = file.source.newline
    if isinstance(file, PlanSnapshot):
        gaps: Iterable[NewGap] = plan_gaps(file, newline)
    elif _has_lone_quote(file.text):
        return ()
    else:
        gaps = _file_gaps(file, _around(spans), newline, options)
    text = file.text
    edits = (edit for gap in gaps if (edit := _smallest(text, gap)) is not None)
    if not spans:
        return tuple(edits)
    wanted = [_whole_lines(file.source, span) for span in spans]
    return tuple(edit for edit in edits if any(_lies_in(edit.span, lines) for lines in wanted))


def _around(spans: tuple[Span, ...]) -> Span | None:
    """The shortest span that holds all of `spans`."""
    if not spans:
        return None
    return Span(min(span.start for span in spans), max(span.end for span in spans))


def _lies_in(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _has_lone_quote(text: str) -> bool:
    return '"' in text and any(match[0] == '"' for match in TOKEN.finditer(text))


def _file_gaps(
    file: FileSnapshot, span: Span | None, newline: str, options: FormatOptions
) -> list[NewGap]:
    printer = Printer(file.source, newline, options)
    lines = Span(0, len(file.text)) if span is None else _whole_lines(file.source, span)
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
    """The blanks between the start of the line and `offset`; empty when code is there."""
    start = source.line_starts[source.line_of(offset)]
    at = offset
    while at > start and source.text[at - 1].isspace():
        at -= 1
    return Span(at if at == start else offset, offset)


def _column(text: str, blanks: Span) -> int:
    """Where a definition inside prose starts; it stays there."""
    return min(len(text[blanks.start : blanks.end].expandtabs(8)), DEEPEST)


def _end_of_file(file: FileSnapshot, newline: str) -> list[NewGap]:
    """One line break behind the last definition, where nothing else follows it."""
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


def _smallest(text: str, gap: NewGap) -> Edit | None:
    """The smallest edit that makes the gap; None when the text has it already.

    Which line breaks are in the majority can change with an edit, so none is made for them alone.
    """
    (start, end), new = gap
    old = text[start:end]
    if _LINE_BREAK.sub("\n", old) == _LINE_BREAK.sub("\n", new):
        return None
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    if text[start + same - 1 : start + same + 1] == "\r\n" and same:
        same -= 1  # no position is inside a line break
    old, new, start = old[same:], new[same:], start + same
    same = 0
    while same < min(len(old), len(new)) and old[-1 - same] == new[-1 - same]:
        same += 1
    if same and text[end - same - 1 : end - same + 1] == "\r\n":
        same -= 1
    return Edit(Span(start, end - same), new[: len(new) - same])
