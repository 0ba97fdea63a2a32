"""Directives: comments that link files, `;;!domain: d.pddl`, `;;!reference: r.pddl`. If there is no
such file, the value is the name of a domain or problem: `;;!domain: d`.

::

    line = blank* ";"+ blank* "!" name ":" blank* path blank*
    name = "domain" | "problem" | "reference" | "mapping"

Each is alone on its line, in lower case; the path may contain blanks.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from plancore.source import Span

_DIRECTIVE: Final = re.compile(
    r"^[ \t]*;+[ \t]*!(domain|problem|reference|mapping):[ \t]*(\S[^\r\n]*?)[ \t]*(?=[\r\n]|\Z)",
    re.M,
)
_HEAD: Final = 65_536


class Directive(NamedTuple):
    """A directive. `path` is as written, relative to the file; `span` is its place."""

    name: str
    path: str
    span: Span


def directives(text: str) -> dict[str, Directive]:
    """The directives of a text by name; the first one of each name. Only the first 64 KiB are
    searched: directives are at the top, and files can be large."""
    if "!" not in text[:_HEAD]:
        return {}
    by_name: dict[str, Directive] = {}
    for match in _DIRECTIVE.finditer(text, 0, _HEAD):
        name = match.group(1)
        by_name.setdefault(name, Directive(name, match.group(2), Span(*match.span(2))))
    return by_name


def without_directives(text: str) -> str:
    """`text`, of the same length, in which no line is a directive."""
    return _DIRECTIVE.sub(lambda match: match[0].replace("!", ";", 1), text)


def directive_words(text: str, comment: int) -> tuple[Span, Span] | None:
    """The name and the path of the directive at `comment`; None for any other comment."""
    line = max(text.rfind("\n", 0, comment), text.rfind("\r", 0, comment)) + 1
    match = _DIRECTIVE.match(text, line)
    return (Span(*match.span(1)), Span(*match.span(2))) if match else None


def is_path(named: str) -> bool:
    """Whether the value of a directive looks like a path rather than the name of a definition."""
    return "/" in named or "\\" in named or named.lower().endswith((".pddl", ".hddl", ".ppddl"))


def join(base: str, path: str) -> str:
    """The name of the file at `path`, relative to the file named `base`. Names are paths or URIs
    with `/` between their parts; `.` and `..` are resolved, and a `..` above the root is
    dropped."""
    if re.match(r"[A-Za-z][\w+.-]+:", path):
        return path
    scheme, mark, rest = base.rpartition("://")
    if scheme == "untitled":  # an unsaved document with a path, whose neighbours are on disk
        scheme = "file"
    root = "/" if rest.startswith("/") or path.startswith("/") else ""
    parts = [] if path.startswith("/") else rest.split("/")[:-1]
    kept: list[str] = []
    for part in (*parts, *path.split("/")):
        if part == "..":
            if kept:
                kept.pop()
        elif part not in ("", "."):
            kept.append(part)
    return scheme + mark + root + "/".join(kept)


def folder(name: str) -> str:
    """The folder of the file called `name`, without a trailing slash."""
    return name.rpartition("/")[0]
