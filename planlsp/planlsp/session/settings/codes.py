"""The codes of findings, for one that is misspelt in a setting or on the command line."""

from __future__ import annotations

from plancore.spelling import nearest


def misspelt(code: str) -> str | None:
    """The code that an unknown `code` nearly is; None for a known one, and for one that is like
    none: another version may know it."""
    from plancore.rules.plans.registry import PLAN_RULES  # few settings name a code
    from plancore.rules.registry import ALL

    of_rules = {rule.CODE for rule in (*ALL, *PLAN_RULES)}
    if code in of_rules:
        return None
    from plancore.ide.reference_review import CODES

    return None if code in CODES else nearest(code, of_rules | CODES)


def question(code: str) -> str | None:
    """What to say of a misspelt code."""
    meant = misspelt(code)
    return f"there is no finding `{code}`; did you mean `{meant}`?" if meant else None
