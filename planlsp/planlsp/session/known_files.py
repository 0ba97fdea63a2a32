"""The index of a workspace's files, including unsaved changes of open ones."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from plancore.index.index import Index
from plancore.index.summary import FileSummary, summarise
from plancore.links import root_of
from plancore.project import AnySnapshot, PlanSnapshot
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint
from planlsp.session.texts.documents import DiskReader
from planlsp.session.uris import path_of


class Summaries:
    """A cache of summaries of files that the session has read."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[AnySnapshot, FileSummary]] = {}

    def of(self, file: AnySnapshot, checkpoint: Checkpoint = NEVER) -> FileSummary:
        """The summary of `file`, which is slow for a large file that was edited."""
        known = self._known.get(file.name)
        if known is None or known[0] is not file:
            known = self._known[file.name] = (file, summarise(file, None, checkpoint))
        return known[1]

    def keep(self, names: Set[str]) -> None:
        """Forget the summaries of all other files."""
        for name in self._known.keys() - names:
            self._known.pop(name, None)


@dataclass(frozen=True, slots=True)
class KnownFiles:
    """The index of files on disk, and summaries of files that the session has read, saved or
    not."""

    on_disk: Index
    disk: DiskReader
    summaries: Summaries

    def covers(self, key: str) -> bool:
        """Whether the index is complete and includes the folder of the file `key`."""
        return self.on_disk.is_complete and root_of(key, self.on_disk.roots) is not None

    def companions(self, file: AnySnapshot) -> set[str]:
        """The files on disk that `file` may need."""
        definitions = () if isinstance(file, PlanSnapshot) else file.definitions
        wanted = [definition.domain_name for definition in definitions]
        return self.on_disk.companions(file.name, file.kind, wanted)

    def index(self, files: Mapping[str, AnySnapshot], checkpoint: Checkpoint = NEVER) -> Index:
        """The index with the session's versions of `files`."""
        of = self.summaries.of
        return self.on_disk.replaced({key: of(file, checkpoint) for key, file in files.items()})

    def text(self, key: str) -> SourceText | None:
        """The text of a file on disk that is in the index."""
        path = path_of(key) if key in self.on_disk.files else None
        text = self.disk.read(path) if path is not None else None
        return text if isinstance(text, SourceText) else None
