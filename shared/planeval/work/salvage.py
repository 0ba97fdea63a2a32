"""A damaged store put aside, and what can still be read of it saved."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from planeval.work.file_system import why
from planeval.work.store import COLUMNS, Kept, Store
from planfiles.trouble import FileTrouble, Trouble, reason_of

_BESIDE: Final = ("-wal", "-shm")
"""What SQLite keeps beside a database, under its name with these at the end."""

_EMPTY_AT_MOST: Final = 10_000
"""Rows, one after the other, that cannot be read until it is believed that there are no more."""


def repaired(path: Path, tell: Callable[[str], None]) -> None:
    """Mend the store if it is damaged. Raises Trouble."""
    if not path.exists() or not _is_damaged(path):
        return
    aside = set_aside(path)
    fresh = Store(os.fspath(path))
    try:
        count = 0
        with closing(sqlite3.connect(aside)) as base:
            for kept in _readable(base):
                fresh.put(kept)
                count += 1
        fresh.finish()
    finally:
        fresh.close()
    tell(
        f"{path} is damaged: {count} of its results could be saved, the others are done again; "
        f"it is kept as {aside.name}"
    )


def set_aside(path: Path) -> Path:
    """Give a file another name, that nobody has, and what SQLite keeps beside it. Raises
    FileTrouble."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    try:
        path.rename(aside)
        for end in _BESIDE:
            beside = path.with_name(path.name + end)
            if beside.exists():
                beside.rename(aside.with_name(aside.name + end))
    except OSError as error:
        raise FileTrouble("write", os.fspath(path), reason_of(error)) from None
    return aside


def _is_damaged(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as base:
        try:
            return bool(base.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",))
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                return True
            raise Trouble(f"cannot read {path}: {why(error)}") from None


def _readable(base: sqlite3.Connection) -> Iterator[Kept]:
    """The rows that are as they were written, each looked for by itself: one page that is gone
    must not cost those of the others."""
    base.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    # Else nothing at all would be read of a file that has been cut off.
    base.execute("PRAGMA writable_schema = ON")
    question = f"SELECT {COLUMNS} FROM rows WHERE id = ?"
    number = empty = 0
    while empty < _EMPTY_AT_MOST:
        number, empty = number + 1, empty + 1
        try:
            values = base.execute(question, (number,)).fetchone()
        except sqlite3.Error:
            continue
        if values is not None and (kept := Kept(*values)).is_sound:
            empty = 0
            yield kept
