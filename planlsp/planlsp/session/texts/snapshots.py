"""Parse texts into snapshots: small changes at once, large ones outside the event loop.

While a text is being parsed, the project has the file's previous snapshot, and `View.unread` its
key; requests that need the file wait. If the text is edited meanwhile, the parsed snapshot is
updated to the newest text, without parsing those in between.

Forms that are no longer part of a text are released once nothing uses the last snapshot with them:
they and their nodes refer to each other, so only a full garbage collection would free them.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from plancore.links import Roots
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText, Span, changed_span
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.nodes import Form
from plancore.workspace import Workspace, edited
from planlsp.session.uris import name_of

AT_ONCE: Final = 50_000
"""Characters that may be parsed on the event loop, in about ten milliseconds."""

_RELEASED_AT_ONCE: Final = 10
"""Forms, of which each may have thousands of objects, that are released in one step."""

_CARRIED_OVER: Final = 16
"""The number of unchanged characters that cost as much as one parsed character."""


@dataclass(frozen=True, slots=True)
class PendingText:
    """A text to parse: the file `key` changes from `before` to `source`."""

    key: str
    language: str
    source: SourceText
    before: AnySnapshot | None
    change: tuple[Span, str] | None

    @classmethod
    def of(
        cls, key: str, language: str, source: SourceText, before: AnySnapshot | None
    ) -> PendingText:
        """The text to parse, given the previous snapshot of the file."""
        change = changed_span(before.text, source.text) if before is not None else None
        return cls(key, language, source, before, change)

    @property
    def cost(self) -> int:
        """The cost of parsing, in characters of a new text."""
        if self.change is None:
            return len(self.source.text)
        (start, end), replacement = self.change
        return end - start + len(replacement) + len(self.source.text) // _CARRIED_OVER

    def read(self, checkpoint: Checkpoint = NEVER) -> AnySnapshot:
        """The parsed file, with its sections lowered so that later access is fast. Raises what
        `checkpoint` raises."""
        if self.before is None or self.change is None:
            file = snapshot_of(self.source.text, self.key, self.language, checkpoint)
        else:
            file = edited(self.before, *self.change, self.language, checkpoint)
        self.source.adopt_lines(file.source)
        if isinstance(file, PlanSnapshot):
            file.read(checkpoint)
        else:
            for definition in file.definitions:
                definition.lower(checkpoint)
                _ = definition.sections
        return file


class UnreadTexts(Protocol):
    """A store of texts to parse, such as the project."""

    @property
    def unread(self) -> Mapping[str, PendingText]:
        """The texts to parse, by key."""

    def take(self, reading: PendingText, file: AnySnapshot) -> None:
        """Store the result of parsing a text."""


class ReadRun(Protocol):
    """Runs work in a thread, and shows its title to the user."""

    def __call__(
        self, work: Callable[[Checkpoint], AnySnapshot], title: str, /
    ) -> Awaitable[AnySnapshot]:
        """The result of the work."""


class BackgroundReader:
    """Parses pending texts, each file in its own task."""

    def __init__(
        self,
        texts: UnreadTexts,
        run: ReadRun,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        changed: Callable[[], None],
    ) -> None:
        """`changed` is called when a file has been parsed."""
        self._texts, self._run, self._spawn, self._changed = texts, run, spawn, changed
        self._at_work: dict[str, asyncio.Event] = {}

    def start(self) -> None:
        """Start tasks for all pending texts."""
        for key in self._texts.unread:
            if key not in self._at_work:
                self._at_work[key] = asyncio.Event()
                self._spawn(self._read(key))

    async def wait(self, keys: Collection[str]) -> None:
        """Wait for those of the files `keys` that are being parsed."""
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


class _Replaced(NamedTuple):
    """Forms that are no longer part of a text, and the last file that has them."""

    file: weakref.ref[FileSnapshot]
    forms: list[Form]


class Snapshots:
    """Snapshots of the current texts. A text that costs more than `at_once` characters is left to
    be parsed elsewhere (`unread`, `take`); until then the file keeps its previous snapshot."""

    def __init__(self) -> None:
        self.at_once: int | None = None
        self._workspace = Workspace()
        self._unread: dict[str, PendingText] = {}
        self._kept: Set[str] = frozenset()
        self._replaced: list[_Replaced] = []

    @property
    def now(self) -> ProjectSnapshot:
        """The current snapshots."""
        return self._workspace.snapshot

    @property
    def unread(self) -> Mapping[str, PendingText]:
        """The texts still to be parsed, by key."""
        return self._unread

    @property
    def kept(self) -> Set[str]:
        """The keys of the files that exist here, or will when they have been parsed."""
        return self._kept

    def take(self, reading: PendingText, file: AnySnapshot) -> None:
        """Store the result of parsing one of the `unread` texts."""
        if reading.key in self._unread:
            self._put(reading, file)
            source = self._unread[reading.key].source
            self.set_text(reading.key, source, reading.language)
        elif isinstance(file, FileSnapshot):
            self._gone(file)

    def set_text(self, key: str, source: SourceText, language: str = "") -> None:
        """Set the text of a file: parse it now, or leave it in `unread` if it costs too much."""
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
        if isinstance(reading.before, FileSnapshot):
            replaced = file.tree.replaced if isinstance(file, FileSnapshot) else None
            self._gone(reading.before, replaced)
        self._workspace.put(file, reading.language)

    def _gone(self, file: FileSnapshot, forms: list[Form] | None = None) -> None:
        """Note that these forms of `file` are gone, or all that the current file does not have."""
        if forms is None:
            now = self.now.file(file.name)
            kept = now.tree if isinstance(now, FileSnapshot) and now is not file else None
            forms = [form for form in file.tree.forms if kept is None or not kept.holds(form)]
        self._replaced.append(_Replaced(weakref.ref(file), forms))

    def release_replaced(self) -> Iterator[None]:
        """Release the forms of earlier texts that nothing uses any more; yields after each few
        milliseconds."""
        unused: list[_Replaced] = []
        waiting: list[_Replaced] = []
        for replaced in self._replaced:
            (waiting if replaced.file() is not None else unused).append(replaced)
        self._replaced = waiting
        for replaced in unused:
            for number, form in enumerate(replaced.forms, 1):
                form.release()
                if not number % _RELEASED_AT_ONCE:
                    yield

    def keep(self, wanted: Set[str], lost: Set[str]) -> None:
        """Keep only the `wanted` files, except the `lost` ones, which cannot be read any more."""
        for key in (self._kept - wanted) | lost:
            file = self.now.file(key)
            if isinstance(file, FileSnapshot):
                self._gone(file)
            self._workspace.close(key)
            self._unread.pop(key, None)
        self._kept = wanted - lost

    def set_references(self, references: Mapping[str, str]) -> None:
        """Set the reference of each file, key to key."""
        self._workspace.set_references(references)

    def set_roots(self, roots: Roots) -> None:
        """Set the workspace folders, whose files are not linked across folders."""
        self._workspace.set_roots(roots)
