"""The page of the documentation about a rule, for the link behind the code of a finding."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, metadata

_LABEL = "Documentation"


def rule_page(code: str) -> str | None:
    """The address of the page about the rule `code`; None for what is no rule, and where the
    installed package states no address called `Documentation`, the one of the folder docs/."""
    address = _address()
    return f"{address}/rules/{code}.md" if address and code in _codes() else None


@cache
def _address() -> str | None:
    try:
        stated = metadata("planlsp").get_all("Project-URL") or ()
    except PackageNotFoundError:
        return None
    for entry in stated:
        label, _, address = entry.partition(",")
        if label.strip() == _LABEL:
            return str(address.strip().rstrip("/"))
    return None


@cache
def _codes() -> frozenset[str]:
    from plancore.rules.plans.registry import PLAN_RULES
    from plancore.rules.registry import ALL

    return frozenset(rule.CODE for rule in (*ALL, *PLAN_RULES))
