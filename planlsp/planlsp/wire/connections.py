"""Transports: standard input and output, a TCP connection, and a channel of messages.

There is no WebSocket: any web page could open one to this machine, and no editor needs it.

On standard input and output, two threads do the blocking calls: one reads and splits the stream,
the other writes. So neither a busy event loop nor a client that does not read can delay the reading
of messages.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
import os
import queue
import re
import secrets
import select
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from lsprotocol.types import EXIT, SHUTDOWN

from planlsp.wire.transport import (
    MOST_UNREAD,
    Busy,
    FrameReader,
    FramingError,
    PendingBytes,
    Receiver,
    StreamMessage,
    frame,
)

# The process must end within 500 ms of `exit`, whatever is running.
_EXIT_GRACE = 0.2
_FLUSH_GRACE = 0.15
# `shutdown` and `exit` have no parameters, so longer messages need not be searched.
_LONGEST_FAREWELL = 1_000


class StdioTransport:
    """Messages over two file descriptors, passed to an event loop in order.

    `last_words` returns the exit code if a thread must end the process because the event loop does
    not respond. `busy(True)` is called when a message arrives, before the event loop gets its turn.
    """

    def __init__(
        self, reading: int, writing: int, last_words: Callable[[], int], busy: Busy
    ) -> None:
        self._reading = reading
        self._writing = writing
        self._last_words = last_words
        self._busy = busy
        self._arrived: deque[StreamMessage | None] = deque()
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._pending = PendingBytes()
        self._flushed = threading.Event()
        self._is_asked_to_shut_down = False

    async def run(self, receiver: Receiver) -> None:
        """Pass each message to `receiver` until the stream ends."""
        loop = asyncio.get_running_loop()
        more = asyncio.Event()

        def arrived() -> None:
            # The loop may already be closed when the last bytes arrive.
            if not loop.is_closed():
                self._busy(True)
                loop.call_soon_threadsafe(more.set)

        threading.Thread(target=self._read, args=(arrived,), daemon=True, name="stdin").start()
        threading.Thread(target=self._write, daemon=True, name="stdout").start()
        while True:
            await more.wait()
            more.clear()
            while self._arrived:
                message = self._arrived.popleft()
                if message is None:
                    return
                receiver.receive(message)
                self._pending.add(unhandled=-_size(message))
                await receiver.caught_up()

    def write(self, body: bytes) -> None:
        """Queue a message for the client; never blocks and never fails."""
        data = frame(body)
        self._pending.add(unread=len(data))
        self._outgoing.put(data)

    def close(self) -> None:
        """Stop sending after the queued messages."""
        self._outgoing.put(None)

    def has_pending_input(self) -> bool:
        """Whether the client has sent messages that have not been received yet."""
        if self._arrived:
            return True
        try:
            return bool(select.select([self._reading], [], [], 0)[0])
        except (OSError, ValueError):  # Windows cannot select a pipe
            return False

    def has_unread_output(self) -> bool:
        """Whether the client is so far behind that no more answers should be computed."""
        return self._pending.is_unread

    def end_process(self, code: int) -> None:
        """End the process with `code`, after queued messages are written or `_FLUSH_GRACE`."""
        self.close()
        self._flushed.wait(_FLUSH_GRACE)
        os._exit(code)  # no busy thread can delay this

    def _read(self, arrived: Callable[[], None]) -> None:
        frames = FrameReader()
        while True:
            self._pending.wait_for_room()
            try:
                data = os.read(self._reading, 1 << 16)
            except OSError:
                data = b""
            if not data:
                break
            for message in frames.feed(data):
                self._pending.add(unhandled=_size(message))
                self._arrived.append(message)
                self._watch_for_exit(message)
            arrived()
        self._arrived.append(None)
        self._end_soon()
        arrived()

    def _watch_for_exit(self, message: StreamMessage) -> None:
        """Make sure that `exit` ends the process even if the event loop does not respond."""
        if isinstance(message, FramingError) or len(message) > _LONGEST_FAREWELL:
            return
        if _is_call(message, SHUTDOWN, is_request=True):
            self._is_asked_to_shut_down = True
        elif _is_call(message, EXIT, is_request=False):
            self._end_soon()

    def _end_soon(self) -> None:
        timer = threading.Timer(_EXIT_GRACE, self._end_now)
        timer.daemon = True
        timer.start()

    def _end_now(self) -> None:
        os._exit(0 if self._is_asked_to_shut_down else self._last_words())

    def _write(self) -> None:
        while (data := self._outgoing.get()) is not None:
            try:
                view = memoryview(data)
                while view:
                    view = view[os.write(self._writing, view) :]
                self._pending.add(unread=-len(data))
            except OSError:
                self._end_soon()  # the client is gone
                break
        self._flushed.set()


def claim_stdio() -> tuple[int, int]:
    """Duplicate standard input and output for the protocol; return the file descriptors.

    Afterwards, printed text goes to standard error instead of between messages, and standard input
    is empty.
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


def _size(message: StreamMessage) -> int:
    return 0 if isinstance(message, FramingError) else len(message)


def _is_call(body: bytes, method: str, is_request: bool) -> bool:
    """Whether `body` is a request, or a notification, of `method`."""
    if method.encode() not in body:
        return False
    message = _request(body)
    return message.get("method") == method and ("id" in message) is is_request


# The transport to the page of a web worker. Each message is a JSON text without headers; there are
# no processes and no threads.


class MessageTransport:
    """Messages as texts, passed to the event loop in order."""

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send = send
        self._arrived: deque[str | None] = deque()
        self._more = asyncio.Event()

    async def run(self, receiver: Receiver) -> None:
        """Pass each message to `receiver` until the session ends."""
        while True:
            await self._more.wait()
            self._more.clear()
            while self._arrived:
                message = self._arrived.popleft()
                if message is None:
                    return
                receiver.receive(message.encode("utf-8", "surrogatepass"))
                await receiver.caught_up()

    def take(self, message: str) -> None:
        """Accept a message of the client."""
        self._arrived.append(message)
        self._more.set()

    def write(self, body: bytes) -> None:
        """Send a message to the client."""
        self._send(body.decode())

    def close(self) -> None:
        """Do nothing: messages are not queued."""

    def has_pending_input(self) -> bool:
        """Whether the client has sent messages that have not been received yet."""
        return bool(self._arrived)

    def has_unread_output(self) -> bool:
        """Always False: the browser accepts all messages."""
        return False

    def end_process(self, _code: int) -> None:
        """End the session. The page terminates the worker."""
        self._arrived.append(None)
        self._more.set()


# The transport on a TCP connection: one client, then the process ends.

_END_GRACE = 0.2
_HEADER = re.compile(rb"content-(?:length|type)[ \t]*:", re.IGNORECASE)
_LONGEST_NAME = len(b"content-length :")


class SocketTransport:
    """Sends messages on a TCP connection."""

    def __init__(self, stream: asyncio.StreamWriter) -> None:
        self._stream = stream

    def write(self, body: bytes) -> None:
        """Queue a message for the client."""
        if not self._stream.is_closing():
            self._stream.write(frame(body))

    def close(self) -> None:
        """Close the connection when all queued messages have been sent."""
        self._stream.close()

    def has_pending_input(self) -> bool:
        """Always False: the event loop itself reads the socket, between two handlers."""
        return False

    def has_unread_output(self) -> bool:
        """Whether the client is so far behind that no more answers should be computed."""
        return self._stream.transport.get_write_buffer_size() > MOST_UNREAD

    def end_process(self, code: int) -> None:
        """Close the connection; the process ends with `code` after `_END_GRACE` at the latest."""
        timer = threading.Timer(_END_GRACE, os._exit, (code,))
        timer.daemon = True
        timer.start()
        self.close()


async def serve_tcp(
    host: str, port: int, token: str | None, connect: Callable[[SocketTransport], Receiver]
) -> None:
    """Serve one client at `host`:`port` until it disconnects: the first that sends `initialize`
    with `token` in its `initializationOptions`. Without `token`, one is generated and printed. All
    other connections are closed, also those without a message within `_PATIENCE`.

    The token is needed because a web page can make the browser send anything after
    `POST / HTTP/1.1`, and other users of this machine can connect, too.

    Raises OSError if it cannot listen on the address.
    """
    expected = token or secrets.token_urlsafe(16)
    served = False
    done = asyncio.Event()

    async def on_client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal served
        frames = FrameReader()
        try:
            async with asyncio.timeout(_PATIENCE):
                messages = await _first_messages(reader, frames)
        except (OSError, TimeoutError):
            messages = []
        first = _admitted(messages[0], expected) if messages else None
        if first is None or served:
            if messages and not served:
                writer.write(frame(_refusal(messages[0])))
            writer.close()
            return
        served = True
        server.close()
        writer.transport.set_write_buffer_limits(MOST_UNREAD)
        receiver = connect(SocketTransport(writer))
        messages[0] = first
        try:
            while True:
                for message in messages:
                    receiver.receive(message)
                    await receiver.caught_up()
                await writer.drain()  # do not read while the client does not
                data = await reader.read(1 << 16)
                if not data:
                    break
                messages = [*frames.feed(data)]
        except OSError:
            pass  # the connection was lost
        finally:
            done.set()

    server = await asyncio.start_server(on_client, host, port)
    _announce(*server.sockets[0].getsockname()[:2])
    if not token:
        sys.stderr.write(f"planlsp expects initializationOptions.token: {expected}\n")
    sys.stderr.flush()
    await done.wait()


_PATIENCE: Final = 10.0
"""Seconds for a client to send its first message."""
_LONGEST_FIRST: Final = 1 << 20
"""Bytes of a first message: the most that is kept of an unknown client."""


async def _first_messages(reader: asyncio.StreamReader, frames: FrameReader) -> list[StreamMessage]:
    """The first message, and those that arrived with it; empty if the connection does not begin
    with a header of the protocol, or the message is too long."""
    beginning, length = b"", 0
    while data := await reader.read(1 << 16):
        length += len(data)
        if len(beginning) < _LONGEST_NAME:
            beginning += data
            if len(beginning) >= _LONGEST_NAME and not _HEADER.match(beginning):
                return []
        if messages := [*frames.feed(data)]:
            return messages
        if length > _LONGEST_FIRST:
            return []
    return []


def _admitted(message: StreamMessage, token: str) -> bytes | None:
    """A first message, with the token removed; None if it is not `initialize` with the token."""
    request = _request(message)
    if request.get("method") != "initialize" or not isinstance(request.get("params"), dict):
        return None
    options = request["params"].get("initializationOptions")
    given = options.pop("token", None) if isinstance(options, dict) else None
    if not isinstance(given, str) or not hmac.compare_digest(given.encode(), token.encode()):
        return None
    return json.dumps(request).encode()


def _request(message: StreamMessage) -> dict[str, Any]:
    """The JSON object of a message; empty if it is not one."""
    try:
        request = json.loads(message) if isinstance(message, bytes) else {}
    except (ValueError, RecursionError):
        request = {}
    return request if isinstance(request, dict) else {}


def _refusal(message: StreamMessage) -> bytes:
    text = "the token that planlsp printed is missing in initializationOptions.token, or wrong"
    error = {"code": -32600, "message": text}
    number = _request(message).get("id")
    return json.dumps({"jsonrpc": "2.0", "id": number, "error": error}).encode()


def _announce(host: str, port: int) -> None:
    """Print the address that the server listens on, which the system chose for port 0."""
    if not ipaddress.ip_address(host).is_loopback:
        sys.stderr.write(
            f"planlsp: warning: others on the network to {host} can read all messages, the token "
            "among them\n"
        )
    sys.stderr.write(f"planlsp listens on {host}:{port}\n")
