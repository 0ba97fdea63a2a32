"""Reports as Markdown, for pull requests and for editors that show it.

The lines are those of the format `text`. A block whose first line stands out to the left has it as
its heading. Blocks that list differences are fenced as `diff`, so that a viewer colours them by
their signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from plancore.report.lines import Line, Tone, visible
from plancore.report.registry import Report, Style, part

_SIGNED: Final = re.compile(r"( *)([+-]) ")
_SPECIAL: Final = re.compile(r"[\\`*_\[\]<>#|~&!]")


def render(report: Report, _: Style) -> str:
    """The lines of the report; none is broken, and no name in it can become markup."""
    lines = list(part(report, "text").lines(report))
    has_title = bool(lines) and any(piece.tone is Tone.TITLE for piece in lines[0])
    title = _text(lines.pop(0)) if has_title else report.kind.capitalize()
    written = [f"# {escaped(title)}"]
    for is_blank, block in groupby(map(_text, lines), lambda text: not text):
        if not is_blank:
            written += _block(list(block))
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


def _block(texts: list[str]) -> Iterator[str]:
    head, *rest = texts
    yield ""
    if rest and head[0] != " " and all(text[0] == " " for text in rest):
        yield f"## {escaped(head)}"
        yield ""
    else:
        rest = texts
    is_diff = any(map(_SIGNED.match, rest))
    yield from fenced(map(_signed, rest) if is_diff else rest, "diff" if is_diff else "text")


def _signed(text: str) -> str:
    """The line with its sign at the margin, where `diff` looks for it, and no other sign there."""
    return _SIGNED.sub(r"\2\1 ", text, count=1) if _SIGNED.match(text) else f" {text}"


def _text(line: Line) -> str:
    return visible("".join(piece.text for piece in line).rstrip())
