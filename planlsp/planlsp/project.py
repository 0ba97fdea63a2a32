"""What the server works on: open documents, files on disk, settings, references."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lsprotocol import types

from plancore.source import Encoding
from planlsp.client import ClientProfile
from planlsp.disk import DiskReader
from planlsp.settings import Settings, parse_settings
from planlsp.text_buffer import TextEdit
from planlsp.text_store import Document, TextStore
from planlsp.uris import path_of

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class View:
    """The state of everything at one moment; it never changes."""

    client: ClientProfile
    settings: Settings
    documents: Mapping[str, Document]


class Project:
    """The mutable state of a session. Everybody else works on the views it hands out."""

    def __init__(self) -> None:
        self.disk = DiskReader()
        self.settings = Settings()
        self.roots: tuple[str, ...] = ()
        self._store = TextStore()

    def start(self, params: types.InitializeParams) -> None:
        """Take the folders and the settings that the client starts with."""
        uris = [folder.uri for folder in params.workspace_folders or ()]
        if not uris and params.root_uri:
            uris = [params.root_uri]
        self.roots = tuple(path for path in map(path_of, uris) if path is not None)
        self.configure(params.initialization_options)

    def configure(self, raw: object) -> None:
        """Take new settings; what is wrong with them is logged."""
        self.settings, problems = parse_settings(raw)
        for problem in problems:
            logger.warning("%s", problem)

    def view(self, client: ClientProfile) -> View:
        """Everything as it is now."""
        return View(client, self.settings, {document.key: document for document in self._store})

    def open(self, item: types.TextDocumentItem) -> None:
        """The client shows a document: from now on its text counts, not the one on disk."""
        self._store.open(item.uri, item.language_id, item.version, item.text)

    def change(
        self, uri: str, version: int, edits: Sequence[TextEdit | str], encoding: Encoding
    ) -> None:
        """The client has edited a document."""
        if self._store.change(uri, version, edits, encoding) is None:
            logger.warning("edits of a document that is not open: %s", uri)

    def close(self, uri: str) -> None:
        """The client shows a document no longer."""
        self._store.close(uri)
