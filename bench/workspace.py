"""Diagnostics of thousands of unopened files, requested by a client that accepts partial results.

`python -m bench.workspace [FILES]` prints the time until the first answer, its cost for the server
and its worker processes, and the longest wait of an empty request meanwhile; then the same after
one file has changed; then the time until everything has stopped after the client cancels.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bench.measured_server import (
    Pings,
    children,
    cpu,
    cpu_of_ended,
    mebibytes,
    session,
    wait_until_indexed,
)
from bench.server import FILES, write_workspace
from bench.tables import print_head, print_row
from support.lsp_client import Message
from support.lsp_process import LspProcess

_PULL: Message = {
    "textDocument": {"diagnostic": {}, "publishDiagnostics": {"relatedInformation": True}},
    "workspace": {
        "diagnostics": {"refreshSupport": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "workspaceFolders": True,
    },
}
_OPTIONS: Message = {"diagnosticMode": "workspace"}
_TOKEN = "parts"
_CHANGED = 2


class _Cost(NamedTuple):
    seconds: float
    cpu: float
    cpu_elsewhere: float
    mebibytes: float
    blocked: float
    of_cpu: float
    files: int
    findings: int
    parts: int


def main(files: int = FILES) -> None:
    """Print the table."""
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"{files:,} unopened files; load {load}\n")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_workspace(root, files)
        head = ("s", "CPU s", "elsewhere", "MiB more", "blocked ms", "of CPU ms")
        print_head("checked", *head, "files", "findings", "parts")
        with session(root, _PULL, _OPTIONS) as server:
            wait_until_indexed(server)
            known: dict[str, str] = {}
            _print("all", _asked(server, known))
            file = root / "others" / "0" / "p1.pddl"
            file.write_text(file.read_text().replace("(at t place-0)", "(at t nowhere)", 1))
            event = {"uri": file.as_uri(), "type": _CHANGED}
            server.notify("workspace/didChangeWatchedFiles", {"changes": [event]})
            _print("one changes", _asked(server, known))
        with session(root, _PULL, _OPTIONS) as server:
            wait_until_indexed(server)
            answered, over = _cancelled(server)
        print(f"\nCancelled: answered in {answered:.1f} ms, all processes over in {over:.1f} s.")


def _asked(server: LspProcess, known: dict[str, str]) -> _Cost:
    """The cost of one request, until it has its answer and all worker processes have ended."""
    started, since = time.monotonic(), len(server.messages)
    before = cpu(server), cpu_of_ended(server), mebibytes(server)
    with Pings(server) as pings:
        answer = server.answer(_ask(server, known))
        seconds = time.monotonic() - started
        while children(server):
            time.sleep(0.05)
    parts = [m for m in server.messages[since:] if m.get("method") == "$/progress"]
    reports = [*answer["result"]["items"]]
    for part in parts:
        reports += part["params"]["value"]["items"]
    known |= {report["uri"]: report["resultId"] for report in reports if "resultId" in report}
    return _Cost(
        seconds,
        cpu(server) - before[0],
        cpu_of_ended(server) - before[1],
        mebibytes(server) - before[2],
        pings.longest,
        pings.most,
        len({report["uri"] for report in reports if report["kind"] == "full"}),
        sum(len(report.get("items", ())) for report in reports),
        len(parts),
    )


def _ask(server: LspProcess, known: dict[str, str]) -> int:
    ids = [{"uri": uri, "value": value} for uri, value in known.items()]
    params = {"previousResultIds": ids, "partialResultToken": _TOKEN}
    return server.start_request("workspace/diagnostic", params)


def _print(name: str, cost: _Cost) -> None:
    figures = (f"{figure:.1f}" for figure in cost[:6])
    print_row(name, *figures, *(f"{count:,}" for count in cost[6:]))


def _cancelled(server: LspProcess) -> tuple[float, float]:
    """Milliseconds until a cancelled request has its answer, and seconds until all worker processes
    have ended."""
    since = len(server.messages)
    asked = _ask(server, {})
    server.wait_for_method("$/progress", since)
    started = time.monotonic()
    server.notify("$/cancelRequest", {"id": asked})
    assert server.answer(asked)["error"]["code"] == -32800
    answered = time.monotonic() - started
    while children(server):
        time.sleep(0.02)
    return 1000 * answered, time.monotonic() - started


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Findings in unopened files.")
    parser.add_argument("files", type=int, nargs="?", default=FILES)
    main(parser.parse_args().files)
