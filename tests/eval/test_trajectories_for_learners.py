"""What learners are given: folds, noise, signatures."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.model.trajectory import typed_objects
from plancore.notation.trajectories.reader import write_trajectory
from plancore.snapshot import FileSnapshot
from planeval.benchmark.observed import Making, Origin
from planeval.benchmark.task import (
    LearningTask,
    cross_folds,
    ground_atoms,
    noisy,
    problem_text,
    random_splits,
    signatures_text,
    task_of,
)
from planeval.suite.entry import Exercise, Named, SuiteEntry
from planeval.suite.folder import own_entry
from planfiles.errors import UserError


@pytest.fixture(scope="module")
def tram() -> LearningTask:
    """Walks on trams: types, a constant, a static relation."""
    return task_of(own_entry("tram", 4, 0), Making(count=4, length=12))


@given(st.integers(2, 40), st.integers(2, 40), st.integers())
def test_each_trajectory_is_measured_on_in_one_fold(count: int, folds: int, seed: int) -> None:
    if folds > count:
        with pytest.raises(ValueError, match="cannot be split"):
            cross_folds(count, folds, seed)
        return
    made = cross_folds(count, folds, seed)
    assert Counter(k for fold in made for k in fold.test) == Counter(range(count))
    for fold in made:
        assert sorted((*fold.train, *fold.test)) == list(range(count))
    sizes = {len(fold.test) for fold in made}
    assert max(sizes) - min(sizes) <= 1
    assert made == cross_folds(count, folds, seed)


@given(st.integers(2, 40), st.floats(0.01, 0.99), st.integers())
def test_random_splits_keep_back_the_share(count: int, share: float, seed: int) -> None:
    for train, test, _ in random_splits(count, share, 3, seed):
        assert sorted((*train, *test)) == list(range(count))
        assert len(test) == min(max(round(count * share), 1), count - 1)


def test_splits_and_folds_depend_on_the_seed() -> None:
    assert len({tuple(cross_folds(10, 5, seed)) for seed in range(8)}) == 8
    assert len(set(random_splits(10, 0.2, 8, 0))) > 1


@given(st.integers(), st.floats(0, 1))
def test_noise_exchanges_true_atoms_for_as_many_false_ones(seed: int, rate: float) -> None:
    task = task_of(own_entry("tram", 1, 0), Making(count=1, length=3))
    (clean,) = task.trajectories
    seen = noisy(clean, task.domain, rate, Random(seed))
    assert seen == noisy(clean, task.domain, rate, Random(seed))
    possible = frozenset(ground_atoms(clean, task.domain))
    assert seen.actions == clean.actions
    for before, after in zip(clean.observations, seen.observations, strict=True):
        dropped, added = before.true - after.true, after.true - before.true
        assert len(dropped) >= len(added)
        assert len(dropped) == len(added) or added == possible - before.true
        assert after.true <= possible


def test_noise_leaves_numbers_alone(tram: LearningTask) -> None:
    (first, *others) = (clean := tram.trajectories[0]).observations
    counted = replace(clean, observations=(replace(first, values=((("fuel",), 3),)), *others))
    assert noisy(counted, tram.domain, 1, Random(0)).observations[0].values == ((("fuel",), 3),)


def test_the_rate_of_noise_is_the_share_of_true_atoms_that_go(tram: LearningTask) -> None:
    assert noisy(tram.trajectories[0], tram.domain, 0, Random(0)) is tram.trajectories[0]
    there = gone = 0
    for number in range(40):
        for trajectory in tram.trajectories:
            seen = noisy(trajectory, tram.domain, 0.05, Random(number))
            for before, after in zip(trajectory.observations, seen.observations, strict=True):
                there += len(before.true)
                gone += len(before.true - after.true)
    assert there > 20_000
    assert 0.045 < gone / there < 0.055
    everything = noisy(tram.trajectories[0], tram.domain, 1, Random(0))
    assert not everything.observations[0].true & tram.trajectories[0].observations[0].true


def test_ground_atoms_are_those_that_types_allow(tram: LearningTask) -> None:
    atoms = ground_atoms(tram.trajectories[0], tram.domain)
    types = {typed.name: typed.types for typed in tram.trajectories[0].objects}
    stops = [name for name, kind in types.items() if kind == ("stop",)]
    assert Counter(atom[0] for atom in atoms)["track"] == (len(stops) + 1) ** 2, "and the depot"
    assert all(types[atom[1]] == ("tram",) for atom in atoms if atom[0] == "parked")


def test_a_learner_is_told_all_but_preconditions_and_effects(tram: LearningTask) -> None:
    told, domain = FileSnapshot.of(signatures_text(tram.domain)).domain, tram.domain
    assert told is not None
    assert [t.name for t in told.types] == [t.name for t in domain.types]
    assert (told.constants, told.predicates) == (domain.constants, domain.predicates)
    assert [(a.name, a.parameters) for a in told.actions] == [
        (a.name, a.parameters) for a in domain.actions
    ]
    assert "tram-at ?t" not in signatures_text(domain).partition(":action")[2]
    trajectory = tram.trajectories[0]
    objects = typed_objects(trajectory, domain)
    problem = FileSnapshot.of(
        problem_text("p", domain, objects, trajectory.observations[0])
    ).problem
    assert problem is not None
    assert set(problem.objects) == set(objects)
    assert len(problem.init) == len(trajectory.observations[0].true)


def test_trajectories_come_from_walks_plans_or_files(tram: LearningTask) -> None:
    exercise = own_entry("tram", 1, 0).exercises[0]
    walk = tram.trajectories[0]
    plan = "".join(f"({' '.join(action)})\n" for action in walk.actions)
    text = write_trajectory(walk)
    entry = SuiteEntry(
        "tram",
        own_entry("tram", 1, 0).domain,
        (Exercise(exercise.name, exercise.problem, plan),),
        (Named(f"{exercise.name}.trajectory", text),),
    )
    (by_plan,) = task_of(entry, Making(Origin.PLANS)).trajectories
    (given,) = task_of(entry, Making()).trajectories
    for made in (by_plan, given):
        assert [o.true for o in made.observations] == [o.true for o in walk.observations]
        assert (made.actions, made.objects) == (walk.actions, walk.objects)
    (short,) = task_of(entry, Making(length=2)).trajectories
    assert (len(short.actions), len(short.observations)) == (2, 3)


def test_what_is_not_there_is_said() -> None:
    entry = own_entry("tram", 1, 0)
    with pytest.raises(UserError, match="no trajectories: no plan with an applicable step"):
        task_of(entry, Making(Origin.PLANS))
    broken = SuiteEntry("tram", entry.domain, (), (Named("t", "(:trajectory (:action (go)))"),))
    with pytest.raises(UserError, match="tram: t:1:14: missing state before this action"):
        task_of(broken, Making())
    (exercise,) = entry.exercises
    unclosed = SuiteEntry("tram", entry.domain, (exercise._replace(plan="; cost = x\n(go"),))
    with pytest.raises(UserError, match="tram: the plan of p01:2:1: "):
        task_of(unclosed, Making(Origin.PLANS))
    with pytest.raises(UserError, match="no domain"):
        task_of(SuiteEntry("tram", "(define (problem p))"), Making())


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        ("(:types painting - exhibit room)", "exhibit painting room"),
        ("(:types oil - painting painting - exhibit)", "exhibit painting oil"),
        ("(:types a - b b - a)", "b a"),
        ("(:types a - object object)", "a"),
        ("(:types a - (either b c) c)", "b c a"),
    ],
)
def test_a_type_is_told_behind_those_above_it(declared: str, told: str) -> None:
    domain = FileSnapshot.of(f"(define (domain d) (:requirements :typing) {declared})").domain
    assert domain is not None
    again = FileSnapshot.of(signatures_text(domain)).domain
    assert again is not None
    assert [each.name for each in again.types] == told.split()
    for one, other in product(told.split(), repeat=2):
        assert again.hierarchy.is_subtype(one, other) is domain.hierarchy.is_subtype(one, other)
