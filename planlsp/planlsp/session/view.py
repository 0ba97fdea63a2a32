"""Immutable views of a session's state, for analyses and features."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plancore.project import AnySnapshot, DomainLink, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plancore.stop import Checkpoint
from planlsp.session.links import ReferencedFile
from planlsp.session.settings.folder_settings import FolderSettings
from planlsp.session.settings.settings import DiagnosticMode, Settings
from planlsp.session.texts.documents import OpenDocument
from planlsp.session.uris import path_of

if TYPE_CHECKING:
    from plancore.index.index import Index
    from planlsp.session.client import ClientProfile
    from planlsp.session.known_files import KnownFiles


@dataclass(frozen=True, slots=True)
class AnalysisState:
    """The immutable input of diagnostics.

    All mappings are by key of a file (see `planlsp.session.uris`). `references` has the reference
    of each file, `mappings` the mapping file that it names, `mapping_texts` the texts of mapping
    files, and `unreadable` why a file could not be read.
    """

    settings: FolderSettings
    files: ProjectSnapshot
    references: Mapping[str, ReferencedFile]
    mappings: Mapping[str, ReferencedFile]
    mapping_texts: Mapping[str, SourceText]
    unreadable: Mapping[str, str]

    def settings_of(self, key: str) -> Settings:
        """The settings for a file."""
        return self.settings.at(path_of(key))

    def domain_in(self, key: str) -> DomainLink | None:
        """The first domain in a file."""
        file = self.files.file(key)
        definition = file.first("domain") if isinstance(file, FileSnapshot) else None
        if definition is None or not isinstance(file, FileSnapshot):
            return None
        return DomainLink(file, definition)

    def size_of(self, file: AnySnapshot) -> int:
        """The number of characters of `file`, for a plan including its domain and problem, which
        are needed to execute it."""
        size = len(file.text)
        if isinstance(file, PlanSnapshot):
            size += sum(len(other.text) for other in self.files.setting_of(file).files)
        return size

    def mapping_text(self, key: str) -> str | None:
        """The text of the mapping that the file `key` names; None without one."""
        wanted = self.mappings.get(key)
        source = self.mapping_texts.get(wanted.key) if wanted and wanted.key else None
        return None if source is None else source.text


@dataclass(frozen=True, slots=True)
class View(AnalysisState):
    """The state of a session at one moment: open documents, and the files that they need.

    Files in `unread` have their previous state, or are missing, because their texts are still being
    parsed. `needs` are the files on disk that each document may need; while folders are searched
    (`is_searching`), not all are known.
    """

    client: ClientProfile
    documents: Mapping[str, OpenDocument]
    unread: Set[str]
    needs: Mapping[str, Set[str]]
    known: KnownFiles
    is_searching: bool = False

    def is_checked_unopened(self, key: str) -> bool:
        """Whether the file is checked even if it is not open."""
        is_asked_for = self.settings_of(key).diagnostic_mode is DiagnosticMode.WORKSPACE
        return is_asked_for and self.known.covers(key) and key in self.known.on_disk.files

    def unread_for(self, key: str) -> Set[str]:
        """The unparsed files that the document `key` needs, including itself."""
        if not self.unread:
            return frozenset()
        return self.unread & {key, *self.needs.get(key, ())}

    def index(self, checkpoint: Checkpoint) -> Index:
        """The index of the workspace with this view's versions of files. The first call after an
        edit of a large file is slow."""
        return self.known.index(self.files.files, checkpoint)

    def text(self, key: str) -> SourceText | None:
        """The text of a file in this view or the index; None if there is none."""
        file = self.files.file(key)
        return file.source if file else self.known.text(key)

    def source(self, key: str) -> SourceText:
        """The text of a model, plan or mapping in this view; empty if there is none."""
        file = self.files.file(key)
        return file.source if file else self.mapping_texts.get(key, SourceText(""))

    def uri(self, key: str) -> str:
        """The URI of a file as the client spells it."""
        document = self.documents.get(key)
        return document.uri if document else key
