"""One group of a typed list lacks the `-` before its type: it is reported at the type, once."""

from __future__ import annotations

import pytest

from plancore.diagnostic import apply_edits
from support.findings import findings

DOMAIN = """\
(define (domain d)
  (:requirements :typing)
  (:types room robot)
  (:predicates (at ?r - robot ?x - room) (free ?x - room))
  (:action go
    :parameters (?r - robot ?from ?to - room)
    :precondition (and (at ?r ?from) (free ?to))
    :effect (at ?r ?to)))
"""
PROBLEM = """\
(define (problem one)
  (:domain d)
  (:objects hall yard - room ann bob - robot attic - room)
  (:init (free yard) (at ann hall) (at bob attic))
  (:goal (at ann yard)))
"""


@pytest.mark.parametrize(
    ("right", "of"),
    [("?r - robot ?from", "robot"), ("?to - room)", "room"), ("?x - room) (free", "room")],
)
def test_a_group_of_variables(right: str, of: str) -> None:
    text = DOMAIN.replace(right, right.replace("- ", ""), 1)
    (found,) = findings(text)
    assert found.message == f"missing `-` before a type; write `- {of}`"
    assert text[found.span.start : found.span.end] == of
    assert apply_edits(text, found.fixes[0].edits) == DOMAIN


@pytest.mark.parametrize(
    ("right", "of"), [("yard - room", "room"), ("bob - robot", "robot"), ("attic - room", "room")]
)
def test_a_group_of_objects(right: str, of: str) -> None:
    text = PROBLEM.replace(right, right.replace("- ", ""), 1)
    (found,) = findings(text, DOMAIN)
    assert found.message == f"`{of}` is a type: missing `-`; write `- {of}`"
    assert text[found.span.start : found.span.end] == of
    assert apply_edits(text, found.fixes[0].edits) == PROBLEM


@pytest.mark.parametrize("word", ["who", "thing"])
def test_a_parameter_without_its_question_mark(word: str) -> None:
    text = DOMAIN.replace("?r - robot ?from ?to", f"?r - robot ?from {word}").replace(
        "?to", f"?{word}"
    )
    (found,) = findings(text)
    assert found.message == f"missing `?` before a parameter; write `?{word}`"


def test_an_object_with_the_name_of_its_type() -> None:
    text = PROBLEM.replace("hall yard", "hall room yard").replace("(at bob attic)", "(at bob room)")
    assert [each.code for each in findings(text, DOMAIN)] == ["unused-object"]


LARGE = """\
(define (domain e)
  (:requirements :adl :fluents)
  (:types room robot)
  (:predicates (at ?r - robot ?x - room) (free ?x - (either room robot)))
  (:functions (cost) (fuel ?r - robot) (far ?r - robot ?x - room) - number)
  (:action go
    :parameters (?r - robot ?o - (either room robot) ?from ?to - room)
    :precondition (and (at ?r ?from) (free ?to) (free ?o) (> (fuel ?r) (far ?r ?to))
      (forall (?x - room) (free ?x)) (exists (?x - room ?y - robot) (at ?y ?x)))
    :effect (and (at ?r ?to) (free ?from) (increase (cost) 1))))
"""


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("(either room robot)))\n", "either room robot))\n",
         "expected types in parentheses; write `(either room robot)`"),
        ("?o - (either room robot) ?from", "?o - either room robot ?from",
         "expected types in parentheses; write `(either room robot)`"),
        ("forall (?x - room)", "forall (?x in room)",
         "expected `-` before a type, found `in`; write `?x - room`"),
        ("exists (?x - room ", "exists (?x of room ",
         "expected `-` before a type, found `of`; write `?x - room`"),
        ("forall (?x - room)", "forall ?x in room",
         "expected a list of variables; write `(?x - room)`"),
        ("(fuel ?r - robot) (far", "fuel ?r - robot (far",
         "expected functions in parentheses; write `(fuel ?r - robot)`"),
        ("(far ?r - robot ?x - room) -", "far ?r - robot ?x - room -",
         "expected functions in parentheses; write `(far ?r - robot ?x - room)`"),
        ("(:requirements :adl :fluents)", ":requirements (:adl :fluents)",
         "`:requirements` is not in parentheses; write `(:requirements …)`"),
    ],
)  # fmt: skip
def test_types_and_declarations_as_they_are_said(right: str, wrong: str, message: str) -> None:
    assert findings(LARGE) == ()
    text = LARGE.replace(right, wrong, 1)
    (found,) = findings(text)
    assert found.message == message
    assert apply_edits(text, found.fixes[0].edits) == LARGE


def test_ranges_of_objects() -> None:
    text = PROBLEM.replace("hall yard -", "hall1..hall3 yard b1..4 -").replace("hall)", "hall2)")
    (found,) = findings(text, DOMAIN)
    assert found.message == "`..` is not part of a name; list the objects"
    assert [text[span.start : span.end] for span in found.spans] == ["hall1..hall3", "b1..4"]
    assert not found.fixes
    domain = DOMAIN.replace("  (:predicates", "  (:constants k1..k2 - room)\n  (:predicates")
    (found,) = findings(domain.replace("(free ?to)", "(free k2) (free ?to)"))
    assert found.message == "`..` is not part of a name; list the objects"


def test_objects_as_pairs_of_a_name_and_its_type() -> None:
    right = PROBLEM.replace("yard - room", "- room yard - room").replace(
        "ann bob - robot", "ann - robot bob - robot"
    )
    pairs = "(hall room) (yard room) (ann robot) (bob robot) (attic room)"
    text = right.replace("hall - room yard - room ann - robot bob - robot attic - room", pairs)
    (found,) = findings(text, DOMAIN)
    assert found.message == "expected an object, found a list; write `hall - room`"
    assert apply_edits(text, found.fixes[0].edits) == right
