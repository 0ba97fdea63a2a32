"""A `)` is missing: what is marked is the word, or the parenthesis, behind which it belongs."""

from __future__ import annotations

import pytest

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
