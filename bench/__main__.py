"""`python -m bench [NAME ...]` prints the tables of all benchmarks, or of those named."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def names() -> list[str]:
    """The benchmarks: the modules here that have a `main`."""
    found = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    return [name for name in found if hasattr(import_module(f"bench.{name}"), "main")]


def run(wanted: list[str]) -> int:
    """Run the benchmarks; returns the exit status."""
    known = names()
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"no benchmark {unknown[0]!r}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    for name in wanted or known:
        module = import_module(f"bench.{name}")
        print(f"\n## {name}: {(module.__doc__ or '').partition(chr(10))[0]}\n", flush=True)
        module.main()
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
