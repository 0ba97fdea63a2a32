"""Who is at the address of a cluster: asked before a library waits for it for minutes."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, TypeVar

from plancore.stop import Checkpoint
from planfiles.trouble import Trouble, reason_of

T = TypeVar("T")

LISTENS: Final = 5.0
"""Seconds in which somebody has to listen."""

ANSWERS: Final = 30.0
"""Seconds in which who listens has to answer: what many ask at the same time is slow."""

SILENT: Final = f"who listens there says nothing for {ANSWERS:.0f} s (a dashboard has another port)"
ANOTHER: Final = "who listens there is something else (is it the right port?)"

_BETWEEN_TRIES: Final = 0.2
_BETWEEN_CHECKPOINTS: Final = 0.1


def place_of(address: str) -> tuple[str, int] | None:
    """The host and the port of `SCHEME://HOST:PORT` or `HOST:PORT`; None where it has none."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not (host and port.isascii() and port.isdecimal() and int(port) < 1 << 16):
        return None
    return host.removeprefix("[").removesuffix("]"), int(port)


def reached(place: tuple[str, int]) -> socket.socket:
    """A connection to who listens at a host and a port. What is refused is tried anew for a while:
    clusters are often started together with those who use them. Raises Trouble, which says why, and
    what to look at."""
    end = time.monotonic() + LISTENS
    while True:
        try:
            return socket.create_connection(place, max(end - time.monotonic(), _BETWEEN_TRIES))
        except socket.gaierror as error:
            raise Trouble(f"no such host: {reason_of(error)}") from None
        except OSError as error:
            if time.monotonic() > end - _BETWEEN_TRIES:
                raise Trouble(
                    f"nobody listens there: {reason_of(error)} (is it running, at this host and "
                    "port, and does no firewall keep us out?)"
                ) from None
        time.sleep(_BETWEEN_TRIES)


def meanwhile(ask: Callable[[], T], checkpoint: Checkpoint) -> T:
    """What `ask` gives or raises, in a thread of its own, while `checkpoint` is called. What that
    raises is raised, and the thread left alone."""
    answers: SimpleQueue[tuple[T, None] | tuple[None, BaseException]] = SimpleQueue()

    def work() -> None:
        try:
            answers.put((ask(), None))
        except BaseException as error:
            answers.put((None, error))

    Thread(target=work, daemon=True, name="reach-cluster").start()
    while True:
        with suppress(Empty):
            answer = answers.get(timeout=_BETWEEN_CHECKPOINTS)
            break
        checkpoint()
    if answer[1] is not None:
        raise answer[1]
    return answer[0]
