"""Domains compared under the names that correspond."""

from __future__ import annotations

import pytest

from plancore.compare.actions import Presence
from plancore.compare.domains import (
    ALIGNED,
    BY_NAME,
    CompareOptions,
    DomainDiff,
    compare_domains,
)
from plancore.correspondence.finding import find_pairs
from plancore.correspondence.names import SAME_NAMES, Correspondence
from plancore.correspondence.pairs import ActionPair, Pairs, SymbolPair
from plancore.diagnostic import apply_edits
from plancore.model.domain import Domain
from plancore.patch.edits import edits_for_domain, file_edits
from plancore.snapshot import FileSnapshot
from plancore.stop import StoppedError
from support.comparison import domain_of, domain_with
from support.examples import ARCHIVE
from support.rename_edits import rename_edits
from support.stop import spent_at_once, stop_at_once

BLOCKS = """(define (domain blocks) (:types block)
  (:predicates (on ?x ?y - block) (ontable ?x - block) (clear ?x - block) (handempty)
    (holding ?x - block))
  (:action pick-up :parameters (?x - block)
    :precondition (and (clear ?x) (ontable ?x) (handempty))
    :effect (and (not (ontable ?x)) (not (clear ?x)) (not (handempty)) (holding ?x)))
  (:action put-down :parameters (?x - block) :precondition (holding ?x)
    :effect (and (not (holding ?x)) (clear ?x) (handempty) (ontable ?x)))
  (:action stack :parameters (?x ?y - block) :precondition (and (holding ?x) (clear ?y))
    :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (handempty) (on ?x ?y)))
  (:action unstack :parameters (?x ?y - block)
    :precondition (and (on ?x ?y) (clear ?x) (handempty))
    :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (handempty)) (not (on ?x ?y)))))"""


def _renamed(**names: str) -> str:
    text = BLOCKS
    for old, new in names.items():
        for before, after in ((" ", " "), ("(", " "), ("(", ")"), (" ", ")")):
            old_name = old.replace("_", "-")
            text = text.replace(f"{before}{old_name}{after}", f"{before}{new}{after}")
    return text


def align(learned: Domain, reference: Domain, given: Correspondence = SAME_NAMES) -> Correspondence:
    options = CompareOptions(align=True, given=given)
    return compare_domains(learned, reference, options).correspondence


def test_what_has_the_same_name_needs_no_alignment() -> None:
    assert align(domain_of(BLOCKS), domain_of(BLOCKS)).is_identity


def test_a_renamed_action_is_found_although_a_literal_differs() -> None:
    learned = _renamed(stack="put-on").replace(
        " (on ?x ?y)))\n  (:action unstack", "))(:action unstack"
    )
    found = align(domain_of(learned), domain_of(BLOCKS))
    assert dict(found.actions) == {"put-on": "stack"}


def test_renamed_predicates_types_and_actions_are_found_together() -> None:
    learned = _renamed(ontable="down", clear="free", block="cube", unstack="take-off")
    found = align(domain_of(learned), domain_of(BLOCKS))
    assert list(found.renamings()) == [
        ("actions", "take-off", "unstack"),
        ("predicates", "down", "ontable"),
        ("predicates", "free", "clear"),
        ("types", "cube", "block"),
    ]


def test_names_that_differ_in_hyphens_are_the_same() -> None:
    found = align(domain_of(_renamed(pick_up="pick_up")), domain_of(BLOCKS))
    assert dict(found.actions) == {"pick_up": "pick-up"}


def test_what_is_not_alike_stays_apart() -> None:
    learned = domain_with(
        "(:action fly :parameters (?p ?a ?b) :precondition (orbits ?p ?a)"
        " :effect (and (orbits ?p ?b) (not (orbits ?p ?a)) (tired ?p)))",
        predicates="(orbits ?x ?y) (tired ?x)",
    )
    assert align(learned, domain_of(BLOCKS)).is_identity


def test_constants_and_functions_are_matched_by_their_places() -> None:
    text = """(define (domain d) (:constants {c} other) (:predicates (at ?x) (near ?x))
      (:functions ({f} ?x))
      (:action a :parameters (?x) :precondition (and (at {c}) (near other))
        :effect (and (increase ({f} ?x) 1) (not (at {c})))))"""
    learned = domain_of(text.format(c="base", f="cost"))
    found = align(learned, domain_of(text.format(c="home", f="price")))
    assert list(found.renamings()) == [
        ("functions", "cost", "price"),
        ("constants", "base", "home"),
    ]


def test_a_user_s_word_comes_first() -> None:
    given = Correspondence(actions={"stack": "unstack"})
    found = align(domain_of(BLOCKS), domain_of(BLOCKS), given)
    assert found.actions["stack"] == "unstack"


def test_a_comparison_aligns_only_when_asked() -> None:
    learned, reference = domain_of(_renamed(stack="put-on")), domain_of(BLOCKS)
    by_name = compare_domains(learned, reference, BY_NAME)
    assert [a.name for a in by_name.with_status(Presence.MISSING)] == ["stack"]
    aligned = compare_domains(learned, reference, ALIGNED)
    renamed = list(aligned.with_status(Presence.RENAMED))
    assert [(a.learned and a.learned.name, a.name, len(a.changes)) for a in renamed] == [
        ("put-on", "stack", 0)
    ]
    assert not aligned.is_same


def test_edits_of_an_aligned_comparison_keep_the_learned_names() -> None:
    ours = FileSnapshot.of(_renamed(clear="free", block="cube"))
    assert ours.domain is not None
    reference = domain_of(BLOCKS.replace("(holding ?x) (clear ?y)", "(holding ?x)"))
    diff = compare_domains(ours.domain, reference, ALIGNED)
    text = apply_edits(ours.text, file_edits(edits_for_domain(diff, ours.tree), ours.tree))
    assert text == ours.text.replace("(holding ?x) (free ?y)", "(holding ?x)")


def test_names_become_those_of_the_reference_wherever_they_stand() -> None:
    text = """(define (domain d) (:types Cube - thing thing) (:constants best - cube)
      (:predicates (free ?x - cube) (on ?x ?y - (either cube thing)))
      (:functions (cost ?x - cube))
      (:derived (on ?x ?y) (free best))
      (:action go :parameters (?x - cube) :precondition (forall (?y - cube) (FREE ?y))
        :effect (and (on best ?x) (increase (cost best) 1) (not (free ?x)))))"""
    ours = FileSnapshot.of(text)
    assert ours.domain is not None
    names = Correspondence(
        actions={"go": "move"},
        predicates={"free": "on", "on": "free"},
        functions={"cost": "price"},
        types={"cube": "block"},
        constants={"best": "top"},
    )
    edits = file_edits(rename_edits(names, ours.domain), ours.tree)
    assert apply_edits(text, edits) == (
        """(define (domain d) (:types block - thing thing) (:constants top - block)
      (:predicates (on ?x - block) (free ?x ?y - (either block thing)))
      (:functions (price ?x - block))
      (:derived (free ?x ?y) (on top))
      (:action move :parameters (?x - block) :precondition (forall (?y - block) (on ?y))
        :effect (and (free top ?x) (increase (price top) 1) (not (on ?x)))))"""
    )


def test_a_name_given_away_is_not_the_reference_s_any_more() -> None:
    learned = domain_with("(:action a :effect (and (p) (q)))", predicates="(p) (q)")
    reference = domain_with("(:action a :effect (q))", predicates="(q)")
    options = CompareOptions(given=Correspondence(predicates={"p": "q"}))
    action = compare_domains(learned, reference, options).actions[0]
    assert [pair.learned.text for pair in action.effect.equal] == ["(p)"]
    assert [element.text for element in action.effect.extra] == ["(q)"]


def test_an_alignment_out_of_time_ends_with_what_has_the_same_name() -> None:
    learned = domain_of(_renamed(stack="put-on", clear="free"))
    diff = compare_domains(learned, domain_of(BLOCKS), ALIGNED, spent_at_once)
    assert diff.correspondence.is_identity
    with pytest.raises(StoppedError):
        find_pairs(learned, domain_of(BLOCKS), checkpoint=stop_at_once)


HAULING = """(define (domain hauling) (:types truck place parcel)
  (:predicates (at ?t - truck ?p - place) (road ?a ?b - place) (in ?x - parcel ?t - truck)
    (lies ?x - parcel ?p - place))
  (:action drive :parameters (?t - truck ?a ?b - place)
    :precondition (and (at ?t ?a) (road ?a ?b)) :effect (and (at ?t ?b) (not (at ?t ?a))))
  (:action load :parameters (?x - parcel ?t - truck ?p - place)
    :precondition (and (lies ?x ?p) (at ?t ?p)) :effect (and (in ?x ?t) (not (lies ?x ?p))))
  (:action drop :parameters (?x - parcel ?t - truck ?p - place)
    :precondition (and (in ?x ?t) (at ?t ?p)) :effect (and (lies ?x ?p) (not (in ?x ?t)))))"""


def _differences(diff: DomainDiff) -> list[tuple[str, str, str]]:
    """Action, mark and text of each literal that differs, in the words of the file that has it."""
    return [
        (action.name, change.kind.value, element.text)
        for action in diff.actions
        for change in action.changes
        if (element := change.learned or change.reference)
    ]


def test_new_names_another_order_and_a_mistake_are_found_together() -> None:
    learned = domain_of("""(define (domain hauling) (:types cart place parcel)
      (:predicates (stands ?t - cart ?p - place) (track ?a ?b - place) (in ?x - parcel ?t - cart)
        (lies ?x - parcel ?p - place))
      (:action roll :parameters (?b ?a - place ?t - cart)
        :precondition (and (stands ?t ?a) (track ?a ?b)) :effect (stands ?t ?b))
      (:action heave :parameters (?p - place ?x - parcel ?t - cart)
        :precondition (and (lies ?x ?p) (stands ?t ?p)) :effect (and (in ?x ?t) (not (lies ?x ?p))))
      (:action drop :parameters (?x - parcel ?t - cart ?p - place)
        :precondition (and (in ?x ?t) (stands ?t ?p)) :effect (and (lies ?x ?p) (not (in ?x ?t)))))
    """)
    diff = compare_domains(learned, domain_of(HAULING), ALIGNED)
    assert _differences(diff) == [("drive", "missing", "(not (at ?t ?a))")]
    assert [a.order for a in diff.actions] == [(2, 1, 0), (2, 0, 1), None]
    assert not diff.declarations


def test_two_archives_differ_in_one_predicate() -> None:
    learned, reference = (
        domain_of((ARCHIVE / name).read_text(encoding="utf-8"))
        for name in ("learned.pddl", "reference.pddl")
    )
    diff = compare_domains(learned, reference, ALIGNED)
    assert _differences(diff) == [
        ("collect", "missing", "(cart-free)"),
        ("file-away", "missing", "(cart-free)"),
    ]
    wanted = [change.wanted for action in diff.actions for change in action.changes]
    assert wanted == ["(robot-empty ?r)", "(robot-empty ?r)"]
    assert not any(action.parameters for action in diff.actions)
    assert [(c.what.value, c.name) for c in diff.declarations] == [
        ("requirements", ":negative-preconditions"),
        ("types", "robot"),
    ]
    by_name = compare_domains(learned, reference)
    assert not any(part.equal for action in by_name.actions for part in action.parts)


@pytest.mark.parametrize(
    ("ours", "pair", "differences"),
    [
        pytest.param(
            "(:predicates (busy ?x)) (:action a :parameters (?x)"
            " :precondition (not (busy ?x)) :effect (busy ?x))",
            SymbolPair("busy", "free", arguments=(0,), negated=True),
            [],
            id="negated",
        ),
        pytest.param(
            "(:predicates (spare ?w ?x)) (:action a :parameters (?w ?x)"
            " :precondition (spare ?w ?x) :effect (and (not (spare ?w ?x)) (spare ?x ?w)))",
            SymbolPair("spare", "free", arguments=(None, 0)),
            [("a", "extra", "(spare ?x ?w)")],
            id="an argument that the reference leaves implicit",
        ),
        pytest.param(
            "(:predicates (spare)) (:action a :parameters (?x)"
            " :precondition (spare) :effect (not (spare)))",
            SymbolPair("spare", "free"),
            [],
            id="an argument that the learned domain leaves implicit",
        ),
    ],
)
def test_a_stated_pair_is_what_literals_are_compared_under(
    ours: str, pair: SymbolPair, differences: list[tuple[str, str, str]]
) -> None:
    reference = domain_of(
        "(define (domain d) (:predicates (free ?x)) (:action a :parameters (?x)"
        " :precondition (free ?x) :effect (not (free ?x))))"
    )
    parameters = {"?x": "?x"}
    pairs = Pairs(actions=(ActionPair("a", "a", parameters=parameters),), predicates=(pair,))
    options = CompareOptions(stated=pairs)
    diff = compare_domains(domain_of(f"(define (domain d) {ours})"), reference, options)
    assert _differences(diff) == differences
    assert not diff.is_same or pair.learned == pair.reference


def test_the_same_name_may_leave_an_argument_implicit() -> None:
    learned = domain_of(
        "(define (domain d) (:predicates (at ?r ?p)) (:action go :parameters (?r ?p)"
        " :effect (at ?r ?p)))"
    )
    reference = domain_of(
        "(define (domain d) (:predicates (at ?p)) (:action go :parameters (?p) :effect (at ?p)))"
    )
    pair = SymbolPair("at", "at", arguments=(None, 0))
    action = ActionPair("go", "go", parameters={"?p": "?p"})
    options = CompareOptions(stated=Pairs(actions=(action,), predicates=(pair,)))
    diff = compare_domains(learned, reference, options)
    assert _differences(diff) == []
    assert not diff.declarations
    assert not any(action.parameters for action in diff.actions)
    assert not diff.is_same


def test_a_type_and_the_predicate_that_plays_it_are_no_difference() -> None:
    learned = domain_of(
        "(define (domain d) (:types room) (:predicates (lit ?x - room))"
        " (:action light :parameters (?x - room) :effect (lit ?x)))"
    )
    reference = domain_of(
        "(define (domain d) (:predicates (room ?x) (lit ?x))"
        " (:action light :parameters (?x) :precondition (room ?x) :effect (lit ?x)))"
    )
    for ours, theirs in ((learned, reference), (reference, learned)):
        diff = compare_domains(ours, theirs, ALIGNED)
        assert _differences(diff) == []
        assert not any(action.parameters for action in diff.actions)
        assert not diff.declarations


def test_a_name_may_stand_for_several() -> None:
    learned = domain_of("""(define (domain d) (:types man tool spot)
      (:predicates (man-at ?m - man ?s - spot) (tool-at ?t - tool ?s - spot)
        (holds ?m - man ?t - tool) (way ?a ?b - spot))
      (:action walk :parameters (?m - man ?a ?b - spot)
        :precondition (and (man-at ?m ?a) (way ?a ?b))
        :effect (and (man-at ?m ?b) (not (man-at ?m ?a))))
      (:action take :parameters (?m - man ?t - tool ?s - spot)
        :precondition (and (man-at ?m ?s) (tool-at ?t ?s))
        :effect (and (holds ?m ?t) (not (tool-at ?t ?s)))))""")
    reference = domain_of("""(define (domain d) (:types man tool - thing spot)
      (:predicates (at ?x - thing ?s - spot) (holds ?m - man ?t - tool) (way ?a ?b - spot))
      (:action walk :parameters (?m - man ?a ?b - spot)
        :precondition (and (at ?m ?a) (way ?a ?b)) :effect (and (at ?m ?b) (not (at ?m ?a))))
      (:action take :parameters (?m - man ?t - tool ?s - spot)
        :precondition (and (at ?m ?s) (at ?t ?s))
        :effect (and (holds ?m ?t) (not (at ?t ?s)))))""")
    for ours, theirs in ((learned, reference), (reference, learned)):
        assert _differences(compare_domains(ours, theirs, ALIGNED)) == []
