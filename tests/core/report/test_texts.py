"""Two files that are neither PDDL nor plans: their lines, in every format."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.report.registry import REVIEWS, Style, formats_of, render
from plancore.report.text.document import TextFile, TextReview, review_texts
from plancore.source import SourceText
from support.documents import violations_of

TEXTS = st.text(st.sampled_from("ab\n\r\x1b "), max_size=12)


def review(learned: str, reference: str) -> TextReview:
    return review_texts(
        TextFile("b/VERSION", SourceText(learned)), TextFile("a/VERSION", SourceText(reference))
    )


@given(TEXTS, TEXTS)
def test_what_gives_way_is_what_the_files_differ_in(learned: str, reference: str) -> None:
    made = review(learned, reference)
    ours, theirs = made.lines
    built, at = [], 0
    for gap in made.gaps:
        built += [*theirs[at : gap.old], *ours[gap.new : gap.new_end]]
        at = gap.old_end
    assert "".join([*built, *theirs[at:]]) == learned
    assert made.is_same == (learned == reference) == (made.differences == [])
    assert len(made.differences) == len(made.differing)


@given(TEXTS, TEXTS)
def test_json_is_as_its_schema_says(learned: str, reference: str) -> None:
    made = review(learned, reference)
    text = render(made, "json")
    assert violations_of(text) == []
    assert violations_of(render(made, "ndjson")) == []
    assert json.loads(text)["same"] == (learned == reference)


@pytest.mark.parametrize("name", formats_of(*REVIEWS))
def test_every_format_tells_of_the_line_or_counts_it(name: str) -> None:
    text = render(review("one\ntwo\n", "one\nthree\n"), name, Style(width=80))
    assert "VERSION" in text
    if name not in ("brief", "stat"):
        assert "two" in text
        assert "three" in text


@pytest.mark.parametrize("name", formats_of(*REVIEWS))
@pytest.mark.parametrize("data", [b"\0", b"\1"])
def test_of_what_is_no_text_every_format_says_whether_it_is_the_same(
    name: str, data: bytes
) -> None:
    made = review_texts(
        TextFile("b/l", SourceText(""), b"\0"), TextFile("a/l", SourceText(""), data)
    )
    text = render(made, name, Style(width=80))
    assert made.is_same == (data == b"\0")
    if not made.is_same:
        assert "differ" in text or '"same": false' in text
