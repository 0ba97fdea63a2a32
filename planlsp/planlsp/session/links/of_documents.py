"""What each open document belongs to, as far as what has been read can tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.snapshot import FileSnapshot
from planlsp.session.links.belonging import files_around, named_files
from planlsp.session.links.known import Known
from planlsp.session.links.references import Wanted, wanted_mapping, wanted_reference
from planlsp.session.settings.folder_settings import FolderSettings
from planlsp.session.texts.text_store import Document
from planlsp.session.uris import path_of


class DocumentLinks(NamedTuple):
    """The files on disk that a document may need, what it is compared with, and under what."""

    needs: Set[str]
    reference: Wanted | None
    mapping: Wanted | None


@dataclass(frozen=True, slots=True)
class LinkFinder:
    """Finds what belongs to documents. `documents` are those that hold models or plans, by key;
    `chosen` is what they are compared with by command, key to key."""

    documents: Mapping[str, Document]
    files: ProjectSnapshot
    known: Known
    settings: FolderSettings
    chosen: Mapping[str, str]
    roots: Sequence[str]

    def links_of(self, document: Document) -> DocumentLinks:
        """What is known now. What a file that is read next names is known only then."""
        needs = set(self._related(document))
        reference = self._wanted_reference(document)
        if reference is not None and reference.key is not None:
            needs.add(reference.key)
        return DocumentLinks(needs, reference, wanted_mapping(document, self.roots))

    def references_of_plans(self) -> Iterator[tuple[str, Wanted]]:
        """What the domains of the open plans are compared with, where they are not open."""
        for key in self.documents:
            plan = self.files.file(key)
            if isinstance(plan, PlanSnapshot):
                domain = self.files.setting_of(plan).domain
                wanted = self._reference_of(domain.file) if domain else None
                if domain is not None and wanted is not None:
                    yield domain.file.name, wanted

    def _related(self, document: Document) -> Iterable[str]:
        """Keys of the files that may hold the domain or the problem of `document`."""
        file = self.files.file(document.key)
        yield from named_files(document.key, document.source.text, self.roots)
        if file is not None and self.known.covers(document.key):
            yield from self.known.companions(file)
        elif file is not None:
            yield from files_around(document.key, file.kind, self.roots)
        if isinstance(file, PlanSnapshot):
            yield from self._named_in_turn(file)

    def _named_in_turn(self, plan: PlanSnapshot) -> Iterator[str]:
        """Keys of the files that those of a plan name: the problem its domain, that its reference.

        Only what has been read can tell, so they are known when one looks around again.
        """
        domain, problem = self.files.setting_of(plan)
        if problem is not None:
            yield from named_files(problem.file.name, problem.file.text, self.roots)
        wanted = self._reference_of(domain.file) if domain else None
        if wanted is not None and wanted.key is not None:
            yield wanted.key

    def _reference_of(self, file: FileSnapshot) -> Wanted | None:
        document = self.documents.get(file.name)
        return self._wanted_reference(
            document or Document(file.name, file.name, "", 0, file.source)
        )

    def _wanted_reference(self, document: Document) -> Wanted | None:
        settings = self.settings.at(path_of(document.uri))
        return wanted_reference(document, self.chosen, settings, self.roots)
