"""The language server as a process, and measurements of it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from support.lsp_client import Message
from support.lsp_process import LspProcess

CAPABILITIES: Message = {
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True, "versionSupport": True},
        "completion": {"completionItem": {"snippetSupport": True}},
        "hover": {"contentFormat": ["markdown"]},
    },
    "workspace": {"workspaceFolders": True},
    "window": {"workDoneProgress": True},
}

_TO_BEGIN = 20.0
"""Seconds to wait for the server's worker processes; it starts none if it has few files to read."""


@contextmanager
def session(
    root: Path, capabilities: Message = CAPABILITIES, options: object = None
) -> Iterator[LspProcess]:
    """A server with one workspace folder."""
    with LspProcess() as server:
        folders = [{"uri": root.as_uri(), "name": "bench"}]
        server.initialize(capabilities, options, workspaceFolders=folders)
        yield server
        server.end()


def cpu(server: LspProcess) -> float:
    """CPU seconds of the process so far; 0 if the system does not report them."""
    return _ticks(server, 11)


def cpu_of_ended(server: LspProcess) -> float:
    """CPU seconds of the server's child processes that have ended; 0 if the system does not report
    them."""
    return _ticks(server, 13)


def _ticks(server: LspProcess, field: int) -> float:
    """Seconds in user and kernel mode, from two fields of `/proc/PID/stat` from `field` on."""
    try:
        fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[field]) + int(fields[field + 1])) / os.sysconf("SC_CLK_TCK")


def running_time(server: LspProcess) -> float:
    """CPU milliseconds of the process's live threads; as `cpu`, but precise."""
    total = 0
    for file in Path(f"/proc/{server.process.pid}/task").glob("*/schedstat"):
        with suppress(OSError):
            total += int(file.read_text().split()[0])
    return total / 1e6


def mebibytes(server: LspProcess) -> float:
    """The current memory of the process in MiB; 0 if the system does not report it."""
    try:
        pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def peak_mebibytes(server: LspProcess) -> float:
    """The most memory that the process has had, in MiB, without its child processes; 0 if the
    system does not report it."""
    try:
        status = Path(f"/proc/{server.process.pid}/status").read_text()
    except OSError:
        return 0.0
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def shared_mebibytes(server: LspProcess) -> float:
    """The memory of the process and its child processes in MiB, where pages that several of them
    have count once; 0 if the system does not report it."""
    total = 0
    for process in (str(server.process.pid), *children(server)):
        with suppress(OSError):
            rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
            total += int(rollup.partition("\nPss:")[2].split()[0])
    return total / 1024


def wait_until_indexed(server: LspProcess) -> None:
    """Wait until the server has started worker processes that read files, and they have ended."""
    started = time.monotonic()
    while not children(server) and time.monotonic() - started < _TO_BEGIN:
        time.sleep(0.1)
    n_quiet = 0
    while n_quiet < 5:
        time.sleep(0.5)
        n_quiet = 0 if children(server) else n_quiet + 1


def children(server: LspProcess) -> list[str]:
    """The child processes of all threads of the server, except Python's resource tracker, which
    lives as long as the server."""
    threads = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    children = [child for thread in threads for child in thread.read_text().split()]
    return [child for child in children if "resource_tracker" not in _command_of(child)]


def _command_of(process: str) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""


def milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def share(values: Sequence[float], share: float) -> float:
    """The value below which the given share of all values are."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


class Pings:
    """Sends an empty request every few milliseconds; records the longest time until an answer, and
    the most CPU time that the server used meanwhile."""

    def __init__(self, server: LspProcess) -> None:
        self._server = server
        self._is_done = threading.Event()
        self.longest = self.most = 0.0

    def __enter__(self) -> Pings:
        self._thread = threading.Thread(target=self._ask)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_done.set()
        self._thread.join()

    def _ask(self) -> None:
        number = 0
        while not self._is_done.wait(0.01):
            number += 1
            before = running_time(self._server)
            self.longest = max(self.longest, milliseconds(partial(self._ping, f"ping-{number}")))
            self.most = max(self.most, running_time(self._server) - before)

    def _ping(self, name: str) -> None:
        since = len(self._server.messages)
        message = {"jsonrpc": "2.0", "id": name, "method": "bench/nothing", "params": {}}
        self._server.send(message)
        self._server.wait_for(lambda answer: answer.get("id") == name, since)
