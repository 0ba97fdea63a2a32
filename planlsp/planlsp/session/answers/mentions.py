"""Find the files of the workspace that contain a name, open or not."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcException

from plancore.directives import directives, folder, join
from plancore.ide.navigation.symbols import mentions
from plancore.ide.rename.conflicts import Refusal
from plancore.index.summary import FileSummary
from plancore.kind import kind_of_name
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.source import SourceText
from plancore.stop import Checkpoint
from planfiles import limits
from planfiles.errors import FileError
from planfiles.files import FileState, is_inside, read_exactly
from planfiles.folders import SeenFile, is_planning_file, planning_files_below
from planfiles.starts import defines_domain
from planlsp.session.project import Project
from planlsp.session.texts.documents import DiskReader, Unreadable
from planlsp.session.uris import key_of, name_of, path_of, uri_of
from planlsp.session.view import View

_LEFT_OUT: Final = "the rest of the workspace"


@dataclass(frozen=True, slots=True)
class Mentions:
    """`view` with all files that contain a name, and the files that link these to each other.
    `unread` maps files that may contain it to the reason why they could not be read."""

    view: View
    unread: Mapping[str, str]


class WorkspaceFiles:
    """Searches the workspace folders or, if there are none, the folders of known files. A file's
    summary in the index is used if the file has not changed since; other files are read."""

    def __init__(
        self,
        project: Project,
        summary_of: Callable[[str, FileState], FileSummary | None],
        is_passed_over: Callable[[str, FileState], bool],
    ) -> None:
        """`summary_of` returns the summary of a file by key, if it is still in this state;
        `is_passed_over` is whether one in this state is known not to be a planning file."""
        self._project, self._summary_of = project, summary_of
        self._is_passed_over = is_passed_over
        self._disk = DiskReader()

    def mentioning(self, view: View, names: Collection[str], checkpoint: Checkpoint) -> Mentions:
        """The files that contain one of `names`, in lower case, and the files that link them to
        each other. Thread-safe."""
        files: dict[str, AnySnapshot] = {
            key: file for key, file in view.files.files.items() if key in view.documents
        }
        search = _Search(view, names, self._disk)
        seen, is_all = self._seen(view, checkpoint)
        for key, state in seen.items():
            checkpoint()
            summary = self._summary_of(key, state)
            if summary is not None or self._is_planning(key, state):
                search.look(key, summary)
        if not is_all:
            search.unread[_LEFT_OUT] = "too many files"
        files.update(search.mentioned(checkpoint))
        files.update(search.around(files, checkpoint))
        project = ProjectSnapshot(files, view.files.references, view.files.roots)
        return Mentions(replace(view, files=project), search.unread)

    def _is_planning(self, key: str, state: FileState) -> bool:
        if kind_of_name(key) is not None:
            return True
        return not self._is_passed_over(key, state) and is_planning_file(path_of(key) or "")

    def _seen(self, view: View, checkpoint: Checkpoint) -> tuple[dict[str, FileState], bool]:
        """The files on disk to search, by key, and whether they are complete. A file with several
        names (links) is included once: editing it twice would corrupt it."""
        paths = [path for path in map(path_of, view.files.files) if path is not None]
        found = list(_with_states(paths if self._project.roots else (*paths, *_beside(paths))))
        is_all = True
        for root in self._project.roots:
            below, is_all_below = planning_files_below(root, checkpoint)
            found += below
            is_all = is_all and is_all_below
        shown = (path_of(key) for key in view.documents)
        known = {
            (state.device, state.inode)
            for _, state in _with_states(path for path in shown if path is not None)
        }
        once: dict[str, FileState] = {}
        for path, state in found:
            if (state.device, state.inode) not in known:
                known.add((state.device, state.inode))
                once[uri_of(path)] = state
        return once, is_all


class _Search:
    """Separates the files on disk that may contain a name from those that may only be related."""

    def __init__(self, view: View, names: Collection[str], disk: DiskReader) -> None:
        self.unread: dict[str, str] = {}
        self._view, self._names, self._disk = view, names, disk
        self._candidates: list[str] = []
        self._summaries: dict[str, FileSummary] = {}
        self._texts: dict[str, SourceText] = {}

    def look(self, key: str, summary: FileSummary | None) -> None:
        """Examine a file by its summary; read it if there is none."""
        if summary is not None:
            self._summaries[key] = summary
            if any(map(summary.may_have, self._names)):
                self._candidates.append(key)
            return
        text = self._text(key)
        if text is not None and (
            defines_domain(text.text) or any(mentions(text.text, name) for name in self._names)
        ):
            self._candidates.append(key)

    def mentioned(self, checkpoint: Checkpoint) -> Iterator[tuple[str, AnySnapshot]]:
        """The files that may contain a name, and the domains without a summary."""
        yield from self._read(self._candidates, checkpoint)

    def around(
        self, files: Mapping[str, AnySnapshot], checkpoint: Checkpoint
    ) -> Iterator[tuple[str, AnySnapshot]]:
        """The files on disk that `files` may depend on: companions in the index, files named in
        lines, and for a plan the models in its folder."""
        wanted: set[str] = set()
        on_disk = self._texts.keys() | self._summaries.keys()
        models = on_disk - {key for key, file in self._summaries.items() if file.kind == "plan"}
        for file in files.values():
            checkpoint()
            wanted |= self._view.known.companions(file)
            for directive in directives(file.text).values():
                wanted.add(key_of(join(file.name, directive.path)))
            if isinstance(file, PlanSnapshot):
                wanted.update(key for key in models if folder(key) == folder(file.name))
        yield from self._read(sorted((wanted & on_disk) - files.keys()), checkpoint)

    def _read(
        self, keys: Iterable[str], checkpoint: Checkpoint
    ) -> Iterator[tuple[str, AnySnapshot]]:
        for key in keys:
            checkpoint()
            text = self._text(key)
            if text is not None:
                yield key, _snapshot(self._view, key, text)

    def _text(self, key: str) -> SourceText | None:
        text = self._texts.get(key) or self._disk.read(path_of(key) or "")
        if isinstance(text, Unreadable):
            self.unread[key] = text.reason
            return None
        self._texts[key] = text
        return text


def why_not_written(view: View, keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The files that an editor would corrupt by editing them, each with a reason: not open and not
    in UTF-8, or changed since `view`."""
    for key in keys:
        path = path_of(key)
        if key in view.documents or path is None:
            continue
        try:
            text, _ = read_exactly(path, limits.UNNAMED)
        except FileError as error:
            yield key, error.reason
        else:
            if text.removeprefix("\ufeff") != view.source(key).text:
                yield key, "it was just written"


def _with_states(paths: Iterable[str]) -> Iterator[SeenFile]:
    """The paths that exist, each with the file's state."""
    for path in paths:
        with suppress(OSError, ValueError):
            yield SeenFile(path, FileState.of(os.stat(path)))


def _beside(paths: Iterable[str]) -> Iterator[str]:
    """The planning files in the folders of some files, without links to other folders."""
    for home in dict.fromkeys(map(os.path.dirname, paths)):
        with suppress(OSError), os.scandir(home) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if is_planning_file(entry.path) and is_inside(entry.path, entry.path, ()):
                    yield entry.path


def _snapshot(view: View, key: str, text: SourceText) -> AnySnapshot:
    """A snapshot of the file; the session's, if the text is the same."""
    known = view.files.file(key)
    return known if known is not None and known.text == text.text else snapshot_of(text.text, key)


def refused(view: View, refusal: Refusal) -> JsonRpcException:
    """The error to answer a request with; its message has the place that is the reason."""
    message, key, span = refusal
    if key is not None and span is not None:
        message += f" ({name_of(view.uri(key))}:{view.source(key).label(span.start)})"
    return JsonRpcException(message, types.LSPErrorCodes.RequestFailed.value)


def all_read(found: Mentions) -> View:
    """The view of all files that mention a name. Raises JsonRpcException if one cannot be read."""
    for key, reason in found.unread.items():
        message = f"cannot read {name_of(key)}, which may contain the name: {reason}"
        raise refused(found.view, Refusal(message))
    return found.view


def check_writable(view: View, keys: Iterable[str]) -> None:
    """Raise JsonRpcException if an editor would corrupt one of the files by editing it."""
    for key, reason in why_not_written(view, keys):
        raise refused(view, Refusal(f"cannot edit {name_of(key)}: {reason}"))


def check_unchanged(now: View, view: View) -> None:
    """Raise JsonRpcContentModified if documents were edited, opened or closed since `view`."""
    if now.documents != view.documents:
        raise JsonRpcContentModified("a file was edited during the search")
