"""What must be true of repairs and of blame, for domains that were damaged."""

from __future__ import annotations

from plancore.blame.report import Blame
from plancore.diagnostic import apply_edits
from plancore.repair.result import RepairResult
from plancore.repair.written import text_edits
from plancore.snapshot import FileSnapshot
from support.damage_recount import Counts, counts_alone, smallest_repair
from support.damaged_domains import Damaged, domain_of, is_as_meant


def check_repair(case: Damaged, result: RepairResult, limit: int) -> bool:
    """No repair has more edits than the damage where it is proved, each makes all plans as they are
    meant to be in the text with its edits written, and none is smaller: whether that was tried,
    which it is where there are no more than `limit` smaller sets of edits."""
    left_out = {plan.case for plan in result.left_out}
    judged = [plan for plan in case.cases if plan.name not in left_out]
    assert all(plan.meant is False for plan in case.cases if plan not in judged), result.left_out
    if not result.repairs:
        assert not result.proved, "taking back the damage is a repair"
        return False
    size = result.repairs[0].cost
    assert result.lower_bound <= size
    assert size <= len(case.edits) or not result.proved
    for repair in result.repairs:
        text = apply_edits(case.file.text, text_edits(case.file, repair.edits))
        written = domain_of(FileSnapshot.of(text))
        failing = [plan.name for plan in judged if not is_as_meant(written, plan)]
        assert not failing, (failing, [str(edit) for edit in repair.edits])
    try:
        smaller = smallest_repair(case.domain, judged, size, limit)
    except ValueError:
        return False
    assert smaller is None or not result.proved, f"{smaller} edits do, not only {size}"
    return True


def check_blame(case: Damaged, blame: Blame) -> None:
    """The counts of each difference alone are those of undoing it and executing every plan."""
    for consequence in blame.consequences:
        difference = consequence.difference
        found, counted = Counts.of(consequence), counts_alone(case, difference)
        assert found == counted, (difference.action, difference.literal, found, counted)
