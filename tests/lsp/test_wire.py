"""Raw bytes against the server: every request is answered, whatever is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from support.ferry import DOMAIN
from support.lsp_client import framed
from support.lsp_memory import LspMemory

INITIALIZE: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}


@pytest.fixture
def server() -> Iterator[LspMemory]:
    with LspMemory() as memory:
        yield memory


def code_of(answer: dict[str, Any]) -> int:
    assert "result" not in answer
    code = answer["error"]["code"]
    assert isinstance(code, int)
    return code


def test_a_request_before_initialize_is_refused(server: LspMemory) -> None:
    asked = server.start_request("textDocument/hover", {})
    assert code_of(server.answer(asked)) == -32002
    server.initialize()


def test_notifications_before_initialize_are_dropped(server: LspMemory) -> None:
    server.open("untitled:a", "(define (domain d))")
    server.initialize()
    assert server.end() == 0
    assert not server.log


def test_a_second_initialize_is_refused(server: LspMemory) -> None:
    server.initialize()
    assert code_of(server.answer(server.start_request("initialize", INITIALIZE))) == -32600


def test_a_request_after_shutdown_is_refused(server: LspMemory) -> None:
    server.initialize()
    server.request("shutdown")
    assert code_of(server.answer(server.start_request("shutdown"))) == -32600
    assert code_of(server.answer(server.start_request("textDocument/hover", {}))) == -32600


def test_malformed_params_are_answered_with_the_id(server: LspMemory) -> None:
    server.initialize()
    wrong = {"textDocument": "not an object", "position": {"line": "one"}}
    asked = server.start_request("textDocument/hover", wrong)
    answer = server.answer(asked)
    assert code_of(answer) == -32602
    assert "\n" not in answer["error"]["message"]


def test_malformed_initialize_leaves_the_session_new(server: LspMemory) -> None:
    asked = server.start_request("initialize", {"capabilities": 7})
    assert code_of(server.answer(asked)) == -32602
    server.initialize()


def test_an_initialize_that_fails_leaves_the_session_new(server: LspMemory) -> None:
    asked = server.start_request("initialize", {**INITIALIZE, "rootUri": "file://[no-host"})
    assert code_of(server.answer(asked)) == -32603
    server.initialize()


def test_an_unknown_request_is_answered(server: LspMemory) -> None:
    server.initialize()
    assert code_of(server.answer(server.start_request("textDocument/teleport"))) == -32601


def test_a_client_that_is_pushed_to_cannot_pull(server: LspMemory) -> None:
    offered = server.initialize({"textDocument": {"diagnostic": {}}})["capabilities"]
    assert "diagnosticProvider" not in offered
    pulled = server.start_request("textDocument/diagnostic", {"textDocument": {"uri": "a:b"}})
    assert code_of(server.answer(pulled)) == -32601


def test_an_unknown_command_is_answered(server: LspMemory) -> None:
    server.initialize()
    asked = server.start_request("workspace/executeCommand", {"command": "planlsp.fly"})
    assert code_of(server.answer(asked)) == -32602


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"[" * 100_000])
def test_bad_json_is_a_parse_error_and_the_session_goes_on(server: LspMemory, body: bytes) -> None:
    server.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    answer = server.answer(None)
    assert code_of(answer) == -32700
    assert answer["id"] is None
    server.initialize()


@pytest.mark.parametrize("body", [b"[]", b"7", b'{"id": 1}', b'{"jsonrpc": "2.0", "method": 3}'])
def test_what_is_no_message_is_an_invalid_request(server: LspMemory, body: bytes) -> None:
    server.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    assert code_of(server.answer(None)) == -32600
    server.initialize()


def test_a_header_without_length_is_a_parse_error(server: LspMemory) -> None:
    server.send_bytes(b"Content-Type: text\r\n\r\n")
    assert code_of(server.answer(None)) == -32700
    server.initialize()


def test_header_names_count_in_any_case_and_order(server: LspMemory) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE}
    body = json.dumps(message).encode()
    kind = b"content-type: application/vscode-jsonrpc; charset=utf-8\r\n"
    server.send_bytes(b"%scontent-length: %d\r\n\r\n%s" % (kind, len(body), body))
    assert server.answer(1)["result"]["serverInfo"]["name"] == "planlsp"


def test_a_message_may_come_byte_by_byte(server: LspMemory) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE}
    for byte in framed(message):
        server.send_bytes(bytes((byte,)))
    assert "capabilities" in server.answer(1)["result"]


def test_capabilities_that_are_newer_than_we_are_do_not_end_the_session(
    server: LspMemory,
) -> None:
    newer = {
        "textDocument": {
            "documentSymbol": {"symbolKind": {"valueSet": [1, 99]}},
            "hover": {"contentFormat": ["markdown"]},
        },
        "general": {"positionEncodings": ["utf-7", "utf-8"]},
    }
    assert server.initialize(newer)["capabilities"]["positionEncoding"] == "utf-8"


def test_of_a_capability_only_what_is_new_is_left_out(server: LspMemory) -> None:
    """An operation on files that nobody here knows costs the client no versions in edits."""
    edits = {"documentChanges": True, "resourceOperations": ["create", "teleport"]}
    modes = {"snippetSupport": True, "insertTextModeSupport": {"valueSet": [2, 99]}}
    newer = {
        "workspace": {"workspaceEdit": edits},
        "textDocument": {"completion": {"completionItem": modes}},
    }
    server.initialize(newer)
    client = server.server.client
    assert client.document_changes
    assert client.creates_files
    assert client.snippets
    assert client.insert_text_modes


@pytest.mark.parametrize(
    ("offers", "chosen"),
    [
        (None, "utf-16"),
        ([], "utf-16"),
        (["utf-8", "utf-16"], "utf-8"),
        (["utf-32", "utf-8", "utf-16"], "utf-32"),
        (["utf-16"], "utf-16"),
        (["utf-7"], "utf-16"),
    ],
)
def test_the_clients_first_supported_encoding_is_chosen(
    server: LspMemory, offers: list[str] | None, chosen: str
) -> None:
    capabilities = {"general": {"positionEncodings": offers}} if offers is not None else {}
    assert server.initialize(capabilities)["capabilities"]["positionEncoding"] == chosen


def test_edits_of_a_document_that_is_not_open_are_ignored(server: LspMemory) -> None:
    server.initialize()
    server.change("untitled:nowhere", 2, {"text": "x"})
    assert server.end() == 0
    assert not server.calls("window/showMessage")
    assert "untitled:nowhere" in server.log


names = st.sampled_from(
    ["textDocument", "uri", "position", "range", "context", "command", "arguments", "jsonrpc", "id"]
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2**40) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4),
    max_leaves=8,
)
methods = st.sampled_from(
    [*sorted(set(types.METHOD_TO_TYPES) - {types.SHUTDOWN, types.EXIT}), "$/any", "", "workspace"]
)


@pytest.mark.server_behaviour(35)
def test_every_request_is_answered_once_whatever_is_wrong_with_it() -> None:
    with LspMemory() as server:
        server.initialize()
        server.open("untitled:1", DOMAIN)

        @given(methods, st.dictionaries(names, json_values, max_size=5) | json_values)
        def holds(method: str, params: object) -> None:
            if isinstance(params, dict) and params.get("textDocument"):
                params["textDocument"] = {"uri": "untitled:1"}
            server.notify(method, params)
            asked = server.start_request(method, params)
            server.answer(asked)
            server.request("textDocument/codeLens", {"textDocument": {"uri": "untitled:1"}})
            assert len(server.answers(asked)) == 1

        holds()
        assert server.end() == 0
        assert "Traceback" not in server.log
