"""VS Code in a folder without trust, with a path that names no server, and its walkthrough."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from support import code_server, editor_review, vscode

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def restricted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is shown in a folder that is not trusted, and with a setting that names no server."""
    folder = tmp_path_factory.mktemp("vscode-restricted")
    workspace = editor_review.fresh_example(folder / "delivery")
    settings: dict[str, object] = {
        "planlsp.path": "/nowhere/planlsp",
        "terminal.integrated.gpuAcceleration": "off",  # its letters are elements of the page
    }
    state = folder / "state"
    machine = state / "data" / "Machine" / "settings.json"
    with code_server.running(vscode.installation(), state, settings, asks_for_trust=True) as port:
        said = vscode.run_script(
            "restricted.mjs", port, workspace, machine, editor_review.server_command()
        )
    seen: dict[str, Any] = json.loads(said)
    return seen


def test_a_setting_that_names_no_server_is_explained(restricted: dict[str, Any]) -> None:
    assert "/nowhere/planlsp" in restricted["unusable"]
    assert "planlsp.path" in restricted["unusable"]


def test_another_path_starts_the_server_anew_and_nothing_else_is_told(
    restricted: dict[str, Any],
) -> None:
    assert set(restricted["messages"]) == {restricted["unusable"]}


def test_the_terminal_viewer_waits_for_trust(restricted: dict[str, Any]) -> None:
    assert "disabled in untrusted folders" in restricted["refusal"]
    assert not any("plandiff" in tab for tab in restricted["tabs"])


def test_the_terminal_viewer_shows_both_files_and_has_the_keys(restricted: dict[str, Any]) -> None:
    # A terminal of 80 columns shortens one of the names: of it there are both ends.
    assert re.search(r"ref\S*pddl ▸ learned\.pddl", restricted["viewer"])
    assert "change 1/6" in restricted["viewer"]


def test_the_walkthrough_ticks_off_what_was_done(restricted: dict[str, Any]) -> None:
    ticked = [step for step, is_done in restricted["steps"].items() if is_done]
    assert ticked == ["Get the server", "Open a domain", "Name its reference"]
    assert len(restricted["steps"]) == 5
