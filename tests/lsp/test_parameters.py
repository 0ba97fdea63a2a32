"""Parameters added and removed over all files of the workspace, as a client asks for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.editor import Editor
from support.ferry import DOMAIN, PROBLEM
from support.lsp_client import Message
from support.lsp_memory import LspMemory

CAPABILITIES: Message = {
    "textDocument": {
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}},
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
        }
    },
    "workspace": {"workspaceEdit": {"documentChanges": True}},
}
ASKING = {"workspace": {"workspaceEdit": {"documentChanges": True, "changeAnnotationSupport": {}}}}
PLAN = "(board red south)\n"


def offered(editor: Editor, uri: str, offset: int) -> dict[str, Message]:
    """The rewritings at an offset by their titles."""
    at = editor.position(uri, offset)
    params = {
        "textDocument": {"uri": uri},
        "range": {"start": at, "end": at},
        "context": {"diagnostics": [], "only": ["refactor.rewrite"]},
    }
    return {a["title"]: a for a in editor.server.request("textDocument/codeAction", params)}


class Ferry:
    """A folder with a domain that is shown, and a problem and a plan that are not."""

    def __init__(self, server: LspMemory, folder: Path, capabilities: Message) -> None:
        for name, text in (("two.pddl", PROBLEM), ("two.plan", PLAN)):
            (folder / name).write_text(text)
        (folder / "domain.pddl").write_text(DOMAIN)
        folders: Any = [{"uri": folder.as_uri(), "name": "ferry"}]
        self.folder, self.uri = folder, (folder / "domain.pddl").as_uri()
        self.editor = Editor(server, server.initialize(capabilities, workspaceFolders=folders))
        self.editor.open(self.uri, DOMAIN)

    def choose(self, place: str, title: str) -> Message:
        """The answer about what is offered under this title."""
        offset = self.editor.texts[self.uri].index(place) + 1
        choice = offered(self.editor, self.uri, offset)[title]
        assert "edit" not in choice
        request = self.editor.server.start_request("codeAction/resolve", choice)
        answer: Message = self.editor.server.answer(request)
        return answer

    def texts(self) -> tuple[str, ...]:
        names = ("two.pddl", "two.plan")
        return self.editor.texts[self.uri], *((self.folder / n).read_text() for n in names)


@pytest.mark.server_behaviour(28, "in unopened problems and plans")
def test_added_and_removed_in_files_that_nobody_shows(tmp_path: Path) -> None:
    with LspMemory() as server:
        ferry = Ferry(server, tmp_path, CAPABILITIES)
        answer = ferry.choose("aboard ?c - car)", "Add a parameter `?port - port` to `aboard`")
        assert "main` is a guess" in answer["error"]["message"]
        answer = ferry.choose("aboard ?c - car)", "Add a parameter `?car - car` to `aboard`")
        assert "no object of type `car`" in answer["error"]["message"]
        answer = ferry.choose("full))", "Add a parameter `?car - car` to `full`")
        ferry.editor.apply(answer["result"]["edit"])
        assert "(not (full ?c))" in ferry.texts()[0]
        answer = ferry.choose("?car - car))", "Remove the parameter `?car` of `full`")
        ferry.editor.apply(answer["result"]["edit"])
        assert ferry.texts() == (DOMAIN, PROBLEM, PLAN)


def test_an_action_and_its_plans(tmp_path: Path) -> None:
    with LspMemory() as server:
        ferry = Ferry(server, tmp_path, {**CAPABILITIES, **ASKING})
        answer = ferry.choose("board\n    :par", "Add a parameter `?port - port` to `board`")
        edit = answer["result"]["edit"]
        assert "changeAnnotations" not in edit  # one port is left to choose
        ferry.editor.apply(edit)
        domain, problem, plan = ferry.texts()
        assert ":parameters (?c - car ?p - port ?port - port)" in domain
        assert (problem, plan) == (PROBLEM, "(board red south main)\n")


def test_a_guess_is_to_be_confirmed(tmp_path: Path) -> None:
    with LspMemory() as server:
        ferry = Ferry(server, tmp_path, {**CAPABILITIES, **ASKING})
        answer = ferry.choose("aboard ?c - car)", "Add a parameter `?port - port` to `aboard`")
        edit = answer["result"]["edit"]
        (label,) = (
            name for name, a in edit["changeAnnotations"].items() if a.get("needsConfirmation")
        )
        assert label == "`main` is a guess: `south` fits, too"
        ferry.editor.apply(edit)
        assert "(aboard red main)" in ferry.texts()[1]
        assert "(aboard ?c ?p)" in ferry.texts()[0]


def test_what_was_offered_about_an_earlier_text_is_out_of_date(tmp_path: Path) -> None:
    with LspMemory() as server:
        ferry = Ferry(server, tmp_path, CAPABILITIES)
        choices = offered(ferry.editor, ferry.uri, DOMAIN.index("full))") + 1)
        ferry.editor.type(ferry.uri, "(define", " ")
        request = server.start_request("codeAction/resolve", next(iter(choices.values())))
        assert server.answer(request)["error"]["code"] == -32801


def test_other_actions_come_back_as_they_were(tmp_path: Path) -> None:
    with LspMemory() as server:
        Ferry(server, tmp_path, CAPABILITIES)
        action = {"title": "Another", "kind": "quickfix", "data": {"key": 1}}
        assert server.request("codeAction/resolve", action) == action


def test_nothing_is_offered_to_who_cannot_resolve_it(tmp_path: Path) -> None:
    code_action: Message = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}
    with LspMemory() as server:
        ferry = Ferry(server, tmp_path, {"textDocument": {"codeAction": code_action}})
        assert offered(ferry.editor, ferry.uri, DOMAIN.index("full))") + 1) == {}
