"""What carries every request: cancellation, failing handlers, and how the process ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.lsp_process import SERVER, LspProcess

pytestmark = pytest.mark.e2e

PROBE = (sys.executable, str(Path(__file__).parents[1] / "support" / "probe_server.py"))


@pytest.fixture
def server() -> Iterator[LspProcess]:
    with LspProcess(PROBE) as process:
        process.initialize()
        yield process


def test_cancelled_requests_do_not_run(server: LspProcess) -> None:
    requests = [
        {"jsonrpc": "2.0", "id": f"r{n}", "method": "test/slow", "params": None} for n in range(100)
    ]
    cancels = [
        {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": f"r{n}"}}
        for n in range(99)
    ]
    server.send(*requests, *cancels)
    answers = [server.answer(f"r{n}") for n in range(100)]
    assert server.request("test/count") <= 2
    assert "result" in answers[-1]
    for answer in answers[:-1]:
        assert "result" in answer or answer["error"]["code"] == -32800
    ids = Counter(message["id"] for message in server.messages if "method" not in message)
    assert set(ids.values()) == {1}
    assert server.end() == 0
    assert not server.log


def test_cancelling_what_is_unknown_or_done_is_nothing(server: LspProcess) -> None:
    server.request("test/slow")
    for wrong in ({"id": 1}, {"id": "never"}, {}, None, {"id": [1]}):
        server.notify("$/cancelRequest", wrong)
    assert server.request("test/count") == 1


def test_a_failing_handler_is_logged_once_and_loses_nothing(server: LspProcess) -> None:
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


def test_a_failing_notification_is_logged_once_and_loses_nothing(server: LspProcess) -> None:
    server.notify("test/failing")
    assert server.request("test/slow") == 1
    assert server.end() == 0
    assert server.log.count("test/failing failed") == 1
    assert not [m for m in server.messages if "method" in m]


def test_what_is_printed_does_not_reach_the_client(server: LspProcess) -> None:
    assert server.request("test/print") == "printed"
    assert server.end() == 0
    assert server.log == "not a message\n"


def test_what_takes_long_shows_progress_and_keeps_nobody_waiting() -> None:
    with LspProcess(PROBE) as server:
        server.initialize({"window": {"workDoneProgress": True}})
        long = server.start_request("test/long")
        assert server.request("test/count") == 0
        assert not server.answers(long)
        create = server.wait_for_method("window/workDoneProgress/create")
        server.send({"jsonrpc": "2.0", "id": create["id"], "result": None})
        assert server.answer(long)["result"] == "counted"
        server.wait_for(lambda m: m.get("params", {}).get("value", {}).get("kind") == "end")
        values = [m["params"]["value"] for m in server.messages if m.get("method") == "$/progress"]
        assert values == [{"title": "Counting sheep", "kind": "begin"}, {"kind": "end"}]
        assert server.end() == 0
        assert not server.log


def test_progress_is_not_shown_to_a_client_that_cannot(server: LspProcess) -> None:
    assert server.request("test/long") == "counted"
    assert not [m for m in server.messages if "method" in m]


def test_a_client_that_refuses_a_request_loses_nothing() -> None:
    with LspProcess(PROBE) as server:
        server.initialize({"window": {"workDoneProgress": True}})
        long = server.start_request("test/long")
        create = server.wait_for_method("window/workDoneProgress/create")
        error = {"code": -32601, "message": "no such thing"}
        server.send({"jsonrpc": "2.0", "id": create["id"], "error": error})
        assert server.answer(long)["result"] == "counted"
        assert server.end() == 0
        assert "refused" in server.log
        assert "Traceback" not in server.log


SOON = 3
"""Seconds that an end may take where the machine is busy; alone it takes a tenth."""


def seconds_to_end(process: subprocess.Popen[bytes], limit: float = 10) -> float:
    start = time.monotonic()
    process.wait(limit)
    return time.monotonic() - start


def test_exit_after_shutdown_is_quick_and_clean(server: LspProcess) -> None:
    server.request("shutdown")
    server.notify("exit")
    assert seconds_to_end(server.process) < SOON
    assert server.process.returncode == 0
    assert not server.log


def test_exit_without_shutdown_is_code_one(server: LspProcess) -> None:
    server.notify("exit")
    assert seconds_to_end(server.process) < SOON
    assert server.process.returncode == 1


def test_exit_is_quick_while_a_handler_runs(server: LspProcess) -> None:
    server.start_request("test/busy")
    time.sleep(0.3)
    server.notify("exit")
    assert seconds_to_end(server.process) < SOON
    assert server.process.returncode == 1
    assert len(server.log) < 1000


def test_the_end_of_the_input_ends_the_process(server: LspProcess) -> None:
    assert server.process.stdin is not None
    server.process.stdin.close()
    assert seconds_to_end(server.process) < 2
    assert not server.log


def test_the_end_of_the_input_ends_a_busy_process(server: LspProcess) -> None:
    server.start_request("test/busy")
    time.sleep(0.3)
    assert server.process.stdin is not None
    server.process.stdin.close()
    assert seconds_to_end(server.process) < 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX process ids")
def test_the_death_of_the_watched_process_ends_the_server() -> None:
    with (
        subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as editor,
        LspProcess() as server,
    ):
        server.initialize(processId=editor.pid)
        assert server.process.poll() is None
        editor.kill()
        editor.wait()
        assert seconds_to_end(server.process) < 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX process ids")
def test_the_death_of_the_parent_ends_a_server_whose_input_stays_open(tmp_path: Path) -> None:
    # The grandparent keeps the pipe open, so the server cannot learn it from its input.
    reading, writing = os.pipe()
    told, answers = tmp_path / "pid", tmp_path / "answers"
    parent_code = f"""
import os, subprocess, sys, time
out = open({str(answers)!r}, "wb")
server = subprocess.Popen({list(SERVER)!r}, stdin={reading}, stdout=out)
open({str(told)!r}, "w").write(str(server.pid))
time.sleep(60)
"""
    parent = subprocess.Popen([sys.executable, "-c", parent_code], pass_fds=[reading])
    os.close(reading)
    try:
        params = f'{{"processId": {parent.pid}, "rootUri": null, "capabilities": {{}}}}'
        body = f'{{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {params}}}'
        os.write(writing, f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
        wait_until(lambda: answers.exists() and b"planlsp" in answers.read_bytes(), 20)
        server_pid = int(told.read_text())
        assert is_running(server_pid)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        wait_until(lambda: not is_running(server_pid), 2)
    finally:
        parent.kill()
        parent.wait()
        os.close(writing)


def wait_until(condition: Callable[[], bool], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_running(process_id: int) -> bool:
    """Whether the process lives; one that only waits to be collected does not."""
    try:
        state = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
