"""Plans put through pairs of names and executed in the other model: tiny models of our own."""

from __future__ import annotations

import json

from plancore.correspondence.pairs import Side
from plancore.correspondence.stated.document import read_mapping
from plancore.notation.plans.reader import read_plan
from plancore.simulate.trace import Verdict
from plancore.translate.execution import (
    PlanInBothModels,
    PlansInBothModels,
    PlanToExecute,
    TranslatedProblem,
    execute_translated,
    translated,
)
from plancore.translate.translation import Translation
from support import kitchen
from support.kitchen import domain, problem

WITHOUT_NEGATION = json.dumps(
    {name: pairs for name, pairs in json.loads(kitchen.MAPPING).items() if name != "negated"}
)


def executed(
    learned: str,
    reference: str,
    mapping: str,
    plan: str,
    *,
    side: Side = Side.LEARNED,
    own: str | None = None,
    other: str | None = None,
) -> PlansInBothModels:
    ours, theirs = domain(learned), domain(reference)
    pairs, wrong = read_mapping(mapping, ours, theirs)
    assert wrong == []
    case = PlanToExecute(
        "plan",
        read_plan(plan)[0],
        None if own is None else problem(own),
        None if other is None else problem(other),
    )
    return execute_translated(pairs, ours, theirs, side, [case])


def only(result: PlansInBothModels) -> PlanInBothModels:
    (plan,) = result.plans
    return plan


def steps(plan: PlanInBothModels) -> list[str]:
    assert plan.translation is not None
    return [str(step) for step in plan.translation.plan.steps]


def kitchen_plan(
    side: Side, *, own: bool = True, other: bool = False, plan: str = ""
) -> PlansInBothModels:
    learned = side is Side.LEARNED
    texts = (kitchen.LEARNED_PROBLEM, kitchen.REFERENCE_PROBLEM)
    mine, yours = texts if learned else texts[::-1]
    default = kitchen.LEARNED_PLAN if learned else kitchen.REFERENCE_PLAN
    return executed(
        kitchen.LEARNED,
        kitchen.REFERENCE,
        kitchen.MAPPING,
        plan or default,
        side=side,
        own=mine if own else None,
        other=yours if other else None,
    )


def test_an_argument_more_a_negation_and_a_type_predicate_there() -> None:
    result = kitchen_plan(Side.LEARNED)
    plan = only(result)
    assert steps(plan) == ["(walk hall kitchen)", "(take plate kitchen)", "(wash plate)"]
    assert (plan.stays_valid, plan.reason, plan.stops_at) == (True, None, None)
    assert (result.n_valid, result.n_staying, result.remarks) == (1, 1, ())


def test_and_back_with_an_object_that_nobody_named() -> None:
    result = kitchen_plan(Side.REFERENCE)
    assert steps(only(result)) == [
        "(go the-cook kitchen hall)",
        "(pick the-cook kitchen plate)",
        "(rinse the-cook plate)",
    ]
    assert only(result).stays_valid
    assert result.remarks == (
        "dinner, for the learned domain: object `the-cook` is added: no other object of type cook",
    )


def test_with_both_problems_nothing_is_translated_but_the_plan() -> None:
    result = kitchen_plan(Side.REFERENCE, other=True)
    assert steps(only(result))[0] == "(go ann kitchen hall)"
    assert (result.n_staying, result.remarks) == (1, ())


def test_a_plan_may_have_the_problem_of_the_other_model() -> None:
    # The learned plan is about ann, whom the reference's problem does not know.
    result = kitchen_plan(Side.LEARNED, own=False, other=True)
    assert (result.n_valid, only(result).own_trace.verdict) == (0, Verdict.MALFORMED)
    there = kitchen.LEARNED_PLAN.replace("ann", "the-cook")
    result = kitchen_plan(Side.LEARNED, own=False, other=True, plan=there)
    assert (result.n_valid, result.n_staying) == (1, 1)


def test_a_plan_that_is_not_valid_at_home_is_not_counted() -> None:
    result = kitchen_plan(Side.LEARNED, plan="(pick ann kitchen plate)")
    plan = only(result)
    assert (result.n_valid, plan.stays_valid, plan.translation) == (0, False, None)


def test_where_a_plan_stops_and_why() -> None:
    lax = kitchen.LEARNED.replace("(and (is-in ?c ?r) (has-dish ?r ?d) (room ?r))", "(room ?r)")
    plan = only(
        executed(
            lax,
            kitchen.REFERENCE,
            kitchen.MAPPING,
            "(pick ann kitchen plate)\n(rinse ann plate)",
            own=kitchen.LEARNED_PROBLEM,
        )
    )
    assert (plan.stays_valid, plan.stops_at) == (False, 1)
    assert plan.reason is not None
    assert plan.reason.startswith(
        "unsatisfied precondition of (take plate kitchen): (cook-in kitchen)"
    )


def test_an_action_without_counterpart_stops_a_plan() -> None:
    mapping = kitchen.MAPPING.replace('"rinse"', '"shine"')
    plan = only(
        executed(
            kitchen.LEARNED,
            kitchen.REFERENCE,
            mapping,
            kitchen.LEARNED_PLAN,
            own=kitchen.LEARNED_PROBLEM,
        )
    )
    assert (plan.stays_valid, plan.stops_at) == (False, 3)
    assert plan.reason == "(rinse ann plate) has no counterpart"


def test_a_goal_without_words_is_never_reached() -> None:
    result = executed(
        kitchen.LEARNED,
        kitchen.REFERENCE,
        WITHOUT_NEGATION,
        kitchen.LEARNED_PLAN,
        own=kitchen.LEARNED_PROBLEM,
    )
    plan = only(result)
    assert plan.other_trace is not None
    assert not plan.stays_valid
    assert "for the reference domain: a part of the goal is left out: `clean` has no" in " ".join(
        result.remarks
    )


LEARNED_FERRY = """\
(define (domain l) (:types boat car spot)
  (:predicates (at ?x ?s - spot) (on ?c - car ?b - boat))
  (:action cross :parameters (?b - boat ?from ?to - spot)
    :precondition (at ?b ?from) :effect (and (at ?b ?to) (not (at ?b ?from))))
  (:action shift :parameters (?c - car ?b - boat ?s - spot)
    :precondition (at ?b ?s)
    :effect (and (when (at ?c ?s) (and (on ?c ?b) (not (at ?c ?s))))
                 (when (on ?c ?b) (and (at ?c ?s) (not (on ?c ?b)))))))
"""
REFERENCE_FERRY = """\
(define (domain r) (:types boat car spot)
  (:predicates (boat-at ?b - boat ?s - spot) (car-at ?c - car ?s - spot)
    (aboard ?c - car ?b - boat))
  (:action sail :parameters (?b - boat ?from ?to - spot)
    :precondition (boat-at ?b ?from) :effect (and (boat-at ?b ?to) (not (boat-at ?b ?from))))
  (:action board :parameters (?c - car ?b - boat ?s - spot)
    :precondition (and (boat-at ?b ?s) (car-at ?c ?s))
    :effect (and (aboard ?c ?b) (not (car-at ?c ?s))))
  (:action leave :parameters (?c - car ?b - boat ?s - spot)
    :precondition (and (boat-at ?b ?s) (aboard ?c ?b))
    :effect (and (car-at ?c ?s) (not (aboard ?c ?b)))))
"""
FERRY_MAPPING = """\
{"actions": [
   {"learned": "cross", "reference": "sail", "parameters": {"b": "b", "from": "from", "to": "to"}},
   {"learned": "shift", "reference": "board", "parameters": {"c": "c", "b": "b", "s": "s"}},
   {"learned": "shift", "reference": "leave", "parameters": {"c": "c", "b": "b", "s": "s"},
    "cover": true}],
 "predicates": [
   {"learned": "at", "reference": "boat-at", "arguments": [0, 1]},
   {"learned": "at", "reference": "car-at", "arguments": [0, 1], "cover": true},
   {"learned": "on", "reference": "aboard", "arguments": [0, 1]}],
 "types": [{"learned": "boat", "reference": "boat"}, {"learned": "car", "reference": "car"},
   {"learned": "spot", "reference": "spot"}]}
"""
LEARNED_TRIP = """\
(define (problem trip) (:domain l)
  (:objects f - boat vw - car n s - spot)
  (:init (at f n) (at vw n))
  (:goal (at vw s)))
"""
REFERENCE_TRIP = """\
(define (problem trip) (:domain r)
  (:objects f - boat vw - car n s - spot)
  (:init (boat-at f n) (car-at vw n))
  (:goal (car-at vw s)))
"""


def test_of_an_action_that_covers_two_the_one_that_applies_is_taken() -> None:
    plan = only(
        executed(
            LEARNED_FERRY,
            REFERENCE_FERRY,
            FERRY_MAPPING,
            "(shift vw f n)\n(cross f n s)\n(shift vw f s)",
            own=LEARNED_TRIP,
        )
    )
    assert steps(plan) == ["(board vw f n)", "(sail f n s)", "(leave vw f s)"]
    assert plan.stays_valid
    assert plan.choices == ()


def test_two_actions_go_back_to_the_one_that_covers_them() -> None:
    result = executed(
        LEARNED_FERRY,
        REFERENCE_FERRY,
        FERRY_MAPPING,
        "(board vw f n)\n(sail f n s)\n(leave vw f s)",
        side=Side.REFERENCE,
        own=REFERENCE_TRIP,
    )
    assert steps(only(result)) == ["(shift vw f n)", "(cross f n s)", "(shift vw f s)"]
    assert (result.n_staying, result.remarks) == (1, ())


HAND = """\
(define (domain h) (:types arm box)
  (:predicates (free ?a - arm) (held ?a - arm ?b - box))
  (:action grip :parameters (?a - arm ?b - box)
    :precondition (free ?a) :effect (and (held ?a ?b) (not (free ?a)))))
"""
NO_HAND = """\
(define (domain n) (:types box) (:predicates (up ?b - box))
  (:action lift :parameters (?b - box) :precondition (not (up ?b)) :effect (up ?b)))
"""
HAND_MAPPING = """\
{"actions": [{"learned": "lift", "reference": "grip", "parameters": {"b": "b"}}],
 "predicates": [{"learned": "up", "reference": "held", "arguments": [1]}],
 "types": [{"learned": "box", "reference": "box"}]}
"""
BOXES = "(define (problem b) (:domain n) (:objects x y - box) (:init) (:goal (and (up x) (up y))))"


def test_of_several_objects_that_fit_one_under_which_the_step_applies_is_taken() -> None:
    two_arms = """\
    (define (problem b) (:domain h) (:objects left right broken - arm x y - box)
      (:init (free left) (free right)) (:goal (exists (?a - arm) (held ?a x))))
    """
    plan = only(
        executed(NO_HAND, HAND, HAND_MAPPING, "(lift x)\n(lift y)", own=BOXES, other=two_arms)
    )
    assert steps(plan) == ["(grip left x)", "(grip right y)"]
    assert [(c.step, str(c.action), c.n_applicable) for c in plan.choices] == [
        (1, "(grip left x)", 2)
    ]
    assert plan.stays_valid


def test_what_nothing_says_is_told_and_the_plan_stops_there() -> None:
    result = executed(NO_HAND, HAND, HAND_MAPPING, "(lift x)\n(lift y)", own=BOXES)
    assert result.remarks == (
        "b, for the reference domain: object `the-arm` is added: no other object of type arm",
        "b, for the reference domain: initial facts of `free` are unknown",
    )
    plan = only(result)
    assert (plan.stays_valid, plan.stops_at) == (False, 1)


def test_goals_speak_of_some_object_where_several_fit() -> None:
    ours, theirs = domain(NO_HAND), domain(HAND.replace("box)", "box) (:constants l r - arm)", 1))
    pairs, _ = read_mapping(HAND_MAPPING, ours, theirs)
    made = translated(problem(BOXES), Translation(pairs, ours, theirs, Side.LEARNED))
    assert made.has_whole_goal
    # A state where the right arm holds both boxes reaches it.
    assert str(made.problem.goal).count("Exists") == 2


def of(text: str, mapping: str, learned: str, reference: str) -> TranslatedProblem:
    ours, theirs = domain(learned), domain(reference)
    pairs, wrong = read_mapping(mapping, ours, theirs)
    assert wrong == []
    return translated(problem(text), Translation(pairs, ours, theirs, Side.LEARNED))


NUMBERS = """\
(define (domain a) (:types stop) (:predicates (at ?s - stop) (link ?a ?b - stop))
  (:functions (total-cost) (length ?a ?b - stop) (fuel))
  (:action go :parameters (?a ?b - stop) :precondition (and (at ?a) (>= (fuel) 1) (link ?a ?b))
   :effect (and (at ?b) (not (at ?a)) (increase (total-cost) (length ?a ?b)) (decrease (fuel) 1))))
"""
SWAPPED = (
    NUMBERS.replace("(length ?a ?b)", "(distance ?b ?a)")
    .replace("(length ?a ?b - stop)", "(distance ?a ?b - stop)")
    .replace("go :", "drive :")
    .replace("fuel", "gas")
)
NUMBERS_MAPPING = """\
{"actions": [{"learned": "go", "reference": "drive", "parameters": {"a": "a", "b": "b"}}],
 "predicates": [{"learned": "at", "reference": "at", "arguments": [0]},
   {"learned": "link", "reference": "link", "arguments": [0, 1]}],
 "functions": [{"learned": "length", "reference": "distance", "arguments": [1, 0]},
   {"learned": "fuel", "reference": "gas", "arguments": []},
   {"learned": "total-cost", "reference": "total-cost", "arguments": []}],
 "types": [{"learned": "stop", "reference": "stop"}]}
"""
ROAD = """\
(define (problem road) (:domain a) (:objects x y - stop)
  (:init (at x) (link x y) (= (length x y) 7) (= (fuel) 1) (= (total-cost) 0))
  (:goal (and (at y) (= (fuel) 0))) (:metric minimize (total-cost)))
"""


def test_numbers_go_through_pairs_of_functions() -> None:
    result = executed(NUMBERS, SWAPPED, NUMBERS_MAPPING, "(go x y)", own=ROAD)
    plan = only(result)
    assert result.remarks == ()
    assert plan.other_trace is not None
    assert (plan.stays_valid, plan.other_trace.cost) == (True, 7)


def test_a_number_of_plans_share_what_is_translated() -> None:
    ours, theirs = domain(kitchen.LEARNED), domain(kitchen.REFERENCE)
    pairs, _ = read_mapping(kitchen.MAPPING, ours, theirs)
    own = problem(kitchen.LEARNED_PROBLEM)
    plans = [
        PlanToExecute(text, read_plan(text)[0], own, None)
        for text in (kitchen.LEARNED_PLAN, "(go ann kitchen hall)", kitchen.LEARNED_PLAN)
    ]
    result = execute_translated(pairs, ours, theirs, Side.LEARNED, plans)
    assert (result.n_valid, result.n_staying, len(result.plans)) == (2, 2, 3)


def test_constants_and_objects_keep_apart() -> None:
    ours = """(define (domain a) (:constants home) (:predicates (at ?x))
      (:action go :parameters (?x) :effect (at ?x)))"""
    theirs = """(define (domain b) (:constants base) (:predicates (here ?x))
      (:action move :parameters (?x) :effect (here ?x)))"""
    mapping = """{"actions": [{"learned": "go", "reference": "move", "parameters": {"x": "x"}}],
      "predicates": [{"learned": "at", "reference": "here", "arguments": [0]}],
      "constants": [{"learned": "home", "reference": "base"}]}"""
    own = """(define (problem p) (:domain a) (:objects base) (:init)
      (:goal (and (at home) (at base))))"""
    plan = only(executed(ours, theirs, mapping, "(go home)\n(go base)", own=own))
    assert steps(plan) == ["(move base)", "(move base-)"]
    assert plan.stays_valid


def test_what_axioms_derive_holds_where_nothing_derives_it() -> None:
    ours = """(define (domain a) (:predicates (on ?x ?y) (above ?x ?y))
      (:derived (above ?x ?y) (or (on ?x ?y) (exists (?z) (and (on ?x ?z) (above ?z ?y)))))
      (:action look :parameters (?x ?y) :precondition (above ?x ?y) :effect (on ?x ?x)))"""
    theirs = """(define (domain b) (:predicates (upon ?x ?y) (over ?x ?y))
      (:action see :parameters (?x ?y) :precondition (over ?x ?y) :effect (upon ?x ?x)))"""
    mapping = """{"actions": [{"learned": "look", "reference": "see",
        "parameters": {"x": "x", "y": "y"}}],
      "predicates": [{"learned": "on", "reference": "upon", "arguments": [0, 1]},
        {"learned": "above", "reference": "over", "arguments": [0, 1]}]}"""
    own = """(define (problem p) (:domain a) (:objects x y z) (:init (on x y) (on y z))
      (:goal (on x x)))"""
    assert only(executed(ours, theirs, mapping, "(look x z)", own=own)).stays_valid


def test_quantifiers_ask_for_the_predicate_that_plays_a_type() -> None:
    goal = "(:goal (forall (?r - room) (or (cook-in ?r) (exists (?d - dish) (dish-in ?d ?r)))))"
    text = kitchen.REFERENCE_PROBLEM
    own = text[: text.index("(:goal")] + goal + ")"
    result = executed(
        kitchen.LEARNED,
        kitchen.REFERENCE,
        kitchen.MAPPING,
        "(take cup hall)",
        side=Side.REFERENCE,
        own=own,
    )
    # Were the goal about all objects, and not about rooms, no plan would reach it.
    assert only(result).stays_valid


TIMED = """\
(define (domain a) (:requirements :durative-actions :typing) (:types arm)
  (:predicates (done ?x) (free ?a - arm))
  (:durative-action work :parameters (?x ?a - arm) :duration (= ?duration 2)
    :condition (at start (free ?a))
    :effect (and (at start (not (free ?a))) (at end (free ?a)) (at end (done ?x)))))
"""
TIMED_MAPPING = """\
{"actions": [{"learned": "work", "reference": "do", "parameters": {"x": "x", "a": "a"}}],
 "predicates": [{"learned": "done", "reference": "finished", "arguments": [0]},
   {"learned": "free", "reference": "free", "arguments": [0]}],
 "types": [{"learned": "arm", "reference": "arm"}]}
"""


def test_times_are_kept_and_nothing_is_tried_in_between() -> None:
    ours = TIMED.replace("(?x ?a - arm)", "(?x - object ?a - arm)")
    theirs = ours.replace("work", "do").replace("done", "finished")
    own = """(define (problem p) (:domain a) (:objects x y - object l - arm) (:init (free l))
      (:goal (and (done x) (done y))))"""
    plan = "0: (work x l) [2]\n3: (work y l) [2]"
    timed = only(executed(ours, theirs, TIMED_MAPPING, plan, own=own))
    assert steps(timed) == ["(do x l)", "(do y l)"]
    assert timed.stays_valid
    implicit = TIMED_MAPPING.replace(', "a": "a"', "")
    two = own.replace("l - arm", "l r - arm")
    stopped = only(executed(ours, theirs, implicit, plan, own=two))
    assert (stopped.stays_valid, stopped.stops_at) == (False, 1)
    assert stopped.reason == "(work x l) may correspond to 2 ground actions; states are not tried"


def test_what_drops_and_may_have_told_things_apart_is_said() -> None:
    two_cooks = kitchen.LEARNED_PROBLEM.replace("ann - cook", "ann bob - cook")
    result = executed(
        kitchen.LEARNED,
        kitchen.REFERENCE,
        kitchen.MAPPING,
        kitchen.LEARNED_PLAN,
        own=two_cooks,
    )
    assert result.remarks == (
        "dinner, for the reference domain: several objects fit a missing argument of `is-in`",
    )


def test_objects_without_types_get_those_that_their_facts_ask_for() -> None:
    untyped = """(define (domain u) (:predicates (at ?b ?s) (car-in ?c ?s) (in ?c ?b))
      (:action sail :parameters (?b ?x ?y) :precondition (at ?b ?x)
        :effect (and (at ?b ?y) (not (at ?b ?x))))
      (:action load :parameters (?c ?b ?s) :precondition (and (at ?b ?s) (car-in ?c ?s))
        :effect (and (in ?c ?b) (not (car-in ?c ?s)))))"""
    mapping = """{"actions": [
        {"learned": "sail", "reference": "sail", "parameters": {"b": "b", "x": "from", "y": "to"}},
        {"learned": "load", "reference": "board", "parameters": {"c": "c", "b": "b", "s": "s"}}],
      "predicates": [{"learned": "at", "reference": "boat-at", "arguments": [0, 1]},
        {"learned": "car-in", "reference": "car-at", "arguments": [0, 1]},
        {"learned": "in", "reference": "aboard", "arguments": [0, 1]}]}"""
    own = """(define (problem p) (:domain u) (:objects f vw n s)
      (:init (at f s) (car-in vw n)) (:goal (in vw f)))"""
    result = executed(untyped, REFERENCE_FERRY, mapping, "(sail f s n)\n(load vw f n)", own=own)
    assert steps(only(result)) == ["(sail f s n)", "(board vw f n)"]
    assert (result.n_staying, result.remarks) == (1, ())


def test_a_plan_whose_goal_has_no_words_at_home_is_not_counted() -> None:
    nothing_dirty = kitchen.REFERENCE.replace("(and (holding ?d) (dirty ?d))", "(holding ?d)")
    result = executed(
        kitchen.LEARNED,
        nothing_dirty,
        WITHOUT_NEGATION,
        kitchen.REFERENCE_PLAN,
        side=Side.REFERENCE,
        other=kitchen.LEARNED_PROBLEM,
    )
    assert only(result).own_trace.reaches_goal
    assert (result.n_valid, only(result).own_reason) == (
        0,
        "part of the goal cannot be translated",
    )
