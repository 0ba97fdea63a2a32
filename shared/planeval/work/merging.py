"""Runs put together: the parts that several machines have done."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple

from plancore.phrases import count_of
from planeval.work.file_system import why
from planeval.work.folder import RunFolder, Warn, repaired
from planeval.work.manifest import read_manifest, write_manifest
from planeval.work.status import read_only
from planeval.work.store import COLUMNS, Store, StoredRow
from planeval.work.unit import State
from planfiles.trouble import Trouble


class Merged(NamedTuple):
    """How many rows were new to the merged run, and how many of the others it had already."""

    new: int
    known: int


def merge(into: str, runs: Sequence[str], warn: Warn) -> Merged:
    """Put the rows of `runs`, which stay as they are, into a new or earlier run. A result takes the
    place of a failure; of two results the first is kept. `warn` hears of damaged rows, which are
    left out. Raises Trouble when they are not parts of one run."""
    target = RunFolder(into)
    parts = [RunFolder(run) for run in runs]
    manifests = [read_manifest(part.manifest) for part in parts]
    with target.locked():
        if target.manifest.exists():
            manifests.insert(0, read_manifest(target.manifest))
        commands = {str(manifest.get("command")) for manifest in manifests}
        if len(commands) > 1:
            raise Trouble(f"these are runs of different commands: {', '.join(sorted(commands))}")
        repaired(target.store, warn)
        new = known = 0
        with closing(Store(str(target.store))) as store:
            for part in parts:
                added, had = _take(part, store, warn)
                new, known = new + added, known + had
            store.finish()
        sessions = [session for manifest in manifests for session in _sessions(manifest)]
        write_manifest(target.manifest, {"command": commands.pop(), "sessions": sessions})
    return Merged(new, known)


def _sessions(manifest: dict[str, object]) -> list[object]:
    sessions = manifest.get("sessions")
    return sessions if isinstance(sessions, list) else []


def _take(part: RunFolder, store: Store, warn: Warn) -> tuple[int, int]:
    new = known = damaged = 0
    try:
        with closing(read_only(part.store)) as base:
            for (stage,) in base.execute("SELECT name FROM stages ORDER BY number").fetchall():
                units = "SELECT number, key, kind, name FROM units WHERE stage = ? ORDER BY number"
                store.take_over(stage, base.execute(units, (stage,)))
            for values in base.execute(f"SELECT {COLUMNS} FROM rows ORDER BY id"):
                kept = StoredRow(*values)
                if not kept.is_sound:
                    damaged += 1
                elif _is_better(kept, store.kept(kept.key)):
                    store.put(kept)
                    new += 1
                else:
                    known += 1
    except sqlite3.Error as error:
        raise Trouble(
            f"cannot read {part.store}: {why(error)}; start that run again first"
        ) from None
    if damaged:
        are = "is" if damaged == 1 else "are"
        what = f"{count_of(damaged, 'result')} of {part} {are} damaged and left out"
        warn(f"{what}: start that run again")
    return new, known


def _is_better(kept: StoredRow, than: StoredRow | None) -> bool:
    if than is None or not than.is_sound:
        return True
    return kept.state == State.DONE != than.state
