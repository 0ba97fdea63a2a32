"""What files that nobody has open are compared with, told from their summaries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from plancore.index.summary import FileSummary
from plancore.source import SourceText
from planlsp.session.links.references import Wanted, wanted_mapping, wanted_reference
from planlsp.session.settings.folder_settings import FolderSettings
from planlsp.session.texts.text_store import Document
from planlsp.session.uris import path_of


@dataclass(frozen=True, slots=True)
class SummaryLinks:
    """Under the settings, the references `chosen` by command, and the workspace folders `roots`."""

    settings: FolderSettings
    chosen: Mapping[str, str]
    roots: tuple[str, ...]

    def reference_of(self, summary: FileSummary) -> Wanted | None:
        """The reference of a file."""
        settings = self.settings.at(path_of(summary.name))
        return wanted_reference(_document(summary), self.chosen, settings, self.roots)

    def mapping_of(self, summary: FileSummary) -> Wanted | None:
        """The mapping file that a file names."""
        return wanted_mapping(_document(summary), self.roots)


def lines_of(summary: FileSummary) -> str:
    """A text that names the same files."""
    return "\n".join(f";;!{name}: {path}" for name, path in summary.directives)


def _document(summary: FileSummary) -> Document:
    return Document(summary.name, summary.name, "", 0, SourceText(lines_of(summary)))
