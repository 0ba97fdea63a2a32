"""A `)` is missing: what is marked is the word, or the parenthesis, behind which it belongs."""

from __future__ import annotations

import pytest

from plancore.diagnostic import apply_edits
from support.findings import findings

DOMAIN = "(define (domain d) (:predicates (at ?x) (far ?x ?y))\n  (:action go {}))"


@pytest.mark.parametrize(
    ("slots", "marked"),
    [
        (":parameters (?from ?hall :effect (at ?from))", "?hall"),
        (":parameters (?from) :precondition (and (at ?from) :effect (at ?from))", ")"),
        (":parameters (?from) :precondition (and (at ?from (and (far ?from ?from))))", "?from"),
        (":parameters (?from) :effect (and (at ?from)", ")"),
    ],
)
def test_whole_words_are_marked(slots: str, marked: str) -> None:
    text = DOMAIN.format(slots)
    found = [f for f in findings(text) if f.code == "missing-parenthesis"]
    assert {text[f.span.start : f.span.end] for f in found} == {marked}


def test_the_last_word_of_a_fact_is_marked() -> None:
    text = "(define (problem p) (:domain d) (:init (at hall (at shed)) (:goal (at hall)))"
    found = [f for f in findings(text) if f.code == "missing-parenthesis"]
    assert {text[f.span.start : f.span.end] for f in found} == {"hall"}


BARE = """\
(define (domain ferry)
  :requirements :strips :typing
  :types car port - object
  :predicates (at ?c - car ?p - port)
    (free ?p - port)
  (:action sail
    :parameters (?c - car ?a ?b - port)
    :precondition (and (at ?c ?a) (free ?b))
    :effect (and (at ?c ?b) (not (at ?c ?a)))))
"""


def test_a_section_without_its_parentheses_is_one_error_and_the_fixes_add_them() -> None:
    found = findings(BARE)
    assert [finding.message for finding in found] == [
        "`:requirements` is not in parentheses; write `(:requirements …)`",
        "`:types` is not in parentheses; write `(:types …)`",
        "`:predicates` is not in parentheses; write `(:predicates …)`",
    ]
    edits = [edit for finding in found for edit in finding.fixes[0].edits]
    fixed = apply_edits(BARE, edits)
    assert "(:types car port - object)\n  (:predicates (at" in fixed
    assert findings(fixed) == ()


def test_what_is_no_section_stays_text_between_sections() -> None:
    text = BARE.replace(":types car port - object", ":parameters (?x)").replace(" - car", "")
    assert "`:parameters` is not in parentheses" not in {f.message for f in findings(text)}
