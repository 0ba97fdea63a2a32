"""Of all that a planner writes, the line that says why it has no plan."""

from __future__ import annotations

import re
from typing import Final

_LONGEST: Final = 200

_STAMP: Final = re.compile(r"^(?:\[t=[^\]]*\]|[\d:, -]*\b(?:INFO|WARNING|ERROR)\b:?)\s*")
"""What stands before each line of Fast Downward, and of programs that use Python's logging: it is
another one each time."""

_ERROR: Final = re.compile(r"\berrors?\b", re.IGNORECASE)

_VERDICT: Final = re.compile(
    r"unsolvable|not solvable|no solution|no plan|without (?:finding )?a (?:solution|plan)"
    r"|can ?not be (?:reached|solved)|not supported|unsupported|not support"
    r"|out of memory|timed out|limit (?:has been |was )?(?:reached|exceeded)",
    re.IGNORECASE,
)

_NOISE: Final = re.compile(
    r"\b(?:time|memory)\b\s*:?\s*[\d.]+\s*\w*$|exit code|driver aborting"
    r"|remove intermediate|^please\b",
    re.IGNORECASE,
)
"""Figures, and what drivers say of themselves."""


def informative_line(output: str) -> str:
    """The last error, with the reason below it; else the last line that says that there is no plan,
    or why not; else the last one that is more than figures; empty where there are no words."""
    lines = [_STAMP.sub("", line.strip()) for line in output.splitlines()]
    lines = [line for line in lines if any(map(str.isalpha, line))]
    for is_expected in (_ERROR.search, _VERDICT.search, lambda line: not _NOISE.search(line)):
        found = [number for number, line in enumerate(lines) if is_expected(line)]
        if found:
            line = lines[found[-1]]
            below = lines[found[-1] + 1 : found[-1] + 2]
            if below and below[0].lower().startswith("reason:"):
                line = f"{line} {below[0]}"
            return line[:_LONGEST]
    return lines[-1][:_LONGEST] if lines else ""


def says_no_plan(text: str) -> bool:
    """Whether words that stand where a plan belongs say that there is no plan."""
    return _VERDICT.search(text) is not None
