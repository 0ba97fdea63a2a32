"""What differences mean, as `planeval domain` asks it."""

from __future__ import annotations

import pytest

from plancore.semantics.answer import Relation
from plancore.snapshot import FileSnapshot
from planeval.domain.evaluation import Request, evaluate
from planeval.domain.report import text

HEAD = "(define (domain d) (:types {}) (:constants k - {}) (:predicates (p ?x) (q ?x) (r ?x))"
TYPES, OTHER_TYPES = "t u - v v - object", "u - v v t - object"
AXIOM, OTHER_AXIOM = "(:derived (q ?x) (p ?x))", "(:derived (q ?x) (not (p ?x)))"
ACTION = "(:action a :parameters (?x - v) :precondition (q ?x) :effect (r ?x)))"


def domain(types: str = TYPES, constant: str = "t", axiom: str = AXIOM) -> FileSnapshot:
    return FileSnapshot.of(f"{HEAD.format(types, constant)} {axiom} {ACTION}", "d.pddl")


@pytest.mark.parametrize(
    ("learned", "relation"),
    [
        (domain(), Relation.EQUIVALENT),
        (domain(types=OTHER_TYPES), Relation.STRICTER),
        (domain(constant="object"), Relation.STRICTER),
        (domain(axiom=OTHER_AXIOM), Relation.INCOMPARABLE),
    ],
)
def test_the_same_words_mean_what_their_domain_makes_of_them(
    learned: FileSnapshot, relation: Relation
) -> None:
    evaluation = evaluate(Request(learned, domain()))
    (answer,) = evaluation.semantics
    assert (answer.precondition, answer.proved) == (relation, True)
    assert f"precondition {relation}, effects agree (proved)" in text(evaluation)


def test_what_cannot_be_read_is_not_the_same_as_itself() -> None:
    damaged = domain(axiom="").text.replace("(q ?x) :effect", "(nor (q ?x) (p ?x)) :effect")
    file = FileSnapshot.of(damaged, "d.pddl")
    (answer,) = evaluate(Request(file, file)).semantics
    assert (answer.precondition, answer.proved) == (Relation.UNDECIDED, False)


def test_the_types_of_the_objects_of_a_witness_are_shown() -> None:
    narrow = FileSnapshot.of(domain().text.replace("?x - v", "?x - t"), "d.pddl")
    shown = text(evaluate(Request(narrow, domain())))
    assert "only the reference's action applies for (a a), a - u, in: (p a)" in shown
