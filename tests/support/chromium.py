"""Chromium by itself: what a script finds out about a page that it has laid out."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any, Final

from support.editor_review import installed

_SECONDS: Final = 60
_POLICY: Final = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')


def measured(html: str, script: str, width: int, folder: Path) -> Any:
    """What `script`, an expression, comes to in a window of so many pixels; skips without Chromium.

    The page's policy, which forbids scripts that are not its own, is left out.
    """
    page = folder / "measured.html"
    page.write_text(
        f"{_POLICY.sub('', html)}<script>"
        f"document.title = 'told ' + JSON.stringify({script}) + ' so';</script>"
    )
    command = [
        str(installed("PLANLSP_CHROMIUM", "/usr/bin/chromium")), "--headless", "--no-sandbox",
        "--disable-gpu", "--no-first-run", "--disable-background-networking",
        f"--user-data-dir={folder}/user", f"--window-size={width},900", "--dump-dom",
        page.as_uri(),
    ]  # fmt: skip
    run = subprocess.run(command, timeout=_SECONDS, capture_output=True, text=True, check=True)
    told = re.search(r"<title>told (.*?) so</title>", run.stdout, re.DOTALL)
    assert told is not None, run.stdout[:500]
    return json.loads(told[1])
