"""Reports as Markdown (GitHub's, with tables), for pull requests and for editors that show it.

The lines are those of the format `text`. Tables become tables, or lists where their columns have no
names, other lines prose, and what is set in columns without being a table goes into a fence: as
`diff` where it lists differences, so that a viewer colours them by their signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from textwrap import dedent
from typing import Final

from plancore.report.formats.blocks import (
    IN_COLUMNS,
    are_rows,
    blocks,
    has_names,
    parted,
    runs,
    stands_out,
)
from plancore.report.lines import Line, Tone, visible
from plancore.report.registry import Report, Style, explained, part
from plancore.report.table import TableLine

_SIGNED: Final = re.compile(r"( *)([+-]) ")
_SPECIAL: Final = re.compile(r"[\\`*_\[\]<>#|~&!]")
# Where a line begins an item of a list, is a rule, or would make the line above a heading.
_LEADING: Final = re.compile(r"\d+(?=[.)](?: |$))|(?=[-+](?: |$))|(?=[-=][-= ]*$)")
# A difference with its sign, an atom, a step. A pipe would end a cell also within code.
_CODE: Final = re.compile(r"[-+~=»] [^`|]*|\([^`|]*\)")


def render(report: Report, style: Style) -> str:
    """The lines of the report; none is broken, and no name in it can become markup."""
    lines = [*part(report, "text").lines(report), *explained(report, style)]
    has_title = bool(lines) and any(piece.tone is Tone.TITLE for piece in lines[0])
    title = _text(lines.pop(0)) if has_title else report.kind.capitalize()
    written = [f"# {escaped(title)}"]
    for together in blocks(lines):
        written += block(together)
    return "\n".join(written) + "\n"


def escaped(text: str) -> str:
    """`text` with the characters escaped that mean something in Markdown or HTML."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def fenced(lines: Iterable[str], language: str) -> Iterator[str]:
    """The lines as a block of code, in a fence that none of them can close."""
    content = list(lines)
    longest = max((len(run) for text in content for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}{language}"
    yield from content
    yield fence


def block(lines: Sequence[Line]) -> Iterator[str]:
    """What stands between two empty lines, with its first line as heading if that stands out."""
    first, rest = parted(lines)
    if first:
        yield ""
        yield f"## {escaped(_text(first))}" if stands_out(first) else _prose(_text(first))
    for run in runs(rest):
        yield ""
        yield from _table(run) if are_rows(run) else _other(list(map(_text, run)))


def _table(rows: Sequence[TableLine]) -> Iterator[str]:
    """A table, or a list where the columns have no names; without empty columns."""
    cells = zip_longest(
        *([_text(cell).strip() for cell in row.cells] for row in rows), fillvalue=""
    )
    columns = {number: column for number, column in enumerate(cells) if any(column)}
    texts = [list(map(_cell, row)) for row in zip(*columns.values(), strict=True)]
    if not has_names(rows):
        for first, *rest in texts:
            told = ", ".join(filter(None, rest))
            # What has no name of its own belongs to the row before.
            named = f"- {first}: {told}" if first else f"  - {told}"
            yield named if told else f"- {first}"
        return
    marks = ["--:" if number in rows[0].right else "---" for number in columns]
    for row in (texts[0], marks, *texts[1:]):
        yield f"| {' | '.join(row)} |"


def _cell(text: str) -> str:
    return f"`{text}`" if _CODE.fullmatch(text) else _prose(text)


def _other(texts: Sequence[str]) -> Iterator[str]:
    """Lines that are in no table: prose where they need no columns."""
    whole = dedent("\n".join(texts))
    if any(map(_SIGNED.match, texts)):
        yield from fenced(map(_signed, texts), "diff")
    elif IN_COLUMNS.search(whole):
        yield from fenced(texts, "text")
    else:
        # A backslash at its end breaks a line.
        yield "\\\n".join(map(_prose, whole.splitlines()))


def _prose(text: str) -> str:
    marked = escaped(text)
    leading = _LEADING.match(marked)
    return f"{leading[0]}\\{marked[leading.end() :]}" if leading else marked


def _signed(text: str) -> str:
    """The line with its sign at the margin, where `diff` looks for it, and no other sign there."""
    return _SIGNED.sub(r"\2\1 ", text, count=1) if _SIGNED.match(text) else f" {text}"


def _text(line: Line) -> str:
    return visible("".join(piece.text for piece in line).rstrip())
