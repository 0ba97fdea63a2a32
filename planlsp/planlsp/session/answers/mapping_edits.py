"""How the mapping of a document comes to say something else: edits for the client to make."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, NamedTuple

from plancore.compare.domains import DomainDiff
from plancore.correspondence.pairs import NOTHING_STATED, Pairs
from plancore.correspondence.stated.document import is_document, mapping_text, read_mapping
from plancore.diagnostic import Edit
from plancore.directives import directives
from plancore.source import SourceText, Span
from planlsp.session.uris import path_of, uri_of
from planlsp.session.view import View

SUFFIX: Final = ".mapping.json"
"""What follows the name of a document in that of the mapping made for it."""


class MappingEdits(NamedTuple):
    """Edits by key of the file; `created` is the key of a file that does not exist yet."""

    edits: Mapping[str, tuple[Edit, ...]]
    created: str | None = None


def stated_now(view: View, key: str, diff: DomainDiff) -> Pairs | None:
    """What the mapping of the document `key` says, nothing if there is none; None where it cannot
    be written anew without a loss: what is wrong in it, comments, prose, or TOML."""
    text = view.mapping_text(key)
    if text is None or not text.strip():
        return NOTHING_STATED
    stated, wrong = read_mapping(text, diff.learned, diff.reference)
    return stated if is_document(text) and not wrong else None


def mapping_edits(view: View, key: str, stated: Pairs) -> MappingEdits | None:
    """The edits after which the mapping of the document `key` is `stated`, written anew.

    Without a mapping one is made beside the document, which then names it. None where a file is to
    be made and cannot be.
    """
    text = mapping_text(stated)
    wanted = view.mappings.get(key)
    source = view.mapping_texts.get(wanted.key) if wanted and wanted.key else None
    if wanted is not None and wanted.key is not None and source is not None:
        return MappingEdits({wanted.key: (Edit(Span(0, len(source.text)), text),)})
    path = path_of(key) if wanted is None else path_of(wanted.key or "")
    if path is None or not view.client.creates_files:
        return None
    if wanted is None:
        path = os.path.splitext(path)[0] + SUFFIX
    if os.path.lexists(path):
        return None
    new = uri_of(path)
    edits = {new: (Edit(Span(0, 0), text),)}
    if wanted is None:
        edits[key] = (_directive(view.documents[key].source, os.path.basename(path)),)
    return MappingEdits(edits, new)


def _directive(source: SourceText, name: str) -> Edit:
    """A line that names the mapping, below the one that names the reference."""
    line = f";;!mapping: {name}"
    reference = directives(source.text).get("reference")
    if reference is None:
        return Edit(Span(0, 0), line + source.newline)
    return Edit(Span(reference.span.end, reference.span.end), source.newline + line)
