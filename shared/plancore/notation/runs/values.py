"""Optional JSON values of any type in a log."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from plancore.json_toml import DocumentError, json_value
from plancore.model.plan import GroundAction
from plancore.model.run import Attempt, ModelResponse, Prediction
from plancore.notation.plans.reader import read_plan, why_not_whole

_BRACKET: Final = re.compile(r"[(\[{]")


def parsed(text: str) -> tuple[Any, str]:
    """The value of a JSON text and an empty text, or None and the error."""
    try:
        return json_value(text, is_log=True), ""
    except DocumentError as error:
        return None, str(error)


def text_of(entry: Mapping[str, Any], key: str) -> str:
    """The text under `key`; a number as its digits, anything else as an empty text."""
    value = entry.get(key)
    if isinstance(value, str):
        return value
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number else ""


def flag_of(entry: Mapping[str, Any], key: str) -> bool | None:
    """The Boolean under `key`, which may also be a text, 1 or 0; None for anything else, such as
    `NA`."""
    value = entry.get(key)
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.strip().lower())
    return None


def actions_of(text: str) -> tuple[GroundAction, ...]:
    """The actions of a plan in any notation; malformed steps are left out."""
    return tuple(action for step in read_plan(text)[0].steps for action in step.actions)


def attempt_of(text: str) -> Attempt:
    """A text as an attempt at a complete plan without logged outcomes: its actions, and at the end
    an inapplicable one for the first error."""
    plan, findings = read_plan(text)
    attempt = [
        Prediction(
            ModelResponse.ACTION,
            str(action),
            action,
            is_bare=not _BRACKET.search(text, step.span.start, step.span.end),
        )
        for step in plan.steps
        for action in step.actions
    ]
    error = why_not_whole(findings)
    if error is not None:
        is_bare = error.code == "no-plan-found"
        unread = Prediction(ModelResponse.ACTION, error.message, None, False, is_bare=is_bare)
        attempt.append(unread)
    return tuple(attempt)
