"""Pass at k: the chance that one of k answers to an instance is right.

**Input**: the runs of an experiment, several for each instance.

**Formula**: of an instance with n answers, c of them successful, *pass_at_k* is the chance that at
least one of k answers drawn without replacement is successful, 1 − C(n−c, k)/C(n, k); the score is
the mean over instances. With n = 4 and c = 1, pass_at_1 is 1/4 and pass_at_2 is 1/2. *pass_at_1* is
the mean success rate, *pass_at_all* the share of instances with any successful answer among all of
theirs.

**Range**: [0, 1], higher is better.

**Edge cases**: instances with fewer than k answers count as undefined for that k. Answers in words
that cannot be read and incomplete runs do not count. Undefined if every instance has one answer
only: then it is the accuracy. *n_answers* counts the answers of all instances.

**Source**: Chen et al. (2021), Evaluating large language models trained on code, arXiv:2107.03374,
whose estimator it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

from plancore.metrics.base import Figure, Metric, RunSet
from plancore.metrics.support.confusion import Mean, mean

_SHOWN: Final = (1, 2, 5, 10)


@dataclass(frozen=True, slots=True)
class PassAtK:
    """The number of answers of each instance, and of the successful ones."""

    counts: tuple[tuple[int, int], ...]

    def at(self, k: int) -> Mean:
        """The mean over instances with at least k answers."""
        return mean(
            1 - Fraction(comb(n - c, k), comb(n, k)) if n >= k else None for n, c in self.counts
        )

    @property
    def at_all(self) -> Mean:
        """The share of instances with a successful answer."""
        return mean(Fraction(c > 0) for _, c in self.counts)


def measure(case: RunSet) -> PassAtK | None:
    """Count the answers of each instance; None if none has several."""
    counts = tuple((len(runs), sum(run.is_success for run in runs)) for runs in case.samples)
    return PassAtK(counts) if any(n > 1 for n, _ in counts) else None


def _figure(k: int) -> Figure[PassAtK]:
    return Figure(f"pass_at_{k}", f"pass@{k}", lambda found: found.at(k))


METRIC: Final = Metric(
    "pass-at-k",
    __doc__,
    measure,
    (
        Figure[PassAtK]("n_answers", "answers", lambda found: sum(n for n, _ in found.counts)),
        *map(_figure, _SHOWN),
        Figure[PassAtK]("pass_at_all", "pass@all", lambda found: found.at_all),
    ),
)
