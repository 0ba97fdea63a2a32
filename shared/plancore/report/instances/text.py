"""The instances of domains as text: a line for each domain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.phrases import count_of
from plancore.report.figures import UNDEFINED
from plancore.report.instances.review import InstanceTable, Spread
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.table import Cell, head, table

SHOWN: Final = {
    "n_objects": "objects",
    "n_initial_facts": "initial facts",
    "n_goal_facts": "goal facts",
    "plan_length": "plan length",
    "n_ground_actions": "ground actions",
}


def headline(instances: InstanceTable) -> str:
    """How many domains and instances there are, and how many could not be counted."""
    whole = sum(len(each.instances) for each in instances.domains)
    failed = sum(len(each.failed) for each in instances.domains)
    rest = f"; {failed} not counted" if failed else ""
    counts = count_of(len(instances.domains), "domain"), count_of(whole, "instance")
    return f"{', '.join(counts)}{rest}"


def lines(instances: InstanceTable) -> Iterator[Line]:
    """The mean of each count, with the least and the greatest."""
    rows: list[list[Cell]] = [head("domain", "instances", *SHOWN.values())]
    for domain in instances.domains:
        cells = [_spread(domain.spread(count)) for count in SHOWN]
        rows.append([visible(domain.name), str(len(domain.counted)), *cells])
    together = (2, *(1,) * (len(SHOWN) - 1))  # how many there are beside the first count
    yield from table(rows, right=range(1, len(SHOWN) + 2), together=together)
    yield line("mean (least to greatest) of the instances of each domain")
    for domain in instances.domains:
        for each in domain.without_plan_for_a_reason:
            yield line(f"{visible(domain.name)}, {visible(each.name)}: {visible(each.reason)}")
        for each in domain.failed:
            name = visible(f"{domain.name}, {each.name}")
            # A line and a column stand right behind the file, where terminals look for them.
            blank = "" if each.reason[:1].isdigit() else " "
            told = visible(f"{each.file}:{blank}{each.reason}")
            yield line(Piece("not counted", Tone.FAILING), f": {name}: {told}")


def _spread(spread: Spread) -> str:
    if spread.mean is None:
        return UNDEFINED
    if spread.least == spread.greatest:
        return str(spread.least)
    return f"{float(spread.mean):.1f} ({spread.least} to {spread.greatest})"
