"""The least change of a domain after which its plans are as they are meant to be, as it is offered
in an editor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from plancore.blame.translated import in_learned_vocabulary
from plancore.diagnostic import Edit
from plancore.directives import folder
from plancore.ide.review.consequences import Asked, Consequences, case_of
from plancore.model.problem import Case
from plancore.phrases import count_of
from plancore.project import DomainLink, PlanSnapshot
from plancore.repair.preference import edits_towards
from plancore.repair.result import Repair, RepairOptions, RepairResult, text_edits
from plancore.repair.search import repaired
from plancore.stop import NEVER, Checkpoint

_MOST: Final = 3
"""How many repairs are offered."""
_EFFORT: Final = 2_000
"""How many thousands of demands the search for the smallest may look at."""
_MOST_NAMED: Final = 2
"""How many edits a title names."""


@dataclass(frozen=True, eq=False)
class Repairs:
    """The smallest repairs of a domain, found for the plans of which `known` is known."""

    known: Consequences
    result: RepairResult

    @property
    def asked(self) -> Asked:
        """The domain, and the plans."""
        return self.known.asked

    def leaves_out(self, plan: PlanSnapshot) -> bool:
        """Whether they know nothing of a plan: it has a step that is none, or times."""
        return any(plan.name == left_out.case for left_out in self.result.left_out)

    def title(self, repair: Repair) -> str:
        """`Repair: 1 edit makes all 12 plans in this directory valid: add (p) to the effect of a`;
        of many edits those are named that the first repair does not have."""
        count = len(repair.edits)
        makes = "1 edit makes" if count == 1 else f"{count} edits make"
        bound = "" if self.result.proved else f" (at least {self.result.lower_bound} needed)"
        first = self.result.repairs[0]
        ordered = sorted(repair.edits, key=lambda edit: repair is not first and edit in first.edits)
        named = "; ".join(map(str, ordered[:_MOST_NAMED]))
        more = f"; {count - _MOST_NAMED} more" if count > _MOST_NAMED else ""
        return f"Repair{bound}: {makes} {self._outcome}: {named}{more}"

    def outcome(self, repair: Repair) -> str:
        """`2 edits make all 12 plans in this directory valid`."""
        count = len(repair.edits)
        makes = "1 edit makes" if count == 1 else f"{count} edits make"
        bound = "" if self.result.proved else f" (at least {self.result.lower_bound} needed)"
        return f"{makes} {self._outcome}{bound}"

    def description(self, repair: Repair) -> str:
        """Whether it is the smallest, and all its edits."""
        smallest = "minimum repair (proved)"
        if not self.result.proved:
            lower = self.result.lower_bound
            smallest = (
                f"not proved to be a minimum repair: at least {count_of(lower, 'edit')} needed"
            )
        return f"{smallest}; {'; '.join(map(str, repair.edits))}"

    def edits(self, repair: Repair, domain: DomainLink) -> tuple[Edit, ...]:
        """The edits of the text of `domain`, which says the same as when it was looked at."""
        return text_edits(domain.file, repair.edits)

    @property
    def _outcome(self) -> str:
        """`all 12 plans in this directory valid`, and what else is known."""
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
    """The smallest repairs, those towards the reference first; None where every plan is as it is
    meant to be, or nothing is found. Raises what `checkpoint` raises."""
    blame, domain = known.blame, known.asked.domain.definition.domain
    if not blame.stopped and not blame.let_through:
        return None
    cases = list(_cases(known))
    if blame.diff is not None:
        cases = list(in_learned_vocabulary(blame.diff, cases))
    towards = edits_towards(blame.diff) if blame.diff else frozenset()
    options = RepairOptions(towards=towards, answers=_MOST, effort=_EFFORT)
    result = repaired(domain, cases, options, checkpoint)
    # Where some lead to the reference, nobody wants one that leads away from it.
    nearer = tuple(repair for repair in result.repairs if towards.issuperset(repair.edits))
    result = replace(result, repairs=nearer or result.repairs)
    if not result.repairs or not result.repairs[0].edits:
        return None
    return Repairs(known, result)


def _cases(known: Consequences) -> Iterator[Case]:
    """The plans that could be judged, each with what it is meant to be."""
    for (plan, problem), meant in zip(known.asked.plans, known.blame.meant, strict=True):
        if meant is not None:
            yield case_of(plan, problem, meant)
