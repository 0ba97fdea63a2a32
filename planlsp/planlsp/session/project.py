"""What the server works on: open documents, files on disk, settings, references, mappings."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from lsprotocol import types

from plancore.directives import directives
from plancore.index.index import Index
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import Encoding, SourceText
from plancore.workspace import Workspace
from planlsp.session.client import ClientProfile
from planlsp.session.links.belonging import files_around, named_files
from planlsp.session.links.known import Known, Summaries
from planlsp.session.links.references import Wanted, wanted_mapping, wanted_reference
from planlsp.session.settings.folder_settings import FILE as SETTINGS_FILE
from planlsp.session.settings.folder_settings import FolderSettings, SettingsReader
from planlsp.session.settings.settings import Settings
from planlsp.session.texts.disk import DiskReader, Unreadable
from planlsp.session.texts.reading import Reading
from planlsp.session.texts.text_buffer import TextEdit
from planlsp.session.texts.text_store import Document, TextStore
from planlsp.session.uris import key_of, path_of, uri_of

logger = logging.getLogger(__name__)

# How long, in seconds, what is on disk is taken to be as it was when last looked at; each
# keystroke that changes no link to another file starts this time anew.
FRESH = 0.5

# Files that were read may name further ones: a problem its domain, and that its reference.
_IN_TURN = 2

_DATA = ("json", "jsonc", "toml")


@dataclass(frozen=True, slots=True)
class View:
    """The state of everything at one moment; it never changes.

    Files are called by their keys (see `planlsp.session.uris`). `references` says what each open
    document is compared with, `mappings` which mapping file it names, `mapping_texts` what stands
    in those, `unreadable` why a file that is asked for has no text. Those `unread` are as they were
    before, or not there yet, because their texts are still being read; `needs` are the files on
    disk that each document may need.
    """

    client: ClientProfile
    settings: FolderSettings
    documents: Mapping[str, Document]
    files: ProjectSnapshot
    references: Mapping[str, Wanted]
    mappings: Mapping[str, Wanted]
    mapping_texts: Mapping[str, SourceText]
    unreadable: Mapping[str, str]
    unread: Set[str] = frozenset()
    needs: Mapping[str, Set[str]] = field(default_factory=dict)
    known: Known = field(kw_only=True)

    def settings_of(self, key: str) -> Settings:
        """The settings that count for a file."""
        return self.settings.at(path_of(key))

    def unread_for(self, key: str) -> Set[str]:
        """The files that are to be read before anything is said about the document `key`."""
        if not self.unread:
            return frozenset()
        return self.unread & {key, *self.needs.get(key, ())}

    def mapping_text(self, key: str) -> str | None:
        """The text of the mapping that the document `key` names; None where there is none."""
        wanted = self.mappings.get(key)
        source = self.mapping_texts.get(wanted.key) if wanted and wanted.key else None
        return None if source is None else source.text

    @property
    def index(self) -> Index:
        """What is known of all files of the workspace, those in this view as they are in it. The
        first call after a large file was edited takes long."""
        return self.known.index(self.files.files)

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


class Project:
    """The mutable state of a session. Everybody else works on the views it hands out."""

    def __init__(self) -> None:
        self.folder_uris: dict[str, str] = {}
        self._disk = DiskReader()
        self._settings_reader = SettingsReader(self._disk)
        self._settings = FolderSettings()
        self._known = Known(Index({}, is_complete=False), self._disk, Summaries())
        self._store = TextStore()
        self._workspace = Workspace()
        self._loaded: set[str] = set()
        self._unread: dict[str, Reading] = {}
        self._needs: Mapping[str, Set[str]] = {}
        self._chosen: dict[str, str] = {}
        self._references: Mapping[str, Wanted] = {}
        self._mappings: Mapping[str, Wanted] = {}
        self._mapping_texts: Mapping[str, SourceText] = {}
        self._unreadable: Mapping[str, str] = {}
        self._kinds: Mapping[str, str | None] = {}
        self._looked = 0.0
        self._has_news = False
        self._at_once: int | None = None

    @property
    def roots(self) -> tuple[str, ...]:
        """The paths of the workspace folders."""
        return tuple(self.folder_uris)

    def start(self, params: types.InitializeParams) -> None:
        """Take the folders and the settings that the client starts with."""
        uris = [folder.uri for folder in params.workspace_folders or ()]
        if not uris and params.root_uri:
            uris = [params.root_uri]
        self._set_folders(uris)
        self.configure(params.initialization_options)

    def change_folders(self, event: types.WorkspaceFoldersChangeEvent) -> None:
        """The client has added or removed workspace folders."""
        removed = {path_of(folder.uri) for folder in event.removed}
        kept = [uri for path, uri in self.folder_uris.items() if path not in removed]
        self._set_folders([*kept, *(folder.uri for folder in event.added)])
        self.invalidate()

    def _set_folders(self, uris: Sequence[str]) -> None:
        paths = {path_of(uri): uri for uri in reversed(uris)}
        self.folder_uris = {p: uri for p, uri in reversed(paths.items()) if p is not None}
        self._workspace.set_roots(tuple(uri_of(os.path.normpath(root)) for root in self.roots))

    def configure(self, raw: object, folders: Mapping[str, object] | None = None) -> None:
        """Take new settings, and those of folders by their paths."""
        self._settings_reader.configure(raw, folders or {})
        self._settings = self._settings_reader.current(self.roots)
        self.invalidate()

    def concerns(self, uri: str) -> bool:
        """Whether a file on disk may matter: of those that hold no model, mappings and settings."""
        key = key_of(uri)
        is_mapping = any(wanted.key == key for wanted in self._mappings.values())
        return is_mapping or key.endswith(f"/{SETTINGS_FILE}") or not _is_data(key)

    def set_reference(self, uri: str, reference: str | None) -> None:
        """Compare the file at `uri` with the one at `reference`; None ends the comparison."""
        if reference is None:
            self._chosen.pop(key_of(uri), None)
        else:
            self._chosen[key_of(uri)] = key_of(reference)
        self.invalidate()

    def rename(self, old: str, new: str) -> None:
        """The file or folder with the key `old` has the key `new` now."""

        def after(key: str) -> str:
            is_inside = key == old or key.startswith(f"{old.rstrip('/')}/")
            return new + key[len(old) :] if is_inside else key

        self._chosen = {after(key): after(other) for key, other in self._chosen.items()}
        self.invalidate()

    def document(self, uri: str) -> Document | None:
        """The open document at `uri`, as it is now."""
        return self._store.get(uri)

    def open(self, item: types.TextDocumentItem) -> None:
        """The client shows a document: from now on its text counts, not the one on disk."""
        self._store.open(item.uri, item.language_id, item.version, item.text)
        self.invalidate()

    def change(
        self, uri: str, version: int, edits: Sequence[TextEdit | str], encoding: Encoding
    ) -> None:
        """The client has edited a document."""
        before = self._store.get(uri)
        after = self._store.change(uri, version, edits, encoding)
        if before is None or after is None:
            logger.warning("edits of a document that is not open: %s", uri)
        elif directives(before.source.text) != directives(after.source.text):
            self.invalidate()
        elif self._looked:
            self._looked = time.monotonic()  # nobody waits for the disk while typing

    def close(self, uri: str) -> None:
        """The client shows a document no longer."""
        self._store.close(uri)
        self.invalidate()

    @property
    def unread(self) -> Mapping[str, Reading]:
        """The texts that the last view has left to be read, by key."""
        return self._unread

    def take(self, reading: Reading, file: AnySnapshot) -> None:
        """Keep what was read of a text that had been left to be read."""
        if reading.key in self._unread:
            self._workspace.put(file, reading.language)
            source = self._unread[reading.key].source
            self._set_text(reading.key, source, reading.language)

    def view(self, client: ClientProfile, at_once: int | None = None) -> View:
        """Everything as it is now.

        A text that costs more than `at_once` characters is left to be read by somebody else
        (`unread`, `take`); without a number everything is read.
        """
        self._at_once = at_once
        for document in self._models():
            self._set_text(document.key, document.source, document.language)
        kinds = {document.key: self._kind(document) for document in self._store}
        if kinds != self._kinds or time.monotonic() - self._looked > FRESH:
            self._kinds = kinds
            for _ in range(_IN_TURN):
                loaded = self._loaded
                self._look_around()
                if self._loaded == loaded:
                    break
        return View(
            client,
            self._settings,
            {document.key: document for document in self._store},
            self._workspace.snapshot,
            self._references,
            self._mappings,
            {**self._mapping_texts, **self._open_mappings()},
            self._unreadable,
            frozenset(self._unread),
            self._needs,
            known=self._known,
        )

    def read(self, key: str) -> SourceText | Unreadable:
        """The text of a file that need not belong to any open document, from disk."""
        return self._read(key)

    def set_index(self, index: Index) -> None:
        """Take what is known now of the workspace."""
        self._known = replace(self._known, on_disk=index)
        self.invalidate()

    def take_news(self) -> bool:
        """Whether a view has shown something new on disk since the last call."""
        had_news, self._has_news = self._has_news, False
        return had_news

    def invalidate(self) -> None:
        """Make the next view look up anew which files belong together, here and on disk."""
        self._looked = 0.0

    def _look_around(self) -> None:
        """Find out which files belong to the open documents, and read those that changed."""
        self._looked = time.monotonic()
        before = self._found()
        self._settings = self._settings_reader.current(self.roots)
        references: dict[str, Wanted] = {}
        mappings: dict[str, Wanted] = {}
        unreadable: dict[str, str] = {}
        needs: dict[str, set[str]] = {}
        for document in self._models():
            needed = needs[document.key] = set(self._related(document))
            mapping = wanted_mapping(document, self.roots)
            if mapping is not None:
                mappings[document.key] = mapping
            wanted = self._wanted_reference(document)
            if wanted is not None:
                references[document.key] = wanted
                if wanted.key is not None:
                    needed.add(wanted.key)
        self._needs = needs
        opened = {document.key for document in self._store}
        on_disk = set().union(*needs.values()) - opened
        for key in on_disk:
            result = self._read(key)
            if isinstance(result, Unreadable):
                unreadable[key] = result.reason
            else:
                self._set_text(key, result)
        texts = self._read_mappings(mappings.values(), unreadable)
        for key in (self._loaded - on_disk - opened) | unreadable.keys():
            self._workspace.close(key)
            self._unread.pop(key, None)
        self._loaded = (on_disk - unreadable.keys()) | opened
        self._references, self._unreadable = references, unreadable
        self._mappings, self._mapping_texts = mappings, texts
        self._workspace.set_references(
            {
                key: wanted.key
                for key, wanted in (*self._references_of_plans(), *references.items())
                if wanted.key is not None
            }
        )
        self._known.summaries.keep(self._workspace.snapshot.files.keys())
        # Snapshots of files are compared as objects.
        if before != self._found():
            self._has_news = True

    def _found(self) -> tuple[object, ...]:
        """All that a look around may change."""
        files, texts = self._workspace.snapshot.files, self._mapping_texts
        return files, texts, self._references, self._mappings, self._unreadable, self._settings

    def _models(self) -> Iterator[Document]:
        """The open documents that hold PDDL or plans."""
        return (document for document in self._store if not _holds_data(document))

    def _open_mappings(self) -> dict[str, SourceText]:
        keys = (wanted.key for wanted in self._mappings.values() if wanted.key is not None)
        opened = (self._store.get(key) for key in keys)
        return {document.key: document.source for document in opened if document is not None}

    def _read_mappings(
        self, mappings: Iterable[Wanted], unreadable: dict[str, str]
    ) -> dict[str, SourceText]:
        """The mapping files that no document shows, from disk."""
        texts: dict[str, SourceText] = {}
        for key in {wanted.key for wanted in mappings if wanted.key is not None}:
            result = None if self._store.get(key) else self._read(key)
            if isinstance(result, Unreadable):
                unreadable[key] = result.reason
            elif result is not None:
                texts[key] = result
        return texts

    def _related(self, document: Document) -> Iterator[str]:
        """Keys of the files that may hold the domain or the problem of `document`."""
        file = self._workspace.snapshot.file(document.key)
        yield from named_files(document.key, document.source.text, self.roots)
        if file is not None and self._known.covers(document.key):
            yield from self._known.companions(file)
        elif file is not None:
            yield from files_around(document.key, file.kind, self.roots)
        if isinstance(file, PlanSnapshot):
            yield from self._named_in_turn(file)

    def _named_in_turn(self, plan: PlanSnapshot) -> Iterator[str]:
        """Keys of the files that those of a plan name: the problem its domain, that its reference.

        Only what has been read can tell, so they are known when one looks around again.
        """
        domain, problem = self._workspace.snapshot.setting_of(plan)
        if problem is not None:
            yield from named_files(problem.file.name, problem.file.text, self.roots)
        wanted = self._reference_of(domain.file) if domain else None
        if wanted is not None and wanted.key is not None:
            yield wanted.key

    def _references_of_plans(self) -> Iterator[tuple[str, Wanted]]:
        """What the domains of the open plans are compared with, where they are not open."""
        for document in self._models():
            plan = self._workspace.snapshot.file(document.key)
            if isinstance(plan, PlanSnapshot):
                domain = self._workspace.snapshot.setting_of(plan).domain
                wanted = self._reference_of(domain.file) if domain else None
                if domain is not None and wanted is not None:
                    yield domain.file.name, wanted

    def _reference_of(self, file: FileSnapshot) -> Wanted | None:
        document = self._store.get(file.name) or Document(file.name, file.name, "", 0, file.source)
        return self._wanted_reference(document)

    def _wanted_reference(self, document: Document) -> Wanted | None:
        settings = self._settings.at(path_of(document.uri))
        return wanted_reference(document, self._chosen, settings, self.roots)

    def _kind(self, document: Document) -> str | None:
        file = self._workspace.snapshot.file(document.key)
        return None if file is None else file.kind

    def _read(self, key: str) -> SourceText | Unreadable:
        path = path_of(key)
        return Unreadable("is not a file on disk") if path is None else self._disk.read(path)

    def _set_text(self, key: str, source: SourceText, language: str = "") -> None:
        """Make `source` the text of a file, or leave it to be read where that costs too much."""
        before = self._workspace.snapshot.file(key)
        if before is None or before.text != source.text:
            known = self._unread.get(key)
            if known is not None and known.source is source and known.before is before:
                return
            reading = Reading.of(key, language, source, before)
            if self._at_once is not None and reading.cost > self._at_once:
                self._unread[key] = reading
                return
            self._workspace.put(reading.read(), language)
        self._workspace.set_text(key, source.text, language)
        self._unread.pop(key, None)


def _holds_data(document: Document) -> bool:
    """Whether a document is no model, but may be a mapping of one."""
    return document.language in _DATA or _is_data(document.key)


def _is_data(key: str) -> bool:
    return key.endswith(tuple(f".{name}" for name in _DATA))
