"""Puts the tables of one run of the benchmarks into docs/development/performance.md.

    make bench
    python docs/performance.py [FOLDER]

FOLDER is where the benchmarks have written theirs, build/bench if it is not said. A place of the
page, as `made.py` describes it, is called `parse 2` for the second table that `parse` has printed,
or `conditions`. All of them have to be of the run that the conditions are of.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
PAGE: Final = HERE / "development" / "performance.md"
WRITTEN: Final = HERE.parent / "build" / "bench"
_CONDITIONS: Final = "conditions"
_TABLE: Final = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
_MEASURED: Final = re.compile(r"^\| measured \| (.*) \|$", re.MULTILINE)


def parts_of(folder: Path, places: Sequence[str]) -> dict[str, str]:
    """What stands in these places. Raises SystemExit where a table was not measured."""
    conditions = _read(folder, _CONDITIONS)
    found = _MEASURED.search(conditions)
    measured = found[1].split(", ") if found else []
    parts = {_CONDITIONS: conditions}
    for place in places:
        name, _, number = place.partition(" ")
        if name == _CONDITIONS:
            continue
        if name not in measured:
            raise SystemExit(f"{name} was not measured in this run; `make bench` measures all")
        tables = list(_tables(_read(folder, name)))
        if int(number) > len(tables):
            raise SystemExit(f"{name} has printed {len(tables)} tables, and the page has {place!r}")
        parts[place] = tables[int(number) - 1]
    return parts


def _read(folder: Path, name: str) -> str:
    return (folder / f"{name}.md").read_text(encoding="utf-8")


def _tables(text: str) -> Iterator[str]:
    yield from _TABLE.findall(text if text.endswith("\n") else f"{text}\n")


def main(words: Sequence[str]) -> None:
    """Write the page."""
    from made import filled, places  # beside this file

    folder = Path(words[0]) if words else WRITTEN
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(filled(page, parts_of(folder, places(page))), encoding="utf-8")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except OSError as error:
        raise SystemExit(str(error)) from None
