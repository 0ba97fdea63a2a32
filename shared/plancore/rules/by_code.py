"""All rules there are, about models and about plans, by the codes of their findings."""

from __future__ import annotations

from plancore.rules.base import Rule
from plancore.rules.plans.registry import PLAN_RULES
from plancore.rules.registry import ALL


def rules_by_code() -> dict[str, Rule]:
    """Each rule by its code, in the order of codes."""
    return {rule.CODE: rule for rule in sorted((*ALL, *PLAN_RULES), key=lambda rule: rule.CODE)}


# What a rule says of itself, as a page in Markdown: its docstring, under its code.


def summary_of(rule: Rule) -> str:
    """The first sentence of a rule's docstring: what it says of a text."""
    return (rule.__doc__ or "").strip().partition("\n")[0]


def page_of(rule: Rule) -> str:
    """The page: code, sentence, severity, whether it speaks by itself, what else it says."""
    body = (rule.__doc__ or "").strip().partition("\n")[2].strip()
    default = "on" if rule.DEFAULT else "off"
    return (
        f"# {rule.CODE}\n\n{summary_of(rule)}\n\n"
        f"Severity: {rule.SEVERITY.label}. By default: {default}.\n\n{body}\n"
    )
