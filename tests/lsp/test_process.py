"""What only a process has: pipes, threads, an end, a parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.lsp_client import LIMIT, Message, cancel_all_but_the_last, framed
from support.lsp_process import PROBE, SERVER, LspProcess
from support.programs import is_alive, wait_until

pytestmark = pytest.mark.e2e

SHUTDOWN = {"jsonrpc": "2.0", "id": "last", "method": "shutdown"}
EXIT = {"jsonrpc": "2.0", "method": "exit"}


@pytest.fixture
def server() -> Iterator[LspProcess]:
    with LspProcess(PROBE) as process:
        process.initialize()
        yield process


@pytest.fixture
def busy(server: LspProcess) -> LspProcess:
    """A server that will never handle anything else."""
    server.start_request("test/busy")
    server.wait_for_method("window/logMessage")
    return server


@pytest.fixture(scope="module")
def patient() -> Iterator[LspProcess]:
    """A server that outlives several tests, as each of them leaves it."""
    with LspProcess(PROBE) as process:
        process.initialize()
        yield process
        assert process.end() == 0
        assert "Traceback" not in process.log


def test_a_session_with_pauses_and_bursts(patient: LspProcess) -> None:
    cancel_all_but_the_last(patient)
    for byte in framed({"jsonrpc": "2.0", "id": "slowly", "method": "test/count", "params": None}):
        patient.send_bytes(bytes((byte,)))
    assert "result" in patient.answer("slowly")


def test_a_document_larger_than_any_pipe_is_opened(patient: LspProcess) -> None:
    text = "; é\n" * 400_000
    patient.open("untitled:large", text)
    assert patient.request("test/text", {"uri": "untitled:large"}) == text


@pytest.mark.slow
def test_what_is_printed_does_not_reach_the_client(server: LspProcess) -> None:
    assert server.request("test/print") == "printed"
    assert server.end() == 0
    assert server.log == "not a message\n"


def test_the_word_exit_alone_ends_nothing(patient: LspProcess) -> None:
    harmless: list[Message] = [
        {"method": "textDocument/didOpen", "params": {"text": "exit"}},
        {"method": "$/cancelRequest", "params": {"id": "exit"}},
        {"method": "exit", "id": 7},
        {"method": "shutdown"},
        {"params": {"method": "exit"}},
    ]
    patient.send(*({"jsonrpc": "2.0", **message} for message in harmless))
    patient.request("test/count")  # it has read what came before
    assert patient.process.poll() is None


@pytest.mark.slow
@pytest.mark.server_behaviour(38)
def test_exit_is_quick_while_a_handler_runs(busy: LspProcess) -> None:
    busy.notify("exit")
    assert busy.process.wait(LIMIT) == 1
    assert len(busy.log) < 1000


@pytest.mark.slow
def test_shutdown_and_exit_in_one_write_are_clean_while_a_handler_runs(busy: LspProcess) -> None:
    busy.send(SHUTDOWN, EXIT)
    assert busy.process.wait(LIMIT) == 0


@pytest.mark.slow
def test_the_end_of_the_input_ends_the_process(server: LspProcess) -> None:
    assert server.process.stdin is not None
    server.process.stdin.close()
    assert server.process.wait(LIMIT) == 1
    assert not server.log


@pytest.mark.slow
@pytest.mark.server_behaviour(38)
def test_the_end_of_the_input_ends_a_busy_process(busy: LspProcess) -> None:
    assert busy.process.stdin is not None
    busy.process.stdin.close()
    assert busy.process.wait(LIMIT) == 1


@pytest.mark.slow
def test_the_end_of_whoever_reads_ends_the_process() -> None:
    reading, writing = os.pipe()
    with subprocess.Popen(SERVER, stdin=subprocess.PIPE, stdout=writing) as process:
        os.close(writing)
        os.close(reading)
        try:
            assert process.stdin is not None
            process.stdin.write(framed({"jsonrpc": "2.0", "id": 1, "method": "unknown"}))
            process.stdin.flush()
            assert process.wait(LIMIT) == 1
        finally:
            process.kill()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_ctrl_c_ends_the_process_without_a_word(server: LspProcess) -> None:
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(LIMIT) == 130
    assert server.wait_for_end() == 130
    assert not server.log


@pytest.mark.slow
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
        assert server.process.wait(LIMIT) == 1


@pytest.mark.slow
@pytest.mark.server_behaviour(38)
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
        wait_until(lambda: answers.exists() and b"planlsp" in answers.read_bytes())
        server_pid = int(told.read_text())
        assert is_alive(server_pid)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        wait_until(lambda: not is_alive(server_pid))
    finally:
        parent.kill()
        parent.wait()
        os.close(writing)
