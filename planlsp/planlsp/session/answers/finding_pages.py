"""The documentation page of a diagnostic, for the link of its code and for `explain`.

If the metadata of the installed package have a URL called `Documentation`, it is the page on that
site. Else a rule's page is a temporary file made from its docstring; differences from a reference
share a page that is installed with the package, and all other diagnostics another one.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
from functools import cache
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Final, NamedTuple

import planlsp
from planfiles.errors import FileError, UserError
from planfiles.writing import write_text
from planlsp.session.settings.codes import is_known, unknown
from planlsp.session.uris import uri_of

if TYPE_CHECKING:
    from plancore.rules.base import Rule

_LABEL: Final = "Documentation"
_PACKAGE: Final = Path(planlsp.__file__).parent
_FOLDERS: Final = (_PACKAGE / "pages", _PACKAGE.parents[1] / "docs" / "reference")
"""The folders of the pages in a wheel and in a checkout."""


class _Page(NamedTuple):
    """A page below docs/reference, without its suffix, and a heading on it; empty for the whole
    page."""

    name: str
    heading: str = ""


@cache
def page_of(code: str) -> str | None:
    """The address of the page about diagnostics with this code; None for an unknown code."""
    from plancore.rules.plans.registry import rules_by_code

    rule = rules_by_code().get(code)
    page = _Page(f"rules/{code}") if rule is not None else _shared_page(code)
    if page is None:
        return None
    heading = f"#{page.heading}" if page.heading else ""
    if address := _address():
        return f"{address}/reference/{page.name}.html{heading}"
    if rule is not None:
        return _written(rule)
    file = _file_of(page)
    return None if file is None else file.as_uri() + heading


def explanation_of(code: str) -> str:
    """The page of a rule, or the section about another diagnostic. Raises UserError for an unknown
    code, and for a code without a page."""
    from plancore.rules.plans.registry import page_of, rules_by_code

    rule = rules_by_code().get(code)
    if rule is not None:
        return page_of(rule)
    if section := section_of(code):
        return section
    if is_known(code):
        raise UserError(f"no page about `{code}`: its message is complete")
    raise UserError(unknown(code))


def section_of(code: str) -> str | None:
    """The section of a shared page about a code that is not a rule's, with the code as heading;
    None for the code of a rule, for an unknown code, and if the page is not installed."""
    from plancore.rules.plans.registry import rules_by_code

    page = None if code in rules_by_code() else _shared_page(code)
    file = None if page is None else _file_of(page)
    if page is None or file is None:
        return None
    text = file.read_text(encoding="utf-8")
    found = re.search(
        rf"^#+ {re.escape(page.heading)}\n(.*?)(?=^#|\Z)", text, re.DOTALL | re.MULTILINE
    )
    return None if found is None else f"# {code}\n\n{found[1].strip()}\n"


def _file_of(page: _Page) -> Path | None:
    files = (folder / f"{page.name}.md" for folder in _FOLDERS)
    return next((file for file in files if file.is_file()), None)


def _shared_page(code: str) -> _Page | None:
    # Imported late: not needed until there is a review.
    from plancore.compare.difference import codes

    if code in codes():
        return _Page("differences", code.partition("-")[2])
    return _Page("findings", code) if is_known(code) else None


def _written(rule: Rule) -> str | None:
    """The URI of a file with the rule's page; None if it cannot be written."""
    from plancore.rules.plans.registry import page_of

    try:
        path = os.path.join(_folder(), f"{rule.CODE}.md")
        write_text(path, page_of(rule))
    except (OSError, FileError):
        return None
    return uri_of(path)


@cache
def _folder() -> str:
    folder = mkdtemp(prefix="planlsp-rules-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


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
