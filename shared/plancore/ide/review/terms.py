"""What a review compares two domains under: names as they are, or pairs of names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from plancore.correspondence.pairs import NO_TASKS, NOTHING_STATED, Pairs, SharedTasks
from plancore.model.domain import Domain
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint

if TYPE_CHECKING:
    from plancore.ide.review.consequences import Consequences
    from plancore.ide.review.meanings import Meanings


class ComparisonMode(StrEnum):
    """Whether differences in what is written are told, or those in what it means."""

    SYNTACTIC = "syntactic"
    SEMANTIC = "semantic"


class Align(StrEnum):
    """When pairs of names are looked for: where hardly a name is the same, by default."""

    OFF = "off"
    AUTO = "auto"
    ON = "on"

    def applies_to(self, learned: Domain, reference: Domain) -> bool:
        """Whether pairs of these domains are looked for."""
        if self is Align.AUTO:
            # Imported late: it is asked only where there is something to compare.
            from plancore.compare.domains import have_names_apart

            return have_names_apart(learned, reference)
        return self is Align.ON


@dataclass(frozen=True, slots=True)
class Terms:
    """The pairs that a review works with; without any, names stand for themselves.

    Where `is_aligned`, pairs of all names were looked for that the mapping file does not mention;
    `remarks` say what is wrong with that file; `evidence` are files of problems that speak for
    pairs, the learned model's and the reference's. With `meanings`, only those differences are told
    that make one in meaning; with `consequences`, with what they do to plans.
    """

    pairs: Pairs = NOTHING_STATED
    is_aligned: bool = False
    remarks: tuple[str, ...] = ()
    evidence: tuple[tuple[str, str], ...] = ()
    meanings: Meanings | None = None
    consequences: Consequences | None = None

    @property
    def plan_sources(self) -> Mapping[str, SourceText]:
        """The texts of the plans, by file, that findings may lead to."""
        return self.consequences.sources if self.consequences else {}


BY_NAME = Terms()


def are_by_name(learned: Domain, reference: Domain, mapping: str | None, align: Align) -> bool:
    """Whether the terms are `BY_NAME`, as they mostly are, and need not be worked out."""
    return mapping is None and not align.applies_to(learned, reference)


def terms_of(
    learned: Domain,
    reference: Domain,
    mapping: str | None = None,
    align: Align = Align.AUTO,
    checkpoint: Checkpoint = NEVER,
    tasks: SharedTasks = NO_TASKS,
) -> Terms:
    """The terms under a `mapping`, the text of a mapping file.

    Names that it does not mention are paired by their use where that is asked for, else with the
    same name; `tasks` are evidence. Raises what `checkpoint` raises.
    """
    # Imported late: most domains are compared by name.
    from plancore.correspondence.stated.document import read_mapping
    from plancore.correspondence.stated.mapping import pairs_by_name, pairs_under, remarks_on

    stated, ignored = NOTHING_STATED, tuple[str, ...]()
    if mapping is not None:
        stated, wrong = read_mapping(mapping, learned, reference)
        ignored = remarks_on(wrong)
    is_aligned = align.applies_to(learned, reference)
    if is_aligned:
        mapped = pairs_under(stated, learned, reference, checkpoint, tasks)
    elif stated != NOTHING_STATED:
        mapped = pairs_by_name(stated, learned, reference)
    else:
        return Terms(remarks=ignored)
    return Terms(mapped.pairs, is_aligned, (*ignored, *mapped.remarks))
