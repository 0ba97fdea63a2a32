"""Reading and checking compared with other parsers, growth with size, keystrokes, memory.

`python -m bench.parse [--quick] [TABLE ...]` prints the tables `peers`, `growth`, `keystrokes`
and `memory`. Times are CPU time, the best of several runs; every measurement of the first table
has a process of its own. It measures our own texts, and the smallest, median and largest domain of
the corpus (`PLANLSP_MATERIAL`, or the folder `shared` next to the checkout) if available.
"""

from __future__ import annotations

import csv
import gc
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bench import texts
from bench.parsers import CONTESTANTS, cpu_seconds
from plancore.project import ProjectSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.workspace import diagnostics

TIME_LIMIT = 60.0
OURS = "planlsp, all rules"


class Case(NamedTuple):
    """Input for a parser: a domain, or a problem with its domain."""

    name: str
    domain: Path
    problem: Path | None = None

    @property
    def size(self) -> int:
        """The size of all files in bytes."""
        return sum(path.stat().st_size for path in (self.domain, self.problem) if path)


def main(arguments: Sequence[str] = ()) -> None:
    """Print the tables asked for, or all of them."""
    quick = "--quick" in arguments
    wanted = [name for name in arguments if not name.startswith("-")] or list(TABLES)
    for name in wanted:
        TABLES[name](quick)
        print(flush=True)


# Compared with other parsers


def peers(quick: bool) -> None:
    """Measure each parser on each file."""
    with tempfile.TemporaryDirectory() as folder:
        cases = [*corpus_cases(), *own_cases(Path(folder), quick)]
        print("| file | KB | parser | CPU ms | MB/s | times ours |")
        print("|---|--:|---|--:|--:|--:|")
        for case in cases:
            ours: float | None = None
            for contestant in sorted(CONTESTANTS, key=lambda name: name != OURS):
                seconds = measured_apart(contestant, case)
                if contestant == OURS and isinstance(seconds, float):
                    ours = seconds
                print(_peer_line(case, contestant, seconds, ours), flush=True)


def _peer_line(case: Case, contestant: str, seconds: float | str, ours: float | None) -> str:
    head = f"| {case.name} | {case.size / 1e3:,.1f} | {contestant} "
    if isinstance(seconds, str):
        return f"{head}| {seconds} | | |"
    ratio = f"{seconds / ours:.2f}" if ours else ""
    return f"{head}| {seconds * 1e3:,.2f} | {case.size / seconds / 1e6:.2f} | {ratio} |"


def corpus_cases() -> list[Case]:
    """The smallest, the median and the largest domain of the corpus; none without it."""
    named = os.environ.get("PLANLSP_MATERIAL")
    material = Path(named) if named else Path(__file__).parents[2] / "shared"
    root = material / "corpus" / "dev"
    if not root.is_dir():
        return []
    with (root / "index.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["kind"] == "domain"]
    valid = [row for row in rows if "invalid" not in row["path"] and "val" in row["parsed_ok_by"]]
    valid.sort(key=lambda row: int(row["bytes"]))
    chosen = {"smallest": valid[0], "median": valid[len(valid) // 2], "largest": valid[-1]}
    return [Case(f"corpus, {name} domain", root / row["path"]) for name, row in chosen.items()]


def own_cases(folder: Path, quick: bool) -> list[Case]:
    """Domains of 5 KB and of 1,000 lines, problems of 100 KB and more."""
    small = written(folder / "one.pddl", texts.plain_domain(1))
    cases = [
        Case("own domain, 5 KB", written(folder / "five.pddl", texts.plain_domain(16))),
        Case("own domain, 1,000 lines", written(folder / "lines.pddl", texts.plain_domain(80))),
    ]
    for size in (100_000, 1_000_000) if quick else (100_000, 1_000_000, 4_000_000):
        problem = written(folder / f"p{size}.pddl", texts.plain_problem(size))
        cases.append(Case(f"own problem, {size / 1e6:g} MB", small, problem))
    return cases


def written(path: Path, text: str) -> Path:
    """Write `text` to `path`, and return the path."""
    path.write_text(text, encoding="utf-8")
    return path


def measured_apart(contestant: str, case: Case) -> float | str:
    """CPU seconds in a process of its own, or why there are none."""
    files = [str(path) for path in (case.domain, case.problem) if path]
    command = [sys.executable, "-W", "ignore", "-m", "bench.parse", "--measure", contestant, *files]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=TIME_LIMIT, check=False
        )
    except subprocess.TimeoutExpired:
        return f"> {TIME_LIMIT:.0f} s"
    if done.returncode:
        return done.stderr.strip().rpartition("\n")[2][:60] or "failed"
    seconds: float | str = json.loads(done.stdout.rpartition("\n")[2])
    return seconds


def measure(contestant: str, files: Sequence[str]) -> float | str:
    """CPU seconds, the best of several runs if they are short; or why there are none."""
    try:
        read = CONTESTANTS[contestant]()
    except (ImportError, LookupError):
        return "not installed"
    domain, problem = Path(files[0]), Path(files[1]) if len(files) > 1 else None
    best = float("inf")
    total = 0.0
    for _ in range(200):
        if total >= 0.5:
            break
        gc.collect()
        began = cpu_seconds()
        try:
            read(domain, problem)
        except KeyboardInterrupt:
            raise
        except BaseException:  # some parsers exit, some raise a BaseException
            return "rejects it"
        used = max(cpu_seconds() - began, 1e-6)
        best = min(best, used)
        total += used
    return best


# Our own parser


def growth(quick: bool) -> None:
    """Measure the same kind of text at 1, 10, 100 and 1,000 times the size."""
    print("| text | times | KB | read ms | all rules ms | ms per KB |")
    print("|---|--:|--:|--:|--:|--:|")
    makers: dict[str, Callable[[int], str]] = {
        "domain": texts.domain,
        "problem": lambda times: texts.problem(4_000 * times),
    }
    for name, make in makers.items():
        for times in (1, 10, 100) if quick else (1, 10, 100, 1_000):
            text = make(times)
            reading = best_of(partial(_read, text))
            checking = best_of(partial(_check, text))
            print(
                f"| {name} | {times:,} | {len(text) / 1e3:,.1f} | {reading * 1e3:,.2f} "
                f"| {checking * 1e3:,.2f} | {checking * 1e6 / len(text):.3f} |",
                flush=True,
            )


def _read(text: str) -> object:
    return FileSnapshot.of(text).tree.problems


def _check(text: str) -> object:
    return checked(FileSnapshot.of(text, "file.pddl"))


def keystrokes(quick: bool) -> None:
    """Measure from a keystroke to the diagnostics: the edited snapshot, and all rules again."""
    del quick
    print("| text | KB | lines | where | median ms | 95 % ms | worst ms |")
    print("|---|--:|--:|---|--:|--:|--:|")
    domain, problem = texts.domain(57), texts.problem(4_000_000)
    for name, text, place, anchor in (
        ("domain", domain, "in an action", "(or (light ?k)"),
        ("domain", domain, "in :predicates", "(seen ?k"),
        ("problem", problem, "in :init", "(= (distance"),
        ("problem", problem, "in the goal", "(seen k"),
        ("problem", problem, "in :objects", "place-1 -"),
    ):
        spent = sorted(typed(text, anchor))
        lines = text.count("\n")
        print(
            f"| {name} | {len(text) / 1e3:,.0f} | {lines:,} | {place} "
            f"| {statistics.median(spent) * 1e3:.2f} | {spent[int(len(spent) * 0.95)] * 1e3:.2f} "
            f"| {spent[-1] * 1e3:.2f} |",
            flush=True,
        )


def typed(text: str, anchor: str) -> list[float]:
    """CPU seconds for each of 40 keystrokes: a word is typed after `anchor`, and erased, twice."""
    at = text.find(anchor, len(text) // 2)
    at = (at if at >= 0 else text.index(anchor)) + len(anchor)
    file = FileSnapshot.of(text, "file.pddl")
    checked(file)
    strokes = [(Span(at + n, at + n), letter) for n, letter in enumerate("abcdefghij")]
    strokes += [(Span(at + n, at + n + 1), "") for n in reversed(range(10))]
    gc.collect()
    gc.freeze()  # as the server does: long-lived objects are not scanned again
    spent = []
    for span, letter in strokes * 2:
        began = time.process_time()
        file = file.edited(span, letter)
        checked(file)
        spent.append(time.process_time() - began)
    gc.unfreeze()
    return spent


def checked(file: FileSnapshot) -> object:
    """All diagnostics of a file; a problem is checked with its domain."""
    project = ProjectSnapshot({file.name: file, DOMAIN.name: DOMAIN})
    return diagnostics(project, file.name)


DOMAIN = FileSnapshot.of(texts.domain(1), "domain.pddl")


def best_of(run: Callable[[], object]) -> float:
    """CPU seconds of the best of several runs."""
    best, total = float("inf"), 0.0
    while total < 0.5:
        began = time.process_time()
        run()
        used = time.process_time() - began
        best, total = min(best, used), total + used
    return best


def memory(quick: bool) -> None:
    """Measure the memory of a checked file besides its text, in a process of its own."""
    print("| text | KB | checked, MB | times the text | with every fact lowered | times |")
    print("|---|--:|--:|--:|--:|--:|")
    for kind in ("domain", "problem"):
        for size in (400_000,) if quick else (400_000, 4_000_000):
            command = [sys.executable, "-m", "bench.parse", "--memory", kind, str(size)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            length, light, full = json.loads(done.stdout)
            print(
                f"| {kind} | {length / 1e3:,.0f} | {light / 1e6:.1f} | {light / length:.1f} "
                f"| {full / 1e6:.1f} | {full / length:.1f} |",
                flush=True,
            )


def take(kind: str, size: int) -> tuple[int, int, int]:
    """The length of a text; the memory in bytes that checking it adds, and with the whole model."""
    text = texts.domain(size // 560) if kind == "domain" else texts.problem(size)
    before = resident()
    file = FileSnapshot.of(text, "file.pddl")
    found = checked(file)
    light = resident() - before
    model = file.domain or file.problem
    full = resident() - before
    del found, model
    return len(text), light, full


def resident() -> int:
    """The current memory of the process in bytes; its peak if the system reports only that."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return pages * resource.getpagesize()


TABLES: dict[str, Callable[[bool], None]] = {
    "peers": peers,
    "growth": growth,
    "keystrokes": keystrokes,
    "memory": memory,
}

if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--measure", contestant, *files]:
            sys.stdout.write("\n" + json.dumps(measure(contestant, files)))
        case ["--memory", kind, size]:
            sys.stdout.write(json.dumps(take(kind, int(size))))
        case arguments:
            main(arguments)
