"""What a file defines, by its first 64 KiB: enough to link it without reading it whole."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from plancore.kind import begins_with_definition
from planfiles import limits
from planfiles.errors import FileError
from planfiles.files import FileState, decode, opened

_DOMAIN: Final = re.compile(r"\(\s*define\s*\(\s*domain\b", re.IGNORECASE)
_PROBLEM: Final = re.compile(r"\(\s*define\s*\(\s*problem\b", re.IGNORECASE)
_NAMED: Final = re.compile(
    r"\(\s*define\s*\(\s*(domain|problem)\s+([^\s();]+)\s*\)|\(\s*:domain\s+([^\s();]+)\s*\)",
    re.IGNORECASE,
)
_STARTS: Final = 8_000
"""Files whose starts are remembered: more than a search of folders reads."""


def head_of(path: str) -> str | None:
    """The start of the text of a file, as much as tells what it is; None if it cannot be read."""
    try:
        with opened(path, regular=True) as file:
            return decode(file.read(limits.HEAD), path)
    except FileError:
        return None


def end_of(path: str) -> str:
    """The end of the text of a long file, from a line on; empty if it cannot be read."""
    try:
        with opened(path, regular=True) as file:
            file.seek(-limits.END, os.SEEK_END)
            return decode(file.read(limits.END).partition(b"\n")[2], path)
    except FileError:
        return ""


class Defined(NamedTuple):
    """A definition, as far as links depend on it, by the start of its file."""

    kind: str
    name: str
    domain_name: str


class Start(NamedTuple):
    """Whether the start of a file defines a domain or a problem, and the definitions in it; and
    whether it begins with one."""

    domain: bool
    problem: bool
    definitions: tuple[Defined, ...] = ()
    is_model: bool = False

    def defines(self, kind: str, name: str) -> bool:
        """Whether there is a definition of that kind and name."""
        return any(each.kind == kind and each.name == name for each in self.definitions)


def defines_domain(text: str) -> bool:
    """Whether a domain definition begins in the first 64 KiB of a text, by a quick search."""
    return bool(_DOMAIN.search(text, 0, limits.HEAD))


def start_of(path: str) -> Start:
    """What the start of the file at `path` defines; nothing if it cannot be read."""
    try:
        state = FileState.of(os.stat(path))
    except OSError:
        return Start(False, False)
    return _start_in(path, state)


@lru_cache(maxsize=_STARTS)
def _start_in(path: str, _: FileState) -> Start:
    """`start_of` for one state of a file, cached because an editor asks twice a second."""
    text = head_of(path) or ""
    problem, is_model = bool(_PROBLEM.search(text)), begins_with_definition(text)
    return Start(defines_domain(text), problem, (*_definitions(text),), is_model)


def _definitions(text: str) -> Iterator[Defined]:
    """The definitions in a text, by a quick search."""
    last: Defined | None = None
    for kind, name, domain in _NAMED.findall(text.lower()):
        if domain:
            last = last and last._replace(domain_name=domain)
            continue
        if last is not None:
            yield last
        last = Defined(kind, name, "")
    if last is not None:
        yield last
