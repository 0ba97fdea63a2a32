"""The files of the workspace in which a name stands, whether the client shows them or not."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from plancore.directives import directives, join
from plancore.ide.reach import mentions
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot, snapshot_of
from plancore.source import SourceText
from plancore.stop import Checkpoint
from planfiles import limits
from planfiles.companions import defines_domain
from planfiles.files import read_exactly
from planfiles.folders import is_model_name, is_plan_name, planning_files_below
from planfiles.trouble import FileTrouble
from planlsp.session.project import Project
from planlsp.session.texts.disk import DiskReader, Unreadable
from planlsp.session.uris import key_of, path_of, uri_of
from planlsp.session.view import View

_LEFT_OUT: Final = "the rest of the workspace"


@dataclass(frozen=True, slots=True)
class Mentions:
    """`view` with every file in which a name stands and what links those to each other; `unread`
    says of files that may have the name why they could not be looked into."""

    view: View
    unread: Mapping[str, str]


class WorkspaceFiles:
    """Looks through the folders of the workspace or, where the client has none, through those of
    the files that it knows of. Each file is read as it is now."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._disk = DiskReader()

    def mentioning(self, view: View, names: Collection[str], checkpoint: Checkpoint) -> Mentions:
        """The files with one of `names`, which are in lower case; beside them every domain, and
        the problems that a plan among them may be for. It may be called in any thread."""
        files: dict[str, AnySnapshot] = {
            key: file for key, file in view.files.files.items() if key in view.documents
        }
        texts: dict[str, SourceText] = {}
        unread: dict[str, str] = {}
        paths, is_all = self._paths(view, checkpoint)
        for path in paths:
            checkpoint()
            key, text = uri_of(path), self._disk.read(path)
            if isinstance(text, Unreadable):
                unread[key] = text.reason
            else:
                texts[key] = text
        if not is_all:
            unread[_LEFT_OUT] = "there are too many files"
        for key, text in texts.items():
            if defines_domain(text.text) or any(mentions(text.text, name) for name in names):
                files[key] = _snapshot(view, key, text)
        for key in _linked(files.values(), texts.keys() - files.keys()):
            files[key] = _snapshot(view, key, texts[key])
        project = ProjectSnapshot(files, view.files.references, view.files.roots)
        return Mentions(replace(view, files=project), unread)

    def _paths(self, view: View, checkpoint: Checkpoint) -> tuple[list[str], bool]:
        """The files on disk to look into, and whether these are all; each once by whatever name:
        one that is edited under two would be spoilt."""
        paths = [path for path in map(path_of, view.files.files) if path is not None]
        if not self._project.roots:
            paths += _beside(paths)
        is_all = True
        for root in self._project.roots:
            below, is_all_below = planning_files_below(root, checkpoint)
            paths += (path for path, _ in below)
            is_all = is_all and is_all_below
        shown = (path_of(key) for key in view.documents)
        seen = {os.path.realpath(path) for path in shown if path is not None}
        once: list[str] = []
        for path in paths:
            real = os.path.realpath(path)
            if real not in seen and os.path.exists(real):
                seen.add(real)
                once.append(path)
        return once, is_all


def why_not_written(view: View, keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Of files that are to be edited those that an editor would spoil, each with a reason: not open
    and not in UTF-8, or not any more what `view` shows."""
    for key in keys:
        path = path_of(key)
        if key in view.documents or path is None:
            continue
        try:
            text, _ = read_exactly(path, limits.UNNAMED)
        except FileTrouble as trouble:
            yield key, trouble.reason
        else:
            if text.removeprefix("\ufeff") != view.source(key).text:
                yield key, "it was written to just now"


def _beside(paths: Iterable[str]) -> Iterator[str]:
    """The planning files in the folders of some files."""
    for folder in dict.fromkeys(map(os.path.dirname, paths)):
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if is_model_name(entry.name) or is_plan_name(entry.name):
                    yield entry.path


def _linked(files: Iterable[AnySnapshot], others: Collection[str]) -> list[str]:
    """Which of `others` the `files` may belong to: what a line in them names, and for a plan
    the problems beside it."""
    linked: set[str] = set()
    for file in files:
        for directive in directives(file.text).values():
            linked.add(key_of(join(file.name, directive.path)))
        if isinstance(file, PlanSnapshot):
            folder = file.name.rpartition("/")[0]
            linked.update(key for key in others if key.rpartition("/")[0] == folder)
    return sorted(linked.intersection(others))


def _snapshot(view: View, key: str, text: SourceText) -> AnySnapshot:
    """The snapshot that the session has, if the file is still as it was then."""
    known = view.files.file(key)
    return known if known is not None and known.text == text.text else snapshot_of(text.text, key)
