"""Lines of the text report as HTML: pieces in their tones, tables, and what is in none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from textwrap import dedent
from typing import Final

from plancore.report.formats.blocks import IN_COLUMNS, are_rows, has_names, runs
from plancore.report.formats.html.elements import Html, element, joined, text
from plancore.report.formats.html.tables import heading, scrolling
from plancore.report.lines import Line, Piece, Tone
from plancore.report.table import TableLine

_VARIABLE: Final = re.compile(r"(\(*\?[^\s()→]+\)*)")
_BARE: Final = (Tone.PLAIN, Tone.SAME)


def inline(line: Iterable[Piece]) -> Html:
    """The pieces of a line."""
    return joined(map(_piece, line))


def prose(words: str) -> Html:
    """A sentence in which backquotes stand around what is code."""
    parts = enumerate(words.split("`"))
    return joined(element("code", part) if number % 2 else part for number, part in parts)


def pddl(words: str) -> Html:
    """A formula. Variables are elements with the parentheses around them: a browser would break
    lines behind a `?`."""
    parts = enumerate(_VARIABLE.split(words))
    return joined(element("var", part) if number % 2 else part for number, part in parts)


def block(lines: Sequence[Line], label: str) -> Html:
    """Tables as tables, other lines one below the other; `label` names the tables."""
    kept = (run for run in runs(lines) if run)
    return joined(_table(run, label) if are_rows(run) else _text(run) for run in kept)


def _text(lines: Sequence[Line]) -> Html:
    """Lines that are in no table: paragraphs, where they need no columns."""
    whole = dedent("\n".join("".join(piece.text for piece in line) for line in lines))
    if IN_COLUMNS.search(whole):
        return element("pre", joined(map(inline, lines), Html("\n")))
    return joined(element("p", inline(line)) for line in lines)


def _piece(piece: Piece) -> Html:
    written = element("code", pddl(piece.text)) if piece.is_code else text(piece.text)
    if piece.target:
        written = element("a", written, href=f"#{piece.target}")
    tone = None if piece.tone in _BARE else piece.tone.value
    if tone is None and not piece.anchor:
        return written
    return element("span", written, id=piece.anchor or None, class_=tone)


def _table(rows: Sequence[TableLine], label: str) -> Html:
    """A table without the columns that are empty in each row."""
    texts = ([inline(cell).strip() for cell in line.cells] for line in rows)
    columns = list(zip_longest(*texts, fillvalue=""))
    kept = [number for number, column in enumerate(columns) if any(column)]
    named = has_names(rows)
    written = [
        element("tr", *(_cell(columns[c][r], c in rows[0].right, named and not r) for c in kept))
        for r in range(len(rows))
    ]
    head = [element("thead", written.pop(0))] if named else []
    return scrolling(
        element("table", *head, element("tbody", *written), class_="figures prose"), label
    )


def _cell(content: str, is_flush: bool, is_name: bool) -> Html:
    class_ = "number" if is_flush else None
    if is_name:
        return heading(Html(content), "col", class_=class_)
    return element("td", Html(content), class_=class_)
