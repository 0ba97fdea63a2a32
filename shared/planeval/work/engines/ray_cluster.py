"""Execute units on a Ray cluster."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from plancore.stop import Checkpoint
from planeval.work.engines.dask_cluster import (
    ANOTHER,
    ANSWERS,
    SILENT,
    meanwhile,
    place_of,
    reached,
)
from planeval.work.executing import Chunk, Chunks, Finished, Waiting, execute_some
from planeval.work.unit import UnitTask
from planfiles.errors import UserError, reason_of
from planfiles.extras import to_get
from planfiles.signals import interrupts_deferred

_AHEAD: Final = 2
"""Messages out per processor of the cluster: one running, one queued."""

_BETWEEN_CHECKPOINTS: Final = 0.1

_HELLO: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
_HEAD: Final = 9
_SETTINGS: Final = 4
"""HTTP/2, which Ray uses: the connection preface with an empty SETTINGS frame; the length of the
header of the frame in the answer, and the type of that frame (RFC 9113, 3.4 and 4.1)."""


class RayCluster:
    """The cluster at `address`, in the form of `ray.init`: `auto`, `ray://HOST:PORT`, or `local`
    for a new one on this machine, which ends with the run."""

    def __init__(self, address: str) -> None:
        self._address = address

    @property
    def description(self) -> str:
        """See `Engine`."""
        return f"Ray at {self._address}"

    def finished(
        self, tasks: Iterator[UnitTask], checkpoint: Checkpoint, waiting: Waiting
    ) -> Generator[Finished]:
        """See `Engine`. Units that are running when the run stops are killed."""
        with _output_to_errors():
            with waiting.answer_of(f"the Ray cluster at {self._address}"):
                ray = self._connected(checkpoint)
            try:
                yield from _Session(ray, Chunks(tasks, waiting)).finished(checkpoint)
            finally:
                ray.shutdown()

    def _connected(self, checkpoint: Checkpoint) -> Any:
        try:
            import ray
        except ImportError:
            raise UserError(f"--ray needs Ray: {to_get('ray')}") from None
        meanwhile(self._refuse_others, checkpoint)
        try:
            ray.init(address=self._address, log_to_driver=False, configure_logging=False)
        except Exception as error:  # of many kinds, by address and stage
            raise self._missing(error) from None
        return ray

    def _refuse_others(self) -> None:
        """Raise UserError unless Ray is at the host and port: it would try for minutes itself."""
        place = place_of(self._address)
        if place is None:
            return
        try:
            with reached(place) as connection:
                is_other = not _is_encrypted() and not _speaks_http2(connection)
        except UserError as trouble:
            raise self._missing(trouble) from None
        except TimeoutError:
            raise self._missing(SILENT) from None
        except OSError as error:
            raise self._missing(f"the connection was closed: {reason_of(error)}") from None
        if is_other:
            raise self._missing(ANOTHER)

    def _missing(self, why: object) -> UserError:
        return UserError(f"no Ray cluster at {self._address}: {str(why).strip()}")


def _is_encrypted() -> bool:
    """Whether Ray uses TLS."""
    return os.environ.get("RAY_USE_TLS", "").lower() in ("1", "true")


def _speaks_http2(connection: socket.socket) -> bool:
    """Whether the server answers the HTTP/2 preface with a SETTINGS frame. Raises OSError."""
    connection.settimeout(ANSWERS)
    connection.sendall(_HELLO)
    head = b""
    while len(head) < _HEAD and (more := connection.recv(_HEAD - len(head))):
        head += more
    return len(head) == _HEAD and head[3] == _SETTINGS


@contextmanager
def _output_to_errors() -> Iterator[None]:
    """Redirect standard output to standard error within the block: Ray prints messages on dead
    workers there, and our standard output is for the report."""
    try:
        sys.stdout.flush()
        ours = os.dup(1)
    except (AttributeError, OSError, ValueError):  # there is none
        yield
        return
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(ours, 1)
        os.close(ours)


class _Session:
    """The messages sent to a cluster, and their results."""

    def __init__(self, ray: Any, chunks: Chunks) -> None:
        self._ray = ray
        self._chunks = chunks
        self._handed_out: dict[Any, Chunk] = {}
        # Exceptions of units become rows, and `Chunks` retries the units of dead workers.
        self._remote = ray.remote(max_retries=0)(execute_some)

    def finished(self, checkpoint: Checkpoint) -> Iterator[Finished]:
        """The results as they arrive."""
        # A KeyboardInterrupt within Ray may exit the process at once, with another status.
        with interrupts_deferred() as look:
            yield from self._finished(checkpoint, look)

    def _finished(self, checkpoint: Checkpoint, look: Callable[[], None]) -> Iterator[Finished]:
        try:
            self._hand_out()
            while self._handed_out:
                look()
                ready, _ = self._ray.wait([*self._handed_out], timeout=_BETWEEN_CHECKPOINTS)
                for reference in ready:
                    yield from self._rows(reference)
                if not ready:
                    checkpoint()
                self._hand_out()
        finally:
            for reference in self._handed_out:
                with suppress(Exception):  # the cluster may be gone
                    self._ray.cancel(reference, force=True)

    def _hand_out(self) -> None:
        most = _AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        while len(self._handed_out) < most and (chunk := self._chunks.take()) is not None:
            self._handed_out[self._remote.remote(chunk.tasks)] = chunk

    def _rows(self, reference: Any) -> Iterator[Finished]:
        errors = self._ray.exceptions
        chunk = self._handed_out.pop(reference)
        try:
            answers = self._ray.get(reference)
        except (errors.WorkerCrashedError, errors.OutOfMemoryError, errors.ObjectLostError):
            yield from self._chunks.died(chunk)
        except errors.RayError as error:
            raise UserError(f"the Ray cluster failed: {error}") from None
        else:
            yield from self._chunks.done(chunk.tasks, answers)
