"""How many plans beside each domain are valid, found out beside the event loop.

The plans of a folder may be many and long, so they are executed when the user pauses. While one
types, the last answer counts; only who asks for the first time waits, and not for long.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from plancore.project import AnySnapshot, DomainLink, ProjectSnapshot, snapshot_of
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plancore.stop import StoppedError
from planfiles import limits
from planfiles.folders import is_model_name, is_plan_name
from planlsp.session.texts.disk import DiskReader
from planlsp.session.uris import key_of, name_of, path_of, uri_of
from planlsp.session.view import View

if TYPE_CHECKING:
    from plancore.report.plan_tally import FolderTally

# In seconds: after the last keystroke; and for who asks before anything is known.
PAUSE: Final = 0.3
PATIENCE: Final = 1.0


class Tallied(NamedTuple):
    """What becomes of the plans beside a domain, and the files that were looked at."""

    tally: FolderTally
    files: ProjectSnapshot


class Beside(Protocol):
    """Does work in a thread, and tells the user of it under a title."""

    def __call__(self, work: Callable[[], Tallied], title: str, /) -> Awaitable[Tallied]:
        """The result of the work."""


@dataclass(slots=True)
class _Entry:
    """What is known of the plans beside one domain, and who asked last."""

    tallied: Tallied | None = None
    known: asyncio.Event = field(default_factory=asyncio.Event)
    asked: object = None


class PlanTallies:
    """The plans beside each domain that somebody looks at."""

    def __init__(
        self,
        beside: Beside,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        changed: Callable[[], None],
    ) -> None:
        """`changed` is called when an answer is another one than before."""
        self._beside, self._spawn, self._changed = beside, spawn, changed
        self._entries: dict[str, _Entry] = {}
        self._folder = _Folder()

    async def tallied(self, view: View, key: str) -> Tallied | None:
        """What is known of the plans beside the domain in `key`; it is looked for anew."""
        domain = domain_in(view, key)
        if domain is None:
            self._entries.pop(key, None)
            return None
        entry = self._entries.setdefault(key, _Entry())
        entry.asked = asked = object()
        self._spawn(self._look(view, domain, entry, asked))
        if entry.tallied is None:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await entry.known.wait()
        return entry.tallied

    def keep(self, documents: Collection[str]) -> None:
        """Forget what is known beside any document whose key is not among `documents`."""
        for key in self._entries.keys() - set(documents):
            del self._entries[key]

    async def _look(self, view: View, domain: DomainLink, entry: _Entry, asked: object) -> None:
        key = domain.file.name

        def checkpoint(*_: object) -> None:
            if entry.asked is not asked or self._entries.get(key) is not entry:
                raise StoppedError

        def work() -> Tallied:
            checkpoint()
            files = self._folder.files(view, key)
            # Imported late: most files have no plans beside them.
            from plancore.report.plan_tally import folder_tally

            return Tallied(folder_tally(files, domain, checkpoint), files)

        before = entry.tallied
        try:
            if before is not None:
                await asyncio.sleep(PAUSE)
            checkpoint()
            tally, files = await self._beside(work, f"Executing the plans beside {name_of(key)}")
            checkpoint()
        except StoppedError:
            return
        entry.tallied = Tallied(tally.after(before.tally if before else None), files)
        entry.known.set()
        if before is None or before.tally != entry.tallied.tally:
            self._changed()


def domain_in(view: View, key: str) -> DomainLink | None:
    """The first domain in the file `key`."""
    file = view.files.file(key)
    definition = file.first("domain") if isinstance(file, FileSnapshot) else None
    if definition is None or not isinstance(file, FileSnapshot):
        return None
    return DomainLink(file, definition)


class _Folder:
    """The plans and problems of a folder on disk, each read once for as long as it stays the same.

    It works in one thread, that of `Beside`.
    """

    def __init__(self) -> None:
        self._disk = DiskReader(max_files=2 * limits.COMPANIONS)
        self._read: dict[str, tuple[SourceText, AnySnapshot]] = {}

    def files(self, view: View, key: str) -> ProjectSnapshot:
        """The files of `view`, and those that stand beside the document `key` on disk."""
        files = dict(view.files.files)
        beside: dict[str, tuple[SourceText, AnySnapshot]] = {}
        for path in _planning_files(path_of(key)):
            name = key_of(uri_of(path))
            source = None if name in files else self._disk.read(path)
            if isinstance(source, SourceText):
                known = self._read.get(name)
                if known is None or known[0] is not source:
                    known = (source, snapshot_of(source.text, name))
                beside[name] = known
                files[name] = known[1]
        self._read = beside
        return ProjectSnapshot(files, view.files.references)


def _planning_files(path: str | None) -> Iterator[str]:
    """The plans, then the models in the folder of the file at `path`, so many of each at most."""
    if path is None:
        return
    folder = os.path.dirname(path)
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for is_wanted in (is_plan_name, is_model_name):
        wanted = [name for name in names if is_wanted(name)]
        yield from (os.path.join(folder, name) for name in wanted[: limits.COMPANIONS])
