"""`plandiff` without a terminal and without settings of whoever runs the tests."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from plandiff.cli import main
from support.command import run_command
from support.examples import DELIVERY


@dataclass(frozen=True)
class Run:
    """What a run said and how it ended."""

    status: int
    out: str
    err: str


def plandiff(
    *arguments: str | Path,
    stdin: str = "",
    folder: Path = DELIVERY,
    env: Mapping[str, str] | None = None,
    plain: bool = True,
) -> Run:
    """Run the command here, in `folder`, with `env` besides the plain environment or instead."""
    stdin_stream = io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8", newline="")
    environment = (plain_environment() if plain else {}) | dict(env or {})
    with (
        patch.dict(os.environ, environment, clear=True),
        patch.object(sys, "stdin", stdin_stream),
    ):
        return Run(*run_command(main, *arguments, cwd=folder))


def plain_environment() -> dict[str, str]:
    """The environment without anything that changes what `plandiff` prints."""
    dropped = ("NO_COLOR", "COLORFGBG", "COLUMNS", "LINES", "EDITOR", "VISUAL", "TMUX")
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in dropped and not name.startswith(("PLANDIFF_", "TEXTUAL", "GIT_"))
    }
    return kept | {"PLANDIFF_CONFIG": ""}
