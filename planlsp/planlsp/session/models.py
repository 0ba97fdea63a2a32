"""Models and plans at one moment, with what each is compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from plancore.project import ProjectSnapshot
from plancore.source import SourceText
from planlsp.session.links.references import Wanted
from planlsp.session.settings.folder_settings import FolderSettings
from planlsp.session.settings.settings import Settings
from planlsp.session.uris import path_of


@dataclass(frozen=True, slots=True)
class Models:
    """Everything that findings rest on; it never changes.

    Files are called by their keys (see `planlsp.session.uris`). `references` says what each file is
    compared with, `mappings` which mapping file it names, `mapping_texts` what stands in those,
    `unreadable` why a file that is asked for has no text.
    """

    settings: FolderSettings
    files: ProjectSnapshot
    references: Mapping[str, Wanted]
    mappings: Mapping[str, Wanted]
    mapping_texts: Mapping[str, SourceText]
    unreadable: Mapping[str, str]

    def settings_of(self, key: str) -> Settings:
        """The settings that count for a file."""
        return self.settings.at(path_of(key))

    def mapping_text(self, key: str) -> str | None:
        """The text of the mapping that the file `key` names; None where there is none."""
        wanted = self.mappings.get(key)
        source = self.mapping_texts.get(wanted.key) if wanted and wanted.key else None
        return None if source is None else source.text
