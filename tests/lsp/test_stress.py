"""Thousands of sound, wrong and broken messages in one session with the real process."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from support.edit_model import random_edit
from support.ferry import DOMAIN
from support.lsp_client import framed, framed_bytes
from support.lsp_process import PROBE, LspProcess

STEPS = 20_000
URI = "untitled:1"
DOCUMENT = {"textDocument": {"uri": URI}}
PLACE = {**DOCUMENT, "position": {"line": 3, "character": 12}}
CALLS: list[tuple[str, Any]] = [
    ("textDocument/hover", PLACE),
    ("textDocument/definition", PLACE),
    ("textDocument/documentSymbol", DOCUMENT),
    ("textDocument/codeLens", DOCUMENT),
    ("textDocument/hover", {"position": "nowhere"}),
    ("textDocument/teleport", None),
    ("workspace/executeCommand", {"command": "planlsp.setReference", "arguments": [7]}),
    ("test/fail", None),
    ("initialize", {}),
    ("exit", None),
]
BROKEN = [
    framed_bytes(b"{"),
    framed_bytes(b"[]"),
    framed_bytes(b'{"jsonrpc": "2.0", "id": {"a": 1}, "result": null}'),
    framed_bytes(b'{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": [1]}}'),
    b"Content-Type: text\r\n\r\n",
    b"Content-Length: 500000000\r\n\r\n",
    b"Content-Length: 5\r\n\r\n{}{}{}{}{}",
    b"}}\r\n\r\n",
]


@pytest.mark.long
@pytest.mark.parametrize("seed", [1])
def test_each_of_many_requests_is_answered_once(seed: int) -> None:
    rng = random.Random(seed)
    text, version, asked = DOMAIN, 1, 0
    with LspProcess(PROBE) as server:
        server.initialize()
        server.open(URI, text)
        for _ in range(STEPS):
            match rng.randrange(10):
                case 0 | 1:
                    edit = random_edit(rng, text, "utf-16")
                    ends = [{"line": line, "character": c} for line, c in (edit.start, edit.end)]
                    version, text = version + 1, edit.result
                    change = {"range": dict(zip(("start", "end"), ends, strict=True))}
                    server.change(URI, version, {**change, "text": edit.text})
                case 2:
                    server.notify("$/cancelRequest", {"id": f"r{rng.randint(0, asked)}"})
                case 3:
                    server.send_bytes(rng.choice(BROKEN))
                case _:
                    method, params = rng.choice(CALLS)
                    asked += 1
                    request = {"jsonrpc": "2.0", "id": f"r{asked}", "method": method}
                    server.send_bytes(framed({**request, "params": params}))
        assert server.request("test/text", {"uri": URI}) == text
        server.wait_for_answers(f"r{number}" for number in range(1, asked + 1))
        counts = Counter(m["id"] for m in server.messages if "method" not in m and m["id"])
        assert set(counts.values()) == {1}
        assert server.end() == 0
        assert server.log.count("Traceback") == server.log.count("test/fail failed")
