"""A `)` is missing: what is marked is the word, or the parenthesis, behind which it belongs."""

from __future__ import annotations

import pytest

from plancore.diagnostic import Severity, apply_edits
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


def test_sections_without_their_parentheses_are_one_error_whose_fix_adds_them() -> None:
    (found,) = findings(BARE)
    assert found.message == "`:requirements` is not in parentheses; write `(:requirements …)`"
    assert [BARE[span.start : span.end] for span in found.spans] == [
        ":requirements",
        ":types",
        ":predicates",
    ]
    fixed = apply_edits(BARE, found.fixes[0].edits)
    assert "(:types car port - object)\n  (:predicates (at" in fixed
    assert findings(fixed) == ()


def test_a_long_section_without_its_parentheses_ends_where_the_next_begins() -> None:
    text = (
        "(define (problem p) (:domain d) :objects a b - t\n"
        "  :init (at a) ; not b\n  (at b) (:goal (at a)) :metric minimize (total-cost))"
    )
    (found,) = (each for each in findings(text) if each.severity is Severity.ERROR)
    assert [text[span.start : span.end] for span in found.spans] == [":objects", ":init", ":metric"]
    assert apply_edits(text, found.fixes[0].edits) == (
        "(define (problem p) (:domain d) (:objects a b - t)\n"
        "  (:init (at a) ; not b\n  (at b)) (:goal (at a)) (:metric minimize (total-cost)))"
    )


def test_what_is_no_section_stays_text_between_sections() -> None:
    text = BARE.replace(":types car port - object", ":parameters (?x)").replace(" - car", "")
    assert "`:parameters` is not in parentheses" not in {f.message for f in findings(text)}
