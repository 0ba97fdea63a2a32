"""The terms of a review: names matched by name, or a name mapping."""

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
    """Whether differences in syntax or in meaning are reported."""

    SYNTACTIC = "syntactic"
    SEMANTIC = "semantic"


class Align(StrEnum):
    """When names are matched by structure; by default if the domains share almost no names."""

    OFF = "off"
    AUTO = "auto"
    ON = "on"

    def applies_to(self, learned: Domain, reference: Domain) -> bool:
        """Whether the names of these domains are matched by structure."""
        if self is Align.AUTO:
            # Imported late: only needed if there is something to compare.
            from plancore.compare.domains import have_names_apart

            return have_names_apart(learned, reference)
        return self is Align.ON


@dataclass(frozen=True, slots=True)
class Terms:
    """The name mapping of a review; without pairs, names are matched by name.

    If `is_aligned`, names that the mapping file does not mention are matched by structure;
    `remarks` are errors in that file; `evidence` are problem files used as evidence, of the learned
    model and the reference. With `meanings`, only differences in meaning are reported; with
    `consequences`, also their effects on plans.
    """

    pairs: Pairs = NOTHING_STATED
    is_aligned: bool = False
    remarks: tuple[str, ...] = ()
    evidence: tuple[tuple[str, str], ...] = ()
    meanings: Meanings | None = None
    consequences: Consequences | None = None

    @property
    def plan_sources(self) -> Mapping[str, SourceText]:
        """The texts of the plans that findings may refer to, by file."""
        return self.consequences.sources if self.consequences else {}


BY_NAME = Terms()


def are_by_name(learned: Domain, reference: Domain, mapping: str | None, align: Align) -> bool:
    """Whether the terms are `BY_NAME`, as in most cases, and need not be computed."""
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

    Names that it does not mention are matched by structure if `align` applies, else by name;
    `tasks` are evidence. Raises the exceptions of `checkpoint`.
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
