"""Names that both models have stay together, and parameters find each other all the same."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.domains import CompareOptions, compare_domains
from plancore.correspondence.finding import find_pairs
from plancore.correspondence.names import names_of, renaming
from plancore.correspondence.pairs import UNCERTAIN, ActionPair, NamePair, Pairs, SymbolPair
from plancore.correspondence.stated.applied import correspondence_of
from plancore.model.domain import Domain
from support.comparison import domain_of
from support.disguises import Disguise, disguised
from support.own_domains import DISGUISES, OWN_DOMAINS
from support.renamed_domains import written_again

HARBOUR = """(define (domain harbour) (:types ship crane - machine berth)
  (:predicates (at ?m - machine ?b - berth) (laden ?s - ship) (calm ?b - berth))
  (:action sail :parameters (?s - ship ?from ?to - berth) :precondition (at ?s ?from)
    :effect (and (at ?s ?to) (not (at ?s ?from))))
  (:action load :parameters (?s - ship ?b - berth ?c - crane)
    :precondition (and (at ?s ?b) (at ?c ?b) (calm ?b)) :effect (laden ?s)))"""
_OTHER_PLACE = """(define (domain harbour) (:types ship crane - machine berth)
  (:predicates (at ?m - machine ?b - berth) (equipped ?b - berth) (laden ?s - ship)
               (calm ?b - berth))
  (:action sail :parameters (?s - ship ?from ?to - berth) :precondition (at ?s ?from)
    :effect (and (at ?s ?to) (not (at ?s ?from))))
  (:action load :parameters (?s - ship ?b - berth)
    :precondition (and (at ?s ?b) (equipped ?b) (calm ?b)) :effect (laden ?s)))"""
_FEWER_ARGUMENTS = """(define (domain harbour) (:types berth)
  (:predicates (at ?b - berth) (busy ?b - berth) (loaded ?b - berth))
  (:action load :parameters (?b - berth) :precondition (at ?b) :effect (loaded ?b))
  (:action wait :parameters (?b - berth) :precondition (at ?b) :effect (busy ?b)))"""


def test_a_name_keeps_its_namesake_beside_another_that_stands_for_it() -> None:
    learned, reference = domain_of(_OTHER_PLACE), domain_of(HARBOUR)
    pairs = Pairs(
        predicates=(
            SymbolPair("equipped", "at", arguments=(1,), is_one_to_many=True),
            *(SymbolPair(name, name) for name in ("at", "laden", "calm")),
        ),
        actions=(
            ActionPair("sail", "sail", parameters={v: v for v in ("?s", "?from", "?to")}),
            ActionPair("load", "load", parameters={v: v for v in ("?s", "?b")}),
        ),
        types=tuple(NamePair(name, name) for name in ("ship", "crane", "machine", "berth")),
    )
    correspondence = correspondence_of(pairs, learned, reference)
    comparison = compare_domains(learned, reference, CompareOptions(given=correspondence))
    (sail,) = [action for action in comparison.actions if action.name == "sail"]
    assert sail.is_same


def test_a_name_with_fewer_arguments_keeps_its_namesake() -> None:
    pairs = find_pairs(domain_of(_FEWER_ARGUMENTS), domain_of(HARBOUR))
    assert [(p.learned, p.reference, p.arguments) for p in pairs.predicates][:1] == [
        ("at", "at", (1,))
    ]
    assert pairs.predicates[0].confidence < 1


def test_parameters_of_actions_of_one_name_are_matched_by_use() -> None:
    swapped = HARBOUR.replace(
        "(?s - ship ?from ?to - berth)", "(?to - berth ?from - berth ?s - ship)"
    )
    untyped = swapped.replace(
        "(?s - ship ?b - berth ?c - crane)", "(?c - crane ?b - berth ?s - ship)"
    )
    pairs = find_pairs(domain_of(untyped.replace("(calm ?b)", "")), domain_of(HARBOUR))
    assert {a.learned: dict(a.parameters) for a in pairs.actions} == {
        "sail": {"?to": "?to", "?from": "?from", "?s": "?s"},
        "load": {"?c": "?c", "?b": "?b", "?s": "?s"},
    }


@given(OWN_DOMAINS, DISGUISES, st.integers(0, 1000), st.randoms(use_true_random=False))
def test_a_name_that_both_have_stands_for_a_third_one_with_a_question_mark_at_most(
    reference: Domain, disguise: Disguise, seed: int, random: Random
) -> None:
    learned = domain_of(disguised(reference, disguise, seed).text)
    names = [predicate.name for predicate in learned.predicates]
    others = [predicate.name for predicate in reference.predicates]
    free = [name for name in others if name not in names]
    random.shuffle(free)
    taken = dict(zip(random.sample(names, len(names) // 2), free, strict=False))
    learned = domain_of(written_again(learned, renaming({"predicates": taken})))
    pairs = find_pairs(learned, reference)
    for kind in ("actions", "predicates", "functions", "types"):
        both = {*names_of(learned, kind)} & {*names_of(reference, kind)}
        for pair in getattr(pairs, kind):
            if pair.learned != pair.reference and both & {pair.learned, pair.reference}:
                assert pair.confidence < UNCERTAIN
