"""The files that the session has read, as snapshots; large texts are left to be read later."""

from __future__ import annotations

from collections.abc import Mapping, Set

from plancore.links import Roots
from plancore.project import AnySnapshot, ProjectSnapshot
from plancore.source import SourceText
from plancore.workspace import Workspace
from planlsp.session.texts.reading import Reading


class Snapshots:
    """Texts come and go; one that costs more than `at_once` characters leaves the file as it was,
    and waits to be read by somebody else (`unread`, `take`)."""

    def __init__(self) -> None:
        self.at_once: int | None = None
        self._workspace = Workspace()
        self._unread: dict[str, Reading] = {}
        self._kept: Set[str] = frozenset()

    @property
    def now(self) -> ProjectSnapshot:
        """The files as they are now."""
        return self._workspace.snapshot

    @property
    def unread(self) -> Mapping[str, Reading]:
        """The texts that are left to be read, by key."""
        return self._unread

    @property
    def kept(self) -> Set[str]:
        """The files that are there, or will be when they have been read."""
        return self._kept

    def take(self, reading: Reading, file: AnySnapshot) -> None:
        """Keep what was read of a text that had been left to be read."""
        if reading.key in self._unread:
            self._workspace.put(file, reading.language)
            source = self._unread[reading.key].source
            self.set_text(reading.key, source, reading.language)

    def set_text(self, key: str, source: SourceText, language: str = "") -> None:
        """Make `source` the text of a file, or leave it to be read where that costs too much."""
        before = self._workspace.snapshot.file(key)
        if before is None or before.text != source.text:
            known = self._unread.get(key)
            if known is not None and known.source is source and known.before is before:
                return
            reading = Reading.of(key, language, source, before)
            if self.at_once is not None and reading.cost > self.at_once:
                self._unread[key] = reading
                return
            self._workspace.put(reading.read(), language)
        self._workspace.set_text(key, source.text, language)
        self._unread.pop(key, None)

    def keep(self, wanted: Set[str], lost: Set[str]) -> None:
        """Forget what was kept before and is not `wanted` any more, and what is `lost`."""
        for key in (self._kept - wanted) | lost:
            self._workspace.close(key)
            self._unread.pop(key, None)
        self._kept = wanted - lost

    def set_references(self, references: Mapping[str, str]) -> None:
        """Say which file is compared with which."""
        self._workspace.set_references(references)

    def set_roots(self, roots: Roots) -> None:
        """Say which folders do not mix."""
        self._workspace.set_roots(roots)
