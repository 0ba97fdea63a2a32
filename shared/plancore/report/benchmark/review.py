"""The results of a benchmark: what each learner came to on each fold, and what that comes to."""

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
"""The outcome of an attempt that there are figures of."""
LOST: Final = "lost"
"""The outcome where nobody knows what the learner would have done: its process was killed, or the
machine lacked a file, a program or room."""
ERRORS: Final = "errors"
"""The figure that says how many errors the learned domain has of its own: names that it does not
declare, wrong numbers of arguments. Its other figures are of what is there all the same."""


class Value(NamedTuple):
    """A figure: None where it is undefined. `counts` are what it was made of."""

    value: int | float | None
    counts: Mapping[str, int | float] = {}


class Tried(NamedTuple):
    """A problem kept back that was to be solved with what was learned. `outcome` is its class, as
    `planeval solve` has it, and `reason` says why there is no valid plan; `steps` and `cost` are of
    a plan, in the reference, `wall` and `cpu` seconds of the planner. `with_reference` is the class
    of its attempt with the reference, `accepted` whether the learned domain takes the plan of that
    one for valid; None where nobody knows. `learned_from` says whether a trajectory of the same
    problem was learned from, so that it was not kept back as such."""

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
    why there are no figures, with a `reason`; costs are there all the same."""

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
    """The first of its errors, each with its line."""
    codec: str | None = None
    """The text of the file that says how states are put into its words, where it has one."""
    remark: str | None = None
    """What the learner has written beside its domain that cannot be used."""
    tried: tuple[Tried, ...] = ()
    """The problems that were to be solved with it."""
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
        """Whether it says nothing of the learner."""
        return self.outcome == LOST


@dataclass(frozen=True, slots=True)
class Planned:
    """A problem whose plan was to be followed. `outcome` is the class of the attempt, as `planeval
    solve` has it, or `given` where its plan stood beside it, which `planner` says then, too.
    `reason` says why there is no trajectory; `steps` and the seconds `wall` are of what a planner
    has found, or tried."""

    domain: str
    problem: str
    planner: str
    outcome: str
    reason: str | None = None
    steps: int | None = None
    wall: float | None = None


@dataclass(frozen=True, slots=True)
class LearnerInfo:
    """A learner with its version, and what is to be known of its figures."""

    name: str
    version: str
    remark: str = ""


class Deviation(NamedTuple):
    """The mean of a figure over folds, with the deviation of a sample (n - 1), which fewer than two
    values do not have. `undefined` folds were learned and have no value, `failed` ones were not;
    those that were lost are neither."""

    mean: float | None
    deviation: float | None
    least: float | None
    greatest: float | None
    n: int
    undefined: int
    failed: int

    @property
    def at_least(self) -> float | None:
        """The mean with 0 for each attempt without a value; None without any attempt."""
        whole = self.n + self.undefined + self.failed
        return (self.mean or 0.0) * self.n / whole if whole else None


@dataclass(frozen=True, slots=True)
class Benchmark:
    """All attempts, and what they were made with. `settings` and `limits` are everything that a
    repetition has to know, a mapping where domains differ; times in seconds, memory in bytes.
    `machine` is the one that the command ran on, `program` the version of planlsp."""

    kind: ClassVar[str] = "benchmark"

    learners: tuple[LearnerInfo, ...]
    domains: tuple[str, ...]
    noises: tuple[float, ...]
    attempts: tuple[BenchmarkAttempt, ...]
    settings: Json = field(default_factory=dict)
    planned: tuple[Planned, ...] = ()
    """Where plans were followed, the problems that they are of."""
    limits: Mapping[str, Any] = field(default_factory=dict)
    machine: Mapping[str, object] = field(default_factory=dict)
    program: str = ""
    sizes: tuple[int, ...] = ()
    """The numbers of trajectories, where each fold was learned from several; else none."""

    @property
    def largest(self) -> int | None:
        """The largest of these numbers: tables are of the attempts with so many."""
        return max(self.sizes, default=None)

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of all figures, in the order of the first attempt that has them."""
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
        """The attempts of which something that the learner has written cannot be used."""
        return [each for each in self.attempts if each.remark is not None]

    @property
    def without_trajectory(self) -> list[Planned]:
        """The problems that there is no trajectory of, as there is no plan, or none with a step."""
        return [each for each in self.planned if each.reason is not None]

    @property
    def tried(self) -> list[Tried]:
        """The problems that were to be solved with what was learned, of all attempts."""
        return [tried for each in self.attempts for tried in each.tried]

    @property
    def n_without_result(self) -> int:
        """How many attempts to solve a problem with what was learned came to nothing themselves."""
        return sum(tried.outcome == NO_RESULT for tried in self.tried)

    @property
    def n_references_without_result(self) -> int:
        """Of how many problems the attempt with the reference came to nothing itself."""
        lacking = (
            (each.domain, tried.problem)
            for each in self.attempts
            for tried in each.tried
            if tried.with_reference == NO_RESULT
        )
        return len(set(lacking))

    @property
    def status(self) -> int:
        """0; 1 when some fold was not learned or is lost, some problem has no plan to be learned
        from, or nobody knows what would have become of it with what was learned, or the
        reference."""
        without = self.n_without_result or self.n_references_without_result
        return 1 if self.failures or self.without_trajectory or without else 0

    def of(
        self,
        learner: str,
        noise: float,
        domain: str | None = None,
        trajectories: int | None = None,
    ) -> list[BenchmarkAttempt]:
        """The attempts of a learner with that noise, in one domain or in all, where sizes are
        given with so many trajectories or as many as there are."""
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
    """How a figure is spread over attempts."""
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
    # Exactly, so that the mean of equal values is that value, and does not depend on their order.
    return float(sum(map(Fraction, values), Fraction(0)) / len(values))


_RESAMPLES: Final = 1_000
_EXACT: Final = 12
"""For so many domains all ways to exchange two learners are tried."""


def interval(attempts: Iterable[BenchmarkAttempt], metric: str) -> tuple[float, float] | None:
    """Where the mean over domains lies with a confidence of 95 %: the percentiles of 1,000 samples
    of as many domains, drawn with replacement and always the same (Efron 1979). Folds of a domain
    are not independent, so their mean is what is drawn. None for fewer than two domains."""
    return _bounds(list(_by_domain(attempts, metric).values()))


class Comparison(NamedTuple):
    """Two learners on a figure, over the `n_domains` in which both have a value: the mean of the
    `difference` of their means, its interval of 95 %, and `p`, the share of the ways to exchange
    the two within domains whose difference is as large: a paired permutation test, two-sided, exact
    for up to 12 domains, else with 10,000 random ways."""

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
    """Each two learners, with each noise, where they have at least two domains in common."""
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
    """The share of the signs of the differences whose sum is at least as far from 0."""
    far = abs(fsum(apart)) - 1e-12
    if len(apart) <= _EXACT:
        ways: Iterable[Sequence[int]] = product((1, -1), repeat=len(apart))
        n = 1 << len(apart)
    else:
        dice = Random(0)
        n = 10_000
        # The way that was observed is one of them.
        ways = chain(
            [[1] * len(apart)], (dice.choices((1, -1), k=len(apart)) for _ in range(n - 1))
        )
    n_as_far = 0
    for way in ways:
        n_as_far += abs(fsum(value * sign for value, sign in zip(apart, way, strict=True))) >= far
    return n_as_far / n


class Cell(NamedTuple):
    """A group of attempts that is summed up: a learner with a noise in a domain, or in all, and
    with a number of trajectories where several are given."""

    learner: str
    noise: float
    domain: str | None
    trajectories: int | None
    attempts: list[BenchmarkAttempt]


def cells(benchmark: Benchmark) -> Iterator[Cell]:
    """Each learner with each noise and number of trajectories in each domain, then in all."""
    sizes: tuple[int | None, ...] = benchmark.sizes or (None,)
    for noise, learner, size in product(benchmark.noises, benchmark.learners, sizes):
        whole = benchmark.of(learner.name, noise, trajectories=size)
        for domain in benchmark.domains:
            here = [each for each in whole if each.domain == domain]
            if here:
                yield Cell(learner.name, noise, domain, size, here)
        if whole:
            yield Cell(learner.name, noise, None, size, whole)
