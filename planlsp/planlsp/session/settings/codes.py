"""The codes of diagnostics, to recognise misspelt ones in settings, comments and arguments."""

from __future__ import annotations

from typing import Final

from plancore.spelling import nearest

_OF_THE_SESSION: Final = frozenset(
    {
        "aligned",
        "below-limit",
        "faulty-mapping",
        "faulty-reference",
        "faulty-settings",
        "file-error",
        "more-findings",
        "names-apart",
        "no-plan",
        "unknown-code",
        "unusable-mapping",
        "unusable-reference",
    }
)
"""Codes of diagnostics that neither rules nor comparisons make."""


def is_known(code: str) -> bool:
    """Whether a diagnostic can have this code."""
    return code in all_codes()


def misspelt(code: str) -> str | None:
    """The known code most similar to an unknown `code`; None for a known code, or if none is
    similar: then another version may know it."""
    return None if is_known(code) else nearest(code, all_codes())


def question(code: str) -> str | None:
    """The message about a misspelt code; None for other codes."""
    meant = misspelt(code)
    return f"unknown rule `{code}`; did you mean `{meant}`?" if meant else None


def unknown(code: str) -> str:
    """The message about an unknown code."""
    return question(code) or f"unknown rule `{code}`; run `planlsp explain` for the list"


def all_codes() -> frozenset[str]:
    """The codes of all diagnostics."""
    # Imported late: few settings and comments name a code.
    from plancore.compare.difference import codes
    from plancore.notation.plans.items import CODES as OF_READING_PLANS
    from plancore.rules.plans.registry import rules_by_code

    return frozenset(rules_by_code()) | codes() | OF_READING_PLANS | _OF_THE_SESSION
