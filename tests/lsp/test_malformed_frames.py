"""A sound session with the real process, and between its messages whatever a stream may hold.

`FUZZ_SECONDS=600` goes on for ten minutes instead of seconds.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from support.ferry import DOMAIN, PROBLEM
from support.lsp_client import LspClient, Message, framed, framed_bytes
from support.lsp_memory import LspMemory
from support.lsp_process import LspProcess
from support.process_costs import cpu_seconds, needs_proc, resident_mib

SECONDS = float(os.environ.get("FUZZ_SECONDS", "8"))
MOST_MIB = 300
URI = "untitled:sound"
OTHER = "untitled:other"
TEXTS = (DOMAIN, DOMAIN + PROBLEM, DOMAIN.replace("(full)", "(fll)", 1), "", "(" * 2_000)
PLACE = {"textDocument": {"uri": URI}, "position": {"line": 3, "character": 12}}
QUESTIONS = tuple(
    f"textDocument/{name}" for name in ("hover", "definition", "documentSymbol", "codeLens")
)
METHODS = (
    *("textDocument/hover", "textDocument/codeAction", "textDocument/formatting", "initialize"),
    *("textDocument/didOpen", "textDocument/didClose", "textDocument/didChange", "initialized"),
    *(
        "workspace/executeCommand",
        "workspace/didChangeConfiguration",
        "$/cancelRequest",
        "$/setTrace",
    ),
    *("x/y", "", "exit ", "textDocument/", "workspace/didChangeWatchedFiles", "$/progress"),
)
PARAMS: tuple[Any, ...] = (
    *(None, [], {}, 7, "x", {"textDocument": None}, {"textDocument": {"uri": 5}}, {"id": {}}),
    *({"textDocument": {"uri": uri}} for uri in (OTHER, "", "file:///%", "http://[", "\ud800")),
    {"textDocument": {"uri": OTHER, "version": "new"}, "contentChanges": [{"text": 5}]},
    {
        "textDocument": {"uri": OTHER, "version": 10**30},
        "contentChanges": [
            {
                "range": {
                    "start": {"line": -1, "character": 9**20},
                    "end": {"line": 0, "character": 0},
                },
                "text": "x",
            }
        ],
    },
    {"textDocument": {"uri": OTHER, "languageId": "pddl", "version": 1, "text": DOMAIN}},
    {"textDocument": {"uri": OTHER, "languageId": 1, "version": None, "text": "(" * 50_000}},
    {"command": "planlsp.setReference", "arguments": [{}]},
    {"settings": {"planlsp": [1]}},
)
IDS: tuple[Any, ...] = ("g", None, 1.5, True, [], {}, -1, "\ud800", 10**40)
BODIES = (
    *(b"", b"{", b"[]", b"null", b"7", b'"exit"', b"{}", b"[" * 50_000, b"9" * 20_000, b"NaN"),
    *(b"\xff\xfe\x00", b"\xc3\x28", "\ufeff{}".encode(), b'{"jsonrpc":"1.0","id":1}', b"\0" * 99),
    *(b'{"jsonrpc":"2.0","id":{},"result":0}', b'{"jsonrpc":"2.0","id":"q","error":7}'),
    *(b'{"jsonrpc":"2.0","method":7,"id":1}', b'{"jsonrpc":"2.0","method":"\\ud800"}'),
    b"x" * 3_000_000,
)
HEADERS = (
    *(b"Content-Length: -5", b"Content-Length: five", b"Content-Length:", b"content-length: +2"),
    *(b"Content-Length: 99999999999", b"Content-Length: 500000000", b"Content-Type: text", b":"),
    *(b"GET / HTTP/1.1\r\nHost: me", b"X: " + b"y" * 40_000, b"\xff\xff", b"\0\0\0\0"),
)


def bad_request(rng: random.Random) -> bytes:
    message: Message = {"jsonrpc": "2.0", "method": rng.choice(METHODS)}
    if rng.random() < 0.6:
        message["id"] = rng.choice(IDS)
    if rng.random() < 0.9:
        message["params"] = rng.choice(PARAMS)
    return framed(message)


def batch(rng: random.Random) -> bytes:
    request = {"jsonrpc": "2.0", "id": "b", "method": "textDocument/hover", "params": PLACE}
    return framed_bytes(json.dumps([request] * rng.randint(1, 50)).encode())


def bad_body(rng: random.Random) -> bytes:
    return framed_bytes(rng.choice(BODIES))


def noise(rng: random.Random) -> bytes:
    return framed_bytes(rng.randbytes(rng.randint(1, 5_000)))


def bad_header(rng: random.Random) -> bytes:
    return rng.choice(HEADERS) + rng.choice((b"\r\n\r\n", b"\n\n", b"\r\n\r\nrest {}"))


def short_length(rng: random.Random) -> bytes:
    """A header that says less than the body has: its rest stands before the next message."""
    body = bad_request(rng).partition(b"\r\n\r\n")[2]
    return b"Content-Length: %d\r\n\r\n%s" % (rng.randrange(len(body)), body)


def long_length(rng: random.Random) -> bytes:
    """A header that says more: what comes next, whole messages too, is taken for its body."""
    body = bad_request(rng)[: rng.randint(0, 50)] + bad_request(rng)
    body += b" " * rng.randrange(200)
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def odd_header(rng: random.Random) -> bytes:
    """Sound, but written as nobody does."""
    body = framed({"jsonrpc": "2.0", "id": "odd", "method": "x/y"}).partition(b"\r\n\r\n")[2]
    header = rng.choice((b"content-length:%d\n\n", b"X: y\r\nCONTENT-LENGTH: %d\r\nZ: \r\n\r\n"))
    return header % len(body) + body


KINDS: tuple[Callable[[random.Random], bytes], ...] = (
    *(bad_request, bad_request, bad_request, batch, bad_body, noise),
    *(bad_header, short_length, long_length, odd_header),
)


def answers(server: LspClient, version: int, text: str) -> Any:
    """What the server says of `text`, as far as it is an answer to a request."""
    server.change(URI, version, {"text": text})
    asked = [server.start_request(method, PLACE) for method in QUESTIONS]
    return [server.answer(message_id)["result"] for message_id in asked]


def expected() -> Iterator[Any]:
    """The answers in a session without a fault, for each text."""
    with LspMemory() as server:
        server.initialize()
        server.open(URI, "")
        for version, text in enumerate(TEXTS, 2):
            yield answers(server, version, text)


@pytest.mark.server_behaviour(35)
@pytest.mark.long
@needs_proc
@pytest.mark.timeout(SECONDS + 240)
@pytest.mark.parametrize("seed", [1])
def test_a_sound_session_among_malformed_messages(seed: int) -> None:
    rng = random.Random(seed)
    right = list(expected())
    costs: list[float] = []
    with LspProcess() as server:
        server.initialize()
        server.open(URI, "")
        version, until = 1, time.monotonic() + SECONDS
        while time.monotonic() < until or len(costs) < 6:
            began = cpu_seconds(server.process.pid)
            for _ in range(100):
                version += 1
                for _ in range(rng.randrange(4)):
                    server.send_bytes(rng.choice(KINDS)(rng))
                number = rng.randrange(len(TEXTS))
                assert answers(server, version, TEXTS[number]) == right[number]
            costs.append(cpu_seconds(server.process.pid) - began)
            assert resident_mib(server.process.pid) < MOST_MIB
            forget(server)
        assert server.end() == 0
        assert "Traceback" not in server.log
    third = len(costs) // 3
    assert sum(costs[-third:]) < 3 * sum(costs[:third]), "the session gets slower and slower"


def forget(server: LspProcess) -> None:
    """Check what the server has sent, and keep no more of it than a real client."""
    numbers = (m["id"] for m in server.messages if "method" not in m)
    counts = Counter(number for number in numbers if type(number) is int and number not in IDS)
    assert set(counts.values()) == {1}
    assert "Traceback" not in server.log, server.log[-3000:]
    server.messages.clear()
    server.errors.clear()
