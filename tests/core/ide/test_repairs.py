"""Repairs as an editor offers them: what they say of themselves, and what they write."""

from __future__ import annotations

import pytest

from plancore.diagnostic import apply_edits
from plancore.ide.review.consequences import consequences
from plancore.ide.review.repairs import Repairs, repairs
from plancore.repair.result import RepairResult
from plancore.stop import StoppedError
from support.consequences import asked, domain_link
from support.stop import stop_at_once

REFERENCE = """\
(define (domain town) ; where one walks
  (:predicates (at ?x) (road ?x ?y) (ticket) (closed ?x))
  (:action go :parameters (?x ?y)
    :precondition (and (at ?x) (road ?x ?y) (not (closed ?y)))
    :effect (and (not (at ?x))
                 (at ?y))) ; there
  (:action wait :parameters (?x)
    :precondition (at ?x)
    :effect (ticket)))
"""
PROBLEM = """\
(define (problem p) (:domain town)
  (:objects a b c)
  (:init (at a) (road a b) (road b a) (road b c) (road c b) (closed c))
  (:goal (at b)))
"""
TICKET = REFERENCE.replace("(not (closed ?y)))", "(not (closed ?y)) (ticket))")
OPEN = REFERENCE.replace(" (not (closed ?y))", "")
VIA_C = "(go a b)(go b c)(go c b)"


def offered(learned: str, reference: str | None, *plans: str, n_more: int = 0) -> Repairs | None:
    return repairs(consequences(asked(learned, reference, PROBLEM, *plans, n_more=n_more)))


def titles(found: Repairs | None) -> list[str]:
    assert found is not None
    return [found.title(repair) for repair in found.result.repairs]


def test_what_the_reference_says_comes_first() -> None:
    found = offered(TICKET, REFERENCE, "(go a b)", "(go a b)(wait b)")
    assert found is not None
    assert titles(found)[0] == (
        "Repair: 1 edit makes all 2 plans in this directory valid: "
        "remove (ticket) from the precondition of go"
    )
    (best, *_) = found.result.repairs
    assert found.description(best).startswith("minimum repair (proved); remove")
    domain = domain_link(TICKET)
    assert apply_edits(TICKET, found.edits(best, domain)) == REFERENCE


def test_plans_that_must_fail_are_kept_from_running() -> None:
    found = offered(OPEN, REFERENCE, "(go a b)", VIA_C)
    assert titles(found)[0] == (
        "Repair: 1 edit makes 1 plan in this directory valid and 1 invalid, as in the reference: "
        "add (not (closed ?y)) to the precondition of go"
    )


def test_without_a_reference_all_plans_are_meant_to_be_valid() -> None:
    said = titles(offered(TICKET, None, "(go a b)", "(go a b)(go b a)(go a b)"))
    assert "Repair: 1 edit makes all 2 plans in this directory valid: remove (ticket)" in said[0]
    assert len(said) <= 3


def test_plans_that_nothing_is_known_of_are_counted() -> None:
    said = titles(offered(TICKET, None, "(go a b)", "(fly a b)", n_more=4))[0]
    assert "makes 1 plan in this directory valid (5 left out): remove" in said


def test_nothing_is_offered_where_nothing_fails() -> None:
    assert offered(REFERENCE, REFERENCE, "(go a b)", VIA_C) is None
    assert offered(TICKET, REFERENCE) is None
    assert offered(REFERENCE, None, "(go a b)") is None
    assert offered(REFERENCE, None, "(fly a b)") is None


def test_a_repair_of_another_text_is_none_of_this_one() -> None:
    found = offered(TICKET, REFERENCE, "(go a b)")
    assert found is not None
    assert found.asked.is_of(domain_link(TICKET.replace("; there", "")))
    assert not found.asked.is_of(domain_link(REFERENCE))


def test_a_repair_that_may_not_be_the_smallest_says_so() -> None:
    found = offered(TICKET, REFERENCE, "(go a b)")
    assert found is not None
    one = found.result.repairs[0]
    after = found.result.after
    guess = RepairResult((one,), False, 1, False, found.result.before, after)
    unproved = Repairs(found.known, guess)
    assert unproved.title(one).startswith("Repair (at least 1 needed): 1 edit makes 1 plan in")
    assert unproved.description(one).startswith(
        "not proved to be a minimum repair: at least 1 edit needed;"
    )


def test_all_of_it_can_be_stopped() -> None:
    question = asked(TICKET, REFERENCE, PROBLEM, "(go a b)")
    with pytest.raises(StoppedError):
        consequences(question, None, stop_at_once)
    known = consequences(question)
    with pytest.raises(StoppedError):
        repairs(known, stop_at_once)
