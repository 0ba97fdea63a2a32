"""A language server as a real process on standard input and output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from support.lsp_client import LIMIT, LspClient, Message

SERVER = (sys.executable, "-m", "planlsp")
PROBE = (sys.executable, str(Path(__file__).with_name("probe_server.py")))
"""The server of `probe_server`, whose processes in the background have their turn on a crowded
machine."""


class LspProcess(LspClient):
    """Starts `command` and speaks to it; ends it when the `with` block ends.

    Its log is what the server writes to standard error.
    """

    def __init__(self, command: Sequence[str] = SERVER) -> None:
        super().__init__()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.errors = bytearray()
        self._changed = threading.Condition()
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

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def wait_for(self, wanted: Callable[[Message], bool], since: int = 0) -> Message:
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

    def wait_for_end(self) -> int:
        code = self.process.wait(LIMIT)
        for reader in self._readers:
            reader.join()  # its last words are part of the log
        return code

    @property
    def log(self) -> str:
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
