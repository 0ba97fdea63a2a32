"""Runs: an engine executes each unit once, in any order; rows come in the order of the units.

A run may be split into shards, each a job that knows nothing of the others."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

from plancore.phrases import count_of
from planeval.work.executing import Engine, Message, Waiting
from planeval.work.folder import RunFolder, Warn
from planeval.work.manifest import Manifest
from planeval.work.store import Store, Waits
from planeval.work.unit import Key, Unit, UnitRow, UnitState, UnitTask
from planfiles.command import Progress, remark
from planfiles.errors import PartDone, UserError
from planfiles.signals import ended_by_signals

_remark: Final = partial(remark, "planeval")

_LONG: Final = 2.0
"""Seconds after which the unit that is waited for is shown."""

_BETWEEN_LOOKS: Final = 0.5


@contextmanager
def open_run(
    folder: str | None,
    manifest: Manifest,
    engine: Engine,
    *,
    shard: Shard | None = None,
    redo: frozenset[UnitState] = frozenset({UnitState.LOST}),
    warn: Warn = _remark,
) -> Iterator[StoredRun]:
    """A run in `folder`, new or continued; without a folder, in memory.

    Units whose rows from earlier sessions have a state of `redo` are executed again. `warn` is
    called with messages on damaged files, and on where the results are if the run is interrupted.
    Raises UserError if the folder is not a run, is locked by another process, or cannot be written.
    """
    if folder is None:
        with closing(Store(":memory:")) as store:
            yield StoredRun(store, engine, None, redo, warn)
        return
    files = RunFolder(folder)
    with ended_by_signals(), files.locked():
        files.prepare(manifest, engine.description, warn)
        with closing(Store(str(files.store))) as store:
            store.mark(ended=False)
            try:
                yield StoredRun(store, engine, shard, redo, warn)
            except PartDone:
                store.mark(ended=True)
                raise
            except KeyboardInterrupt:
                warn(f"results so far are in {files}; run the same command again to continue")
                raise
            store.mark(ended=True)
            store.finish()


class StoredRun:
    """An open run, from `open_run`."""

    def __init__(
        self,
        store: Store,
        engine: Engine,
        shard: Shard | None,
        redo: frozenset[UnitState],
        warn: Warn,
    ) -> None:
        self._store = store
        self._engine = engine
        self._shard = shard
        self._redo = redo
        self._warn = warn
        # Units that ended in a state of `redo`: they are retried in the next session, not in this.
        self._tried: set[Key] = set()
        self._looked = 0.0
        self._waits: tuple[Waits, ...] = ()

    def rows(
        self, units: Collection[Unit], progress: Progress | None = None, *, stage: str = ""
    ) -> Iterator[UnitRow]:
        """Execute the units, and then return a row for each, in their order.

        `units` are iterated over several times, and need not be in memory. Units with the same key
        are executed once. `stage` is the name of this part of the run in `planeval status`, by
        default the kind of the first unit. Raises UserError if the run cannot be written or the
        engine cannot be used, PartDone if units of other shards are not done; rows are kept.
        """
        first = next(iter(units), None)
        if first is None:
            return
        stage = stage or first.kind.name
        is_whole = self._is_whole(units)
        self._do(units, progress or Progress(), stage, is_whole=is_whole)
        if not is_whole:
            raise PartDone(
                f"part {self._shard} of {stage} is done; when all parts are done, run "
                "planeval merge and the same command on the merged run"
            )
        for answer in self._store.answers(stage):
            if answer is None:
                raise UserError(f"no result for a task of {stage}; run the command again")
            yield UnitRow.of(answer)

    def _is_whole(self, units: Collection[Unit]) -> bool:
        """Whether this run is not a shard, or has the merged rows of all shards."""
        if self._shard is None or self._shard.count == 1:
            return True
        return all(self._is_known(unit.task.key) for unit in units)

    def _is_known(self, key: Key) -> bool:
        kept = self._store.kept(key)
        return kept is not None and kept.is_sound and kept.state not in self._redo

    def _do(
        self, units: Collection[Unit], progress: Progress, stage: str, *, is_whole: bool
    ) -> None:
        ours = (
            (number, unit)
            for number, unit in enumerate(units)
            if is_whole or self._is_ours(unit.task.key)
        )
        self._store.plan(stage, ours, time.time())
        # Show progress now: the engine may take seconds to start, and the first unit minutes.
        progress.advance(0)
        at_work: dict[Key, str] = {}
        waiting = Waiting()
        tasks = self._missing(units, at_work, progress)

        def checkpoint(*_: object) -> None:
            self._store.commit_when_due()
            if time.monotonic() - self._looked >= _BETWEEN_LOOKS:
                self._looked = time.monotonic()
                messages = waiting.longest(_LONG)
                waits = tuple(Waits(_name(each, at_work), each.since) for each in messages)
                self._tell_of(waits, stage, progress)

        try:
            with closing(self._engine.finished(tasks, checkpoint, waiting)) as finished:
                for key, answer in finished:
                    at_work.pop(key, None)
                    if answer.state in self._redo:
                        self._tried.add(key)
                    self._store.add(key, answer, time.time())
                    progress.advance()
                    checkpoint()
        finally:
            self._store.commit()
        self._store.end_stage(stage, time.time())
        self._store.finish()

    def _is_ours(self, key: Key) -> bool:
        return self._shard is None or self._shard.has(key)

    def _tell_of(self, waits: tuple[Waits, ...], stage: str, progress: Progress) -> None:
        """Show what is waited for on the progress line, and store it for `planeval status`."""
        if waits:
            name, since = waits[0]
            progress.waiting(name, time.time() - since)
        if waits != self._waits:
            self._store.wait(stage, waits)
            self._waits = waits

    def _missing(
        self, units: Collection[Unit], at_work: dict[Key, str], progress: Progress
    ) -> Iterator[UnitTask]:
        """The units without a usable row, found lazily."""
        n_damaged = 0
        for unit in units:
            task = unit.task
            if task.key in at_work or not self._is_ours(task.key):
                progress.skip()
                continue
            kept = self._store.kept(task.key)
            if kept is not None and not kept.is_sound:
                n_damaged += 1
            elif kept is not None and (task.key in self._tried or kept.state not in self._redo):
                progress.skip()
                continue
            at_work[task.key] = unit.name
            yield task
        if n_damaged:
            was, is_ = ("was", "is") if n_damaged == 1 else ("were", "are")
            what = f"{count_of(n_damaged, 'result')} {was} damaged"
            self._warn(f"{what} and {is_} computed again")


def _name(message: Message, names: Mapping[Key, str]) -> str:
    """The name of what is waited for: a unit, the first of several with their number, or `whom`."""
    if not message.keys:
        return message.whom
    first, *others = (names.get(key, "") for key in message.keys)
    name = first or "a task"
    return f"{name} or one of the next {len(others)}" if others else name


_MOST: Final = 100_000


@dataclass(frozen=True, slots=True)
class Shard:
    """The part `number`, from 1, of `count`. The key of a unit decides its part, so adding units
    does not move others."""

    number: int
    count: int

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    def has(self, key: Key) -> bool:
        """Whether a unit belongs to this part."""
        return int.from_bytes(key[:8], "big") % self.count == self.number - 1


def shard_of(text: str) -> Shard:
    """Parse a shard such as `3/40`. Raises ValueError."""
    number, _, count = text.partition("/")
    if number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count) <= _MOST:
        return Shard(int(number), int(count))
    raise ValueError(f"{text!r} is not a part such as 3/40")
