"""Fixes of declarations that do not fit their uses, and of types and predicates declared twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import apply_edits
from plancore.ide.refactor import fix_all
from plancore.rules.check import check
from plancore.snapshot import FileSnapshot
from support.findings import errors, findings, fixed

MOVE = """\
  (:action move
    :parameters (?r - robot ?a ?b - room)
    :precondition (in ?r ?a)
    :effect (and (not (in ?r ?a)) (in ?r ?b)))"""


def domain(declared: str, action: str = MOVE, types: str = "robot room") -> str:
    return f"(define (domain d)\n  (:types {types})\n  (:predicates {declared})\n{action})\n"


@pytest.mark.parametrize("declared", ["(in)", "(in ?x)", "(in ?x - robot)"])
def test_a_predicate_is_declared_as_all_its_uses_have_it(declared: str) -> None:
    text = fixed(domain(declared), "Declare it as `(in ?r - robot ?a - room)`")
    assert text == domain("(in ?r - robot ?a - room)")
    assert errors(text) == ()


def test_a_function_is_declared_as_all_its_uses_have_it() -> None:
    text = """(define (domain d) (:requirements :fluents :typing) (:types van) (:functions (fuel))
  (:action drive :parameters (?v - van)
    :precondition (> (fuel ?v) 0) :effect (decrease (fuel ?v) 1)))"""
    after = fixed(text, "Declare it as `(fuel ?v - van)`")
    assert after == text.replace("(fuel)", "(fuel ?v - van)")


@pytest.mark.parametrize(
    ("declared", "action"),
    [
        # Uses that differ: it is not known which of them are right.
        ("(in ?x)", MOVE.replace("(not (in ?r ?a))", "(not (in ?a))")),
        # Fewer arguments than are declared: an argument may be forgotten.
        ("(in ?r - robot ?a ?b - room)", MOVE),
    ],
)
def test_other_declarations_are_not_changed(declared: str, action: str) -> None:
    found = [each for each in findings(domain(declared, action)) if each.code == "wrong-arity"]
    assert found
    assert [each.fixes for each in found] == [()] * len(found)


def test_a_problem_does_not_change_its_domain() -> None:
    problem = "(define (problem p) (:domain d) (:objects x y) (:init (p x y)) (:goal (and)))"
    (found,) = errors(problem, "(define (domain d) (:predicates (p ?x)))")
    assert (found.code, found.fixes) == ("wrong-arity", ())


@pytest.mark.parametrize(
    ("declared", "title", "after"),
    [
        ("(in ?x ?y) (in ?r ?a)", "Remove the duplicate declaration", "(in ?x ?y)"),
        (
            "(in ?r - robot ?a - room) (in ?v - van ?a - room)",
            "Join both as `(in ?r - (either robot van) ?a - room)`",
            "(in ?r - (either robot van) ?a - room)",
        ),
        (
            "(in ?r ?a) (in ?r - robot ?a - room)",
            "Join both as `(in ?r - object ?a - object)`",
            "(in ?r - object ?a - object)",
        ),
    ],
)
def test_a_predicate_declared_twice(declared: str, title: str, after: str) -> None:
    text = fixed(domain(declared, types="robot van room"), title)
    assert text == domain(after, types="robot van room")


def test_predicates_of_one_name_with_other_numbers_of_arguments_are_not_joined() -> None:
    (found,) = (
        each
        for each in findings(domain("(in ?r ?a) (in ?r)"))
        if each.code == "duplicate-declaration"
    )
    assert found.fixes == ()


@pytest.mark.parametrize(
    ("types", "name", "after"),
    [
        ("place\n  shop - place", "place", "place - object\n  shop - place"),
        ("van\n  place\n  shop - place", "place", "van\n  place - object\n  shop - place"),
        ("place - place", "place", "place - object"),
        ("shop place - place", "place", "shop - place place - object"),
        ("shop - place place - shop", "place", "shop - place place - object"),
    ],
)
def test_a_type_in_a_cycle_becomes_a_child_of_object(types: str, name: str, after: str) -> None:
    text = fixed(domain("(p)", "", types), f"Make `{name}` a child of `object`")
    assert text == domain("(p)", "", after)
    assert "cyclic-types" not in {each.code for each in findings(text)}


def test_no_fix_where_other_types_of_the_line_have_the_same_parent() -> None:
    (found,) = errors(domain("(p)", "", "shop place inn - place"))
    assert (found.code, found.fixes) == ("cyclic-types", ())


TYPES = ("robot", "room", "key")
SIZES = st.lists(st.sampled_from(TYPES), max_size=3)


@given(uses=st.lists(SIZES, min_size=1, max_size=4), declared=st.lists(SIZES, min_size=4))
def test_declarations_that_are_too_short_are_corrected(
    uses: list[list[str]], declared: list[list[str]]
) -> None:
    """Each predicate is used once, in an action with parameters of the right types."""
    actions, predicates = [], []
    for number, (types, short) in enumerate(zip(uses, declared, strict=False)):
        own = " ".join(f"?v{at} - {name}" for at, name in enumerate(types))
        names = " ".join(f"?v{at}" for at in range(len(types)))
        # A declaration with too many parameters has no fix, so those here have fewer or just fit.
        given_types = types if len(short) >= len(types) else short
        parameters = " ".join(f"?p{at} - {name}" for at, name in enumerate(given_types))
        predicates.append(f"(p{number} {parameters})")
        actions.append(f"(:action a{number} :parameters ({own}) :effect (p{number} {names}))")
    text = domain(" ".join(predicates), "\n".join(actions), " ".join(TYPES))
    fix = fix_all(FileSnapshot.of(text), check, unsafe=True)
    assert errors(apply_edits(text, fix.edits) if fix else text) == ()


PARENTS = st.lists(st.sampled_from(("a", "b", "c", "d", "object")), min_size=4, max_size=4)


@given(parents=PARENTS)
def test_any_cycle_of_single_types_is_cut(parents: list[str]) -> None:
    types = "\n  ".join(f"{name} - {parent}" for name, parent in zip("abcd", parents, strict=True))
    text = domain("(p)", "", types)
    fix = fix_all(FileSnapshot.of(text), check, unsafe=True)
    assert errors(apply_edits(text, fix.edits) if fix else text) == ()
