"""The difference of two domains."""

from __future__ import annotations

import pytest

from plancore.compare.actions import ActionDiff, Presence
from plancore.compare.domains import compare_domains
from support.comparison import compare_texts, domain_with


def _one(learned: str, reference: str) -> ActionDiff:
    """The difference of an action, given the slots of both."""
    ours, theirs = (domain_with(f"(:action a {text})") for text in (learned, reference))
    return compare_domains(ours, theirs).actions[0]


def _changes(action: ActionDiff) -> list[tuple[str, str, str, str, str | None]]:
    return [
        (c.kind.value, c.part.value, c.learned_text, c.reference_text, c.aspect and c.aspect.value)
        for c in action.changes
    ]


def test_missing_and_extra_are_told_in_the_names_of_both() -> None:
    action = _one(
        ":parameters (?x ?y) :precondition (and (p ?x) (q ?x ?y))",
        ":parameters (?a ?b) :precondition (and (p ?a) (r ?b))",
    )
    assert _changes(action) == [
        ("missing", "precondition", "(r ?y)", "(r ?b)", None),
        ("extra", "precondition", "(q ?x ?y)", "(q ?a ?b)", None),
    ]
    assert [pair.learned.text for pair in action.precondition.equal] == ["(p ?x)"]


def test_what_an_annotated_model_is_not_sure_of_is_possible() -> None:
    action = _one(
        """:parameters (?x ?y) :precondition (p ?x) :poss-precondition (and (r ?y) (q ?x ?y))
           :effect (q ?x ?y) :poss-effect (not (p ?x))""",
        """:parameters (?a ?b) :precondition (and (p ?a) (r ?b) (r ?a))
           :effect (and (q ?a ?b) (not (p ?a)))""",
    )
    assert _changes(action) == [
        ("missing", "precondition", "(r ?y)", "(r ?b)", "possible"),
        ("missing", "precondition", "(r ?x)", "(r ?a)", None),
        ("missing", "effect", "(not (p ?x))", "(not (p ?a))", "possible"),
    ]
    assert [part.n_also_possible for part in action.parts] == [1, 0, 0]


@pytest.mark.parametrize(
    ("learned", "reference", "aspect"),
    [
        ("(and (p ?x) (q ?x ?y))", "(and (not (p ?x)) (q ?x ?y))", "polarity"),
        ("(q ?x ?y)", "(q ?y ?x)", "arguments"),
        ("(and (q ?x ?y) (p c))", "(and (q ?x c) (p c))", "arguments"),
    ],
)
def test_two_literals_that_belong_together_are_one_change(
    learned: str, reference: str, aspect: str
) -> None:
    for slot in (":precondition", ":effect"):
        action = _one(
            f":parameters (?x ?y) {slot} {learned}", f":parameters (?x ?y) {slot} {reference}"
        )
        assert [change[0::4] for change in _changes(action)] == [("changed", aspect)]


@pytest.mark.parametrize(
    ("slot", "learned", "reference"),
    [
        ("precondition", "(>= (f ?x) 5)", "(>= (f ?y) 6)"),
        ("precondition", "(not (< (f ?x) -5))", "(<= 6.5 (f ?y))"),
        ("precondition", "(= (f ?x) (* 2 (g)))", "(= (* 3 (g)) (f ?y))"),
        ("duration", "(= ?duration 5)", "(= ?duration 6)"),
        ("duration", "(<= ?duration (* 2 (g)))", "(<= ?duration (* 3 (g)))"),
    ],
)
def test_a_comparison_with_another_constant_is_one_change(
    slot: str, learned: str, reference: str
) -> None:
    action = _one(
        f":parameters (?x) :{slot} (and {learned} (< (f ?x) (g)))",
        f":parameters (?y) :{slot} (and {reference} (< (f ?y) (g)))",
    )
    assert [change[0::4] for change in _changes(action)] == [("changed", "value")]
    (part,) = (part for part in action.parts if part.n_different)
    # It counts as one that is missing and one that is extra, as every change does.
    assert (part.n_equal, len(part.missing), len(part.extra)) == (1, 1, 1)


def test_comparisons_are_one_change_only_where_nothing_but_a_constant_differs() -> None:
    for learned, reference in (
        ("(>= (f ?x) 5)", "(>= (f ?y) 6)"),
        ("(>= (f ?x) 5)", "(<= (f ?x) 6)"),
        ("(>= (f ?x) 5)", "(>= (f ?x) (g))"),
    ):
        action = _one(
            f":parameters (?x ?y) :precondition {learned}",
            f":parameters (?x ?y) :precondition {reference}",
        )
        assert [change[0] for change in _changes(action)] == ["missing", "extra"]
    limits = [f"(and (>= (f ?x) {low}) (<= (f ?x) {high}))" for low, high in ((1, 5), (2, 6))]
    action = _one(*(f":parameters (?x) :precondition {said}" for said in limits))
    assert _changes(action) == [
        ("changed", "precondition", "(>= (f ?x) 1)", "(>= (f ?x) 2)", "value"),
        ("changed", "precondition", "(<= (f ?x) 5)", "(<= (f ?x) 6)", "value"),
    ]


def test_literals_are_not_paired_when_it_is_not_clear_which() -> None:
    action = _one(
        ":parameters (?x ?y ?z) :precondition (and (q ?x ?y) (q ?y ?z))",
        ":parameters (?x ?y ?z) :precondition (and (q ?x ?z))",
    )
    assert [change[0] for change in _changes(action)] == ["missing", "extra", "extra"]


def test_a_counted_pair_stays_one_missing_and_one_extra_element() -> None:
    action = _one(":parameters (?x) :effect (p ?x)", ":parameters (?x) :effect (not (p ?x))")
    assert len(action.effect.missing) == len(action.effect.extra) == 1


@pytest.mark.viewer_behaviour(13)
def test_another_time_and_another_value_are_changes() -> None:
    learned, reference = (
        f"""(define (domain d) (:durative-action a :parameters () :duration (= ?duration 1)
          :condition (at {time} (p)) :effect (and (at end (q)) (at end (increase (f) {value})))))"""
        for time, value in (("start", 1), ("end", 2))
    )
    action = compare_texts(learned, reference).actions[0]
    assert _changes(action) == [
        ("changed", "precondition", "(at start (p))", "(at end (p))", "time"),
        ("changed", "effect", "(at end (increase (f) 1))", "(at end (increase (f) 2))", "value"),
    ]


def test_parameters_are_reported_by_position() -> None:
    action = _one(":parameters (?x - a ?y - b)", ":parameters (?x - a ?y - c ?z)")
    assert [
        (p.kind.value, p.position, p.learned and p.learned.name, p.reference and p.reference.name)
        for p in action.parameters
    ] == [("changed", 1, "?y", "?y"), ("missing", 2, None, "?z")]
    assert not action.is_same


def test_a_parameter_without_counterpart_gets_a_free_name() -> None:
    action = _one(
        ":parameters (?y) :precondition (p ?y)",
        ":parameters (?x ?y) :precondition (and (p ?x) (r ?y))",
    )
    assert [change.wanted for change in action.changes] == ["(r ?y1)"]


def test_a_quantified_variable_never_captures_a_parameter() -> None:
    action = _one(
        ":parameters (?b ?c)",
        ":parameters (?a ?c) :precondition (forall (?b) (q ?a ?b))",
    )
    assert [change.wanted for change in action.changes] == ["(forall (?b1) (q ?b ?b1))"]


def test_missing_and_extra_actions_have_a_status_and_no_changes() -> None:
    diff = compare_domains(
        domain_with("(:action a :effect (p))", "(:action b :effect (p))"),
        domain_with("(:action c :effect (p))", "(:action A :effect (p))"),
    )
    assert [(a.name, a.status, len(a.changes)) for a in diff.actions] == [
        ("c", Presence.MISSING, 0),
        ("a", Presence.MATCHED, 0),
        ("b", Presence.EXTRA, 0),
    ]
    missing = diff.action("c")
    assert missing is not None
    assert [element.text for element in missing.effect.missing] == ["(p)"]


def test_of_two_actions_with_one_name_the_first_counts() -> None:
    diff = compare_domains(
        domain_with("(:action a :effect (p))", "(:action a :effect (q))"),
        domain_with("(:action a :effect (p))"),
    )
    assert diff.is_same


def test_the_result_says_what_is_no_literal() -> None:
    diff = compare_domains(
        domain_with("(:action a :precondition (or (p) (q)))"),
        domain_with("(:action a :precondition (and (p) (q)) :effect (when (p) (q)))"),
    )
    assert not diff.exact
    assert diff.constructs == {"or", "when"}
