"""How a file stands: what a status line and a list of plans show."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from support.editor import Editor
from support.examples import DELIVERY
from support.lsp_client import Message
from support.lsp_memory import LspMemory

TOLD: Message = {"experimental": {"planlsp": {"statusChanged": True}}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DELIVERY, tmp_path / "delivery"))


def shown(editor: Editor, path: Path) -> str:
    uri = path.as_uri()
    editor.open(uri, path.read_text("utf-8"))
    return uri


def status(editor: Editor, uri: str) -> Message:
    """The answer of a server that has executed the plans; each question waits for that a second."""
    asked = {"textDocument": {"uri": uri}}
    answer: Message = editor.server.request("planlsp/status", asked)
    while answer["kind"] == "domain" and answer["plans"] is None:
        answer = editor.server.request("planlsp/status", asked)
    return answer


def test_a_learned_domain_has_a_similarity_and_plans(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor = start({})
    uri = shown(editor, folder / "learned.pddl")
    answer = status(editor, uri)
    plans = {Path(plan.pop("uri")).name: plan for plan in answer.pop("plans")}
    assert answer == {
        "kind": "domain",
        "name": "delivery",
        "reference": (folder / "reference.pddl").as_uri(),
        "similarity": pytest.approx((5 / 7 + 4 / 5 + 5 / 7) / 3),
        "differences": 6,
        "summary": "similarity 0.743 over 3 actions · 6 differences",
    }
    assert plans["learned.plan"] == {"verdict": "valid", "reason": None, "range": None}
    failing = plans["reference.plan"]
    assert failing["verdict"] == "invalid"
    assert failing["reason"].startswith("inapplicable step ")
    line = (
        (folder / "reference.plan")
        .read_text("utf-8")
        .splitlines()[failing["range"]["start"]["line"]]
    )
    assert line.startswith("(")


def test_of_other_files_it_is_told_what_they_are(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor = start({})
    nothing = {"similarity": None, "differences": None, "summary": None, "plans": None}
    plan = status(editor, shown(editor, folder / "learned.plan"))
    assert plan == {"kind": "plan", "name": None, "reference": plan["reference"], **nothing}
    problem = status(editor, shown(editor, folder / "p01.pddl"))
    assert problem["kind"] == "problem"
    absent = status(editor, (folder / "absent.pddl").as_uri())
    assert absent == {"kind": None, "name": None, "reference": None, **nothing}


def test_plans_that_cannot_be_judged_have_a_reason(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor = start({})
    broken = (folder / "learned.pddl").read_text("utf-8").replace("(at ?a ?l)", "(att ?a ?l)")
    (folder / "learned.pddl").write_text(broken, "utf-8")
    plans = status(editor, shown(editor, folder / "learned.pddl"))["plans"]
    assert {plan["verdict"] for plan in plans} == {"unknown"}
    assert all(plan["reason"].startswith("`learned.pddl` has errors: ") for plan in plans)
    assert all(plan["range"] is None for plan in plans)


def test_who_wants_it_is_told_when_an_answer_holds_no_longer(folder: Path) -> None:
    with LspMemory() as server:
        editor = Editor(server, server.initialize(TOLD))
        uri = shown(editor, folder / "learned.pddl")
        plan = shown(editor, folder / "learned.plan")
        before = status(editor, uri)
        since = len(server.messages)
        editor.replace(plan, "(drop-off ann letter square)", "")
        told = server.wait_for_method("planlsp/statusChanged", since)
        assert told["params"] == {"uri": uri}
        after = status(editor, uri)
        assert [p["verdict"] for p in before["plans"]] == ["valid", "invalid"]
        assert [p["verdict"] for p in after["plans"]] == ["invalid", "invalid"]
        assert "goal not reached" in after["plans"][0]["reason"]


def test_who_does_not_declare_it_is_not_told(start: Callable[..., Editor], folder: Path) -> None:
    editor = start({})
    uri = shown(editor, folder / "learned.pddl")
    status(editor, uri)
    plan = shown(editor, folder / "learned.plan")
    editor.replace(plan, "(drop-off ann letter square)", "")
    while status(editor, uri)["plans"][0]["verdict"] == "valid":
        pass
    assert not [m for m in editor.server.messages if m.get("method") == "planlsp/statusChanged"]


@pytest.mark.parametrize(
    "params", [None, [], {}, {"textDocument": {}}, {"textDocument": {"uri": 1}}]
)
def test_a_malformed_question_is_refused(start: Callable[..., Editor], params: object) -> None:
    server = start({}).server
    answer = server.answer(server.start_request("planlsp/status", params))
    assert answer["error"]["code"] == -32602
