"""What kind of text a file holds, so that every tool reads it in the same way."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final


class TextKind(StrEnum):
    """The kind of text that a file holds."""

    PDDL = "pddl"
    """Domains and problems."""
    PLAN = "plan"


_LANGUAGES: Final = {"pddl": TextKind.PDDL, "hddl": TextKind.PDDL, "plan": TextKind.PLAN}
_PDDL_NAME: Final = re.compile(r"\.(?:pddl|hddl|ppddl)$")
_PLAN_NAME: Final = re.compile(r"\.(?:plan|soln|sol|solution)(?:\.\d+)?$|^sas_plan|^plan\.\d+$")


def text_kind(text: str, name: str = "", language: str = "") -> TextKind:
    """How to read `text`: as the editor's `language` says, else as the file is named, else by what
    stands in it.

    A name decides alone, so that no edit of a `.pddl` file makes a plan of it. `name` may have
    `/` between its parts.
    """
    by_language = _LANGUAGES.get(language)
    if by_language is not None:
        return by_language
    by_name = kind_of_name(name)
    if by_name is not None:
        return by_name
    # Imported late: most files are named, and nothing else of a PDDL file needs it.
    from plancore.notation.plans.scan import looks_like_plan

    return TextKind.PLAN if looks_like_plan(text) else TextKind.PDDL


def kind_of_name(name: str) -> TextKind | None:
    """What a file called `name` holds; None where the name does not tell."""
    last = name.rpartition("/")[2].lower()
    if _PDDL_NAME.search(last):
        return TextKind.PDDL
    return TextKind.PLAN if _PLAN_NAME.search(last) else None
