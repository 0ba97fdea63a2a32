"""The client on standard input and output.

Two threads do the blocking calls, so that neither a busy event loop nor a client that does not
read can keep a message from being seen: one reads and cuts the stream, the other writes.
"""

from __future__ import annotations

import asyncio
import os
import queue
import select
import sys
import threading
from collections import deque
from collections.abc import Callable

from planlsp.wire.framing import FrameReader, FramingError, frame

Message = bytes | FramingError

# An exit must be over within 500 ms, whatever is running.
_EXIT_GRACE = 0.2
_FLUSH_GRACE = 0.15


class StdioTransport:
    """Messages over two file descriptors, handed to an event loop in the order they came.

    `last_words` is asked for the exit code when the process has to end from a thread because
    the event loop does not get round to it.
    """

    def __init__(self, reading: int, writing: int, last_words: Callable[[], int]) -> None:
        self._reading = reading
        self._writing = writing
        self._last_words = last_words
        self._arrived: deque[Message | None] = deque()
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._flushed = threading.Event()

    async def run(self, receive: Callable[[Message], None]) -> None:
        """Hand every message to `receive` until the stream ends."""
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()

        def deliver() -> None:
            while self._arrived:
                message = self._arrived.popleft()
                if message is None:
                    ended.set()
                    return
                receive(message)

        def arrived() -> None:
            # The loop may be closed already when the last bytes come.
            if not loop.is_closed():
                loop.call_soon_threadsafe(deliver)

        threading.Thread(target=self._read, args=(arrived,), daemon=True, name="stdin").start()
        threading.Thread(target=self._write, daemon=True, name="stdout").start()
        await ended.wait()

    def send(self, body: bytes) -> None:
        """Queue a message for the client; never blocks and never fails."""
        self._outgoing.put(frame(body))

    def has_pending_input(self) -> bool:
        """Whether the client has sent something that has not been handed over yet."""
        if self._arrived:
            return True
        try:
            return bool(select.select([self._reading], [], [], 0)[0])
        except (OSError, ValueError):  # Windows cannot ask a pipe
            return False

    def end_process(self, code: int) -> None:
        """End the process with `code`, after what was sent has been written or soon anyway."""
        self._outgoing.put(None)
        self._flushed.wait(_FLUSH_GRACE)
        os._exit(code)  # no thread, however busy, may delay this

    def _read(self, arrived: Callable[[], None]) -> None:
        frames = FrameReader()
        while True:
            try:
                data = os.read(self._reading, 1 << 16)
            except OSError:
                data = b""
            if not data:
                break
            for message in frames.feed(data):
                self._arrived.append(message)
                if isinstance(message, bytes) and _is_exit(message):
                    self._end_soon()
            arrived()
        self._arrived.append(None)
        self._end_soon()
        arrived()

    def _end_soon(self) -> None:
        timer = threading.Timer(_EXIT_GRACE, lambda: os._exit(self._last_words()))
        timer.daemon = True
        timer.start()

    def _write(self) -> None:
        while (data := self._outgoing.get()) is not None:
            try:
                view = memoryview(data)
                while view:
                    view = view[os.write(self._writing, view) :]
            except OSError:
                break  # nobody reads any more; the end of the input will end us
        self._flushed.set()


def claim_stdio() -> tuple[int, int]:
    """File descriptors of the real standard input and output, for the protocol alone.

    After this, what anything prints goes to standard error instead of between two messages,
    and what anything reads is empty.
    """
    reading, writing = os.dup(sys.stdin.fileno()), os.dup(sys.stdout.fileno())
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), sys.stdin.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(reading, os.O_BINARY)
        msvcrt.setmode(writing, os.O_BINARY)
    return reading, writing


def _is_exit(body: bytes) -> bool:
    """Whether this is the exit notification: short, and naming it as its method."""
    return len(body) < 200 and b'"exit"' in body and b'"id"' not in body
