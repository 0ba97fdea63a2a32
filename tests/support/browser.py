"""Scripts for Node that drive Chromium."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from support.editor_review import installed


def run_in_browser(script: Path, *arguments: str | Path, **variables: str | Path) -> str:
    """What a script for Node prints that drives a browser, with more `variables` of the
    environment; skips where either is absent."""
    run = subprocess.run(
        [installed("PLANLSP_NODE", "tools/bin/node"), script, *arguments],
        env={
            **os.environ,
            "PLAYWRIGHT_MODULES": str(installed("PLANLSP_CODE_SERVER", "vscode")),
            "BROWSER_PATH": str(installed("PLANLSP_CHROMIUM", "/usr/bin/chromium")),
            **{name: str(value) for name, value in variables.items()},
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=270,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout
