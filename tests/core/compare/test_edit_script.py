"""Edit scripts of the model and their application."""

from __future__ import annotations

import pytest
from hypothesis import given

from plancore.compare.domains import compare_domains
from plancore.compare.edit_script import ModelEdit, Operation, Target, edit_script
from support.apply_script import apply_script
from support.comparison import compare_texts, domain_of, domain_with
from support.domain_texts import domain_texts


def _lines(script: tuple[ModelEdit, ...]) -> list[str]:
    return [f"{e.operation} {e.target} {e.name} {e.part or ''} {e.text}" for e in script]


def test_a_script_says_what_to_do_in_the_learned_names() -> None:
    diff = compare_texts(
        """(define (domain d) (:types a) (:predicates (p ?x) (old))
          (:action go :parameters (?v) :precondition (and (p ?v) (old)) :effect (p ?v))
          (:action gone :parameters () :effect (old)))""",
        """(define (domain d) (:types b - a a) (:predicates (p ?x - a) (q ?x ?y))
          (:action go :parameters (?x ?y) :precondition (and (p ?x) (q ?x ?y)) :effect (p ?x))
          (:action come :parameters (?x - b) :effect (p ?x)))""",
    )
    assert _lines(edit_script(diff)) == [
        "add declaration types  b - a",
        "change signature p  (p ?x - a)",
        "add predicate q  (q ?x ?y)",
        "delete predicate old  (old)",
        "delete literal go precondition (old)",
        "change parameters go  (?v ?y)",
        "add literal go precondition (q ?v ?y)",
        "add action come  (:action come :parameters (?x - b))",
        "add literal come effect (p ?x)",
        "delete literal gone effect (old)",
        "delete action gone  gone",
    ]


@given(domain_texts(rich=True), domain_texts(rich=True))
def test_the_script_applied_gives_the_reference(learned: str, reference: str) -> None:
    ours, theirs = domain_of(learned), domain_of(reference)
    script = edit_script(compare_domains(ours, theirs))
    assert compare_domains(apply_script(ours, script), theirs).is_same


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (ModelEdit(Operation.DELETE, Target.ACTION, "b", "b"), "no action `b`"),
        (ModelEdit(Operation.ADD, Target.ACTION, "b", "(:action b"), "not PDDL"),
    ],
)
def test_what_cannot_be_done_is_an_error(edit: ModelEdit, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        apply_script(domain_with("(:action a)"), [edit])


def test_a_literal_that_is_not_there_cannot_be_deleted() -> None:
    diff = compare_domains(domain_with("(:action a :effect (p))"), domain_with("(:action a)"))
    with pytest.raises(ValueError, match=r"`\(p\)` is not in the effect of `a`"):
        apply_script(domain_with("(:action a)"), edit_script(diff))
