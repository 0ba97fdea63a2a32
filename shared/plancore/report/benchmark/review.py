"""The results of a benchmark: the scores of each learner on each fold, and statistics on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, combinations, product
from math import fsum, sqrt
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

from plancore.jsonable import Json
from plancore.metrics.attempts import AttemptClass

SOLVED: Final = AttemptClass.SOLVED.value
NO_RESULT: Final = AttemptClass.NO_RESULT.value
LEARNED: Final = "learned"
"""The outcome of an attempt with scores."""
LOST: Final = "lost"
"""The outcome if the attempt says nothing about the learner: its process was killed, or the machine
lacked a file, a program or space."""
ERRORS: Final = "errors"
"""The score that counts the errors of the learned domain itself: undeclared names, wrong numbers of
arguments. Its other scores cover what could be read."""


class Value(NamedTuple):
    """A score; None if undefined. `counts` are the counts it was computed from."""

    value: int | float | None
    counts: Mapping[str, int | float] = {}


class Tried(NamedTuple):
    """A held-out problem to be solved with the learned domain.

    `outcome` is its class, as in `planeval solve`, and `reason` explains why there is no valid
    plan. `steps` and `cost` are of the plan, executed in the reference; `wall` and `cpu` are
    seconds of the planner. `with_reference` is the class of the attempt with the reference, and
    `accepted` whether the learned domain accepts that attempt's plan; None if unknown.
    `learned_from` means that another trajectory of the problem was learned from, so the problem was
    not really held out.
    """

    problem: str
    outcome: str
    reason: str | None = None
    steps: int | None = None
    cost: float | None = None
    wall: float | None = None
    cpu: float | None = None
    with_reference: str | None = None
    accepted: bool | None = None
    learned_from: bool = False

    @property
    def is_solved(self) -> bool:
        """Whether there is a valid plan."""
        return self.outcome == SOLVED


@dataclass(frozen=True, slots=True)
class BenchmarkAttempt:
    """One learner on one fold of one domain; folds are numbered from 1. `outcome` is `learned`, or
    why there are no scores, with a `reason`; costs are recorded in either case."""

    learner: str
    domain: str
    noise: float
    fold: int
    outcome: str
    reason: str | None
    values: Mapping[str, Value]
    learned: str | None = None
    """The text of the learned domain."""
    errors: tuple[str, ...] = ()
    """The first of its errors, each with its line number."""
    codec: str | None = None
    """The text of the learner's codec for states, if it has one."""
    remark: str | None = None
    """Unusable output of the learner, besides its domain."""
    tried: tuple[Tried, ...] = ()
    """The problems to be solved with the learned domain."""
    trajectories: int | None = None
    """How many were learned from; None where nobody knows."""
    actions: Mapping[str, Mapping[str, float | None]] = field(default_factory=dict)
    """The figures of each action, as `planeval domain` has them."""

    @property
    def readable(self) -> float | None:
        """1 where there is a learned domain without syntax errors, else 0; None where it was lost.
        The mean of it is a share."""
        return None if self.is_lost else float(self.has_learned)

    @property
    def has_learned(self) -> bool:
        """Whether there is a learned domain."""
        return self.outcome == LEARNED

    @property
    def is_lost(self) -> bool:
        """Whether the attempt says nothing about the learner."""
        return self.outcome == LOST


@dataclass(frozen=True, slots=True)
class Planned:
    """A problem whose plan a trajectory follows.

    `outcome` is the class of the attempt, as in `planeval solve`, or `given` if the plan was in a
    file next to the problem; `planner` is then `given`, too. `reason` explains why there is no
    trajectory. `steps` and `wall` (seconds) are those of the planner.
    """

    domain: str
    problem: str
    planner: str
    outcome: str
    reason: str | None = None
    steps: int | None = None
    wall: float | None = None


@dataclass(frozen=True, slots=True)
class LearnerInfo:
    """A learner with its version, and a caveat on its scores."""

    name: str
    version: str
    remark: str = ""


class Deviation(NamedTuple):
    """The mean of a score over folds, with the sample standard deviation (n - 1), None for fewer
    than two values. `undefined` folds were learned but have no value, `failed` ones were not
    learned; lost folds are in neither."""

    mean: float | None
    deviation: float | None
    least: float | None
    greatest: float | None
    n: int
    undefined: int
    failed: int

    @property
    def at_least(self) -> float | None:
        """The mean with 0 for each attempt without a value; None without attempts."""
        whole = self.n + self.undefined + self.failed
        return (self.mean or 0.0) * self.n / whole if whole else None


@dataclass(frozen=True, slots=True)
class Benchmark:
    """All attempts with their settings.

    `settings` and `limits` have all that is needed to repeat the benchmark, as mappings where
    domains differ; times are in seconds, memory in bytes. `machine` is the one the command ran on,
    `program` the version of planlsp.
    """

    kind: ClassVar[str] = "benchmark"

    learners: tuple[LearnerInfo, ...]
    domains: tuple[str, ...]
    noises: tuple[float, ...]
    attempts: tuple[BenchmarkAttempt, ...]
    settings: Json = field(default_factory=dict)
    planned: tuple[Planned, ...] = ()
    """The problems whose plans the trajectories follow, if any."""
    limits: Mapping[str, Any] = field(default_factory=dict)
    machine: Mapping[str, object] = field(default_factory=dict)
    program: str = ""
    sizes: tuple[int, ...] = ()
    """The numbers of trajectories if each fold was learned from several of them; otherwise
    empty."""

    @property
    def largest(self) -> int | None:
        """The largest of these numbers, which tables are about."""
        return max(self.sizes, default=None)

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of all scores, in order of first occurrence."""
        return tuple(dict.fromkeys(name for each in self.attempts for name in each.values))

    @property
    def failures(self) -> list[BenchmarkAttempt]:
        """The attempts without a learned domain."""
        return [each for each in self.attempts if not each.has_learned]

    @property
    def with_errors(self) -> list[BenchmarkAttempt]:
        """The attempts whose learned domain has errors of its own."""
        return [each for each in self.attempts if each.errors]

    @property
    def with_remarks(self) -> list[BenchmarkAttempt]:
        """The attempts with unusable output of the learner."""
        return [each for each in self.attempts if each.remark is not None]

    @property
    def without_trajectory(self) -> list[Planned]:
        """The problems without a trajectory: they have no plan, or an empty one."""
        return [each for each in self.planned if each.reason is not None]

    @property
    def tried(self) -> list[Tried]:
        """The problems to be solved with learned domains, of all attempts."""
        return [tried for each in self.attempts for tried in each.tried]

    @property
    def n_without_result(self) -> int:
        """The number of attempts to solve a problem with a learned domain that have no result."""
        return sum(tried.outcome == NO_RESULT for tried in self.tried)

    @property
    def n_references_without_result(self) -> int:
        """The number of problems whose attempt with the reference has no result."""
        lacking = (
            (each.domain, tried.problem)
            for each in self.attempts
            for tried in each.tried
            if tried.with_reference == NO_RESULT
        )
        return len(set(lacking))

    @property
    def status(self) -> int:
        """The exit status: 1 if a fold was not learned or is lost, a problem has no trajectory, or
        an attempt to solve one has no result; otherwise 0."""
        without = self.n_without_result or self.n_references_without_result
        return 1 if self.failures or self.without_trajectory or without else 0

    def of(
        self, learner: str, noise: float, domain: str | None = None, trajectories: int | None = None
    ) -> list[BenchmarkAttempt]:
        """The attempts of a learner with that noise, in one domain or in all; if there are several
        sizes, with that number of `trajectories`, by default the largest."""
        size = trajectories if trajectories is not None else self.largest
        return [
            each
            for each in self.attempts
            if each.learner == learner
            and each.noise == noise
            and (domain is None or each.domain == domain)
            and (size is None or each.trajectories == size)
        ]


def spread(attempts: Iterable[BenchmarkAttempt], metric: str) -> Deviation:
    """Statistics of a score over attempts."""
    values: list[float] = []
    undefined = failed = 0
    for attempt in attempts:
        entry = attempt.values.get(metric)
        if entry is not None and entry.value is not None:
            values.append(entry.value)
        elif attempt.has_learned:
            undefined += 1
        elif not attempt.is_lost:
            failed += 1
    if not values:
        return Deviation(None, None, None, None, 0, undefined, failed)
    mean = _mean(values)
    deviation = None
    if len(values) > 1:
        total = sum((value - mean) ** 2 for value in values)
        deviation = sqrt(total / (len(values) - 1))
    return Deviation(mean, deviation, min(values), max(values), len(values), undefined, failed)


def _mean(values: Sequence[float]) -> float:
    # Exact, so that the mean of equal values is that value, and independent of their order.
    return float(sum(map(Fraction, values), Fraction(0)) / len(values))


_RESAMPLES: Final = 1_000
_EXACT: Final = 12
"""The maximum number of domains for an exact permutation test."""


def interval(attempts: Iterable[BenchmarkAttempt], metric: str) -> tuple[float, float] | None:
    """The 95 % confidence interval of the mean over domains: percentiles of 1,000 bootstrap samples
    of the domains with a fixed seed (Efron 1979). Folds of a domain are not independent, so their
    means are sampled. None for fewer than two domains."""
    return _bounds(list(_by_domain(attempts, metric).values()))


class Comparison(NamedTuple):
    """Two learners compared on a score, over the `n_domains` in which both have a value.

    `difference` is the mean difference of their means, with its 95 % confidence interval. `p` is
    from a two-sided paired permutation test, which exchanges the two learners within domains: exact
    for up to 12 domains, otherwise with 10,000 random permutations.
    """

    learner: str
    other: str
    noise: float
    metric: str
    n_domains: int
    difference: float
    low: float | None
    high: float | None
    p: float


def comparisons(benchmark: Benchmark, metric: str) -> Iterator[Comparison]:
    """Each pair of learners, for each noise rate, with at least two domains in common."""
    for noise in benchmark.noises:
        means = {
            learner.name: _by_domain(benchmark.of(learner.name, noise), metric)
            for learner in benchmark.learners
        }
        for one, other in combinations(means, 2):
            common = [domain for domain in means[one] if domain in means[other]]
            if len(common) < 2:
                continue
            apart = [means[one][domain] - means[other][domain] for domain in common]
            low, high = _bounds(apart) or (None, None)
            yield Comparison(
                one, other, noise, metric, len(common), _mean(apart), low, high, _chance(apart)
            )


def _by_domain(attempts: Iterable[BenchmarkAttempt], metric: str) -> dict[str, float]:
    values: dict[str, list[float]] = {}
    for attempt in attempts:
        entry = attempt.values.get(metric)
        if entry is not None and entry.value is not None:
            values.setdefault(attempt.domain, []).append(entry.value)
    return {domain: _mean(each) for domain, each in values.items()}


def _bounds(values: Sequence[float]) -> tuple[float, float] | None:
    if len(values) < 2:
        return None
    if len(set(values)) == 1:
        return values[0], values[0]
    dice = Random(0)
    n = len(values)
    means = sorted(fsum(dice.choices(values, k=n)) / n for _ in range(_RESAMPLES))
    cut = _RESAMPLES // 40
    return means[cut - 1], means[-cut]


def _chance(apart: Sequence[float]) -> float:
    """The share of sign vectors for which the sum of differences is at least as far from 0."""
    far = abs(fsum(apart)) - 1e-12
    if len(apart) <= _EXACT:
        ways: Iterable[Sequence[int]] = product((1, -1), repeat=len(apart))
        n = 1 << len(apart)
    else:
        dice = Random(0)
        n = 10_000
        # The observed signs are one of them.
        ways = chain(
            [[1] * len(apart)], (dice.choices((1, -1), k=len(apart)) for _ in range(n - 1))
        )
    n_as_far = 0
    for way in ways:
        n_as_far += abs(fsum(value * sign for value, sign in zip(apart, way, strict=True))) >= far
    return n_as_far / n


class Cell(NamedTuple):
    """A group of attempts to summarise: a learner with a noise rate in one domain or in all, and
    with a number of trajectories if there are several."""

    learner: str
    noise: float
    domain: str | None
    trajectories: int | None
    attempts: list[BenchmarkAttempt]


def cells(benchmark: Benchmark) -> Iterator[Cell]:
    """Each learner with each noise rate and number of trajectories, in each domain, then in all."""
    sizes: tuple[int | None, ...] = benchmark.sizes or (None,)
    for noise, learner, size in product(benchmark.noises, benchmark.learners, sizes):
        whole = benchmark.of(learner.name, noise, trajectories=size)
        for domain in benchmark.domains:
            here = [each for each in whole if each.domain == domain]
            if here:
                yield Cell(learner.name, noise, domain, size, here)
        if whole:
            yield Cell(learner.name, noise, None, size, whole)
