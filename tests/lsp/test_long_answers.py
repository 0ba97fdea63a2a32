"""Long answers are turned into JSON outside the event loop, a few items at a time."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from plancore.stop import NEVER
from planlsp.session.background.schedule import Priority
from planlsp.wire.answers import MOST, is_long, json_of
from planlsp.wire.protocol import message_converter
from support.editor import Editor
from support.lsp_memory import LspMemory

URI = "untitled:1"
RANGE = types.Range(types.Position(1, 2), types.Position(1, 5))
EDIT = types.TextEdit(RANGE, 'é "\n')
LENGTHS = st.sampled_from([0, 1, 64, 65])


def symbol(children: list[types.DocumentSymbol]) -> types.DocumentSymbol:
    return types.DocumentSymbol("name", types.SymbolKind.Class, RANGE, RANGE, children=children)


def edits(uri: str, length: int) -> types.TextDocumentEdit:
    document = types.OptionalVersionedTextDocumentIdentifier(uri, None)
    return types.TextDocumentEdit(document, [EDIT] * length)


def answers(first: int, second: int) -> list[tuple[Any, Any]]:
    """Answers with long lists in different places, and the classes of their messages."""
    tokens = types.SemanticTokens([*range(first)], "1")
    changes = [types.SemanticTokensEdit(1, 2, [*range(second)])] * first
    by_file: dict[str, Any] = {URI: [EDIT] * first, "": [EDIT] * second}
    documents = [edits(URI, first), edits(URI, second)]
    highlight = types.DocumentHighlight(RANGE, types.DocumentHighlightKind.Read)
    items = types.CompletionList(False, [types.CompletionItem("word")] * first)
    return [
        (types.SemanticTokensResponse, tokens),
        (types.SemanticTokensDeltaResponse, types.SemanticTokensDelta(changes)),
        (types.RenameResponse, types.WorkspaceEdit(changes=by_file)),
        (types.RenameResponse, types.WorkspaceEdit(document_changes=documents)),
        (types.DocumentSymbolResponse, [symbol([symbol([])] * second)] * first),
        (types.DocumentHighlightResponse, [highlight] * first),
        (types.CompletionResponse, items),
    ]


@given(LENGTHS, LENGTHS)
def test_the_json_is_that_of_the_whole_answer(first: int, second: int) -> None:
    converter = message_converter()
    for message, answer in answers(first, second):
        whole = converter.unstructure(message(id=1, result=answer))["result"]
        assert json.loads(json_of(answer, converter, NEVER)) == whole


def test_a_few_items_are_done_between_two_checkpoints() -> None:
    calls = 0

    def checkpoint(*_: object) -> None:
        nonlocal calls
        calls += 1

    for _, answer in (*answers(1, 6_400), *answers(65, 100)):
        calls = 0
        json_of(answer, message_converter(), checkpoint)
        is_of_numbers = isinstance(answer, types.SemanticTokens | types.SemanticTokensDelta)
        assert not is_long(answer) or is_of_numbers or calls >= 100


@pytest.mark.parametrize("length", [MOST, MOST + 1])
def test_an_answer_is_long_with_many_items_wherever_they_are(length: int) -> None:
    highlight = types.DocumentHighlight(RANGE)
    assert is_long([highlight] * length) is (length > MOST)
    assert is_long(types.SemanticTokens([0] * length)) is (length > MOST)
    assert is_long(types.WorkspaceEdit(changes={URI: [EDIT] * length})) is (length > MOST)
    assert is_long(types.WorkspaceEdit(document_changes=[edits(URI, length)])) is True or (
        length == MOST
    )
    assert not is_long(None)
    assert not is_long("a" * 2 * length)


def test_a_long_answer_waits_and_the_event_loop_does_not(server: LspMemory) -> None:
    editor = Editor(server, server.initialize())
    facts = "\n".join(["(p)"] * (MOST + 1))
    editor.open(URI, f"(define (problem p) (:domain d)\n(:init\n{facts}))")
    place = {"textDocument": {"uri": URI}, "position": {"line": 2, "character": 1}}
    with server.busy(Priority.REQUESTS):
        long = server.start_request("textDocument/documentHighlight", place)
        server.request("textDocument/foldingRange", {"textDocument": {"uri": URI}})
        assert not server.answers(long)
    found = server.answer(long)["result"]
    assert len(found) == MOST + 1
    assert [each["range"]["start"]["line"] for each in found] == [*range(2, MOST + 3)]
