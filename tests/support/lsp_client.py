"""A plain client of a language server, wherever the server runs.

The client adds nothing to what a test sends: it can send wrong messages and raw bytes. What the
server sends is kept; every wait has a limit.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

Message = dict[str, Any]
LIMIT = 120.0
"""Seconds that a wait may take on a machine that is busy with other things."""


class LspClient(ABC):
    """What a test can do with a server; `messages` are all that the server has sent."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self._next_id = 0

    # What a transport has to bring

    @abstractmethod
    def send_bytes(self, data: bytes) -> None:
        """Send exactly `data`."""

    @abstractmethod
    def wait_for(self, wanted: Callable[[Message], bool], since: int = 0) -> Message:
        """The first message from position `since` on that is `wanted`; waits for it to come."""

    @abstractmethod
    def wait_for_end(self) -> int:
        """The exit code; waits for the server to end."""

    @property
    @abstractmethod
    def log(self) -> str:
        """What the server has logged as a warning or worse."""

    # Sending

    def send(self, *messages: Message) -> None:
        """Send messages, all in one write."""
        self.send_bytes(b"".join(map(framed, messages)))

    def notify(self, method: str, params: object = None) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def start_request(self, method: str, params: object = None) -> int:
        """Send a request; returns its id."""
        self._next_id += 1
        self.send({"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": params})
        return self._next_id

    def request(self, method: str, params: object = None) -> Any:
        """Send a request and wait for its result; fails on an error."""
        answer = self.answer(self.start_request(method, params))
        assert "error" not in answer, answer
        return answer["result"]

    def reply(self, asked: Message, result: object = None) -> None:
        """Answer a request of the server."""
        self.send({"jsonrpc": "2.0", "id": asked["id"], "result": result})

    def initialize(
        self, capabilities: object = None, options: object = None, **params: object
    ) -> Any:
        """Start the session; returns the result of `initialize`."""
        result = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": None,
                "capabilities": capabilities or {},
                "initializationOptions": options,
                **params,
            },
        )
        self.notify("initialized", {})
        return result

    def open(self, uri: str, text: str, version: int = 1) -> None:
        """Open a document."""
        language = "plan" if uri.endswith(".plan") else "pddl"
        item = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, version: int, *changes: Message) -> None:
        """Edit a document."""
        document = {"uri": uri, "version": version}
        self.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)}
        )

    def close(self, uri: str) -> None:
        """Close a document."""
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def end(self) -> int:
        """Shut down and exit in order; returns the exit code."""
        self.request("shutdown")
        self.notify("exit")
        return self.wait_for_end()

    # Waiting

    def wait_for_method(self, method: str, since: int = 0) -> Message:
        """The first request or notification of `method`; waits for it to come."""
        return self.wait_for(lambda m: m.get("method") == method, since)

    def answer(self, message_id: int | str | None) -> Message:
        """The response to a request."""
        return self.wait_for(lambda m: "method" not in m and m.get("id") == message_id)

    def wait_for_answers(self, message_ids: Iterable[int | str]) -> None:
        """Wait for a response to each request; every message is looked at once, however many."""
        missing = set(message_ids)

        def was_last(message: Message) -> bool:
            if "method" not in message:
                missing.discard(message.get("id"))
            return not missing

        self.wait_for(was_last)

    def answers(self, message_id: int | str | None) -> list[Message]:
        """All responses so far with this id; there ought to be one."""
        return [m for m in self.messages if "method" not in m and m.get("id") == message_id]

    def calls(self, method: str) -> list[Message]:
        """All requests and notifications of `method` so far."""
        return [m for m in self.messages if m.get("method") == method]


def framed(message: Message) -> bytes:
    """`message` as it travels."""
    return framed_bytes(json.dumps(message).encode())


def framed_bytes(body: bytes) -> bytes:
    """`body`, be it a message or not, with the right header."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def cancel_all_but_the_last(server: LspClient) -> None:
    """Ask for a hundred things and cancel them at once: each is answered, next to none is done."""
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
