"""The command line: flags, sockets, and what goes wrong before a client is there."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import pytest

from planlsp.cli import main
from support.lsp_client import LIMIT, framed
from support.lsp_process import SERVER, LspProcess

pytestmark = pytest.mark.e2e

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"processId": None, "rootUri": None, "capabilities": {}},
}
EXIT = {"jsonrpc": "2.0", "method": "exit"}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*SERVER, *arguments],
        capture_output=True,
        text=True,
        timeout=LIMIT,
        stdin=subprocess.DEVNULL,
    )


@contextmanager
def listening(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server that waits for a client, and the port that it says it listens on."""
    with subprocess.Popen([*SERVER, *arguments], stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            said = process.stderr.readline()
            found = re.fullmatch(r"planlsp listens on 127\.0\.0\.1:(\d+)\n", said)
            assert found, said
            yield process, int(found[1])
        finally:
            process.kill()


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"planlsp {version('planlsp')}\n"


def test_stdio_is_accepted_and_is_the_default() -> None:
    with LspProcess([*SERVER, "--stdio"]) as server:
        assert server.initialize()["serverInfo"]["name"] == "planlsp"
        assert server.end() == 0


@pytest.mark.parametrize(
    "arguments",
    [["--tcp", "x"], ["--tcp", "70000"], ["--tcp", "localhost:"], ["--tcp", "1", "--stdio"]],
)
def test_wrong_arguments_are_told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert told.startswith("planlsp: error: ")
    assert told.count("\n") == 1


def test_a_port_that_is_taken_is_told_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = run("--tcp", str(taken.getsockname()[1]))
    assert result.returncode == 2
    assert result.stderr.startswith("planlsp: error: cannot listen on 127.0.0.1:")
    assert result.stderr.count("\n") == 1


def test_a_log_that_cannot_be_written_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--log-file", str(tmp_path / "missing" / "log")]) == 2
    told = capsys.readouterr().err
    assert told.startswith("planlsp: error: cannot write the log")
    assert told.count("\n") == 1


def test_the_log_goes_to_the_file(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with LspProcess([*SERVER, "--log-file", str(log)]) as server:
        server.initialize(options={"reference": 7})
        assert server.end() == 0
        assert server.log == ""
    assert "planlsp.reference: expected a file" in log.read_text()


def test_tcp() -> None:
    with listening("--tcp", "0") as (process, port):
        with socket.create_connection(("127.0.0.1", port), timeout=LIMIT) as client:
            client.sendall(framed(INITIALIZE))
            answer = client.makefile("rb")
            length = int(answer.readline().split(b":")[1])
            answer.readline()
            assert b'"planlsp"' in answer.read(length)
            client.sendall(framed(EXIT))
            answer.close()
        assert process.wait(LIMIT) == 1


def test_a_tcp_client_that_leaves_ends_the_server() -> None:
    with listening("--tcp", "127.0.0.1:0") as (process, port):
        socket.create_connection(("127.0.0.1", port), timeout=LIMIT).close()
        assert process.wait(LIMIT) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_tcp_serves_the_first_client_and_sends_every_other_away() -> None:
    with listening("--tcp", "0") as (process, port):
        address = ("127.0.0.1", port)
        process.send_signal(signal.SIGSTOP)  # so that both are in the queue when it looks
        with (
            socket.create_connection(address, timeout=LIMIT) as first,
            socket.create_connection(address, timeout=LIMIT) as second,
        ):
            process.send_signal(signal.SIGCONT)
            assert second.recv(1) == b""
            first.sendall(framed(INITIALIZE))
            assert first.recv(1 << 16).startswith(b"Content-Length")
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(address, timeout=LIMIT)
            first.sendall(framed(EXIT))
        assert process.wait(LIMIT) == 1


def test_listening_to_other_machines_is_warned_of() -> None:
    command = [*SERVER, "--tcp", "0.0.0.0:0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            warning, listens = process.stderr.readline(), process.stderr.readline()
        finally:
            process.kill()
    assert warning.startswith("planlsp: warning: whoever reaches 0.0.0.0 can use this server")
    assert listens.startswith("planlsp listens on 0.0.0.0:")
