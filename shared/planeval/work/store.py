"""The rows of a run, in a database that survives being killed at any time.

It is an SQLite database with a write-ahead log; only the process of the run writes. Rows are
committed after 100 rows or half a second, which is the most that a kill can lose; a power failure
may lose the last commits before `finish`. Each row has a checksum, in case the disk corrupts it.

The file system must support locks and shared memory. Network disks may be mounted without locks,
and some file systems have none; SQLite then reports a busy database or a disk error.
"""

from __future__ import annotations

import hashlib
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from planeval.work.unit import Key, Unit, UnitResult, UnitState
from planfiles.errors import UserError

SCHEMA: Final = 1
"""The version of the tables."""

_APPLICATION: Final = 0x706C6E72
"""`plnr`: the application ID of a store in its SQLite file."""

_ROWS_A_COMMIT: Final = 100
_SECONDS_A_COMMIT: Final = 0.5
_PATIENCE: Final = 10.0
"""Seconds to wait for a process that blocks the database."""

_TABLES: Final = """
CREATE TABLE about (name TEXT PRIMARY KEY, value REAL);
CREATE TABLE stages (name TEXT PRIMARY KEY, number INTEGER, began REAL, ended REAL);
CREATE TABLE units (
  stage TEXT, number INTEGER, key BLOB, kind TEXT, name TEXT, PRIMARY KEY (stage, number)
) WITHOUT ROWID;
CREATE TABLE rows (
  id INTEGER PRIMARY KEY, key BLOB UNIQUE, state TEXT, label TEXT, text TEXT, seconds REAL,
  finished REAL, checksum BLOB
);
"""


class StoredRow(NamedTuple):
    """A row of the table, which can be copied to another store."""

    key: Key
    state: str
    label: str
    text: str
    seconds: float
    finished: float
    checksum: bytes

    @property
    def is_sound(self) -> bool:
        """Whether the checksum is correct."""
        try:
            return self.checksum == _checksum(*self[:-1])
        except (TypeError, ValueError, AttributeError, UnicodeError):
            return False

    @property
    def answer(self) -> UnitResult:
        """The result of the unit; for sound rows only."""
        return UnitResult(UnitState(self.state), self.text, self.label, self.seconds)


_WAITING: Final = "CREATE TABLE IF NOT EXISTS waiting (stage TEXT, name TEXT, since REAL)"
"""What the run has waited for long, for `planeval status`. Most runs have no such table."""


class Waits(NamedTuple):
    """The name of a unit that the run waits for, and the time since it does."""

    name: str
    since: float


COLUMNS: Final = ", ".join(StoredRow._fields)


class Store:
    """The database of one run, open for writing. Its methods raise UserError if it cannot be
    written; what has been committed is kept."""

    def __init__(self, path: str) -> None:
        """Open or create the file; `:memory:` is a database in memory."""
        self.path = path
        self._n_waiting = 0
        self._first_waits_since = 0.0
        with self._errors_named():
            # No implicit transactions: they begin and end explicitly.
            self._base = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._base.close()
                raise

    def _prepare(self) -> None:
        # A corrupt text must not prevent reading others.
        self._base.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
        if not self._value("SELECT count(*) FROM sqlite_master"):
            self._make()
        self._refuse_others()
        self._base.execute("PRAGMA synchronous = NORMAL")

    def _make(self) -> None:
        self._base.execute("PRAGMA journal_mode = WAL")
        script = f"PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {SCHEMA};"
        self._base.executescript(f"BEGIN; {_TABLES} {script} COMMIT;")

    def _refuse_others(self) -> None:
        if self._value("PRAGMA application_id") != _APPLICATION:
            raise UserError(f"{self.path} is not a run database")
        version = self._value("PRAGMA user_version")
        if version != SCHEMA:
            raise UserError(f"{self.path} has version {version}; expected {SCHEMA}")

    def _value(self, question: str, *values: object) -> int:
        (value,) = self._base.execute(question, values).fetchone()
        assert isinstance(value, int)
        return value

    # Stages and units

    def plan(self, stage: str, units: Iterable[tuple[int, Unit]], now: float) -> None:
        """Store the units of a stage with their numbers."""
        self.commit()
        planned = (
            (stage, number, unit.task.key, unit.kind.name, unit.name) for number, unit in units
        )
        with self._errors_named(), self._at_once():
            self._base.execute("DELETE FROM units WHERE stage = ?", (stage,))
            self._base.executemany("INSERT INTO units VALUES (?, ?, ?, ?, ?)", planned)
            self._begin_stage(stage, now)

    def take_over(self, stage: str, planned: Iterable[tuple[int, Key, str, str]]) -> None:
        """Store the units of a stage from another store: number, key, kind, name. Raises UserError
        if one differs from that with its number here."""
        self.commit()
        with self._errors_named(), self._at_once():
            for number, key, *names in planned:
                self._base.execute(
                    "INSERT OR IGNORE INTO units VALUES (?, ?, ?, ?, ?)",
                    (stage, number, key, *names),
                )
                question = "SELECT key = ? FROM units WHERE stage = ? AND number = ?"
                if not self._value(question, key, stage, number):
                    raise UserError(f"task {number} of {stage} differs between the runs")
            self._begin_stage(stage, time.time())

    def wait(self, stage: str, units: Iterable[Waits]) -> None:
        """Store what the run waits for now, replacing what was stored before."""
        self.commit()
        with self._errors_named(), self._at_once():
            self._base.execute(_WAITING)
            self._base.execute("DELETE FROM waiting")
            waits = ((stage, name, since) for name, since in units)
            self._base.executemany("INSERT INTO waiting VALUES (?, ?, ?)", waits)

    def _begin_stage(self, stage: str, now: float) -> None:
        self._base.execute("DROP TABLE IF EXISTS waiting")
        question = "SELECT count(*) FROM stages WHERE name = ?"
        if self._value(question, stage):
            self._base.execute(
                "UPDATE stages SET began = ?, ended = NULL WHERE name = ?", (now, stage)
            )
        else:
            number = self._value("SELECT count(*) FROM stages")
            self._base.execute("INSERT INTO stages VALUES (?, ?, ?, NULL)", (stage, number, now))

    def end_stage(self, stage: str, now: float) -> None:
        """Store that all units of a stage are done."""
        with self._errors_named():
            self.commit()
            self._base.execute("UPDATE stages SET ended = ? WHERE name = ?", (now, stage))

    def answers(self, stage: str) -> Iterator[UnitResult | None]:
        """The results of the units of a stage, in order; None for those without one."""
        question = (
            f"SELECT {', '.join('rows.' + name for name in StoredRow._fields)} FROM units "
            "LEFT JOIN rows ON rows.key = units.key WHERE units.stage = ? ORDER BY units.number"
        )
        with self._errors_named():
            for values in self._base.execute(question, (stage,)):
                kept = StoredRow(*values)
                yield kept.answer if kept.key is not None else None

    # Rows

    def kept(self, key: Key) -> StoredRow | None:
        """The row of a unit, sound or not; None if there is none."""
        with self._errors_named():
            question = f"SELECT {COLUMNS} FROM rows WHERE key = ?"
            values = self._base.execute(question, (key,)).fetchone()
        return None if values is None else StoredRow(*values)

    def add(self, key: Key, answer: UnitResult, now: float) -> None:
        """Store the result of a unit, replacing an earlier one."""
        state, text, label, seconds = answer
        row = (key, str(state), label, text, seconds, now)
        self.put(StoredRow(*row, _checksum(*row)))

    def put(self, kept: StoredRow) -> None:
        """Store a row, which may come from another store, replacing an earlier one."""
        with self._errors_named():
            if not self._n_waiting:
                self._base.execute("BEGIN")
                self._first_waits_since = time.monotonic()
            self._n_waiting += 1
            places = ", ".join("?" * len(kept))
            self._base.execute(f"INSERT OR REPLACE INTO rows ({COLUMNS}) VALUES ({places})", kept)
        self.commit_when_due()

    def commit_when_due(self) -> None:
        """Commit if enough rows or time have passed. Must be called several times a second."""
        if self._n_waiting >= _ROWS_A_COMMIT or (
            self._n_waiting and time.monotonic() - self._first_waits_since >= _SECONDS_A_COMMIT
        ):
            self.commit()

    def commit(self) -> None:
        """Commit now."""
        if self._n_waiting:
            self._n_waiting = 0
            with self._errors_named():
                self._base.execute("COMMIT")

    def mark(self, *, ended: bool) -> None:
        """Store whether the run has ended, with nothing left to do."""
        with self._errors_named():
            self._base.execute("DELETE FROM about WHERE name = 'ended'")
            if ended:
                self._base.execute("INSERT INTO about VALUES ('ended', ?)", (time.time(),))

    def finish(self) -> None:
        """Commit, and flush everything to the disk."""
        self.commit()
        with self._errors_named():
            self._base.execute("PRAGMA synchronous = FULL")
            self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Close in any state. Uncommitted rows are lost."""
        with suppress(sqlite3.Error):
            self._base.close()

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """A transaction, rolled back on any exception."""
        self._base.execute("BEGIN")
        try:
            yield
        except BaseException:
            self._base.rollback()
            raise
        self._base.execute("COMMIT")

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        """Convert errors of the database to UserError."""
        try:
            yield
        except sqlite3.Error as error:
            self._n_waiting = 0
            with suppress(sqlite3.Error):
                self._base.rollback()
            raise UserError(
                f"cannot write {self.path}: {why(error)}; its content is kept"
            ) from None


def is_store(path: str) -> bool:
    """Whether a file is the store of a run, of any version, or a database without tables. False if
    it is too damaged to be recognised."""
    try:
        with closing(sqlite3.connect(path, timeout=_PATIENCE)) as base:
            (application,) = base.execute("PRAGMA application_id").fetchone()
            (n_tables,) = base.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        return False
    return bool(application == _APPLICATION or n_tables == 0)


def _checksum(*values: object) -> bytes:
    return hashlib.blake2b(repr(values).encode("utf-8", "surrogatepass"), digest_size=8).digest()


NO_LOCKS: Final = "the file system does not support locks; use a directory on a local disk"
"""The error for a folder without locks."""


_NO_SHARED_MEMORY: Final = (
    "the file system does not support shared memory; use a directory on a local disk"
)


def why(error: sqlite3.Error) -> str:
    """The message of an SQLite error, to follow a colon."""
    # Errors of Python's module have no `sqlite_errorname`.
    if getattr(error, "sqlite_errorname", "") == "SQLITE_IOERR_SHMMAP":
        return _NO_SHARED_MEMORY
    return str(error)


def has_locks(folder: Path) -> bool:
    """Whether files in `folder` can be locked. Also True if that cannot be tested, because the
    folder is read-only, and on Windows, where files can always be locked.

    It uses a new file: when a process closes any descriptor of a file, it loses all its locks on
    that file (fcntl(2)), including SQLite's.
    """
    if sys.platform == "win32":
        return True
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            return _can_be_locked(file.fileno())
    except OSError:
        return True


def _can_be_locked(descriptor: int) -> bool:
    import fcntl  # not on Windows

    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
