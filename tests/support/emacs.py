"""Emacs in batch, with the server on the PATH of a home of its own."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from support import editor_review


def own_home(home: Path) -> dict[str, str]:
    """The variables of a user whose home is `home`."""
    server = editor_review.server_command()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    path = f"{server.parent}{os.pathsep}{os.environ['PATH']}"
    return {**kept, "HOME": str(home), "PATH": path, "LC_ALL": "C.UTF-8"}


def run_batch(
    emacs: Sequence[str | Path],
    *arguments: str | Path,
    environment: Mapping[str, str],
    report: Path | None = None,
) -> str:
    """What Emacs prints in batch; scripts write to `report`. Fails where Emacs does."""
    run = subprocess.run(
        [*emacs, "--batch", "-Q", *arguments],
        env={**environment, "REVIEW_REPORT": str(report)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout
