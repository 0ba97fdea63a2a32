"""Markdown says what the text says, and no name in it becomes markup."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from plancore.report.document import List, ListItem, Paragraph, Section, Table, columns
from plancore.report.domain.review import review_domains
from plancore.report.lines import Piece
from plancore.report.registry import Style, render
from plancore.report.render import markdown
from plancore.report.review import Review
from plancore.snapshot import FileSnapshot
from support.examples import DELIVERY

HOSTILE = [
    "<script>alert(1)</script>",
    "a`b``c",
    "*x*_y_",
    "[a](b)",
    "&amp;",
    "x\u202ey",
    '"onload="',
]


def domain(*literals: str) -> str:
    return f"(define (domain d) (:action go :precondition (and {' '.join(literals)})))"


def review(name: str, ours: list[str], theirs: list[str]) -> Review:
    return review_domains(
        FileSnapshot.of(domain(*ours), name), FileSnapshot.of(domain(*theirs), "reference.pddl")
    )


# As GitHub reads it, as far as its readers agree: with tables, and HTML wherever it is one.
_MARKDOWN = MarkdownIt("commonmark").enable("table")
_MARKUP = {"html_block", "html_inline", "link_open", "image", "em_open", "strong_open", "hr"}


def words_of_markdown(text: str) -> list[str]:
    """The words that a reader of the document sees."""
    tokens = _MARKDOWN.parse(text)
    inline = [child for token in tokens for child in token.children or []]
    assert not _MARKUP & {token.type for token in (*tokens, *inline)}
    assert all(token.markup.startswith("#") for token in tokens if token.type == "heading_open")
    shown = [
        "".join(child.content or " " for child in token.children)
        if token.children
        else token.content
        for token in tokens
    ]
    return " ".join(shown).split()


names = st.sampled_from(HOSTILE) | st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
literals = st.lists(st.sampled_from(["(p)", "(q)", "(not (r))", "(`s`)", "(<i>)"]), max_size=4)


@given(names, literals, literals)
def test_markdown_says_what_the_text_says(name: str, ours: list[str], theirs: list[str]) -> None:
    report = review(name, ours, theirs)
    said = "".join(words_of_markdown(render(report, "markdown")))
    for word in render(report).split():
        assert word in said


@pytest.mark.parametrize(
    "name", ["- x", "+ x", "1. x", "12) x", "===", "---", "-", "a | b", "`| c", "+ `x", "    x"]
)
def test_no_line_begins_what_its_name_looks_like(name: str) -> None:
    texts = [name, f"{name} {name}"]
    lines = [(Piece(text),) for text in texts]
    rows = [[text, text] for text in texts]
    for block in (
        Paragraph(lines),
        List([ListItem(line) for line in lines]),
        Table(columns("", ""), rows),
        Table(columns("a", "b"), rows),
        Section(name, []),
    ):
        document = "\n".join(markdown.block_markdown(block, 2))
        tokens = [token.type for token in _MARKDOWN.parse(document)]
        assert words_of_markdown(document)
        assert tokens.count("bullet_list_open") <= 1
        assert "ordered_list_open" not in tokens
        assert tokens.count("heading_open") == isinstance(block, Section)


def test_tables_lists_and_prose() -> None:
    learned, reference = (
        FileSnapshot.of((DELIVERY / name).read_text(), name)
        for name in ("learned.pddl", "reference.pddl")
    )
    review = review_domains(learned, reference)
    text = render(review, "markdown")
    assert text.startswith(
        "# learned.pddl vs. reference.pddl: 6 differences: 5 in 3 of 3 actions, 1 in the "
    )
    assert "\n| action | similarity | pre P |" in text
    assert "\n| move | 4/5 | 2/2 |" in text
    assert "\n- precondition: `- (available ?a)`, missing, reference:32" in text
    text = render(review, "markdown", Style(metrics=True))
    assert "\n|  | action | similarity | pre P |" in text
    assert "\n| \\~ | move | 0.800 = 4/5 | 1.000 = 2/2 |" in text


@pytest.mark.parametrize("name", ["markdown", "html"])
def test_every_kind_has_them(name: str) -> None:
    from plancore.report.registry import KINDS, formats_of

    assert name in formats_of(*KINDS)
