"""What carries every request: cancellation, failing handlers, progress, the client's answers."""

from __future__ import annotations

import asyncio
import gc
import warnings
from collections.abc import Iterator

import pytest

from support.lsp_client import cancel_all_but_the_last
from support.lsp_memory import LspMemory
from support.probe_server import create_probe

PROGRESS = {"window": {"workDoneProgress": True}}


@pytest.fixture
def server() -> Iterator[LspMemory]:
    with LspMemory(create_probe) as memory:
        memory.initialize()
        yield memory


@pytest.fixture
def showing() -> Iterator[LspMemory]:
    """A server whose client shows progress."""
    with LspMemory(create_probe) as memory:
        memory.initialize(PROGRESS)
        yield memory


@pytest.mark.server_behaviour(37)
def test_cancelled_requests_do_not_run(server: LspMemory) -> None:
    cancel_all_but_the_last(server)
    assert server.end() == 0
    assert not server.log


def test_what_runs_beside_the_loop_is_answered_at_once_when_it_is_cancelled(
    server: LspMemory,
) -> None:
    long = server.start_request("test/long")
    assert server.request("test/count") == 0
    server.notify("$/cancelRequest", {"id": long})
    assert server.answer(long)["error"]["code"] == -32800
    server.notify("test/release")
    assert server.request("test/count") == 0
    assert len(server.answers(long)) == 1


def test_cancelling_what_is_unknown_or_done_is_nothing(server: LspMemory) -> None:
    server.request("test/slow")
    for wrong in ({"id": 1}, {"id": "never"}, {}, None, {"id": [1]}):
        server.notify("$/cancelRequest", wrong)
    assert server.request("test/count") == 1
    assert "Traceback" not in server.log


@pytest.mark.server_behaviour(39)
def test_a_failing_handler_is_logged_once_and_loses_nothing(server: LspMemory) -> None:
    first = server.start_request("test/slow")
    failing = server.start_request("test/fail")
    last = server.start_request("test/slow")
    assert server.answer(failing)["error"] == {
        "code": -32603,
        "message": "test/fail failed: ZeroDivisionError",
    }
    assert "result" in server.answer(first)
    assert "result" in server.answer(last)
    assert server.end() == 0
    assert server.log.count("test/fail failed") == 1
    assert server.log.count("Traceback") == 1
    assert not [m for m in server.messages if "method" in m]


def test_a_failing_notification_is_logged_once_and_loses_nothing(server: LspMemory) -> None:
    server.notify("test/failing")
    assert server.request("test/slow") == 1
    assert server.end() == 0
    assert server.log.count("test/failing failed") == 1
    assert server.log.count("Traceback") == 1
    assert not [m for m in server.messages if "method" in m]


def test_what_takes_long_shows_progress_and_keeps_nobody_waiting(showing: LspMemory) -> None:
    long = showing.start_request("test/long")
    assert showing.request("test/count") == 0
    assert not showing.answers(long)
    showing.reply(showing.wait_for_method("window/workDoneProgress/create"))
    showing.wait_for_method("$/progress")
    showing.notify("test/release")
    assert showing.answer(long)["result"] == "counted"
    showing.wait_for(lambda m: m.get("params", {}).get("value", {}).get("kind") == "end")
    values = [message["params"]["value"] for message in showing.calls("$/progress")]
    assert values == [{"title": "Counting sheep", "kind": "begin"}, {"kind": "end"}]
    assert not showing.server.work_done_progress.tokens
    assert showing.end() == 0
    assert not showing.log


def test_progress_is_not_shown_to_a_client_that_cannot(server: LspMemory) -> None:
    long = server.start_request("test/long")
    server.notify("test/release")
    assert server.answer(long)["result"] == "counted"
    assert not [m for m in server.messages if "method" in m]


def test_a_client_that_refuses_a_request_loses_nothing(showing: LspMemory) -> None:
    long = showing.start_request("test/long")
    create = showing.wait_for_method("window/workDoneProgress/create")
    error = {"code": -32601, "message": "no such thing"}
    showing.send({"jsonrpc": "2.0", "id": create["id"], "error": error})
    showing.notify("test/release")
    assert showing.answer(long)["result"] == "counted"
    assert showing.end() == 0
    assert "refused" in showing.log
    assert "Traceback" not in showing.log


@pytest.mark.parametrize("message_id", [{"a": 1}, [1], None, 1.5, "never asked", 1])
def test_an_answer_to_nothing_is_nothing(server: LspMemory, message_id: object) -> None:
    running = server.start_request("test/long")
    server.send({"jsonrpc": "2.0", "id": message_id, "result": None})
    server.send({"jsonrpc": "2.0", "id": message_id, "error": {"code": 1, "message": "no"}})
    server.notify("test/release")
    assert server.answer(running)["result"] == "counted"
    assert server.end() == 0
    assert "Traceback" not in server.log


@pytest.mark.parametrize(
    "answer",
    [
        {"result": {}},
        {"result": 7},
        {"error": "no object"},
        {"error": {"code": "no number"}},
    ],
)
def test_an_answer_that_cannot_be_read_is_an_error_to_who_asked(
    server: LspMemory, answer: dict[str, object]
) -> None:
    asking = server.start_request("test/ask")
    asked = server.wait_for_method("window/showDocument")
    server.send({"jsonrpc": "2.0", "id": asked["id"], **answer})
    assert "error" in server.answer(asking)
    assert "Traceback" not in server.log


def test_an_answer_that_comes_too_late_is_nothing(server: LspMemory) -> None:
    asking = server.start_request("test/ask")
    asked = server.wait_for_method("window/showDocument")
    server.notify("$/cancelRequest", {"id": asking})
    assert server.answer(asking)["error"]["code"] == -32800
    server.reply(asked, {"success": True})
    assert server.end() == 0
    assert "Traceback" not in server.log


def test_the_server_shuts_down_while_a_command_waits_for_the_client(server: LspMemory) -> None:
    command = server.start_request("workspace/executeCommand", {"command": "test.wait"})
    asked = server.wait_for_method("workspace/codeLens/refresh")
    assert server.request("shutdown") is None
    server.reply(asked)
    assert server.answer(command)["result"] is None
    assert len(server.answers(command)) == 1
    server.notify("exit")
    assert server.wait_for_end() == 0


def test_what_is_in_hand_is_answered_before_the_session_ends(server: LspMemory) -> None:
    asking, ending = server.start_request("test/doze"), server.start_request("shutdown")
    server.answer(ending)
    answered = [m["id"] for m in server.messages if m.get("id") in (asking, ending)]
    assert answered == [asking, ending]


@pytest.mark.parametrize("method", ["exit", "initialized", "textDocument/didOpen", "test/none"])
def test_a_notification_that_is_sent_as_a_request_is_answered(
    server: LspMemory, method: str
) -> None:
    params = {"textDocument": {"uri": "untitled:1", "languageId": "", "version": 1, "text": ""}}
    asked = server.start_request(method, params)
    assert server.answer(asked)["error"]["code"] == -32601
    assert server.end() == 0


def test_work_that_is_cancelled_before_it_begins_leaves_no_warning() -> None:
    async def rest() -> None:
        await asyncio.sleep(0)

    async def session() -> None:
        create_probe().work.spawn(rest()).cancel()
        await asyncio.sleep(0)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        asyncio.run(session())
        gc.collect(1)  # what is young, not all that other tests have left
    assert [str(warning.message) for warning in caught] == []
