"""All rules there are, about models and about plans, by the codes of their findings."""

from __future__ import annotations

from plancore.rules.base import Rule
from plancore.rules.plans.registry import PLAN_RULES
from plancore.rules.registry import ALL


def rules_by_code() -> dict[str, Rule]:
    """Each rule by its code, in the order of codes."""
    return {rule.CODE: rule for rule in sorted((*ALL, *PLAN_RULES), key=lambda rule: rule.CODE)}
