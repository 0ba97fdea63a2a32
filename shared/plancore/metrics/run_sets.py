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
    """The runs that are complete, each for one instance of a task; all incremental, or none.
    Besides them there are `n_unread` whose answers could not be read. `samples` are all runs of
    each instance that could be read, among them the one that counts elsewhere."""

    runs: tuple[RunFacts, ...]
    n_unread: int = 0
    samples: tuple[tuple[RunFacts, ...], ...] = ()

    @property
    def given(self) -> frozenset[Need]:
        """Nothing besides the runs."""
        return frozenset()

    def instances(self, of: Callable[[RunFacts], bool]) -> tuple[str, ...]:
        """The names of the instances whose run is so, numbers in their order."""
        names = [run.instance for run in self.runs if of(run)]
        return tuple(sorted(names, key=in_order))


def in_order(name: str) -> tuple[bool, int, str]:
    """What names are sorted by: numbers first, in their order, then the others."""
    is_number = name.isdecimal() and name.isascii() and len(name) < 100
    return not is_number, int(name) if is_number else 0, name


def mean_of(numbers: Sequence[int | None]) -> Mean:
    """Their mean, as far as they are defined; undefined without any."""
    return mean(None if number is None else Fraction(number) for number in numbers)
