"""Twelve editors' recorded handshakes, and what the server makes of each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.editor import Editor
from support.ferry import DOMAIN
from support.lsp_client import Message
from support.lsp_memory import LspMemory

# With characters of one to four bytes before what is looked at.
LEARNED = DOMAIN.replace("(and (at ?c ?p) (not", "(and (🚢é) (at ?c ?p) (not").replace(
    ":effect (and (aboard", ":effect (and (é🚢) (aboard"
)
RECORDED = sorted((Path(__file__).parents[1] / "corpus" / "clients").glob("*.json"))
ENCODINGS = ["utf-8", "utf-16", "utf-32"]
# What may be sent to a client only when it declares this.
NEEDS = {
    "client/registerCapability": "dynamicRegistration",
    "workspace/configuration": "configuration",
    "workspace/diagnostic/refresh": "diagnostics",
    "workspace/codeLens/refresh": "codeLens",
    "workspace/semanticTokens/refresh": "semanticTokens",
    "window/workDoneProgress/create": "workDoneProgress",
    "window/showDocument": "showDocument",
    "textDocument/publishDiagnostics": "publishDiagnostics",
}


def sessions() -> Iterator[pytest.ParameterSet]:
    """Every client with every encoding; in the quick run each client with one of them."""
    for number, recorded in enumerate(RECORDED):
        for encoding in ENCODINGS:
            is_quick = encoding == ENCODINGS[number % len(ENCODINGS)]
            marks = () if is_quick else pytest.mark.long
            yield pytest.param(recorded, encoding, marks=marks, id=f"{recorded.stem}-{encoding}")


@pytest.mark.server_behaviour(36)
@pytest.mark.parametrize(("recorded", "encoding"), [*sessions()])
def test_a_session_as_the_client_has_it(
    server: LspMemory, tmp_path: Path, recorded: Path, encoding: str
) -> None:
    handshake = json.loads(recorded.read_text())
    handshake["capabilities"].setdefault("general", {})["positionEncodings"] = [encoding]
    hold_session(server, tmp_path, handshake)
    assert server.answer(1)["result"]["capabilities"]["positionEncoding"] == encoding


def test_twelve_clients_are_recorded() -> None:
    assert len(RECORDED) == 12


@pytest.mark.server_behaviour(36)
def test_a_session_with_a_client_that_declares_nothing(server: LspMemory, tmp_path: Path) -> None:
    hold_session(server, tmp_path, {"capabilities": {}})
    assert {m["method"] for m in server.messages if "method" in m} <= {
        "textDocument/publishDiagnostics"
    }


def hold_session(server: LspMemory, folder: Path, handshake: Message) -> None:
    """Open a domain with one fault and two differences; look at it in every way there is."""
    declared = handshake["capabilities"]
    (folder / "reference.pddl").write_text(DOMAIN)
    uri = (folder / "learned.pddl").as_uri()
    initialized = server.initialize(**{**handshake, "rootUri": folder.as_uri()})
    editor = Editor(server, initialized)
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
    check_completion(server, editor, uri, declared)
    for symbol in walk(server.request("textDocument/documentSymbol", place)):
        range_ = symbol.get("selectionRange") or symbol["location"]["range"]
        assert editor.marked(uri, range_) is not None
        if symbol["name"] == "board" and "selectionRange" in symbol:
            assert editor.marked(uri, range_) == "board"
    check_colours_and_folds(editor, uri, initialized["capabilities"], declared)
    check_references_and_rename(editor, uri, {**place, "position": cursor})
    assert len(editor.lenses(uri)) == 2
    extra = next(each for each in diagnostics if "(abroad ?c)" in each["message"])
    takes_actions = "codeActionLiteralSupport" in str(declared)
    assert ("codeActionProvider" in initialized["capabilities"]) == takes_actions
    if takes_actions:
        actions = editor.actions(uri, extra)
        fix = next(a for a in actions if a["title"] == "Remove effect `(abroad ?c)`")
        editor.apply(fix["edit"])
        assert "abroad" not in editor.texts[uri]
        left = {each["message"] for each in editor.diagnostics(uri)}
        assert left < {each["message"] for each in diagnostics}


def check_references_and_rename(editor: Editor, uri: str, at: Message) -> None:
    """All places of a variable, among characters of any length; renamed to and fro."""
    server, text = editor.server, editor.texts[uri]
    asked = {**at, "context": {"includeDeclaration": True}}
    references = server.request("textDocument/references", asked)
    highlights = server.request("textDocument/documentHighlight", at)
    assert [each["range"] for each in highlights] == [each["range"] for each in references]
    assert [editor.marked(uri, each["range"]) for each in highlights] == ["?c"] * 4
    for new in ("?vehicle", "?c"):
        editor.apply(server.request("textDocument/rename", {**at, "newName": new}))
        assert editor.texts[uri].count("?vehicle") == (4 if new == "?vehicle" else 0)
    assert editor.texts[uri] == text


def check_colours_and_folds(editor: Editor, uri: str, offered: Message, declared: Message) -> None:
    """Both are told in the client's own words, and only to a client that has some."""
    place = {"textDocument": {"uri": uri}}
    understood = declared.get("textDocument", {})
    tokens = offered.get("semanticTokensProvider")
    assert bool(tokens) == bool(understood.get("semanticTokens", {}).get("tokenTypes"))
    if tokens:
        assert {*tokens["legend"]["tokenTypes"]} <= {*understood["semanticTokens"]["tokenTypes"]}
        data = editor.server.request("textDocument/semanticTokens/full", place)["data"]
        n_names = len(re.findall(r"[^\s()]+", re.sub(";.*", "", editor.texts[uri])))
        assert n_names * 0.9 <= len(data) / 5 <= n_names + 10
    by_lines = understood.get("foldingRange", {}).get("lineFoldingOnly", False)
    for fold in editor.server.request("textDocument/foldingRange", place):
        assert 0 <= fold["startLine"] < fold["endLine"] < editor.texts[uri].count("\n") + 1
        assert ("startCharacter" in fold) is not by_lines


def check_completion(server: LspMemory, editor: Editor, uri: str, declared: Message) -> None:
    """Offers in the words of the client, and a signature, behind characters of any width."""
    place = {"textDocument": {"uri": uri}}
    cursor = editor.position(uri, editor.texts[uri].index("?c ?p) (not") + 1)
    answer = server.request("textDocument/completion", {**place, "position": cursor})
    assert [item["label"] for item in answer["items"]] == ["?c"]
    cursor = editor.position(uri, editor.texts[uri].index("(full) (not (at"))
    answer = server.request("textDocument/completion", {**place, "position": cursor})
    item = next(item for item in answer["items"] if item["label"] == "at")
    client = declared.get("textDocument", {}).get("completion", {}).get("completionItem", {})
    assert (item.get("insertTextFormat") == 2) == bool(client.get("snippetSupport"))
    assert ("insert" in item["textEdit"]) == bool(client.get("insertReplaceSupport"))
    assert ("labelDetails" in item) == bool(client.get("labelDetailsSupport"))
    assert "documentation" in server.request("completionItem/resolve", item)
    cursor = editor.position(uri, editor.texts[uri].index("?p) (not") + 1)
    shown = server.request("textDocument/signatureHelp", {**place, "position": cursor})
    assert shown["signatures"][0]["label"] == "(at ?c - car ?p - port)"
    assert shown["activeParameter"] == 1


def check_what_was_sent(server: LspMemory, declared: Message, diagnostics: list[Message]) -> None:
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
