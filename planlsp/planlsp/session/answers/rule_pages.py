"""The page of the documentation about a rule, for the link behind the code of a finding.

The page on the web, if the installed package states an address called `Documentation`, that of the
folder docs/ of the site; else a file that says what the rule says of itself.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.metadata import PackageNotFoundError, metadata
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Final

from planfiles.trouble import FileTrouble
from planfiles.writing import write_text
from planlsp.session.uris import uri_of

if TYPE_CHECKING:
    from plancore.rules.base import Rule

_LABEL: Final = "Documentation"


@cache
def rule_page(code: str) -> str | None:
    """The address of the page about the rule `code`; None for what is no rule."""
    rule = _rules().get(code)
    if rule is None:
        return None
    if address := _address():
        return f"{address}/reference/rules/{code}.html"
    return _written(rule)


def _written(rule: Rule) -> str | None:
    """A file with the page. The system clears it with its other temporary files: the client may
    still show it when the server has ended. None where no file can be written."""
    from plancore.rules.page import page_of

    try:
        path = os.path.join(_folder(), f"{rule.CODE}.md")
        write_text(path, page_of(rule))
    except (OSError, FileTrouble):
        return None
    return uri_of(path)


@cache
def _folder() -> str:
    return mkdtemp(prefix="planlsp-rules-")


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
def _rules() -> dict[str, Rule]:
    from plancore.rules.plans.registry import PLAN_RULES
    from plancore.rules.registry import ALL

    return {rule.CODE: rule for rule in (*ALL, *PLAN_RULES)}
