"""The registry of rules about plans: one line each."""

from __future__ import annotations

from typing import Final

from plancore.conflict_markers import CONFLICT
from plancore.diagnostic import Diagnostic
from plancore.notation.plans.reader import lost_steps
from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.rules.base import Rule
from plancore.rules.plans.base import PlanContext, PlanRule
from plancore.rules.plans.catalogue import (
    commented_step,
    fails_under_reference,
    inapplicable_step,
    missing_setting,
    missing_time,
    not_executed,
    rounded_duration,
    rounding_decides,
    self_overlap,
    step_arity,
    step_order,
    step_type,
    surplus_duration,
    unknown_action,
    unknown_object,
    unreached_goal,
)
from plancore.rules.registry import ALL
from plancore.rules.settings import RuleSettings, as_set
from plancore.stop import NEVER, Checkpoint

PLAN_RULES: Final[tuple[PlanRule, ...]] = (
    commented_step,
    fails_under_reference,
    inapplicable_step,
    missing_setting,
    missing_time,
    not_executed,
    rounded_duration,
    rounding_decides,
    self_overlap,
    step_arity,
    step_order,
    step_type,
    surplus_duration,
    unknown_action,
    unknown_object,
    unreached_goal,
)


# All rules about plans, run on one plan file.


def check_plan(
    project: ProjectSnapshot,
    file: PlanSnapshot,
    settings: RuleSettings | None = None,
    checkpoint: Checkpoint = NEVER,
) -> tuple[Diagnostic, ...]:
    """The diagnostics about `file`, in textual order: unreadable steps, steps that do not fit the
    domain and the problem, and failures of the execution.

    Raises what `checkpoint` raises.
    """
    settings = settings or RuleSettings()
    setting = project.setting_of(file)
    context = PlanContext(project, file, setting, checkpoint, settings.tolerances)
    reported = list(file.findings)
    # The file has two plans in one, so no rule can judge either.
    is_unmerged = any(finding.code == CONFLICT for finding in reported)
    if not is_unmerged:
        lost = [*lost_steps(context.plan, file.text, context.is_step)]
        reported = [*(f for f in reported if not _is_about_any(f, lost)), *lost]
    for rule in PLAN_RULES if not is_unmerged else ():
        checkpoint()
        if settings.speaks(rule.CODE, rule.DEFAULT):
            reported += rule.check(context)
    spoken = as_set(reported, settings, file.source)
    return tuple(sorted(spoken, key=lambda d: (d.span, d.severity, d.code, d.message)))


def _is_about_any(passed_over: Diagnostic, lost: list[Diagnostic]) -> bool:
    """Whether text that is not part of the plan has one of the steps in another layout."""
    start, end = passed_over.span
    return passed_over.code == "skipped-text" and any(
        start <= step.span.start and step.span.end <= end for step in lost
    )


# All rules, about models and about plans.


def rules_by_code() -> dict[str, Rule]:
    """All rules by code, in the order of codes."""
    return {rule.CODE: rule for rule in sorted((*ALL, *PLAN_RULES), key=lambda rule: rule.CODE)}


# The page of a rule in Markdown: its docstring, with its code as heading.


def summary_of(rule: Rule) -> str:
    """The first sentence of a rule's docstring."""
    return (rule.__doc__ or "").strip().partition("\n")[0]


def page_of(rule: Rule) -> str:
    """The page: code, first sentence, severity, default, and the rest of the docstring."""
    body = (rule.__doc__ or "").strip().partition("\n")[2].strip()
    default = "on" if rule.DEFAULT else "off"
    return (
        f"# {rule.CODE}\n\n{summary_of(rule)}\n\n"
        f"Severity: {rule.SEVERITY.label}. By default: {default}.\n\n{body}\n"
    )
