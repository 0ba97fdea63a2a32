"""Names that stand for several, found beside the pairs that are one to one."""

from __future__ import annotations

import pytest

from plancore.correspondence.finding import find_pairs
from plancore.correspondence.known import known_pairs
from plancore.correspondence.pairs import NOTHING_STATED, Pairs
from plancore.correspondence.roles import Roles
from plancore.correspondence.search.one_to_many import OneToManyMatches
from plancore.correspondence.similarity.candidates import Candidates
from plancore.correspondence.similarity.similarity import Similarity
from support.comparison import domain_of, domain_with

REFERENCE = """(define (domain yard)
  (:types thing place)
  (:predicates (at ?x - thing ?p - place) (held ?x - thing) (hand-free) (near ?p ?q - place)
               (here ?p - place))
  (:action walk :parameters (?p ?q - place) :precondition (and (here ?p) (near ?p ?q))
    :effect (and (here ?q) (not (here ?p))))
  (:action pick :parameters (?x - thing ?p - place)
    :precondition (and (here ?p) (at ?x ?p) (hand-free))
    :effect (and (held ?x) (not (at ?x ?p)) (not (hand-free))))
  (:action drop :parameters (?x - thing ?p - place)
    :precondition (and (here ?p) (held ?x))
    :effect (and (at ?x ?p) (hand-free) (not (held ?x)))))"""

LEARNED = """(define (domain yard)
  (:types nut bolt place)
  (:predicates (nut-at ?x - nut ?p - place) (bolt-at ?x - bolt ?p - place) (held ?x) (hand-free)
               (near ?p ?q - place) (here ?p - place))
  (:action walk :parameters (?p ?q - place) :precondition (and (here ?p) (near ?p ?q))
    :effect (and (here ?q) (not (here ?p))))
  (:action pick-nut :parameters (?x - nut ?p - place)
    :precondition (and (here ?p) (nut-at ?x ?p) (hand-free))
    :effect (and (held ?x) (not (nut-at ?x ?p)) (not (hand-free))))
  (:action pick-bolt :parameters (?x - bolt ?p - place)
    :precondition (and (here ?p) (bolt-at ?x ?p) (hand-free))
    :effect (and (held ?x) (not (bolt-at ?x ?p)) (not (hand-free))))
  (:action drop-nut :parameters (?x - nut ?p - place)
    :precondition (and (here ?p) (held ?x))
    :effect (and (nut-at ?x ?p) (hand-free) (not (held ?x))))
  (:action drop-bolt :parameters (?x - bolt ?p - place)
    :precondition (and (here ?p) (held ?x))
    :effect (and (bolt-at ?x ?p) (hand-free) (not (held ?x)))))"""


def _named(pairs: Pairs, *, covers: bool) -> set[tuple[str, str]]:
    actions = {(p.learned, p.reference) for p in pairs.actions if p.is_one_to_many is covers}
    return actions | {
        (p.learned, p.reference) for p in pairs.predicates if p.is_one_to_many is covers
    }


def test_one_name_for_two_on_either_side() -> None:
    ours, theirs = domain_of(LEARNED), domain_of(REFERENCE)
    for pairs, turned in ((find_pairs(ours, theirs), False), (find_pairs(theirs, ours), True)):
        told = _named(pairs, covers=True) | _named(pairs, covers=False)
        together = {(b, a) for a, b in told} if turned else told
        assert {("nut-at", "at"), ("bolt-at", "at")} <= together
        assert {("pick-nut", "pick"), ("pick-bolt", "pick")} <= together
        assert {("drop-nut", "drop"), ("drop-bolt", "drop")} <= together
        one_to_one = _named(pairs, covers=False)
        assert len({a for a, _ in one_to_one}) == len(one_to_one)
        assert len({b for _, b in one_to_one}) == len(one_to_one)
        assert len(_named(pairs, covers=True)) == 3


def test_what_has_a_partner_covers_only_what_has_none() -> None:
    ours, theirs = Roles(domain_of(LEARNED)), Roles(domain_of(REFERENCE))
    similarity = Similarity(Candidates(ours, theirs, known_pairs(ours, theirs, NOTHING_STATED)))
    actions = {("pick-nut", "pick"): 0.9, ("drop-nut", "drop"): 0.9, ("walk", "walk"): 1.0}
    symbols = {(name, name): 1.0 for name in ("held", "hand-free", "near", "here")}
    covers = OneToManyMatches(
        similarity, actions, {**symbols, ("nut-at", "at"): 0.9}, frozenset(), {}
    )
    assert {*covers.actions} - {*actions} == {("pick-bolt", "pick"), ("drop-bolt", "drop")}
    assert {*covers.of_symbols()} == {("bolt-at", "at")}
    whole = OneToManyMatches(
        similarity, actions, {**symbols, ("bolt-at", "at"): 0.9}, frozenset({"nut-at"}), {}
    )
    assert not whole.of_symbols()


@pytest.mark.parametrize("name", ["kept", "held"])
def test_a_use_is_taken_on_its_own_side_only(name: str) -> None:
    """The learned `held` is free although the reference's, in the same words, has a partner."""
    ours = Roles(
        domain_with(
            f"""(:action take :parameters (?x) :effect (and (tied ?x) ({name} ?x)))
            (:action bind :parameters (?x) :effect (fast ?x))""",
            predicates=f"(tied ?x) ({name} ?x) (fast ?x)",
        )
    )
    theirs = Roles(
        domain_with(
            """(:action take :parameters (?x) :effect (and (held ?x) (bound ?x)))
            (:action bind :parameters (?x) :effect (bound ?x))""",
            predicates="(held ?x) (bound ?x)",
        )
    )
    similarity = Similarity(Candidates(ours, theirs, known_pairs(ours, theirs, NOTHING_STATED)))
    actions = {("take", "take"): 1.0, ("bind", "bind"): 1.0}
    covers = OneToManyMatches(
        similarity, actions, {("tied", "held"): 1.0, ("fast", "bound"): 1.0}, frozenset(), {}
    )
    use = next(use for use in ours.operators["take"].uses if use.symbol == name)
    other = next(use for use in theirs.operators["take"].uses if use.symbol == "bound")
    explained = covers.explained([(name, "bound")])
    assert explained == pytest.approx(ours.weight(use) + theirs.weight(other))


def test_a_name_without_arguments_is_not_covered_by_one_that_happens_to_change_with_it() -> None:
    learned = domain_with(
        """(:action load :parameters (?v ?b ?p)
             :precondition (and (parked ?v ?p) (docked ?b ?p) (not (occupied ?b)))
             :effect (and (loaded ?b ?v) (occupied ?b) (not (parked ?v ?p))))
           (:action unload :parameters (?v ?b ?p)
             :precondition (and (loaded ?b ?v) (docked ?b ?p))
             :effect (and (parked ?v ?p) (not (loaded ?b ?v)) (not (occupied ?b))))""",
        predicates="(parked ?v ?p) (docked ?b ?p) (loaded ?b ?v) (occupied ?b)",
    )
    reference = domain_with(
        """(:action board :parameters (?c ?l)
             :precondition (and (at ?c ?l) (at-ferry ?l) (empty-ferry))
             :effect (and (on ?c) (not (at ?c ?l)) (not (empty-ferry))))
           (:action debark :parameters (?c ?l) :precondition (and (on ?c) (at-ferry ?l))
             :effect (and (at ?c ?l) (empty-ferry) (not (on ?c))))""",
        predicates="(at ?c ?l) (at-ferry ?l) (on ?c) (empty-ferry)",
    )
    pairs = find_pairs(learned, reference).predicates
    assert ("parked", "empty-ferry") not in {(p.learned, p.reference) for p in pairs}
    assert ("occupied", "empty-ferry") in {(p.learned, p.reference) for p in pairs if p.negated}


FIELDS = """(define (domain fields) (:types field crop)
  (:predicates (sown ?f - field ?c - crop) (ripe ?f - field) (empty ?f - field) (sold ?c - crop))
  (:action sow :parameters (?f - field ?c - crop)
    :precondition (empty ?f) :effect (and (sown ?f ?c) (not (empty ?f))))
  (:action wait :parameters (?f - field ?c - crop) :precondition (sown ?f ?c) :effect (ripe ?f))
  (:action reap :parameters (?f - field ?c - crop) :precondition (and (sown ?f ?c) (ripe ?f))
    :effect (and (sold ?c) (empty ?f) (not (sown ?f ?c)) (not (ripe ?f)))))"""

PARCELS = """(define (domain parcels) (:types plant parcel)
  (:predicates (planted ?c - plant ?p - parcel) (mature ?p - parcel) (occupied ?p - parcel)
    (collected ?c - plant))
  (:action plant :parameters (?c - plant ?p - parcel)
    :precondition (not (occupied ?p)) :effect (and (planted ?c ?p) (occupied ?p)))
  (:action grow :parameters (?c - plant ?p - parcel) :precondition (planted ?c ?p)
    :effect (mature ?p))
  (:action gather :parameters (?c - plant ?p - parcel)
    :precondition (and (planted ?c ?p) (mature ?p))
    :effect (and (collected ?c) (not (occupied ?p)) (not (planted ?c ?p)) (not (mature ?p)))))"""


def test_what_clearly_denies_one_name_does_not_mean_another() -> None:
    pairs = find_pairs(domain_of(PARCELS), domain_of(FIELDS)).predicates
    assert {(p.learned, p.reference, p.arguments, p.negated, p.is_one_to_many) for p in pairs} == {
        ("planted", "sown", (1, 0), False, False),
        ("mature", "ripe", (0,), False, False),
        ("collected", "sold", (0,), False, False),
        ("occupied", "empty", (0,), True, False),
    }


@pytest.mark.parametrize(
    ("name", "whole"), [("other-b", "free"), ("on-b", None), ("free-b", "free")]
)
def test_what_is_called_a_part_of_one_name_is_covered_by_no_other(
    name: str, whole: str | None
) -> None:
    """`on-b` stands where the reference has `free`, as a learner's noise does."""
    reference = domain_with(
        """(:action put :parameters (?x) :precondition (free ?x) :effect (on ?x))
        (:action take :parameters (?x) :precondition (on ?x) :effect (free ?x))""",
        predicates="(on ?x) (free ?x)",
    )
    learned = domain_with(
        f"""(:action put :parameters (?x) :precondition (and (free-a ?x) ({name} ?x))
              :effect (on-a ?x))
        (:action take :parameters (?x) :precondition (on-a ?x)
              :effect (and (free-a ?x) ({name} ?x)))""",
        predicates=f"(on-a ?x) (free-a ?x) ({name} ?x)",
    )
    ours, theirs = Roles(learned), Roles(reference)
    similarity = Similarity(Candidates(ours, theirs, known_pairs(ours, theirs, NOTHING_STATED)))
    actions = {("put", "put"): 1.0, ("take", "take"): 1.0}
    symbols = {("on-a", "on"): 1.0, ("free-a", "free"): 1.0}
    covers = OneToManyMatches(similarity, actions, symbols, frozenset(), {})
    assert {*covers.of_symbols()} == (set() if whole is None else {(name, whole)})
