"""The instances of domains as a table: a row for each domain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.phrases import count_of
from plancore.report.document import Detail, Document, Paragraph, Table, columns
from plancore.report.figures import UNDEFINED
from plancore.report.instances.review import InstanceTable, Spread
from plancore.report.lines import Line, Piece, Tone, line

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


def document(instances: InstanceTable, _: Detail) -> Document:
    """The mean of each count, with the least and the greatest."""
    names = columns("domain", "instances", *SHOWN.values(), numbers=range(1, len(SHOWN) + 2))
    rows = [
        [domain.name, str(len(domain.counted)), *(_spread(domain.spread(count)) for count in SHOWN)]
        for domain in instances.domains
    ]
    groups = (2, *(1,) * (len(SHOWN) - 1))  # how many there are beside the first count
    legend = line("mean (least to greatest) of the instances of each domain")
    said = Paragraph([legend, *_remarks(instances)])
    return Document("Instances", (), [Table(names, rows, groups), said])


def _remarks(instances: InstanceTable) -> Iterator[Line]:
    for domain in instances.domains:
        for each in domain.without_plan_for_a_reason:
            yield line(f"{domain.name}, {each.name}: {each.reason}")
        for each in domain.failed:
            # A line and a column stand right behind the file, where terminals look for them.
            blank = "" if each.reason[:1].isdigit() else " "
            told = f"{each.file}:{blank}{each.reason}"
            yield line(Piece("not counted", Tone.FAILING), f": {domain.name}, {each.name}: {told}")


def _spread(spread: Spread) -> str:
    if spread.mean is None:
        return UNDEFINED
    if spread.least == spread.greatest:
        return str(spread.least)
    return f"{float(spread.mean):.1f} ({spread.least} to {spread.greatest})"
