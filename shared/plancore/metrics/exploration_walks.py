"""Exploration walks: how many random walks in one domain can be executed in the other.

**Input**: a learned domain, its reference, a problem and the number and length of the walks.

**Formula**: for walks from the initial state, each action drawn evenly among the applicable ones,
the share of the lengths 1 … T up to which a walk can be executed in the other domain, averaged over
walks. A walk of 4 actions whose third fails has 2/4. *walks_in_learned* is the score of walks of
the reference in the learned domain, *walks_in_reference* that of walks of the learned domain in the
reference; *exploration_walks* is their harmonic mean.

**Range**: [0, 1], higher is better.

**Edge cases**: T is the length that is asked for, or where a walk ends earlier, as no action is
applicable, the length of the walk. Walks without an action are left out. If one of the scores is 0,
so is the harmonic mean. Undefined if no action is applicable initially in either domain, and for
actions that cannot be simulated one at a time.

**Source**: the exploration walk score of Mahdavi et al. (2024), Leveraging environment interaction
for automated PDDL translation and planning with large language models, NeurIPS.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

from plancore.codec.plans import UnencodableError, decoded_actions, encoded, encoded_problem
from plancore.jsonable import Json
from plancore.metrics.base import DomainCase, Figure, Group, Metric, Need
from plancore.metrics.support.confusion import Mean, as_float, mean
from plancore.model.plan import GroundAction, GroundAtom, Plan, Step
from plancore.simulate.atoms import UndecidedError
from plancore.simulate.successor import Play, Walker
from plancore.simulate.task import Task
from plancore.stop import staged


@dataclass(frozen=True, slots=True)
class ExplorationWalks:
    """Both scores, each a mean over walks with at least one action."""

    in_learned: Mean
    in_reference: Mean

    @property
    def harmonic_mean(self) -> Fraction | None:
        """The harmonic mean of both scores; 0 if one of them is."""
        scores = (self.in_learned.value, self.in_reference.value)
        if 0 in scores:
            return Fraction(0)
        one, other = scores
        return None if one is None or other is None else 2 * one * other / (one + other)


def _of_case(case: DomainCase) -> ExplorationWalks | None:
    assert case.problem is not None, "walks need a problem"
    try:
        return ExplorationWalks(mean(_of_reference(case)), mean(_of_learned(case)))
    except (UndecidedError, UnencodableError):
        return None


def _of_reference(case: DomainCase) -> Iterator[Fraction]:
    """Execute walks in the reference in the learned domain: the applicable share of each."""
    assert case.problem is not None
    for actions in _walks(case, Task(case.reference, case.problem)):
        if case.codec is None:
            yield _executed(Task(case.learned, case.problem), [(each,) for each in actions])
        else:
            plan = Plan(tuple(Step((GroundAction(action),)) for action in actions))
            task, own = encoded(case.learned, case.reference, case.problem, plan, case.codec)
            yield _executed(task, [(step.action.key,) for step in own.steps])


def _of_learned(case: DomainCase) -> Iterator[Fraction]:
    """Execute walks in the learned domain in the reference: the applicable share of each."""
    assert case.problem is not None
    problem = case.problem
    if case.codec is not None:
        problem = encoded_problem(case.learned, case.reference, problem, case.codec)
    for actions in _walks(case, Task(case.learned, problem)):
        steps: list[tuple[GroundAtom, ...]] = [(action,) for action in actions]
        if case.codec is not None:
            steps = [decoded_actions(case.codec, action) for action in actions]
        yield _executed(Task(case.reference, case.problem), steps)


def _walks(case: DomainCase, task: Task) -> Iterator[list[GroundAtom]]:
    """The actions of each walk that is not empty; the same seed gives the same walks."""
    checkpoint = staged("exploration walks", case.checkpoint)
    dice = Random(case.seed)
    walker = Walker(task)
    for _ in range(case.n_walks):
        walk = walker.walk(case.walk_length, dice, checkpoint)
        if walk.actions:
            yield list(walk.actions)


def _executed(task: Task, walk: Sequence[tuple[GroundAtom, ...]]) -> Fraction:
    """The share of a walk before the first action that is inapplicable. An action may be several
    steps."""
    play = Play(task)
    n_done = next(
        (
            at
            for at, steps in enumerate(walk)
            if not all(play.take(GroundAction(step)) for step in steps)
        ),
        len(walk),
    )
    return Fraction(n_done, len(walk))


def _data(walks: ExplorationWalks) -> Json:
    return {
        "in_learned": walks.in_learned.to_dict(),
        "in_reference": walks.in_reference.to_dict(),
        "harmonic_mean": as_float(walks.harmonic_mean),
    }


METRIC: Final = Metric(
    "exploration-walks",
    __doc__,
    _of_case,
    (
        Figure[ExplorationWalks](
            "walks_in_learned", "walks in learned", lambda walks: walks.in_learned
        ),
        Figure[ExplorationWalks](
            "walks_in_reference", "walks in reference", lambda walks: walks.in_reference
        ),
        Figure[ExplorationWalks](
            "exploration_walks", "exploration walks", lambda walks: walks.harmonic_mean
        ),
    ),
    frozenset((Need.WALKS,)),
    group=Group.STATES,
    data=_data,
)
