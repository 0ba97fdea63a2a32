"""Processes that lose nothing but the item at fault.

Each is an executor of one process: an executor of several ends all of them when one is killed. One
that is killed, by the system for want of memory say, costs time: the items that it had are done
once more, each by itself, and only one whose process is killed again is lost. The other processes
go on. All of them end with the one that started them, however that ends, and at once when it is
interrupted.
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
from planfiles.errors import UserError, reason_of
from planfiles.garbage import collect_between
from planfiles.interrupts import INTERRUPTS, interrupts_held
from planfiles.progress_reports import OnProgress, ProgressReport, ProgressReporter, ignore_progress

T = TypeVar("T")
R = TypeVar("R")
Work: TypeAlias = Callable[[Sequence[T], Checkpoint], Sequence[R]]
"""What is to be done with a group of items: a result for each. It may report how far it is."""

_COPIED: Final = "fork" if sys.platform == "linux" else None
"""How a copy of this process is made: not by a server of copies, as Python 3.14 does by default,
which would stand between us and what we start."""

_BETWEEN_CHECKPOINTS: Final = 0.1
"""Seconds in which nobody asks whether the work is still wanted, or how far it is."""

_LAST_BREATH: Final = 5.0
"""Seconds that the system may take to let go of a process that was killed. One that waits for a
disk that is gone cannot be killed, and must not keep us."""

_PIECE: Final = 8192
"""Bytes of an answer that a process writes at once, which is done or not. An executor (Python 3.11
to 3.14) waits for ever for the rest of one whose process is killed while it is being written."""

_STILLBORN: Final = 3
_KILLED_EARLY: Final = 20
"""Processes that end by themselves, or are killed, before they were ready to work, and none that is
ready in between, until it is given up."""


class Finished(NamedTuple, Generic[T, R]):
    """A group, the number that it was taken as, from 0, and what came of its items."""

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
    """Groups as they are finished, in `count` processes at most.

    `take` gives the next group, or None when there is none for now: it is asked again after each
    group that was finished, until nothing is at work. An item whose process is killed gets the
    result `lost`. `checkpoint` is called some ten times a second, and `on_progress` with how far
    each group is that takes long; when one of them raises, and when the generator is closed, the
    processes end at once. Processes that are started `afresh` are no copies of this one, which may
    have threads that hold locks, and open files; `niceness` is how much lower their priority is.

    Raises what the work raises, StoppedError when Python is about to exit, and UserError when no
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
                # Whatever interrupts this, a process is in one of the two.
                with interrupts_held():
                    worker = idle.pop() if idle else _started(work, afresh, niceness)
                    try:
                        at_work[worker.submit(_serve, task.items)] = worker, task
                    except BrokenProcessPool:  # killed meanwhile, it had nothing to lose
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
    """Raise UserError when too often in sequence a process has failed, or else was killed, before
    it was ready. What it was to do has no part in that: it had not begun to read it."""
    if early[True] == _STILLBORN:
        raise UserError(
            "cannot start processes: they exit immediately (in a script, start them under "
            '`if __name__ == "__main__":`)'
        )
    if early[False] == _KILLED_EARLY:
        raise UserError("cannot start processes: they are killed immediately (out of memory?)")


class _Task(NamedTuple, Generic[T]):
    """A group handed out as a whole, or the item `at` of one whose process died."""

    number: int
    items: Sequence[T]
    at: int | None = None


class _Queue(Generic[T, R]):
    """What is still to be handed out, and groups of which a part is done."""

    def __init__(self, take: Callable[[], Sequence[T] | None], lost: Callable[[T], R]) -> None:
        self._take, self._lost = take, lost
        self.again: deque[_Task[T]] = deque()
        self._parts: dict[int, tuple[Sequence[T], dict[int, R]]] = {}
        self._n_taken = 0

    def next(self) -> _Task[T] | None:
        """What is to be done next, or None when that is nothing for now."""
        if self.again:
            return self.again.popleft()
        items = self._take()
        if items is None:
            return None
        self._n_taken += 1
        return _Task(self._n_taken - 1, items)

    def done(self, task: _Task[T], results: Sequence[R]) -> Finished[T, R] | None:
        """The group, once all of it is done."""
        if task.at is None:
            return Finished(task.number, task.items, results)
        items, parts = self._parts[task.number]
        parts[task.at] = results[0]
        if len(parts) < len(items):
            return None
        del self._parts[task.number]
        return Finished(task.number, items, [parts[at] for at in range(len(items))])

    def died(self, task: _Task[T]) -> Finished[T, R] | None:
        """The process that had `task` is gone. Nobody can tell which item of a group it was; alone
        it will show."""
        if task.at is not None:
            return self.done(task, [self._lost(task.items[0])])
        self._parts[task.number] = task.items, {}
        self.again.extend(_Task(task.number, [item], at) for at, item in enumerate(task.items))
        return None


_ending: Final = threading.RLock()
"""Held while a process is ended, and from Python's exit on. A thread that is stopped between the
deletion of a semaphore and the word of it to Python's tracker would make that complain."""
atexit.register(_ending.acquire, timeout=_LAST_BREATH)


class _Worker:
    """A process, seen from the one that started it."""

    def __init__(self, method: str | None, work: Work[Any, Any], niceness: int) -> None:
        """Start it. Raises OSError when there is no room for one more."""
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
        """Have it called there. Raises BrokenProcessPool when the process has been killed,
        StoppedError when Python is about to exit, and UserError when it has no thread for it."""
        try:
            return self._executor.submit(call, *arguments)
        except BrokenProcessPool:
            raise
        except RuntimeError as error:
            if "shutdown" in str(error):
                raise StoppedError from None
            raise UserError(f"cannot start processes: {error}") from None

    def results(self, future: Future[bytes]) -> Sequence[Any] | None:
        """What came of the group that was submitted for `future`, which is done; None when the
        process was killed. Raises what the work raised."""
        pieces: list[bytes] = []
        # That it was killed is not raised: errors would keep what the process had, in a circle.
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
        """Its reports since the last time."""
        with suppress(EOFError, OSError):  # it was killed
            while self._reports.poll():
                yield self._reports.recv()

    @property
    def is_ready(self) -> bool:
        """Whether it has come up. What it is given it reads after that."""
        return self._ready.done() and self._ready.exception() is None

    @property
    def has_failed(self) -> bool:
        """Whether it ended by itself."""
        return any((process.exitcode or 0) > 0 for process in self._begun())

    def kill(self) -> None:
        """End it, without waiting for that."""
        for process in self._begun():
            process.kill()

    def end(self) -> None:
        """End it, and what belongs to it. When Python exits meanwhile, it waits for that."""
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
        except RuntimeError:  # no room for one more thread
            shutdown(wait=False)
        else:
            # Python may exit next. An executor whose thread is at work then may write into a pipe
            # that is closed already, and Python says so (3.11 to 3.14).
            waiting.join(_LAST_BREATH)
        for process in self._begun():
            process.join(_LAST_BREATH)
        self._reports.close()

    def _begun(self) -> list[BaseProcess]:
        """It; nothing where there was no room for it."""
        return [process for process in self._processes if process.pid is not None]


def _remembered(
    processes: list[BaseProcess], make: Callable[..., BaseProcess], **arguments: Any
) -> BaseProcess:
    """A process for an executor, which does not tell which one it has."""
    processes.append(make(**arguments))
    return processes[-1]


# What the process does


class _Here(NamedTuple):
    """What a process of a pool has; the answer is what was not yet asked for of the last one."""

    work: Work[Any, Any]
    sender: Connection
    answer: BytesIO


_here: Final[list[_Here]] = []


def _begin(work: Work[Any, Any], niceness: int, sender: Connection) -> None:
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    # What the parent has made is not ours to let go, and a look through it would copy it all.
    gc.freeze()
    # Ctrl+C is for the parent, which ends us.
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
    """The first piece of what comes of `items`, beside nothing that earlier ones have left."""

    def send(report: ProgressReport) -> None:
        with suppress(OSError):  # the parent has ended, and with it this process will
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
    """`error` with where it comes from, or what can be said of it where it cannot travel."""
    error.add_note(f"in a worker:\n{traceback.format_exc()}")
    try:
        message = pickle.dumps((None, error), pickle.HIGHEST_PROTOCOL)
        pickle.loads(message)
    except Exception:
        message = pickle.dumps((None, RuntimeError(f"{type(error).__name__}: {error}")))
    return message
