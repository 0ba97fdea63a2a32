"""What holds of every plan: renaming a model changes nothing, and translating back undoes it."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.blame.attribution import attribute
from plancore.codec.base import RenamingCodec
from plancore.compare.domains import CompareOptions, compare_domains
from plancore.correspondence.finding import find_pairs
from plancore.correspondence.names import KINDS, SAME_NAMES, renaming
from plancore.correspondence.pairs import Pairs, Side, SymbolPair
from plancore.correspondence.stated.applied import pairs_of
from plancore.correspondence.stated.document import read_mapping
from plancore.formula.translating import NameTranslator
from plancore.model.domain import Domain
from plancore.model.formula import And, AtomicFormula, TypedName, conjuncts
from plancore.model.plan import GroundAction, GroundAtom, Plan, Step
from plancore.model.problem import Case, Problem
from plancore.simulate.execute import execute
from plancore.simulate.successor import successor
from plancore.simulate.task import Task
from plancore.translate.execution import (
    PlanToExecute,
    execute_translated,
    translated,
    translated_plan,
)
from plancore.translate.translation import Translation
from support import kitchen
from support.examples import DELIVERY
from support.examples_tried import for_each_of_many
from support.kitchen import domain, problem
from support.renamed_domains import random_names, written_again

WORLDS = {
    "kitchen": (kitchen.REFERENCE, kitchen.REFERENCE_PROBLEM),
    "cooking": (kitchen.LEARNED, kitchen.LEARNED_PROBLEM),
    "delivery": tuple(
        (DELIVERY / name).read_text(encoding="utf-8") for name in ("reference.pddl", "p01.pddl")
    ),
}
SEEDS = st.integers(0, 10_000)


def walk(task: Task, random: Random, length: int = 6) -> tuple[Problem, Plan]:
    """Random steps that apply, and the problem whose goal is what holds after them."""
    state = frozenset(task.initial.facts)
    objects = sorted(task.objects.types)
    steps = []
    for _ in range(length):
        applicable = []
        for _ in range(60):
            action = random.choice(task.domain.actions)
            args = [random.choice(objects) for _ in action.parameters]
            after = successor(task, state, (action.name, *args))
            if after is not None:
                applicable.append(((action.name, *args), after))
        if not applicable:
            break
        key, state = random.choice(applicable)
        steps.append(Step((GroundAction(key),)))
    reached = random.sample(sorted(state), min(3, len(state)))
    goal = And(tuple(AtomicFormula(atom[0], atom[1:]) for atom in reached))
    given_problem = task.problem
    made = Problem(
        given_problem.name,
        given_problem.domain_name,
        objects=given_problem.objects,
        init=given_problem.init,
        goal=goal,
    )
    return made, Plan(tuple(steps))


@pytest.mark.parametrize("world", WORLDS)
@for_each_of_many
@given(seed=SEEDS)
def test_a_valid_plan_stays_valid_under_other_names(world: str, seed: int) -> None:
    random = Random(seed)
    reference = domain(WORLDS[world][0])
    again = written_again(
        reference, random_names(reference, random), random, permute_parameters=True
    )
    learned = domain(again)
    pairs = find_pairs(learned, reference)
    own, plan = walk(Task(reference, problem(WORLDS[world][1])), random)
    result = execute_translated(
        pairs, learned, reference, Side.REFERENCE, [PlanToExecute("p", plan, own, None)]
    )
    (executed,) = result.plans
    assert (result.n_valid, result.remarks) == (1, ())
    assert executed.stays_valid
    assert executed.choices == ()


@pytest.mark.parametrize("world", WORLDS)
@given(seed=SEEDS)
def test_a_renaming_there_and_back_is_the_identity(world: str, seed: int) -> None:
    """And in between each state is the one that the renamed model has after the same steps."""
    random = Random(seed)
    reference = domain(WORLDS[world][0])
    theirs_to_ours = random_names(reference, random)
    learned = domain(written_again(reference, theirs_to_ours))
    names = renaming(
        {kind: {o: t for t, o in theirs_to_ours.of(kind).items()} for kind in KINDS},
        {a.name: tuple(range(len(a.parameters))) for a in reference.actions},
    )
    there, back = NameTranslator(names.to_learned), NameTranslator(names.to_reference)
    codec = RenamingCodec(names)
    own, plan = walk(Task(reference, problem(WORLDS[world][1])), random)
    assert back.formula(there.formula(own.goal)) == own.goal
    pairs = pairs_of(names, learned, reference)
    to_learned = Translation(pairs, learned, reference, Side.REFERENCE)
    made = translated(own, to_learned)
    assert (made.has_whole_goal, made.remarks) == (True, ())
    home, away = Task(reference, own), Task(learned, made.problem)
    state, other = frozenset(home.initial.facts), frozenset(away.initial.facts)
    steps = translated_plan(plan, to_learned, away).plan.steps
    for action, translated_action in zip(plan.actions, (s.actions[0] for s in steps), strict=True):
        assert codec.encode_state(state) == other
        assert codec.decode_state(other) == state
        assert codec.encode_action(state, action.key) == (translated_action.key,)
        assert codec.decode_action(translated_action.key) == action.key
        after, other_after = (
            successor(home, state, action.key),
            successor(away, other, translated_action.key),
        )
        assert after is not None
        assert other_after is not None
        state, other = after, other_after
    assert codec.encode_state(state) == other


UNTYPED = "(define (domain d) (:predicates (p ?a ?b) (q ?a) (r ?a ?b ?c)))"


@for_each_of_many
@given(seed=SEEDS)
def test_facts_are_those_of_the_definition(seed: int) -> None:
    """Each atom of the target is looked up in the pairs as they are stated."""
    random = Random(seed)
    learned, reference = domain(UNTYPED), domain(UNTYPED)
    arities = {"p": 2, "q": 1, "r": 3}
    pairs = random_pairs(random, arities)
    side = random.choice(list(Side))
    objects = tuple(TypedName(f"o{k}") for k in range(random.randint(1, 3)))
    atoms = [
        (name, *args)
        for name, arity in arities.items()
        for args in product([o.name for o in objects], repeat=arity)
    ]
    facts = {atom for atom in atoms if random.random() < 0.4}
    own = Problem("t", "d", objects=objects, init=tuple(AtomicFormula(f[0], f[1:]) for f in facts))
    translation = Translation(Pairs(predicates=pairs), learned, reference, side)
    made = translated(own, translation).problem
    expected = {atom for atom in atoms if stands(atom, pairs, side, facts, arities, len(objects))}
    assert {(f.predicate, *f.args) for f in made.init if isinstance(f, AtomicFormula)} == expected


def random_pairs(random: Random, arities: dict[str, int]) -> tuple[SymbolPair, ...]:
    """Each learned name with a counterpart, maybe negated, and maybe a second one."""
    pairs = []
    for ours, theirs in zip(arities, random.sample(list(arities), len(arities)), strict=True):
        for is_one_to_many in (False, True):
            if is_one_to_many and random.random() < 0.7:
                continue
            other = random.choice(list(arities)) if is_one_to_many else theirs
            places = [*range(arities[other]), *[None] * arities[ours]]
            random.shuffle(places)
            is_negated = random.random() < 0.3
            arguments = tuple(places[: arities[ours]])
            pairs.append(
                SymbolPair(
                    ours,
                    other,
                    arguments=arguments,
                    negated=is_negated,
                    is_one_to_many=is_one_to_many,
                )
            )
    return tuple(pairs)


def stands(
    atom: GroundAtom,
    pairs: tuple[SymbolPair, ...],
    side: Side,
    facts: set[GroundAtom],
    arities: dict[str, int],
    n_objects: int,
) -> bool:
    """Whether the pairs say that an atom of the target holds."""

    def agree(ours: GroundAtom, theirs: GroundAtom, pair: SymbolPair) -> bool:
        """Whether two atoms have the same arguments where the pair says so."""
        return all(
            place is None or ours[1:][k] == theirs[1:][place]
            for k, place in enumerate(pair.arguments)
        )

    mine = [p for p in pairs if atom[0] == (p.reference, p.learned)[side is Side.REFERENCE]]
    positive = [pair for pair in mine if not pair.negated]
    for pair in positive:
        source = (pair.learned, pair.reference)[side is Side.REFERENCE]
        n_paired = sum(place is not None for place in pair.arguments)
        is_known = n_paired == arities[atom[0]] or n_objects == 1
        for fact in facts:
            both = (fact, atom) if side is Side.LEARNED else (atom, fact)
            if is_known and fact[0] == source and agree(*both, pair):
                return True
    for pair in [] if positive else mine:
        source = (pair.learned, pair.reference)[side is Side.REFERENCE]
        n_paired = sum(place is not None for place in pair.arguments)
        if n_paired == arities[atom[0]] == arities[source] and not any(
            fact[0] == source
            and agree(*((fact, atom) if side is Side.LEARNED else (atom, fact)), pair)
            for fact in facts
        ):
            return True
    return False


def there_and_back(
    pairs: Pairs, learned: Domain, reference: Domain, side: Side
) -> tuple[Translation, Translation]:
    return Translation(pairs, learned, reference, side), Translation(
        pairs, learned, reference, side.other
    )


@given(seed=SEEDS)
def test_a_plan_that_leaves_nothing_out_comes_back_as_it_was(seed: int) -> None:
    # The learned kitchen says all that the reference says, and names the cook besides.
    ours, theirs = domain(kitchen.LEARNED), domain(kitchen.REFERENCE)
    pairs, _ = read_mapping(kitchen.MAPPING, ours, theirs)
    there, back = there_and_back(pairs, ours, theirs, Side.REFERENCE)
    own, plan = walk(Task(theirs, problem(kitchen.REFERENCE_PROBLEM)), Random(seed))
    other_task = Task(ours, translated(own, there).problem)
    made = translated_plan(plan, there, other_task)
    assert made.lack is None
    assert execute(other_task, made.plan).reaches_goal
    own_task = Task(theirs, translated(other_task.problem, back).problem)
    again = translated_plan(made.plan, back, own_task)
    assert [step.key for step in again.plan.steps] == [step.key for step in plan.steps]
    assert own_task.initial.facts == Task(theirs, own).initial.facts
    assert execute(own_task, again.plan).reaches_goal


@given(seed=SEEDS)
def test_nothing_is_claimed_that_execution_does_not_show(seed: int) -> None:
    """Random pairs: whatever they say, a plan that stays valid is valid for the simulator."""
    random = Random(seed)
    ours, theirs = domain(kitchen.LEARNED), domain(kitchen.REFERENCE)
    pairs, _ = read_mapping(kitchen.MAPPING, ours, theirs)
    kept = Pairs(
        actions=tuple(pair for pair in pairs.actions if random.random() < 0.8),
        predicates=tuple(pair for pair in pairs.predicates if random.random() < 0.8),
        types=tuple(pair for pair in pairs.types if random.random() < 0.8),
        type_predicates=pairs.type_predicates if random.random() < 0.8 else (),
    )
    side = random.choice(list(Side))
    world = "cooking" if side is Side.LEARNED else "kitchen"
    own, plan = walk(Task(domain(WORLDS[world][0]), problem(WORLDS[world][1])), random)
    (executed,) = execute_translated(
        kept, ours, theirs, side, [PlanToExecute("p", plan, own, None)]
    ).plans
    assert executed.other_trace is not None
    assert executed.translation is not None
    again = execute(executed.other_trace.task, executed.translation.plan)
    if executed.stays_valid:
        assert again.reaches_goal
        assert len(executed.translation.plan) == len(plan)
    else:
        assert executed.reason
        assert executed.stops_at is None or 1 <= executed.stops_at <= len(plan)


@pytest.mark.parametrize("renamed", [False, True], ids=["same names", "other names"])
@pytest.mark.parametrize("world", WORLDS)
@for_each_of_many
@given(seed=SEEDS)
def test_plans_translated_for_attribution_fail_where_executed_ones_do(
    world: str, seed: int, renamed: bool
) -> None:
    """`plandiff --align --plans`, `blame` and `repair` ask the attribution, `planeval align` the
    execution: the parameters are permuted, and one action requires what the reference's does not.
    """
    random = Random(seed)
    whole = domain(WORLDS[world][0])
    names = random_names(whole, random) if renamed else SAME_NAMES
    learned = domain(written_again(whole, names, random, permute_parameters=True))
    reference = with_less(whole, random)
    own, plan = walk(Task(reference, problem(WORLDS[world][1])), random)
    diff = compare_domains(learned, reference, CompareOptions(align=True))
    blame = attribute(diff, [Case("p", plan, own)])
    (executed,) = execute_translated(
        diff.pairs, learned, reference, Side.REFERENCE, [PlanToExecute("p", plan, own, None)]
    ).plans
    if not blame.undecided:
        assert bool(blame.stopped) is not executed.stays_valid


def with_less(whole: Domain, random: Random) -> Domain:
    """A domain without one literal of a precondition."""
    action = random.choice([a for a in whole.actions if len([*conjuncts(a.precondition)]) > 1])
    literals = list(conjuncts(action.precondition))
    literals.remove(random.choice(literals))
    less = replace(action, precondition=And(tuple(literals)))
    return replace(whole, actions=tuple(less if a is action else a for a in whole.actions))
