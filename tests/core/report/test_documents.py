"""Markdown and HTML say what the text says, and no name in them becomes markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.report.domain.review import review_domains
from plancore.report.registry import render
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


class Page(HTMLParser):
    """The text of a page below `<pre>`, and every tag with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text = ""
        self.tags: list[tuple[str, tuple[tuple[str, str | None], ...]]] = []
        self._is_inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(attrs)))
        self._is_inside = self._is_inside or tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        self._is_inside = self._is_inside and tag != "pre"

    def handle_data(self, data: str) -> None:
        if self._is_inside:
            self.text += data


def domain(*literals: str) -> str:
    return f"(define (domain d) (:action go :precondition (and {' '.join(literals)})))"


def review(name: str, ours: list[str], theirs: list[str]) -> Review:
    return review_domains(
        FileSnapshot.of(domain(*ours), name), FileSnapshot.of(domain(*theirs), "reference.pddl")
    )


def unfenced(text: str) -> tuple[list[str], list[str]]:
    """The lines outside of fences, and those inside."""
    outside, inside = [], []
    fence = ""
    for line in text.splitlines():
        if fence:
            if line == fence:
                fence = ""
            else:
                inside.append(line)
        elif opening := re.match("(`{3,})(text|diff)$", line):
            fence = opening[1]
        else:
            outside.append(line)
    assert not fence
    return outside, inside


names = st.sampled_from(HOSTILE) | st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
literals = st.lists(st.sampled_from(["(p)", "(q)", "(not (r))", "(`s`)", "(<i>)"]), max_size=4)


@given(names, literals, literals)
def test_a_page_says_what_the_text_says(name: str, ours: list[str], theirs: list[str]) -> None:
    report = review(name, ours, theirs)
    page = Page(render(report, "html"))
    assert page.text.lstrip("\n") == render(report).replace("\r", "")
    assert {tag for tag, _ in page.tags} <= {
        *("html", "head", "meta", "title", "style", "body", "pre", "span"),
    }
    classes = {value for tag, attributes in page.tags if tag == "span" for _, value in attributes}
    assert classes <= {"title", "dim", "missing", "extra", "changed", "moved", "note"}


@given(names, literals, literals)
def test_markdown_says_what_the_text_says(name: str, ours: list[str], theirs: list[str]) -> None:
    report = review(name, ours, theirs)
    outside, inside = unfenced(render(report, "markdown"))
    assert all(re.fullmatch(r"#{1,2} .+", line) for line in outside if line)
    for line in outside:
        assert not re.search(r"(?<!\\)(?:\\\\)*[`*_\[<&]", line)
    headings = [re.sub(r"\\(.)", r"\1", line.lstrip("# ")) for line in outside if line]
    said = sorted("".join(line.split()) for line in (*headings, *inside))
    assert said == sorted("".join(line.split()) for line in render(report).splitlines() if line)


def test_a_difference_is_coloured_by_its_sign() -> None:
    learned, reference = (
        FileSnapshot.of((DELIVERY / name).read_text(), name)
        for name in ("learned.pddl", "reference.pddl")
    )
    text = render(review_domains(learned, reference), "markdown")
    assert text.startswith("# learned.pddl  compared with the reference  reference.pddl\n")
    assert "\n## \\~ move  learned.pddl:30:12  reference.pddl:27:12\n\n```diff\n" in text
    assert "\n-     (available ?a)  missing (FN)  " in text


@pytest.mark.parametrize("name", ["markdown", "html"])
def test_every_kind_has_them(name: str) -> None:
    from plancore.report.registry import KINDS, formats_of

    assert name in formats_of(*KINDS)
