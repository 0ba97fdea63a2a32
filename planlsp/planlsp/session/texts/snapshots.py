"""Reading texts into snapshots: small changes at once, large ones beside the event loop.

A text that is being read leaves the project with what it was before, and `View.unread` names it;
who needs it waits. While it is read it may be edited on: then what has been read is edited to the
newest text, without reading those in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Set
from dataclasses import dataclass
from typing import Any, Final, Protocol

from plancore.links import Roots
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.source import SourceText, Span, changed_span
from plancore.workspace import Workspace, edited
from planlsp.session.uris import name_of

AT_ONCE: Final = 50_000
"""What may be read on the event loop, in characters: some ten milliseconds."""

_CARRIED_OVER: Final = 16
"""How many characters that an edit does not touch cost as much as one that is read."""


@dataclass(frozen=True, slots=True)
class PendingText:
    """A text that is to be read: the file `key`, which was `before`, becomes `source`."""

    key: str
    language: str
    source: SourceText
    before: AnySnapshot | None
    change: tuple[Span, str] | None

    @classmethod
    def of(
        cls, key: str, language: str, source: SourceText, before: AnySnapshot | None
    ) -> PendingText:
        """What there is to read, given what was read before."""
        change = changed_span(before.text, source.text) if before is not None else None
        return cls(key, language, source, before, change)

    @property
    def n_replaced(self) -> int:
        """The characters of the text before that are gone."""
        return 0 if self.change is None else self.change[0].end - self.change[0].start

    @property
    def cost(self) -> int:
        """What it costs, in characters that are read for the first time."""
        if self.change is None:
            return len(self.source.text)
        (start, end), replacement = self.change
        return end - start + len(replacement) + len(self.source.text) // _CARRIED_OVER

    def read(self) -> AnySnapshot:
        """The file as it now is, its sections lowered, so that nothing about it takes long."""
        if self.before is None or self.change is None:
            file = snapshot_of(self.source.text, self.key, self.language)
        else:
            file = edited(self.before, *self.change, self.language)
        self.source.adopt_lines(file.source)
        if isinstance(file, PlanSnapshot):
            _ = file.plan
        else:
            for definition in file.definitions:
                _ = definition.sections
        return file


class UnreadTexts(Protocol):
    """Where texts wait to be read: the project."""

    @property
    def unread(self) -> Mapping[str, PendingText]:
        """What is to be read, by key."""

    def take(self, reading: PendingText, file: AnySnapshot) -> None:
        """Keep what was read."""


class ReadRun(Protocol):
    """Does work in a thread, and tells the user of it under a title."""

    def __call__(self, work: Callable[[], AnySnapshot], title: str, /) -> Awaitable[AnySnapshot]:
        """The result of the work."""


class BackgroundReader:
    """Reads what waits to be read, each file in a task of its own."""

    def __init__(
        self,
        texts: UnreadTexts,
        run: ReadRun,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        changed: Callable[[], None],
    ) -> None:
        """`changed` is called when a file has been read."""
        self._texts, self._run, self._spawn, self._changed = texts, run, spawn, changed
        self._at_work: dict[str, asyncio.Event] = {}

    def start(self) -> None:
        """See to it that everything that waits is read."""
        for key in self._texts.unread:
            if key not in self._at_work:
                self._at_work[key] = asyncio.Event()
                self._spawn(self._read(key))

    async def wait(self, keys: Collection[str]) -> None:
        """Wait until those of the files `keys` that are being read are read."""
        for key in keys:
            if key in self._at_work:
                await self._at_work[key].wait()

    async def _read(self, key: str) -> None:
        try:
            while (reading := self._texts.unread.get(key)) is not None:
                file = await self._run(reading.read, f"Reading {name_of(key)}")
                self._texts.take(reading, file)
        finally:
            self._at_work.pop(key).set()
        self._changed()


class Snapshots:
    """Texts come and go; one that costs more than `at_once` characters leaves the file as it was,
    and waits to be read by somebody else (`unread`, `take`)."""

    def __init__(self) -> None:
        self.at_once: int | None = None
        self.n_gone = 0
        """The characters that were read and are gone: their models may be garbage."""
        self._workspace = Workspace()
        self._unread: dict[str, PendingText] = {}
        self._kept: Set[str] = frozenset()

    @property
    def now(self) -> ProjectSnapshot:
        """The files as they are now."""
        return self._workspace.snapshot

    @property
    def unread(self) -> Mapping[str, PendingText]:
        """The texts that are left to be read, by key."""
        return self._unread

    @property
    def kept(self) -> Set[str]:
        """The files that are there, or will be when they have been read."""
        return self._kept

    def take(self, reading: PendingText, file: AnySnapshot) -> None:
        """Keep what was read of a text that had been left to be read."""
        if reading.key in self._unread:
            self._put(reading, file)
            source = self._unread[reading.key].source
            self.set_text(reading.key, source, reading.language)

    def set_text(self, key: str, source: SourceText, language: str = "") -> None:
        """Make `source` the text of a file, or leave it to be read where that costs too much."""
        before = self._workspace.snapshot.file(key)
        if before is None or before.text != source.text:
            known = self._unread.get(key)
            if known is not None and known.source is source and known.before is before:
                return
            reading = PendingText.of(key, language, source, before)
            if self.at_once is not None and reading.cost > self.at_once:
                self._unread[key] = reading
                return
            self._put(reading, reading.read())
        self._workspace.set_text(key, source.text, language)
        self._unread.pop(key, None)

    def _put(self, reading: PendingText, file: AnySnapshot) -> None:
        self.n_gone += reading.n_replaced
        self._workspace.put(file, reading.language)

    def keep(self, wanted: Set[str], lost: Set[str]) -> None:
        """Forget what was kept before and is not `wanted` any more, and what is `lost`."""
        for key in (self._kept - wanted) | lost:
            if (file := self.now.file(key)) is not None:
                self.n_gone += len(file.text)
            self._workspace.close(key)
            self._unread.pop(key, None)
        self._kept = wanted - lost

    def set_references(self, references: Mapping[str, str]) -> None:
        """Say which file is compared with which."""
        self._workspace.set_references(references)

    def set_roots(self, roots: Roots) -> None:
        """Say which folders do not mix."""
        self._workspace.set_roots(roots)
