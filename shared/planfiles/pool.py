"""A pool of worker processes in which a killed worker loses only the item at fault.

Each worker is an executor with one process, since an executor with several ends all of them when
one is killed. If a worker is killed, for example for lack of memory, its items are repeated one by
one, and only an item whose worker is killed again is lost. The other workers continue. All of them
end when the parent process ends, however it ends, and at once on an interrupt.
"""

from __future__ import annotations

import atexit
import gc
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from copy import copy
from functools import partial
from io import BytesIO
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar, cast

from plancore.stop import NEVER, Checkpoint, StoppedError
from planfiles.command import collect_between
from planfiles.errors import UserError, reason_of
from planfiles.interrupts import INTERRUPTS, interrupts_held
from planfiles.progress_reports import OnProgress, ProgressReport, ProgressReporter, ignore_progress

T = TypeVar("T")
R = TypeVar("R")
Work: TypeAlias = Callable[[Sequence[T], Checkpoint], Sequence[R]]
"""Computes one result for each item of a group. May report progress to the checkpoint."""

_COPIED: Final = "fork" if sys.platform == "linux" else None
"""The start method for copies of this process. Not `forkserver`, the default of Python 3.14: its
server would stand between us and our workers."""

_BETWEEN_CHECKPOINTS: Final = 0.1
"""Seconds between calls of the checkpoint, and between progress reports."""

_LAST_BREATH: Final = 5.0
"""Seconds to wait for a killed process to exit. One that waits for a lost disk cannot be killed and
must not block us."""

_PIECE: Final = 8192
"""Bytes of an answer that a worker writes at once, which is atomic. If a worker is killed in the
middle of a longer write, an executor (Python 3.11 to 3.14) waits for the rest for ever."""

_STILLBORN: Final = 3
_KILLED_EARLY: Final = 20
"""Number of workers in succession that exit, or are killed, before they are ready, after which the
pool gives up."""


class Finished(NamedTuple, Generic[T, R]):
    """A group, its number in the order of `take`, from 0, and the results of its items."""

    number: int
    items: Sequence[T]
    results: Sequence[R]


def finished(
    count: int,
    work: Work[T, R],
    take: Callable[[], Sequence[T] | None],
    lost: Callable[[T], R],
    checkpoint: Checkpoint = NEVER,
    on_progress: OnProgress = ignore_progress,
    *,
    afresh: bool = False,
    niceness: int = 0,
) -> Generator[Finished[T, R]]:
    """Yield groups as they are finished, in at most `count` processes.

    `take` returns the next group, or None if there is none for now: it is called again after each
    finished group, until no group is in work. An item whose process is killed gets the result of
    `lost`. `checkpoint` is called about ten times a second, and `on_progress` with reports on each
    group that takes long. If one of them raises, or the generator is closed, the processes end at
    once. With `afresh`, processes are spawned, not forked from this one, which may have open files
    and threads that hold locks. `niceness` lowers their priority.

    Raises the exceptions of `work`, StoppedError if Python is about to exit, and UserError if no
    process can be started.
    """
    queue = _Queue(take, lost)
    idle: list[_Worker] = []
    at_work: dict[Future[bytes], tuple[_Worker, _Task[T]]] = {}
    early = {True: 0, False: 0}
    due = time.monotonic()
    try:
        while True:
            while len(at_work) < count and (task := queue.next()) is not None:
                # At any interrupt, each process must be in `idle` or `at_work`.
                with interrupts_held():
                    worker = idle.pop() if idle else _started(work, afresh, niceness)
                    try:
                        at_work[worker.submit(_serve, task.items)] = worker, task
                    except BrokenProcessPool:  # killed while idle, nothing is lost
                        queue.again.append(task)
            if not at_work:
                break
            done, _ = wait(at_work, _BETWEEN_CHECKPOINTS, FIRST_COMPLETED)
            if (now := time.monotonic()) >= due:
                due = now + _BETWEEN_CHECKPOINTS
                checkpoint()
                for worker, task in at_work.values():
                    for report in worker.progress():
                        on_progress(task.number, report)
            for future in done:
                worker, task = at_work[future]
                results = worker.results(future)
                with interrupts_held():
                    del at_work[future]
                    if results is None:
                        worker.end()
                    else:
                        idle.append(worker)
                if results is None and not worker.is_ready:
                    early[worker.has_failed] += 1
                    _give_up(early)
                    queue.again.append(task)
                    continue
                early = {True: 0, False: 0}
                group = queue.died(task) if results is None else queue.done(task, results)
                if group is not None:
                    yield group
    finally:
        with interrupts_held():
            workers = [*idle, *(worker for worker, _ in at_work.values())]
            for worker in workers:
                worker.kill()
            for worker in workers:
                worker.end()


def _started(work: Work[T, R], afresh: bool, niceness: int) -> _Worker:
    try:
        return _Worker("spawn" if afresh else _COPIED, work, niceness)
    except OSError as error:
        raise UserError(f"cannot start processes: {reason_of(error)}") from None


def _give_up(early: dict[bool, int]) -> None:
    """Raise UserError if too many processes in succession have failed, or were killed, before they
    were ready. Their items cannot be the cause: they had not been read."""
    if early[True] == _STILLBORN:
        raise UserError(
            "cannot start processes: they exit immediately (in a script, start them under "
            '`if __name__ == "__main__":`)'
        )
    if early[False] == _KILLED_EARLY:
        raise UserError("cannot start processes: they are killed immediately (out of memory?)")


class _Task(NamedTuple, Generic[T]):
    """A whole group, or the item at index `at` of a group whose process was killed."""

    number: int
    items: Sequence[T]
    at: int | None = None


class _Queue(Generic[T, R]):
    """Groups to distribute, and groups that are partly done."""

    def __init__(self, take: Callable[[], Sequence[T] | None], lost: Callable[[T], R]) -> None:
        self._take, self._lost = take, lost
        self.again: deque[_Task[T]] = deque()
        self._parts: dict[int, tuple[Sequence[T], dict[int, R]]] = {}
        self._n_taken = 0

    def next(self) -> _Task[T] | None:
        """The next task, or None if there is none for now."""
        if self.again:
            return self.again.popleft()
        items = self._take()
        if items is None:
            return None
        self._n_taken += 1
        return _Task(self._n_taken - 1, items)

    def done(self, task: _Task[T], results: Sequence[R]) -> Finished[T, R] | None:
        """Record the results of a task; the group, once it is complete."""
        if task.at is None:
            return Finished(task.number, task.items, results)
        items, parts = self._parts[task.number]
        parts[task.at] = results[0]
        if len(parts) < len(items):
            return None
        del self._parts[task.number]
        return Finished(task.number, items, [parts[at] for at in range(len(items))])

    def died(self, task: _Task[T]) -> Finished[T, R] | None:
        """The process of `task` was killed. Queue the items of a group one by one, since any of
        them may be the cause; a single item is lost."""
        if task.at is not None:
            return self.done(task, [self._lost(task.items[0])])
        self._parts[task.number] = task.items, {}
        self.again.extend(_Task(task.number, [item], at) for at, item in enumerate(task.items))
        return None


_ending: Final = threading.RLock()
"""Held while a worker is ended, and from Python's exit on. If a thread is stopped between the
deletion of a semaphore and its report to Python's resource tracker, the tracker prints a
warning."""
atexit.register(_ending.acquire, timeout=_LAST_BREATH)


class _Worker:
    """A worker process, as its parent sees it."""

    def __init__(self, method: str | None, work: Work[Any, Any], niceness: int) -> None:
        """Start the process. Raises OSError if the system has no room for it."""
        context = copy(get_context(method))
        self._processes: list[BaseProcess] = []
        make = vars(type(context))["Process"]
        vars(context)["Process"] = partial(_remembered, self._processes, make)
        self._reports, sender = context.Pipe(duplex=False)
        with sender:
            self._executor = ProcessPoolExecutor(
                1, context, initializer=_begin, initargs=(work, niceness, sender)
            )
            try:
                self._ready = self.submit(_sign_of_life)
            except BaseException:
                self.end()
                raise

    def submit(self, call: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Call `call` in the process. Raises BrokenProcessPool if the process was killed,
        StoppedError if Python is about to exit, and UserError if no thread can be started."""
        try:
            return self._executor.submit(call, *arguments)
        except BrokenProcessPool:
            raise
        except RuntimeError as error:
            if "shutdown" in str(error):
                raise StoppedError from None
            raise UserError(f"cannot start processes: {error}") from None

    def results(self, future: Future[bytes]) -> Sequence[Any] | None:
        """The results of the group that was submitted as `future`, which is done; None if the
        process was killed. Raises the exception of the work."""
        pieces: list[bytes] = []
        # Check for BrokenProcessPool without raising it: the exception would keep the items in a
        # reference cycle.
        while not isinstance(future.exception(), BrokenProcessPool):
            pieces.append(future.result())
            if len(pieces[-1]) < _PIECE:
                results, error = pickle.loads(b"".join(pieces))
                if error is not None:
                    raise error
                return cast("Sequence[Any]", results)
            try:
                future = self.submit(_piece)
            except BrokenProcessPool:
                break
        return None

    def progress(self) -> Iterator[ProgressReport]:
        """The progress reports since the last call."""
        with suppress(EOFError, OSError):  # it was killed
            while self._reports.poll():
                yield self._reports.recv()

    @property
    def is_ready(self) -> bool:
        """Whether the process is ready to work. It reads its items only after that."""
        return self._ready.done() and self._ready.exception() is None

    @property
    def has_failed(self) -> bool:
        """Whether the process exited with an error."""
        return any((process.exitcode or 0) > 0 for process in self._begun())

    def kill(self) -> None:
        """Kill the process, without waiting for its end."""
        for process in self._begun():
            process.kill()

    def end(self) -> None:
        """Kill the process and free its resources. Holds back Python's exit meanwhile."""
        self.kill()
        is_held = _ending.acquire(timeout=_LAST_BREATH)
        try:
            self._end()
        finally:
            if is_held:
                _ending.release()

    def _end(self) -> None:
        shutdown = partial(self._executor.shutdown, cancel_futures=True)
        waiting = threading.Thread(target=shutdown, daemon=True, name="end-of-worker")
        try:
            waiting.start()
        except RuntimeError:  # no further thread can be started
            shutdown(wait=False)
        else:
            # Python may exit next. If the thread of the executor is still running, it may write to
            # a closed pipe, and Python reports that (3.11 to 3.14).
            waiting.join(_LAST_BREATH)
        for process in self._begun():
            process.join(_LAST_BREATH)
        self._reports.close()

    def _begun(self) -> list[BaseProcess]:
        """The process; empty if it could not be started."""
        return [process for process in self._processes if process.pid is not None]


def _remembered(
    processes: list[BaseProcess], make: Callable[..., BaseProcess], **arguments: Any
) -> BaseProcess:
    """Create and record a process: the executor does not expose its own."""
    processes.append(make(**arguments))
    return processes[-1]


# What the process does


class _Here(NamedTuple):
    """The state of a worker; `answer` is the unread rest of the last answer."""

    work: Work[Any, Any]
    sender: Connection
    answer: BytesIO


_here: Final[list[_Here]] = []


def _begin(work: Work[Any, Any], niceness: int, sender: Connection) -> None:
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    # Objects of the parent are not freed here, and a collection would copy all their pages.
    gc.freeze()
    # Ctrl+C is for the parent, which ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
    threading.Thread(target=_end_with_parent, daemon=True, name="parent-watch").start()
    _here[:] = [_Here(work, sender, BytesIO())]


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _sign_of_life() -> None:
    pass


def _serve(items: Sequence[Any]) -> bytes:
    """The first piece of the answer for `items`, after garbage of earlier groups is collected."""

    def send(report: ProgressReport) -> None:
        with suppress(OSError):  # the parent has ended, and this process will
            sender.send(report)

    work, sender, _ = _here[0]
    collect_between()
    try:
        answer = pickle.dumps((work(items, ProgressReporter(send)), None), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        answer = _error(error)
    _here[:] = [_Here(work, sender, BytesIO(answer))]
    return _piece()


def _piece() -> bytes:
    return _here[0].answer.read(_PIECE)


def _error(error: Exception) -> bytes:
    """Pickle `error` with its traceback as a note; if it cannot be pickled, a RuntimeError with its
    message."""
    error.add_note(f"in a worker:\n{traceback.format_exc()}")
    try:
        message = pickle.dumps((None, error), pickle.HIGHEST_PROTOCOL)
        pickle.loads(message)
    except Exception:
        message = pickle.dumps((None, RuntimeError(f"{type(error).__name__}: {error}")))
    return message
