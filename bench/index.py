"""The index of a workspace with many files: the cost of building, storing and querying it.

`python -m bench.index [FILES]` writes that many files (default 5,000) of 10 KB, a domain for every
49 problems.
"""

from __future__ import annotations

import asyncio
import gc
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

from bench import texts
from plancore.ide.navigation.workspace_symbols import workspace_symbols
from plancore.index.index import Index
from planlsp.session.background.indexing import Indexer
from planlsp.session.background.schedule import Priority, Threads

SIZE = 10_000
PER_FOLDER = 50


def main(n_files: int = 5_000) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = write(folder, n_files)
        print(f"{n_files:,} files, {size / 1e6:.1f} MB")
        before = resident_mib()
        start = time.monotonic(), time.process_time(), cpu_of_children()
        index = asyncio.run(indexed(folder))
        gc.collect()
        print(f"seconds                 {time.monotonic() - start[0]:8.1f}")
        print(f"CPU s, other processes  {cpu_of_children() - start[2]:8.1f}")
        print(f"CPU s, this process     {time.process_time() - start[1]:8.1f}")
        print(f"MiB more                {resident_mib() - before:8.1f}")
        ask(index, folder)


def write(folder: Path, n_files: int) -> int:
    """Write the files; returns their size in bytes."""
    text, size = texts.problem(SIZE), 0
    for number in range(n_files):
        place, position = divmod(number, PER_FOLDER)
        path = folder / f"set{place}" / f"p{position}.pddl"
        path.parent.mkdir(exist_ok=True)
        content = text.replace("place-", f"place-{position}-") if position else texts.domain(3)
        path.write_text(content.replace(" fleet)", f" fleet-{place})"), encoding="utf-8")
        size += len(content)
    return size


async def indexed(folder: Path) -> Index:
    """Build the index as the server does."""
    schedule, done = Threads(), asyncio.Event()
    tasks: list[asyncio.Task[None]] = []

    def changed() -> None:
        if indexer.index.is_complete:
            done.set()

    indexer = Indexer(
        lambda work: schedule.run(Priority.INDEX, work),
        lambda _: nullcontext(lambda *_: None),
        lambda work: tasks.append(asyncio.create_task(work)),
        changed,
    )
    indexer.start([str(folder)])
    await done.wait()
    schedule.close()
    return indexer.index


def ask(index: Index, folder: Path) -> None:
    """Print the cost of some queries."""
    home = (folder / "set3").as_uri()
    problem = (folder / "set3" / "new.pddl").as_uri()
    questions: tuple[tuple[str, Callable[[], object]], ...] = (
        ("the problems of a folder, first", lambda: index.problems_in(home)),
        ("a problem's domain", lambda: index.companions(problem, "problem", ["fleet-3"])),
        ("names like `mvto`", lambda: workspace_symbols(index, "mvto")),
    )
    for name, question in questions:
        start = time.process_time()
        question()
        print(f"{name:30} {1000 * (time.process_time() - start):8.2f} ms")


def resident_mib() -> float:
    """The current memory of this process in MiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / (1 << 20)


def cpu_of_children() -> float:
    """CPU seconds of the child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
