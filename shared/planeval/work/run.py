"""A run: units done once, in any order, by any engine; rows in the order of the units."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import Final

from planeval.work.engines.engine import Engine
from planeval.work.folder import RunFolder, Tell
from planeval.work.manifest import Manifest
from planeval.work.row import Row, State
from planeval.work.shard import Shard
from planeval.work.store import Store
from planeval.work.unit import Key, Task, Unit
from planfiles.command import ended_by_signals, remark
from planfiles.progress import Progress
from planfiles.trouble import PartDone, Trouble

_remark: Final = partial(remark, "planeval")


@contextmanager
def open_run(
    folder: str | None,
    manifest: Manifest,
    engine: Engine,
    *,
    shard: Shard | None = None,
    redo: frozenset[State] = frozenset({State.LOST}),
    tell: Tell = _remark,
) -> Iterator[Run]:
    """A run that is kept in `folder`, new or continued; without one, in memory.

    Rows in a state of `redo` from earlier sessions are done again. `tell` hears of what was
    damaged, and of what is kept when the run is interrupted. Raises Trouble when the folder is
    something else, somebody else is at work on it, or it cannot be written.
    """
    if folder is None:
        with closing(Store(":memory:")) as store:
            yield Run(store, engine, None, redo, tell)
        return
    files = RunFolder(folder)
    with ended_by_signals(), files.locked():
        files.prepare(manifest, engine.description, tell)
        with closing(Store(str(files.store))) as store:
            store.mark(ended=False)
            try:
                yield Run(store, engine, shard, redo, tell)
            except PartDone:
                store.mark(ended=True)
                raise
            except KeyboardInterrupt:
                tell(f"what is done is kept in {files}: start the same command again to go on")
                raise
            store.mark(ended=True)
            store.finish()


class Run:
    """What `open_run` gives."""

    def __init__(
        self,
        store: Store,
        engine: Engine,
        shard: Shard | None,
        redo: frozenset[State],
        tell: Tell,
    ) -> None:
        self._store = store
        self._engine = engine
        self._shard = shard
        self._redo = redo
        self._tell = tell
        self._began = time.time()

    def rows(
        self, units: Collection[Unit], progress: Progress | None = None, *, stage: str = ""
    ) -> Iterator[Row]:
        """A row for each unit, in their order, once all are done.

        `units` are gone through twice, and need not be in memory. Units with the same key are done
        once. `stage` is what `planeval status` calls this part of the run, by default the kind of
        the first unit. Raises Trouble when the run cannot be written or the engine cannot be used,
        PartDone when units are left to others and not known yet; what is done is kept.
        """
        first = next(iter(units), None)
        if first is None:
            return
        stage = stage or first.kind.name
        is_whole = self._is_whole(units)
        self._do(units, progress or Progress(), stage, is_whole=is_whole)
        if not is_whole:
            raise PartDone(
                f"part {self._shard} of {stage} is done; when all parts are, put them together "
                "with planeval merge and give the same command the merged run"
            )
        for answer in self._store.answers(stage):
            if answer is None:
                raise Trouble(f"the engine gave no answer for a unit of {stage}: start again")
            yield Row.of(answer)

    def _is_whole(self, units: Collection[Unit]) -> bool:
        """Whether this is no part, or all parts of these units have been put together already."""
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
        # The first unit may take minutes, and whoever does the units seconds to be there.
        progress.advance(0)
        at_work: set[Key] = set()
        tasks = self._missing(units, at_work, progress)
        try:
            with closing(self._engine.finished(tasks, self._checkpoint)) as finished:
                for key, answer in finished:
                    at_work.discard(key)
                    self._store.add(key, answer, time.time())
                    progress.advance()
        finally:
            self._store.commit()
        self._store.end_stage(stage, time.time())
        self._store.finish()

    def _is_ours(self, key: Key) -> bool:
        return self._shard is None or self._shard.has(key)

    def _checkpoint(self, *_: object) -> None:
        self._store.commit_when_due()

    def _missing(
        self, units: Collection[Unit], at_work: set[Key], progress: Progress
    ) -> Iterator[Task]:
        """What is to be done, looked for as it is asked for."""
        n_damaged = 0
        for unit in units:
            task = unit.task
            if task.key in at_work or not self._is_ours(task.key):
                progress.skip()
                continue
            kept = self._store.kept(task.key)
            if kept is not None and not kept.is_sound:
                n_damaged += 1
            elif kept is not None and (
                kept.finished >= self._began or kept.state not in self._redo
            ):
                progress.skip()
                continue
            at_work.add(task.key)
            yield task
        if n_damaged:
            self._tell(f"{n_damaged} results were damaged, and are worked out again")
