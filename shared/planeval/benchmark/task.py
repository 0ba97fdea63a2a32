"""What is to be learned: a domain of a suite with its trajectories, and lessons made of them.

What a learner gets to see of a domain: signatures, which are everything but preconditions and
effects, and trajectories through noise.

With the rate p, in every state and independently of all others, each true atom is dropped with
probability p; then as many atoms as were dropped are added, drawn without repetition and with equal
chances from the ground atoms that were false in the state: those of all predicates that are not
derived, over the objects of the trajectory and the constants, by their types. Where there are fewer
false atoms all of them are added. Actions are left as they are. So the number of true atoms stays
the same, and a state differs from the true one in 2 p of as many literals as it has true atoms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from random import Random
from typing import Final, NamedTuple

from plancore.formula.printing import head_text, type_text, typed_list
from plancore.model.domain import Domain
from plancore.model.formula import TRUE, TypedName
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.model.trajectory import Observation, Trajectory, typed_objects
from plancore.model.types import OBJECT
from plancore.patch.domain_text import domain_text
from plancore.simulate.atoms import Objects
from plancore.snapshot import FileSnapshot
from planeval.benchmark.observed import Making, observed
from planeval.learners.description import Lesson
from planeval.suite.entry import Exercise, SuiteEntry
from planfiles.errors import UserError

_CACHED: Final = 16


class LearningTask(NamedTuple):
    """A domain with its trajectories, and for each of these the problem that it is of, None where
    nobody knows. `signatures` is what learners of others are told of the domain, `declarations`
    what ours are."""

    reference: FileSnapshot
    domain: Domain
    trajectories: list[Trajectory]
    exercises: list[Exercise | None]
    signatures: str
    declarations: str

    @property
    def problems(self) -> list[Exercise]:
        """The problems that the trajectories are of, each once."""
        return _known(self.exercises)

    def held_out(self, fold: Fold) -> list[Exercise]:
        """Those of the trajectories that a fold keeps back."""
        return _known(self.exercises[number] for number in fold.test)

    def learned_from(self, fold: Fold) -> list[Exercise]:
        """Those of the trajectories that are learned from in a fold. Walks may share problems, so
        some may be kept back, too."""
        return _known(self.exercises[number] for number in fold.train)

    def lesson(self, fold: Fold, noise: float, seed: int) -> Lesson:
        """What is learned from in a fold. The noise in a trajectory is the same in every fold, and
        for every learner."""
        seen = [
            noisy(
                self.trajectories[k],
                self.domain,
                noise,
                Random(f"noise/{seed}/{self.domain.name}/{k}/{noise!r}"),
            )
            for k in fold.train
        ]
        problems = [
            problem_text(
                f"p{number}",
                self.domain,
                typed_objects(trajectory, self.domain),
                trajectory.observations[0].true,
            )
            for number, trajectory in enumerate(seen)
        ]
        return Lesson(seen, problems, noise, seed)


def _known(exercises: Iterable[Exercise | None]) -> list[Exercise]:
    return list(dict.fromkeys(exercise for exercise in exercises if exercise is not None))


@lru_cache(maxsize=_CACHED)
def task_of(entry: SuiteEntry, making: Making) -> LearningTask:
    """A domain of a suite with its trajectories. The last ones are kept: units of the same domain
    come to a process one after the other. Raises UserError."""
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
    and effects. What learners of classical models have no use for is left out: functions, axioms
    and derived predicates, costs."""
    return "\n".join(_domain_lines(domain)) + "\n"


def declarations_text(domain: Domain) -> str:
    """The domain without preconditions and effects, with all else that it declares: what it has
    besides, such as functions, belongs to its problems."""
    empty = (replace(each, precondition=TRUE, effect=TRUE) for each in domain.actions)
    return domain_text(replace(domain, actions=tuple(empty)))


def problem_text(
    name: str, domain: Domain, objects: Sequence[TypedName], initial: StateAtoms
) -> str:
    """A problem with the objects of a trajectory and its first state; any state is its goal."""
    lines = [f"(define (problem {name})", f" (:domain {domain.name})", " (:objects"]
    lines += [f"  {_typed(each)}" for each in objects]
    lines += [" )", " (:init"]
    lines += [f"  ({' '.join(atom)})" for atom in sorted(initial)]
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
    """Every type, also those that are named as supertypes only, behind those above it: the parser
    of AMLGym's SAM reads no others."""
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
    """`trajectory` as it is seen through noise of `rate`, from 0 to 1."""
    if not rate:
        return trajectory
    atoms = ground_atoms(trajectory, domain)
    seen = [
        Observation(_flipped(observation.true, atoms, rate, dice), observation.unknown)
        for observation in trajectory.observations
    ]
    return Trajectory(tuple(seen), trajectory.actions, trajectory.objects, trajectory.format)


def ground_atoms(trajectory: Trajectory, domain: Domain) -> list[GroundAtom]:
    """Every atom that could be true in a state of `trajectory`, sorted."""
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


# Which trajectories are learned from, and which are kept to measure on.


class Fold(NamedTuple):
    """Numbers of trajectories, from 0; none is in both. It is fold `number`, from 1."""

    train: tuple[int, ...]
    test: tuple[int, ...]
    number: int = 1


class SplitMethod(NamedTuple):
    """How trajectories are divided: `folds`-fold cross validation, or with a `test_share` as many
    random splits; or, where states to measure on come with the suite (`is_tested_apart`), so many
    random orders of all trajectories.

    With `sizes` each fold is learned from as many times: from its first trajectories, so many of
    them, and each time measured on the same. So the smaller sets are parts of the larger ones.
    """

    folds: int = 5
    test_share: float | None = None
    sizes: tuple[int, ...] = ()
    is_tested_apart: bool = False

    @property
    def n_lessons(self) -> int:
        """How many times a learner learns a domain."""
        return self.folds * max(len(self.sizes), 1)

    @property
    def n_needed(self) -> int:
        """The least number of trajectories of which every fold has as many to learn from as the
        largest of the sizes."""
        most = max(self.sizes, default=1)
        count = most if self.is_tested_apart else most + 1  # one at least is measured on
        while count - self._n_test(count) < most:
            count += 1
        return count

    def of(self, count: int, seed: int) -> list[Fold]:
        """The folds of `count` trajectories, each with all of its sizes. Raises ValueError where
        there are too few."""
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
        """Fold `number`, from 1, of that size, where sizes are given."""
        at = (number - 1) * max(len(self.sizes), 1)
        if self.sizes and size is not None:
            at += self.sizes.index(size)
        return self.of(count, seed)[at]

    def _n_test(self, count: int) -> int:
        """How many of the trajectories the largest fold holds out."""
        if self.is_tested_apart:
            return 0
        if self.test_share is None:
            return -(-count // self.folds)
        return _test_size(count, self.test_share)


def _mixed(fold: Fold, seed: int) -> tuple[int, ...]:
    """What is learned from in an order without meaning: that of the trajectories would make all
    folds learn from the same first ones."""
    order = list(fold.train)
    Random(f"sizes/{seed}/{fold.number}").shuffle(order)
    return tuple(order)


def cross_folds(count: int, folds: int, seed: int) -> list[Fold]:
    """`folds`-fold cross validation of `count` trajectories: each is measured on in exactly one
    fold. They are shuffled and dealt out one by one, so folds differ in size by one at most.

    Raises ValueError for fewer than two folds, or more folds than trajectories.
    """
    if not 2 <= folds <= count:
        trajectories = "trajectory" if count == 1 else "trajectories"
        raise ValueError(f"{count} {trajectories} cannot be split into {folds} folds")
    order = _shuffled(count, f"folds/{seed}")
    return [_fold(count, order[k::folds]) for k in range(folds)]


def random_splits(count: int, test_share: float, repeats: int, seed: int) -> list[Fold]:
    """`repeats` independent splits; `test_share`, rounded, of the trajectories are measured on, at
    least one, and at least one is learned from. Raises ValueError for fewer than two."""
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
    # A text as seed is hashed by its letters, so the order is the same in every process.
    Random(seed).shuffle(order)
    return order
