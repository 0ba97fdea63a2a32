"""The planner of a benchmark, and the scores of a learned domain and of its attempts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from plancore.codec.base import Codec, RenamingCodec
from plancore.jsonable import Json
from plancore.metrics import plan_precision, problem_solving
from plancore.metrics.attempts import Known, Solving, SolvingSet
from plancore.metrics.base import DomainCase, Figure, Metric, plain
from plancore.metrics.base import Value as Measured
from plancore.metrics.registry import domains, literals
from plancore.metrics.registry.solving import METRICS
from plancore.metrics.support.confusion import Mean, Ratio
from plancore.model.trajectory import Trajectory
from plancore.report.benchmark.review import Tried, Value
from plancore.report.domain.review import review_domains
from plancore.report.evaluation.actions import ActionScores, scores_of_actions
from plancore.report.evaluation.review import evaluate
from plancore.simulate.trace import Verdict
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER, Checkpoint
from plancore.vectors.sample import StateSample
from planeval.domain.states import samples_of_trajectories
from planeval.planners.description import Ready
from planfiles.mappings import MappingFiles, compare_options


class Solver(NamedTuple):
    """A planner, with its limits per problem in seconds and bytes."""

    planner: Ready
    time: float
    memory: int

    def data(self) -> Json:
        """The solver as JSON, for the arguments of a unit."""
        return {"planner": self.planner.data(), "time": self.time, "memory": self.memory}


_IN_WORDS: Final = ("domain_equivalence_class",)
"""Scores that are not numbers, so folds have no mean."""


def figures_of_solving(
    solvings: Sequence[Solving], solver: Solver, *, with_references: bool
) -> dict[str, Value]:
    """The scores of `planeval solve` for the problems of one learned domain, without those that
    need attempts with the reference unless `with_references`. Without problems all are
    undefined."""
    metrics: Sequence[Metric[SolvingSet, Any]] = METRICS
    if not with_references:
        metrics = (problem_solving.METRIC, plan_precision.METRIC)
    if not solvings:
        names = (figure.name for metric in metrics for figure in metric.figures)
        return {name: Value(None) for name in names if name not in _IN_WORDS}
    case = SolvingSet(tuple(solvings), Known.by(solvings), solver.time)
    return {
        name: value_of(value)
        for metric in metrics
        for name, value in metric.values(metric.measure(case)).items()
        if name not in _IN_WORDS
    }


def tried_with(solving: Solving, *, learned_from: bool = False) -> Tried:
    """The outcome of a problem that was attempted with the learned domain; `learned_from` is as in
    `Tried`."""
    attempt, reference = solving.learned, solving.reference
    assert attempt is not None
    seen = None if reference is None else reference.in_learned
    if seen is not None and seen.verdict is Verdict.UNDECIDED:
        seen = None
    return Tried(
        problem=attempt.problem,
        outcome=attempt.attempt_class.value,
        reason=attempt.reason,
        steps=None if attempt.plan is None else len(attempt.plan),
        cost=None if attempt.cost is None else float(attempt.cost),
        wall=attempt.wall,
        cpu=attempt.cpu,
        with_reference=None if reference is None else reference.attempt_class.value,
        accepted=None if seen is None else seen.verdict is Verdict.VALID,
        learned_from=learned_from,
    )


# The scores of one learned domain, on held-out trajectories.

_NOT_ASKED: Final = ("optimal_", "proved_")
_OF_AMLGYM: Final = "amlgym_"


def _names() -> tuple[str, ...]:
    """The figures of all metrics of domains, except those with a time limit."""
    figures: list[Figure[Any]] = [
        figure for metric in (*literals.METRICS, *domains.METRICS) for figure in metric.figures
    ]
    names = (figure.name for figure in figures if not figure.name.startswith(_NOT_ASKED))
    return tuple(dict.fromkeys(names))


NAMES: Final = _names()


def figures_of(
    learned: FileSnapshot,
    reference: FileSnapshot,
    test: Sequence[Trajectory],
    *,
    aligned: bool = False,
    codec: Codec | None = None,
    states: Sequence[StateSample] = (),
    like_amlgym: bool = False,
    checkpoint: Checkpoint = NEVER,
) -> tuple[dict[str, Value], ActionScores]:
    """All scores by name, and the scores of each action; an undefined one has no value. Predictive
    power is measured on the states of the `test` trajectories and on `states`.

    If `aligned`, a name mapping is searched, and literal scores are under that mapping. States are
    translated by `codec`, or else by the name mapping if it is a renaming.
    """
    ours, theirs = learned.domain, reference.domain
    assert ours is not None
    assert theirs is not None
    compared, _ = compare_options(ours, theirs, MappingFiles(), aligned, checkpoint)
    review = review_domains(learned, reference, options=compared)
    names = review.diff.correspondence
    can_execute = codec is not None or names.is_renaming
    if codec is None and not names.is_identity:
        codec = RenamingCodec(names)
    case = DomainCase(
        diff=review.diff,
        codec=codec,
        samples=[*samples_of_trajectories(test, theirs), *states] if can_execute else (),
        trajectories=test if can_execute else (),
        like_amlgym=like_amlgym,
        checkpoint=checkpoint,
    )
    evaluation = evaluate(review, case)
    found = evaluation.figures()
    asked = (name for name in NAMES if like_amlgym or not name.startswith(_OF_AMLGYM))
    return {name: value_of(found.get(name)) for name in asked}, scores_of_actions(evaluation)


def value_of(measured: Measured) -> Value:
    """A score with its counts, as JSON numbers."""
    number = plain(measured)
    value = float(number) if isinstance(number, bool | int | float) else None
    match measured:
        case Ratio(_, numerator, denominator):
            return Value(value, {"numerator": float(numerator), "denominator": float(denominator)})
        case Mean():
            return Value(value, {"defined": measured.n_defined, "undefined": measured.n_undefined})
        case _:
            return Value(value)
