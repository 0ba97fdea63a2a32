"""Twelve editors' recorded handshakes, and what the server makes of each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.editor import Editor
from support.ferry import DOMAIN
from support.lsp_process import LspProcess, Message
from support.material import material

pytestmark = pytest.mark.e2e

# With characters of one to four bytes before what is looked at.
LEARNED = DOMAIN.replace("(and (at ?c ?p) (not", "(and (🚢é) (at ?c ?p) (not").replace(
    ":effect (and (aboard", ":effect (and (é🚢) (aboard"
)
CLIENTS = [
    "emacs-28.2-eglot-1.9",
    "emacs-28.2-lsp-mode-8.0.0",
    "emacs-30.1-eglot",
    "helix-25.01.1",
    "helix-25.07.1",
    "neovim-0.10.4",
    "neovim-0.11.4",
    "neovim-0.12.4",
    "neovim-0.7.2",
    "vim-9.0-ale-3.3.0",
    "vscode-1.139.1-languageclient-11",
    "vscode-1.139.1-languageclient-9",
]
ENCODINGS = ["utf-8", "utf-16", "utf-32"]
# What may be sent to a client only when it declares this.
NEEDS = {
    "client/registerCapability": "dynamicRegistration",
    "workspace/configuration": "configuration",
    "workspace/diagnostic/refresh": "diagnostics",
    "workspace/codeLens/refresh": "codeLens",
    "window/workDoneProgress/create": "workDoneProgress",
    "window/showDocument": "showDocument",
    "textDocument/publishDiagnostics": "publishDiagnostics",
}


@pytest.fixture
def declared(client: str) -> Message:
    recorded = json.loads(material("editor-probes", "caps", f"{client}.json").read_text())
    capabilities: Message = recorded["initialize"]["capabilities"]
    return capabilities


@pytest.fixture
def server() -> Iterator[LspProcess]:
    with LspProcess() as process:
        yield process
        assert process.end() == 0
        assert process.log == ""


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("client", CLIENTS)
def test_a_session_as_the_client_has_it(
    declared: Message, server: LspProcess, tmp_path: Path, encoding: str
) -> None:
    declared.setdefault("general", {})["positionEncodings"] = [encoding]
    hold_session(server, tmp_path, declared)
    assert server.answer(1)["result"]["capabilities"]["positionEncoding"] == encoding


def test_a_session_with_a_client_that_declares_nothing(server: LspProcess, tmp_path: Path) -> None:
    hold_session(server, tmp_path, {})
    assert {m["method"] for m in server.messages if "method" in m} <= {
        "textDocument/publishDiagnostics"
    }


def hold_session(server: LspProcess, folder: Path, declared: Message) -> None:
    """Open a domain with one fault and two differences; look at it in every way there is."""
    (folder / "reference.pddl").write_text(DOMAIN)
    uri = (folder / "learned.pddl").as_uri()
    editor = Editor(server, server.initialize(declared))
    editor.open(uri, f";;!reference: reference.pddl\n{LEARNED}")
    editor.replace(uri, "(aboard ?c) (full)", "(abroad ?c) (full)")
    diagnostics = editor.diagnostics(uri)
    marked = {(each["code"], editor.marked(uri, each["range"])) for each in diagnostics}
    assert {("undeclared-predicate", name) for name in ("🚢é", "é🚢", "abroad")} <= marked
    assert ("extra-effect", "(abroad ?c)") in marked
    check_what_was_sent(server, declared, diagnostics)

    place = {"textDocument": {"uri": uri}}
    cursor = editor.position(uri, editor.texts[uri].index("?c ?p) (not") + 1)
    hover = server.request("textDocument/hover", {**place, "position": cursor})
    if hover is not None:
        assert editor.marked(uri, hover["range"]) == "?c"
    for symbol in walk(server.request("textDocument/documentSymbol", place)):
        range_ = symbol.get("selectionRange") or symbol["location"]["range"]
        assert editor.marked(uri, range_) is not None
        if symbol["name"] == "board" and "selectionRange" in symbol:
            assert editor.marked(uri, range_) == "board"
    assert len(editor.lenses(uri)) == 3
    extra = next(each for each in diagnostics if "(abroad ?c)" in each["message"])
    actions = editor.actions(uri, extra)
    if "codeActionLiteralSupport" in str(declared):
        fix = next(a for a in actions if a["title"] == "Remove effect `(abroad ?c)`")
        editor.apply(fix["edit"])
        assert "abroad" not in editor.texts[uri]
        left = {each["message"] for each in editor.diagnostics(uri)}
        assert left < {each["message"] for each in diagnostics}
    else:
        assert actions == []


def check_what_was_sent(server: LspProcess, declared: Message, diagnostics: list[Message]) -> None:
    """Nothing that the client did not declare."""
    for message in server.messages:
        needed = NEEDS.get(message.get("method", ""))
        if needed is not None and declared:
            assert needed in json.dumps(declared), message
    published = declared.get("textDocument", {}).get("publishDiagnostics", {})
    related = [each for each in diagnostics if "relatedInformation" in each]
    assert bool(related) == bool(published.get("relatedInformation"))
    if not related:
        assert any("(reference.pddl:" in each["message"] for each in diagnostics)
    if not published.get("tagSupport"):
        assert not [each for each in diagnostics if "tags" in each]


def walk(symbols: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for symbol in symbols:
        yield symbol
        yield from walk(symbol.get("children", []))
