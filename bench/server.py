"""The language server as a process, while it indexes a folder of 5,000 files.

`python -m bench.server [FILES] [--edits N] [--only start,keystrokes,memory,peer]` prints for each
text the time until diagnostics after a keystroke, and of hover, completion and definition right
after it: wall-clock milliseconds on standard input and output (median, 95th, 99th percentile) and
CPU milliseconds of the server per keystroke. `blocked` is the longest wait for the answer to an
empty request, so the server's loop was never blocked longer. `of CPU` is the most CPU time of the
server during such a wait, which does not depend on the load of the machine. Then start-up, and
memory once the folder is indexed, during many edits and after closing, and while a text is pasted
and undone, or a file opened and closed, 60 times without a pause. With node and the package
pddl-workspace (`PDDL_WORKSPACE`: the folder of its node_modules), that gets the same edits.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bench import texts
from bench.measured_server import (
    Pings,
    cpu,
    mebibytes,
    milliseconds,
    peak_mebibytes,
    session,
    share,
    shared_mebibytes,
    wait_until_indexed,
)
from bench.tables import print_head, print_row
from support.lsp_client import LspClient
from support.lsp_process import LspProcess

FILES = 5_000
EDITS = 60
PLANS = 40
MANY_EDITS = 10_000
TABLES = ("start", "keystrokes", "memory", "repeated", "peer")
ROUNDS = 60
PASTED = 200_000
PEER = Path(__file__).parent / "peers" / "pddl_workspace.mjs"
_LONG_PAUSE = 15.0
"""Seconds after which the server has collected garbage."""


class Typing(NamedTuple):
    """A text, its file, and the place after which to type."""

    name: str
    file: str
    text: str
    place: str
    typed: str = " "
    options: object = None


def main(files: int = FILES, edits: int = MANY_EDITS, only: Collection[str] = TABLES) -> None:
    """Print the tables."""
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"{files:,} files in the folder; load {load}\n")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_workspace(root, files)
        cases = list(_cases(root))
        for case in cases:
            _write(root / case.file, case.text)
        if "start" in only:
            _print_start(root)
        if "keystrokes" in only:
            _print_keystrokes(root, cases)
        if "memory" in only:
            _print_memory(root, cases, edits)
        if "repeated" in only:
            _print_repeated(root, cases)
        if "peer" in only:
            _print_peer(cases)


def _cases(root: Path) -> Iterator[Typing]:
    action = "(not (blocked ?to))"
    yield Typing("domain, 6 KB", "small/domain.pddl", texts.domain(10), action)
    lines = texts.domain(55)
    yield Typing("domain, 1,000 lines", "long/domain.pddl", lines, action)
    yield Typing("the same, :predicates", "long/domain.pddl", lines, "(light ?k - parcel)")
    learned = ";;!reference: ../long/domain.pddl\n" + lines.replace("(seen ?x ?to)", "(in ?x ?t)")
    yield Typing("against 1,000 lines", "learned/domain.pddl", learned, action)
    for size, words in ((200_000, "200 KB"), (2_000_000, "2 MB")):
        clean = texts.problem(size)
        fact = "(light k)"
        repeated = clean.replace(fact, f"{fact}\n    {fact}\n    (at t place-0)", 1)
        name = f"problem, {words}"
        file = f"p{size}/problem.pddl"
        _write(root / f"p{size}" / "domain.pddl", texts.domain(1))
        yield Typing(f"{name}, :init", file, clean, "(at t place-0)")
        yield Typing(f"{name}, repeated facts", file, repeated, "(= (total-cost) 0)")
        yield Typing(f"{name}, :objects", file, clean, "k - parcel")
        yield Typing(f"{name}, goal", file, clean, "(at t place-1)")
    _write(root / "plan" / "domain.pddl", texts.walk_domain())
    _write(root / "plan" / "problem.pddl", texts.walk_problem())
    _write(root / "plans" / "gold" / "domain.pddl", texts.plain_domain(10))
    _write(root / "plans" / "problem.pddl", texts.ring_problem(10))
    for number in range(PLANS):
        _write(root / "plans" / f"{number}.plan", texts.ring_plan(number, 50, 10))
    learned = ";;!reference: gold/domain.pddl\n" + texts.learned_plain_domain(10)
    place = "(seen ?t - truck ?p - place)"
    for words, options in (("", None), (", not executed", {"consequences": False})):
        name = f"{PLANS} plans{words}"
        yield Typing(name, "plans/domain.pddl", learned, place, options=options)
    typed = " (seen ?t ?to)"
    yield Typing(
        f"{PLANS} plans, a condition", "plans/domain.pddl", learned, "(road-9 ?from ?to)", typed
    )
    plan = texts.walk_plan(1_000)
    yield Typing("plan, 1,000 steps", "plan/walk.plan", plan + "; here", "; here")


def write_workspace(root: Path, files: int) -> None:
    """Write `files` files in folders of fifty, each a domain with its problems."""
    domain, problem = texts.domain(3), texts.problem(4_000)
    for number in range(files):
        folder, place = divmod(number, 50)
        name = f"p{place}.pddl" if place else "domain.pddl"
        _write(root / "others" / str(folder) / name, problem if place else domain)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


class Document:
    """An open text of the server, in which a text is typed and deleted in turns."""

    def __init__(self, server: LspClient, uri: str, case: Typing) -> None:
        self.server, self.uri, self._case = server, uri, case
        self._version = 1
        self._has_typed = False
        at = case.text.index(case.place) + len(case.place)
        line = case.text.count("\n", 0, at)
        self.position = {"line": line, "character": at - case.text.rfind("\n", 0, at) - 1}
        language = "plan" if case.file.endswith(".plan") else "pddl"
        item = {"uri": uri, "languageId": language, "version": 1, "text": case.text}
        since = len(server.messages)
        server.notify("textDocument/didOpen", {"textDocument": item})
        self._wait(since)

    def keystroke(self) -> None:
        """Type or delete, and wait for the diagnostics of the new text."""
        since = len(self.server.messages)
        self.edit()
        self._wait(since)

    def edit(self) -> None:
        """Type or delete."""
        end = dict(self.position)
        first, *others = self._case.typed.split("\n")
        if self._has_typed and others:
            end = {"line": end["line"] + len(others), "character": len(others[-1])}
        elif self._has_typed:
            end["character"] += len(first)
        change = {
            "range": {"start": self.position, "end": end},
            "text": "" if self._has_typed else self._case.typed,
        }
        self._has_typed = not self._has_typed
        self._version += 1
        self.server.change(self.uri, self._version, change)

    def close(self) -> None:
        """Close the text."""
        self.server.close(self.uri)

    def ask(self, method: str) -> None:
        """Send a request about the place of typing."""
        place = {"textDocument": {"uri": self.uri}, "position": self.position}
        self.server.request(f"textDocument/{method}", place)

    def _wait(self, since: int) -> None:
        self.server.wait_for(
            lambda message: (
                message.get("method") == "textDocument/publishDiagnostics"
                and message["params"]["uri"] == self.uri
                and message["params"].get("version") == self._version
            ),
            since,
        )


# Tables


def _print_start(root: Path) -> None:
    seconds = []
    for _ in range(5):
        with session(root) as server:
            seconds.append(cpu(server))
    print(f"Start to the answer to `initialize`: {min(seconds):.2f} s of CPU, the least of five.\n")


def _print_keystrokes(root: Path, cases: Sequence[Typing]) -> None:
    waits_for = ("hover", "completion", "definition")
    print_head(
        *("keystroke to findings, ms", "p50", "p95", "p99", "CPU"),
        *(f"{name} p95" for name in waits_for),
        *("blocked", "of CPU"),
    )
    for case in cases:
        with session(root, options=case.options) as server:
            document = Document(server, (root / case.file).as_uri(), case)
            document.keystroke()
            waits: list[float] = []
            asked: dict[str, list[float]] = {name: [] for name in waits_for}
            with Pings(server) as pings:
                before = cpu(server)
                for _ in range(EDITS):
                    waits.append(milliseconds(document.keystroke))
                used = 1000 * (cpu(server) - before) / EDITS
                for method, times in asked.items():
                    for _ in range(EDITS // 3):
                        document.edit()
                        times.append(milliseconds(partial(document.ask, method)))
            figures = [share(waits, below) for below in (0.5, 0.95, 0.99)]
            figures += [used, *(share(times, 0.95) for times in asked.values())]
            figures += [pings.longest, pings.most]
        print_row(case.name, *(f"{figure:.1f}" for figure in figures))


def _print_memory(root: Path, cases: Sequence[Typing], edits: int) -> None:
    case = next(case for case in cases if "2 MB, :init" in case.name)
    with session(root) as server:
        wait_until_indexed(server)
        idle = mebibytes(server)
        document = Document(server, (root / case.file).as_uri(), case)
        document.keystroke()
        opened = mebibytes(server)
        during: list[float] = []
        for number in range(edits):
            document.edit()
            if number % 100 == 0:
                document.keystroke()
            if number % max(edits // 10, 1) == 0:
                during.append(mebibytes(server))
        edited = mebibytes(server)
        server.close(document.uri)
        server.request("workspace/symbol", {"query": "place-0"})
        time.sleep(_LONG_PAUSE)
        closed = mebibytes(server)
    print()
    print_head("the server, MiB", "")
    print_row("folder indexed", f"{idle:.0f}")
    print_row("2 MB opened", f"{opened:.0f}")
    print_row(f"during {edits:,} edits, most", f"{max(during):.0f}")
    print_row("after them", f"{edited:.0f}")
    print_row(f"closed for {_LONG_PAUSE:.0f} s", f"{closed:.0f}")


def _print_repeated(root: Path, cases: Sequence[Typing]) -> None:
    print()
    once = ("after 1", "peak", f"after {ROUNDS}", "peak / after 1")
    print_head(f"{ROUNDS} times without a pause, MiB", *once, "with workers", "CPU, s")
    pairs = (divmod(number, 500) for number in range(PASTED // 32))
    facts = "".join(f"\n    (road-0 place-{one} place-{other})" for one, other in pairs)
    pasting = [case._replace(typed=facts) for case in cases if case.name.endswith(":init")]
    for case in pasting:
        with session((root / case.file).parent) as server:
            document = Document(server, (root / case.file).as_uri(), case)
            words = f"{case.name}: paste and undo {PASTED // 1000} KB"
            _print_rounds(words, server, partial(_paste_and_undo, document))
    for case in pasting:
        with session((root / case.file).parent) as server:
            uri = (root / case.file).as_uri()
            words = f"{case.name.partition(',')[0]}: open and close"
            _print_rounds(words, server, partial(_open_and_close, server, uri, case))


def _paste_and_undo(document: Document) -> None:
    document.keystroke()
    document.keystroke()


def _open_and_close(server: LspProcess, uri: str, case: Typing) -> None:
    Document(server, uri, case).close()


def _print_rounds(words: str, server: LspProcess, work: Callable[[], object]) -> None:
    """A row with the server's memory while `work` is done again and again."""
    wait_until_indexed(server)
    work()
    after_one, all_after_one, used = mebibytes(server), shared_mebibytes(server), cpu(server)
    all_after: list[float] = []
    for _ in range(ROUNDS - 1):
        work()
        all_after.append(shared_mebibytes(server))
    peak = peak_mebibytes(server)
    figures = [after_one, peak, mebibytes(server)]
    print_row(
        words,
        *(f"{figure:.0f}" for figure in figures),
        f"{peak / after_one:.2f}",
        f"{max(all_after) / all_after_one:.2f}",
        f"{cpu(server) - used:.1f}",
    )


def _print_peer(cases: Sequence[Typing]) -> None:
    modules, node = os.environ.get("PDDL_WORKSPACE"), shutil.which("node")
    if modules is None or node is None:
        print("\nWithout pddl-workspace, which needs node and PDDL_WORKSPACE.")
        return
    print()
    print_head("pddl-workspace, ms for each keystroke", "p50", "p95")
    for case in cases:
        # It does not execute plans, so plans and their files cannot be compared.
        if not case.file.endswith(".pddl") or case.file.startswith("plans/"):
            continue
        with tempfile.NamedTemporaryFile("w", suffix=".pddl", encoding="utf-8") as file:
            file.write(case.text)
            file.flush()
            at = case.text.index(case.place) + len(case.place)
            command = [node, str(PEER), modules, file.name, str(at), case.typed]
            run = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        print_row(case.name, *(run.stdout.split() or (_why(run.stderr), "")))


def _why(said: str) -> str:
    """The line of node's output with the error; the last line is node's version."""
    lines = said.strip().splitlines() or ["nothing is said"]
    return next((line for line in lines if "Error: " in line), lines[-1])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="The language server as a process.")
    parser.add_argument("files", type=int, nargs="?", default=FILES)
    parser.add_argument("--edits", type=int, default=MANY_EDITS)
    parser.add_argument("--only", type=lambda text: text.split(","), default=TABLES)
    arguments = parser.parse_args()
    main(arguments.files, arguments.edits, arguments.only)
