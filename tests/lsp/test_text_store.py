"""The server's text is the client's, whatever is edited and in whatever units."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.source import Encoding, Position, SourceText
from planlsp.session.texts.documents import TextBuffer, TextEdit, TextStore
from support.edit_model import ALPHABET, random_edit, random_text

texts = st.lists(st.sampled_from(ALPHABET), max_size=30).map("".join)


def edit(start: tuple[int, int], end: tuple[int, int], text: str) -> TextEdit:
    return TextEdit(Position(*start), Position(*end), text)


@pytest.mark.server_behaviour(14)
@pytest.mark.parametrize("count", [500, pytest.param(10_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("encoding", Encoding)
def test_thousands_of_random_edits(encoding: Encoding, count: int) -> None:
    rng = random.Random(20_000 + len(encoding))
    text = random_text(rng, 200)
    buffer = TextBuffer(text)
    for number in range(count):
        change = random_edit(rng, text, encoding)
        buffer.apply(edit(change.start, change.end, change.text), encoding)
        text = change.result
        assert buffer.source.text == text, f"after edit {number}: {change}"
        assert buffer.source.line_starts == SourceText(text).line_starts
    assert len(text) > 50


@given(
    text=texts,
    edits=st.lists(
        st.tuples(*[st.integers(0, 12)] * 4, texts, st.sampled_from(Encoding)), max_size=6
    ),
)
def test_an_edit_by_lines_is_an_edit_by_offsets(text: str, edits: Any) -> None:
    buffer = TextBuffer(text)
    for line, column, last, end, new, encoding in edits:
        before = SourceText(text)
        offsets = (
            before.offset(Position(line, column), encoding),
            before.offset(Position(last, end), encoding),
        )
        buffer.apply(edit((line, column), (last, end), new), encoding)
        text = text[: min(offsets)] + new + text[max(offsets) :]
        assert buffer.source.text == text
        assert buffer.source.line_starts == SourceText(text).line_starts


def test_a_range_past_the_end_of_the_last_line_takes_all_of_it() -> None:
    buffer = TextBuffer("abc")
    buffer.apply(edit((0, 0), (0, 100), ""), Encoding.UTF16)
    assert buffer.source.text == ""


def test_form_feed_and_line_separator_do_not_end_a_line() -> None:
    buffer = TextBuffer("; a\fb\u2028c\n(x)")
    buffer.apply(edit((1, 1), (1, 2), "y"), Encoding.UTF16)
    assert buffer.source.text == "; a\fb\u2028c\n(y)"


def test_a_line_feed_joins_the_carriage_return_before_it() -> None:
    buffer = TextBuffer("a\rb")
    buffer.apply(edit((1, 0), (1, 0), "\n"), Encoding.UTF16)
    buffer.apply(edit((1, 0), (1, 1), "c"), Encoding.UTF16)
    assert buffer.source.text == "a\r\nc"


@pytest.mark.timeout(30)
def test_keystrokes_in_a_large_text_are_cheap() -> None:
    # Where each keystroke takes the text apart, as pygls does, these take minutes.
    line = "(at package-1234567 location-7654321)\n"
    buffer = TextBuffer(line * (4_000_000 // len(line)))
    for column in range(1_000):
        buffer.apply(edit((50_000, column), (50_000, column), "x"), Encoding.UTF16)
    assert buffer.source.line_text(50_000).startswith("x" * 1_000 + "(at")


def test_the_store_knows_a_document_by_every_spelling_of_its_uri() -> None:
    store = TextStore()
    opened = store.open("file:///C%3A/My%20Plans/d.pddl", "pddl", 1, "a")
    changed = store.change("file:///c:/My Plans/d.pddl", 2, ["b"], Encoding.UTF16)
    assert changed is not None
    assert (changed.uri, changed.version, changed.source.text) == (opened.uri, 2, "b")
    assert opened.source.text == "a"
    assert store.close("FILE:///c%3a/My%20Plans/./d.pddl") == changed
    assert store.change(opened.uri, 3, ["c"], Encoding.UTF16) is None
    assert list(store) == []
