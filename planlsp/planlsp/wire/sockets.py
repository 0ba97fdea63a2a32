"""The client on a TCP or WebSocket connection; one client, then the process ends."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from planlsp.wire.framing import FrameReader, FramingError, frame

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection

Message = bytes | FramingError
_END_GRACE = 0.2


class SocketTransport:
    """Messages over an asynchronous connection, which `write` and `close` stand for."""

    def __init__(
        self, write: Callable[[bytes], Awaitable[None]], close: Callable[[], object]
    ) -> None:
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue()
        self._write = write
        self._close = close
        self._writer = asyncio.get_running_loop().create_task(self._drain())

    def send(self, body: bytes) -> None:
        """Queue a message for the client."""
        self._outgoing.put_nowait(body)

    def has_pending_input(self) -> bool:
        """Unknown here: the event loop itself reads the socket between two handlers."""
        return False

    def end_process(self, code: int) -> None:
        """End the process with `code` once the connection is closed, or soon anyway."""
        timer = threading.Timer(_END_GRACE, os._exit, (code,))
        timer.daemon = True
        timer.start()
        self._close()

    async def _drain(self) -> None:
        try:
            while True:
                await self._write(await self._outgoing.get())
        except OSError:
            self._close()


Connect = Callable[[SocketTransport], Callable[[Message], None]]


async def serve_tcp(host: str, port: int, connect: Connect) -> None:
    """Wait for one client at `host`:`port` and serve it until it leaves."""
    done = asyncio.Event()

    async def on_client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def write(body: bytes) -> None:
            writer.write(frame(body))
            await writer.drain()

        server.close()
        receive = connect(SocketTransport(write, writer.close))
        frames = FrameReader()
        try:
            while data := await reader.read(1 << 16):
                for message in frames.feed(data):
                    receive(message)
        except ConnectionError:
            pass
        done.set()

    server = await asyncio.start_server(on_client, host, port)
    _announce(server.sockets[0].getsockname())
    await done.wait()


async def serve_websocket(host: str, port: int, connect: Connect) -> None:
    """Like `serve_tcp`, with one WebSocket message per LSP message.

    Raises ImportError when the package `websockets` is not installed.
    """
    from websockets.asyncio.server import serve
    from websockets.exceptions import ConnectionClosed

    done = asyncio.Event()

    async def on_client(socket: ServerConnection) -> None:
        async def write(body: bytes) -> None:
            try:
                await socket.send(body, text=True)
            except ConnectionClosed as closed:
                raise ConnectionError(str(closed)) from closed

        closing: set[asyncio.Task[None]] = set()

        def close() -> None:
            closing.add(asyncio.get_running_loop().create_task(socket.close()))

        receive = connect(SocketTransport(write, close))
        try:
            while True:
                receive(await socket.recv(decode=False))
        except ConnectionClosed:
            done.set()

    async with serve(on_client, host, port, max_size=None) as server:
        _announce(next(iter(server.sockets)).getsockname())
        await done.wait()


def _announce(address: tuple[str, int]) -> None:
    """Say where the server listens: with port 0 only the system knows."""
    sys.stderr.write(f"planlsp listens on {address[0]}:{address[1]}\n")
    sys.stderr.flush()
