"""Execute units on a Dask cluster; and check that a cluster answers at an address."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Final, TypeVar

from plancore.stop import Checkpoint
from planeval.work.executing import Chunk, Chunks, Finished, Waiting, execute_some
from planeval.work.unit import UnitResult, UnitTask
from planfiles.errors import UserError, reason_of
from planfiles.extras import to_get

if TYPE_CHECKING:
    from distributed import Client, Future


_AHEAD: Final = 2
"""Messages out per thread of the cluster: one running, one queued."""

_BETWEEN_CHECKPOINTS: Final = 0.1
_BETWEEN_COUNTS: Final = 2.0
"""Seconds between counts of the workers, which come and go."""

_LOGGERS: Final = ("distributed", "distributed.client")
"""Loggers with levels of their own."""

_A_WORKER: Final = "the first worker of the Dask scheduler"
"""What the run waits for if there are no workers: they may be started later, or be in a queue."""


class DaskCluster:
    """The workers of the scheduler at `address`, which may come and go. Workers should have one
    thread each: Python executes one unit at a time."""

    def __init__(self, address: str) -> None:
        self._address = address

    @property
    def description(self) -> str:
        """See `Engine`."""
        return f"Dask at {self._address}"

    def finished(
        self, tasks: Iterator[UnitTask], checkpoint: Checkpoint, waiting: Waiting
    ) -> Generator[Finished]:
        """See `Engine`. Workers finish what they have begun, even if the run has stopped."""
        with waiting.answer_of(f"the Dask scheduler at {self._address}"):
            client = self._client(checkpoint)
        try:
            # When a worker dies, Dask fails all of its messages, begun or not.
            chunks = Chunks(tasks, waiting, deaths_are_shared=True)
            yield from _Session(client, chunks, waiting).finished(checkpoint)
        finally:
            client.close(timeout=1)

    def _client(self, checkpoint: Checkpoint) -> Client:
        try:
            from distributed import Client
        except ImportError:
            raise UserError(f"--dask needs Dask: {to_get('dask')}") from None
        # Rows report the units whose worker died.
        for name in _LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        meanwhile(self._find_scheduler, checkpoint)
        try:
            return Client(self._address, timeout=ANSWERS, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise self._missing(error) from None

    def _find_scheduler(self) -> None:
        """Raise UserError without a scheduler: Dask waits forever if another program answers."""
        place = place_of(self._address)
        try:
            if place is not None:
                reached(place).close()
            asyncio.run(asyncio.wait_for(_greeted(self._address), ANSWERS))
        except TimeoutError:
            raise self._missing(SILENT) from None
        except (OSError, ValueError, TypeError, UserError) as error:
            raise self._missing(error) from None
        except Exception:  # Dask fails in many ways on other protocols, MemoryError for example
            raise self._missing(ANOTHER) from None

    def _missing(self, why: object) -> UserError:
        said = str(why).strip() or type(why).__name__
        return UserError(f"no Dask scheduler at {self._address}: {said}")


async def _greeted(address: str) -> None:
    """Do the handshake of a Dask client with the scheduler."""
    from distributed.comm import connect
    from distributed.security import Security

    options = Security().get_connection_args("client")
    comm = await connect(address, timeout=LISTENS, **options)
    await comm.close()


class _Session:
    """The messages sent to a cluster, and their results."""

    def __init__(self, client: Client, chunks: Chunks, waiting: Waiting) -> None:
        self._client = client
        self._chunks = chunks
        self._waiting = waiting
        self._handed_out: dict[str, tuple[Future, Chunk]] = {}
        self._ended: SimpleQueue[tuple[str, list[UnitResult] | BaseException]] = SimpleQueue()
        self._most = 1
        self._counted = float("-inf")

    def finished(self, checkpoint: Checkpoint) -> Iterator[Finished]:
        """The results as they arrive."""
        try:
            self._hand_out()
            while self._handed_out:
                try:
                    key, result = self._ended.get(timeout=_BETWEEN_CHECKPOINTS)
                except Empty:
                    checkpoint()
                else:
                    yield from self._rows(key, result)
                self._hand_out()
        finally:
            with suppress(Exception):  # the cluster may be gone
                self._client.cancel([future for future, _ in self._handed_out.values()], force=True)

    def _hand_out(self) -> None:
        if time.monotonic() - self._counted > _BETWEEN_COUNTS:
            self._counted = time.monotonic()
            n_threads = sum(self._client.nthreads().values())
            self._most = _AHEAD * max(1, n_threads)
            (self._waiting.heard if n_threads else self._waiting.asks)(_A_WORKER)
        while len(self._handed_out) < self._most and (chunk := self._chunks.take()) is not None:
            # Not `pure`: equal messages are not the same. No `retries`: an exception of a unit
            # becomes a row; Dask itself resends messages whose worker died.
            future = self._client.submit(execute_some, chunk.tasks, pure=False, retries=0)
            self._handed_out[future.key] = future, chunk
            future.add_done_callback(self._fetch)

    def _fetch(self, future: Future) -> None:
        """Fetch a result, in a thread of the client: it comes from the worker that has it, or is
        computed again if that has died, and the run must not block meanwhile."""
        try:
            self._ended.put((future.key, future.result()))
        except BaseException as error:
            self._ended.put((future.key, error))

    def _rows(self, key: str, result: list[UnitResult] | BaseException) -> Iterator[Finished]:
        from distributed import KilledWorker

        _, chunk = self._handed_out.pop(key)
        if isinstance(result, KilledWorker):
            yield from self._chunks.died(chunk)
        elif isinstance(result, BaseException):
            raise UserError(f"the Dask cluster failed: {result}")
        else:
            yield from self._chunks.done(chunk.tasks, result)


# Check that a cluster is at an address, before a library waits for it for minutes.

T = TypeVar("T")

LISTENS: Final = 5.0
"""Seconds until a connection must be accepted."""

ANSWERS: Final = 30.0
"""Seconds until the server must answer: it is slow if many clients connect at once."""

SILENT: Final = f"no response within {ANSWERS:.0f} s (is this the dashboard port?)"
ANOTHER: Final = "not a scheduler (wrong port?)"

_BETWEEN_TRIES: Final = 0.2


def place_of(address: str) -> tuple[str, int] | None:
    """The host and the port of `SCHEME://HOST:PORT` or `HOST:PORT`; None if it has neither form."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not (host and port.isascii() and port.isdecimal() and int(port) < 1 << 16):
        return None
    return host.removeprefix("[").removesuffix("]"), int(port)


def reached(place: tuple[str, int]) -> socket.socket:
    """Connect to a host and a port. Refused connections are retried for some seconds, as clusters
    are often started together with their clients. Raises UserError with the reason and what to
    check."""
    end = time.monotonic() + LISTENS
    while True:
        try:
            return socket.create_connection(place, max(end - time.monotonic(), _BETWEEN_TRIES))
        except socket.gaierror as error:
            raise UserError(f"no such host: {reason_of(error)}") from None
        except OSError as error:
            if time.monotonic() > end - _BETWEEN_TRIES:
                raise UserError(
                    f"no connection: {reason_of(error)} (is it running at this host and "
                    "port, and not blocked by a firewall?)"
                ) from None
        time.sleep(_BETWEEN_TRIES)


def meanwhile(ask: Callable[[], T], checkpoint: Checkpoint) -> T:
    """Call `ask` in a thread, and `checkpoint` until it has returned or raised. If `checkpoint`
    raises, the thread is abandoned."""
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
