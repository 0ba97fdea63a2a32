"""Predictive power against a naive recount, pair by pair, and against AMLGym's states."""

from __future__ import annotations

import random
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.codec.base import Identity
from plancore.metrics.coded_power import coded_power
from plancore.metrics.predictive_power import predictive_power
from plancore.metrics.support.confusion import Count
from plancore.metrics.support.predictions import PredictivePower
from plancore.model.domain import Action, Domain
from plancore.model.formula import (
    And,
    AtomicFormula,
    Exists,
    Forall,
    Formula,
    Imply,
    Not,
    Or,
    TypedName,
    When,
)
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.snapshot import FileSnapshot
from plancore.stop import StoppedError
from plancore.vectors.sample import StateSample
from support.amlgym_records import RECORDS, records
from support.comparison import domain_of
from support.stop import stop_at_once

HEAD = """(define (domain d)
  (:types a b - object) (:constants k - a)
  (:predicates (p ?x - a) (q ?x - object ?y - b) (z))
"""

CONDITIONS = (
    "(p ?x)",
    "(not (p ?x))",
    "(q ?x ?y)",
    "(z)",
    "(not (z))",
    "(p k)",
    "(not (= ?x k))",
    "(or (p ?x) (not (q ?x ?y)))",
    "(imply (z) (p ?x))",
    "(exists (?v - b) (q ?x ?v))",
    "(forall (?v - a) (or (p ?v) (z)))",
)
EFFECTS = (
    "(p ?x)",
    "(not (p ?x))",
    "(not (z))",
    "(z)",
    "(q ?x ?y)",
    "(not (q ?x ?y))",
    "(not (p k))",
    "(when (z) (p k))",
    "(forall (?v - b) (not (q ?x ?v)))",
    "(forall (?v - a) (when (p ?v) (not (p ?v))))",
    "(increase (total-cost) 1)",
)
OBJECTS = "(:objects a1 - a b1 b2 - b)"


def domain(actions: str) -> Domain:
    found = FileSnapshot.of(f"{HEAD}{actions})").domain
    assert found is not None
    return found


def sample(objects: str, states: list[StateAtoms]) -> StateSample:
    problem = FileSnapshot.of(f"(define (problem p) (:domain d) {objects})").problem
    assert problem is not None
    constants = domain("").constants
    return StateSample((*constants, *problem.objects), states)


def action(name: str, condition: list[str], effect: list[str]) -> str:
    return (
        f"(:action {name} :parameters (?x - a ?y - b)"
        f" :precondition (and {' '.join(condition)}) :effect (and {' '.join(effect)}))"
    )


# The recount: one state, one ground action, sets and nothing clever.

TYPES = {"a1": "a", "k": "a", "b1": "b", "b2": "b"}
MEMBERS = {"a": ["a1", "k"], "b": ["b1", "b2"]}
FLUENTS = 2 + 4 * 2 + 1


def holds(formula: Formula, state: StateAtoms, sigma: dict[str, str]) -> bool:
    match formula:
        case AtomicFormula("=", (str() as x, str() as y)):
            return sigma.get(x, x) == sigma.get(y, y)
        case AtomicFormula():
            return ground(formula, sigma) in state
        case Not(body):
            return not holds(body, state, sigma)
        case And(parts):
            return all(holds(part, state, sigma) for part in parts)
        case Or(parts):
            return any(holds(part, state, sigma) for part in parts)
        case Imply(condition, conclusion):
            return not holds(condition, state, sigma) or holds(conclusion, state, sigma)
        case Exists((v,), body):
            return any(holds(body, state, sigma | {v.name: o}) for o in MEMBERS[v.types[0]])
        case Forall((v,), body):
            return all(holds(body, state, sigma | {v.name: o}) for o in MEMBERS[v.types[0]])
    raise AssertionError(formula)


def ground(atom: AtomicFormula, sigma: dict[str, str]) -> GroundAtom:
    return (atom.predicate, *(sigma.get(str(arg), str(arg)) for arg in atom.args))


def after(effect: Formula, state: StateAtoms, sigma: dict[str, str]) -> StateAtoms:
    adds: set[GroundAtom] = set()
    deletes: set[GroundAtom] = set()

    def apply(part: Formula, binding: dict[str, str]) -> None:
        match part:
            case And(parts):
                for each in parts:
                    apply(each, binding)
            case AtomicFormula():
                adds.add(ground(part, binding))
            case Not(AtomicFormula() as atom):
                deletes.add(ground(atom, binding))
            case When(condition, inner):
                if holds(condition, state, binding):
                    apply(inner, binding)
            case Forall((v,), inner):
                for each_object in MEMBERS[v.types[0]]:
                    apply(inner, binding | {v.name: each_object})

    apply(effect, sigma)
    return frozenset((state - deletes) | adds)


def recount(learned: Action, reference: Action, states: list[StateAtoms]) -> tuple[int, ...]:
    app = [0, 0, 0, 0]
    eff = [0, 0, 0, 0]
    for state, x, y in product(states, MEMBERS["a"], MEMBERS["b"]):
        sigma = {"?x": x, "?y": y}
        mine = holds(learned.precondition, state, sigma)
        theirs = holds(reference.precondition, state, sigma)
        app[0 if mine and theirs else 1 if mine else 2 if theirs else 3] += 1
        if mine and theirs:
            d_mine = after(learned.effect, state, sigma) ^ state
            d_theirs = after(reference.effect, state, sigma) ^ state
            eff[0] += len(d_mine & d_theirs)
            eff[1] += len(d_mine - d_theirs)
            eff[2] += len(d_theirs - d_mine)
            eff[3] += FLUENTS - len(d_mine | d_theirs)
    return (*app, *eff)


def counts(result: PredictivePower, name: str) -> tuple[Count, ...]:
    found = next(each for each in result.actions if each.name == name)
    a, e = found.applicability, found.effects
    return (a.tp, a.fp, a.fn, a.tn or 0, e.tp, e.fp, e.fn, e.tn or 0)


def all_atoms() -> list[GroundAtom]:
    return [
        ("z",),
        *(("p", x) for x in MEMBERS["a"]),
        *(("q", x, y) for x in TYPES for y in MEMBERS["b"]),
    ]


parts = st.tuples(
    st.lists(st.sampled_from(CONDITIONS), max_size=3),
    st.lists(st.sampled_from(EFFECTS), max_size=4),
)
many_states = st.lists(st.frozensets(st.sampled_from(all_atoms())), min_size=1, max_size=70)


@given(parts, parts, many_states)
def test_counts_equal_a_recount_pair_by_pair(
    one: tuple[list[str], list[str]], other: tuple[list[str], list[str]], states: list[StateAtoms]
) -> None:
    learned, reference = domain(action("go", *one)), domain(action("go", *other))
    result = predictive_power(learned, reference, [sample(OBJECTS, states)])
    assert counts(result, "go") == recount(learned.actions[0], reference.actions[0], states)
    assert result.exact
    effects = result.actions[0].effects
    total = effects.tp + effects.fp + effects.fn + (effects.tn or 0)
    assert total == FLUENTS * result.actions[0].both


def test_samples_of_different_problems_are_counted_as_if_alone() -> None:
    rng = random.Random(7)
    learned = domain(action("go", ["(p ?x)"], ["(not (p ?x))", "(z)"]))
    reference = domain(action("go", ["(p ?x)", "(not (z))"], ["(not (p ?x))", "(q ?x ?y)"]))
    samples = []
    for size in (1, 2, 3, 2, 5, 1):
        names = [f"b{i}" for i in range(size)]
        atoms: list[GroundAtom] = [("p", "a1"), ("z",), *(("q", "a1", name) for name in names)]
        states = [frozenset(rng.sample(atoms, rng.randrange(len(atoms)))) for _ in range(80)]
        samples.append(sample(f"(:objects a1 - a {' '.join(names)} - b)", states))
    together = predictive_power(learned, reference, samples)
    alone = [counts(predictive_power(learned, reference, [each]), "go") for each in samples]
    assert counts(together, "go") == tuple(sum(column) for column in zip(*alone, strict=True))


def test_missing_and_extra_actions() -> None:
    learned = domain(action("fly", [], ["(z)"]))
    reference = domain(action("go", ["(z)"], ["(not (z))"]))
    states = [frozenset({("z",)}), frozenset[GroundAtom]()]
    result = predictive_power(learned, reference, [sample(OBJECTS, states)])
    assert (result.missing_actions, result.extra_actions) == (("go",), ("fly",))
    assert counts(result, "go") == (0, 0, 4, 4, 0, 0, 0, 0)
    assert result.actions[0].applicability.precision is None
    assert result.actions[0].applicability.recall == 0
    assert result.actions[0].effects.precision is None
    assert result.skipped == result.pairs == 8


def test_what_is_not_boolean_is_said_and_not_guessed() -> None:
    numeric = domain(action("go", ["(> (f) 3)"], ["(z)"]))
    result = predictive_power(numeric, numeric, [sample(OBJECTS, [frozenset()])])
    assert not result.exact
    assert result.actions[0].notes == ("`comparison` cannot be evaluated on a set of atoms",)


REVIEW = "(:types t u - v v - object) (:predicates (p ?x - v) (q ?x - v))"


def typed(parameters: str, head: str = REVIEW) -> Domain:
    return domain_of(
        f"(define (domain d) {head} (:action go :parameters ({parameters})"
        " :precondition (p ?x) :effect (q ?x)))"
    )


@pytest.mark.parametrize(
    ("learned", "expected"),
    [
        (typed("?x - v"), (4, 0, 0, 0)),
        (typed("?x - t"), (2, 0, 2, 0)),
        (typed("?x - (either u t)"), (4, 0, 0, 0)),
        (typed("?x"), (4, 0, 0, 0)),
        (typed("?x - v", "(:types u - v v t - object) (:predicates (p ?x) (q ?x))"), (2, 0, 2, 0)),
        (typed("?x", "(:predicates (p ?x) (q ?x))"), (4, 0, 0, 0)),
    ],
)
def test_the_learned_model_has_types_of_its_own(learned: Domain, expected: tuple[int, ...]) -> None:
    objects = (TypedName("t1", ("t",)), TypedName("u1", ("u",)))
    states = [frozenset({("p", "t1"), ("p", "u1")}), frozenset({("p", "t1"), ("p", "u1"), ("z",)})]
    samples = [StateSample(objects, states)]
    result = predictive_power(learned, typed("?x - v"), samples)
    assert counts(result, "go")[:4] == expected
    assert result.exact
    assert counts(coded_power(learned, typed("?x - v"), samples, Identity()).power, "go") == counts(
        result, "go"
    )


def test_a_type_that_the_reference_does_not_have_is_named() -> None:
    learned = typed("?x - sort1", "(:types sort1) (:predicates (p ?x) (q ?x))")
    objects = (TypedName("t1", ("t",)),)
    result = predictive_power(
        learned, typed("?x - v"), [StateSample(objects, [frozenset({("p", "t1")})])]
    )
    assert counts(result, "go")[:4] == (0, 0, 1, 0)
    assert result.actions[0].notes == ("type sort1 is unknown in the reference",)


def derived(rule: str) -> Domain:
    return domain_of(
        "(define (domain d) (:predicates (p ?x) (s ?x) (q ?x) (r ?x))"
        f" {rule} (:action go :parameters (?x) :precondition (q ?x) :effect (r ?x)))"
    )


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("(:derived (q ?d) (p ?d))", (1, 0, 0, 1, 1, 0, 0, 5)),
        ("(:derived (q ?d) (s ?d))", (0, 1, 1, 0, 0, 0, 0, 0)),
        ("(:derived (q ?d) (or (p ?d) (s ?d)))", (1, 1, 0, 0, 1, 0, 0, 5)),
        # The states list (q a), which without an axiom is a fact like any other.
        ("", (1, 0, 0, 1, 1, 0, 0, 5)),
    ],
)
def test_each_model_derives_by_its_own_axioms(rule: str, expected: tuple[int, ...]) -> None:
    objects = (TypedName("a"), TypedName("b"))
    samples = [StateSample(objects, [frozenset({("p", "a"), ("s", "b"), ("q", "a")})])]
    reference = derived("(:derived (q ?d) (p ?d))")
    result = predictive_power(derived(rule), reference, samples)
    assert counts(result, "go") == expected
    coded = coded_power(derived(rule), reference, samples, Identity())
    assert counts(coded.power, "go") == expected


def test_pairs_that_cannot_be_evaluated_are_no_true_negatives() -> None:
    loop = derived("(:derived (q ?d) (not (q ?d)))")
    samples = [StateSample((TypedName("a"),), [frozenset()])]
    result = predictive_power(loop, derived("(:derived (q ?d) (p ?d))"), samples)
    assert (result.pairs, counts(result, "go")) == (0, (0,) * 8)
    assert result.actions[0].applicability.accuracy is None
    (note,) = result.actions[0].notes
    assert "not stratified" in note


def test_a_run_can_be_cancelled() -> None:
    go = domain(action("go", [], []))
    with pytest.raises(StoppedError):
        predictive_power(go, go, [sample(OBJECTS, [frozenset()])], stop_at_once)


COUNTS = ("tp", "fp", "fn", "tn")


@pytest.mark.parametrize("path", RECORDS)
def test_amlgym_oracle(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    compared = 0
    for row in records(path, "predictive"):
        learned, reference = (FileSnapshot.of(row[k]).domain for k in ("learned", "reference"))
        assert learned is not None
        assert reference is not None
        samples = []
        for text in row["problems"]:
            problem = FileSnapshot.of(text["problem"]).problem
            assert problem is not None
            states = [
                frozenset(tuple(atom.strip("()").lower().split()) for atom in state)
                for state in text["states"]
            ]
            samples.append(StateSample(problem.objects, states))
        result = predictive_power(learned, reference, samples)
        for each in result.actions:
            for part, ours in (
                ("applicability", each.applicability),
                ("predicted_effects", each.effects),
            ):
                theirs = row["seed_definition"][part]["per_action"][each.name]
                expected = {name: theirs[name] for name in COUNTS if name in theirs}
                counted = {name: getattr(ours, name) for name in expected}
                assert counted == expected, (row["id"], each.name, part)
                compared += 1
    with capsys.disabled():
        sys.stdout.write(f"\namlgym.jsonl, predictive: {compared} counts agree, none differs\n")
    assert compared > 20


NUMERIC = """(define (domain vans) (:requirements :typing :numeric-fluents)
  (:types van place) (:predicates (at ?v - van ?p - place))
  (:functions (fuel ?v - van) (dist ?p ?q - place) (total-cost))
  (:action go :parameters (?v - van ?p ?q - place)
    :precondition (and (at ?v ?p) (>= (fuel ?v) {needed}))
    :effect (and (at ?v ?q) (not (at ?v ?p)) (decrease (fuel ?v) {used}) (increase (total-cost) 1)))
  (:action fill :parameters (?v - van) :effect (assign (fuel ?v) {filled})))
"""
RIGHT = {"needed": "(dist ?p ?q)", "used": "(dist ?p ?q)", "filled": "8"}


def _vans(places: str, dice: random.Random) -> StateSample:
    """States of one van with random numbers."""
    objects = (TypedName("v", ("van",)), *(TypedName(each, ("place",)) for each in places))
    states, values = [], []
    for _ in range(dice.randint(1, 4)):
        states.append(frozenset({("at", "v", dice.choice(places))}))
        numbers: dict[tuple[str, ...], int | Fraction] = {
            ("dist", p, q): dice.randint(0, 3) for p in places for q in places
        }
        values.append(numbers | {("fuel", "v"): Fraction(dice.randint(0, 8), 2)})
    return StateSample(objects, states, values=values)


@pytest.mark.parametrize("count", [10, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "learned",
    [
        {},
        {"needed": "0"},
        {"needed": "(+ (dist ?p ?q) 0.5)"},
        {"used": "1"},
        {"used": "(* 2 (dist ?p ?q))", "filled": "8.0001"},
        {"filled": "9"},
    ],
)
def test_numbers_are_counted_as_by_brute_force(learned: dict[str, str], count: int) -> None:
    """Against the definition, worked out with the numbers alone."""
    ours, theirs = RIGHT | learned, RIGHT
    amounts = {
        "(dist ?p ?q)": lambda d: d,
        "(+ (dist ?p ?q) 0.5)": lambda d: d + Fraction(1, 2),
        "(* 2 (dist ?p ?q))": lambda d: 2 * d,
    }

    def of(text: str, distance: int) -> Fraction:
        return Fraction(amounts[text](distance) if text in amounts else Fraction(text))

    def outcome(model: dict[str, str], fuel: Fraction, distance: int) -> Fraction | None:
        return fuel - of(model["used"], distance) if fuel >= of(model["needed"], distance) else None

    for seed in range(count):
        places = "abc"[: 1 + seed % 3]
        sample = _vans(places, random.Random(seed))
        app, eff = Counter[str](), Counter[str]()
        for state, values in zip(sample.states, sample.values, strict=True):
            ((_, _, here),) = state
            fuel = Fraction(values["fuel", "v"])
            for p in places:
                for q in places:
                    distance = int(values["dist", p, q])
                    mine = outcome(ours, fuel, distance) if p == here else None
                    right = outcome(theirs, fuel, distance) if p == here else None
                    app[f"{mine is not None}{right is not None}"] += 1
                    if mine is not None and right is not None:
                        eff["tp"] += 2 * (p != q) + (mine == right != fuel)
                        eff["fp"] += mine not in (fuel, right)
                        eff["fn"] += right not in (fuel, mine)
        learned_domain, reference = (domain_of(NUMERIC.format(**model)) for model in (ours, theirs))
        power = predictive_power(learned_domain, reference, [sample])
        go = power.actions[0]
        counted = go.applicability
        assert (counted.tp, counted.fp, counted.fn, counted.tn) == (
            app["TrueTrue"],
            app["TrueFalse"],
            app["FalseTrue"],
            app["FalseFalse"],
        )
        assert (go.effects.tp, go.effects.fp, go.effects.fn) == (eff["tp"], eff["fp"], eff["fn"])
        fill = power.actions[1].effects
        is_close = ours["filled"] != "9"
        assert fill.fp == fill.fn == (0 if is_close else len(sample.states))
        assert power.exact


def test_fluents_without_a_value_are_told() -> None:
    sample = StateSample((TypedName("v", ("van",)), TypedName("a", ("place",))), [frozenset()])
    reference = domain_of(NUMERIC.format(**RIGHT))
    power = predictive_power(reference, reference, [sample])
    assert not power.exact
