"""A process that works on one group of items after the other, from both ends of its pipe."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

from plancore.stop import Checkpoint
from planfiles.telling import HowFar, Telling

T = TypeVar("T")
R = TypeVar("R")
Work: TypeAlias = Callable[[Sequence[T], Checkpoint], Sequence[R]]
"""What is to be done with a group of items: a result for each. It may say how far it is."""

_LAST_BREATH: Final = 5.0
"""Seconds between the end of a pipe and that of the process that had it."""

_INTERRUPTS: Final = {
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
}

_READY: Final = b"ready"
_NO_MORE: Final = b""


class DiedError(Exception):
    """The process has ended, or was killed, before it gave an answer."""


class Worker(Generic[T, R]):
    """The parent's end. Of the two that know the pipe one waits while the other one writes, so a
    group and an answer may be of any size."""

    def __init__(self, context: BaseContext, work: Work[T, R], niceness: int) -> None:
        """Start the process. Raises OSError when there is no room for one more."""
        if context.get_start_method() != "fork":
            _start_tracker()
        self.pipe, theirs = context.Pipe()
        # Typeshed knows `Process` of each kind of context, not of all.
        make = cast(Callable[..., BaseProcess], vars(type(context))["Process"])
        self._process = make(target=_serve, args=(theirs, work, niceness))
        try:
            with interrupts_held():
                self._process.start()
        except BaseException:
            self.pipe.close()
            raise
        finally:
            theirs.close()
        self.is_ready = False
        """Whether it was heard of. What it is given it reads after that."""

    def give(self, items: Sequence[T]) -> bool:
        """Hand a group out, to a process that has none; whether there is somebody who takes it."""
        message = pickle.dumps(items, pickle.HIGHEST_PROTOCOL)
        try:
            self.pipe.send_bytes(message)
        except (BrokenPipeError, ConnectionResetError):
            return False
        return True

    def answer(self) -> Sequence[R] | HowFar | None:
        """What came of the group, when there is something to read from `pipe`, or how far it is;
        None for a sign of life. Raises DiedError, and what the work raised."""
        try:
            message = self.pipe.recv_bytes()
        except (EOFError, OSError):
            raise DiedError from None
        if message == _READY:
            self.is_ready = True
            return None
        answer = pickle.loads(message)
        if isinstance(answer, HowFar):
            return answer
        results, error = answer
        if error is not None:
            raise error
        return cast("Sequence[R]", results)

    def dismiss(self) -> None:
        """Say that there is nothing left to do."""
        with suppress(OSError):
            self.pipe.send_bytes(_NO_MORE)

    def kill(self) -> None:
        """End it, without waiting for that."""
        self._process.kill()

    def end(self, patience: float = 0) -> None:
        """Wait so many seconds for its end, then end it. May be called again."""
        if patience > 0:
            self._process.join(patience)
        self._process.kill()
        # One that waits for a disk that is gone cannot be killed, and must not keep us.
        self._process.join(_LAST_BREATH)
        # The process is not closed: this may run in a thread while the main one is at its exit,
        # where multiprocessing waits for the same processes and knows nothing of closed ones.
        self.pipe.close()

    def failed_to_start(self) -> bool:
        """Of one that died, whether it ended by itself before it was heard of."""
        self._process.join(_LAST_BREATH)
        return not self.is_ready and (self._process.exitcode or 0) > 0


def end_at_once(workers: Sequence[Worker[Any, Any]]) -> None:
    """End all of them, however long it takes the system to let go of each."""
    for worker in workers:
        worker.kill()
    for worker in workers:
        worker.end()


def _serve(pipe: Connection, work: Work[T, R], niceness: int) -> None:
    """The other end: in a new process, work until there is nothing left."""
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    # Ctrl+C is for the parent, which ends us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPTS)
    threading.Thread(target=_end_with_parent, daemon=True, name="parent-watch").start()

    def tell(far: HowFar) -> None:
        with suppress(OSError):  # the parent has ended, and with it this process will
            pipe.send_bytes(pickle.dumps(far))

    with suppress(EOFError, OSError):  # the parent has ended
        pipe.send_bytes(_READY)
        while message := pipe.recv_bytes():
            pipe.send_bytes(_answer_to(message, work, Telling(tell)))


def _answer_to(message: bytes, work: Work[T, R], checkpoint: Checkpoint) -> bytes:
    try:
        results = work(pickle.loads(message), checkpoint)
        return pickle.dumps((results, None), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        return _error(error)


def _error(error: Exception) -> bytes:
    """`error` with where it comes from, or what can be said of it where it cannot travel."""
    error.add_note(f"in a worker:\n{traceback.format_exc()}")
    try:
        message = pickle.dumps((None, error), pickle.HIGHEST_PROTOCOL)
        pickle.loads(message)
    except Exception:
        message = pickle.dumps((None, RuntimeError(f"{type(error).__name__}: {error}")))
    return message


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _start_tracker() -> None:
    """What `multiprocessing` starts beside the first process, if it is not there. It ends with
    SIGINT let through to this thread, though it was held, and so to the process that comes next:
    hence it is started before that, and what was held is held again."""
    if sys.platform == "win32":
        return
    from multiprocessing.resource_tracker import ensure_running

    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    try:
        ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """What ends this process waits until the block is left, where it is the main thread's: that
    alone sees it. A process that is started here, from any thread, sees none of it before it has
    settled what that means to it, and is not lost before somebody has it who will end it.

    Windows cannot hold it: there a process that is being started may say that it was interrupted.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
