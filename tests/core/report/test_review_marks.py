"""Marks of a review: what they are keyed by, how they are kept, what is said of them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.differences import differences
from plancore.compare.domains import compare_domains
from plancore.report.domain.review import review_domains
from plancore.report.domain.rows import DomainRows
from plancore.report.reviewed.document import marks_text, read_marks
from plancore.report.reviewed.marks import (
    DifferenceName,
    Reviewed,
    ReviewMark,
    ReviewState,
    clean_note,
    name_of,
)
from plancore.snapshot import FileSnapshot
from support.comparison import domain_of
from support.literal_domains import action, domain, domains

REFERENCE = domain(action("a", "(p ?a) (q ?a ?b)"), action("b", "(r)"))
LEARNED = domain(action("a", "(p ?a) (not (r))"))


def names(learned: str, reference: str = REFERENCE) -> list[DifferenceName]:
    diff = compare_domains(domain_of(learned), domain_of(reference))
    return [name_of(difference) for difference in differences(diff)]


def reviewed(learned: str, marks: dict[DifferenceName, ReviewMark]) -> Reviewed:
    diff = compare_domains(domain_of(learned), domain_of(REFERENCE))
    return Reviewed.of(differences(diff), marks)


def test_a_difference_has_a_name_in_the_words_of_the_reference() -> None:
    assert names(LEARNED) == [
        ("a", "precondition", "missing", "(q ?a ?b)", ""),
        ("a", "precondition", "extra", "", "(not (r))"),
        ("b", "action", "missing", "", ""),
    ]


def test_names_survive_other_variables_layout_and_edits_elsewhere() -> None:
    edited = domain(
        "; a comment\n" + action("a", "(not (r)) \n (p ?y)", "(r) (p ?x)", parameters="?y ?x")
    )
    assert {*names(LEARNED)} - {*names(edited)} == set()


def test_parameters_are_one_difference() -> None:
    learned = domain(action("a", "(p ?a) (q ?a ?b)", parameters="?a - t ?b ?c"))
    assert names(learned)[0] == (
        "a",
        "parameters",
        "changed",
        "action 0: object, 1: object",
        "action 0: t, 1: object, 2: object",
    )


@given(domains(), domains())
def test_every_row_that_differs_has_a_difference_with_a_name_of_its_own(
    learned: str, reference: str
) -> None:
    review = review_domains(FileSnapshot.of(learned), FileSnapshot.of(reference))
    rows = DomainRows(review)
    found = [rows.difference(stop) for stop in rows.stops]
    assert {*map(name_of, filter(None, found))} == {*names(learned, reference)}
    assert None not in found
    assert len({*names(learned, reference)}) == len(names(learned, reference))


def test_marks_are_counted_and_those_of_what_is_gone_are_kept() -> None:
    first, second, third = names(LEARNED)
    marks = reviewed(LEARNED, {})
    assert marks.text == ""
    marks = marks.with_mark(first, ReviewMark(ReviewState.ACCEPTED))
    marks = marks.with_mark(second, ReviewMark(ReviewState.REPORTED, "to the author"))
    marks = marks.with_mark(third, ReviewMark(note="why?"))
    assert marks.text == "3 differences: 1 left as is, 1 reported, 1 open"
    again = reviewed(domain(action("a", "(p ?a)")), dict(marks.marks))
    assert again.gone == (second,)
    assert again.text == ("2 differences: 1 left as is, 1 open; 1 mark is for a deleted difference")
    assert marks.with_mark(third, ReviewMark()).marks.keys() == {first, second}


def test_a_state_follows_another() -> None:
    state, seen = ReviewState.OPEN, []
    for _ in range(3):
        state = state.next
        seen.append(state.value)
    assert seen == ["accepted", "reported", "open"]


texts = st.text(max_size=8)


@given(
    st.dictionaries(
        st.builds(DifferenceName, texts, texts, texts, texts, texts),
        st.builds(ReviewMark, st.sampled_from(ReviewState), texts.map(clean_note)),
        max_size=4,
    )
)
def test_what_is_written_is_read(marks: dict[DifferenceName, ReviewMark]) -> None:
    text = marks_text(marks)
    assert read_marks(text) == (marks, "")
    assert text.isascii()


@given(st.text(max_size=40) | st.from_type(type(None)).map(json.dumps))
def test_any_text_is_read(text: str) -> None:
    marks, error = read_marks(text)
    assert not marks
    assert error


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("[" * 100_000, "nested too deeply"),
        ("{}", "no review marks in it"),
        (
            '{"format": "plandiff-review", "version": 2}',
            "it was written by another version of plandiff",
        ),
        (
            '{"format": "plandiff-review", "version": 1, "marks": 3}',
            "`marks`: expected a list, found 3",
        ),
        (
            '{"format": "plandiff-review", "version": 1, "marks": [{"action": 3}]}',
            "`marks[0].action`: expected a string, found 3",
        ),
    ],
)
def test_what_cannot_be_read_is_said(text: str, error: str) -> None:
    assert read_marks(text) == ({}, error)


def test_a_hostile_note_is_only_text() -> None:
    assert clean_note("a\x1b]52;c;x\x07\nb‮") == "a␛]52;c;x␇ b⟨U+202E⟩"
