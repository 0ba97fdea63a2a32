"""What learned predicates mean, found from the states of runs beside those of the machines."""

from __future__ import annotations

import random
from functools import cache

from plancore.codec.base import check_laws
from plancore.codec.plans import encoded_problem
from plancore.codec.state_predicates import StatePredicates, for_objects
from plancore.codec.written import codec_data
from plancore.formula.printing import formula_text
from plancore.learn.learned import LearnedModel
from plancore.learn.locm.learner import learn_locm
from plancore.metrics.coded_power import coded_power
from plancore.model.formula import TypedName
from plancore.model.trajectory import Trajectory
from plancore.notation.trajectories.reader import read_trajectories
from plancore.snapshot import FileSnapshot
from plancore.vectors.sample import StateSample
from support.comparison import domain_of
from support.strips_worlds import World

CRATES = domain_of("""(define (domain crates) (:requirements :strips :typing) (:types crate)
  (:predicates (above ?x ?y - crate) (floor ?x - crate) (top ?x - crate) (lifted ?x - crate) (idle))
  (:action lift :parameters (?x - crate) :precondition (and (floor ?x) (top ?x) (idle))
    :effect (and (lifted ?x) (not (floor ?x)) (not (top ?x)) (not (idle))))
  (:action lower :parameters (?x - crate) :precondition (lifted ?x)
    :effect (and (floor ?x) (top ?x) (idle) (not (lifted ?x))))
  (:action pile :parameters (?x ?y - crate) :precondition (and (lifted ?x) (top ?y))
    :effect (and (above ?x ?y) (top ?x) (idle) (not (lifted ?x)) (not (top ?y))))
  (:action unpile :parameters (?x ?y - crate) :precondition (and (above ?x ?y) (top ?x) (idle))
    :effect (and (lifted ?x) (top ?y) (not (above ?x ?y)) (not (top ?x)) (not (idle)))))
""")
OBJECTS = tuple(TypedName(name, ("crate",)) for name in "abcd")


class Crates(World):
    """A world whose walks make sense."""

    def of_type(self, name: str) -> list[str]:  # noqa: ARG002 - all are crates
        return [typed.name for typed in self.objects]


@cache
def walks(count: int, seed: int) -> tuple[Trajectory, ...]:
    world = Crates(CRATES, OBJECTS, (), random.Random(seed))
    floor = frozenset([("idle",), *((p, x) for p in ("floor", "top") for x in "abcd")])
    return tuple(world.walk(floor, 15) for _ in range(count))


@cache
def learned() -> LearnedModel:
    runs = walks(8, 1)
    return learn_locm(CRATES, [run.actions for run in runs], runs)


def test_what_can_be_said_in_both_languages_is_found() -> None:
    assert learned().notes == ()
    codec = learned().codec
    assert codec is not None
    assert codec_data(codec) == {
        "kind": "state-predicates",
        "encode": [
            "(:derived (zero_state0) (idle))",
            "(:derived (zero_state1 ?x1 - crate) (lifted ?x1))",
            "(:derived (crate_state0 ?x1 - crate) (top ?x1))",
            "(:derived (crate_state1 ?x1 - crate) (lifted ?x1))",
            "(:derived (crate_state2 ?x1 ?x2 - crate) (above ?x2 ?x1))",
        ],
        "decode": [
            "(:derived (above ?x ?y - crate) (crate_state2 ?y ?x))",
            "(:derived (floor ?x - crate) (and (not (exists (?other1 - crate) "
            "(crate_state2 ?other1 ?x))) (not (zero_state1 ?x))))",
            "(:derived (top ?x - crate) (crate_state0 ?x))",
            "(:derived (lifted ?x - crate) (zero_state1 ?x))",
            "(:derived (idle) (zero_state0))",
        ],
    }


def test_states_come_back_and_the_learned_domain_misses_nothing_on_unseen_ones() -> None:
    codec = learned().codec
    assert isinstance(codec, StatePredicates)
    unseen = [o.true for run in walks(6, 2) for o in run.observations]
    laws = check_laws(for_objects(codec, OBJECTS), ((state, []) for state in unseen))
    assert laws.kept
    sample = StateSample(OBJECTS, list(dict.fromkeys(unseen)))
    power = coded_power(learned().domain, CRATES, [sample], codec).power
    for action in power.actions:
        assert action.applicability.tp > 0, action.name
        # On the floor or on a pile: a crate with nothing on it is in one state of its machine.
        assert (action.applicability.fp > 0) is (action.name == "lift")
        assert action.applicability.fn == 0, action.name
        assert (action.effects.fp, action.effects.fn) == (0, 0), action.name


def test_predicates_that_never_change_are_told() -> None:
    static = domain_of(
        "(define (domain d) (:predicates (road ?a ?b) (at ?x ?a))"
        "(:action go :parameters (?x ?a ?b)))"
    )
    runs, _ = read_trajectories(
        "(:trajectory (:state (road a b) (road b a) (at x a)) (:action (go x a b))"
        "(:state (road a b) (road b a) (at x b)) (:action (go x b a))"
        "(:state (road a b) (road b a) (at x a)))"
    )
    result = learn_locm(static, [run.actions for run in runs], runs)
    assert any(note.startswith("not decoded because static: road") for note in result.notes)


def test_a_problem_of_the_reference_becomes_one_of_the_learned_domain() -> None:
    codec = learned().codec
    assert codec is not None
    problem = FileSnapshot.of(
        "(define (problem p) (:domain crates) (:objects a b - crate)"
        " (:init (floor b) (above a b) (top a) (idle)) (:goal (above b a)))"
    ).problem
    assert problem is not None
    encoded = encoded_problem(learned().domain, CRATES, problem, codec)
    assert set(map(formula_text, encoded.init)) == {
        "(zero_state0)",
        "(crate_state0 a)",
        "(crate_state2 b a)",
    }
    assert formula_text(encoded.goal) == "(crate_state2 a b)"
