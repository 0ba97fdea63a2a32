"""What a learner says of a fold itself, in `OUTPUT.json` beside its output.

    {"wall": seconds, "cpu": seconds} | {"error": text, "class": "timeout"}

All of it may be absent. What cannot be used is told, and costs the fold nothing else.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from plancore.jsonable import why_unreadable
from planeval.learners.taught import Outcome
from planfiles.files import read_text
from planfiles.trouble import Trouble

_NAME: Final = "OUTPUT.json"
_LONGEST: Final = 40


class Said(NamedTuple):
    """The seconds that learning alone took, or why there is no domain; `remark` is what cannot be
    used of it, in a line."""

    wall: float | None = None
    cpu: float | None = None
    error: str | None = None
    is_timeout: bool = False
    remark: str | None = None


def said_in(path: Path) -> Said:
    """What the file says; nothing where there is none."""
    if not path.exists():
        return Said()
    try:
        told = json.loads(read_text(path))
    except Trouble as trouble:
        return Said(remark=f"{_NAME}: {trouble.message}")
    except (ValueError, RecursionError) as why:
        return Said(remark=f"{_NAME} is no JSON: {why_unreadable(why)}")
    if not isinstance(told, dict):
        return Said(remark=f"{_NAME} holds {_quoted(told)}, and no object")
    wrong = "; ".join(_wrong_in(told))
    error = told.get("error")
    return Said(
        _seconds(told.get("wall")),
        _seconds(told.get("cpu")),
        error if isinstance(error, str) else None,
        told.get("class") == Outcome.TIMEOUT,
        f"{_NAME}: {wrong}" if wrong else None,
    )


def _wrong_in(told: Mapping[str, Any]) -> Iterator[str]:
    for name in ("wall", "cpu"):
        value = told.get(name)
        if value is not None and _seconds(value) is None:
            yield f"`{name}` is {_quoted(value)}, and no number of seconds"
    error, kind = told.get("error"), told.get("class")
    if error is not None and not isinstance(error, str):
        yield f"`error` is {_quoted(error)}, and no text"
    if kind is not None and kind != Outcome.TIMEOUT:
        yield f"`class` is {_quoted(kind)}, and not {_quoted(Outcome.TIMEOUT)}"


def _quoted(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _seconds(value: object) -> float | None:
    # No number of seconds is infinite or larger than a float; True is none.
    if isinstance(value, bool) or not isinstance(value, float | int):
        return None
    return float(value) if 0 <= value <= sys.float_info.max else None
