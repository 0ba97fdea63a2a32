"""`plandiff` as a process, without a terminal and without settings of whoever runs the tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from support.examples import DELIVERY


@dataclass(frozen=True)
class Run:
    """What a process said and how it ended."""

    status: int
    out: str
    err: str


def plandiff(
    *arguments: str | Path,
    stdin: str | None = None,
    folder: Path = DELIVERY,
    env: Mapping[str, str] | None = None,
    plain: bool = True,
) -> Run:
    """Run the command in `folder`, with `env` besides the plain environment or instead of it."""
    ended = subprocess.run(
        [sys.executable, "-m", "plandiff", *map(str, arguments)],
        cwd=folder,
        input=None if stdin is None else stdin.encode(),
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        timeout=60,
        check=False,
        env=(plain_environment() if plain else {}) | dict(env or {}),
    )
    return Run(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


def plain_environment() -> dict[str, str]:
    """The environment without anything that changes what `plandiff` prints."""
    dropped = ("NO_COLOR", "COLUMNS", "LINES", "EDITOR", "VISUAL", "TMUX")
    return {
        name: value
        for name, value in os.environ.items()
        if name not in dropped and not name.startswith(("PLANDIFF_", "TEXTUAL", "GIT_"))
    }
