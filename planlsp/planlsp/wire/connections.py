"""The client on standard input and output, on a TCP connection, or at the other end of a channel of
messages.

There is no WebSocket: any web page may open one to this machine, and no editor asks for one.

Two threads do the blocking calls, so that neither a busy event loop nor a client that does not
read can keep a message from being seen: one reads and cuts the stream, the other writes.
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

# An exit must be over within 500 ms, whatever is running.
_EXIT_GRACE = 0.2
_FLUSH_GRACE = 0.15
# Neither of the messages about ending has parameters; no other one is looked into.
_LONGEST_FAREWELL = 1_000


class StdioTransport:
    """Messages over two file descriptors, handed to an event loop in the order they came.

    `last_words` is asked for the exit code when the process has to end from a thread because
    the event loop does not get round to it. `busy` is told of what arrives, before the event loop
    gets its turn.
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
        """Hand every message to `receiver` until the stream ends."""
        loop = asyncio.get_running_loop()
        more = asyncio.Event()

        def arrived() -> None:
            # The loop may be closed already when the last bytes come.
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
        """Stop sending after what is queued."""
        self._outgoing.put(None)

    def has_pending_input(self) -> bool:
        """Whether the client has sent something that has not been handed over yet."""
        if self._arrived:
            return True
        try:
            return bool(select.select([self._reading], [], [], 0)[0])
        except (OSError, ValueError):  # Windows cannot ask a pipe
            return False

    def has_unread_output(self) -> bool:
        """Whether the client has left so much unread that nothing more should be made for it."""
        return self._pending.is_unread

    def end_process(self, code: int) -> None:
        """End the process with `code`, after what was sent has been written or soon anyway."""
        self.close()
        self._flushed.wait(_FLUSH_GRACE)
        os._exit(code)  # no thread, however busy, may delay this

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
        """See to it that `exit` ends the process even if the event loop does not come to it."""
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
                self._end_soon()  # nobody reads any more
                break
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


def _size(message: StreamMessage) -> int:
    return 0 if isinstance(message, FramingError) else len(message)


def _is_call(body: bytes, method: str, is_request: bool) -> bool:
    """Whether `body` is a request, or a notification, of `method`."""
    if method.encode() not in body:
        return False
    message = _request(body)
    return message.get("method") == method and ("id" in message) is is_request


# The page that a web worker belongs to. Each message is the text of its JSON; there are no headers,
# no processes and no threads.


class MessageTransport:
    """Messages as texts, handed to the event loop in the order they came."""

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send = send
        self._arrived: deque[str | None] = deque()
        self._more = asyncio.Event()

    async def run(self, receiver: Receiver) -> None:
        """Hand every message to `receiver` until the session ends."""
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
        """A message has come."""
        self._arrived.append(message)
        self._more.set()

    def write(self, body: bytes) -> None:
        """Send a message to the client."""
        self._send(body.decode())

    def close(self) -> None:
        """Nothing is held."""

    def has_pending_input(self) -> bool:
        """Whether the client has sent something that has not been handed over yet."""
        return bool(self._arrived)

    def has_unread_output(self) -> bool:
        """The browser takes whatever is sent."""
        return False

    def end_process(self, _code: int) -> None:
        """End the session; the page ends the worker."""
        self._arrived.append(None)
        self._more.set()


# The client on a TCP connection; one client, then the process ends.

_END_GRACE = 0.2
_HEADER = re.compile(rb"content-(?:length|type)[ \t]*:", re.IGNORECASE)
_LONGEST_NAME = len(b"content-length :")


class SocketTransport:
    """Messages to the other end of a connection."""

    def __init__(self, stream: asyncio.StreamWriter) -> None:
        self._stream = stream

    def write(self, body: bytes) -> None:
        """Send a message to the client, some time."""
        if not self._stream.is_closing():
            self._stream.write(frame(body))

    def close(self) -> None:
        """Close the connection when what was written has been sent."""
        self._stream.close()

    def has_pending_input(self) -> bool:
        """Unknown here: the event loop itself reads the socket between two handlers."""
        return False

    def has_unread_output(self) -> bool:
        """Whether the client has left so much unread that nothing more should be made for it."""
        return self._stream.transport.get_write_buffer_size() > MOST_UNREAD

    def end_process(self, code: int) -> None:
        """End the process with `code` once the connection is closed, or soon anyway."""
        timer = threading.Timer(_END_GRACE, os._exit, (code,))
        timer.daemon = True
        timer.start()
        self.close()


async def serve_tcp(
    host: str, port: int, token: str | None, connect: Callable[[SocketTransport], Receiver]
) -> None:
    """Serve one client at `host`:`port` until it leaves: the first that begins with `initialize`
    and has `token` in its `initializationOptions`; without `token` one is made and printed.
    Whoever else comes is sent away, also who says nothing for some seconds.

    A browser sends whatever a web page asks it to, behind its own `POST / HTTP/1.1`, and other
    users of this machine can connect as well.

    Raises OSError when that address cannot be listened on.
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
                await writer.drain()  # reads no more while the client does not read
                data = await reader.read(1 << 16)
                if not data:
                    break
                messages = [*frames.feed(data)]
        except OSError:
            pass  # it has left without a word
        finally:
            done.set()

    server = await asyncio.start_server(on_client, host, port)
    _announce(*server.sockets[0].getsockname()[:2])
    if not token:
        sys.stderr.write(f"planlsp expects initializationOptions.token: {expected}\n")
    sys.stderr.flush()
    await done.wait()


_PATIENCE: Final = 10.0
"""Seconds for a client to say who it is."""
_LONGEST_FIRST: Final = 1 << 20
"""Bytes of a first message: what anybody may have us keep."""


async def _first_messages(reader: asyncio.StreamReader, frames: FrameReader) -> list[StreamMessage]:
    """The first message, and what has come with it; none from who does not begin with a header of
    this protocol."""
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
    """A first message without the token; None where it is not the right one."""
    request = _request(message)
    if request.get("method") != "initialize" or not isinstance(request.get("params"), dict):
        return None
    options = request["params"].get("initializationOptions")
    given = options.pop("token", None) if isinstance(options, dict) else None
    if not isinstance(given, str) or not hmac.compare_digest(given.encode(), token.encode()):
        return None
    return json.dumps(request).encode()


def _request(message: StreamMessage) -> dict[str, Any]:
    """A message that may be anything, as JSON-RPC has it."""
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
    """Say where the server listens: with port 0 only the system knows."""
    if not ipaddress.ip_address(host).is_loopback:
        sys.stderr.write(
            f"planlsp: warning: others on the network to {host} can read all messages, the token "
            "among them\n"
        )
    sys.stderr.write(f"planlsp listens on {host}:{port}\n")
