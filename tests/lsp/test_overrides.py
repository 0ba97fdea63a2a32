"""What we do in place of pygls: it holds with ours, and with pygls' own it would not.

When the second half of one of these fails, pygls has mended it, and ours can go.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import gc
import threading
from collections.abc import Callable

import pytest
from pygls.io_ import run_async
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from planlsp.session.server import PlanServer
from planlsp.wire.protocol import BuiltInFeatures
from support.lsp_client import LspClient, Message, framed, framed_bytes
from support.lsp_memory import LspMemory
from support.probe_server import create_probe

URI = "untitled:1"


def an_opened_text_is_held_once(server: LspMemory) -> None:
    server.open(URI, "abc")
    assert server.request("test/text", {"uri": URI}) == "abc"
    assert not server.server.workspace.text_documents


def an_edit_past_the_end_of_a_line_loses_nothing(server: LspMemory) -> None:
    server.open(URI, "abc")
    ends = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 100}}
    server.change(URI, 2, {"range": ends, "text": ""})
    assert server.request("test/text", {"uri": URI}) == ""


def a_session_begins_once(server: LspMemory) -> None:
    server.request("test/count")
    refused = server.start_request("initialize", {"capabilities": {}, "processId": None})
    assert server.answer(refused)["error"]["code"] == -32600


def what_comes_after_a_shutdown_is_answered(server: LspMemory) -> None:
    server.request("shutdown")
    assert code(server, server.start_request("test/count")) == -32600


def an_exit_ends_with_the_right_code(server: LspMemory) -> None:
    assert server.end() == 0


def a_failing_notification_opens_no_window(server: LspMemory) -> None:
    server.notify("test/failing")
    assert not server.calls("window/showMessage")


def a_document_that_is_closed_leaves_nothing(server: LspMemory) -> None:
    before = futures()
    for _ in range(100):
        server.open(URI, "")
        server.request("test/text", {"uri": URI})
        server.close(URI)
    server.request("test/count")
    # Those of other tests may still end meanwhile.
    assert futures() - before < 50


def an_answer_of_a_command_is_not_kept(server: LspMemory) -> None:
    before = futures()
    assert server.request("workspace/executeCommand", {"command": "test.answer"}) == "an answer"
    assert futures() == before


def futures() -> int:
    """The futures that anybody holds."""
    gc.unfreeze()
    gc.collect()
    kinds = (concurrent.futures.Future, asyncio.Future)
    return sum(isinstance(thing, kinds) for thing in gc.get_objects())


Scene = Callable[[LspMemory], None]
BUILT_IN: dict[str, Scene] = {
    "lsp_initialize": a_session_begins_once,
    "lsp_shutdown": what_comes_after_a_shutdown_is_answered,
    "lsp_exit": an_exit_ends_with_the_right_code,
    "lsp_text_document__did_open": an_opened_text_is_held_once,
    "lsp_text_document__did_change": an_edit_past_the_end_of_a_line_loses_nothing,
    "lsp_text_document__did_close": a_document_that_is_closed_leaves_nothing,
    "lsp_workspace__execute_command": an_answer_of_a_command_is_not_kept,
}


def test_every_override_is_looked_at() -> None:
    assert {name for name in vars(BuiltInFeatures) if name.startswith("lsp_")} == set(BUILT_IN)


@pytest.mark.slow
@pytest.mark.parametrize("name", BUILT_IN)
def test_each_built_in_feature_of_ours_is_needed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    holds_with_ours_alone(
        BUILT_IN[name],
        lambda: monkeypatch.setattr(BuiltInFeatures, name, getattr(LanguageServerProtocol, name)),
    )


def test_our_own_report_of_errors_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "report_server_error"
    holds_with_ours_alone(
        a_failing_notification_opens_no_window,
        lambda: monkeypatch.setattr(PlanServer, name, getattr(LanguageServer, name)),
    )


def holds_with_ours_alone(scene: Scene, take_that_of_pygls: Callable[[], None]) -> None:
    with LspMemory(create_probe) as server:
        server.initialize()
        scene(server)
    take_that_of_pygls()
    with LspMemory(create_probe) as server:
        server.initialize()
        with pytest.raises((AssertionError, SystemExit)):
            scene(server)


class ReadByPygls(LspMemory):
    """The same server behind the loop of pygls."""

    async def deliver(self, data: bytes) -> None:
        stream = asyncio.StreamReader()
        stream.feed_data(data)
        stream.feed_eof()
        await run_async(threading.Event(), stream, self.server.protocol)


def code(server: LspClient, message_id: int | None) -> int:
    answers = server.answers(message_id)
    assert len(answers) == 1
    number: int = answers[0]["error"]["code"]
    return number


def malformed_parameters_are_answered(server: LspMemory) -> None:
    server.initialize()
    assert code(server, server.start_request("textDocument/hover", {"position": 7})) == -32602


def bad_json_is_answered(server: LspMemory) -> None:
    server.send_bytes(framed_bytes(b"{"))
    assert code(server, None) == -32700


def what_comes_before_initialize_is_refused(server: LspMemory) -> None:
    assert code(server, server.start_request("shutdown")) == -32002


def what_comes_after_shutdown_is_refused(server: LspMemory) -> None:
    server.initialize()
    server.request("shutdown")
    assert code(server, server.start_request("shutdown")) == -32600


def header_names_count_in_any_case(server: LspMemory) -> None:
    server.send_bytes(framed({"jsonrpc": "2.0", "id": 1, "method": "none"}).lower())
    assert server.answers(1)


def an_unreadable_answer_reaches_who_asked(server: LspMemory) -> None:
    server.initialize()
    asking = server.start_request("test/ask")
    server.reply(server.wait_for_method("window/showDocument"), 7)
    server.request("test/count")
    assert server.answers(asking)


def parameters_that_look_like_a_message_are_none(server: LspMemory) -> None:
    looks: Message = {"jsonrpc": "2.0", "id": 1}
    assert "capabilities" in server.initialize(options=looks)


@pytest.mark.parametrize(
    "holds",
    [
        malformed_parameters_are_answered,
        bad_json_is_answered,
        what_comes_before_initialize_is_refused,
        what_comes_after_shutdown_is_refused,
        header_names_count_in_any_case,
        an_unreadable_answer_reaches_who_asked,
        parameters_that_look_like_a_message_are_none,
    ],
)
def test_our_own_reading_is_needed(holds: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    with LspMemory(create_probe) as server:
        holds(server)
    monkeypatch.setattr("support.lsp_memory.LIMIT", 0.5)
    with ReadByPygls(create_probe) as server, pytest.raises((AssertionError, ValueError)):
        holds(server)
