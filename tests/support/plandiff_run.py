"""`plandiff` without a terminal and without settings of whoever runs the tests."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack, chdir
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from plandiff.cli import main
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
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    with ExitStack() as stack:
        stack.enter_context(chdir(folder))
        stack.enter_context(patch.dict(os.environ, _environment(env, plain), clear=True))
        stack.enter_context(patch.object(sys, "stdin", _stream(stdin)))
        stack.enter_context(patch.object(sys, "stdout", out))
        stack.enter_context(patch.object(sys, "stderr", err))
        try:
            status = int(main([*map(str, arguments)]))
        except SystemExit as end:  # argparse ends so after --help and --version
            status = end.code if isinstance(end.code, int) else 0
    return Run(status, _written(out), _written(err))


def plandiff_process(
    *arguments: str | Path,
    folder: Path = DELIVERY,
    env: Mapping[str, str] | None = None,
    plain: bool = True,
) -> Run:
    """Run the command as a process of its own."""
    ended = subprocess.run(
        [sys.executable, "-m", "plandiff", *map(str, arguments)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
        env=_environment(env, plain),
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


def _environment(env: Mapping[str, str] | None, plain: bool) -> dict[str, str]:
    return (plain_environment() if plain else {}) | dict(env or {})


def _stream(text: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8", newline="")


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()
