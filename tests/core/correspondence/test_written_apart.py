"""Models of one thing in the styles of different people: what a reader would pair."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from plancore.correspondence.finding import find_pairs
from plancore.correspondence.pairs import Pairs, key_of
from support.comparison import domain_of

TEA = """(define (domain tea) (:types mug)
  (:predicates (kettle_has_water) (kettle_boiled) (mug_clean ?m - mug) (bag_in ?m - mug)
               (tea_ready ?m - mug))
  (:action fill_kettle :parameters () :precondition (not (kettle_has_water))
    :effect (kettle_has_water))
  (:action boil_water :parameters () :precondition (and (kettle_has_water) (not (kettle_boiled)))
    :effect (kettle_boiled))
  (:action put_teabag :parameters (?m - mug) :precondition (mug_clean ?m)
    :effect (and (bag_in ?m) (not (mug_clean ?m))))
  (:action pour :parameters (?m - mug) :precondition (and (kettle_boiled) (bag_in ?m))
    :effect (and (tea_ready ?m) (not (kettle_has_water)) (not (kettle_boiled))))
  (:action wash_mug :parameters (?m - mug)
    :precondition (and (not (mug_clean ?m)) (not (bag_in ?m))) :effect (mug_clean ?m)))"""

BREW = """(define (domain brew) (:types cup kettle)
  (:predicates (full ?k - kettle) (hot ?k - kettle) (dirty ?c - cup) (infuser-in ?c - cup)
               (brewed ?c - cup))
  (:action fill :parameters (?k - kettle) :precondition (not (full ?k)) :effect (full ?k))
  (:action heat :parameters (?k - kettle) :precondition (and (full ?k) (not (hot ?k)))
    :effect (hot ?k))
  (:action insert-infuser :parameters (?c - cup) :precondition (not (dirty ?c))
    :effect (and (infuser-in ?c) (dirty ?c)))
  (:action brew :parameters (?c - cup ?k - kettle) :precondition (and (hot ?k) (infuser-in ?c))
    :effect (and (brewed ?c) (not (full ?k)) (not (hot ?k))))
  (:action rinse :parameters (?c - cup) :precondition (and (dirty ?c) (not (infuser-in ?c)))
    :effect (not (dirty ?c))))"""

SLIDE = """(define (domain taquin) (:types square number)
  (:predicates (beside ?a ?b - square) (below ?a ?b - square) (numberAt ?n - number ?s - square)
               (blank ?s - square))
  (:action slide :parameters (?n - number ?from ?to - square)
    :precondition (and (numberAt ?n ?from) (blank ?to) (or (beside ?from ?to) (below ?from ?to)))
    :effect (and (numberAt ?n ?to) (blank ?from) (not (numberAt ?n ?from)) (not (blank ?to)))))"""

CAFE = """(define (domain cafe) (:types drink table machine)
  (:predicates (machineOn ?m - machine) (machineBusy ?m - machine) (made ?d - drink ?m - machine)
               (carrying ?d - drink) (traySpace) (served ?d - drink ?t - table)
               (orderedBy ?d - drink ?t - table))
  (:action turnOn :parameters (?m - machine) :precondition (not (machineOn ?m))
    :effect (machineOn ?m))
  (:action prepare :parameters (?d - drink ?m - machine)
    :precondition (and (machineOn ?m) (not (machineBusy ?m)))
    :effect (and (machineBusy ?m) (made ?d ?m)))
  (:action grabDrink :parameters (?d - drink ?m - machine)
    :precondition (and (made ?d ?m) (traySpace))
    :effect (and (carrying ?d) (not (traySpace)) (not (made ?d ?m)) (not (machineBusy ?m))))
  (:action serve :parameters (?d - drink ?t - table)
    :precondition (and (carrying ?d) (orderedBy ?d ?t))
    :effect (and (served ?d ?t) (traySpace) (not (carrying ?d)))))"""

WAITER = """(define (domain coffee) (:types waiter beverage guest brewer)
  (:predicates (switched-on ?b - brewer) (idle ?b - brewer) (in-brewer ?x - beverage ?b - brewer)
               (holds ?w - waiter ?x - beverage) (hands-free ?w - waiter)
               (delivered ?g - guest ?x - beverage) (order ?g - guest ?x - beverage))
  (:action power-up :parameters (?b - brewer) :precondition (not (switched-on ?b))
    :effect (switched-on ?b))
  (:action brew :parameters (?b - brewer ?x - beverage)
    :precondition (and (switched-on ?b) (idle ?b)) :effect (and (in-brewer ?x ?b) (not (idle ?b))))
  (:action pick :parameters (?w - waiter ?x - beverage ?b - brewer)
    :precondition (and (in-brewer ?x ?b) (hands-free ?w))
    :effect (and (holds ?w ?x) (idle ?b) (not (hands-free ?w)) (not (in-brewer ?x ?b))))
  (:action hand-over :parameters (?w - waiter ?g - guest ?x - beverage)
    :precondition (and (holds ?w ?x) (order ?g ?x))
    :effect (and (delivered ?g ?x) (hands-free ?w) (not (holds ?w ?x)))))"""

_DIRECTION = """(:action move-{0} :parameters (?t - tile ?p ?q - pos)
    :precondition (and (at ?t ?p) (empty ?q) ({0} ?p ?q))
    :effect (and (at ?t ?q) (empty ?p) (not (at ?t ?p)) (not (empty ?q))))"""

DIRECTIONS = f"""(define (domain puzzle) (:types tile pos)
  (:predicates (at ?t - tile ?p - pos) (empty ?p - pos) (up ?p ?q - pos) (down ?p ?q - pos)
               (left ?p ?q - pos))
  {_DIRECTION.format("up")} {_DIRECTION.format("down")} {_DIRECTION.format("left")})"""

AIRLINE = """(define (domain airline) (:types jet traveler town)
  (:predicates (traveler-in-town ?t - traveler ?c - town) (aboard ?t - traveler ?j - jet)
               (jet-parked ?j - jet ?c - town) (fueled ?j - jet))
  (:action get-on :parameters (?t - traveler ?j - jet ?c - town)
    :precondition (and (traveler-in-town ?t ?c) (jet-parked ?j ?c))
    :effect (and (not (traveler-in-town ?t ?c)) (aboard ?t ?j)))
  (:action get-off :parameters (?t - traveler ?j - jet ?c - town)
    :precondition (and (aboard ?t ?j) (jet-parked ?j ?c))
    :effect (and (traveler-in-town ?t ?c) (not (aboard ?t ?j))))
  (:action fly-to :parameters (?j - jet ?a ?b - town)
    :precondition (and (jet-parked ?j ?a) (fueled ?j))
    :effect (and (jet-parked ?j ?b) (not (jet-parked ?j ?a)) (not (fueled ?j)))))"""

AIRCRAFT = """(define (domain flights) (:types locatable city - object aircraft person - locatable)
  (:predicates (at ?x - locatable ?c - city) (in ?p - person ?a - aircraft))
  (:action board :parameters (?p - person ?a - aircraft ?c - city)
    :precondition (and (at ?p ?c) (at ?a ?c)) :effect (and (not (at ?p ?c)) (in ?p ?a)))
  (:action debark :parameters (?p - person ?a - aircraft ?c - city)
    :precondition (and (in ?p ?a) (at ?a ?c)) :effect (and (not (in ?p ?a)) (at ?p ?c)))
  (:action fly :parameters (?a - aircraft ?c ?d - city)
    :precondition (at ?a ?c) :effect (and (not (at ?a ?c)) (at ?a ?d))))"""

SHOVE = """(define (domain shove) (:types cell way box)
  (:predicates (player_position ?c - cell) (box_position ?b - box ?c - cell) (cell_empty ?c - cell)
               (neighbor ?c ?d - cell ?w - way))
  (:action walk :parameters (?c ?d - cell ?w - way)
    :precondition (and (player_position ?c) (cell_empty ?d) (neighbor ?c ?d ?w))
    :effect (and (player_position ?d) (cell_empty ?c) (not (player_position ?c))
                 (not (cell_empty ?d))))
  (:action push_box :parameters (?b - box ?c ?d ?e - cell ?w - way)
    :precondition (and (player_position ?c) (box_position ?b ?d) (cell_empty ?e)
                       (neighbor ?c ?d ?w) (neighbor ?d ?e ?w))
    :effect (and (player_position ?d) (box_position ?b ?e) (cell_empty ?c)
                 (not (player_position ?c)) (not (box_position ?b ?d)) (not (cell_empty ?e)))))"""

_PUSH = """(:action push-to-{0}
    :parameters (?p - player ?s - stone ?o ?m ?n - location ?d - direction)
    :precondition (and (at ?p ?o) (at ?s ?m) (clear ?n) (next ?o ?m ?d) (next ?m ?n ?d) (is-{0} ?n))
    :effect (and (not (at ?p ?o)) (not (at ?s ?m)) (not (clear ?n)) (at ?p ?m) (at ?s ?n) (clear ?o)
                 {1}))"""

STONES = f"""(define (domain stones)
  (:types thing location direction - object player stone - thing)
  (:predicates (clear ?l - location) (at ?t - thing ?l - location) (stored ?s - stone)
               (is-store ?l - location) (is-floor ?l - location)
               (next ?m ?n - location ?d - direction))
  (:action move :parameters (?p - player ?m ?n - location ?d - direction)
    :precondition (and (at ?p ?m) (clear ?n) (next ?m ?n ?d))
    :effect (and (not (at ?p ?m)) (not (clear ?n)) (at ?p ?n) (clear ?m)))
  {_PUSH.format("floor", "(not (stored ?s))")}
  {_PUSH.format("store", "(stored ?s)")})"""


def _told(pairs: Pairs) -> tuple[set[str], set[str]]:
    """The actions, and the predicates with their arguments, as short texts."""
    actions = {f"{pair.learned}={pair.reference}" for pair in pairs.actions}
    predicates = set()
    for pair in pairs.predicates:
        places = "".join("-" if place is None else str(place) for place in pair.arguments)
        predicates.add(f"{pair.learned}={'not ' * pair.negated}{pair.reference}({places})")
    return actions, predicates


CASES = [
    pytest.param(
        TEA,
        BREW,
        "fill_kettle=fill, boil_water=heat, put_teabag=insert-infuser, pour=brew, wash_mug=rinse",
        "kettle_has_water=full(), kettle_boiled=hot(), bag_in=infuser-in(0), tea_ready=brewed(0), "
        "mug_clean=not dirty(0)",
        id="opposite words are a negation",
    ),
    pytest.param(
        SLIDE,
        DIRECTIONS,
        "slide=move-up, slide=move-down, slide=move-left",
        "numberat=at(01), blank=empty(0), below=down(01)",
        id="one action that is as good for each of several",
    ),
    pytest.param(
        AIRLINE,
        AIRCRAFT,
        "get-on=board, get-off=debark, fly-to=fly",
        "traveler-in-town=at(01), jet-parked=at(01), aboard=in(01)",
        id="what is done to the same thing at the same time is not the same",
    ),
    pytest.param(
        CAFE,
        WAITER,
        "turnon=power-up, prepare=brew, grabdrink=pick, serve=hand-over",
        "machineon=switched-on(0), machinebusy=not idle(0), made=in-brewer(01), carrying=holds(1), "
        "trayspace=hands-free(), served=delivered(10), orderedby=order(10)",
        id="one waiter, in half of the actions",
    ),
    pytest.param(
        SHOVE,
        STONES,
        "walk=move, push_box=push-to-floor, push_box=push-to-store",
        "player_position=at(1), box_position=at(01), cell_empty=clear(0), neighbor=next(012)",
        id="two predicates for one, in two actions for one",
    ),
]


@pytest.mark.parametrize(("learned", "reference", "actions", "predicates"), CASES)
def test_what_a_reader_would_pair(
    learned: str, reference: str, actions: str, predicates: str
) -> None:
    told = _told(find_pairs(domain_of(learned), domain_of(reference)))
    assert told == ({*actions.split(", ")}, {*predicates.split(", ")})


def test_a_literal_more_loses_no_action() -> None:
    careful = TEA.replace("(not (bag_in ?m)))", "(not (bag_in ?m)) (kettle_boiled))")
    assert careful != TEA
    pairs, others = (find_pairs(domain_of(text), domain_of(BREW)) for text in (TEA, careful))
    assert _told(pairs)[0] == _told(others)[0]


def test_a_variable_without_counterpart_is_not_the_one_that_is_called_like_it() -> None:
    learned = """(define (domain soil) (:types site probe)
      (:predicates (idle ?p - probe) (rich ?s - site) (got ?s - site) (here ?s - site))
      (:action go :parameters (?a ?b - site) :precondition (here ?a)
        :effect (and (here ?b) (not (here ?a))))
      (:action collect :parameters (?p - probe ?s - site)
        :precondition (and (here ?s) (rich ?s) (idle ?p))
        :effect (and (got ?s) (not (rich ?s)) (not (idle ?p)))))"""
    reference = """(define (domain soil) (:types waypoint)
      (:predicates (soil ?p - waypoint) (have-soil ?p - waypoint) (at ?p - waypoint))
      (:action go :parameters (?p ?q - waypoint) :precondition (at ?p)
        :effect (and (at ?q) (not (at ?p))))
      (:action collect :parameters (?p - waypoint)
        :precondition (and (at ?p) (soil ?p))
        :effect (and (have-soil ?p) (not (soil ?p)))))"""
    _, predicates = _told(find_pairs(domain_of(learned), domain_of(reference)))
    assert predicates == {"here=at(0)", "rich=soil(0)", "got=have-soil(0)"}


@pytest.mark.parametrize(("learned", "reference"), [case.values[:2] for case in CASES[1:2]])
def test_to_confirm_a_pair_changes_no_other(learned: str, reference: str) -> None:
    models = domain_of(learned), domain_of(reference)
    found = find_pairs(*models)
    for kind, pair in found.named():
        stated: dict[str, Any] = {kind: (replace(pair, confidence=1.0, evidence=()),)}
        again = find_pairs(*models, Pairs(**stated))
        assert [key_of(p) for _, p in again.named()] == [key_of(p) for _, p in found.named()]
        (confirmed,) = (p for _, p in again.named() if p.evidence[:1] == ("stated",))
        assert key_of(confirmed) == key_of(pair)
