"""The web build of the extension, whose server runs in the browser: no program of this machine."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from support import code_server, vscode
from support.editor_review import installed
from support.examples import DELIVERY

pytestmark = pytest.mark.editor

_IN_THE_BROWSER: Final[dict[str, object]] = {"remote.extensionKind": {"planlsp.planlsp": ["web"]}}
"""VS Code runs an extension that it serves itself on the machine, unless this says otherwise."""


def test_findings_fixes_and_the_review_come_from_a_server_in_the_browser(tmp_path: Path) -> None:
    package = installed("PLANLSP_WEB_VSIX", "planlsp-web.vsix")
    installation = replace(vscode.installation(), extension=package)
    workspace = tmp_path / "delivery"
    shutil.copytree(DELIVERY, workspace)
    with code_server.running(installation, tmp_path / "state", _IN_THE_BROWSER) as port:
        seen = json.loads(vscode.run_script("in_browser.mjs", port, workspace))
    assert seen["warnings"] == 5
    assert "6 differences" in seen["heading"]
    assert seen["fixes"]
