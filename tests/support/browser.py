"""Scripts for Node that drive Chromium."""

from __future__ import annotations

import json
import os
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


def measured_in_frame(html: str, script: str, width: int, folder: Path) -> Any:
    """The same in a frame of that width, which may be less than the 500 pixels that a window has at
    least; the document of the page is called `page`."""
    text = json.dumps(_POLICY.sub("", html)).replace("</", "<\\/")
    framed = f"""(() => {{
      const frame = document.createElement("iframe");
      frame.style.width = "{width}px";
      document.body.append(frame);
      frame.contentDocument.write({text});
      frame.contentDocument.close();
      const page = frame.contentDocument;
      return {script};
    }})()"""
    return measured("<!DOCTYPE html><body>", framed, 900, folder)


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
