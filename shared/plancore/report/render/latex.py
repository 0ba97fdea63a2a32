r"""The tables of a report in LaTeX with booktabs rules, for a paper: `\input` the file.

Each table is a `tabular` after a comment with its title. A report without tables, such as that of
`planeval validate`, has the rows of its CSV in one. Everything else that a text report has
(sentences, errors, lists, code) is in comments. The packages booktabs and inputenc (UTF-8) suffice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from plancore.report.document import (
    Block,
    Document,
    Section,
    Table,
    block_lines,
    columns,
    filled,
    heading_line,
)
from plancore.report.lines import Line, visible
from plancore.report.registry import Report, Style, document_of, part

_WRITTEN: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "–": "--",
    "…": r"\ldots{}",
    **{
        sign: f"${command}$"
        for sign, command in {
            "±": r"\pm",
            "−": "-",
            "×": r"\times",
            "·": r"\cdot",
            "≥": r"\geq",
            "≤": r"\leq",
            "≠": r"\neq",
            "≈": r"\approx",
            "→": r"\to",
            "⇐": r"\Leftarrow",
            "µ": r"\mu",
            "Σ": r"\Sigma",
            "Δ": r"\Delta",
            "δ": r"\delta",
            "✓": r"\surd",
            "✗": r"\times",
        }.items()
    },
}
"""Signs of reports that LaTeX cannot print as they are, with their commands."""

_BEGIN: Final = r"\begin{tabular}"
_ESCAPED: Final = "{}$&#_%"
_OPTION: Final = r"\A[*\[]"
"""What LaTeX takes for an option of the end of the line before."""
_MINUS: Final = r"(?<![\w.-])-(?=\d)"
_JOINED: Final = r"([-'`,])(?=\1)|[?!](?=`)"
"""Signs that fonts draw as one: two hyphens are a dash."""
_SPECIAL: Final = re.compile(
    "|".join((_OPTION, _MINUS, _JOINED, *map(re.escape, (*_WRITTEN, *_ESCAPED))))
)
_LATIN: Final = re.compile(r"[\x00-\u017f‘’“”„‚†‡•€™]*")


def render(report: Report, style: Style) -> str:
    """The report as LaTeX."""
    document = document_of(report, style.detail)
    return "\n".join(_document(document, report)) + "\n"


def _document(document: Document, report: Report) -> Iterator[str]:
    blocks = [line for block in document.blocks for line in _block(block)]
    if not any(line.startswith(_BEGIN) for line in blocks):
        blocks += ["", *_table(_of_rows(report))]
    yield f"% {_text(document.title) if document.title else document.name}"
    yield r"% needs \usepackage{booktabs}"
    if not all(_LATIN.fullmatch(line) for line in blocks if not line.startswith("%")):
        yield "% needs XeLaTeX or LuaLaTeX with a font that has all letters"
    yield from blocks


def _block(block: Block) -> Iterator[str]:
    match block:
        case Section(title, blocks):
            lines = [line for each in blocks for line in _block(each)]
            if title and lines:
                yield ""
                yield f"% {_text(heading_line(block))}"
            yield from lines
        case Table():
            yield from _table(block)
        case _:
            yield from (f"% {_text(line)}" for line in block_lines(block) if _text(line))


def _of_rows(report: Report) -> Table:
    """The rows of a report's CSV as a table, without columns that have no value."""
    head, *rows = part(report, "data").rows(report)
    filled = [
        (str(name).replace("_", " "), values)
        for name, values in zip(head, zip(*rows, strict=True), strict=bool(rows))
        if any(value is not None for value in values)
    ]
    numbers = (
        number
        for number, (_, values) in enumerate(filled)
        if all(value is None or type(value) in (int, float) for value in values)
    )
    cells = (["" if value is None else str(value) for value in values] for _, values in filled)
    return Table(
        columns(*(name for name, _ in filled), numbers=numbers),
        [list(row) for row in zip(*cells, strict=True)],
    )


def _table(table: Table) -> Iterator[str]:
    """A paragraph with a table without empty columns; nothing of one without rows."""
    shown, rows = filled(table)
    if not rows or not shown:
        return
    kinds = "".join("r" if column.is_number else "l" for column in shown)
    yield rf"{_BEGIN}{{{kinds}}}"
    yield r"\toprule"
    if any(column.title for column in shown):
        yield rf"{' & '.join(_escaped(column.title) for column in shown)} \\"
        yield r"\midrule"
    texts = ([_escaped(_text(cell).strip()) for cell in row] for row in rows)
    yield from (rf"{' & '.join(row)} \\" for row in texts)
    yield r"\bottomrule"
    yield r"\end{tabular}"
    yield r"\par\bigskip"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(_sign, text)


def _sign(match: re.Match[str]) -> str:
    sign = match[0]
    if sign in _WRITTEN:
        return _WRITTEN[sign]
    if sign in _ESCAPED:
        return f"\\{sign}"
    if sign in "*[":
        return f"{{{sign}}}"
    return "$-$" if re.compile(_MINUS).match(match.string, match.start()) else f"{sign}{{}}"


def _text(line: Line) -> str:
    return visible("".join(piece.text for piece in line).rstrip())
