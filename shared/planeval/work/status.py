"""Read the progress of a run, even while another process writes it, and merge parts of runs."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final, Literal, NamedTuple

from plancore.jsonable import Json
from plancore.phrases import count_of
from plancore.report.status.document import FailedUnit, RunStatus, Stage, Wait
from planeval.work.folder import RunFolder, Warn, repaired
from planeval.work.manifest import read_manifest, write_manifest
from planeval.work.store import COLUMNS, NO_LOCKS, Store, StoredRow, has_locks, why
from planeval.work.unit import UnitState
from planfiles.errors import FileError, UserError

_LATELY: Final = 500
"""The last rows that the rate is computed from."""

_REASONS: Final = 20
"""The most reasons of failures that are listed, most frequent first."""

_NAMES: Final = 3
"""The most names of units that are listed per reason or class."""

_PATIENCE: Final = 10.0

_CLASS: Final = "ifnull(CAST(label AS TEXT), '')"
_REASON: Final = "ifnull(CAST(text AS TEXT), '')"
"""Columns as text, because a damaged row may have any type."""


def status_of(folder: str) -> RunStatus:
    """The current status of a run. Raises UserError if there is none."""
    files = RunFolder(folder)
    try:
        manifest = read_manifest(files.manifest)
    except FileError as trouble:
        if files.manifest.exists():
            raise
        what = "run in this directory" if os.path.isdir(folder) else "such directory"
        raise UserError(f"{folder or repr(folder)}: no {what}") from trouble
    running = files.is_locked()
    session, sessions = _last_session(manifest)
    try:
        with closing(read_only(files.store)) as base:
            ended = base.execute("SELECT count(*) FROM about WHERE name = 'ended'").fetchone()[0]
            stages = tuple(_stages(base, running))
            failures = tuple(_failures(base))
            waiting = tuple(_waiting(base)) if running else ()
    except sqlite3.Error as error:
        raise UserError(f"cannot read {files.store}: {why(error)}; run the command again") from None
    state: Literal["running", "complete", "stopped"] = "complete" if ended else "stopped"
    machine = session.get("machine")
    return RunStatus(
        run=folder,
        command=str(manifest.get("command")),
        state="running" if running else state,
        sessions=sessions,
        started=str(session.get("started", "")),
        engine=str(session.get("engine", "")),
        machine=str(machine.get("name", "")) if isinstance(machine, dict) else "",
        stages=stages,
        failures=failures,
        waiting=waiting,
    )


def read_only(path: Path) -> sqlite3.Connection:
    """Open the store read-only, while another process may write. Raises sqlite3.Error, and
    UserError if the file system has no locks."""
    try:
        return _opened(path, "mode=ro")
    except sqlite3.OperationalError:
        if not has_locks(path.parent):
            raise FileError("read", os.fspath(path), NO_LOCKS) from None
        # To read a write-ahead log, SQLite writes a file next to it, which may not be permitted. If
        # there is no log, and none can be created, no process changes the database.
        log = path.with_name(f"{path.name}-wal")
        if os.access(path.parent, os.W_OK) or (log.exists() and log.stat().st_size):
            raise
        return _opened(path, "mode=ro&immutable=1")


def _opened(path: Path, options: str) -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?{options}"
    base = sqlite3.connect(uri, uri=True, timeout=_PATIENCE)
    try:
        base.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        base.close()
        raise
    base.text_factory = partial(str, encoding="utf-8", errors="replace")
    return base


def _last_session(manifest: Json) -> tuple[Json, int]:
    sessions = manifest.get("sessions")
    if isinstance(sessions, list) and sessions and isinstance(sessions[-1], dict):
        return sessions[-1], len(sessions)
    return {}, 0


def _stages(base: sqlite3.Connection, running: bool) -> Iterator[Stage]:
    question = (
        f"SELECT state, {_CLASS}, count(*), total(seconds) FROM units LEFT JOIN rows "
        f"ON rows.key = units.key WHERE stage = ? GROUP BY state, {_CLASS}"
    )
    stages = base.execute("SELECT name, began, ended FROM stages ORDER BY number").fetchall()
    for name, began, ended in stages:
        counts = dict.fromkeys((*UnitState, None), 0)
        classes: dict[str, int] = {}
        seconds = 0.0
        for state, label, count, spent in base.execute(question, (name,)):
            counts[state] = counts.get(state, 0) + count
            seconds += spent
            if state == UnitState.DONE:
                classes[label] = count
        left = counts.pop(None)
        is_running = running and ended is None
        rate = _rate(base, began) if is_running else None
        yield Stage(
            name=name,
            units=sum(counts.values()) + left,
            done=counts[UnitState.DONE],
            failed=counts[UnitState.FAILED],
            lost=counts[UnitState.LOST],
            classes={} if set(classes) <= {""} else classes,
            seconds=seconds,
            rate=rate,
            seconds_left=left / rate if rate else None,
            seconds_running=max(time.time() - began, 0) if is_running else None,
            named=dict(_named(base, name, classes)),
        )


def _named(
    base: sqlite3.Connection, stage: str, classes: Mapping[str, int]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Some unit names of each class except the largest: rare classes are of interest."""
    largest = max(classes, key=lambda label: classes[label], default="")
    for label in (each for each in classes if each != largest):
        found = base.execute(
            "SELECT units.name FROM units JOIN rows ON rows.key = units.key WHERE stage = ? "
            f"AND state = ? AND {_CLASS} = ? AND units.name != '' ORDER BY number LIMIT ?",
            (stage, UnitState.DONE, label, _NAMES),
        )
        names = tuple(name for (name,) in found)
        if names:
            yield label, names


def _rate(base: sqlite3.Connection, began: float) -> float | None:
    """Rows per second, from the last rows since the stage began or was continued."""
    question = "SELECT finished FROM rows WHERE finished >= ? ORDER BY id DESC LIMIT ?"
    times = [finished for (finished,) in base.execute(question, (began, _LATELY))]
    since = began if len(times) < _LATELY else times[-1]
    return len(times) / (time.time() - since) if times and time.time() > since else None


def _waiting(base: sqlite3.Connection) -> Iterator[Wait]:
    """What the run waits for, if that is stored."""
    known = "SELECT count(*) FROM sqlite_master WHERE name = 'waiting'"
    if base.execute(known).fetchone()[0]:
        question = "SELECT stage, name, since FROM waiting ORDER BY since"
        for stage, name, since in base.execute(question):
            yield Wait(stage, name, max(time.time() - since, 0))


def _failures(base: sqlite3.Connection) -> Iterator[FailedUnit]:
    where = f"state IN ('{UnitState.FAILED}', '{UnitState.LOST}')"
    joined = "units JOIN rows ON rows.key = units.key"
    reasons = base.execute(
        f"SELECT stage, state, {_REASON}, count(*) FROM {joined} WHERE {where} "
        f"GROUP BY stage, state, {_REASON} ORDER BY count(*) DESC, {_REASON} LIMIT ?",
        (_REASONS,),
    ).fetchall()
    for stage, state, reason, count in reasons:
        names = base.execute(
            f"SELECT units.name FROM {joined} WHERE {where} AND stage = ? AND state = ? "
            f"AND {_REASON} = ? AND units.name != '' ORDER BY number LIMIT ?",
            (stage, state, reason, _NAMES),
        )
        yield FailedUnit(stage, state, reason, count, tuple(name for (name,) in names))


# Merge the parts of a run, executed on several machines.


class MergedRun(NamedTuple):
    """The number of rows added to the merged run, and of those that it already had; for each
    program with results that differ between the runs, how many of its repeated results do."""

    new: int
    known: int
    differing: Mapping[str, tuple[int, int]]


def merge(into: str, runs: Sequence[str], warn: Warn) -> MergedRun:
    """Copy the rows of `runs` to the run `into`, which may exist. A result replaces a failure; of
    two results the first is kept, and they are compared. Damaged rows are skipped, with a message
    to `warn`. Raises UserError if the runs are not parts of one run."""
    target = RunFolder(into)
    parts = [RunFolder(run) for run in runs]
    manifests = [read_manifest(part.manifest) for part in parts]
    with target.locked():
        if target.manifest.exists():
            manifests.insert(0, read_manifest(target.manifest))
        commands = {str(manifest.get("command")) for manifest in manifests}
        if len(commands) > 1:
            raise UserError(f"these are runs of different commands: {', '.join(sorted(commands))}")
        repaired(target.store, warn)
        new = known = 0
        repeated, differing = Counter[str](), Counter[str]()
        with closing(Store(str(target.store))) as store:
            for part in parts:
                added, had = _take(part, store, warn, repeated, differing)
                new, known = new + added, known + had
            store.finish()
        sessions = [session for manifest in manifests for session in _sessions(manifest)]
        write_manifest(target.manifest, {"command": commands.pop(), "sessions": sessions})
    return MergedRun(
        new, known, {name: (differing[name], repeated[name]) for name in sorted(+differing)}
    )


def _sessions(manifest: dict[str, object]) -> list[object]:
    sessions = manifest.get("sessions")
    return sessions if isinstance(sessions, list) else []


def _take(
    part: RunFolder, store: Store, warn: Warn, repeated: Counter[str], differing: Counter[str]
) -> tuple[int, int]:
    new = known = damaged = 0
    try:
        with closing(read_only(part.store)) as base:
            for (stage,) in base.execute("SELECT name FROM stages ORDER BY number").fetchall():
                units = "SELECT number, key, kind, name FROM units WHERE stage = ? ORDER BY number"
                store.take_over(stage, base.execute(units, (stage,)))
            for values in base.execute(f"SELECT {COLUMNS} FROM rows ORDER BY id"):
                kept = StoredRow(*values)
                there = store.kept(kept.key) if kept.is_sound else None
                if not kept.is_sound:
                    damaged += 1
                elif _is_better(kept, there):
                    store.put(kept)
                    new += 1
                else:
                    known += 1
                    if there is not None and there.state == kept.state == UnitState.DONE:
                        one, other = json.loads(there.text), json.loads(kept.text)
                        program = _program_of(one)
                        repeated[program] += 1
                        differing[program] += _without_costs(one) != _without_costs(other)
    except sqlite3.Error as error:
        raise UserError(
            f"cannot read {part.store}: {why(error)}; run that command again first"
        ) from None
    if damaged:
        are = "is" if damaged == 1 else "are"
        what = f"{count_of(damaged, 'result')} of {part} {are} damaged and left out"
        warn(f"{what}: run that command again")
    return new, known


_COSTS: Final = frozenset(
    (
        *("wall", "cpu", "memory", "output"),
        *("call_wall", "call_cpu", "call_memory", "learn_wall", "learn_cpu"),
    )
)
"""What differs each time, also if a program is deterministic."""


def _without_costs(value: object) -> object:
    match value:
        case dict():
            return {key: _without_costs(each) for key, each in value.items() if key not in _COSTS}
        case list():
            return list(map(_without_costs, value))
    return value


def _program_of(value: object) -> str:
    """The planner or learner of a result; empty for work of another kind."""
    match value:
        case {"planner": str(name)} | {"attempts": [{"learner": str(name)}, *_]}:
            return name
    return ""


def _is_better(kept: StoredRow, than: StoredRow | None) -> bool:
    if than is None or not than.is_sound:
        return True
    return kept.state == UnitState.DONE != than.state
