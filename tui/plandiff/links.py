"""Terminal hyperlinks (OSC 8) from places in reports to files.

`auto` is as in ripgrep and cargo: links are printed with colours, and only on terminals that are
known to support them, since others may show the codes as text.
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
"""Values of TERM_PROGRAM of terminals that support links, from the crate supports-hyperlinks, which
cargo uses. Below: values of TERM, and variables that only such terminals set."""
_TERMS: Final = ("alacritty", "foot", "xterm-ghostty", "xterm-kitty")
_VARIABLES: Final = ("DOMTERM", "KONSOLE_VERSION", "WT_SESSION")
_VTE: Final = 5000
"""Earlier versions print the codes."""
_TMUX: Final = (3, 4)
"""Versions from this one pass links to terminals that support them, and to no others."""


def knows_links(environment: Mapping[str, str]) -> bool:
    """Whether the terminal is known to support links. FORCE_HYPERLINK overrides the detection."""
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
    """Check the template of an address. Raises ArgumentTypeError if it is invalid."""
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
    """The function that makes links for the `choice` of `--links`; None for no links.
    `is_coloured`: the output is a terminal, and in colours."""
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
    """The absolute path for an address; empty if it is not a file, such as git's `a/` names."""
    try:
        path = Path(file).absolute()
        is_file = path.is_file()
    except (OSError, ValueError):
        return ""
    return quote(path.as_posix(), errors="surrogateescape") if is_file else ""


def _default() -> str:
    """The default template. It has the host, so that a remote terminal does not open a local file
    of the same name; on Windows it has none, because it would be searched for in the network."""
    return "file:///{path}" if sys.platform == "win32" else "file://{host}{path}"


@lru_cache(maxsize=1)
def _host() -> str:
    return quote(socket.gethostname())


def _numbers(version: str) -> tuple[int, ...]:
    """The first two numbers of a version such as `3.4a`."""
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])
