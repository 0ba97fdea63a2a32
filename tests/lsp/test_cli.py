"""The command line: flags, sockets, and what goes wrong before a client is there."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from planfiles.errors import UserError
from planlsp.cli import main
from planlsp.serve import Address, create_server, serve_socket
from support.lsp_client import LIMIT, Message, framed
from support.lsp_process import SERVER, LspProcess

pytestmark = pytest.mark.e2e

INITIALIZE: Message = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "processId": None,
        "rootUri": None,
        "capabilities": {},
        "initializationOptions": {"token": "open sesame"},
    },
}
WITH_TOKEN = {**os.environ, "PLANLSP_TOKEN": "open sesame"}
EXIT = {"jsonrpc": "2.0", "method": "exit"}


@contextmanager
def listening(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server that waits for a client, and the port that it says it listens on."""
    command = [*SERVER, *arguments]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=WITH_TOKEN) as process:
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
    said = capsys.readouterr().out
    assert re.fullmatch(rf"planlsp {version('planlsp')}( \(.+\))?\n", said)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_on_a_terminal_it_says_that_an_editor_starts_it() -> None:
    import pty

    terminal, keys = pty.openpty()
    with subprocess.Popen(SERVER, stdin=keys, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            assert "started by your editor" in process.stderr.readline()
            assert "planlsp check" in process.stderr.readline()
        finally:
            process.kill()
            os.close(terminal)
            os.close(keys)


def test_stdio_is_accepted_and_the_log_goes_to_the_file(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with LspProcess([*SERVER, "--stdio", "--log-file", str(log)]) as server:
        answer = server.initialize(options={"reference": 7})
        assert answer["serverInfo"]["name"] == "planlsp"
        assert server.end() == 0
        assert server.log == ""
    assert "planlsp.reference: expected a file" in log.read_text()


@pytest.mark.parametrize(
    "arguments",
    [["--tcp", "x"], ["--tcp", "70000"], ["--tcp", "localhost:"], ["--tcp", "1", "--stdio"]],
)
def test_wrong_arguments_are_told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert told.startswith("planlsp: error: ")
    assert told.count("\n") == 1


def test_a_port_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = Address("127.0.0.1", taken.getsockname()[1])
        with pytest.raises(UserError, match=f"^cannot listen on 127.0.0.1:{address.port}: "):
            serve_socket(create_server, address)


def test_a_log_that_cannot_be_written_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--log-file", str(tmp_path / "missing" / "log")]) == 2
    told = capsys.readouterr().err
    assert told.startswith("planlsp: error: cannot write the log")
    assert told.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("method", ["POST / HTTP/1.1", "put /x http/1.0", "GET / HTTP/1.1"])
def test_a_web_page_is_no_client(method: str) -> None:
    """It can have a browser send a body to any port, which has a `Content-Length`, too."""
    with listening("--tcp", "0") as (process, port):
        address = ("127.0.0.1", port)
        with socket.create_connection(address, timeout=LIMIT) as page:
            page.sendall(f"{method}\r\nOrigin: http://a.example\r\n".encode() + framed(INITIALIZE))
            with suppress(ConnectionResetError):
                assert page.recv(1) == b""
        with socket.create_connection(address, timeout=LIMIT) as editor:
            editor.sendall(framed(INITIALIZE))
            assert editor.recv(15) == b"Content-Length:"
            editor.sendall(framed(EXIT))
        assert process.wait(LIMIT) == 1


def answer_of(connection: socket.socket) -> str:
    """The first message that comes, or all there is before the connection is closed."""
    with connection.makefile("rb") as answer:
        header = answer.readline()
        answer.readline()
        return answer.read(int(header.split(b":")[1])).decode() if header else ""


@pytest.mark.slow
def test_tcp_serves_the_first_client_that_has_the_token() -> None:
    with listening("--tcp", "0") as (process, port):
        address = ("127.0.0.1", port)
        with socket.create_connection(address, timeout=LIMIT) as silent:
            socket.create_connection(address, timeout=LIMIT).close()
            refused: list[Any] = [{}, {"token": "sesame"}, {"token": 7}, []]
            for options in refused:
                params = {**INITIALIZE["params"], "initializationOptions": options}
                with socket.create_connection(address, timeout=LIMIT) as other:
                    other.sendall(framed({**INITIALIZE, "params": params}))
                    assert "initializationOptions.token" in answer_of(other)
            beginnings: list[Any] = [{"method": "shutdown", "id": 1}, [], {"params": []}]
            for beginning in beginnings:
                with socket.create_connection(address, timeout=LIMIT) as other:
                    other.sendall(framed(beginning))
                    assert "error" in answer_of(other)
            with socket.create_connection(address, timeout=LIMIT) as editor:
                editor.sendall(framed(INITIALIZE))
                assert '"planlsp"' in answer_of(editor)
                silent.sendall(framed(INITIALIZE))
                assert answer_of(silent) == ""
                with pytest.raises(ConnectionRefusedError):
                    socket.create_connection(address, timeout=LIMIT)
                editor.sendall(framed(EXIT))
                assert process.wait(LIMIT) == 1


@pytest.mark.slow
def test_a_token_is_made_and_told_where_none_is_given() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PLANLSP_TOKEN"}
    with subprocess.Popen(
        [*SERVER, "--tcp", "0"], stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            assert process.stderr is not None
            listens, expects = process.stderr.readline(), process.stderr.readline()
            assert expects.startswith("planlsp expects initializationOptions.token: ")
            token = expects.rpartition(" ")[2].strip()
            address = ("127.0.0.1", int(listens.rpartition(":")[2]))
            params = {**INITIALIZE["params"], "initializationOptions": {"token": token}}
            with socket.create_connection(address, timeout=LIMIT) as editor:
                editor.sendall(framed({**INITIALIZE, "params": params}))
                assert '"planlsp"' in answer_of(editor)
            assert process.wait(LIMIT) == 1  # it has left without a word
        finally:
            process.kill()


@pytest.mark.slow
def test_listening_to_other_machines_is_warned_of() -> None:
    command = [*SERVER, "--tcp", "0.0.0.0:0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=WITH_TOKEN) as process:
        try:
            assert process.stderr is not None
            warning, listens = process.stderr.readline(), process.stderr.readline()
            assert listens.startswith("planlsp listens on 0.0.0.0:")
        finally:
            process.kill()
    assert warning.startswith("planlsp: warning: others on the network to 0.0.0.0 can read")
