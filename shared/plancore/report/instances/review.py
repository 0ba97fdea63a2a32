"""The instances of domains, with the least, the greatest and the mean of what is counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

from plancore.metrics.support.confusion import mean
from plancore.runs.facts import InstanceSize


class Instance(NamedTuple):
    """An instance by its name, with its file; one that is `few_shot` was shown to a model, and is
    in no mean. `size` is None, and in no mean either, where the problem or its domain has errors:
    then `reason` says so. Else `reason` says why its plan is not known, where several may be."""

    name: str
    file: str
    size: InstanceSize | None
    is_few_shot: bool = False
    reason: str = ""


class Spread(NamedTuple):
    """The least, the greatest and the mean of a count over the instances where it is defined; None
    where it is defined nowhere."""

    least: int | None
    greatest: int | None
    mean: Fraction | None


@dataclass(frozen=True, slots=True)
class DomainInstances:
    """The instances of one domain, in order."""

    name: str
    instances: tuple[Instance, ...]

    @property
    def counted(self) -> Sequence[Instance]:
        """The instances that statistics are made of."""
        return [each for each in self.instances if not each.is_few_shot and each.size is not None]

    @property
    def failed(self) -> Sequence[Instance]:
        """The instances that could not be counted."""
        return [each for each in self.instances if each.size is None]

    @property
    def without_plan_for_a_reason(self) -> Sequence[Instance]:
        """The instances of which several plans may be meant."""
        return [each for each in self.instances if each.size is not None and each.reason]

    def values(self, count: str) -> list[int | None]:
        """A count of each that is counted; None where it is not known."""
        return [getattr(entry.size, count) for entry in self.counted]

    def spread(self, count: str) -> Spread:
        """How a count is spread."""
        defined = [value for value in self.values(count) if value is not None]
        average = mean(map(Fraction, defined)).value
        return Spread(min(defined, default=None), max(defined, default=None), average)


@dataclass(frozen=True, slots=True)
class InstanceTable:
    """Domains by name; `problems` has a line for each file that could not be read."""

    kind: ClassVar[str] = "instances"

    domains: tuple[DomainInstances, ...]
    problems: tuple[str, ...] = ()

    @property
    def status(self) -> int:
        """0; 2 when something could not be read."""
        return 2 if self.problems else 0
