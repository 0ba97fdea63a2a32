"""The user's editor, opened at a place in a file."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

_WITH_COLUMN = {
    "code": ("--wait", "--goto"),
    "codium": ("--wait", "--goto"),
    "code-insiders": ("--wait", "--goto"),
    "subl": ("--wait",),
    "zed": ("--wait",),
    "hx": (),
    "helix": (),
}
"""Editors that take `file:line:column`, with the flags that go before it."""


def editor_command(path: str, line: int, column: int) -> list[str]:
    """The command for VISUAL or EDITOR, by default vi, at `line` and `column` from one."""
    editor = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    name = Path(editor[0]).stem if editor else "vi"
    if name in _WITH_COLUMN:
        return [*editor, *_WITH_COLUMN[name], f"{path}:{line}:{column}"]
    return [*editor, f"+{line}", path]


def run_editor(command: Sequence[str]) -> str | None:
    """Run it to its end; what went wrong, or None."""
    try:
        ended = subprocess.run(command, check=False)
    except OSError as error:
        return f"cannot start {command[0]}: {(error.strerror or 'failed').lower()}"
    if ended.returncode:
        return f"{command[0]} ended with status {ended.returncode}"
    return None
