"""Find the files that belong to a document, and its reference and name mapping."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from plancore.directives import directives, join
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.source import SourceText, Span
from plancore.stop import NEVER, Checkpoint
from planfiles.companions import companions, files_of_names
from planfiles.files import is_inside
from planfiles.surroundings import Surroundings, project_around
from planlsp.session.settings.folder_settings import NAME as FILE
from planlsp.session.settings.folder_settings import FolderSettings, is_below
from planlsp.session.settings.settings import Settings
from planlsp.session.texts.documents import OpenDocument
from planlsp.session.uris import key_of, path_of, place_of, uri_of

if TYPE_CHECKING:
    from plancore.index.summary import FileSummary
    from planlsp.session.known_files import KnownFiles


@dataclass(frozen=True, slots=True)
class ReferencedFile:
    """A file named by a command, a line of a document or a setting.

    `key` is None if the name cannot be used; then `problem` says why. `asked` is the name as
    written, for messages; `span` is its place in the document, if it is there.
    """

    key: str | None
    asked: str
    span: Span | None = None
    problem: str = ""


def wanted_reference(
    document: OpenDocument, chosen: Mapping[str, str], settings: Settings, roots: Sequence[str]
) -> ReferencedFile | None:
    """The reference of `document`, named by a command (`chosen`, key to key), a line in it, or the
    settings, in this order."""
    if document.key in chosen:
        key = chosen[document.key]
        return ReferencedFile(key, path_of(key) or key)
    directive = directives(document.source.text).get("reference")
    path = path_of(document.uri)
    if directive is not None:
        base = os.path.dirname(path) if path else next(iter(roots), None)
        other_ways = (
            f"; open a directory that contains both, put a {FILE} there, or use the setting "
            "planlsp.reference or the command"
        )
        return _fenced(_wanted_at(directive.path, base, directive.span), path, roots, other_ways)
    root = _root_of(path, roots)
    if path is None or root is None:
        return None
    # Without a workspace folder, patterns are relative to the document's own folder.
    target = settings.reference_for(os.path.relpath(path, root).replace(os.sep, "/"))
    wanted = _wanted_at(target, root, None) if target else None
    if wanted is not None and settings.is_sandboxed:
        wanted = _fenced(wanted, path, roots, f" (a {FILE} cannot refer to it)")
    # A pattern may match the reference itself.
    return wanted if wanted is not None and wanted.key != document.key else None


def wanted_mapping(document: OpenDocument, roots: Sequence[str]) -> ReferencedFile | None:
    """The mapping file that a line in `document` names."""
    return wanted_by_line(document, "mapping", roots)


def wanted_by_line(
    document: OpenDocument, name: str, roots: Sequence[str]
) -> ReferencedFile | None:
    """The file that a line in `document` names as its `domain`, `problem`, `reference` or
    `mapping`."""
    directive = directives(document.source.text).get(name)
    if directive is None:
        return None
    path = path_of(document.uri)
    base = os.path.dirname(path) if path else next(iter(roots), None)
    return _fenced(_wanted_at(directive.path, base, directive.span), path, roots)


def _root_of(path: str | None, roots: Sequence[str]) -> str | None:
    """The innermost workspace folder around `path`, else its own folder."""
    if path is None:
        return None
    around = [root for root in roots if is_below(path, root)]
    return max(around, key=len, default=os.path.dirname(path))


def _fenced(
    wanted: ReferencedFile, document: str | None, roots: Sequence[str], other_ways: str = ""
) -> ReferencedFile:
    path = path_of(wanted.key) if wanted.key else None
    if path is None or is_inside(path, document, roots):
        return wanted
    outside = f"is outside the workspace{other_ways}"
    return ReferencedFile(None, wanted.asked, wanted.span, outside)


def _wanted_at(path: str, base: str | None, span: Span | None) -> ReferencedFile:
    """The file at `path`, relative to the folder `base`.

    A path to another machine is refused: opening a file must not cause network access.
    """
    if path.startswith(("//", "\\\\")) or ("://" in path and path_of(path) is None):
        return ReferencedFile(None, path, span, "is on another machine")
    path = path_of(path) or path if path.startswith("file:") else os.path.expanduser(path)
    if os.path.isabs(path):
        return ReferencedFile(key_of(uri_of(os.path.normpath(path))), path, span)
    if base is None:
        return ReferencedFile(
            None, path, span, "is relative, but this document is not saved in a directory"
        )
    return ReferencedFile(key_of(uri_of(os.path.normpath(os.path.join(base, path)))), path, span)


def belonging(key: str, text: str, kind: str | None, roots: Sequence[str]) -> Iterator[str]:
    """Keys of the files that may contain the domain or problem of the file `key`, as in
    `files_around`. `kind` is None if it is not known yet."""
    yield from named_files(key, text, roots)
    if kind is not None:
        yield from files_around(key, kind, roots, {})


def named_files(key: str, text: str, roots: Sequence[str]) -> Iterator[str]:
    """The files that comments in `text` name, by path or by the name of a definition."""
    named = directives(text)
    for name in ("domain", "problem"):
        target = key_of(join(key, named[name].path)) if name in named else None
        target_path = path_of(target) if target else None
        if target and target_path and is_inside(target_path, place_of(key), roots):
            yield target
    path = path_of(key)
    if path is not None and named:
        around = roots or (os.path.dirname(os.path.dirname(path)),)
        for file in files_of_names(path, text):
            if is_inside(file, path, around):
                yield key_of(uri_of(file))


def files_around(
    key: str,
    kind: str,
    roots: Sequence[str],
    searched: Searched,
    file: AnySnapshot | None = None,
    checkpoint: Checkpoint = NEVER,
) -> Iterator[str]:
    """The files that a file of `kind` may need, found on disk as for the commands: in the workspace
    folder around it or, without any, in its `project_around`. `file` is its open text; what is
    found around it is kept in `searched`, also if `checkpoint` ends the search."""
    path = path_of(key)
    if path is None:
        return
    root = _root_of(path, roots) if roots else None
    surroundings = project_around(path) if root is None else Surroundings(root)
    surroundings = searched.setdefault(surroundings.extent, surroundings)
    surroundings.checkpoint = checkpoint
    around = roots or (surroundings.root, os.path.dirname(os.path.dirname(path)))
    for companion in companions(path, kind, surroundings, file):
        if is_inside(companion, path, around):
            yield key_of(uri_of(companion))


Searched: TypeAlias = dict[tuple[str, bool], Surroundings]
"""The surroundings that were searched, by `Surroundings.extent`."""


class DocumentLinks(NamedTuple):
    """The files on disk that a document may need, its reference, and its name mapping."""

    needs: Set[str]
    reference: ReferencedFile | None
    mapping: ReferencedFile | None


@dataclass(frozen=True, slots=True)
class LinkFinder:
    """Finds the files that belong to documents. `documents` are open models and plans, by key;
    `chosen` are references set by command, key to key."""

    documents: Mapping[str, OpenDocument]
    files: ProjectSnapshot
    known: KnownFiles
    settings: FolderSettings
    chosen: Mapping[str, str]
    roots: Sequence[str]
    searched: Searched
    checkpoint: Checkpoint = NEVER

    def links_of(self, document: OpenDocument) -> DocumentLinks:
        """The links of a document itself; those of the files that it needs are known when they have
        been read (`named_in_turn`). Exceptions of `checkpoint` propagate."""
        needs = set(self._related(document))
        reference = self._wanted_reference(document)
        if reference is not None and reference.key is not None:
            needs.add(reference.key)
        return DocumentLinks(needs, reference, wanted_mapping(document, self.roots))

    def references(self) -> dict[str, str]:
        """The key of each file's reference, open or not: problems are not linked to references."""
        wanted = ((key, self._reference_of(file)) for key, file in self.files.files.items())
        return {key: file.key for key, file in wanted if file is not None and file.key is not None}

    def _related(self, document: OpenDocument) -> Iterable[str]:
        """Keys of the files that may contain the domain or problem of `document`."""
        file = self.files.file(document.key)
        yield from named_files(document.key, document.source.text, self.roots)
        if file is not None and self.known.covers(document.key):
            yield from self.known.companions(file)
        elif file is not None:
            yield from files_around(
                document.key, file.kind, self.roots, self.searched, file, self.checkpoint
            )

    def named_in_turn(self, document: OpenDocument) -> Iterator[str]:
        """Keys of the files that a plan's files name: the domain of its problem, and the reference
        of its domain."""
        plan = self.files.file(document.key)
        if not isinstance(plan, PlanSnapshot):
            return
        domain, problem = self.files.setting_of(plan)
        if problem is not None:
            yield from named_files(problem.file.name, problem.file.text, self.roots)
        wanted = self._reference_of(domain.file) if domain else None
        if wanted is not None and wanted.key is not None:
            yield wanted.key

    def _reference_of(self, file: AnySnapshot) -> ReferencedFile | None:
        document = self.documents.get(file.name)
        return self._wanted_reference(
            document or OpenDocument(file.name, file.name, "", 0, file.source)
        )

    def _wanted_reference(self, document: OpenDocument) -> ReferencedFile | None:
        settings = self.settings.at(path_of(document.uri))
        return wanted_reference(document, self.chosen, settings, self.roots)


@dataclass(frozen=True, slots=True)
class SummaryLinks:
    """Finds links of files in the index, given the settings, the references `chosen` by command,
    and the workspace folders `roots`."""

    settings: FolderSettings
    chosen: Mapping[str, str]
    roots: tuple[str, ...]

    def reference_of(self, summary: FileSummary) -> ReferencedFile | None:
        """The reference of a file."""
        settings = self.settings.at(path_of(summary.name))
        return wanted_reference(_document(summary), self.chosen, settings, self.roots)

    def mapping_of(self, summary: FileSummary) -> ReferencedFile | None:
        """The mapping file that a file names."""
        return wanted_mapping(_document(summary), self.roots)


def lines_of(summary: FileSummary) -> str:
    """A text with the lines of the summarised file that name other files."""
    return "\n".join(f";;!{name}: {path}" for name, path in summary.directives)


def _document(summary: FileSummary) -> OpenDocument:
    return OpenDocument(summary.name, summary.name, "", 0, SourceText(lines_of(summary)))
