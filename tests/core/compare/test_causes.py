"""Differences that have one cause."""

from __future__ import annotations

from plancore.compare.causes import common_causes
from plancore.compare.domains import compare_domains
from support.comparison import domain_with

PREDICATES = "(p ?x) (q ?x) (r ?x)"
ONE = "(:action one :parameters (?x{}) :precondition (and (p ?x) {}) :effect (and (q ?x) {}))"
TWO = "(:action two :parameters (?x{}) :precondition (and (q ?x) {}) :effect (and (r ?x) {}))"


def causes(
    learned: tuple[str, str, str], reference: tuple[str, str, str], head: str = ""
) -> list[tuple[str, int, tuple[str, ...]]]:
    """Both actions are written with the same words in the gaps."""
    ours, theirs = (
        domain_with(ONE.format(*words), TWO.format(*words), predicates=PREDICATES + extra)
        for words, extra in ((learned, head), (reference, ""))
    )
    found = common_causes(compare_domains(ours, theirs))
    for cause in found:
        assert len(cause.instances) == cause.count
        assert tuple(dict.fromkeys(name for name, _ in cause.instances)) == cause.actions
    return [(cause.kind.value, cause.count, cause.actions) for cause in found]


BOTH = ("one", "two")


def test_a_learner_that_writes_both_signs() -> None:
    both_signs = ("", "(not (r ?x))", "")
    plain = ("", "", "")
    assert causes(both_signs, plain) == [("extra-negative-preconditions", 2, BOTH)]
    assert causes(plain, both_signs) == [("missing-negative-preconditions", 2, BOTH)]


def test_negative_preconditions_here_and_there_have_no_common_cause() -> None:
    assert causes(("", "(not (r ?x)) (not (q ?x))", ""), ("", "(not (q ?x))", "")) == []


def test_effects_that_add_and_delete_the_same_atom() -> None:
    learned = ("", "", "(p ?x) (not (p ?x))")
    assert causes(learned, ("", "", "(p ?x)")) == [("added-and-deleted", 2, BOTH)]


def test_one_type_changed_everywhere() -> None:
    assert causes((" - lorry", "", ""), (" - truck", "", "")) == [("other-type", 2, BOTH)]


def test_a_predicate_of_one_side_only() -> None:
    assert causes(("", "(s ?x)", ""), ("", "", ""), " (s ?x)") == [("extra-predicate", 2, BOTH)]


def test_equal_domains_have_no_causes() -> None:
    assert causes(("", "", ""), ("", "", "")) == []
