"""Minimum repairs of a domain for its plans, as an editor offers them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from plancore.blame.translated import in_learned_vocabulary
from plancore.diagnostic import Edit
from plancore.directives import folder
from plancore.ide.review.consequences import Asked, Consequences, case_of
from plancore.model.problem import Case
from plancore.phrases import count_of, some_of
from plancore.project import DomainLink, PlanSnapshot
from plancore.repair.preference import edits_towards
from plancore.repair.result import Repair, RepairOptions, RepairResult, text_edits
from plancore.repair.search import repaired
from plancore.stop import NEVER, Checkpoint

_MOST: Final = 3
"""Maximum number of repairs that are offered."""
_EFFORT: Final = 2_000
"""Effort of the search, in thousands of conflicts examined."""
_MOST_NAMED: Final = 2
"""Maximum number of edits that a title names."""


@dataclass(frozen=True, eq=False)
class Repairs:
    """The minimum repairs of a domain for the plans in `known`."""

    known: Consequences
    result: RepairResult

    @property
    def asked(self) -> Asked:
        """The domain, and the plans."""
        return self.known.asked

    def leaves_out(self, plan: PlanSnapshot) -> bool:
        """Whether a plan is left out of the repairs: it has times or an invalid step."""
        return any(plan.name == left_out.case for left_out in self.result.left_out)

    def title(self, repair: Repair) -> str:
        """`Repair: 1 edit makes all 12 plans in this directory valid: add (p) to the effect of a`;
        of many edits, those that the first repair does not have are named first."""
        count = len(repair.edits)
        makes = "1 edit makes" if count == 1 else f"{count} edits make"
        bound = "" if self.result.proved else f" (at least {self.result.lower_bound} needed)"
        first = self.result.repairs[0]
        ordered = sorted(repair.edits, key=lambda edit: repair is not first and edit in first.edits)
        named = some_of(ordered, _MOST_NAMED, "; ", "; ")
        return f"Repair{bound}: {makes} {self._outcome}: {named}"

    def outcome(self, repair: Repair) -> str:
        """`2 edits make all 12 plans in this directory valid`."""
        count = len(repair.edits)
        makes = "1 edit makes" if count == 1 else f"{count} edits make"
        bound = "" if self.result.proved else f" (at least {self.result.lower_bound} needed)"
        return f"{makes} {self._outcome}{bound}"

    def description(self, repair: Repair) -> str:
        """Whether the repair is proved minimum, and all its edits."""
        smallest = "minimum repair (proved)"
        if not self.result.proved:
            lower = self.result.lower_bound
            smallest = (
                f"not proved to be a minimum repair: at least {count_of(lower, 'edit')} needed"
            )
        return f"{smallest}; {'; '.join(map(str, repair.edits))}"

    def edits(self, repair: Repair, domain: DomainLink) -> tuple[Edit, ...]:
        """The text edits of `domain`, whose content must not have changed."""
        return text_edits(domain.file, repair.edits)

    @property
    def _outcome(self) -> str:
        """`all 12 plans in this directory valid`, and the numbers of invalid and omitted plans."""
        home = folder(self.asked.domain.file.name)
        are_beside = all(folder(plan.name) == home for plan, _ in self.asked.plans)
        of = "in this directory" if are_beside else "in the workspace"
        n_valid, n_invalid = self.result.after.must_be_valid, self.result.after.must_not_be_valid
        n_others = len(self.asked.plans) + self.asked.n_more - n_valid - n_invalid
        all_of = "all " if n_valid > 1 and not n_others and not n_invalid else ""
        outcomes = (
            f"{all_of}{count_of(n_valid, 'plan')} {of} valid" if n_valid else "",
            f"{n_invalid} invalid, as in the reference" if n_invalid else "",
        )
        outcome = " and ".join(filter(None, outcomes))
        return f"{outcome} ({n_others} left out)" if n_others else outcome


def repairs(known: Consequences, checkpoint: Checkpoint = NEVER) -> Repairs | None:
    """The minimum repairs, those towards the reference first; None if every plan is as expected, or
    if none is found. Raises the exceptions of `checkpoint`."""
    blame, domain = known.blame, known.asked.domain.definition.domain
    if not blame.stopped and not blame.let_through:
        return None
    cases = list(_cases(known))
    if blame.diff is not None:
        cases = list(in_learned_vocabulary(blame.diff, cases))
    towards = edits_towards(blame.diff) if blame.diff else frozenset()
    options = RepairOptions(towards=towards, answers=_MOST, effort=_EFFORT)
    result = repaired(domain, cases, options, checkpoint)
    # If some lead towards the reference, others are not wanted.
    nearer = tuple(repair for repair in result.repairs if towards.issuperset(repair.edits))
    result = replace(result, repairs=nearer or result.repairs)
    if not result.repairs or not result.repairs[0].edits:
        return None
    return Repairs(known, result)


def _cases(known: Consequences) -> Iterator[Case]:
    """The plans that could be judged, with their expected outcomes."""
    for (plan, problem), meant in zip(known.asked.plans, known.blame.meant, strict=True):
        if meant is not None:
            yield case_of(plan, problem, meant)
