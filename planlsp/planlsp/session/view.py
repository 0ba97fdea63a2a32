"""The state of a session at one moment, as findings rest on it and as features are given it."""

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
    """Everything that findings rest on; it never changes.

    Files are called by their keys (see `planlsp.session.uris`). `references` says what each file is
    compared with, `mappings` which mapping file it names, `mapping_texts` what stands in those,
    `unreadable` why a file that is asked for has no text.
    """

    settings: FolderSettings
    files: ProjectSnapshot
    references: Mapping[str, ReferencedFile]
    mappings: Mapping[str, ReferencedFile]
    mapping_texts: Mapping[str, SourceText]
    unreadable: Mapping[str, str]

    def settings_of(self, key: str) -> Settings:
        """The settings that count for a file."""
        return self.settings.at(path_of(key))

    def domain_in(self, key: str) -> DomainLink | None:
        """The first domain in a file."""
        file = self.files.file(key)
        definition = file.first("domain") if isinstance(file, FileSnapshot) else None
        if definition is None or not isinstance(file, FileSnapshot):
            return None
        return DomainLink(file, definition)

    def size_of(self, file: AnySnapshot) -> int:
        """The characters of `file`; of a plan with those of its domain and problem, which are
        looked at where it is executed."""
        size = len(file.text)
        if isinstance(file, PlanSnapshot):
            size += sum(len(other.text) for other in self.files.setting_of(file).files)
        return size

    def mapping_text(self, key: str) -> str | None:
        """The text of the mapping that the file `key` names; None where there is none."""
        wanted = self.mappings.get(key)
        source = self.mapping_texts.get(wanted.key) if wanted and wanted.key else None
        return None if source is None else source.text


@dataclass(frozen=True, slots=True)
class View(AnalysisState):
    """The state of everything at one moment: of the open documents, and of what they need.

    Files that are `unread` are as they were before, or not there yet, because their texts are still
    being read; `needs` are the files on disk that each document may need.
    """

    client: ClientProfile
    documents: Mapping[str, OpenDocument]
    unread: Set[str]
    needs: Mapping[str, Set[str]]
    known: KnownFiles

    def is_checked_unopened(self, key: str) -> bool:
        """Whether the client is told of the file also when it does not have it open."""
        is_asked_for = self.settings_of(key).diagnostic_mode is DiagnosticMode.WORKSPACE
        return is_asked_for and self.known.covers(key) and key in self.known.on_disk.files

    def unread_for(self, key: str) -> Set[str]:
        """The files that are to be read before anything is said about the document `key`."""
        if not self.unread:
            return frozenset()
        return self.unread & {key, *self.needs.get(key, ())}

    def index(self, checkpoint: Checkpoint) -> Index:
        """What is known of all files of the workspace, those in this view as they are in it. The
        first call after a large file was edited takes long."""
        return self.known.index(self.files.files, checkpoint)

    def text(self, key: str) -> SourceText | None:
        """The text of any file, be it open, known or on disk; None where there is none."""
        file = self.files.file(key)
        return file.source if file else self.known.text(key)

    def source(self, key: str) -> SourceText:
        """The text of a file, be it a model or a mapping; empty for one that is not there."""
        file = self.files.file(key)
        return file.source if file else self.mapping_texts.get(key, SourceText(""))

    def uri(self, key: str) -> str:
        """The URI of a file as the client spells it."""
        document = self.documents.get(key)
        return document.uri if document else key
