"""What differences mean, as `planeval domain` asks it."""

from __future__ import annotations

import pytest

from plancore.metrics import meaning
from plancore.metrics.base import DomainCase
from plancore.report.domain.review import review_domains
from plancore.report.evaluation.review import Evaluation, evaluate
from plancore.report.registry import Style, render
from plancore.semantics.answer import Relation
from plancore.snapshot import FileSnapshot

HEAD = "(define (domain d) (:types {}) (:constants k - {}) (:predicates (p ?x) (q ?x) (r ?x))"
TYPES, OTHER_TYPES = "t u - v v - object", "u - v v t - object"
AXIOM, OTHER_AXIOM = "(:derived (q ?x) (p ?x))", "(:derived (q ?x) (not (p ?x)))"
ACTION = "(:action a :parameters (?x - v) :precondition (q ?x) :effect (r ?x)))"


def domain(types: str = TYPES, constant: str = "t", axiom: str = AXIOM) -> FileSnapshot:
    return FileSnapshot.of(f"{HEAD.format(types, constant)} {axiom} {ACTION}", "d.pddl")


def evaluated(learned: FileSnapshot, reference: FileSnapshot) -> Evaluation:
    review = review_domains(learned, reference)
    return evaluate(review, DomainCase(diff=review.diff))


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
    evaluation = evaluated(learned, domain())
    (answer,) = evaluation.measured.of(meaning.METRIC)
    assert (answer.precondition, answer.proved) == (relation, True)
    assert f"precondition {relation.words}, effects agree (proved)" in render(
        evaluation, style=Style(metrics=True)
    )


def test_what_cannot_be_read_is_not_the_same_as_itself() -> None:
    damaged = domain(axiom="").text.replace("(q ?x) :effect", "(nor (q ?x) (p ?x)) :effect")
    file = FileSnapshot.of(damaged, "d.pddl")
    (answer,) = evaluated(file, file).measured.of(meaning.METRIC)
    assert (answer.precondition, answer.proved) == (Relation.UNDECIDED, False)


def test_the_types_of_the_objects_of_a_witness_are_shown() -> None:
    narrow = FileSnapshot.of(domain().text.replace("?x - v", "?x - t"), "d.pddl")
    shown = render(evaluated(narrow, domain()), style=Style(metrics=True))
    assert "applicable only in the reference: (a a), a - u, in state: (p a)" in shown
