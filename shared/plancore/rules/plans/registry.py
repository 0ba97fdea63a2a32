"""Every rule about plans: one line each."""

from __future__ import annotations

from typing import Final

from plancore.conflict_markers import CONFLICT
from plancore.diagnostic import Diagnostic
from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.rules.plans.base import PlanContext, PlanRule
from plancore.rules.plans.catalogue import (
    fails_under_reference,
    inapplicable_step,
    missing_setting,
    missing_time,
    not_executed,
    rounded_duration,
    self_overlap,
    step_arity,
    step_order,
    step_type,
    surplus_duration,
    unknown_action,
    unknown_object,
    unreached_goal,
)
from plancore.rules.settings import RuleSettings, as_set
from plancore.stop import NEVER, Checkpoint

PLAN_RULES: Final[tuple[PlanRule, ...]] = (
    fails_under_reference,
    inapplicable_step,
    missing_setting,
    missing_time,
    not_executed,
    rounded_duration,
    self_overlap,
    step_arity,
    step_order,
    step_type,
    surplus_duration,
    unknown_action,
    unknown_object,
    unreached_goal,
)


# All rules about plans over one plan file.


def check_plan(
    project: ProjectSnapshot,
    file: PlanSnapshot,
    settings: RuleSettings | None = None,
    checkpoint: Checkpoint = NEVER,
) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with `file`, in the order of the text: what could not be read, what
    does not fit its domain and its problem, and what happens when it is executed.

    Raises what `checkpoint` raises.
    """
    settings = settings or RuleSettings()
    setting = project.setting_of(file)
    context = PlanContext(project, file, setting, checkpoint, settings.tolerances)
    reported = list(file.findings)
    # Two plans in one: no rule can be right about either.
    is_unmerged = any(finding.code == CONFLICT for finding in reported)
    for rule in PLAN_RULES if not is_unmerged else ():
        checkpoint()
        if settings.speaks(rule.CODE, rule.DEFAULT):
            reported += rule.check(context)
    spoken = as_set(reported, settings, file.source)
    return tuple(sorted(spoken, key=lambda d: (d.span, d.severity, d.code, d.message)))
