"""VS Code while a planner runs: its progress is shown, and Cancel ends it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support import code_server, editor_review, vscode
from support.programs import is_alive, wait_until

pytestmark = pytest.mark.editor


def test_a_planner_that_takes_long_is_cancelled_where_its_progress_is_shown(tmp_path: Path) -> None:
    workspace = editor_review.fresh_example(tmp_path / "delivery")
    process = tmp_path / "process"
    script = tmp_path / "slow.sh"
    script.write_text(f"echo $$ > {process}\nexec sleep 600\n", encoding="utf-8")
    settings: dict[str, object] = {
        "planlsp.path": str(editor_review.server_command()),
        "planlsp.planner": f"slow: sh {script} {{domain}} {{problem}}",
        "planlsp.plannerTime": 600,
    }
    with code_server.running(vscode.installation(), tmp_path / "state", settings) as port:
        seen = json.loads(vscode.run_script("solving.mjs", port, workspace))
        number = int(process.read_text())
        wait_until(lambda: not is_alive(number))
    assert "Solving p01.pddl" in seen["progress"]
    assert "p01.plan" not in seen["tabs"]
    assert seen["messages"] == []
