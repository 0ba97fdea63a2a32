"""`python -m bench [NAME ...]` prints the tables of all benchmarks, or of those named, and writes
them to build/bench/NAME.md, with the conditions in the same folder.

Each benchmark has a process of its own, so its peak memory and heap do not affect the next."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

from bench.conditions import Conditions
from bench.written import Written
from planfiles.writing import write_text

FOLDER: Final = Path(__file__).parents[1] / "build" / "bench"
CONDITIONS: Final = "conditions.md"


def names() -> list[str]:
    """The names of the benchmarks, which are the modules of this package with a `main`."""
    found = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    return [name for name in found if hasattr(import_module(f"bench.{name}"), "main")]


def run(wanted: list[str]) -> int:
    """Run the benchmarks; returns the exit status."""
    known = names()
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"no benchmark {unknown[0]!r}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    conditions = Conditions()
    for name in wanted or known:
        module = import_module(f"bench.{name}")
        written = Written(sys.stdout)
        written.write(f"\n## {name}: {(module.__doc__ or '').partition(chr(10))[0]}\n\n")
        status = _pass_on(name, written)
        written.finish()
        if status:
            return status
        write_text(FOLDER / f"{name}.md", written.text.lstrip("\n"))
        conditions.add(name)
        write_text(FOLDER / CONDITIONS, conditions.text)
    return 0


def _pass_on(name: str, written: Written) -> int:
    """Run a benchmark and pass on its output line by line; returns the exit status."""
    program = f"import bench.{name}; bench.{name}.main()"
    command = [sys.executable, "-u", "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        for line in process.stdout:
            written.write(line)
            written.flush()
    return process.returncode


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
