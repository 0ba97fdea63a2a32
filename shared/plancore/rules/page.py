"""What a rule says of itself, as a page in Markdown: its docstring, under its code."""

from __future__ import annotations

from plancore.rules.base import Rule


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
