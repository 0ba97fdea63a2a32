"""Folders around a document are searched in slices, between which other messages are answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from planlsp.session import project
from support.ferry import DOMAIN, PROBLEM
from support.lsp_memory import LspMemory

PULL = {
    "textDocument": {"diagnostic": {}},
    "workspace": {"diagnostics": {"refreshSupport": True}},
}
N_FOLDERS = 30


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A plan in a repository that is searched in the smallest slices."""
    monkeypatch.setattr(project, "_AT_A_TIME", -1.0)
    (tmp_path / ".git").mkdir()
    for number in range(N_FOLDERS):
        (tmp_path / f"set{number:02}").mkdir()
    (tmp_path / f"set{N_FOLDERS - 1}" / "domain.pddl").write_text(DOMAIN)
    (tmp_path / f"set{N_FOLDERS - 1}" / "problem.pddl").write_text(PROBLEM)
    return (tmp_path / "plans" / "best.plan").as_uri()


def test_a_request_waits_for_the_whole_search(plan: str, server: LspMemory) -> None:
    server.initialize(PULL)
    server.open(plan, "(board red south)\n")
    report = server.request("textDocument/diagnostic", {"textDocument": {"uri": plan}})
    assert "missing-setting" not in {each["code"] for each in report["items"]}
    assert not server.server.project.is_searching


def test_a_request_during_a_search_is_not_answered_from_what_was_found(
    plan: str, server: LspMemory
) -> None:
    """Also if the search ends before the request is handled, as another message goes on with it."""
    server.initialize(PULL)
    server.open(plan, "(board red south)\n")
    project = server.server.project
    asked = server.start_request("textDocument/diagnostic", {"textDocument": {"uri": plan}})

    def search_all() -> None:
        assert project.is_searching
        while project.is_searching:
            server.server.view()

    server.call(search_all)
    report = server.answer(asked)["result"]
    assert "missing-setting" not in {each["code"] for each in report["items"]}


def test_a_request_that_waits_for_a_search_can_be_cancelled(plan: str, server: LspMemory) -> None:
    server.initialize(PULL)
    server.open(plan, "(board red south)\n")
    asked = server.start_request("textDocument/diagnostic", {"textDocument": {"uri": plan}})
    server.notify("$/cancelRequest", {"id": asked})
    assert server.answer(asked)["error"]["code"] == -32800
    assert server.server.project.is_searching


def test_findings_are_sent_after_the_search(plan: str, server: LspMemory) -> None:
    server.initialize()
    server.open(plan, "(board red south)\n")
    sent = server.wait_for_method("textDocument/publishDiagnostics")["params"]["diagnostics"]
    assert "missing-setting" not in {each["code"] for each in sent}
