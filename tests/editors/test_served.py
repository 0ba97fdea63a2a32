"""`plandiff --serve` in Chromium: the viewer works there, and no other page gets in."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from support import editor_review
from support.served import Served

pytestmark = pytest.mark.editor

_SCRIPT = Path(__file__).parent / "pages" / "served.mjs"


def test_the_viewer_is_painted_and_no_other_page_gets_in(tmp_path: Path) -> None:
    pytest.importorskip("textual_serve")
    node = editor_review.installed("PLANLSP_NODE", "tools/bin/node")
    environment = {
        **os.environ,
        "PLAYWRIGHT_MODULES": str(editor_review.installed("PLANLSP_CODE_SERVER", "vscode")),
        "BROWSER_PATH": str(editor_review.installed("PLANLSP_CHROMIUM", "/usr/bin/chromium")),
    }
    served = Served("learned.pddl", "reference.pddl")
    try:
        picture = tmp_path / "served.png"
        run = subprocess.run(
            [node, _SCRIPT, picture, served.address, "pick-up", "?", "next and previous"],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )
        assert run.returncode == 0, run.stdout + run.stderr
        seen = json.loads(run.stdout)
        assert seen["path"] == f"{served.origin}/"
        assert seen["elsewhere"] == []
        assert seen["reached"] == {"socket": False, "page": False, "posted": False}
        assert picture.stat().st_size > 10_000
    finally:
        assert served.end() == (0, "")
