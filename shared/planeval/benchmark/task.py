"""Learning tasks: a domain of a suite with its trajectories, split into folds, and their lessons.

A learner gets signatures, which are the domain without preconditions and effects, and trajectories
with noise.

Noise of rate p is independent for each state. Each true atom is dropped with probability p. Then as
many atoms as were dropped are added, sampled uniformly without replacement from the ground atoms
that were false in the state: those of all predicates that are not derived, over the objects of the
trajectory and the constants, by type. If there are fewer false atoms, all of them are added.
Actions have no noise. So the number of true atoms n stays the same (unless there are too few false
ones), and 2 p n atoms change their value on average.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from random import Random
from typing import Final, NamedTuple

from plancore.formula.printing import head_text, number_text, type_text, typed_list
from plancore.model.domain import OBJECT, Domain
from plancore.model.formula import TRUE, TypedName
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.model.trajectory import Observation, Trajectory, typed_objects
from plancore.patch.domain_text import domain_text
from plancore.simulate.atoms import Objects
from plancore.snapshot import FileSnapshot
from planeval.benchmark.observed import Making, observed
from planeval.learners.description import Lesson
from planeval.suite.entry import Exercise, SuiteEntry
from planfiles.errors import UserError

_CACHED: Final = 16


class LearningTask(NamedTuple):
    """A domain with its trajectories, and the problem of each, None if unknown. `signatures` is the
    text of the domain for external learners, `declarations` that for built-in ones."""

    reference: FileSnapshot
    domain: Domain
    trajectories: list[Trajectory]
    exercises: list[Exercise | None]
    signatures: str
    declarations: str

    @property
    def problems(self) -> list[Exercise]:
        """The problems of the trajectories, each once."""
        return _known(self.exercises)

    def held_out(self, fold: Fold) -> list[Exercise]:
        """The problems of the held-out trajectories of a fold, each once."""
        return _known(self.exercises[number] for number in fold.test)

    def learned_from(self, fold: Fold) -> list[Exercise]:
        """The problems of the training trajectories of a fold, each once. Walks may share problems,
        so some may also be held out."""
        return _known(self.exercises[number] for number in fold.train)

    def lesson(self, fold: Fold, noise: float, seed: int, *, with_numbers: bool = False) -> Lesson:
        """The lesson of a fold, with or without the values of numeric fluents. The noise in a
        trajectory is the same in every fold and for every learner; it is in atoms only."""
        seen = [
            noisy(
                self.trajectories[k],
                self.domain,
                noise,
                Random(f"noise/{seed}/{self.domain.name}/{k}/{noise!r}"),
            )
            for k in fold.train
        ]
        if not with_numbers:
            seen = list(map(_without_numbers, seen))
        problems = [
            problem_text(
                f"p{number}",
                self.domain,
                typed_objects(trajectory, self.domain),
                trajectory.observations[0],
            )
            for number, trajectory in enumerate(seen)
        ]
        return Lesson(seen, problems, noise, seed)


def _known(exercises: Iterable[Exercise | None]) -> list[Exercise]:
    return list(dict.fromkeys(exercise for exercise in exercises if exercise is not None))


@lru_cache(maxsize=_CACHED)
def task_of(entry: SuiteEntry, making: Making) -> LearningTask:
    """The learning task for a domain of a suite. Tasks are cached, because units of the same domain
    are adjacent. Raises UserError."""
    reference = FileSnapshot.of(entry.domain, entry.name)
    domain = reference.domain
    if domain is None:
        raise UserError(f"{entry.name}: no domain in its file")
    seen = observed(entry, domain, making)
    return LearningTask(
        reference,
        domain,
        [each.trajectory for each in seen],
        [each.exercise for each in seen],
        signatures_text(domain),
        declarations_text(domain),
    )


def signatures_text(domain: Domain) -> str:
    """The domain with its types, constants and predicates, and its actions without preconditions
    and effects. Functions, axioms, derived predicates and costs are left out: learners of classical
    models cannot use them."""
    return "\n".join(_domain_lines(domain)) + "\n"


def declarations_text(domain: Domain) -> str:
    """The domain without preconditions and effects, but with all other declarations: its problems
    use them, functions for example."""
    empty = (replace(each, precondition=TRUE, effect=TRUE) for each in domain.actions)
    return domain_text(replace(domain, actions=tuple(empty)))


def _without_numbers(trajectory: Trajectory) -> Trajectory:
    bare = (replace(each, values=()) for each in trajectory.observations)
    return replace(trajectory, observations=tuple(bare))


def problem_text(
    name: str, domain: Domain, objects: Sequence[TypedName], initial: Observation
) -> str:
    """A problem with the objects and the first state of a trajectory, and an empty goal."""
    lines = [f"(define (problem {name})", f" (:domain {domain.name})", " (:objects"]
    lines += [f"  {_typed(each)}" for each in objects]
    lines += [" )", " (:init"]
    lines += [f"  ({' '.join(atom)})" for atom in sorted(initial.true)]
    lines += [
        f"  (= ({' '.join(fluent)}) {number_text(Fraction(value))})"
        for fluent, value in sorted(initial.values)
    ]
    lines += [" )", " (:goal (and)))"]
    return "\n".join(lines) + "\n"


def _domain_lines(domain: Domain) -> Iterator[str]:
    yield f"(define (domain {domain.name})"
    yield " (:requirements :strips :typing)"
    if domain.types:
        yield " (:types"
        yield from (f"  {_typed(each)}" for each in _types(domain))
        yield " )"
    if domain.constants:
        yield " (:constants"
        yield from (f"  {_typed(each)}" for each in domain.constants)
        yield " )"
    yield " (:predicates"
    yield from (f"  {head_text(p.name, p.parameters)}" for p in domain.basic_predicates)
    yield " )"
    for action in domain.actions:
        yield f" (:action {action.name}"
        yield f"  :parameters ({typed_list(action.parameters)})"
        yield "  :precondition (and )"
        yield "  :effect (and ))"
    yield ")"


def _types(domain: Domain) -> Iterable[TypedName]:
    """All types, including those that only occur as supertypes, each after its supertypes: AMLGym's
    SAM requires this order."""
    declared = {each.name: each for each in reversed(domain.types)}
    ordered: dict[str, TypedName] = {}
    waiting = [each.name for each in reversed(domain.types)]
    opened: set[str] = set()
    while waiting:
        name = waiting[-1]
        each = declared.get(name, TypedName(name))
        above = [parent for parent in each.types if parent not in opened and parent != OBJECT]
        opened.add(name)
        if above:
            waiting += reversed(above)
        else:
            ordered.setdefault(waiting.pop(), each)
    return [each for name, each in ordered.items() if name != OBJECT]


def _typed(name: TypedName) -> str:
    return f"{name.name} - {type_text(name.types or (OBJECT,))}"


def noisy(trajectory: Trajectory, domain: Domain, rate: float, dice: Random) -> Trajectory:
    """Add noise of `rate`, from 0 to 1, to a trajectory."""
    if not rate:
        return trajectory
    atoms = ground_atoms(trajectory, domain)
    seen = [
        replace(observation, true=_flipped(observation.true, atoms, rate, dice))
        for observation in trajectory.observations
    ]
    return Trajectory(tuple(seen), trajectory.actions, trajectory.objects, trajectory.format)


def ground_atoms(trajectory: Trajectory, domain: Domain) -> list[GroundAtom]:
    """All ground atoms of predicates that are not derived, over the objects of `trajectory` and
    constants, sorted."""
    objects = Objects(domain.hierarchy, (*domain.constants, *typed_objects(trajectory, domain)))
    return sorted(
        (predicate.name, *args)
        for predicate in domain.basic_predicates
        for args in product(*(objects.of(p.types) for p in predicate.parameters))
    )


def _flipped(
    state: StateAtoms, atoms: Sequence[GroundAtom], rate: float, dice: Random
) -> StateAtoms:
    dropped = {atom for atom in sorted(state) if dice.random() < rate}
    false = [atom for atom in atoms if atom not in state]
    added = dice.sample(false, min(len(dropped), len(false)))
    return (state - dropped) | frozenset(added)


# Split trajectories into those to learn from and those to test on.


class Fold(NamedTuple):
    """Fold `number`, from 1: the indices of the trajectories to learn from and to test on, which
    are disjoint."""

    train: tuple[int, ...]
    test: tuple[int, ...]
    number: int = 1


class SplitMethod(NamedTuple):
    """How to split trajectories: `folds`-fold cross-validation; with `test_share` as many random
    splits; or with the test states of the suite (`is_tested_apart`) as many random orders of all
    trajectories.

    With `sizes`, each fold is learned once per size, from that many of its training trajectories,
    and always tested on the same ones. Smaller training sets are subsets of larger ones.
    """

    folds: int = 5
    test_share: float | None = None
    sizes: tuple[int, ...] = ()
    is_tested_apart: bool = False

    @property
    def n_lessons(self) -> int:
        """The number of lessons per domain."""
        return self.folds * max(len(self.sizes), 1)

    @property
    def n_needed(self) -> int:
        """The minimum number of trajectories such that every fold can be learned from as many as
        the largest size."""
        most = max(self.sizes, default=1)
        count = most if self.is_tested_apart else most + 1  # at least one to test on
        while count - self._n_test(count) < most:
            count += 1
        return count

    def of(self, count: int, seed: int) -> list[Fold]:
        """The folds of `count` trajectories, each in all sizes. Raises ValueError if there are too
        few trajectories."""
        if self.is_tested_apart:
            whole = [
                Fold(tuple(_shuffled(count, f"order/{seed}/{number}")), ())
                for number in range(self.folds)
            ]
        elif self.test_share is None:
            whole = cross_folds(count, self.folds, seed)
        else:
            whole = random_splits(count, self.test_share, self.folds, seed)
        numbered = [fold._replace(number=number) for number, fold in enumerate(whole, 1)]
        if not self.sizes:
            return numbered
        n_train = min(len(fold.train) for fold in numbered)
        if n_train < max(self.sizes):
            raise ValueError(
                f"{n_train} of {count} trajectories can be learned from in each fold; "
                f"--trajectories asks for {max(self.sizes)}"
            )
        return [
            fold._replace(train=_mixed(fold, seed)[:size])
            for fold in numbered
            for size in self.sizes
        ]

    def fold(self, count: int, seed: int, number: int, size: int | None) -> Fold:
        """Fold `number`, from 1, in the given size if there are sizes."""
        at = (number - 1) * max(len(self.sizes), 1)
        if self.sizes and size is not None:
            at += self.sizes.index(size)
        return self.of(count, seed)[at]

    def _n_test(self, count: int) -> int:
        """The number of trajectories that the largest fold holds out."""
        if self.is_tested_apart:
            return 0
        if self.test_share is None:
            return -(-count // self.folds)
        return _test_size(count, self.test_share)


def _mixed(fold: Fold, seed: int) -> tuple[int, ...]:
    """The training trajectories in random order: in their own order, small sizes of all folds would
    have the same first ones."""
    order = list(fold.train)
    Random(f"sizes/{seed}/{fold.number}").shuffle(order)
    return tuple(order)


def cross_folds(count: int, folds: int, seed: int) -> list[Fold]:
    """`folds`-fold cross-validation of `count` trajectories: each is tested on in exactly one
    fold. They are shuffled and dealt out one by one, so fold sizes differ by at most one.

    Raises ValueError for fewer than two folds, or more folds than trajectories.
    """
    if not 2 <= folds <= count:
        trajectories = "trajectory" if count == 1 else "trajectories"
        raise ValueError(f"{count} {trajectories} cannot be split into {folds} folds")
    order = _shuffled(count, f"folds/{seed}")
    return [_fold(count, order[k::folds]) for k in range(folds)]


def random_splits(count: int, test_share: float, repeats: int, seed: int) -> list[Fold]:
    """`repeats` independent random splits. The share `test_share` of the trajectories, rounded, is
    tested on, but at least one, and at least one is left to learn from. Raises ValueError for fewer
    than two trajectories."""
    if count < 2:
        raise ValueError("a split needs two trajectories")
    size = _test_size(count, test_share)
    return [
        _fold(count, _shuffled(count, f"split/{seed}/{number}")[:size]) for number in range(repeats)
    ]


def _test_size(count: int, test_share: float) -> int:
    return min(max(round(count * test_share), 1), count - 1)


def _fold(count: int, test: Sequence[int]) -> Fold:
    held = frozenset(test)
    return Fold(tuple(k for k in range(count) if k not in held), tuple(sorted(held)))


def _shuffled(count: int, seed: str) -> list[int]:
    order = list(range(count))
    # A string seed does not depend on `hash`, so the order is the same in every process.
    Random(seed).shuffle(order)
    return order
