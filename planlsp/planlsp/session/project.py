"""The state of a session: open documents, files on disk, settings, references and mappings."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from lsprotocol import types

from plancore.directives import directives
from plancore.index.index import Index
from plancore.links import root_of
from plancore.project import AnySnapshot, ProjectSnapshot
from plancore.source import Encoding, SourceText
from plancore.stop import NEVER, Checkpoint, SpentError, until
from planfiles.folders import is_listed
from planlsp.session.client import ClientProfile
from planlsp.session.known_files import KnownFiles, Summaries
from planlsp.session.links import DocumentLinks, LinkFinder, ReferencedFile, Searched
from planlsp.session.settings.folder_settings import NAME as SETTINGS_FILE
from planlsp.session.settings.folder_settings import FolderSettings, SettingsReader
from planlsp.session.texts.documents import (
    DiskReader,
    OpenDocument,
    TextEdit,
    TextStore,
    Unreadable,
)
from planlsp.session.texts.snapshots import PendingText, Snapshots
from planlsp.session.uris import key_of, path_of, uri_of
from planlsp.session.view import View

logger = logging.getLogger(__name__)

# Seconds during which the disk is assumed unchanged. Keystrokes that change no link to another file
# restart this time.
FRESH = 0.5

# Seconds for which a view searches folders; the next one goes on.
_AT_A_TIME = 0.02

# Files that were read may name others: a problem its domain, and that its reference.
_IN_TURN = 2

_DATA = ("json", "jsonc", "toml")


@dataclass(frozen=True, slots=True)
class _Around:
    """The links of open documents, the texts of mappings, and why files could not be read."""

    links: Mapping[str, DocumentLinks] = field(default_factory=dict)
    mapping_texts: Mapping[str, SourceText] = field(default_factory=dict)
    unreadable: Mapping[str, str] = field(default_factory=dict)

    @property
    def needs(self) -> Mapping[str, Set[str]]:
        return {key: links.needs for key, links in self.links.items()}

    @property
    def references(self) -> Mapping[str, ReferencedFile]:
        return {key: links.reference for key, links in self.links.items() if links.reference}

    @property
    def mappings(self) -> Mapping[str, ReferencedFile]:
        return {key: links.mapping for key, links in self.links.items() if links.mapping}

    @property
    def mapping_keys(self) -> set[str]:
        return {wanted.key for wanted in self.mappings.values() if wanted.key is not None}


@dataclass(frozen=True, slots=True)
class ClientState:
    """The client's state without texts: URIs of folders, settings, and references set by command.
    It can be sent to another process."""

    folders: tuple[str, ...]
    everywhere: object
    of_folders: Mapping[str, object]
    chosen: Mapping[str, str]

    @property
    def roots(self) -> tuple[str, ...]:
        """The paths of the folders."""
        paths = map(path_of, self.folders)
        return tuple(path for path in paths if path is not None)


class Project:
    """The mutable state of a session. All other code works on its immutable views."""

    def __init__(self) -> None:
        self.folder_uris: dict[str, str] = {}
        self._disk = DiskReader()
        self._settings_reader = SettingsReader(self._disk)
        self._settings = FolderSettings()
        self._known = KnownFiles(Index({}, is_complete=False), self._disk, Summaries())
        self._store = TextStore()
        self._snapshots = Snapshots()
        self._chosen: dict[str, str] = {}
        self._around = _Around()
        self._kinds: Mapping[str, str | None] = {}
        self._looked = 0.0
        self._searched: Searched = {}
        self._has_news = False
        self.is_searching = False
        """Whether the last view ended before all folders were searched; the next one goes on."""

    @classmethod
    def of(cls, state: ClientState) -> Project:
        """A project with the same state of the client, without documents."""
        project = cls()
        project._chosen = dict(state.chosen)
        project._set_folders(state.folders)
        project.configure(state.everywhere, state.of_folders)
        return project

    @property
    def client_state(self) -> ClientState:
        """The client's state without texts."""
        everywhere, of_folders = self._settings_reader.said
        folders = tuple(self.folder_uris.values())
        return ClientState(folders, everywhere, of_folders, dict(self._chosen))

    @property
    def roots(self) -> tuple[str, ...]:
        """The paths of the workspace folders."""
        return tuple(self.folder_uris)

    def start(self, params: types.InitializeParams) -> None:
        """Take the folders and settings of an `initialize` request."""
        uris = [folder.uri for folder in params.workspace_folders or ()]
        if not uris and params.root_uri:
            uris = [params.root_uri]
        self._set_folders(uris)
        self.configure(params.initialization_options)

    def change_folders(self, event: types.WorkspaceFoldersChangeEvent) -> None:
        """Add and remove workspace folders."""
        removed = {path_of(folder.uri) for folder in event.removed}
        kept = [uri for path, uri in self.folder_uris.items() if path not in removed]
        self._set_folders([*kept, *(folder.uri for folder in event.added)])
        self.invalidate()

    def _set_folders(self, uris: Sequence[str]) -> None:
        paths = {path_of(uri): uri for uri in reversed(uris)}
        self.folder_uris = {p: uri for p, uri in reversed(paths.items()) if p is not None}
        self._snapshots.set_roots(tuple(uri_of(os.path.normpath(root)) for root in self.roots))

    def configure(self, raw: object, folders: Mapping[str, object] | None = None) -> None:
        """Take new settings of the client: general ones, and those of folders by path."""
        self._settings_reader.configure(raw, folders or {})
        self._settings = self._settings_reader.current(self.roots)
        self._looked = 0.0

    def concerns(self, uri: str) -> bool:
        """Whether a change of a file on disk may matter: a mapping in use, a settings file, or one
        that may be a planning file by its name."""
        key = key_of(uri)
        if key in self._around.mapping_keys or key.endswith(f"/{SETTINGS_FILE}"):
            return True
        root = root_of(key, self._snapshots.now.roots)
        return is_listed(key.rpartition("/")[2] if root is None else key[len(root) :])

    def set_reference(self, uri: str, reference: str | None) -> None:
        """Compare the file at `uri` with the one at `reference`; None ends the comparison."""
        if reference is None:
            self._chosen.pop(key_of(uri), None)
        else:
            self._chosen[key_of(uri)] = key_of(reference)
        self._looked = 0.0

    def rename(self, old: str, new: str) -> None:
        """Change the key `old` of a file or folder to `new`."""

        def after(key: str) -> str:
            is_inside = key == old or key.startswith(f"{old.rstrip('/')}/")
            return new + key[len(old) :] if is_inside else key

        self._chosen = {after(key): after(other) for key, other in self._chosen.items()}
        self.invalidate()

    def document(self, uri: str) -> OpenDocument | None:
        """The current state of the open document at `uri`."""
        return self._store.get(uri)

    def open(self, item: types.TextDocumentItem) -> None:
        """Open a document: its text replaces the one on disk."""
        self._store.open(item.uri, item.language_id, item.version, item.text)
        self.invalidate()

    def change(
        self, uri: str, version: int, edits: Sequence[TextEdit | str], encoding: Encoding
    ) -> None:
        """Apply edits to an open document."""
        before = self._store.get(uri)
        after = self._store.change(uri, version, edits, encoding)
        if before is None or after is None:
            logger.warning("edits of a document that is not open: %s", uri)
        elif directives(before.source.text) != directives(after.source.text):
            self._looked = 0.0
        elif self._looked:
            self._looked = time.monotonic()  # do not read the disk while the user types

    def close(self, uri: str) -> None:
        """Close a document."""
        self._store.close(uri)
        self._looked = 0.0

    @property
    def unread(self) -> Mapping[str, PendingText]:
        """The texts that still have to be parsed after the last view, by key."""
        return self._snapshots.unread

    def release_replaced(self) -> Iterator[None]:
        """Release the models of texts that were replaced or closed; yields after each few
        milliseconds."""
        return self._snapshots.release_replaced()

    def take(self, reading: PendingText, file: AnySnapshot) -> None:
        """Store the result of parsing one of the `unread` texts."""
        self._snapshots.take(reading, file)

    def view(self, client: ClientProfile, at_once: int | None = None) -> View:
        """The current state of everything.

        A text that costs more than `at_once` characters is not parsed here, but left for the
        background (`unread`, `take`), and folders are searched for a limited time
        (`is_searching`); with None all are parsed and searched.
        """
        self._snapshots.at_once = at_once
        checkpoint = NEVER
        if at_once is not None:
            checkpoint = until(time.monotonic() + _AT_A_TIME, time.monotonic, NEVER)
        for document in self._models().values():
            self._snapshots.set_text(document.key, document.source, document.language)
        kinds = {document.key: self._kind(document) for document in self._store}
        is_fresh = time.monotonic() - self._looked <= FRESH
        if kinds != self._kinds or self.is_searching or not is_fresh:
            self._kinds = kinds
            for _ in range(_IN_TURN):
                kept = self._snapshots.kept
                self._look_around(checkpoint)
                if self._snapshots.kept == kept:
                    break
        return View(
            self._settings,
            self._snapshots.now,
            self._around.references,
            self._around.mappings,
            {**self._around.mapping_texts, **self._open_mappings()},
            self._around.unreadable,
            client=client,
            documents={document.key: document for document in self._store},
            unread=frozenset(self._snapshots.unread),
            needs=self._around.needs,
            known=self._known,
            is_searching=self.is_searching,
        )

    def read(self, key: str) -> SourceText | Unreadable:
        """Read any file from disk."""
        path = path_of(key)
        return Unreadable("is not a file on disk") if path is None else self._disk.read(path)

    def set_index(self, index: Index) -> None:
        """Replace the index of the workspace."""
        self.set_known(replace(self._known, on_disk=index))

    def set_known(self, known: KnownFiles) -> None:
        """Replace the known files."""
        self._known = known
        self._looked = 0.0

    def take_news(self) -> bool:
        """Whether a view has found changes on disk since the last call."""
        had_news, self._has_news = self._has_news, False
        return had_news

    def invalidate(self) -> None:
        """Make the next view check links between files again, and search their folders on disk."""
        self._looked = 0.0
        self._searched = {}

    def _look_around(self, checkpoint: Checkpoint) -> None:
        """Find the files that belong to the open documents, and read those that changed."""
        self.is_searching = False
        self._looked = time.monotonic()
        before = self._seen()
        self._settings = self._settings_reader.current(self.roots)
        documents = self._models()
        finder = replace(self._finder(documents), checkpoint=checkpoint)
        links = {key: self._links_of(document, finder) for key, document in documents.items()}
        opened = {document.key for document in self._store}
        on_disk = set().union(*(of_document.needs for of_document in links.values())) - opened
        unreadable = self._read_files(on_disk)
        # Only files found now count: else files that name each other would be kept for ever.
        for _ in range(_IN_TURN):
            self._snapshots.set_references(self._finder(documents).references())
            finder = self._finder(documents, self._snapshots.now.only(opened | on_disk))
            links = {
                key: of_document._replace(
                    needs={*of_document.needs, *finder.named_in_turn(documents[key])}
                )
                for key, of_document in links.items()
            }
            more = set().union(*(each.needs for each in links.values())) - opened - on_disk
            if not more:
                break
            unreadable |= self._read_files(more)
            on_disk |= more
        self._snapshots.keep(on_disk | opened, unreadable.keys())
        texts = self._read_mappings(_Around(links).mapping_keys, unreadable)
        self._around = _Around(links, texts, unreadable)
        self._snapshots.set_references(self._finder(documents).references())
        self._known.summaries.keep(self._snapshots.now.files.keys())
        # Snapshots of files are compared by identity.
        if before != self._seen():
            self._has_news = True

    def _links_of(self, document: OpenDocument, finder: LinkFinder) -> DocumentLinks:
        """The links of a document; while folders are searched, those before."""
        try:
            return finder.links_of(document)
        except SpentError:
            self.is_searching = True
            return self._around.links.get(document.key, DocumentLinks(frozenset(), None, None))

    def _seen(self) -> tuple[object, ...]:
        """Everything that `_look_around` may change."""
        around = self._around
        links = around.references, around.mappings, around.mapping_texts, around.unreadable
        return self._snapshots.now.files, links, self._settings

    def _finder(
        self, documents: Mapping[str, OpenDocument], files: ProjectSnapshot | None = None
    ) -> LinkFinder:
        return LinkFinder(
            documents,
            files or self._snapshots.now,
            self._known,
            self._settings,
            self._chosen,
            self.roots,
            self._searched,
        )

    def _models(self) -> dict[str, OpenDocument]:
        """The open documents with PDDL or plans, by key."""
        return {document.key: document for document in self._store if not _holds_data(document)}

    def _open_mappings(self) -> dict[str, SourceText]:
        opened = (self._store.get(key) for key in self._around.mapping_keys)
        return {document.key: document.source for document in opened if document is not None}

    def _read_files(self, keys: Iterable[str]) -> dict[str, str]:
        """Read models and plans from disk. Returns the reasons for unreadable files, by key."""
        unreadable: dict[str, str] = {}
        for key in keys:
            result = self.read(key)
            if isinstance(result, Unreadable):
                unreadable[key] = result.reason
            else:
                self._snapshots.set_text(key, result)
        return unreadable

    def _read_mappings(
        self, keys: Iterable[str], unreadable: dict[str, str]
    ) -> dict[str, SourceText]:
        """Read the mapping files that are not open from disk; adds reasons to `unreadable`."""
        texts: dict[str, SourceText] = {}
        for key in keys:
            result = None if self._store.get(key) else self.read(key)
            if isinstance(result, Unreadable):
                unreadable[key] = result.reason
            elif result is not None:
                texts[key] = result
        return texts

    def _kind(self, document: OpenDocument) -> str | None:
        file = self._snapshots.now.file(document.key)
        return None if file is None else file.kind


def _holds_data(document: OpenDocument) -> bool:
    """Whether a document is JSON or TOML, such as a name mapping, and not a model."""
    return document.language in _DATA or _is_data(document.key)


def _is_data(key: str) -> bool:
    return key.endswith(tuple(f".{name}" for name in _DATA))
