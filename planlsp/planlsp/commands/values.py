"""Values on the command line, as `argparse` reads them."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plancore.diagnostic import Severity

_CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def severity_of_code(text: str) -> tuple[str, Severity | None]:
    """`CODE=off` or `CODE=error`; raises ArgumentTypeError for anything else, and for a code that
    no finding has."""
    from plancore.diagnostic import Severity

    levels: dict[str, Severity | None] = {severity.label: severity for severity in Severity}
    levels |= {"info": Severity.INFORMATION, "off": None}
    code, equals, level = text.partition("=")
    if not equals or not _CODE.fullmatch(code) or level.lower() not in levels:
        choices = ", ".join(levels)
        raise argparse.ArgumentTypeError(f"{text!r} is not CODE=LEVEL; LEVEL is {choices}")
    _must_be_known(code)
    return code, levels[level.lower()]


def codes(text: str) -> tuple[str, ...]:
    """Rule codes separated by commas; raises ArgumentTypeError for a word that cannot be a code,
    or is none."""
    listed = tuple(code.strip() for code in text.split(",") if code.strip())
    for code in listed:
        if not _CODE.fullmatch(code):
            raise argparse.ArgumentTypeError(f"{code!r} is no code")
        _must_be_known(code)
    return listed


def _must_be_known(code: str) -> None:
    # A setting may be for another version; what is asked for now and cannot be found is a mistake.
    from planlsp.session.settings.codes import is_known, question

    if not is_known(code):
        raise argparse.ArgumentTypeError(question(code) or f"there is no finding `{code}`")
