"""One document with every sort of block, in every format that lays documents out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Final

import pytest

from plancore.report import document, lines
from plancore.report.document import (
    Block,
    Code,
    Details,
    Document,
    Errors,
    KeyFigures,
    List,
    ListItem,
    Paragraph,
    Plots,
    Section,
    SideBySide,
    Table,
    Walk,
    columns,
    document_lines,
    items,
)
from plancore.report.lines import Piece, Tone, line
from plancore.report.marks import CHANGED, SAME
from plancore.report.plots import (
    Arc,
    Arcs,
    Bar,
    Cactus,
    Dot,
    Gantt,
    HeatMap,
    Scatter,
    Solved,
    SolvedCurve,
)
from plancore.report.render.html.elements import element
from plancore.report.render.html.page import page_of, section
from plancore.report.render.markdown import document_markdown
from plancore.report.rows.row import LEARNED, REFERENCE
from plancore.report.rows.texts import Text, TextRows
from plancore.source import SourceText
from support.golden import check_golden

GOLDENS = Path(__file__).parent / "goldens"
_MISSING: Final = Piece("- (at ?a)", Tone.MISSING, is_code=True)
_BAR: Final = Bar(Fraction(0), Fraction(2), "0: (go <a>) [2]", "<a>", CHANGED)
_ROWS: Final = TextRows(
    Text(SourceText("a\n<b>\n"), "l.txt"), Text(SourceText("a\nc d\n"), "r.txt")
)
BLOCKS: Final[tuple[Block, ...]] = (
    Errors([line("run   1.plan:1:1: no <step>")]),
    Paragraph([line("verdict: ", Piece("different", Tone.CHANGED)), line("by name")]),
    KeyFigures([("F1", "0.857 = 6/7")]),
    Section(
        "Figures",
        [
            Table(
                columns("learner", "F1", "runs", numbers=(1, 2)),
                [["a|b", "0.857", "12"], [Piece("c", Tone.DIM), "–"]],
                groups=(1, 1),
                indent=2,
            ),
            Paragraph([line(Piece("– none", Tone.DIM))], indent=2),
        ],
        note="2 learners",
    ),
    Section("", [Table(columns("", ""), [[_MISSING, "missing"], ["", "in the   reference"]])]),
    Section(
        "Plans",
        [
            List(
                [
                    ListItem(line("run   1.plan: invalid"), items(["at step 2"])),
                    ListItem(line("2. valid")),
                ]
            ),
            Code([line("  1  (go a b)"), line("      + (at b)")], is_difference=True),
            Details(line("Why"), [Paragraph([line(Piece("[1]", target="d1"))])]),
            Section(line(Piece("~ go", Tone.CHANGED), "  0.5"), [Code([line("(at  a)")])]),
        ],
        anchor="all-plans",
    ),
    Plots(
        [
            HeatMap("similarity", ["a"], ["x"], {("a", "x"): 0.5}),
            Scatter("P", "R", [Dot(0.5, 1.0, "a", SAME), Dot(0.5, 0.0, "b", CHANGED)], 1),
            Cactus("solved", "seconds", [SolvedCurve("a", [Solved(1.0, "p1")], 2, 0)], 10.0),
            Arcs("links", ["initial state", "1  (go <a>)", "goal"], [Arc(0, 1, "(at <b>)")]),
            Gantt("times", (REFERENCE, LEARNED), ([_BAR], []), {"go": ([_BAR], [])}),
        ],
        "a note on plots",
        {SAME: "the same", CHANGED: "different"},
    ),
    Walk({"facts": ["(at </script>)"], "initial": [0], "changes": []}),
    SideBySide(_ROWS, 0, _ROWS.count, "lines", is_accepted=lambda row: row == 1),
)
EXAMPLE: Final = Document("Example", line(Piece("l.pddl", Tone.TITLE), "  and  r.pddl"), BLOCKS)


def text(example: Document) -> str:
    return lines.render(document_lines(example))


def markdown(example: Document) -> str:
    return "\n".join(document_markdown(example)) + "\n"


def html(example: Document) -> str:
    """What a page has of a document, an element a line as far as that does not change it."""
    page = page_of(example)
    whole = element(
        "main", element("h1", page.headline), page.summary, *map(section, page.sections)
    )
    for name in ("h1", "h2", "h3", "section", "tr", "tbody", "li", "p", "ul", "svg", "g", "div"):
        whole = type(whole)(whole.replace(f"</{name}>", f"</{name}>\n"))
    return f"{whole}\n"


@pytest.mark.parametrize(("ending", "made"), [("txt", text), ("md", markdown), ("html", html)])
def test_the_example_in(ending: str, made: Callable[[Document], str]) -> None:
    check_golden(GOLDENS / f"document.{ending}", made(EXAMPLE))


def test_the_example_has_every_sort_of_block() -> None:
    known = {getattr(document, name) for name in str(Block).split(" | ")}
    assert {type(block) for block in _all(BLOCKS)} == known


def _all(blocks: object) -> list[Block]:
    found: list[Block] = []
    for block in blocks if isinstance(blocks, (list, tuple)) else []:
        found.append(block)
        if isinstance(block, (Section, Details)):
            found += _all(block.blocks)
    return found
