"""A planner in VS Code: progress is shown, Cancel ends it, and no edited plan is lost."""

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


def test_a_plan_with_unsaved_changes_is_not_overwritten(tmp_path: Path) -> None:
    workspace = editor_review.fresh_example(tmp_path / "delivery")
    own = "(pick-up ann parcel depot)\n"
    (workspace / "p01.plan").write_text(own, encoding="utf-8")
    script = tmp_path / "waiting.sh"
    waits = f"while [ ! -e {workspace}/go ]; do sleep 0.1; done"
    script.write_text(f"{waits}\ncp {workspace}/reference.plan $1\n", encoding="utf-8")
    settings: dict[str, object] = {
        "planlsp.path": str(editor_review.server_command()),
        "planlsp.planner": f"waiting: sh {script} {{plan}} {{domain}} {{problem}}",
        "planlsp.planFile": "overwrite",
    }
    with code_server.running(vscode.installation(), tmp_path / "state", settings) as port:
        seen = json.loads(vscode.run_script("guarded.mjs", port, workspace))
    assert seen["reasons"] == 0
    assert seen["during"] == {"text": own, "dirty": ["p01.plan", "p01-2.plan"]}
    assert seen["before"]["text"] == own
    assert "p01.plan" in seen["before"]["dirty"]
    assert "(drop-off ann parcel harbour)" in seen["saved"]["text"]
    assert seen["saved"]["dirty"] == ["p01-2.plan"]
