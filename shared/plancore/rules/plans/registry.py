"""Every rule about plans: one line each."""

from __future__ import annotations

from typing import Final

from plancore.rules.plans.base import PlanRule
from plancore.rules.plans.catalogue import (
    fails_under_reference,
    inapplicable_step,
    missing_setting,
    missing_time,
    not_executed,
    self_overlap,
    step_arity,
    step_order,
    step_type,
    surplus_duration,
    unknown_action,
    unknown_object,
    unreached_goal,
)

PLAN_RULES: Final[tuple[PlanRule, ...]] = (
    fails_under_reference,
    inapplicable_step,
    missing_setting,
    missing_time,
    not_executed,
    self_overlap,
    step_arity,
    step_order,
    step_type,
    surplus_duration,
    unknown_action,
    unknown_object,
    unreached_goal,
)
