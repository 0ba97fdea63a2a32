"""What reports say of two domains whose names correspond, and of two whose names are apart."""

from __future__ import annotations

import json
from typing import Any

import pytest

from plancore.compare.domains import ALIGNED, BY_NAME, CompareOptions
from plancore.correspondence.stated.document import pairs_from
from plancore.metrics.base import DomainCase
from plancore.report.domain.review import DomainReview, review_domains
from plancore.report.evaluation.review import evaluate
from plancore.report.registry import Style, render
from plancore.snapshot import FileSnapshot
from support.kitchen import LEARNED, MAPPING, REFERENCE

TOOLS = """(define (domain mine) (:types tool place)
  (:predicates (at ?p - place) (laser ?t - tool) (lies ?t - tool ?p - place) (held ?t - tool))
  (:action pick-laser :parameters (?t - tool ?p - place)
    :precondition (and (at ?p) (lies ?t ?p) (laser ?t)) :effect (held ?t))
  (:action pick-bomb :parameters (?t - tool ?p - place)
    :precondition (and (at ?p) (lies ?t ?p)) :effect (held ?t)))"""
ONE_FOR_BOTH = TOOLS[: TOOLS.index("  (:action pick-bomb")].replace("pick-laser", "pick") + ")"
THREE = """(define (domain d) (:types man nut)
  (:predicates (man-at ?m - man ?p) (nut-at ?n - nut ?p) (at ?x ?p))
  (:action go :parameters (?m - man ?n - nut ?p)
    :precondition (nut-at ?n ?p) :effect (man-at ?m ?p)))"""
ONE = """(define (domain d) (:types man nut) (:predicates (at ?x ?p))
  (:action go :parameters (?m - man ?n - nut ?p)
    :precondition (at ?n ?p) :effect (at ?m ?p)))"""


def review(learned: str, reference: str, options: CompareOptions = BY_NAME) -> DomainReview:
    files = FileSnapshot.of(learned, "l"), FileSnapshot.of(reference, "r")
    return review_domains(*files, options=options)


def under(**lists: Any) -> CompareOptions:
    pairs, wrong = pairs_from(lists)
    assert wrong == []
    return CompareOptions(stated=pairs)


def actions(learned: str, reference: str, parameters: str, *, cover: bool = False) -> Any:
    """A pair of actions whose `parameters` have same names."""
    same = {name: name for name in parameters.split()}
    return {"learned": learned, "reference": reference, "parameters": same, "cover": cover}


def kitchen() -> DomainReview:
    return review(LEARNED, REFERENCE, under(**json.loads(MAPPING)))


def all_scores(found: DomainReview) -> str:
    return render(found, style=Style(metrics=True))


def plain(text: str) -> list[str]:
    """The lines, each with single blanks."""
    return [" ".join(line.split()) for line in text.splitlines()]


def test_a_report_says_that_it_is_by_name() -> None:
    found = review(REFERENCE, REFERENCE)
    assert render(found, "side-by-side").startswith("l and r define the same domain (3 actions).")
    assert "Action similarity  by name" in all_scores(found)
    data = json.loads(render(found, "json"))
    assert (data["basis"], data["alignment"], data["pairs"]) == ("by name", None, None)


def test_a_report_says_how_far_its_pairs_reach() -> None:
    found = kitchen()
    basis = "aligned: 9 matches, 0 uncertain, 10 of 10 literals of the reference covered"
    assert basis.capitalize() in render(found).splitlines()
    assert basis.capitalize() in render(found, "side-by-side").splitlines()
    for title in ("Action similarity", "Literals, pooled over actions (micro)", "Actions"):
        assert f"{title}  aligned" in all_scores(found)
    data = json.loads(render(found, "json"))
    assert data["basis"] == "aligned"
    assert data["alignment"] == {"pairs": 9, "uncertain": 0, "covered": 10, "literals": 10}
    again, wrong = pairs_from(data["pairs"])
    assert (again, wrong) == (found.diff.pairs, [])


def test_what_stands_for_what_is_all_that_is_more_than_a_name() -> None:
    lines = plain(all_scores(kitchen()))
    start = lines.index("Name mapping")
    assert lines[start + 1 : lines.index("", start)] == [
        "learned reference confidence evidence",
        "actions",
        "(go ?c ?to ?from) (walk ?from ?to) 1.00",
        "(pick ?c ?r ?d) (take ?d ?r) 1.00",
        "(rinse ?c ?d) (wash ?d) 1.00",
        "predicates",
        "(is-in ?c ?p) (cook-in ?p) 1.00",
        "(has-dish ?p ?d) (dish-in ?d ?p) 1.00",
        "is-held holding 1.00",
        "clean not dirty 1.00",
        "predicates that act as types",
        "(room ?x) ?x - room 1.00",
        "?c - cook is implicit in the reference: in 2 actions",
    ]


def test_nothing_stands_for_anything_else_where_names_agree() -> None:
    found = review(REFERENCE, REFERENCE, ALIGNED)
    assert found.is_same
    assert "Name mapping" not in render(found)


def test_an_uncertain_pair_is_marked_with_what_speaks_for_it() -> None:
    pair = {"learned": "clean", "reference": "dirty", "arguments": [0], "confidence": 0.3}
    found = review(LEARNED, REFERENCE, under(negated=[pair | {"evidence": ["deny each other"]}]))
    assert "? clean not dirty 0.30 deny each other" in plain(all_scores(found))
    assert "1 match, 1 uncertain" in render(found)


def test_an_argument_that_one_side_lacks_is_one_remark() -> None:
    learned = """(define (domain d) (:types robot)
      (:predicates (at ?r - robot ?x) (free ?x))
      (:action go :parameters (?r - robot ?x ?y)
        :precondition (and (at ?r ?x) (free ?y)) :effect (and (at ?r ?y) (not (at ?r ?x))))
      (:action stay :parameters (?bot - robot ?x) :precondition (at ?bot ?x) :effect (free ?x)))"""
    reference = """(define (domain d) (:predicates (at ?x) (free ?x))
      (:action go :parameters (?x ?y)
        :precondition (and (at ?x) (free ?y)) :effect (and (at ?y) (not (at ?x))))
      (:action stay :parameters (?x) :precondition (at ?x) :effect (free ?x)))"""
    both = [actions("go", "go", "?x ?y"), actions("stay", "stay", "?x")]
    options = under(
        actions=both,
        predicates=[
            {"learned": "at", "reference": "at", "arguments": [None, 0]},
            {"learned": "free", "reference": "free", "arguments": [0]},
        ],
    )
    found = review(learned, reference, options)
    text = all_scores(found)
    assert "  ?r - robot is implicit in the reference: in 2 actions\n" in text
    assert text.count("robot is implicit") == 1
    assert "parameters" not in text
    # The names are the same, and still not all that the two say.
    assert not found.is_same
    other_way = review(
        reference,
        learned,
        under(
            actions=both,
            predicates=[
                {"learned": "at", "reference": "at", "arguments": [1]},
                {"learned": "free", "reference": "free", "arguments": [0]},
            ],
        ),
    )
    assert "?r - robot is implicit in the learned domain: in 2 actions" in all_scores(other_way)
    assert json.loads(render(other_way, "json"))["implicit"] == [
        {"side": "learned", "parameter": "?r - robot", "actions": ["go", "stay"]}
    ]


def test_a_missing_action_says_what_covers_it() -> None:
    options = under(
        actions=[
            actions("pick", "pick-laser", "?t ?p"),
            actions("pick", "pick-bomb", "?t ?p", cover=True),
        ],
        predicates=[
            {"learned": name, "reference": name, "arguments": [*range(arity)]}
            for name, arity in (("at", 1), ("laser", 1), ("lies", 2), ("held", 1))
        ],
    )
    found = review(ONE_FOR_BOTH, TOOLS, options)
    sentence = "missing; covered by pick, the match of pick-laser"
    said = " ".join(render(found).split())
    assert f" {sentence}: similarity 0, counted in the mean" in said
    assert sentence in render(found, "side-by-side")
    covers = json.loads(render(found, "json"))["actions"]["pick-bomb"]["covered_by"]
    assert covers == [{"name": "pick", "counterpart": "pick-laser"}]


def test_an_extra_action_says_what_it_is_part_of() -> None:
    options = under(
        actions=[
            actions("pick-laser", "pick", "?t ?p"),
            actions("pick-bomb", "pick", "?t ?p", cover=True),
        ]
    )
    found = review(TOOLS, ONE_FOR_BOTH, options)
    assert "extra; part of pick, the match of pick-laser" in render(found)


def test_several_predicates_for_one_are_marked_as_the_same_in_other_words() -> None:
    options = under(
        actions=[actions("go", "go", "?m ?n ?p")],
        predicates=[
            {"learned": "man-at", "reference": "at", "arguments": [0, 1]},
            {"learned": "nut-at", "reference": "at", "arguments": [0, 1], "cover": True},
        ],
    )
    found = review(THREE, ONE, options)
    assert "nut-at at 1.00 in addition to another match" in plain(all_scores(found))
    lines = plain(render(found, "side-by-side"))
    assert "≈ (at ?n ?p) │ (nut-at ?n ?p)" in lines
    assert "≈ (at ?m ?p) │ (man-at ?m ?p)" in lines


def test_names_of_variables_alone_are_no_other_words() -> None:
    learned = REFERENCE.replace("?d", "?plate").replace("(:types room dish)", "(:types dish room)")
    options = under(actions=[actions("wash", "wash", "")])
    for found in (review(learned, REFERENCE), review(learned, REFERENCE, options)):
        assert "≈" not in render(found, "side-by-side")


@pytest.mark.parametrize("name", ["text", "side-by-side"])
def test_names_that_are_apart_are_told_first(name: str) -> None:
    note = "note: the domains share almost no names"
    notes = [
        line for line in render(review(LEARNED, REFERENCE), name).splitlines() if "note:" in line
    ]
    assert notes[0].startswith(note)
    assert note not in render(kitchen(), name)
    assert note not in render(review(REFERENCE, REFERENCE), name)


def test_a_page_says_how_names_were_taken_before_its_figures() -> None:
    head, _, rest = render(review(LEARNED, REFERENCE), "html").partition('class="tiles"')
    assert rest
    assert "use --align to match names" in head
    assert "--align" not in render(kitchen(), "html").partition('class="tiles"')[0]


def test_names_that_are_apart_are_told_in_json() -> None:
    data = json.loads(render(review(LEARNED, REFERENCE), "json"))
    assert data["names_apart"] is True
    assert "--align" in data["notes"][0]["message"]
    assert json.loads(render(kitchen(), "json"))["names_apart"] is False


def test_actions_of_one_name_do_not_bring_domains_together_that_share_no_literal() -> None:
    learned = ONE.replace("(at ", "(is-there ").replace("nut", "bolt")
    assert review(learned, ONE).names_are_apart
    assert not review(THREE, ONE).names_are_apart, "one predicate of one is there"


def test_an_empty_domain_has_no_names_to_be_apart() -> None:
    assert not review("", REFERENCE).names_are_apart
    assert not review(REFERENCE, "").names_are_apart


def test_what_is_undecided_under_pairs_is_said_once() -> None:
    found = kitchen()
    evaluation = evaluate(found, DomainCase(diff=found.diff))
    text = render(evaluation, style=Style(metrics=True))
    assert "Meaning of differences  aligned\n  3 of 3 undecided: the name mapping" in text
    assert text.count("not a pure renaming") == 1
    # A graph isomorphism asks for no pairs.
    assert "Strong equivalence\n" in text


def test_nothing_is_proved_under_pairs_that_are_more_than_a_renaming() -> None:
    text = (
        "(define (domain d) (:predicates (p ?x ?y)) (:action a :parameters (?x) :effect (p ?x ?x)))"
    )
    options = under(
        actions=[actions("a", "a", "?x")],
        predicates=[{"learned": "p", "reference": "p", "arguments": [1, 0]}],
    )
    found = review(text, text, options)
    assert not found.is_same
    evaluation = evaluate(found, DomainCase(diff=found.diff))
    text = render(evaluation, style=Style(metrics=True))
    assert "proved" not in text[text.index("Meaning of differences  aligned") :]


def test_literals_that_come_to_the_same_are_told() -> None:
    learned = """(define (domain d) (:predicates (free1) (free2) (busy1))
      (:action go1 :parameters () :precondition (and (free1) (free2))
        :effect (and (busy1) (not (free1)) (not (free2)))))"""
    reference = """(define (domain d) (:predicates (free ?x) (busy ?x))
      (:action go :parameters (?x) :precondition (free ?x)
        :effect (and (busy ?x) (not (free ?x)))))"""
    pairs = [("free1", "free", False), ("busy1", "busy", False), ("free2", "free", True)]
    options = under(
        actions=[{"learned": "go1", "reference": "go"}],
        predicates=[
            {"learned": ours, "reference": its, "arguments": [None], "cover": is_one_to_many}
            for ours, its, is_one_to_many in pairs
        ],
    )
    said = "2 literals of 1 action are duplicates under the name mapping and are not counted"
    assert f"note: {said}" in plain(render(review(learned, reference, options)))
    assert "duplicates under" not in render(review(learned, reference))
    assert "duplicates under" not in render(kitchen())
