"""VS Code with another extension for PDDL, and with a folder that is on no disk."""

from __future__ import annotations

import json
from typing import Any

import pytest

from support import code_server, editor_review, vscode

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is shown beside another extension for PDDL, and of a folder that is on no disk."""
    folder = tmp_path_factory.mktemp("vscode-beside")
    workspace = editor_review.fresh_example(folder / "delivery")
    # Neither set nor on the PATH: the server is run as a module of the selected interpreter.
    interpreter = str(editor_review.server_command().with_name("python"))
    settings: dict[str, object] = {"python.defaultInterpreterPath": interpreter}
    others = [
        code_server.packaged(vscode.SCRIPTS / name, folder / f"{name}.vsix")
        for name in ("neighbour", "elsewhere")
    ]
    state = folder / "state"
    with code_server.running(vscode.installation(), state, settings, neighbours=others) as port:
        user = state / "data" / "User" / "settings.json"
        seen: dict[str, Any] = json.loads(vscode.run_script("beside.mjs", port, workspace, user))
    return seen


def test_beside_another_extension_nothing_is_said_or_formatted_twice(
    beside: dict[str, Any],
) -> None:
    assert "Which one should do it?" in beside["asked"]
    assert {"planlsp", "PDDL", "Both"} <= set(beside["answers"])
    assert beside["faded"] == []  # alone, `requested` is
    assert sum("laid out by the other" in line for line in beside["formatted"]) == 1
    assert beside["chosen"] == "pddl"


def test_where_there_is_no_disk_it_is_said_what_works(beside: dict[str, Any]) -> None:
    assert beside["told"].startswith("Here planlsp offers colours and snippets only.")
    assert beside["coloured"] > 2
    assert set(beside["offered"]) == {
        "planlsp: Create an Example",
        "planlsp: Install the Server…",
        "planlsp: Restart Server",
        "planlsp: Show Output",
    }
