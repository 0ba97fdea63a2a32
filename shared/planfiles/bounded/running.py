"""Run one external command within limits."""

from __future__ import annotations

import errno
import marshal
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any, Final

import psutil

from plancore.stop import NEVER, Checkpoint
from planfiles.bounded import guard
from planfiles.bounded.guard import remove
from planfiles.bounded.limits import INTERVAL, End, Limits, RunEnd
from planfiles.errors import MachineError, UserError, reason_of
from planfiles.interrupts import interrupts_held

_FIRST_LOOK: Final = 0.02
_WHEN_NEAR: Final = 0.01
"""Seconds between two checks: at the start, about the time that a guard takes to start the command;
and with more than half of the memory in use."""

_GUARD: Final = """\
import os, sys
sys.path.append(os.path.dirname(sys.argv[1]))
import guard
guard.main(*sys.argv[2:])
"""
"""Imported rather than run as a file, which would be compiled each time."""

_SHARE: Final = 10
"""A check of memory or files takes at most one part in `_SHARE` of the time."""

_TO_CLEAR: Final = 15.0
"""Seconds to wait for a guard to end a run; more than its own `_TO_END`."""


def run(
    command: Sequence[str],
    folder: Path,
    limits: Limits,
    checkpoint: Checkpoint = NEVER,
    *,
    environment: Mapping[str, str] | None = None,
    temporary: Path | None = None,
) -> RunEnd:
    """Run `command` in the working folder `folder`, which exists and belongs to this run alone.

    Standard input is empty; output and errors are written to `stdout.txt` and `stderr.txt` in the
    folder, and temporary files (TMPDIR) go there as well. `command[0]` is looked up on the PATH; a
    relative path in it is relative to the folder. `environment` is ours if not given. `temporary`,
    which is `folder` or one above it, contains all folders that the run may write to: the limits of
    output and files apply to it, or else to `folder`. The caller removes it; if the caller is
    killed meanwhile, the guard does.

    When this returns or raises, no process of the run is left, as far as `limits.enforced` says. It
    may be called from any thread, any number of times at once.

    Raises MachineError if the command cannot be started, UserError if its guard was killed,
    KeyboardInterrupt, and the exceptions of `checkpoint`, which is called about every 50 ms. The
    run has been ended by then.
    """
    bounds = _Bounds(limits, str(temporary or folder))
    guarded: _Guarded | None = None
    by = ""
    try:
        with interrupts_held():  # or a guard might run without being waited for
            variables = os.environ if environment is None else environment
            guarded = _started(command, folder, limits, variables, temporary)
        interval = _FIRST_LOOK
        while not by and not guarded.is_over(interval):
            checkpoint()
            by = bounds.passed(guarded)
            interval = min(interval * 1.5, bounds.between_looks())
    finally:
        if guarded is not None:
            guarded.end()
    answer = guarded.answer()
    if "refused" in answer:
        refused = OSError(answer["errno"], answer["refused"])
        raise MachineError(f"cannot run {command[0]}: {reason_of(refused)}")
    if answer["by"] == "exited":
        by = bounds.passed_by_files()
    status: int | None = answer["status"]
    return RunEnd(
        by=End(by or answer["by"]),
        code=None if status is None or status < 0 else status,
        signal=None if status is None or status >= 0 else -status,
        wall=answer["wall"],
        cpu=max(answer["cpu"], sum(guarded.cpu.values())),
        memory=max(answer["memory"], bounds.peak),
        stdout=folder / "stdout.txt",
        stderr=folder / "stderr.txt",
        left=answer["left"],
        was_full=bounds.was_full,
    )


def _started(
    command: Sequence[str],
    folder: Path,
    limits: Limits,
    environment: Mapping[str, str],
    temporary: Path | None,
) -> _Guarded:
    try:
        return _Guarded(command, folder, limits, environment, temporary)
    except OSError as error:
        raise MachineError(f"cannot run {command[0]}: {reason_of(error)}") from None


class _Guarded:
    """A running command, with its guard."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        limits: Limits,
        environment: Mapping[str, str],
        temporary: Path | None,
    ) -> None:
        path = str(folder.absolute())
        packages = os.path.dirname(os.path.dirname(psutil.__file__))
        removed = "" if temporary is None else temporary.absolute()
        words = (limits.wall, limits.output, packages, removed, *command)
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _GUARD, guard.__file__, *map(str, words)],
            cwd=path,
            env={**environment, "TMPDIR": path, "TEMP": path, "TMP": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            # Ctrl+C is for us; we tell the guard.
            start_new_session=True,
        )
        self._said = b""
        self._listener = Thread(target=self._listen, daemon=True, name="guard-answer")
        self._listener.start()
        self._seen: list[psutil.Process] = []
        self.cpu: dict[int, float] = {}
        """Processor time in seconds of each process, by process id, as last sampled."""

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout:
            self._said = self._process.stdout.read()

    def is_over(self, seconds: float) -> bool:
        """Whether the run ends within so many seconds."""
        self._listener.join(seconds)
        return not self._listener.is_alive()

    def end(self) -> None:
        """End the run, if it is not over, by closing the input of its guard."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        self._listener.join(_TO_CLEAR)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_TO_CLEAR)
        # Processes that are left if the guard was killed, or cannot find orphans.
        for process in self._seen:
            with suppress(psutil.Error):
                process.kill()

    def answer(self) -> dict[str, Any]:
        """The final answer of the guard. Raises UserError if it was killed."""
        try:
            answer: dict[str, Any] = marshal.loads(self._said)
        except (EOFError, ValueError, TypeError):
            last = self._said.decode("utf-8", "replace").strip().splitlines()[-1:]
            raise UserError(
                ": ".join(["the process that supervised the run was killed", *last])
            ) from None
        return answer

    def sample(self) -> tuple[int, int]:
        """The current number of processes and resident bytes, shared memory counted for each."""
        memory = n_processes = 0
        self._seen = guard.below(self._process.pid) or self._seen
        for process in self._seen:
            with suppress(psutil.Error), process.oneshot():
                resident = process.memory_info().rss
                memory += resident
                n_processes += resident > 0  # a zombie has no memory
                times = process.cpu_times()
                self.cpu[process.pid] = times.user + times.system
        return n_processes, memory

    def memory(self) -> int:
        """Resident bytes, with shared memory counted once if the system can tell."""
        memory = 0
        for process in self._seen:
            with suppress(psutil.Error):
                exact = process.memory_full_info()
                memory += getattr(exact, "pss", exact.uss)
        return memory


class _Bounds:
    """Checks memory, processes and files of a run against its limits."""

    def __init__(self, limits: Limits, folder: str) -> None:
        self._limits, self._folder = limits, folder
        size, entries = _written(folder, sys.maxsize, sys.maxsize)
        self._most_bytes, self._most_entries = size + limits.output, entries + limits.files
        self.peak = 0
        # If the disk reports no room at the start, its reports are useless.
        self._tells_of_room = not _is_full(folder)
        self.was_full = False
        self._rest = self._files_due = 0.0

    def passed(self, guarded: _Guarded) -> str:
        """The limit that is exceeded, or an empty string. Also samples whether the disk is full."""
        began = time.monotonic()
        self.was_full = self.was_full or (self._tells_of_room and _is_full(self._folder))
        by = self._passed_by_processes(guarded)
        ended = time.monotonic()
        self._rest = _SHARE * (ended - began)
        if not by and ended >= self._files_due:
            by = self.passed_by_files()
            self._files_due = time.monotonic() + _SHARE * (time.monotonic() - ended)
        return by

    def between_looks(self) -> float:
        """Seconds until the next check."""
        memory = self._limits.memory
        near = memory is not None and self.peak > memory / 2
        return max(_WHEN_NEAR if near else INTERVAL, self._rest)

    def passed_by_files(self) -> str:
        """As `passed`, for the files in the folder."""
        size, entries = _written(self._folder, self._most_bytes, self._most_entries)
        if entries > self._most_entries:
            return End.FILES
        return End.OUTPUT if size >= self._most_bytes else ""

    def _passed_by_processes(self, guarded: _Guarded) -> str:
        n_processes, memory = guarded.sample()
        self.peak = max(self.peak, memory)
        if n_processes > self._limits.processes:
            return End.PROCESSES
        most = self._limits.memory
        # Shared pages are counted more than once; the exact count takes longer.
        is_more = most is not None and memory > most and guarded.memory() > most
        return End.MEMORY if is_more else ""


def _written(folder: str, most_bytes: int, most_entries: int) -> tuple[int, int]:
    """The bytes in files below `folder`, and the number of files and folders; links are not
    followed. Counting stops when one of them exceeds its maximum."""
    size = entries = 0
    folders = [folder]
    while folders and size <= most_bytes and entries <= most_entries:
        with suppress(OSError), os.scandir(folders.pop()) as found:  # removed, or not readable
            for entry in found:
                entries += 1
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                else:
                    with suppress(OSError):
                        size += entry.stat(follow_symlinks=False).st_size
    return size, entries


def _is_full(folder: str) -> bool:
    """Whether a folder's disk has no space but root's, or no free inodes; quotas are not seen."""
    if not hasattr(os, "statvfs"):
        return False
    try:
        disk = os.statvfs(folder)
    except OSError:
        return False
    return disk.f_bavail == 0 or (disk.f_files > 0 and disk.f_favail == 0)


# A temporary folder for one run

_FULL: Final = (errno.ENOSPC, errno.EDQUOT)
"""Errors of a full disk and an exceeded quota."""

_PAGE: Final = 4096
"""Bytes of the smallest allocation of a file system."""


def relative_to_folder(text: str, folder: Path, names: Mapping[str, str]) -> str:
    """`text` with paths in `folder` made relative to it, and files in `names` renamed: the folder
    has a random name and is removed afterwards."""
    # If the temporary folder is a link, a program may print either path; one may be a suffix of the
    # other.
    for path in (str(folder.resolve()), str(folder)):
        for file, name in names.items():
            text = text.replace(os.path.join(path, file), name)
        text = text.replace(os.path.join(path, ""), "").replace(path, os.curdir)
    return text


@contextmanager
def working_folder(prefix: str) -> Iterator[Path]:
    """A new temporary folder whose name begins with `prefix`; it is removed at the end of the
    block. Pass it to `run` as `temporary`, so that it is removed even if this process is killed.

    Raises MachineError if it cannot be made, and if its disk is full at the end: files of the
    program may then be incomplete, which must not count against it. For a disk that was full only
    for a while see `refuse_short_of_room`.
    """
    try:
        folder = tempfile.mkdtemp(prefix=prefix)
    except FileNotFoundError:
        raise MachineError("no directory for temporary files (TMPDIR)") from None
    except OSError as error:
        raise _no_room(tempfile.gettempdir(), error) from None
    try:
        try:
            yield Path(folder)
        except OSError as error:
            if error.errno not in _FULL:
                raise
            raise _no_room(os.path.dirname(folder), error) from None
        except UserError:
            _refuse_full(folder)
            raise
        _refuse_full(folder)
    finally:
        remove(folder)


def refuse_short_of_room(ended: RunEnd) -> None:
    """Raise MachineError if the disk was seen full during a run."""
    if ended.was_full:
        raise _cannot_write(tempfile.gettempdir(), "the disk was full during the run")


def _refuse_full(folder: str) -> None:
    """Raise MachineError if nothing more can be written next to `folder`. Tries a write, since the
    counts of a disk include neither quotas nor space reserved for root."""
    beside = os.path.dirname(folder)
    try:
        with tempfile.TemporaryFile(dir=beside, buffering=0) as file:
            file.write(bytes(_PAGE))
    except OSError as error:
        if error.errno in _FULL:
            raise _no_room(beside, error) from None


def _no_room(folder: str, error: OSError) -> MachineError:
    return _cannot_write(folder, reason_of(error))


def _cannot_write(folder: str, reason: str) -> MachineError:
    return MachineError(f"cannot write temporary files to {folder}: {reason}")
