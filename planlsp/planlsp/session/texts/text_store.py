"""The texts that the client has open, kept in step with its edits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from plancore.source import Encoding, SourceText
from planlsp.session.texts.text_buffer import TextBuffer, TextEdit
from planlsp.session.uris import key_of


@dataclass(frozen=True, slots=True)
class Document:
    """One state of an open document. `uri` is spelled as the client spells it; `opening` is the
    same object until the document is closed, or opened once more."""

    key: str
    uri: str
    language: str
    version: int
    source: SourceText
    opening: object = field(default_factory=object)


class TextStore:
    """Documents by key (see `planlsp.session.uris`), from the time they are opened until closed.

    The store is the only thing that changes; each `Document` it hands out stays as it is.
    """

    def __init__(self) -> None:
        self._documents: dict[str, Document] = {}
        self._buffers: dict[str, TextBuffer] = {}

    def __iter__(self) -> Iterator[Document]:
        return iter(self._documents.values())

    def get(self, uri: str) -> Document | None:
        """The open document that `uri` or its key names."""
        return self._documents.get(uri) or self._documents.get(key_of(uri))

    def open(self, uri: str, language: str, version: int, text: str) -> Document:
        """Hold a document; opening it a second time replaces it."""
        key = key_of(uri)
        self._buffers[key] = TextBuffer(text)
        return self._hold(Document(key, uri, language, version, self._buffers[key].source))

    def change(
        self, uri: str, version: int, edits: Sequence[TextEdit | str], encoding: Encoding
    ) -> Document | None:
        """Apply `edits` one after the other; a plain string replaces the whole text.

        None when the document is not open, which is the client's mistake.
        """
        old = self.get(uri)
        if old is None:
            return None
        buffer = self._buffers[old.key]
        for edit in edits:
            if isinstance(edit, str):
                buffer.replace_all(edit)
            else:
                buffer.apply(edit, encoding)
        return self._hold(replace(old, version=version, source=buffer.source))

    def close(self, uri: str) -> Document | None:
        """Let a document go; returns its last state, or None when it was not open."""
        key = key_of(uri)
        self._buffers.pop(key, None)
        return self._documents.pop(key, None)

    def _hold(self, document: Document) -> Document:
        self._documents[document.key] = document
        return document
