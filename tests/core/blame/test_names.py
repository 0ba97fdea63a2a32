"""Models that call things otherwise: plans are put into the learned domain's words."""

from __future__ import annotations

from plancore.blame.report import counts_text, wrong_plans_text
from plancore.compare.domains import CompareOptions
from plancore.correspondence.names import renaming
from support.blamed import blamed, counts, sets

REFERENCE = """(define (domain d) (:types place)
  (:constants home - place)
  (:predicates (at ?x - place) (open ?x - place) (done))
  (:action go :parameters (?a ?b - place)
    :precondition (and (at ?a) (open ?b)) :effect (and (at ?b) (not (at ?a))))
  (:action unlock :parameters (?a - place) :effect (open ?a))
  (:action rest :parameters () :precondition (at home) :effect (done)))"""
LEARNED = """(define (domain e) (:types spot)
  (:constants base - spot)
  (:predicates (in ?x - spot) (free ?x - spot) (over))
  (:action walk :parameters (?a ?b - spot)
    :precondition (and (in ?a) (free ?b)) :effect (and (in ?b) (not (in ?a))))
  (:action undo :parameters (?a - spot) :effect (free ?a))
  (:action stop :parameters () :precondition (in base) :effect (over)))"""
NAMES = {
    "actions": {"walk": "go", "undo": "unlock", "stop": "rest"},
    "predicates": {"in": "at", "free": "open", "over": "done"},
    "types": {"spot": "place"},
    "constants": {"base": "home"},
}
STATED = CompareOptions(given=renaming(NAMES))
PROBLEM = """(define (problem p) (:domain d) (:objects x - place)
  (:init (at x)) (:goal (done)))"""
PLAN = "(unlock home)(go x home)(rest)"


def test_the_same_under_other_names_stops_nothing() -> None:
    blame = blamed(LEARNED, REFERENCE, PROBLEM, PLAN, "(rest)", options=STATED)
    assert counts(blame) == {}
    assert (blame.n_meant, blame.n_agreeing) == (1, 2)
    assert counts_text(blame) == "2 plans, translated by the name mapping: 2 as expected"


def test_plans_whose_goal_has_no_words_are_not_counted_as_translated() -> None:
    learned = LEARNED[: LEARNED.index("(:action stop")].replace(" (over)", "") + ")"
    options = CompareOptions(given=renaming({**NAMES, "predicates": {"in": "at", "free": "open"}}))
    blame = blamed(learned, REFERENCE, PROBLEM, PLAN, "(rest)", options=options)
    assert counts_text(blame) == (
        "2 plans, 0 translated by the name mapping, 2 not translatable: 0 as expected, 2 undecided"
    )
    assert [note.text for note in blame.undecided] == ["part of the goal cannot be translated"] * 2


def test_plans_in_the_words_of_both_are_not_called_translated() -> None:
    assert counts_text(blamed(REFERENCE, REFERENCE, PROBLEM, PLAN)) == ("1 plan: 1 as expected")


def test_plans_that_no_difference_stops_are_counted() -> None:
    # A predicate without the argument cannot say which of two things has left.
    reference = """(define (domain d) (:predicates (at ?x))
      (:action leave :parameters (?a) :precondition (at ?a) :effect (not (at ?a))))"""
    learned = """(define (domain e) (:predicates (here))
      (:action leave :parameters (?a) :precondition (here) :effect (not (here))))"""
    problem = """(define (problem p) (:domain d) (:objects x y)
      (:init (at x) (at y)) (:goal (and (not (at x)) (at y))))"""
    named = renaming({"actions": {"leave": "leave"}, "predicates": {"here": "at"}})
    blame = blamed(learned, reference, problem, "(leave x)", options=CompareOptions(given=named))
    assert (
        wrong_plans_text(blame) == "1 of 1 valid plan rejected (1 not explained by any difference)"
    )


def test_plans_that_the_reference_does_not_accept_are_not_called_stopped_or_not() -> None:
    broken = REFERENCE.replace(":effect (done)", ":effect (and)")
    blame = blamed(REFERENCE, broken, PROBLEM, "(rest)")
    assert wrong_plans_text(blame) == "0 of 1 plan valid in the reference"
    assert wrong_plans_text(blamed(REFERENCE, REFERENCE, PROBLEM, PLAN)) == ""


def test_a_difference_is_blamed_in_the_words_of_the_learned_domain() -> None:
    learned = LEARNED.replace("(in ?b) (not (in ?a))", "(not (in ?a)) (not (free ?b))")
    learned = learned.replace(
        ":precondition (in base)", ":precondition (and (in base) (free base))"
    )
    blame = blamed(learned, REFERENCE, PROBLEM, PLAN, options=STATED)
    assert sets(blame) == [
        "p1 3: missing effect (in ?b), in the reference (at ?b) & extra effect (not (free ?b))"
        " | missing effect (in ?b), in the reference (at ?b) & extra precondition (free base)"
    ]
    assert str(blame.stopped[0].first.action) == "(stop)"


def test_actions_and_axioms_come_in_the_learned_words() -> None:
    reference = REFERENCE.replace("(done))\n", "(done) (safe))\n").replace(
        "(:action go", "(:derived (safe) (open home)) (:action go"
    )
    reference = reference.replace(":precondition (at home)", ":precondition (safe)")
    learned = LEARNED.replace("(:action stop", "(:derived (calm) (in base)) (:action stop")
    learned = learned.replace(":precondition (in base)", ":precondition (calm)")
    learned = learned[: learned.index("(:action undo")] + learned[learned.index("(:derived") :]
    names = {**NAMES, "predicates": {**NAMES["predicates"], "calm": "safe"}}
    options = CompareOptions(given=renaming(names))
    blame = blamed(learned, reference, PROBLEM, "(unlock home)(rest)", options=options)
    assert sets(blame) == [
        "p1 1: missing action unlock",
        "p1 2: changed axiom (:derived (calm) (in base)),"
        " in the reference (:derived (safe) (open home))",
    ]


def test_what_an_axiom_derives_at_first_is_no_fact_of_a_domain_that_has_the_axiom() -> None:
    reference = """(define (domain d) (:predicates (hot ?x) (bad ?x) (cool ?x))
      (:derived (bad ?x) (hot ?x))
      (:action heat :parameters (?x) :effect (hot ?x))
      (:action calm :parameters (?x) :precondition (bad ?x) :effect (cool ?x)))"""
    axiom = "(:derived (wrong ?x) (warm ?x))"
    learned = f"""(define (domain e) (:predicates (warm ?x) (wrong ?x) (mild ?x)) {axiom}
      (:action fry :parameters (?x) :effect (warm ?x))
      (:action ease :parameters (?x) :precondition (and (wrong ?x) (mild ?x)) :effect (mild ?x)))"""
    problem = """(define (problem p) (:domain d) (:objects egg ham) (:init (hot egg))
      (:goal (cool ham)))"""
    names = {
        "actions": {"fry": "heat", "ease": "calm"},
        "predicates": {"warm": "hot", "wrong": "bad", "mild": "cool"},
    }
    options = CompareOptions(given=renaming(names))
    extra = "extra precondition (mild ?x)"
    blame = blamed(learned, reference, problem, "(heat ham)(calm ham)", options=options)
    assert sets(blame) == [f"p1 2: {extra}"]
    learned = learned.replace(axiom, "")
    blame = blamed(learned, reference, problem, "(heat ham)(calm ham)", options=options)
    assert sets(blame) == [f"p1 2: {extra} & missing axiom (:derived (bad ?x) (hot ?x))"]


def test_parameters_stand_where_the_pairs_say() -> None:
    learned = LEARNED.replace("walk :parameters (?a ?b - spot)", "walk :parameters (?b ?a - spot)")
    names = renaming(NAMES, {"go": (1, 0)})
    blame = blamed(learned, REFERENCE, PROBLEM, PLAN, options=CompareOptions(given=names))
    assert (blame.n_meant, blame.n_agreeing) == (1, 1)


def test_a_parameter_that_the_reference_does_not_have_is_tried() -> None:
    learned = LEARNED.replace(
        "walk :parameters (?a ?b - spot)", "walk :parameters (?a ?b ?c - spot)"
    )
    learned = learned.replace("(in ?a) (free ?b)", "(in ?a) (free ?b) (free ?c)")
    blame = blamed(learned, REFERENCE, PROBLEM, PLAN, options=STATED)
    assert (blame.n_meant, blame.n_agreeing) == (1, 1)
    learned = learned.replace("(free ?c)", "(not (free ?c)) (in ?c) (free ?c)")
    blame = blamed(learned, REFERENCE, PROBLEM, PLAN, options=STATED)
    assert blame.stopped[0].first.step == 2
    assert blame.stopped[0].is_repaired


def test_steps_without_counterpart_are_told() -> None:
    learned = LEARNED[: LEARNED.index("(:action stop")] + ")"
    plans = (PLAN, "(go x)", "(fly x)", "(unlock nowhere)")
    blame = blamed(learned, REFERENCE, PROBLEM, *plans, options=STATED)
    assert sets(blame) == ["p1 3: missing action rest"]
    assert blame.stopped[0].first.reason == "(rest) has no counterpart"
    assert blame.n_agreeing == 3


def test_pairs_that_are_found() -> None:
    learned = LEARNED.replace("(in ?a) (free ?b)", "(in ?a) (free ?b) (over)")
    blame = blamed(learned, REFERENCE, PROBLEM, PLAN, options=CompareOptions(align=True))
    assert blame.stopped[0].first.sets
    assert blame.stopped[0].is_repaired
