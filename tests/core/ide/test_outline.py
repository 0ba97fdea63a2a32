"""A file's parts as a tree."""

from __future__ import annotations

import pytest

from plancore.ide.shape import OutlineItem, outline
from plancore.project import snapshot_of
from support.ferry import DOMAIN, PROBLEM


def drawn(text: str) -> str:
    """The outline with two blanks for each level, checked for nesting."""
    lines: list[str] = []

    def draw(items: tuple[OutlineItem, ...], depth: int, start: int, end: int) -> None:
        for item in items:
            assert start <= item.span.start <= item.name_span.start
            assert item.name_span.end <= item.span.end <= end
            lines.append(f"{'  ' * depth}{item.kind} {item.name} {item.detail}".rstrip())
            draw(item.children, depth + 1, *item.span)

    draw(outline(snapshot_of(text)), 0, 0, len(text))
    return "\n".join(lines)


@pytest.mark.server_behaviour(19)
def test_a_domain() -> None:
    assert drawn(DOMAIN).startswith(
        """\
domain ferry domain
  section :requirements :strips :typing :negative-preconditions :numeric-fluents \
:existential-preconditions
  section :types 3
    type car vehicle
    type vehicle
    type port
  section :constants 1
    object main port
  section :predicates 3
    predicate at ?c - car ?p - port
    predicate aboard ?c - car
    predicate full
  section :functions 1
    function fuel ?p - port
  action board ?c - car ?p - port
    parameter ?c car
    parameter ?p port
    slot :precondition
    slot :effect
  action leave"""
    )


def test_a_problem() -> None:
    assert (
        drawn(PROBLEM)
        == """\
problem two problem
  section :domain
  section :objects 2
    object red car
    object south port
  section :init
  section :goal"""
    )


def test_a_plan() -> None:
    assert (
        drawn("(board red south)\n(LEAVE red)\n")
        == "step (board red south) step 1\nstep (LEAVE red) step 2"
    )


def test_damaged_and_empty_files() -> None:
    assert drawn("") == ""
    assert drawn("(define") == "domain (no name)"
    broken = "(define (domain d) (:action a :effect (p (:action b :effect (q)))"
    assert [line.split()[1] for line in drawn(broken).splitlines() if "action" in line] == [
        "a",
        "b",
    ]
    assert "(no name)" in drawn("(define (:action :parameters (?x)))")


def test_an_axiom_and_a_durative_action() -> None:
    text = """(define (domain d) (:predicates (p ?x) (q ?x))
 (:derived (Q ?x) (p ?x))
 (:durative-action a :parameters (?x)
  :duration (= ?duration 1) :condition (at start (p ?x)) :effect ))
"""
    drawing = drawn(text)
    assert "  axiom Q ?x\n" in drawing
    assert drawing.endswith(
        "  action a ?x\n    parameter ?x\n    slot :duration\n    slot :condition"
    )
    (domain,) = outline(snapshot_of(text))
    (axiom,) = (item for item in domain.children if item.kind == "axiom")
    assert text[slice(*axiom.name_span)] == "Q"
