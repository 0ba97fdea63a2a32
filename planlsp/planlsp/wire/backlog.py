"""How much may wait: input that nobody has handled, and output that the client has not read.

A client that sends without reading makes answers that nobody takes. Beyond a limit the server
stops reading until some are taken: the pipe fills, and the client waits instead of our memory.
"""

from __future__ import annotations

import threading

MOST_UNHANDLED = 1 << 20
"""Bytes of messages between the thread that reads and the event loop; one message may be more."""
MOST_UNREAD = 32 << 20
"""Bytes of messages for the client. A client that reads at all is never so far behind."""


class Backlog:
    """Bytes that wait in either direction, counted by the threads that move them."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._unhandled = 0
        self._unread = 0

    @property
    def is_unread(self) -> bool:
        """Whether the client has left more unread than may wait."""
        return self._unread > MOST_UNREAD

    def add(self, *, unhandled: int = 0, unread: int = 0) -> None:
        """So many bytes more wait; fewer, where the number is negative."""
        with self._changed:
            self._unhandled += unhandled
            self._unread += unread
            self._changed.notify_all()

    def wait_for_room(self) -> None:
        """Wait until neither direction holds more than may wait."""
        with self._changed:
            self._changed.wait_for(lambda: self._unhandled <= MOST_UNHANDLED and not self.is_unread)
