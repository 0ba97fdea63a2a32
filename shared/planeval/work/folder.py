"""The folder of a run: a manifest, a store, and a lock, which admits one process at a time.

A damaged store is renamed, and its readable rows are recovered."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from plancore.jsonable import Json
from planeval.work.manifest import DamagedManifestError, Manifest, read_manifest, write_manifest
from planeval.work.store import COLUMNS, NO_LOCKS, Store, StoredRow, has_locks, is_store, why
from planfiles.errors import FileError, UserError, reason_of

Warn: TypeAlias = Callable[[str], None]

_MANIFEST: Final = "manifest.json"
_STORE: Final = "rows.sqlite"
_LOCK: Final = "lock.sqlite"

_PATIENCE: Final = 1.0
"""Seconds to wait for a process that only checks the lock."""


class RunFolder:
    """The folder of a run and the paths of its files."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.manifest = self.path / _MANIFEST
        self.store = self.path / _STORE
        self.lock = self.path / _LOCK

    def __str__(self) -> str:
        return os.fspath(self.path)

    def prepare(self, manifest: Manifest, engine: str, warn: Warn) -> None:
        """Create the files of a run, or check that it is a run of the same command that can be
        continued. Damaged files are repaired, with a message to `warn`. Raises UserError. The
        caller must hold the lock."""
        repaired(self.store, warn)
        # Open it before anything is written: it may be of another version.
        Store(os.fspath(self.store)).close()
        data = self._earlier(manifest, warn)
        sessions = data.get("sessions")
        kept = sessions if isinstance(sessions, list) else []
        data["sessions"] = [*kept, manifest.session(engine)]
        write_manifest(self.manifest, data)

    def _earlier(self, manifest: Manifest, warn: Warn) -> Json:
        """The manifest of a run to continue, or a new one."""
        try:
            data = read_manifest(self.manifest)
        except FileError:
            if self.manifest.exists():
                raise
        except DamagedManifestError as error:
            warn(f"{error.message}; saved as {set_aside(self.manifest).name}")
        else:
            if data.get("command") != manifest.command:
                raise UserError(
                    f"{self} is a run of {data.get('command')}, not of {manifest.command}"
                )
            return data
        return {"command": manifest.command, "sessions": []}

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the run within the block. The system releases the lock when the process ends, also
        if it is killed. Raises UserError if another process has the lock, and if the file system
        has no locks."""
        self._make()
        base = None
        try:
            base = sqlite3.connect(self.lock, timeout=_PATIENCE, isolation_level=None)
            base.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if base is not None:
                base.close()
            if not has_locks(self.path):
                raise FileError("write", os.fspath(self.lock), NO_LOCKS) from None
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise UserError(f"another process uses {self}") from None
            raise UserError(f"cannot write {self.lock}: {error}") from None
        try:
            self._refuse_others()
            yield
        finally:
            base.close()

    def is_locked(self) -> bool:
        """Whether a process has the lock. Raises UserError if the file system has no locks."""
        if not self.lock.exists():
            return False
        base = sqlite3.connect(self.lock, timeout=0)
        try:
            base.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            if not has_locks(self.path):
                raise FileError("read", os.fspath(self.lock), NO_LOCKS) from None
            return True
        finally:
            base.close()
        return False

    def _make(self) -> None:
        """Create the folder. Raises UserError if that fails, or it has other files."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            names = {entry.name for entry in self.path.iterdir()}
        except OSError as error:
            reason = "it is a file" if isinstance(error, FileExistsError) else reason_of(error)
            raise FileError("write", str(self), reason) from None
        if not os.access(self.path, os.W_OK):
            raise FileError("write", str(self), "it is read-only")
        # With a lock file, another process may be creating the rest: check once we have the lock.
        if names and not self._has_lock():
            self._refuse_others()

    def _refuse_others(self) -> None:
        """Raise UserError, before any change, for other files or a run of another version."""
        try:
            read_manifest(self.manifest)
        except (FileError, DamagedManifestError):
            if self.store.exists():
                is_ours = is_store(os.fspath(self.store))
            else:  # a run that ended before it wrote anything
                is_ours = self._has_lock() and not self.manifest.exists()
            if not is_ours:
                raise UserError(
                    f"{self} is not a run directory: it has other files; name a new directory"
                ) from None

    def _has_lock(self) -> bool:
        """Whether there is a lock file, which is empty."""
        return self.lock.is_file() and self.lock.stat().st_size == 0


_BESIDE: Final = ("-wal", "-shm")
"""The suffixes of SQLite's files next to a database."""

_EMPTY_AT_MOST: Final = 10_000
"""Consecutive unreadable row numbers after which there are assumed to be no more rows."""


def repaired(path: Path, warn: Callable[[str], None]) -> None:
    """Repair the store if it is damaged. Raises UserError."""
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
    warn(
        f"{path} is damaged: {count} results could be recovered, the others are computed again; "
        f"the damaged file is {aside.name}"
    )


def set_aside(path: Path) -> Path:
    """Rename a file, and SQLite's next to it, to an unused name; return it. Raises FileError."""
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
        raise FileError("write", os.fspath(path), reason_of(error)) from None
    return aside


def _is_damaged(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as base:
        try:
            return bool(base.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",))
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                return True
            raise UserError(f"cannot read {path}: {why(error)}") from None


def _readable(base: sqlite3.Connection) -> Iterator[StoredRow]:
    """The undamaged rows, each by a query of its own: a damaged page costs no other rows."""
    base.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    # Without this, SQLite reads nothing from a truncated file.
    base.execute("PRAGMA writable_schema = ON")
    question = f"SELECT {COLUMNS} FROM rows WHERE id = ?"
    number = empty = 0
    while empty < _EMPTY_AT_MOST:
        number, empty = number + 1, empty + 1
        try:
            values = base.execute(question, (number,)).fetchone()
        except sqlite3.Error:
            continue
        if values is not None and (kept := StoredRow(*values)).is_sound:
            empty = 0
            yield kept
