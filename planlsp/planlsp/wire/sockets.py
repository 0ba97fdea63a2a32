"""The client on a TCP connection; one client, then the process ends.

There is no WebSocket: any web page may open one to this machine, and no editor asks for one.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
import re
import sys
import threading
from collections.abc import Callable

from planlsp.wire.transport import MOST_UNREAD, FrameReader, Receiver, frame

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


async def serve_tcp(host: str, port: int, connect: Callable[[SocketTransport], Receiver]) -> None:
    """Serve the first client at `host`:`port` until it leaves; whoever else comes is sent away.

    Who begins with anything but a header of this protocol is no client: a browser sends whatever
    a web page asks it to, behind its own `POST / HTTP/1.1`.

    Raises OSError when that address cannot be listened on.
    """
    first_came = False
    done = asyncio.Event()

    async def on_client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal first_came
        if first_came:  # it was in the queue already when the first one was served
            writer.close()
            return
        first_came = True
        data = await _beginning(reader)
        if data and not _HEADER.match(data):
            first_came = False
            writer.close()
            return
        server.close()
        writer.transport.set_write_buffer_limits(MOST_UNREAD)
        receiver = connect(SocketTransport(writer))
        frames = FrameReader()
        try:
            while data:
                for message in frames.feed(data):
                    receiver.receive(message)
                    await receiver.caught_up()
                await writer.drain()  # reads no more while the client does not read
                data = await reader.read(1 << 16)
        except OSError:
            pass  # it has left without a word
        finally:
            done.set()

    server = await asyncio.start_server(on_client, host, port)
    _announce(*server.sockets[0].getsockname()[:2])
    await done.wait()


async def _beginning(reader: asyncio.StreamReader) -> bytes:
    """The first bytes, enough of them to tell a header; fewer where the connection ends."""
    data = b""
    try:
        while len(data) < _LONGEST_NAME and (more := await reader.read(1 << 16)):
            data += more
    except OSError:
        pass  # it has left without a word
    return data


def _announce(host: str, port: int) -> None:
    """Say where the server listens: with port 0 only the system knows."""
    if not ipaddress.ip_address(host).is_loopback:
        sys.stderr.write(
            f"planlsp: warning: whoever reaches {host} can use this server, and read through it "
            "the PDDL files that you may read\n"
        )
    sys.stderr.write(f"planlsp listens on {host}:{port}\n")
    sys.stderr.flush()
