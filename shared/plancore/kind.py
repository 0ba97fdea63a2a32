"""Detect the kind of a text, so that all tools read a file in the same way."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final


class TextKind(StrEnum):
    """The kind of a text."""

    PDDL = "pddl"
    """Domains and problems."""
    PLAN = "plan"


_LANGUAGES: Final = {"pddl": TextKind.PDDL, "hddl": TextKind.PDDL, "plan": TextKind.PLAN}
_PDDL_NAME: Final = re.compile(r"\.(?:pddl|hddl|ppddl)$")
_PLAN_NAME: Final = re.compile(r"\.(?:plan|soln|sol|solution)(?:\.\d+)?$|^sas_plan|^plan\.\d+$")


_START: Final = r"\ufeff?(?>(?:\s|;[^\r\n]*)*)"
_BEGINNING: Final = re.compile(rf"{_START}(?:\(\s*define\b|\Z)", re.IGNORECASE)
_DEFINITION: Final = re.compile(rf"{_START}\(\s*define\s*\(\s*(?:domain|problem)\b", re.IGNORECASE)
_PART: Final = re.compile(
    r"\(\s*(?::|(?:defin\w*|domain|problem)\b|d(?:e(?:fi?)?)?\s*\))", re.IGNORECASE
)
"""Text that only occurs in definitions, including the start of an unfinished one."""
_NUMBERED: Final = re.compile(r"^[ \t]*(?:step[ \t]+)?[0-9]+:[ \t]*[A-Za-z]", re.IGNORECASE | re.M)
_STEP: Final = re.compile(
    r"[(,][ \t]*[^\s(),]+[ \t]*[\s(,][ \t]*[^\s(),]|[0-9][ \t]*:[ \t]*\(|\)\s*\("
)
"""More than one word in parentheses, even unfinished."""
_PRINTED: Final = re.compile(
    r"^(?:\[t=[^\]\r\n]*\][ \t]*)?(?:Solution found|Plan length:)|^==>[ \t]*$"
    r"|^;[ \t]*cost[ \t]*=[ \t]*[0-9]",
    re.MULTILINE,
)
"""Output of planners around steps without parentheses, or for a plan without steps."""
_HEAD: Final = 65_536


def text_kind(text: str, name: str = "", language: str = "") -> TextKind:
    """How to read `text`: by the editor's `language`, else by the name of the file, else by its
    content. Exception: steps in a `.pddl` file are a plan, as ROSPlan and PlanSys2 write it. `name`
    may be a path with `/`."""
    by_name = kind_of_name(name)
    kind = _LANGUAGES.get(language, by_name)
    if kind is TextKind.PDDL and by_name is kind:
        return TextKind.PLAN if _holds_steps(text) else TextKind.PDDL
    if kind is not None:
        return kind
    # Imported late: most files have a name, and PDDL files do not need it.
    from plancore.notation.plans.scan import looks_like_plan

    return TextKind.PLAN if looks_like_plan(text) else TextKind.PDDL


def _holds_steps(text: str) -> bool:
    """Whether a text with the name of a definition is certainly a plan."""
    if _PART.search(text, 0, _HEAD):  # found at once in a definition
        return False
    if _PRINTED.search(text, 0, _HEAD):
        return True
    if _BEGINNING.match(text):
        return False
    from plancore.notation.plans.scan import is_surely_plan

    is_plan = _STEP.search(text, 0, _HEAD) is not None and is_surely_plan(text)
    return is_plan or _NUMBERED.search(text, 0, _HEAD) is not None


def begins_with_definition(text: str) -> bool:
    """Whether the first form of `text` is a domain or a problem."""
    return _DEFINITION.match(text) is not None


def kind_of_name(name: str) -> TextKind | None:
    """The kind of a file called `name`; None if its name does not show it."""
    last = name.rpartition("/")[2].lower()
    if _PDDL_NAME.search(last):
        return TextKind.PDDL
    return TextKind.PLAN if _PLAN_NAME.search(last) else None
