"""Plans in an editor: findings as they are typed, hover, hints, and the line above their domain."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from planlsp.session.answers import tallies
from planlsp.session.uris import key_of
from support.editor import Editor
from support.examples import DELIVERY
from support.lsp_client import Message
from support.lsp_memory import LspMemory

PUSH: Message = {
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
        "inlayHint": {},
    },
    "workspace": {
        "codeLens": {"refreshSupport": True},
        "inlayHint": {"refreshSupport": True},
    },
}
PULL: Message = {
    "textDocument": {**PUSH["textDocument"], "diagnostic": {}},
    "workspace": {**PUSH["workspace"], "diagnostics": {"refreshSupport": True}},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DELIVERY, tmp_path / "delivery"))


def shown(editor: Editor, path: Path) -> str:
    uri = path.as_uri()
    editor.open(uri, path.read_text("utf-8"))
    return uri


def messages(editor: Editor, uri: str) -> list[str]:
    return [f"{each['code']}: {each['message']}" for each in editor.diagnostics(uri)]


NEVER_REQUESTED = (
    "inapplicable-step: inapplicable step 3: `(requested parcel square)` was never true"
)


@pytest.mark.server_behaviour(13)
@pytest.mark.parametrize("capabilities", [PUSH, PULL], ids=["push", "pull"])
def test_the_example_is_executed(
    start: Callable[..., Editor], folder: Path, capabilities: Message
) -> None:
    editor = start(capabilities)
    uri = shown(editor, folder / "learned.plan")
    (finding,) = editor.diagnostics(uri)
    assert f"{finding['code']}: {finding['message']}" == NEVER_REQUESTED
    (place,) = finding["relatedInformation"]
    assert place["location"]["uri"] == (folder / "reference.pddl").as_uri()


@pytest.mark.server_behaviour(12)
def test_findings_come_while_a_step_is_typed(start: Callable[..., Editor], folder: Path) -> None:
    editor = start(PUSH)
    uri = shown(editor, folder / "reference.plan")
    assert messages(editor, uri) == []
    editor.replace(uri, "(move ann square harbour)", "(moev ann square harbour)")
    (finding,) = editor.diagnostics(uri)
    assert finding["message"] == "unknown action `moev`; did you mean `move`?"
    (fix,) = editor.actions(uri, finding, "quickfix")
    editor.apply(fix["edit"])
    assert messages(editor, uri) == []


@pytest.mark.server_behaviour(10)
@pytest.mark.parametrize("capabilities", [PUSH, PULL], ids=["push", "pull"])
def test_an_edit_of_the_domain_or_the_problem_is_seen_in_the_plan(
    start: Callable[..., Editor], folder: Path, capabilities: Message
) -> None:
    editor = start(capabilities)
    plan = shown(editor, folder / "learned.plan")
    domain = shown(editor, folder / "reference.pddl")
    problem = shown(editor, folder / "p01.pddl")
    assert messages(editor, plan) == [NEVER_REQUESTED]
    editor.replace(domain, "\n      (requested ?p ?l)", "")
    assert messages(editor, plan) == []
    editor.replace(problem, "(connected square depot)", "")
    (message,) = messages(editor, plan)
    assert "inapplicable step 4: `(connected square depot)` was never true" in message


@pytest.mark.server_behaviour(10)
def test_a_client_that_pulls_is_asked_to_pull_the_plan_again(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor = start(PULL)
    plan = shown(editor, folder / "learned.plan")
    domain = shown(editor, folder / "reference.pddl")
    assert messages(editor, plan) == [NEVER_REQUESTED]
    since = len(editor.server.messages)
    editor.replace(domain, "\n      (requested ?p ?l)", "")
    editor.server.wait_for_method("workspace/diagnostic/refresh", since)
    assert messages(editor, plan) == []


@pytest.mark.server_behaviour(13)
def test_a_reference_in_another_folder_is_found_through_the_domain(
    start: Callable[..., Editor], folder: Path
) -> None:
    (folder / "gold").mkdir()
    (folder / "reference.pddl").rename(folder / "gold" / "domain.pddl")
    learned = (folder / "learned.pddl").read_text("utf-8")
    learned = learned.replace("!reference: reference.pddl", "!reference: gold/domain.pddl")
    (folder / "learned.pddl").write_text(learned)
    problem = (folder / "p01.pddl").read_text("utf-8")
    (folder / "p01.pddl").write_text(problem.replace("reference.pddl", "learned.pddl"))
    editor = start(PUSH)
    uri = shown(editor, folder / "learned.plan")
    (message,) = messages(editor, uri)
    assert message.startswith(
        "fails-under-reference: in reference `domain.pddl`: inapplicable step 3"
    )


@pytest.mark.server_behaviour(17)
def test_hover_on_a_step(start: Callable[..., Editor], folder: Path) -> None:
    editor = start(PUSH)
    uri = shown(editor, folder / "learned.plan")
    place = {"textDocument": {"uri": uri}, "position": {"line": 3, "character": 3}}
    answer = editor.server.request("textDocument/hover", place)
    assert "requires (requested parcel square), which was never true" in answer["contents"]["value"]


def labels(editor: Editor, uri: str) -> list[str]:
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    document = {"textDocument": {"uri": uri}, "range": whole}
    return [hint["label"] for hint in editor.server.request("textDocument/inlayHint", document)]


@pytest.mark.server_behaviour(21)
def test_hints_are_those_of_the_settings(start: Callable[..., Editor], folder: Path) -> None:
    editor = start(PUSH)
    uri = shown(editor, folder / "reference.plan")
    assert labels(editor, uri) == ["goal reached, 6 steps"]
    other = start(PUSH, initializationOptions={"inlayHints": {"result": False, "steps": True}})
    uri = shown(other, folder / "reference.plan")
    assert labels(other, uri) == ["1:", "2:", "3:", "4:", "5:", "6:"]


@pytest.mark.server_behaviour(21)
def test_hints_are_refreshed_when_the_domain_changes(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor = start(PUSH)
    plan = shown(editor, folder / "reference.plan")
    domain = shown(editor, folder / "reference.pddl")
    assert labels(editor, plan) == ["goal reached, 6 steps"]
    since = len(editor.server.messages)
    editor.replace(domain, "(delivered ?p)\n      (in", "(in")
    editor.server.wait_for_method("workspace/inlayHint/refresh", since)
    assert labels(editor, plan) == ["goal not reached: 2 conditions, 6 steps"]


@pytest.mark.server_behaviour(36)
def test_hints_are_not_offered_to_a_client_that_does_not_know_them() -> None:
    with LspMemory() as server:
        assert "inlayHintProvider" not in server.initialize({})["capabilities"]
        assert server.end() == 0


@pytest.mark.server_behaviour(33)
def test_the_plans_of_the_folder_are_counted_above_the_domain(
    start: Callable[..., Editor], folder: Path
) -> None:
    editor = start(PUSH)
    uri = shown(editor, folder / "learned.pddl")
    counted = "1 of 2 plans valid · 1 of 2 in the reference"
    assert counted in editor.lenses(uri)
    since = len(editor.server.messages)
    editor.replace(uri, "(delivered ?p)\n      (available", "(available")
    assert counted in editor.lenses(uri)  # what is known until the plans have been executed
    editor.server.wait_for_method("workspace/codeLens/refresh", since)
    assert (
        "0 of 2 plans valid · 1 of 2 in the reference · no longer valid: learned.plan"
    ) in editor.lenses(uri)


def test_the_score_stands_before_the_count_of_plans(
    start: Callable[..., Editor], folder: Path
) -> None:
    """Where a line is cut at its end, as in a terminal, the score is still to be read."""
    editor = start(PUSH)
    titles = editor.lenses(shown(editor, folder / "learned.pddl"))
    score = next(at for at, title in enumerate(titles) if " over 3 actions" in title)
    assert score < titles.index(said_of_plans(editor, folder.joinpath("learned.pddl").as_uri()))


@pytest.mark.server_behaviour(33)
def test_what_comes_while_plans_are_executed_counts(
    start: Callable[..., Editor], folder: Path
) -> None:
    """Neovim asks for lenses once, and for no others before it has them."""
    editor = start(PUSH)
    path = folder / "learned.pddl"
    uri = path.as_uri()
    editor.open(uri, path.read_text("utf-8").replace(";;!reference", "; no reference"))
    asked = editor.server.start_request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    arguments = [uri, (folder / "reference.pddl").as_uri()]
    command = {"command": "planlsp.setReference", "arguments": arguments}
    editor.server.request("workspace/executeCommand", command)
    titles = [lens["command"]["title"] for lens in editor.server.answer(asked)["result"]]
    assert sum("similarity" in title for title in titles) == 4


def said_of_plans(editor: Editor, uri: str) -> str:
    """What is said of the plans above a domain."""
    (title,) = (each for each in editor.lenses(uri) if " plans valid" in each)
    return title


@pytest.mark.server_behaviour(44)
@pytest.mark.parametrize("has_index", [True, False])
def test_plans_that_change_on_disk_are_counted_anew(folder: Path, has_index: bool) -> None:
    watches = {"didChangeWatchedFiles": {"dynamicRegistration": True}}
    capabilities = {**PUSH, "workspace": {**PUSH["workspace"], **watches}}
    folders = [{"uri": folder.as_uri(), "name": "delivery"}] if has_index else None
    with LspMemory() as server:
        editor = Editor(server, server.initialize(capabilities, workspaceFolders=folders))
        if has_index:
            server.wait_until(lambda: server.server.indexer.index.is_complete)
        uri = shown(editor, folder / "learned.pddl")
        assert said_of_plans(editor, uri).startswith("1 of 2 plans")
        third = folder / "third.plan"
        plan = (folder / "learned.plan").read_text("utf-8")

        def told(kind: int) -> str:
            since = len(server.messages)
            event = {"uri": third.as_uri(), "type": kind}
            server.notify("workspace/didChangeWatchedFiles", {"changes": [event]})
            server.wait_for_method("workspace/codeLens/refresh", since)
            return said_of_plans(editor, uri)

        third.write_text(";;!problem: p01.pddl\n" + plan)
        assert told(1).startswith("2 of 3 plans")
        third.unlink()
        assert told(3).startswith("1 of 2 plans")


def test_a_type_that_is_inferred_can_be_written(start: Callable[..., Editor], folder: Path) -> None:
    editor = start(PUSH)
    uri = (folder / "typed.pddl").as_uri()
    text = """(define (domain d) (:requirements :typing) (:types t) (:predicates (p ?x - t))
  (:action a :parameters (?y) :effect (p ?y)))"""
    editor.open(uri, text)
    ends = {"start": {"line": 0, "character": 0}, "end": {"line": 2, "character": 0}}
    asked = {"textDocument": {"uri": uri}, "range": ends}
    (hint,) = editor.server.request("textDocument/inlayHint", asked)
    at = editor.position(uri, text.index(") :effect"))
    assert (hint["label"], hint["position"], hint["kind"]) == ("- t", at, 1)
    assert hint["textEdits"] == [{"range": {"start": at, "end": at}, "newText": " - t"}]
    ends["end"] = {"line": 1, "character": 0}
    assert editor.server.request("textDocument/inlayHint", asked) == []


def test_a_plan_that_vanishes_while_the_directory_is_listed_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planners write and remove numbered plans beside the domain."""
    for name in ("a.plan", "b.plan"):
        (tmp_path / name).touch()

    def is_plan(name: str) -> bool:
        (tmp_path / "a.plan").unlink(missing_ok=True)
        return name.endswith(".plan")

    monkeypatch.setattr(tallies, "is_plan_name", is_plan)
    listed = tallies.listed_beside(key_of((tmp_path / "domain.pddl").as_uri()))
    assert [key for key, _ in listed] == [key_of((tmp_path / "b.plan").as_uri())]
