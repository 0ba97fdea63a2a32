"""Which names a form holds, what they name, and what is done with them."""

from __future__ import annotations

import pytest

from plancore.notation.plans.reader import read_plan
from plancore.occurrences import occurrences_in, plan_occurrences
from plancore.snapshot import FileSnapshot
from plancore.source import Span


def table(text: str) -> str:
    """`name kind role` of each occurrence; the line of its binder behind a variable."""
    file = FileSnapshot.of(text)
    lines = []
    for definition in file.definitions:
        for occurrence, span in occurrences_in(file, definition):
            assert file.text[span.start : span.end].lower() == occurrence.name
            binder = occurrence.binder
            node = binder.node if binder else None
            where = f" @{file.span(node.place).start}" if node else ""
            lines.append(f"{occurrence.name} {occurrence.kind} {occurrence.role}{where}")
    return "; ".join(lines)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(define (domain D))", "d domain declares"),
        (
            "(define (problem p) (:domain d))",
            "p problem declares; d domain mentions",
        ),
        ("(:requirements :strips)", ":strips requirement declares"),
        ("(:types a - b)", "a type declares; b type mentions"),
        (
            "(:types a - (either b c))",
            "a type declares; b type mentions; c type mentions",
        ),
        ("(:constants k - t)", "k object declares; t type mentions"),
        (
            "(:predicates (p ?x -t))",
            "p predicate declares; ?x variable declares @16; t type mentions",
        ),
        (
            "(:functions (f ?x) - number g)",
            "f function declares; ?x variable declares @15; g function declares",
        ),
        (
            "(:action a :parameters (?x) :precondition (and (p ?x) (not (q ?x k))))",
            "a action declares; ?x variable declares @24; p predicate needs; "
            "?x variable mentions @24; q predicate needs false; ?x variable mentions @24; "
            "k object mentions",
        ),
        (
            "(:action a :effect (forall (?x - t) (when (p ?x) (not (q ?x)))))",
            "a action declares; ?x variable declares @28; t type mentions; p predicate needs; "
            "?x variable mentions @28; q predicate deletes; ?x variable mentions @28",
        ),
        (
            "(:action a :effect (and (p ?y) (increase (f ?y) (* 2 (g)))))",
            "a action declares; p predicate adds; ?y variable mentions; f function changes; "
            "?y variable mentions; g function needs",
        ),
        (
            "(:action a :parameters (?x) :precondition (exists (?x) (= ?x k)))",
            "a action declares; ?x variable declares @24; ?x variable declares @51; "
            "?x variable mentions @51; k object mentions",
        ),
        (
            "(:derived (p ?x - t) (q ?x))",
            "p predicate derives; ?x variable declares @13; t type mentions; q predicate needs; "
            "?x variable mentions @13",
        ),
        (
            "(:durative-action a :parameters (?x) :duration (= ?duration (f ?x))"
            " :condition (at start (p ?x)) :effect (at end (q ?x)))",
            "a action declares; ?x variable declares @33; f function needs; "
            "?x variable mentions @33; p predicate needs; ?x variable mentions @33; "
            "q predicate adds; ?x variable mentions @33",
        ),
        (
            "(define (problem p) (:init (p k) (= (f k) 5) (at 5 (q k)) (not (p l))))",
            "p problem declares; p predicate states; k object mentions; f function states; "
            "k object mentions; q predicate states; k object mentions; p predicate states; "
            "l object mentions",
        ),
        (
            "(:goal (and (p k) (preference nice (not (q k)))))",
            "p predicate wants; k object mentions; nice preference declares; "
            "q predicate needs false; k object mentions",
        ),
        (
            "(:metric minimize (+ total-cost (is-violated nice)))",
            "total-cost function needs; nice preference needs",
        ),
        (
            "(:method m :parameters (?x) :task (t ?x) :subtasks (and (first (a ?x k))))",
            "m method declares; ?x variable declares @24; t task mentions; "
            "?x variable mentions @24; a task mentions; ?x variable mentions @24; "
            "k object mentions",
        ),
        ("(:objects k l - t)", "k object declares; l object declares; t type mentions"),
    ],
)
def test_what_is_done_with_names(text: str, expected: str) -> None:
    assert table(text) == expected


def test_facts_and_objects_of_large_problems() -> None:
    """They are read in pieces, of which each has a table of its own."""
    objects = [f"o{number}" for number in range(3_000)]
    facts = "\n".join(f"(p {name})" for name in objects)
    names = "\n".join(f"{name} - t" for name in objects)
    text = f"(define (problem p) (:objects {names}) (:init {facts}))"
    file = FileSnapshot.of(text)
    assert len(file.tree.forms) > 10
    (definition,) = file.definitions
    words = [text[span.start : span.end] for _, span in occurrences_in(file, definition)]
    assert words == [
        "p",
        *(w for o in objects for w in (o, "t")),
        *(w for o in objects for w in ("p", o)),
    ]


def test_an_edit_makes_the_table_of_one_form() -> None:
    text = "(define (domain d) (:predicates (p)) (:action a :effect (p)) (:action b :effect (p)))"
    before = FileSnapshot.of(text)
    at = text.index("b :effect")
    after = before.edited(Span(at, at + 1), "c")
    old, new = (list(occurrences_in(file, file.definitions[0])) for file in (before, after))
    same = [x.occurrence is y.occurrence for x, y in zip(old, new, strict=True)]
    assert same == [True, True, True, True, False, False]


def test_steps_of_a_plan() -> None:
    text = "0.5: (GO a b) [2]\n; 1\n3: (stay b)"
    plan, _ = read_plan(text)
    words = [
        (text[occurrence.start : occurrence.end], str(occurrence.kind))
        for occurrence in plan_occurrences(plan.steps)
    ]
    assert words == [
        ("GO", "action"),
        ("a", "object"),
        ("b", "object"),
        ("stay", "action"),
        ("b", "object"),
    ]
