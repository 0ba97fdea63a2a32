"""Domains compared under the names that correspond."""

from __future__ import annotations

import pytest

from plancore.compare.actions import Status
from plancore.compare.domains import ALIGNED, BY_NAME, CompareOptions, compare_domains
from plancore.correspondence.finding import find_pairs
from plancore.correspondence.names import SAME_NAMES, Correspondence
from plancore.diagnostic import apply_edits
from plancore.model.domain import Domain
from plancore.patch.edits import edits_for_domain, file_edits
from plancore.snapshot import FileSnapshot
from plancore.stop import StoppedError
from support.comparison import domain_of, domain_with
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
    assert [a.name for a in by_name.with_status(Status.MISSING)] == ["stack"]
    aligned = compare_domains(learned, reference, ALIGNED)
    renamed = list(aligned.with_status(Status.RENAMED))
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
