"""Documents as GitHub Flavored Markdown, for pull requests and editors.

Tables without column names become lists. Differences are in a fenced `diff` block, which viewers
colour. Lines are not wrapped, and names are escaped so that none can become markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from plancore.report import document as doc
from plancore.report.lines import Line, visible
from plancore.report.registry import Report, Style, document_of

_SIGNED: Final = re.compile(r"( *)([+-]) ")
_SPECIAL: Final = re.compile(r"[\\`*_\[\]<>#|~&!]")
# A prefix that would start a list item, be a rule, or make the line above a heading.
_LEADING: Final = re.compile(r"\d+(?=[.)](?: |$))|(?=[-+](?: |$))|(?=[-=][-= ]*$)")
_NOT_IN_CODE: Final = re.compile("[`|]")
"""A pipe would end a table cell even within code."""


def render(report: Report, style: Style) -> str:
    """The report as Markdown."""
    document = document_of(report, style.detail)
    return "\n".join(document_markdown(document)) + "\n"


def document_markdown(document: doc.Document) -> Iterator[str]:
    """The lines of a document."""
    yield f"# {escaped(_text(document.title) if document.title else document.name)}"
    for block in document.blocks:
        yield from block_markdown(block, 2)


def escaped(text: str) -> str:
    """`text` with all characters escaped that are special in Markdown or HTML."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def fenced(lines: Iterable[str], language: str) -> Iterator[str]:
    """The lines in a code fence that none of them can close."""
    content = list(lines)
    longest = max((len(run) for text in content for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}{language}"
    yield from content
    yield fence


def block_markdown(block: doc.Block, level: int) -> Iterator[str]:
    """The lines of a block after an empty line; `level` is the level of its headings."""
    match block:
        case doc.Section(title, blocks):
            if title:
                yield ""
                yield f"{'#' * level} {escaped(_text(doc.heading_line(block)))}"
            for each in blocks:
                yield from block_markdown(each, min(level + bool(title), 6))
        case doc.KeyFigures() | doc.Plots() | doc.SideBySide() | doc.Walk() | doc.Details():
            pass
        case _:
            lines = list(_lines(block))
            if lines:
                yield ""
                yield from lines


def _lines(block: doc.Paragraph | doc.Errors | doc.List | doc.Table | doc.Code) -> Iterator[str]:
    match block:
        case doc.Paragraph(lines):
            # A backslash at the end of a line is a hard break.
            yield from "\\\n".join(_prose(_text(line).strip()) for line in lines).splitlines()
        case doc.Errors(lines):
            yield from (f"- error: {escaped(_text(line))}" for line in lines)
        case doc.List(items):
            yield from _items(items, "")
        case doc.Table():
            yield from _table(block)
        case doc.Code(lines, is_difference, is_patch):
            signed = map(_signed if is_difference else str, map(_text, lines))
            yield from fenced(signed, "diff" if is_difference or is_patch else "text")


def _items(items: Iterable[doc.ListItem], indent: str) -> Iterator[str]:
    for item in items:
        yield f"{indent}- {_prose(_text(item.line).strip())}"
        yield from _items(item.items, f"{indent}  ")


def _table(table: doc.Table) -> Iterator[str]:
    """A table, or a list if no column has a name; without empty columns."""
    shown, cells = doc.filled(table)
    rows = [list(map(_cell, row)) for row in cells]
    if not any(column.title for column in shown):
        for first, *rest in rows:
            told = ", ".join(filter(None, rest))
            # A row without a name belongs to the row before.
            named = f"- {first}: {told}" if first else f"  - {told}"
            yield named if told else f"- {first}"
        return
    marks = ["--:" if column.is_number else "---" for column in shown]
    for row in ([_prose(column.title) for column in shown], marks, *rows):
        yield f"| {' | '.join(row)} |"


def _cell(line: Line) -> str:
    """The text of a cell; formulas and steps are code."""
    text = _text(line).strip()
    is_code = bool(line) and all(piece.is_code for piece in line if not piece.text.isspace())
    return f"`{text}`" if is_code and text and not _NOT_IN_CODE.search(text) else _prose(text)


def _prose(text: str) -> str:
    marked = escaped(text)
    leading = _LEADING.match(marked)
    return f"{leading[0]}\\{marked[leading.end() :]}" if leading else marked


def _signed(text: str) -> str:
    """The line with its sign, or a blank, in the first column, as in a diff."""
    return _SIGNED.sub(r"\2\1 ", text, count=1) if _SIGNED.match(text) else f" {text}"


def _text(line: Line) -> str:
    return visible("".join(piece.text for piece in line).rstrip())
