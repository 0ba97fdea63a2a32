"""Units done by the workers of a Ray cluster."""

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
"""Messages handed out for each processor of the cluster: one at work, one that waits."""

_BETWEEN_CHECKPOINTS: Final = 0.1

_HELLO: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
_HEAD: Final = 9
_SETTINGS: Final = 4
"""What one says first in HTTP/2, which is below all of Ray: its name and a frame of settings; the
bytes of the head of the frame that answers, and which kind it is (RFC 9113, 3.4 and 4.1)."""


class RayCluster:
    """The cluster at `address`, as `ray.init` takes it: `auto`, `ray://HOST:PORT`, or `local` for
    one of this machine, which ends with the run."""

    def __init__(self, address: str) -> None:
        self._address = address

    @property
    def description(self) -> str:
        """See `Engine`."""
        return f"Ray at {self._address}"

    def finished(
        self, tasks: Iterator[UnitTask], checkpoint: Checkpoint, waiting: Waiting
    ) -> Generator[Finished]:
        """See `Engine`. What is at work when nobody waits any more is killed."""
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
        """Raises UserError when there is a host and a port and nobody listens, or nobody who could
        be Ray: that itself would try for minutes."""
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
    """Whether Ray speaks TLS."""
    return os.environ.get("RAY_USE_TLS", "").lower() in ("1", "true")


def _speaks_http2(connection: socket.socket) -> bool:
    """Whether the answer to our greeting is one. Raises OSError."""
    connection.settimeout(ANSWERS)
    connection.sendall(_HELLO)
    head = b""
    while len(head) < _HEAD and (more := connection.recv(_HEAD - len(head))):
        head += more
    return len(head) == _HEAD and head[3] == _SETTINGS


@contextmanager
def _output_to_errors() -> Iterator[None]:
    """Meanwhile standard output is standard error: Ray tells there of workers that died, and ours
    is for a report that a program may read."""
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
    """Messages handed to a cluster, and what comes back."""

    def __init__(self, ray: Any, chunks: Chunks) -> None:
        self._ray = ray
        self._chunks = chunks
        self._handed_out: dict[Any, Chunk] = {}
        # What a unit raises is a row; whether a dead worker's units are tried again we decide.
        self._remote = ray.remote(max_retries=0)(execute_some)

    def finished(self, checkpoint: Checkpoint) -> Iterator[Finished]:
        """Rows as they come."""
        # A KeyboardInterrupt within Ray may end the process at once, with a status of its own.
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
