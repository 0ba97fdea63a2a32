"""Reports that are built as lines still: what stands between their empty lines as blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from textwrap import dedent

from plancore.report.document import (
    Block,
    Code,
    Column,
    Document,
    Paragraph,
    Section,
    Table,
)
from plancore.report.lines import Line, Tone
from plancore.report.table import TableLine

_IN_COLUMNS = re.compile(r"^ |\S {3}", re.MULTILINE)
# A difference with its sign, an atom, a step.
_CODE = re.compile(r"[-+~=»] [^`|]*|\([^`|]*\)")
_SIGNED = re.compile(r"( *)([+-]) ")


def document_of_lines(lines: Iterable[Line], kind: str) -> Document:
    """The lines as a document."""
    blocks = [
        list(group) for is_blank, group in groupby(lines, lambda e: not _text(e)) if not is_blank
    ]
    title: Line = ()
    if blocks and not _has_heading(blocks[0]) and _is_title(blocks[0][0]):
        title = blocks[0].pop(0)
    made = [_block(block) for block in blocks if block]
    return Document(kind.capitalize(), title, made)


def _is_title(line: Line) -> bool:
    return any(piece.tone is Tone.TITLE for piece in line)


def _has_heading(lines: Sequence[Line]) -> bool:
    first, *rest = lines
    return bool(rest) and not _is_below(first) and all(map(_is_below, rest))


def _block(lines: Sequence[Line]) -> Block:
    first, *rest = lines
    if _has_heading(lines):
        if any(piece.tone is not Tone.PLAIN for piece in first):
            return Section(first, list(_runs(rest)))
        return Section((), [Paragraph([first]), *_runs(rest)])
    return Section((), list(_runs(lines)))


def _runs(lines: Sequence[Line]) -> Iterator[Block]:
    start = 0
    for end, (before, line) in enumerate(pairwise(lines), 1):
        if line.is_first if isinstance(line, TableLine) else isinstance(before, TableLine):
            yield _run(lines[start:end])
            start = end
    yield _run(lines[start:])


def _run(lines: Sequence[Line]) -> Block:
    rows = [line for line in lines if isinstance(line, TableLine)]
    if rows:
        return _table(rows)
    whole = dedent("\n".join(map(_text, lines)))
    if any(_SIGNED.match(_text(line)) for line in lines):
        return Code(lines, is_difference=True)
    if _IN_COLUMNS.search(whole):
        return Code(lines)
    return Paragraph([_dedented(line) for line in lines])


def _dedented(line: Line) -> Line:
    first, *rest = line
    return (first._replace(text=first.text.lstrip()), *rest)


def _table(rows: Sequence[TableLine]) -> Table:
    count = max(len(row.cells) for row in rows)
    is_named = all(piece.tone is Tone.DIM for cell in rows[0].cells for piece in cell)
    names = [_text(cell).strip() for cell in rows[0].cells] if is_named else []
    names += [""] * (count - len(names))
    cells = [[_stripped(cell) for cell in row.cells] for row in rows[is_named:]]
    return Table(
        [Column(name, number in rows[0].right) for number, name in enumerate(names)], cells
    )


def _stripped(cell: Line) -> Line:
    if not cell:
        return ()
    first, *rest = cell
    stripped = (first._replace(text=first.text.lstrip()), *rest)
    if _CODE.fullmatch(_text(stripped).strip()):
        return tuple(piece._replace(is_code=True) for piece in stripped)
    return stripped


def _is_below(line: Line) -> bool:
    return isinstance(line, TableLine) or _text(line).startswith(" ")


def _text(line: Line) -> str:
    return "".join(piece.text for piece in line).rstrip()
