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


_BEGINNING: Final = re.compile(r"\ufeff?(?:\s|;[^\r\n]*)*+(?:\(\s*define\b|\Z)", re.IGNORECASE)
_PART: Final = re.compile(
    r"\(\s*(?::|(?:defin\w*|domain|problem)\b|d(?:e(?:fi?)?)?\s*\))", re.IGNORECASE
)
"""What only definitions have in them, and what somebody writes who begins one."""
_NUMBERED: Final = re.compile(r"^[ \t]*(?:step[ \t]+)?[0-9]+:[ \t]*[A-Za-z]", re.IGNORECASE | re.M)
_STEP: Final = re.compile(
    r"[(,][ \t]*[^\s(),]+[ \t]*[\s(,][ \t]*[^\s(),]|[0-9][ \t]*:[ \t]*\(|\)\s*\("
)
"""More than one word in parentheses, as somebody writes it who has just begun."""
_PRINTED: Final = re.compile(
    r"^(?:\[t=[^\]\r\n]*\][ \t]*)?(?:Solution found|Plan length:)|^==>[ \t]*$"
    r"|^;[ \t]*cost[ \t]*=[ \t]*[0-9]",
    re.MULTILINE,
)
"""What planners print around steps without parentheses, or for a plan without steps."""
_HEAD: Final = 65_536


def text_kind(text: str, name: str = "", language: str = "") -> TextKind:
    """How to read `text`: as the editor's `language` says, else as the file is named, else by what
    stands in it; but steps in a `.pddl` file are a plan, as ROSPlan and PlanSys2 write it.

    `name` may have `/` between its parts.
    """
    by_name = kind_of_name(name)
    kind = _LANGUAGES.get(language, by_name)
    if kind is TextKind.PDDL and by_name is kind:
        return TextKind.PLAN if _holds_steps(text) else TextKind.PDDL
    if kind is not None:
        return kind
    # Imported late: most files are named, and nothing else of a PDDL file needs it.
    from plancore.notation.plans.scan import looks_like_plan

    return TextKind.PLAN if looks_like_plan(text) else TextKind.PDDL


def _holds_steps(text: str) -> bool:
    """Whether a text that is named like a definition is surely a plan."""
    if _PRINTED.search(text, 0, _HEAD) and not _PART.search(text, 0, _HEAD):
        return True
    if _BEGINNING.match(text) or _PART.search(text, 0, _HEAD):
        return False
    from plancore.notation.plans.scan import is_surely_plan

    is_plan = _STEP.search(text, 0, _HEAD) is not None and is_surely_plan(text)
    return is_plan or _NUMBERED.search(text, 0, _HEAD) is not None


def kind_of_name(name: str) -> TextKind | None:
    """What a file called `name` holds; None where the name does not tell."""
    last = name.rpartition("/")[2].lower()
    if _PDDL_NAME.search(last):
        return TextKind.PDDL
    return TextKind.PLAN if _PLAN_NAME.search(last) else None
