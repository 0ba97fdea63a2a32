"""Pairs of tiny models: each of the ways in which two models of one thing differ."""

from __future__ import annotations

from plancore.correspondence.finding import find_pairs
from plancore.correspondence.pairs import Pairs, Side
from plancore.correspondence.roles import LiteralRole, Roles
from plancore.correspondence.similarity.candidates import Profiles, alike
from support import kitchen
from support.comparison import domain_of

WATER = """(define (domain garden)
  (:types plant bed)
  (:predicates (grows ?p - plant ?b - bed) (dry ?p - plant) (here ?b - bed) (next ?a ?b - bed))
  (:action go :parameters (?a ?b - bed) :precondition (and (here ?a) (next ?a ?b))
    :effect (and (here ?b) (not (here ?a))))
  (:action water :parameters (?p - plant ?b - bed)
    :precondition (and (here ?b) (grows ?p ?b) (dry ?p)) :effect (not (dry ?p))))"""


def _pairs(learned: str) -> Pairs:
    return find_pairs(domain_of(learned), domain_of(WATER))


def _symbols(pairs: Pairs) -> set[tuple[str, str, tuple[int | None, ...], bool]]:
    return {(p.learned, p.reference, p.arguments, p.negated) for p in pairs.predicates}


def test_arguments_and_parameters_in_another_order() -> None:
    learned = WATER.replace("(grows ?p - plant ?b - bed)", "(bed-of ?b - bed ?p - plant)")
    learned = learned.replace("(grows ?p ?b)", "(bed-of ?b ?p)")
    learned = learned.replace(
        "water :parameters (?p - plant ?b - bed)", "soak :parameters (?b - bed ?p - plant)"
    )
    pairs = _pairs(learned)
    assert ("bed-of", "grows", (1, 0), False) in _symbols(pairs)
    assert ("soak", "water", {"?b": "?b", "?p": "?p"}) in [
        (p.learned, p.reference, p.parameters) for p in pairs.actions
    ]


def test_the_gardener_made_explicit() -> None:
    learned = (
        WATER.replace("(:types plant", "(:types gardener plant")
        .replace("(here ?b - bed)", "(gardener-at ?g - gardener ?b - bed)")
        .replace("(here ", "(gardener-at ?g ")
        .replace("parameters (", "parameters (?g - gardener ")
    )
    assert ("gardener-at", "here", (None, 0), False) in _symbols(_pairs(learned))


def test_a_predicate_that_denies_another() -> None:
    learned = (
        WATER.replace("(not (dry ?p))", "(moist ?p)")
        .replace("(dry ?p))", "(not (moist ?p)))")
        .replace("(dry ?p - plant)", "(moist ?p - plant)")
        .replace(":effect (and (here ?b)", ":effect (and (here ?b)")
    )
    pairs = _pairs(learned.replace("moist", "undry"))
    assert ("undry", "dry", (0,), True) in _symbols(pairs)


def test_types_as_predicates() -> None:
    learned = """(define (domain garden)
      (:predicates (plant ?p) (bed ?b) (grows ?p ?b) (dry ?p) (here ?b) (next ?a ?b))
      (:action go :parameters (?a ?b) :precondition (and (bed ?a) (bed ?b) (here ?a) (next ?a ?b))
        :effect (and (here ?b) (not (here ?a))))
      (:action water :parameters (?p ?b)
        :precondition (and (plant ?p) (bed ?b) (here ?b) (grows ?p ?b) (dry ?p))
        :effect (not (dry ?p))))"""
    played = {(p.side, p.predicate, p.type) for p in _pairs(learned).type_predicates}
    assert played == {(Side.LEARNED, "plant", "plant"), (Side.LEARNED, "bed", "bed")}


def test_constants_at_the_same_places() -> None:
    head = "(define (domain d) (:constants {0} {1}) (:predicates (full ?x) (clean ?x) (ready)) "
    actions = """(:action fill :precondition (clean {0}) :effect (full {0}))
        (:action wash :precondition (ready) :effect (and (clean {0}) (clean {1}) {2})))"""
    learned = domain_of((head + actions).format("kuro", "mita", ""))
    reference = domain_of((head + actions).format("tub", "sink", "(not (ready))"))
    pairs = find_pairs(learned, reference)
    assert {(p.learned, p.reference) for p in pairs.constants} == {
        ("kuro", "tub"),
        ("mita", "sink"),
    }


def test_roles_of_an_action() -> None:
    water = Roles(domain_of(WATER)).operators["water"]
    assert [(use.role, use.symbol) for use in water.uses] == [
        (LiteralRole.REQUIRED, "here"),
        (LiteralRole.REQUIRED, "grows"),
        (LiteralRole.REQUIRED, "dry"),
        (LiteralRole.DELETED, "dry"),
    ]


def test_profiles_do_not_depend_on_names_or_on_the_order_of_arguments() -> None:
    learned = WATER.replace("(grows ?p - plant ?b - bed)", "(x ?b - bed ?p - plant)")
    learned = learned.replace("(grows ?p ?b)", "(x ?b ?p)").replace("dry", "y")
    ours, theirs = Profiles(Roles(domain_of(learned))), Profiles(Roles(domain_of(WATER)))
    assert alike(ours.symbols["x"], theirs.symbols["grows"]) == 1.0
    assert alike(ours.places["x", 0], theirs.places["grows", 1]) == 1.0
    assert alike(ours.places["x", 0], theirs.places["grows", 0]) < 1.0
    assert alike(ours.symbols["y"], theirs.symbols["here"]) < 1.0


def test_an_action_whose_literals_are_denied_is_paired() -> None:
    pairs = find_pairs(domain_of(kitchen.LEARNED), domain_of(kitchen.REFERENCE))
    assert ("rinse", "wash") in {(p.learned, p.reference) for p in pairs.actions}
    denied = {(p.learned, p.reference, p.is_one_to_many) for p in pairs.predicates if p.negated}
    assert denied == {("clean", "dirty", False)}


def test_what_hardly_has_a_literal_in_common_is_not_paired_by_denial() -> None:
    more = " ".join(f"(soapy{number} ?d)" for number in range(6))
    learned = kitchen.LEARNED.replace(":effect (clean ?d)", f":effect (and (clean ?d) {more})")
    pairs = find_pairs(domain_of(learned), domain_of(kitchen.REFERENCE))
    assert "rinse" not in {p.learned for p in pairs.actions}
