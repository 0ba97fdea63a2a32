"""The planning files of the corpus, which is never part of the project."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from support.material import material


def corpus_index() -> list[dict[str, str]]:
    """The rows of the corpus' index: path, kind, parsed_ok_by, domain_file and more."""
    with material("corpus", "dev", "index.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def corpus_texts(min_bytes: int = 0, max_bytes: int = 1 << 30) -> Iterator[tuple[str, str]]:
    """Path and text of each planning file of the corpus in the range of sizes."""
    root = material("corpus", "dev")
    for path in sorted(root.rglob("*")):
        if path.suffix == ".csv" or "_licences" in path.parts or not path.is_file():
            continue
        if min_bytes <= path.stat().st_size <= max_bytes:
            yield str(path.relative_to(root)), decoded(path)


def decoded(path: Path) -> str:
    """The text of a file, line ends as they are; Latin-1 where it is no UTF-8."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
