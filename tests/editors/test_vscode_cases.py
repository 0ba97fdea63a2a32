"""VS Code's test explorer with the cases of a manifest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support import code_server, editor_review, vscode

pytestmark = pytest.mark.editor


def test_cases_are_listed_run_and_explained(tmp_path: Path) -> None:
    workspace = editor_review.fresh_example(tmp_path / "delivery")
    cases: list[dict[str, Any]] = [
        {"label": "deliver both", "expectedPlans": ["reference.plan"]},
        {"label": "refuse an unrequested place", "invalidPlans": ["learned.plan"]},
        {"label": "the learned plan", "expectedPlans": ["learned.plan"]},
        {"label": "elsewhere", "expectedPlans": ["../state/x.plan"]},
        {"label": "a template", "preProcess": {"kind": "command", "command": "touch ran"}},
    ]
    models = {"defaultDomain": "reference.pddl", "defaultProblem": "p01.pddl"}
    manifest = json.dumps({**models, "cases": cases}, indent=1)
    (workspace / "cases.ptest.json").write_text(manifest, encoding="utf-8")
    settings: dict[str, object] = {"planlsp.path": str(editor_review.server_command())}
    with code_server.running(vscode.installation(), tmp_path / "state", settings) as port:
        seen = json.loads(vscode.run_script("cases.mjs", port, workspace))
    states = {case["label"]: seen["rows"].get(case["label"]) for case in cases}
    assert list(states.values()) == ["passed", "passed", "failed", "error", "skipped"]
    assert seen["line"].startswith("(drop-off ann parcel square)")
    assert not (workspace / "ran").exists()
