"""A client that sends and never reads: it is kept waiting, and no memory pays for it."""

from __future__ import annotations

import os
import select
import subprocess
import threading
from collections.abc import Iterator

import pytest

from planlsp.wire.transport import FrameReader
from support.ferry import DOMAIN
from support.lsp_client import Message, framed
from support.lsp_process import SERVER
from support.process_costs import needs_proc, resident_mib

pytestmark = pytest.mark.e2e

DOCUMENT = {"uri": "untitled:1"}
REQUESTS = 3_000
"""For answers of 300 KB: 900 MB, if all were made at once."""
MOST_MIB = 200
STALLED = 3.0
"""Seconds in which a server that takes no byte is taken to have stopped reading."""


@pytest.fixture
def process() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
    ) as started:
        yield started
        started.kill()


@pytest.mark.long
@needs_proc
def test_who_never_reads_waits_and_is_answered_in_the_end(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    sending, rest = process.stdin.fileno(), memoryview(session())
    os.set_blocking(sending, False)
    while rest and select.select([], [sending], [], STALLED)[1]:
        rest = rest[os.write(sending, rest) :]
    assert rest, "the server has read everything, and the client nothing"
    assert resident_mib(process.pid, peak=True) < MOST_MIB

    os.set_blocking(sending, True)
    threading.Thread(target=process.stdin.write, args=(bytes(rest),), daemon=True).start()
    frames, answers = FrameReader(), 0
    while answers < REQUESTS:
        data = os.read(process.stdout.fileno(), 1 << 20)
        assert data, "the server has ended"
        answers += sum(b"far more" in body for body in frames.feed(data) if isinstance(body, bytes))
    assert resident_mib(process.pid, peak=True) < MOST_MIB


def session() -> bytes:
    """Requests whose answers are a hundred times as large, and more of them than may wait."""
    remark = f"; {'far more than anybody wants to read ' * 8_000}\n"
    text = DOMAIN.replace("; Where a car stands.\n", remark)
    opened = {**DOCUMENT, "languageId": "pddl", "version": 1, "text": text}
    begin: Message = {"processId": None, "rootUri": None, "capabilities": {}}
    asked = {"textDocument": DOCUMENT, "position": {"line": 7, "character": 6}, "x": "x" * 2_000}
    return b"".join(
        (
            framed({"jsonrpc": "2.0", "id": "b", "method": "initialize", "params": begin}),
            framed(call("textDocument/didOpen", {"textDocument": opened})),
            *(framed(call("textDocument/hover", asked) | {"id": n}) for n in range(REQUESTS)),
        )
    )


def call(method: str, params: object) -> Message:
    return {"jsonrpc": "2.0", "method": method, "params": params}
