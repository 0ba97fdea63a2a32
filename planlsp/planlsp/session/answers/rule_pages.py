"""The page of the documentation about a rule, for the link behind the code of a finding.

The page on the web, if the installed package states an address called `Documentation`, that of the
folder docs/; else the one that was installed with the package, or stands in its checkout.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Final

import planlsp

_LABEL: Final = "Documentation"
_PACKAGE: Final = Path(planlsp.__file__).parent
_FOLDERS: Final = (_PACKAGE / "pages", _PACKAGE.parents[1] / "docs" / "reference" / "rules")
"""Where a wheel has the pages, and where a checkout has them."""


@cache
def rule_page(code: str) -> str | None:
    """The address of the page about the rule `code`; None for what is no rule."""
    if code not in _codes():
        return None
    if address := _address():
        return f"{address}/reference/rules/{code}.md"
    pages = (folder / f"{code}.md" for folder in _FOLDERS)
    return next((page.as_uri() for page in pages if page.is_file()), None)


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
