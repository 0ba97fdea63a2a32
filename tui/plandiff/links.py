"""Links from places in reports to files, as terminals show them (OSC 8).

`auto` does as ripgrep and cargo do: links go with colours, and to a terminal that is known to
understand them, for an old one may show their codes as text.
"""

from __future__ import annotations

import argparse
import re
import socket
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import quote

from plancore.report.lines import Link

_PLACEHOLDERS: Final = ("path", "line", "column", "host")
_PLACEHOLDER: Final = re.compile(r"\{(.*?)\}")

_PROGRAMS: Final = ("ghostty", "Hyper", "iTerm.app", "terminology", "vscode", "WezTerm")
"""Values of TERM_PROGRAM, from the crate supports-hyperlinks, which cargo asks; and below names of
TERM and variables that only such terminals set."""
_TERMS: Final = ("alacritty", "foot", "xterm-ghostty", "xterm-kitty")
_VARIABLES: Final = ("DOMTERM", "KONSOLE_VERSION", "WT_SESSION")
_VTE: Final = 5000
"""Versions before this one show rubbish."""
_TMUX: Final = (3, 4)
"""Later versions pass links on to terminals that know them, and to no others."""


def knows_links(environment: Mapping[str, str]) -> bool:
    """Whether the terminal is known to understand links. FORCE_HYPERLINK says so, or not."""
    forced = environment.get("FORCE_HYPERLINK")
    if forced:
        return forced != "0"
    program, term = environment.get("TERM_PROGRAM", ""), environment.get("TERM", "")
    if term == "dumb":
        return False
    if program == "tmux":
        return _numbers(environment.get("TERM_PROGRAM_VERSION", "")) >= _TMUX
    return (
        program in _PROGRAMS
        or term.removesuffix("-direct").removesuffix("-extra") in _TERMS
        or any(map(environment.get, _VARIABLES))
        or _numbers(environment.get("VTE_VERSION", "")) >= (_VTE,)
    )


def link_format(text: str) -> str:
    """The template of an address. Raises ArgumentTypeError for what is none."""
    if not (text.isascii() and text.isprintable()) or ":" not in text or " " in text:
        raise argparse.ArgumentTypeError(f"{text!r} is not a URL")
    unknown = set(_PLACEHOLDER.findall(text)) - set(_PLACEHOLDERS)
    if unknown or "path" not in _PLACEHOLDER.findall(text):
        there_are = ", ".join(f"{{{name}}}" for name in _PLACEHOLDERS)
        raise argparse.ArgumentTypeError(f"{text!r} lacks {{path}}; placeholders: {there_are}")
    return text


def linker(
    choice: str, template: str | None, environment: Mapping[str, str], *, is_coloured: bool
) -> Link | None:
    """What makes links as `--links` has chosen; None for none at all. `is_coloured` tells that the
    text goes to a terminal, and in colours."""
    if choice == "never" or (choice == "auto" and not (is_coloured and knows_links(environment))):
        return None
    form = template or _default()
    address = lru_cache(maxsize=16)(_address)

    def link(file: str, line: int, column: int) -> str:
        path = address(file)
        values = {"path": path, "line": str(line), "column": str(column), "host": _host()}
        return _PLACEHOLDER.sub(lambda found: values[found[1]], form) if path else ""

    return link


def _address(file: str) -> str:
    """The path in an address, from its first `/`; nothing for what is no file, such as what git
    has of one."""
    try:
        path = Path(file).absolute()
        is_file = path.is_file()
    except (OSError, ValueError):
        return ""
    return quote(path.as_posix(), errors="surrogateescape") if is_file else ""


def _default() -> str:
    """A file of this machine; who reads over the network gets no file of theirs by the same name.
    Windows would look for the host in its network."""
    return "file:///{path}" if sys.platform == "win32" else "file://{host}{path}"


@lru_cache(maxsize=1)
def _host() -> str:
    return quote(socket.gethostname())


def _numbers(version: str) -> tuple[int, ...]:
    """`3.4a` as numbers."""
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])
