"""VS Code with the packaged extension, and the scripts that drive it as a person does."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from support import editor_review
from support.browser import run_in_browser
from support.code_server import Installation

SCRIPTS: Final = Path(__file__).parents[1] / "editors" / "vscode"


def installation() -> Installation:
    """What is installed; skips the test where something is not."""
    return Installation(
        node=editor_review.installed("PLANLSP_NODE", "tools/bin/node"),
        modules=editor_review.installed("PLANLSP_CODE_SERVER", "vscode"),
        extension=editor_review.installed("PLANLSP_VSIX", "planlsp.vsix"),
    )


def run_script(script: str, port: int, workspace: Path, *more: Path) -> str:
    """What the script prints; it drives the VS Code that serves on ``port``."""
    picture = workspace.parent / "failure.png"
    return run_in_browser(SCRIPTS / script, str(port), workspace, *more, FAILURE_PICTURE=picture)
