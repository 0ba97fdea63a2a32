"""The client at the other end of a channel of messages: the page that a web worker belongs to.

Each message is the text of its JSON; there are no headers, no processes and no threads.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from planlsp.wire.transport import Receiver


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
