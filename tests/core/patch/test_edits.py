"""Edits that take differences back."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.domains import DomainDiff, compare_domains
from plancore.diagnostic import apply_edits
from plancore.patch.edits import edits_for, edits_for_all, edits_for_domain, file_edits
from plancore.snapshot import FileSnapshot
from support.domain_texts import domain_texts

REFERENCE = """(define (domain d)
  (:types truck place)
  (:predicates (at ?t - truck ?p - place) (road ?a ?b - place) (fuel ?t - truck))
  (:action drive
    :parameters (?t - truck ?from ?to - place)
    :precondition (and (at ?t ?from) (road ?from ?to) (fuel ?t))
    :effect (and (at ?t ?to) (not (at ?t ?from)))))"""


def _diff(learned: str, reference: str) -> tuple[FileSnapshot, DomainDiff]:
    ours, theirs = FileSnapshot.of(learned), FileSnapshot.of(reference)
    assert ours.domain is not None
    assert theirs.domain is not None
    return ours, compare_domains(ours.domain, theirs.domain)


def _after_all(learned: str, reference: str) -> str:
    ours, diff = _diff(learned, reference)
    edits = file_edits(edits_for_domain(diff, ours.tree), ours.tree)
    return apply_edits(ours.text, edits)


def _drive(condition: str, effect: str = "(and (at ?x ?z) (not (at ?x ?y)))") -> str:
    return f"""(define (domain d)
  (:types truck place)
  (:predicates (at ?t - truck ?p - place) (road ?a ?b - place) (fuel ?t - truck))
  (:action drive
    :parameters (?x - truck ?y ?z - place)
{condition}    :effect {effect}))"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "    :precondition (and (at ?x ?y) (fuel ?x))\n",
            "    :precondition (and (at ?x ?y) (fuel ?x) (road ?y ?z))\n",
        ),
        (
            "    :precondition (and\n      (at ?x ?y)\n      (fuel ?x)\n    )\n",
            "    :precondition (and\n      (at ?x ?y)\n      (fuel ?x)\n"
            "      (road ?y ?z)\n    )\n",
        ),
        (
            "    :precondition (fuel ?x)\n",
            "    :precondition (and (fuel ?x) (at ?x ?y) (road ?y ?z))\n",
        ),
        (
            "    :precondition ()\n",
            "    :precondition (and\n      (at ?x ?y)\n      (road ?y ?z)\n"
            "      (fuel ?x)\n    )\n",
        ),
        (
            "",
            "    :precondition (and\n      (at ?x ?y)\n      (road ?y ?z)\n"
            "      (fuel ?x)\n    )\n",
        ),
        (
            "    :precondition (and (at ?x ?y) ; where\n      (fuel ?y)) ; what\n",
            "    :precondition (and (at ?x ?y) ; where\n      (fuel ?x)\n"
            "      (road ?y ?z)) ; what\n",
        ),
        (
            "    :precondition (and (at ?x ?y) ; where\n"
            "      (at ?x ?z)\n      (road ?y ?z) (fuel ?x))\n",
            "    :precondition (and (at ?x ?y) ; where\n      (road ?y ?z) (fuel ?x))\n",
        ),
        (
            "    :precondition (and\n      (at ?x ?y)\n      (fuel ?x) ; what\n    )\n",
            "    :precondition (and\n      (at ?x ?y)\n      (fuel ?x) ; what\n"
            "      (road ?y ?z)\n    )\n",
        ),
        (
            "    :precondition (and (fuel ?x) ; what\n    )\n",
            "    :precondition (and (fuel ?x) ; what\n                       (at ?x ?y)\n"
            "                       (road ?y ?z)\n    )\n",
        ),
        (
            "    :precondition (and\n      (at ?x ?y)\n      (road ?y ?z)\n"
            "      (at ?x ?z) ; not true\n      (fuel ?x)\n    )\n",
            "    :precondition (and\n      (at ?x ?y)\n      (road ?y ?z)\n"
            "      ; not true\n      (fuel ?x)\n    )\n",
        ),
    ],
)
def test_conditions_are_put_in_as_the_file_lays_them_out(before: str, after: str) -> None:
    assert _after_all(_drive(before), REFERENCE) == _drive(after)


def test_a_literal_that_cannot_stand_where_the_comment_ends_keeps_the_comment() -> None:
    learned = _drive(
        "    :precondition (and (at ?x ?y) (road ?y ?z) (fuel ?x) ; full\n      (fuel ?z))\n"
    )
    assert "(fuel ?x) ; full\n      )" in _after_all(learned, REFERENCE)


def test_windows_line_ends_stay() -> None:
    learned = _drive("").replace("\n", "\r\n")
    text = _after_all(learned, REFERENCE)
    assert "\n" not in text.replace("\r\n", "")


def test_one_change_brings_the_parameter_and_the_predicate_it_needs() -> None:
    learned = """(define (domain d)
  (:types truck)
  (:predicates (fuel ?t - truck))
  (:action drive :parameters (?x - truck) :precondition (fuel ?x) :effect (and)))"""
    ours, diff = _diff(learned, REFERENCE)
    action = diff.actions[0]
    road = next(c for c in action.changes if c.reference_text == "(road ?from ?to)")
    assert road.learned_text == "(road ?from ?to)"
    text = apply_edits(ours.text, file_edits(edits_for(road, action, diff, ours.tree), ours.tree))
    assert (
        text
        == """(define (domain d)
  (:types truck place)
  (:predicates (fuel ?t - truck) (road ?a ?b - place))
  (:action drive :parameters (?x - truck ?from ?to - place) \
:precondition (and (fuel ?x) (road ?from ?to)) :effect (and)))"""
    )


def test_whole_actions_come_and_go() -> None:
    learned = """(define (domain d)

   (:types truck place)

   (:predicates (at ?t - truck ?p - place))

   (:action fly
      :parameters ()))
"""
    assert (
        _after_all(learned, REFERENCE)
        == """(define (domain d)

   (:types truck place)

   (:predicates (at ?t - truck ?p - place) (road ?a ?b - place) (fuel ?t - truck))

   (:action drive
      :parameters (?t - truck ?from ?to - place)
      :precondition (and
        (at ?t ?from)
        (road ?from ?to)
        (fuel ?t)
      )
      :effect (and
        (at ?t ?to)
        (not (at ?t ?from))
      )
   ))
"""
    )


@pytest.mark.parametrize("types", ["a b", "b - c a c"])
def test_what_comes_into_a_list_that_lacks_its_last_type_does_not_become_that(types: str) -> None:
    domain = "(define (domain d) (:types {0}) (:constants {1}) (:predicates (p ?x - a)))"
    reference = domain.format(types, "k l - a")
    for learned in (domain.format("a -", "k -"), domain.format("a -", "k l -")):
        assert _diff(_after_all(learned, reference), reference)[1].is_same


@pytest.mark.parametrize("parameters", ["?x up a", "?x ?x - a", "up - a", "?x - a -1.5 ?y - a"])
def test_unclear_parameters_are_replaced_with_all_that_rests_on_them(parameters: str) -> None:
    """`up` may be the constant; a word that begins with a dash is a type and no name to keep."""
    domain = """(define (domain d) (:types a) (:constants up down - a) (:predicates (p ?x ?y - a))
      (:action go :parameters ({}) :effect (and {})))"""
    reference = domain.format("?x ?y - a", "(p ?x up) (p ?x ?y)")
    learned = domain.format(parameters, "(p ?x down)")
    ours, diff = _diff(learned, reference)
    assert _diff(_after_all(learned, reference), reference)[1].is_same
    action = diff.actions[0]
    for change in action.changes:
        edits = file_edits(edits_for(change, action, diff, ours.tree), ours.tree)
        after = _diff(apply_edits(learned, edits), reference)[1].actions[0]
        assert edits == () or len(after.changes) < len(action.changes)


@given(domain_texts(rich=True), domain_texts(rich=True))
def test_all_edits_of_a_domain_leave_no_difference(learned: str, reference: str) -> None:
    after = _after_all(learned, reference)
    again = FileSnapshot.of(after)
    assert again.tree.problems == []
    assert _diff(after, reference)[1].is_same, after


@given(domain_texts(rich=True), domain_texts(rich=True), st.randoms())
def test_edits_of_one_action_or_change_take_that_one_back(
    learned: str, reference: str, dice: Random
) -> None:
    ours, diff = _diff(learned, reference)
    for action in diff.actions:
        text = apply_edits(ours.text, file_edits(edits_for_all(action, diff, ours.tree), ours.tree))
        after = _diff(text, reference)[1].action(action.name)
        assert after is None or after.is_same, text
        for change in dice.sample(action.changes, min(2, len(action.changes))):
            text = apply_edits(
                ours.text, file_edits(edits_for(change, action, diff, ours.tree), ours.tree)
            )
            one_less = _diff(text, reference)[1].action(action.name)
            assert one_less is not None
            before = {(c.part, c.kind, c.learned_text) for c in action.changes}
            left = {(c.part, c.kind, c.learned_text) for c in one_less.changes}
            assert (change.part, change.kind, change.learned_text) not in left, text
            assert len(left) < len(before) + 1, text
