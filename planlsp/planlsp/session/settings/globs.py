"""File patterns as editors write them: `*`, `?`, `**`, `{a,b}` and `[...]`."""

from __future__ import annotations

import re
from functools import lru_cache


def matches(pattern: str, path: str) -> bool:
    """Whether the relative `path`, with `/` between its parts, fits the `pattern`.

    A pattern without `/` fits the last part in any folder, as in `.gitignore`.
    """
    return bool(_compiled(pattern).fullmatch(path))


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    if "/" not in pattern:
        pattern = f"**/{pattern}"
    pattern = pattern.removeprefix("./").removeprefix("/")
    parts: list[str] = []
    depth = 0
    at = 0
    while at < len(pattern):
        rest = pattern[at:]
        if rest.startswith("**/"):
            parts.append("(?:[^/]+/)*")
            at += 3
        elif rest.startswith("**"):
            parts.append(".*")
            at += 2
        elif brackets := re.match(r"\[(!?)([^\[\]/\\^]+)\]", rest):
            parts.append(f"[{'^' if brackets[1] else ''}{brackets[2]}]")
            at += brackets.end()
        else:
            depth += _append(parts, rest[0], depth)
            at += 1
    try:
        return re.compile("".join(parts))
    except re.error:  # an open brace, a range such as [z-a]
        return re.compile(re.escape(pattern))


def _append(parts: list[str], character: str, depth: int) -> int:
    """Translate one character; returns by how much the nesting of braces changes."""
    if character == "{":
        parts.append("(?:")
        return 1
    if character == "}" and depth:
        parts.append(")")
        return -1
    if character == "," and depth:
        parts.append("|")
    else:
        parts.append({"*": "[^/]*", "?": "[^/]"}.get(character, re.escape(character)))
    return 0
