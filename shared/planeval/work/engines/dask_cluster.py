"""Units done by the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

from plancore.stop import Checkpoint
from planeval.work.chunks import Chunk, Chunks, Finished
from planeval.work.executing import execute_some
from planeval.work.unit import Task
from planfiles.trouble import Trouble

if TYPE_CHECKING:
    from distributed import Client, Future

_AHEAD: Final = 2
"""Messages handed out for each thread of the cluster: one at work, one that waits."""

_BETWEEN_CHECKPOINTS: Final = 0.1
_PATIENCE: Final = "30s"
"""How long the scheduler may take to answer at all."""


class DaskCluster:
    """The workers of the scheduler at `address`, as they come and go. Workers should have one
    thread each: Python does one unit at a time."""

    def __init__(self, address: str) -> None:
        self._address = address

    @property
    def description(self) -> str:
        """See `Engine`."""
        return f"Dask at {self._address}"

    def finished(self, tasks: Iterator[Task], checkpoint: Checkpoint) -> Generator[Finished]:
        """See `Engine`. What a worker has begun it ends, even when nobody waits for it any more."""
        client = self._client()
        try:
            yield from _Session(client, Chunks(tasks)).finished(checkpoint)
        finally:
            client.close(timeout=1)

    def _client(self) -> Client:
        try:
            from distributed import Client
        except ImportError:
            raise Trouble("--dask needs Dask: pip install 'planlsp[dask]'") from None
        try:
            return Client(self._address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise Trouble(f"no Dask scheduler at {self._address}: {error}") from None


class _Session:
    """Messages handed to a cluster, and what comes back."""

    def __init__(self, client: Client, chunks: Chunks) -> None:
        self._client = client
        self._chunks = chunks
        self._handed_out: dict[Future, Chunk] = {}
        self._ended: SimpleQueue[Future] = SimpleQueue()

    def finished(self, checkpoint: Checkpoint) -> Iterator[Finished]:
        """Rows as they come. The queue is filled by a thread of the client, so that we can look
        after the run while nothing comes."""
        try:
            self._hand_out()
            while self._handed_out:
                try:
                    future = self._ended.get(timeout=_BETWEEN_CHECKPOINTS)
                except Empty:
                    checkpoint()
                else:
                    yield from self._rows(future)
                self._hand_out()
        finally:
            with suppress(Exception):  # the cluster may be gone
                self._client.cancel(list(self._handed_out), force=True)

    def _hand_out(self) -> None:
        most = _AHEAD * max(1, sum(self._client.nthreads().values()))
        while len(self._handed_out) < most and (chunk := self._chunks.take()) is not None:
            # Not `pure`: Dask must not take one message for another. No `retries`: what a unit
            # raises is a row; a message whose worker dies Dask hands out again by itself.
            future = self._client.submit(execute_some, chunk.tasks, pure=False, retries=0)
            self._handed_out[future] = chunk
            future.add_done_callback(self._ended.put)

    def _rows(self, future: Future) -> Iterator[Finished]:
        from distributed import KilledWorker

        chunk = self._handed_out.pop(future)
        if future.status == "finished":
            yield from self._chunks.done(chunk.tasks, future.result())
        elif future.status == "error" and isinstance(future.exception(), KilledWorker):
            yield from self._chunks.died(chunk)
        else:
            error = future.exception() if future.status == "error" else "it forgot our work"
            raise Trouble(f"the Dask cluster cannot go on: {error}")
