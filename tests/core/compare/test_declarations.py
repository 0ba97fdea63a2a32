"""Differences of declarations."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.correspondence.names import Correspondence
from plancore.correspondence.stated.document import correspondence_from
from plancore.diagnostic import apply_edits
from plancore.snapshot import FileSnapshot
from support.comparison import compare_texts
from support.token_damage import mutation


def _changes(learned: str, reference: str) -> list[tuple[str, str, str, str, str]]:
    diff = compare_texts(*(f"(define (domain d) {text})" for text in (learned, reference)))
    return [
        (c.kind.value, c.what.value, c.name, c.learned_text, c.reference_text)
        for c in diff.declarations
    ]


@pytest.mark.parametrize(
    ("learned", "reference"),
    [
        ("(:requirements :strips)", ""),
        (
            "(:requirements :quantified-preconditions)",
            "(:requirements :universal-preconditions :existential-preconditions)",
        ),
        ("(:predicates (p ?x ?y - t) (q))", "(:predicates (Q) (p ?a - t ?b - T))"),
        ("(:types a b - c)", "(:types b - c a - c c)"),
        ("(:types a - object b)", "(:types b a)"),
        ("(:constants x y - a)", "(:constants y - a x - a)"),
        ("(:functions (f ?x))", "(:functions (f ?y) - number)"),
        ("(:derived (p ?x) (and (q ?x) (r)))", "(:derived (p ?y) (and (r) (q ?y)))"),
        (
            "(:method m :task (t) :subtasks (and (a (t)) (b (t))) :ordering (< a b))",
            "(:method m :task (t) :tasks (and (a (t)) (b (t))) :order (< a b))",
        ),
    ],
)
def test_another_way_to_say_it_is_no_difference(learned: str, reference: str) -> None:
    assert _changes(learned, reference) == []


@pytest.mark.parametrize(
    ("learned", "reference", "change"),
    [
        ("", "(:requirements :typing)", ("missing", "requirements", ":typing", "", ":typing")),
        ("(:types a - c)", "(:types a - b c b)", ("changed", "types", "a", "a - c", "a - b")),
        ("(:constants x - a)", "", ("extra", "constants", "x", "x - a", "")),
        (
            "(:predicates (p ?x - a))",
            "(:predicates (p ?x - b))",
            ("changed", "predicates", "p", "(p ?x - a)", "(p ?x - b)"),
        ),
        (
            "",
            "(:functions (f ?x - a ?y))",
            ("missing", "functions", "f", "", "(f ?x - a ?y - object) - number"),
        ),
        (
            "(:derived (p ?x) (q ?x))",
            "(:derived (p ?x) (not (q ?x)))",
            (
                "changed",
                "derived",
                "p",
                "(:derived (p ?x) (q ?x))",
                "(:derived (p ?x) (not (q ?x)))",
            ),
        ),
    ],
)
def test_every_kind_of_declaration_is_compared(
    learned: str, reference: str, change: tuple[str, ...]
) -> None:
    assert change in _changes(learned, reference)


def test_a_correspondence_survives_being_written_down() -> None:
    names = Correspondence(
        actions={"put-on": "stack"}, predicates={"free": "clear"}, parameters={"stack": (1, 0)}
    )
    assert correspondence_from(names.to_dict()) == (names, [])


def test_what_is_wrong_in_a_correspondence_is_told() -> None:
    data = {
        "actions": {"A": "B", "c": "b"},
        "predicates": {"p": 1},
        "types": [],
        "parameters": {"a": [0, 0], "b": [2, 0]},
        "colours": {},
    }
    names, wrong = correspondence_from(data)
    assert names == Correspondence(actions={"a": "b"}, parameters={"b": (2, 0)})
    assert list(map(str, wrong)) == [
        "`predicates.p`: expected a name, found 1",
        "`types`: expected an object, found a list",
        "`colours`: unknown key; expected one of actions, predicates, functions, types, constants, "
        "parameters",
        "`actions.c`: maps two names to `b`",
        "`parameters.a`: uses a position twice",
    ]
    (fault,) = correspondence_from("x")[1]
    assert fault.message == 'expected an object, found "x"'


KEPT = """\
(:task get :parameters (?x - place))
(:method by-road :parameters (?x ?y - place) :task (get ?y)
  :precondition (at ?x) :ordered-subtasks (and (go ?x ?y) (get ?y)))
(:control (at home))
(:action go :parameters (?x - place) :note (careful ?x) :effect (and (at ?x) (oneof (at ?x) ())))"""


@given(st.integers(0, 10_000))
def test_equal_domains_have_the_same_differences(seed: int) -> None:
    """Answers about one of them are given for the other."""
    rng = random.Random(seed)
    one = apply_edits(KEPT, (mutation(rng, KEPT),))
    other = apply_edits(one, (mutation(rng, one),))
    domains = [FileSnapshot.of(f"(define (domain d)\n{text})").domain for text in (one, other)]
    if None not in domains and domains[0] == domains[1]:
        assert hash(domains[0]) == hash(domains[1])
        assert _changes(one, KEPT) == _changes(other, KEPT)


def test_what_is_kept_as_text_belongs_to_a_domain() -> None:
    texts = [f"(define (domain d)\n{text})" for text in (KEPT, KEPT.replace("home", "work"))]
    one, other = (FileSnapshot.of(text).domain for text in texts)
    again = FileSnapshot.of(f"; a remark\n{texts[0].replace('(at ', '( AT ')}").domain
    assert one == again != other
