"""Actions compared by meaning. Every witness is put to the simulator."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.correspondence.names import Correspondence
from plancore.model.domain import Domain
from plancore.semantics.actions import compare_semantics
from plancore.semantics.answer import (
    ActionSemantics,
    Relation,
    Witness,
    WitnessKind,
    with_reachable_witnesses,
)
from plancore.semantics.sat import Conjunction, Disjunction, Lit, Prop, negated, satisfying
from plancore.simulate.successor import successor, task_of
from plancore.snapshot import FileSnapshot

HEAD = """(define (domain d)
  (:types animal place - object dog cat - animal) (:constants home - place)
  (:predicates (at ?x - animal ?p - place) (likes ?x ?y - animal) (open ?p - place) (night))
"""


def domain(body: str, head: str = HEAD) -> Domain:
    found = FileSnapshot.of(f"{head}{body})").domain
    assert found is not None
    return found


def act(pre: str, eff: str = "(night)", parameters: str = "?x ?y - animal ?p - place") -> Domain:
    return domain(f"(:action a :parameters ({parameters}) :precondition {pre} :effect {eff})")


def compare(learned: Domain, reference: Domain) -> ActionSemantics:
    answer = compare_semantics((learned.actions[0], learned), (reference.actions[0], reference))
    for witness in answer.witnesses:
        assert_shown(witness, learned, reference)
    return answer


def assert_shown(witness: Witness, learned: Domain, reference: Domain) -> None:
    """The simulator, which knows nothing of the solver, says the same."""
    step = (reference.actions[0].name, *witness.arguments)
    ours = successor(task_of(learned, witness.objects), witness.state, step)
    theirs = successor(task_of(reference, witness.objects), witness.state, step)
    match witness.kind:
        case WitnessKind.ONLY_LEARNED:
            assert ours is not None
            assert theirs is None
        case WitnessKind.ONLY_REFERENCE:
            assert ours is None
            assert theirs is not None
        case WitnessKind.RESULTS_DIFFER:
            assert ours is not None
            assert theirs is not None
            assert sorted(ours ^ theirs) == list(witness.differing) != []


@pytest.mark.parametrize(
    ("learned", "reference", "relation"),
    [
        ("(and (night) (at ?x ?p))", "(and (at ?x ?p) (night))", Relation.EQUIVALENT),
        ("(and (night) (at ?x ?p))", "(night)", Relation.STRICTER),
        ("(at ?x ?p)", "(and (at ?x ?p) (at ?x home))", Relation.LOOSER),
        ("(at ?x ?p)", "(at ?y ?p)", Relation.INCOMPARABLE),
        ("(not (and (night) (open ?p)))", "(or (not (night)) (not (open ?p)))",
         Relation.EQUIVALENT),
        ("(imply (night) (open ?p))", "(open ?p)", Relation.LOOSER),
        ("(not (= ?x ?y))", "()", Relation.STRICTER),
        ("(and (likes ?x ?y) (not (likes ?y ?x)))", "(and (likes ?x ?y) (not (= ?x ?y)))",
         Relation.STRICTER),
        ("(and (likes ?x ?y) (not (likes ?y ?x)) (not (= ?x ?y)))",
         "(and (likes ?x ?y) (not (likes ?y ?x)))", Relation.EQUIVALENT),
        ("(forall (?z - dog) (likes ?x ?z))", "(not (exists (?z - dog) (not (likes ?x ?z))))",
         Relation.EQUIVALENT),
        ("(forall (?z - animal) (likes ?x ?z))", "(forall (?z - dog) (likes ?x ?z))",
         Relation.STRICTER),
        ("(exists (?z - dog) (likes ?x ?z))", "(exists (?z - animal) (likes ?x ?z))",
         Relation.STRICTER),
        ("(and (night) (not (night)))", "(and (open ?p) (not (open ?p)))", Relation.EQUIVALENT),
    ],
)  # fmt: skip
def test_preconditions(learned: str, reference: str, relation: Relation) -> None:
    answer = compare(act(learned), act(reference))
    assert (answer.precondition, answer.proved) == (relation, True)
    assert answer.effects_agree is True
    mirrored = compare(act(reference), act(learned))
    swap = {Relation.STRICTER: Relation.LOOSER, Relation.LOOSER: Relation.STRICTER}
    assert mirrored.precondition is swap.get(relation, relation)


@pytest.mark.parametrize(
    ("learned", "reference", "agree"),
    [
        ("(and (night) (open ?p))", "(and (open ?p) (night))", True),
        ("(night)", "(and (night) (open ?p))", False),
        ("(and (night) (not (night)))", "(night)", True),
        ("(when (night) (open ?p))", "(when (not (night)) (open ?p))", False),
        ("(and (at ?x ?p) (not (at ?y ?p)))", "(and (not (at ?y ?p)) (at ?x ?p))", True),
        ("(forall (?q - place) (not (open ?q)))", "(not (open ?p))", False),
        ("(forall (?q - place) (when (open ?q) (not (open ?q))))",
         "(forall (?q - place) (not (open ?q)))", True),
    ],
)  # fmt: skip
def test_effects(learned: str, reference: str, agree: bool) -> None:
    answer = compare(act("()", learned), act("()", reference))
    assert (answer.effects_agree, answer.precondition) == (agree, Relation.EQUIVALENT)
    assert len(answer.witnesses) == (not agree)


def test_an_effect_that_the_precondition_makes_idle_is_no_difference() -> None:
    pre = "(and (night) (at ?x ?p))"
    assert compare(act(pre, "(open ?p)"), act(pre, "(and (open ?p) (night))")).effects_agree


def test_types_rule_out_what_cannot_coincide() -> None:
    def typed(pre: str) -> Domain:
        return act(pre, parameters="?x - dog ?y - cat ?p - place")

    assert compare(typed("(not (= ?x ?y))"), typed("()")).precondition is Relation.EQUIVALENT


def test_constants_may_be_what_a_parameter_means() -> None:
    answer = compare(act("(open ?p)"), act("(and (open ?p) (open home))"))
    assert answer.precondition is Relation.LOOSER
    only_home = compare(act("(= ?p home)"), act("(and (= ?p home) (= home ?p))"))
    assert only_home.precondition is Relation.EQUIVALENT


def test_an_existential_inside_a_universal_is_searched_and_not_called_proved() -> None:
    answer = compare(act("(forall (?z - animal) (exists (?w - animal) (likes ?z ?w)))"), act("()"))
    assert answer.precondition is Relation.STRICTER
    assert not answer.proved


def test_numbers_are_not_guessed_at() -> None:
    head = HEAD + "(:functions (age ?x - animal))\n"
    body = "(:action a :parameters (?x - animal) :precondition {} :effect (night))"
    old = domain(body.format("(> (age ?x) 3)"), head)
    older = domain(body.format("(> (age ?x) 5)"), head)
    same = compare(old, old)
    other = compare(old, older)
    assert (same.precondition, same.constructs) == (Relation.EQUIVALENT, ("numeric",))
    assert (other.precondition, other.proved, other.witnesses) == (Relation.UNDECIDED, False, ())


def test_other_names_and_another_order_of_parameters() -> None:
    learned = FileSnapshot.of(
        """(define (domain d) (:types beast spot - object)
        (:predicates (in ?s - spot ?b - beast))
        (:action go :parameters (?to - spot ?who - beast) :precondition (in ?to ?who)
          :effect (not (in ?to ?who))))"""
    ).domain
    reference = domain(
        "(:action a :parameters (?x - animal ?p - place) :precondition (at ?x ?p)"
        " :effect (not (at ?x ?p)))"
    )
    assert learned is not None
    names = Correspondence(
        actions={"go": "a"},
        predicates={"in": "at"},
        types={"beast": "animal", "spot": "place"},
        parameters={"a": (1, 0)},
    )
    answer = compare_semantics(
        (learned.actions[0], learned), (reference.actions[0], reference), names
    )
    # `in` takes its arguments the other way round, which no renaming undoes.
    assert answer.precondition is Relation.INCOMPARABLE
    assert answer.proved


LIFT = """(define (domain lift) (:types floor)
  (:predicates (at ?f - floor) (up ?a ?b - floor) (lit))
  (:action go :parameters (?a ?b - floor) :precondition (and (at ?a) (up ?a ?b){})
    :effect (and (at ?b) (not (at ?a)))))"""
TOWER = """(define (problem t) (:domain lift) (:objects f1 f2 f3 - floor)
  (:init (at f1) (up f1 f2) (up f2 f3){}) (:goal (at f3)))"""


def reachable(extra: str, init: str) -> tuple[bool | None, int]:
    learned = FileSnapshot.of(LIFT.format("")).domain
    reference = FileSnapshot.of(LIFT.format(extra)).domain
    problem = FileSnapshot.of(TOWER.format(init)).problem
    assert learned is not None
    assert reference is not None
    assert problem is not None
    answer = compare_semantics((learned.actions[0], learned), (reference.actions[0], reference))
    assert answer.precondition is Relation.LOOSER
    (witness,) = with_reachable_witnesses(answer, learned, reference, problem).witnesses
    assert_shown(witness, learned, reference)
    return witness.reachable, len(witness.plan)


def test_a_witness_is_one_that_the_problem_reaches_if_there_is_one() -> None:
    assert reachable("(lit)", "") == (True, 0)
    # (up f2 f2) is false of every floor of the tower, so this difference never comes about.
    assert reachable("(not (up ?a ?a))", "") == (False, 0)
    assert reachable("(not (up ?b ?b))", "(up f3 f3)") == (True, 1)


atoms = st.sampled_from([(name,) for name in "abcde"])
props: st.SearchStrategy[Prop] = st.recursive(
    st.builds(Lit, atoms, st.booleans()),
    lambda inner: (
        st.builds(Conjunction, st.lists(inner, max_size=3).map(tuple))
        | st.builds(Disjunction, st.lists(inner, max_size=3).map(tuple))
    ),
    max_leaves=12,
)


def holds(prop: Prop, state: frozenset[tuple[str, ...]]) -> bool:
    match prop:
        case Lit(atom, positive):
            return (atom in state) == positive
        case Conjunction(parts):
            return all(holds(part, state) for part in parts)
        case Disjunction(parts):
            return any(holds(part, state) for part in parts)


@given(props)
def test_the_solver_agrees_with_the_truth_table(prop: Prop) -> None:
    every = [
        frozenset((name,) for name, bit in zip("abcde", bits, strict=True) if bit)
        for bits in product((False, True), repeat=5)
    ]
    answer = satisfying(prop)
    assert (answer is not None) == any(holds(prop, state) for state in every)
    assert answer is None or holds(prop, answer)
    assert all(holds(prop, state) != holds(negated(prop), state) for state in every)


LITERALS = ("(night)", "(at ?x ?p)", "(at ?y ?p)", "(likes ?x ?y)", "(likes ?y ?x)", "(open home)")
conditions = st.lists(
    st.sampled_from([*LITERALS, *(f"(not {literal})" for literal in LITERALS)]), max_size=4
)


@given(conditions, conditions, conditions, conditions)
def test_every_witness_is_confirmed(
    pre: list[str], eff: list[str], other_pre: list[str], other_eff: list[str]
) -> None:
    learned = act(f"(and {' '.join(pre)})", f"(and {' '.join(eff)})")
    reference = act(f"(and {' '.join(other_pre)})", f"(and {' '.join(other_eff)})")
    answer = compare(learned, reference)
    assert answer.proved
    kinds = {witness.kind for witness in answer.witnesses}
    stricter = answer.precondition in (Relation.STRICTER, Relation.INCOMPARABLE)
    looser = answer.precondition in (Relation.LOOSER, Relation.INCOMPARABLE)
    assert (WitnessKind.ONLY_REFERENCE in kinds) == stricter
    assert (WitnessKind.ONLY_LEARNED in kinds) == looser
    assert (WitnessKind.RESULTS_DIFFER in kinds) == (answer.effects_agree is False)
