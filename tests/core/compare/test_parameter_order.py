"""Parameters in another order."""

from __future__ import annotations

import pytest

from plancore.compare.actions import ActionDiff
from plancore.compare.domains import CompareOptions, compare_domains
from plancore.compare.parameters import ParameterOrder
from plancore.correspondence.names import Correspondence
from support.comparison import domain_with

DRIVE = """(:action drive :parameters ({}) :precondition (and (at {t} {a}) (road {a} {b}))
  :effect (and (at {t} {b}) (not (at {t} {a}))))"""


def _drive(order: str, **names: str) -> str:
    return DRIVE.format(order.format(**names), **names)


def _compare(learned: str, reference: str, how: ParameterOrder) -> ActionDiff:
    options = CompareOptions(parameters=how)
    ours, theirs = domain_with(learned), domain_with(reference)
    return compare_domains(ours, theirs, options).actions[0]


REFERENCE = _drive("{t} - truck {a} {b} - place", t="?t", a="?a", b="?b")
SWAPPED = _drive("{t} - truck {b} {a} - place", t="?x", a="?y", b="?z")


def test_positions_count_unless_asked_otherwise() -> None:
    action = _compare(SWAPPED, REFERENCE, ParameterOrder.POSITION)
    assert action.order is None
    assert len(action.changes) == 4


@pytest.mark.parametrize("how", [ParameterOrder.CLEARLY_BETTER, ParameterOrder.BEST])
def test_another_order_is_found_and_reported(how: ParameterOrder) -> None:
    action = _compare(SWAPPED, REFERENCE, how)
    assert action.order == (0, 2, 1)
    assert not action.changes
    assert not action.is_same
    assert dict(action.to_learned.terms) == {"?t": "?x", "?a": "?y", "?b": "?z"}


def test_one_swapped_literal_is_no_reason_for_another_order() -> None:
    learned = "(:action a :parameters (?x ?y) :precondition (and (p ?x) (p ?y) (on ?y ?x)))"
    reference = "(:action a :parameters (?x ?y) :precondition (and (p ?x) (p ?y) (on ?x ?y)))"
    assert _compare(learned, reference, ParameterOrder.CLEARLY_BETTER).order is None
    assert _compare(learned, reference, ParameterOrder.BEST).order == (1, 0)


def test_parameters_of_other_types_are_not_exchanged() -> None:
    learned = "(:action a :parameters (?x - b ?y - a) :precondition (and (on ?x ?y) (p ?x)))"
    reference = "(:action a :parameters (?x - a ?y - b) :precondition (and (on ?x ?y) (p ?x)))"
    action = _compare(learned, reference, ParameterOrder.BEST)
    assert action.order is None
    assert len(action.parameters) == 2


def test_an_extra_parameter_in_front_moves_the_others() -> None:
    learned = "(:action a :parameters (?n ?x ?y) :precondition (and (on ?x ?y) (p ?x) (q ?y)))"
    reference = "(:action a :parameters (?x ?y) :precondition (and (on ?x ?y) (p ?x) (q ?y)))"
    action = _compare(learned, reference, ParameterOrder.CLEARLY_BETTER)
    assert not action.changes
    assert [(p.kind.value, p.position) for p in action.parameters] == [("extra", 0)]


def test_a_given_order_is_taken() -> None:
    ours, theirs = domain_with(SWAPPED), domain_with(REFERENCE)
    given = Correspondence(parameters={"drive": (0, 2, 1)})
    action = compare_domains(ours, theirs, CompareOptions(given=given)).actions[0]
    assert not action.changes
    assert "scored by position" not in action.order_text, "they follow the order that was given"


MOVE = """(:action move :parameters ({}) :precondition (and (at ?a ?from) (road ?from ?to))
  :effect (and (at ?a ?to) (not (at ?a ?from)) {}))"""


@pytest.mark.viewer_behaviour(13)
def test_swapped_parameters_are_one_change_beside_the_scores_by_position() -> None:
    learned, reference = MOVE.format("?a ?to ?from", ""), MOVE.format("?a ?from ?to", "")
    action = _compare(learned, reference, ParameterOrder.POSITION)
    assert action.order is None
    assert len(action.precondition.missing) == len(action.precondition.extra) == 2
    shown = action.shown
    assert shown.is_same_but_for_order
    assert shown.order_text == (
        "parameters swapped: (?a ?to ?from), reference order (?a ?from ?to); "
        "identical except for parameter order; scored by position"
    )


def test_what_else_differs_is_shown_in_the_better_order() -> None:
    learned, reference = MOVE.format("?a ?to ?from", ""), MOVE.format("?a ?from ?to", "(p ?to)")
    shown = _compare(learned, reference, ParameterOrder.POSITION).shown
    assert not shown.is_same_but_for_order
    assert [(c.kind.value, c.learned_text) for c in shown.changes] == [("missing", "(p ?to)")]


def test_no_other_order_is_shown_where_there_is_none() -> None:
    learned, reference = MOVE.format("?a ?from ?to", ""), MOVE.format("?a ?from ?to", "(p ?to)")
    action = _compare(learned, reference, ParameterOrder.POSITION)
    assert action.shown is action
