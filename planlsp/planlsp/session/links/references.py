"""Which files a document is compared with and under: its reference and its mapping."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plancore.directives import directives
from plancore.source import Span
from planlsp.session.settings.folder_settings import is_below
from planlsp.session.settings.settings import Settings
from planlsp.session.settings.settings_file import NAME as FILE
from planlsp.session.texts.fence import is_inside
from planlsp.session.texts.text_store import Document
from planlsp.session.uris import key_of, path_of, uri_of


@dataclass(frozen=True, slots=True)
class Wanted:
    """The file that a command, a line of the document or a setting names.

    `key` is the key of the file, None when the name cannot be that of a file. `asked` is the name
    as it was written, for messages; `span` is where the document has it, if it does.
    """

    key: str | None
    asked: str
    span: Span | None = None
    problem: str = ""


def wanted_reference(
    document: Document, chosen: Mapping[str, str], settings: Settings, roots: Sequence[str]
) -> Wanted | None:
    """The reference of `document`: by command (`chosen`, key to key), by a line in it, or by the
    settings, in this order."""
    if document.key in chosen:
        key = chosen[document.key]
        return Wanted(key, path_of(key) or key)
    directive = directives(document.source.text).get("reference")
    path = path_of(document.uri)
    if directive is not None:
        base = os.path.dirname(path) if path else next(iter(roots), None)
        other_ways = (
            f"; work in the folder that holds both, put a {FILE} there, or use the setting "
            "planlsp.reference or the command"
        )
        return _fenced(_wanted_at(directive.path, base, directive.span), path, roots, other_ways)
    root = _root_of(path, roots)
    if path is None or root is None:
        return None
    # Without a workspace folder, patterns are read from the document's own folder.
    target = settings.reference_for(os.path.relpath(path, root).replace(os.sep, "/"))
    wanted = _wanted_at(target, root, None) if target else None
    if wanted is not None and settings.is_fenced:
        wanted = _fenced(wanted, path, roots, f" ({FILE} may not name it)")
    # A pattern may well match the reference itself.
    return wanted if wanted is not None and wanted.key != document.key else None


def wanted_mapping(document: Document, roots: Sequence[str]) -> Wanted | None:
    """The mapping file that a line in `document` names."""
    return wanted_by_line(document, "mapping", roots)


def wanted_by_line(document: Document, name: str, roots: Sequence[str]) -> Wanted | None:
    """The file that a line in `document` names as its `domain`, `problem`, `reference` or
    `mapping`."""
    directive = directives(document.source.text).get(name)
    if directive is None:
        return None
    path = path_of(document.uri)
    base = os.path.dirname(path) if path else next(iter(roots), None)
    return _fenced(_wanted_at(directive.path, base, directive.span), path, roots)


def _root_of(path: str | None, roots: Sequence[str]) -> str | None:
    """The innermost workspace folder around `path`; its own folder when it is in none."""
    if path is None:
        return None
    around = [root for root in roots if is_below(path, root)]
    return max(around, key=len, default=os.path.dirname(path))


def _fenced(
    wanted: Wanted, document: str | None, roots: Sequence[str], other_ways: str = ""
) -> Wanted:
    path = path_of(wanted.key) if wanted.key else None
    if path is None or is_inside(path, document, roots):
        return wanted
    outside = f"lies outside the workspace{other_ways}"
    return Wanted(None, wanted.asked, wanted.span, outside)


def _wanted_at(path: str, base: str | None, span: Span | None) -> Wanted:
    """The file at `path`, relative to the folder `base`.

    A path that names another machine is refused: opening a text must not make this one call
    there.
    """
    if path.startswith(("//", "\\\\")) or ("://" in path and path_of(path) is None):
        return Wanted(None, path, span, "names another machine")
    path = path_of(path) or path if path.startswith("file:") else os.path.expanduser(path)
    if os.path.isabs(path):
        return Wanted(key_of(uri_of(os.path.normpath(path))), path, span)
    if base is None:
        return Wanted(None, path, span, "is relative, and this document is in no folder")
    return Wanted(key_of(uri_of(os.path.normpath(os.path.join(base, path)))), path, span)
