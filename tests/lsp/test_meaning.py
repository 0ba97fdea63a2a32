"""Differences from the reference told by what they mean, as the user has set it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from planlsp.cli import main
from support.difference_messages import told_differences
from support.editor import Editor
from support.ferry import DOMAIN
from support.lsp_client import Message

NAMED = ";;!reference: reference.pddl\n"
LEARNED = NAMED + DOMAIN.replace("(and (at ?c ?p) (not (full)))", "(at ?c ?p)").replace(
    "(and (aboard ?c) (exists", "(and (aboard ?c) (or (full) (not (full))) (exists"
)
CAPABILITIES: Message = {
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True},
        "hover": {"contentFormat": ["markdown"]},
    }
}
Start = Callable[..., Editor]
SAME = "; no difference in meaning"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "reference.pddl").write_text(DOMAIN)
    return tmp_path


def differences(diagnostics: list[Message]) -> dict[str, str]:
    messages = (each["message"] for each in told_differences(diagnostics))
    return {text.split(";")[0]: text for text in messages if not text.endswith(SAME)}


def come_to(editor: Editor, uri: str, wanted: Callable[[dict[str, str]], bool]) -> Message:
    """The message with the findings that are as wanted, in the text as it is now."""
    return editor.server.wait_for(
        lambda m: (
            m.get("method") == "textDocument/publishDiagnostics"
            and m["params"]["uri"] == uri
            and m["params"]["version"] == editor.versions[uri]
            and wanted(differences(m["params"]["diagnostics"]))
        )
    )


@pytest.mark.server_behaviour(33, "in meaning, too")
def test_only_what_changes_meaning_is_told(start: Start, folder: Path) -> None:
    editor = start(CAPABILITIES, initializationOptions={"comparison": "semantic"})
    uri = (folder / "learned.pddl").as_uri()
    editor.open(uri, LEARNED)
    message = come_to(editor, uri, lambda d: any("more states" in text for text in d.values()))
    told = told_differences(message["params"]["diagnostics"])
    found, same = sorted(told, key=lambda each: int(each["severity"]))
    assert (same["severity"], found["severity"]) == (3, 2)
    assert same["message"].endswith(SAME)
    assert found["message"].endswith("; less restrictive: the action applies in more states")
    related = found["relatedInformation"][-1]["message"]
    assert related.startswith("applicable only in the learned domain: (board a b)")
    assert related.endswith("in state: (at a b) (full)")
    at = editor.position(uri, LEARNED.index("(:action board") + 10)
    asked = {"textDocument": {"uri": uri}, "position": at}
    hover = editor.server.request("textDocument/hover", asked)["contents"]["value"]
    assert "meaning: precondition less restrictive, effects agree (proved)" in hover
    assert "applicable only in the learned domain: `(board a b)`" in hover


def test_an_edit_is_asked_about_anew(start: Start, folder: Path) -> None:
    editor = start(CAPABILITIES, initializationOptions={"comparison": "semantic"})
    uri = (folder / "learned.pddl").as_uri()
    editor.open(uri, LEARNED)
    come_to(editor, uri, lambda d: any("more states" in text for text in d.values()))
    editor.replace(uri, "(at ?c ?p)\n    :effect", "(and (at ?c ?p) (not (full)))\n    :effect")
    come_to(editor, uri, lambda d: d == {})


def test_unless_it_is_set_all_are_told(start: Start, folder: Path) -> None:
    editor = start(CAPABILITIES)
    uri = (folder / "learned.pddl").as_uri()
    editor.open(uri, LEARNED)
    told = differences(editor.diagnostics(uri))
    assert len(told) == 2
    assert not any("states" in text for text in told.values())


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.server_behaviour(47, "in meaning, too")
def test_the_command_line_tells_what_the_editor_tells(
    start: Start, folder: Path, capsys: pytest.CaptureFixture[str], jobs: str
) -> None:
    (folder / "planlsp.toml").write_text('comparison = "semantic"\n')
    (folder / "learned.pddl").write_text(LEARNED)
    uri = (folder / "learned.pddl").as_uri()
    editor = start(CAPABILITIES, workspaceFolders=[{"uri": folder.as_uri(), "name": "folder"}])
    editor.open(uri, LEARNED)
    message = come_to(editor, uri, lambda d: any("more states" in text for text in d.values()))
    told = [(d["code"], d["message"], d["range"]) for d in message["params"]["diagnostics"]]
    assert main(["check", "--format", "json", "--jobs", jobs, str(folder)]) == 1
    found = json.loads(capsys.readouterr().out)["findings"]
    assert [(f["code"], f["message"], f["range"]) for f in found] == told
    main(["check", "--jobs", jobs, str(folder)])
    assert "applicable only in the learned domain: (board a b)" in capsys.readouterr().out


def test_a_file_that_is_not_open_is_told_of_by_meaning(start: Start, folder: Path) -> None:
    (folder / "learned.pddl").write_text(LEARNED)
    editor = start(
        CAPABILITIES,
        initializationOptions={"comparison": "semantic", "diagnosticMode": "workspace"},
        workspaceFolders=[{"uri": folder.as_uri(), "name": "folder"}],
    )
    uri = (folder / "learned.pddl").as_uri()
    editor.server.wait_for(
        lambda m: (
            m.get("method") == "textDocument/publishDiagnostics"
            and m["params"]["uri"] == uri
            and any("more states" in t for t in differences(m["params"]["diagnostics"]).values())
        )
    )
