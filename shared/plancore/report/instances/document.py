"""The instances of domains as a table with a row for each domain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final, NamedTuple

from plancore.metrics.support.confusion import mean
from plancore.phrases import count_of
from plancore.report.document import Detail, Document, Paragraph, Table, columns
from plancore.report.figures import UNDEFINED
from plancore.report.lines import Line, Piece, Tone, line
from plancore.simulate.size import InstanceSize

SHOWN: Final = {
    "n_objects": "objects",
    "n_initial_facts": "initial facts",
    "n_goal_facts": "goal facts",
    "plan_length": "plan length",
    "n_ground_actions": "ground actions",
}


def headline(instances: InstanceTable) -> str:
    """The numbers of domains, instances and uncounted instances."""
    whole = sum(len(each.instances) for each in instances.domains)
    failed = sum(len(each.failed) for each in instances.domains)
    rest = f"; {failed} not counted" if failed else ""
    counts = count_of(len(instances.domains), "domain"), count_of(whole, "instance")
    return f"{', '.join(counts)}{rest}"


def document(instances: InstanceTable, _: Detail) -> Document:
    """The mean, minimum and maximum of each count."""
    names = columns("domain", "instances", *SHOWN.values(), numbers=range(1, len(SHOWN) + 2))
    rows = [
        [domain.name, str(len(domain.counted)), *(_spread(domain.spread(count)) for count in SHOWN)]
        for domain in instances.domains
    ]
    groups = (2, *(1,) * (len(SHOWN) - 1))  # the number of instances is kept with the first count
    legend = line("mean (minimum to maximum) of the instances of each domain")
    said = Paragraph([legend, *_remarks(instances)])
    return Document("Instances", (), [Table(names, rows, groups), said])


def _remarks(instances: InstanceTable) -> Iterator[Line]:
    for domain in instances.domains:
        if domain.n_older:
            older = count_of(domain.n_older, "original problem")
            yield line(f"{domain.name}: adapted instances counted; {older} skipped")
        for each in domain.without_plan_for_a_reason:
            yield line(f"{domain.name}, {each.name}: {each.reason}")
        for each in domain.failed:
            # Line and column directly follow the file, as terminals expect.
            blank = "" if each.reason[:1].isdigit() else " "
            told = f"{each.file}:{blank}{each.reason}"
            yield line(Piece("not counted", Tone.FAILING), f": {domain.name}, {each.name}: {told}")


def _spread(spread: CountRange) -> str:
    if spread.mean is None:
        return UNDEFINED
    if spread.least == spread.greatest:
        return str(spread.least)
    return f"{float(spread.mean):.1f} ({spread.least} to {spread.greatest})"


# The instances of domains, with statistics on their counts.


class Instance(NamedTuple):
    """An instance with its file. One that `is_few_shot` was shown to a model, and is not in
    statistics.

    `size` is None, and not in statistics either, if the problem or its domain has errors, which
    `reason` then describes. Otherwise `reason` explains why its plan is ambiguous.
    """

    name: str
    file: str
    size: InstanceSize | None
    is_few_shot: bool = False
    reason: str = ""


class CountRange(NamedTuple):
    """The minimum, maximum and mean of a count where it is defined; None if nowhere."""

    least: int | None
    greatest: int | None
    mean: Fraction | None


@dataclass(frozen=True, slots=True)
class DomainInstances:
    """The instances of one domain, in order; `n_older` files are older versions of them."""

    name: str
    instances: tuple[Instance, ...]
    n_older: int = 0

    @property
    def counted(self) -> Sequence[Instance]:
        """The instances in statistics."""
        return [each for each in self.instances if not each.is_few_shot and each.size is not None]

    @property
    def failed(self) -> Sequence[Instance]:
        """The instances that could not be counted."""
        return [each for each in self.instances if each.size is None]

    @property
    def without_plan_for_a_reason(self) -> Sequence[Instance]:
        """The instances with an ambiguous plan."""
        return [each for each in self.instances if each.size is not None and each.reason]

    def values(self, count: str) -> list[int | None]:
        """A count for each counted instance; None if unknown."""
        return [getattr(entry.size, count) for entry in self.counted]

    def spread(self, count: str) -> CountRange:
        """The statistics of a count."""
        defined = [value for value in self.values(count) if value is not None]
        average = mean(map(Fraction, defined)).value
        return CountRange(min(defined, default=None), max(defined, default=None), average)


@dataclass(frozen=True, slots=True)
class InstanceTable:
    """Domains by name; `problems` has a line for each file that could not be read."""

    kind: ClassVar[str] = "instances"

    domains: tuple[DomainInstances, ...]
    problems: tuple[str, ...] = ()

    @property
    def status(self) -> int:
        """The exit status: 2 if a file could not be read, otherwise 0."""
        return 2 if self.problems else 0
