"""Keep an index of the workspace folders in the background.

Folders are scanned when the session starts, when they change and, for clients that do not watch
files, in pauses. New and changed files are summarised: a few in a thread, many in worker processes.
If the user cancels the progress, indexing stops; features then use the disk as they do without an
index.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from plancore.index.index import Index
from plancore.index.summary import FileSummary, Shared
from plancore.kind import kind_of_name
from plancore.links import root_of
from plancore.stop import Checkpoint
from planfiles import limits
from planfiles.files import FileState, is_inside
from planfiles.folders import is_listed, planning_files_below
from planfiles.summaries import Summarised, Wanted, lost, summarise_file, summarise_files
from planfiles.workers import cores, groups_of, in_background
from planlsp.session.background.work import BackgroundRun, ProgressDisplay
from planlsp.session.uris import path_of, uri_of

_FEW: Final = 500_000
"""Up to so many bytes are summarised in a thread, more in worker processes."""
_GROUP: Final = 200_000
"""Bytes per group for a worker process: a fraction of a second of work."""
_MANY: Final = 50
"""If more files are reported as changed, it is faster to scan the folders."""


class FolderFiles(NamedTuple):
    """The files below the folders that may be planning files, by key; without `is_all`, some were
    left out."""

    files: dict[str, FileState]
    is_all: bool


class Indexer:
    """Keeps the index of the workspace folders; `index` is replaced as files are summarised."""

    def __init__(
        self,
        beside: BackgroundRun,
        progress: ProgressDisplay,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        changed: Callable[[], None],
    ) -> None:
        """`changed` is called when the index has changed."""
        self.index = Index({}, is_complete=False)
        self._beside, self._progress, self._spawn = beside, progress, spawn
        self._changed = changed
        self._states: dict[str, FileState] = {}
        self._shared = Shared()
        self.is_at_work = False
        self._must_look = False
        self._is_enough = False
        self._touched: set[str] = set()

    def start(self, roots: Sequence[str]) -> None:
        """Index the folders at these paths; drop files of other folders."""
        keys = tuple(uri_of(os.path.normpath(root)) for root in roots)
        if keys != self.index.roots:
            kept = {k: s for k, s in self.index.files.items() if root_of(k, keys) is not None}
            self.index = Index(kept, keys, is_complete=False)
            states = self._states.items()
            self._states = {key: s for key, s in states if root_of(key, keys) is not None}
        self._is_enough = False
        self.look()

    def look(self) -> None:
        """Scan the folders for changes, unless the user has cancelled indexing."""
        if self.index.roots and not self._is_enough:
            self._must_look = True
            self._begin()

    def summary_of(self, key: str, state: FileState) -> FileSummary | None:
        """The summary of a file in this state; None if not known. Thread-safe."""
        return self.index.files.get(key) if self._states.get(key) == state else None

    def is_passed_over(self, key: str, state: FileState) -> bool:
        """Whether a file in this state was read, but is not a planning file. Thread-safe."""
        return key not in self.index.files and self._states.get(key) == state

    def touch(self, keys: Iterable[str]) -> None:
        """Update the index for files that were created, changed or deleted."""
        touched = {key for key in keys if self._is_wanted(key)}
        if len(touched) > _MANY or any(map(self._is_folder, touched)):
            self.look()
        elif touched:
            self._touched |= touched
            self._begin()

    def _is_wanted(self, key: str) -> bool:
        root, path = root_of(key, self.index.roots), path_of(key)
        return (
            root is not None
            and path is not None
            and is_listed(key[len(root) :])
            and is_inside(path, None, [path_of(root) or ""])
        )

    def _is_folder(self, key: str) -> bool:
        """Whether this is a folder, or was one: of a deleted folder no file is reported."""
        if key in self._states:
            return False
        path = path_of(key) or ""
        if os.path.lexists(path):
            return os.path.isdir(path)
        return any(name.startswith(f"{key}/") for name in self._states)

    def _begin(self) -> None:
        if not self.is_at_work:
            self.is_at_work = True
            self._spawn(self._work())

    async def _work(self) -> None:
        try:
            while self._must_look or self._touched:
                before = self.index
                if self._must_look:
                    self._must_look = False
                    await self._look()
                else:
                    touched, self._touched = self._touched, set()
                    await self._summarise([_wanted(key) for key in sorted(touched)])
                if self.index is not before:
                    self._changed()
        finally:
            self.is_at_work = False

    async def _look(self) -> None:
        roots = self.index.roots
        seen = await self._beside(lambda checkpoint: _seen_below(roots, checkpoint))
        if roots != self.index.roots:
            return  # another scan will follow
        new = [k for k, state in seen.files.items() if self._states.get(k) != state]
        self._take(
            Summarised(_wanted(key), None, None) for key in self._states.keys() - seen.files.keys()
        )
        is_done = await self._summarise([_wanted(key, seen.files[key].size) for key in new])
        if roots != self.index.roots:
            return  # another scan will follow
        self._is_enough = not is_done
        is_complete = seen.is_all and is_done
        if is_complete != self.index.is_complete:
            self.index = self.index.replaced({}, is_complete=is_complete)

    async def _summarise(self, files: Sequence[Wanted]) -> bool:
        """Summarise files into the index; False if the user cancelled it."""
        if sum(file.size for file in files) <= _FEW:
            self._take(await self._beside(lambda checkpoint: self._here(files, checkpoint)))
            return True
        loop, n_done = asyncio.get_running_loop(), 0
        async with self._progress("Indexing") as report:

            def take(results: Sequence[Summarised]) -> None:
                nonlocal n_done
                n_done += len(results)
                self._take(results)
                report(n_done, len(files))

            def work(checkpoint: Checkpoint) -> None:
                for results in _elsewhere(files):
                    checkpoint()
                    loop.call_soon_threadsafe(take, [self._sharing(each) for each in results])

            await self._beside(work)
        return n_done == len(files)

    def _here(self, files: Sequence[Wanted], checkpoint: Checkpoint) -> list[Summarised]:
        results = []
        for file in files:
            checkpoint()
            results.append(self._sharing(summarise_file(file)))
        return results

    def _sharing(self, result: Summarised) -> Summarised:
        return result._replace(summary=result.summary and self._shared.summary(result.summary))

    def _take(self, results: Iterable[Summarised]) -> None:
        """Put results into the index, except those of folders that were removed."""
        changes: dict[str, FileSummary | None] = {}
        states: dict[str, FileState | None] = {}
        for (_, key, _), state, summary in results:
            if root_of(key, self.index.roots) is not None:
                changes[key], states[key] = summary, state
        if changes:
            self.index = self.index.replaced(changes)
        # Only now: `summary_of` in another thread must not return an older summary for a new state.
        for key, state in states.items():
            if state is None:
                self._states.pop(key, None)
            else:
                self._states[key] = state


def _wanted(key: str, size: int = 0) -> Wanted:
    path = path_of(key) or ""
    is_named = kind_of_name(path) is not None
    return Wanted(path, key, size if is_named else min(size, limits.HEAD))


def _seen_below(roots: Collection[str], checkpoint: Checkpoint) -> FolderFiles:
    files: dict[str, FileState] = {}
    is_all = True
    for root in roots:
        below, is_all_below = planning_files_below(path_of(root) or "", checkpoint)
        files.update((uri_of(path), state) for path, state in below)
        is_all = is_all and is_all_below
    return FolderFiles(files, is_all)


def _elsewhere(files: Sequence[Wanted]) -> Iterator[Sequence[Summarised]]:
    """Summarise on all processors except one, which is left to the editor and this process."""
    groups = list(groups_of(files, lambda file: file.size, _GROUP))
    return in_background(max(cores() - 1, 1), summarise_files, groups, lost)
