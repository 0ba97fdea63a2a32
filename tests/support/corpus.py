"""Folders of planning files with an index: tests/corpus/dialects, and the material's corpus.

The columns of `index.csv` that are used: path, kind (domain, problem or both), category (the
dialect), parsed_ok_by (the parsers that take the file) and domain_file (that of a problem).
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import pytest

from plancore.snapshot import FileSnapshot
from support.material import own_and_material

CORPORA: Final = own_and_material("dialects", "corpus", "dev")
"""The folders for tests that are quick on all of their files."""

LARGE_CORPORA: Final = own_and_material("dialects", "corpus", "dev", long=True)
"""The folders for tests that take seconds on hundreds of files."""


# Seven in ten bytes of the material's corpus are in its twenty largest files.
def up_to(max_bytes: int) -> pytest.MarkDecorator:
    """Gives a test `max_bytes`: files of a corpus up to that size, and in the long tests all."""
    all_files = pytest.param(1 << 30, marks=pytest.mark.long, id="all")
    return pytest.mark.parametrize("max_bytes", [max_bytes, all_files])


@cache
def corpus_index(root: Path, max_bytes: int = 1 << 30) -> tuple[dict[str, str], ...]:
    """The rows of the index, without those of larger files."""
    with (root / "index.csv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        return tuple(row for row in rows if (root / row["path"]).stat().st_size <= max_bytes)


@lru_cache(maxsize=20)
def corpus_snapshot(root: Path, path: str) -> FileSnapshot:
    """A file; it is kept while those beside it are read, of which it may be the domain."""
    return FileSnapshot.of(decoded(root / path), path)


def corpus_texts(
    root: Path, min_bytes: int = 0, max_bytes: int = 1 << 30
) -> Iterator[tuple[str, str]]:
    """Path and text of each planning file of the corpus in the range of sizes."""
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
