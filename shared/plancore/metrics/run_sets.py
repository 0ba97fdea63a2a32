"""The cases of run metrics: the runs of one experiment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from plancore.metrics.base import Need
from plancore.metrics.support.confusion import Mean, mean
from plancore.runs import RunFacts


@dataclass(frozen=True, slots=True)
class RunSet:
    """The complete runs of an experiment, one per instance; all incremental, or none.

    The answers of `n_unread` other runs could not be read. `samples` are all readable runs of each
    instance, including the one in `runs`."""

    runs: tuple[RunFacts, ...]
    n_unread: int = 0
    samples: tuple[tuple[RunFacts, ...], ...] = ()

    @property
    def given(self) -> frozenset[Need]:
        """No needs beyond the runs."""
        return frozenset()

    def instances(self, of: Callable[[RunFacts], bool]) -> tuple[str, ...]:
        """The sorted names of the instances whose run satisfies `of`."""
        names = [run.instance for run in self.runs if of(run)]
        return tuple(sorted(names, key=in_order))


def in_order(name: str) -> tuple[bool, int, str]:
    """Sort key of names: numbers first, by value, then the others."""
    is_number = name.isdecimal() and name.isascii() and len(name) < 100
    return not is_number, int(name) if is_number else 0, name


def mean_of(numbers: Sequence[int | None]) -> Mean:
    """The mean of the defined numbers; undefined without any."""
    return mean(None if number is None else Fraction(number) for number in numbers)
