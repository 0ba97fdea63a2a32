"""What files are compared with: references and mappings, read for each file that names one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from planlsp.session.links.references import Wanted, wanted_mapping, wanted_reference
from planlsp.session.models import Models
from planlsp.session.settings.folder_settings import FolderSettings, is_below
from planlsp.session.texts.disk import DiskReader, Unreadable
from planlsp.session.texts.text_store import Document
from planlsp.session.uris import path_of


@dataclass(slots=True)
class Comparing:
    """Puts files together with what they are compared with. No line in a file may point out of the
    folder whose settings count for it or, where none do, out of the `roots`."""

    settings: FolderSettings
    roots: tuple[str, ...]
    _disk: DiskReader | None = None  # made where it is used: it cannot go to another process
    _read: dict[str, AnySnapshot] = field(default_factory=dict)

    def models(self, file: AnySnapshot, others: Iterable[AnySnapshot]) -> Models:
        """A file with the `others` that belong to it. A plan is executed under the references of
        its domains, too."""
        files = {other.name: other for other in (file, *others)}
        references = {
            key: wanted
            for key in _compared(file, files.values())
            if (wanted := self._reference(files[key])) is not None
        }
        mapping = wanted_mapping(_document(file), self._roots(file))
        unreadable: dict[str, str] = {}
        read: dict[str, AnySnapshot] = {}
        for key in _keys(references.values()):
            if key not in files:
                text = self._text(key, unreadable)
                if text is not None:
                    read[key] = self._snapshot(key, text)
        self._read = read
        mapping_key = mapping.key if mapping else None
        mapping_text = self._text(mapping_key, unreadable) if mapping_key else None
        named = {key: wanted.key for key, wanted in references.items() if wanted.key is not None}
        return Models(
            self.settings,
            ProjectSnapshot({**files, **read}, named),
            references,
            {file.name: mapping} if mapping else {},
            {mapping_key: mapping_text} if mapping_key and mapping_text else {},
            unreadable,
        )

    def _reference(self, file: AnySnapshot) -> Wanted | None:
        settings = self.settings.at(path_of(file.name))
        return wanted_reference(_document(file), {}, settings, self._roots(file))

    def _roots(self, file: AnySnapshot) -> tuple[str, ...]:
        path = path_of(file.name) or ""
        around = [root for root in self.settings.folders if is_below(path, root)]
        return (max(around, key=len),) if around else self.roots

    def _text(self, key: str, unreadable: dict[str, str]) -> SourceText | None:
        self._disk = self._disk or DiskReader()
        text = self._disk.read(path_of(key) or "")
        if isinstance(text, Unreadable):
            unreadable[key] = text.reason
            return None
        return text

    def _snapshot(self, key: str, text: SourceText) -> AnySnapshot:
        known = self._read.get(key)
        return known if known and known.text == text.text else snapshot_of(text.text, key)


def _compared(file: AnySnapshot, files: Iterable[AnySnapshot]) -> Iterator[str]:
    """The names of the files whose references count for the findings in `file`."""
    yield file.name
    if isinstance(file, PlanSnapshot):
        for other in files:
            if isinstance(other, FileSnapshot) and other.first("domain") is not None:
                yield other.name


def _keys(wanted: Iterable[Wanted]) -> Iterator[str]:
    return (each.key for each in wanted if each.key is not None)


def _document(file: AnySnapshot) -> Document:
    return Document(file.name, file.name, "", 0, file.source)
