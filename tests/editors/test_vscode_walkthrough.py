"""VS Code as a new user meets it: an empty folder, no server, and the walkthrough."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from support import code_server, vscode

pytestmark = pytest.mark.editor


@pytest.mark.needs("module:kairos")
def test_each_step_of_the_walkthrough_works_from_an_empty_folder_on(tmp_path: Path) -> None:
    workspace = tmp_path / "new"
    workspace.mkdir()
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "python3").symlink_to(
        Path(sys.base_prefix, "bin", Path(sys.executable).resolve().name)
    )
    profile = f'PATH="{programs}"\n'
    with code_server.running(
        vscode.installation(), tmp_path / "state", {}, profile=profile
    ) as port:
        seen = json.loads(vscode.run_script("walkthrough.mjs", port, workspace))
    assert seen["steps"][0] == "Get the server"
    assert {path.name for path in workspace.rglob("*.pddl")} == {"domain.pddl", "problem.pddl"}
    assert seen["page"].startswith("boxes/problem.plan\n\nvalid (11 steps")
    assert seen["walked"].startswith("after step 10 of 11")
    assert "(box-at red store)" in seen["reason"]
    assert "Initial state" in seen["model"]
