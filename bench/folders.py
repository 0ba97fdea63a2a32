"""A keystroke in a problem with other problems in its folder: the cost of the view after it.

`python -m bench.folders` prints the median CPU milliseconds of the edit and the view after it.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median

from lsprotocol import types

from bench import texts
from plancore.source import Encoding, Position
from planlsp.session.client import ClientProfile
from planlsp.session.project import Project
from planlsp.session.texts.documents import TextEdit

BESIDE = (1, 10, 100, 1_000)
KEYSTROKES = 50


def main() -> None:
    """Print the table."""
    print(f"{'beside':>7} {'first view, ms':>15} {'keystroke, ms':>14}")
    for count in BESIDE:
        with tempfile.TemporaryDirectory() as folder:
            first, later = measure(Path(folder), count)
        print(f"{count:7,} {first:15.2f} {later:14.3f}")


def measure(folder: Path, count: int) -> tuple[float, float]:
    """CPU milliseconds of the first view of a problem, and of the view after a keystroke."""
    (folder / "domain.pddl").write_text(texts.domain(10), encoding="utf-8")
    text = texts.problem(4_000)
    for number in range(count):
        (folder / f"p{number}.pddl").write_text(text, encoding="utf-8")
    project, client = Project(), ClientProfile()
    uri = (folder / "p0.pddl").as_uri()
    start = time.process_time()
    project.open(types.TextDocumentItem(uri, "pddl", 1, text))
    project.view(client)
    first = time.process_time() - start
    later: list[float] = []
    for version in range(KEYSTROKES):
        start = time.process_time()
        edit = TextEdit(Position(3, 0), Position(3, 0), " ")
        project.change(uri, version + 2, [edit], Encoding.UTF16)
        project.view(client)
        later.append(time.process_time() - start)
    return 1000 * first, 1000 * median(later)


if __name__ == "__main__":
    main()
