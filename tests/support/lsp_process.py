"""A language server as a real process on standard input and output, and a plain client for it.

The client adds nothing to what a test sends: it can send wrong messages and raw bytes. What the
server sends is kept; every wait has a limit.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Self

Message = dict[str, Any]
SERVER = (sys.executable, "-m", "planlsp")
LIMIT = 20.0


class LspProcess:
    """Starts `command` and speaks to it; ends it when the `with` block ends."""

    def __init__(self, command: Sequence[str] = SERVER) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.messages: list[Message] = []
        self.errors = bytearray()
        self._changed = threading.Condition()
        self._next_id = 0
        self._readers = [
            threading.Thread(target=target, daemon=True)
            for target in (self._read_messages, self._read_errors)
        ]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trail: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for reader in self._readers:
            reader.join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()

    # Sending

    def send_bytes(self, data: bytes) -> None:
        """Send exactly `data`."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

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
        item = {"uri": uri, "languageId": "pddl", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, version: int, *changes: Message) -> None:
        """Edit a document."""
        document = {"uri": uri, "version": version}
        self.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)}
        )

    def end(self) -> int:
        """Shut down and exit in order; returns the exit code."""
        self.request("shutdown")
        self.notify("exit")
        return self.process.wait(LIMIT)

    # Waiting

    def wait_for(self, wanted: Callable[[Message], bool], since: int = 0) -> Message:
        """The first message from position `since` on that is `wanted`; waits for it to come."""
        deadline = time.monotonic() + LIMIT
        with self._changed:
            while True:
                for message in self.messages[since:]:
                    if wanted(message):
                        return message
                since = max(since, len(self.messages))
                if not self._changed.wait(deadline - time.monotonic()):
                    last = str(self.messages[-3:])[:2000]
                    raise AssertionError(f"no such message; last {last}\n{self.log[-2000:]}")

    def wait_for_method(self, method: str, since: int = 0) -> Message:
        """The first request or notification of `method`; waits for it to come."""
        return self.wait_for(lambda m: m.get("method") == method, since)

    def answer(self, message_id: int | str | None) -> Message:
        """The response to a request."""
        return self.wait_for(lambda m: "method" not in m and m.get("id") == message_id)

    def answers(self, message_id: int | str | None) -> list[Message]:
        """All responses so far with this id; there ought to be one."""
        return [m for m in self.messages if "method" not in m and m.get("id") == message_id]

    @property
    def log(self) -> str:
        """What the server has written to standard error."""
        return self.errors.decode(errors="replace")

    # Reading

    def _read_messages(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            length = 0
            while header.strip():
                name, _, value = header.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
                header = stream.readline()
            body = stream.read(length)
            if len(body) < length:
                break
            with self._changed:
                self.messages.append(json.loads(body))
                self._changed.notify_all()

    def _read_errors(self) -> None:
        stream = self.process.stderr
        assert stream is not None
        while data := os.read(stream.fileno(), 1 << 16):
            self.errors += data


def framed(message: Message) -> bytes:
    """`message` as it travels."""
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
