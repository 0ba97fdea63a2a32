"""`workspace/willRenameFiles`, `didRenameFiles` and `didDeleteFiles`.

Lines such as `;;!reference: path` are edited so that they name the same files after a move.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from lsprotocol import types

from plancore.diagnostic import Edit
from plancore.directives import Directive, directives
from planlsp.convert import to_edit_of_files
from planlsp.session.client import WATCHED_FILES
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, path_of, uri_of
from planlsp.session.view import View


class FileMove(NamedTuple):
    """A move of a file or folder from `old` to `new`, both absolute paths."""

    old: str
    new: str

    def applied(self, path: str) -> str:
        """The path of the file at `path` after the move."""
        if path == self.old or path.startswith(os.path.join(self.old, "")):
            return self.new + path[len(self.old) :]
        return path


def line_edits(texts: Mapping[str, str], moves: list[FileMove]) -> dict[str, tuple[Edit, ...]]:
    """The edits, by path before the move, after which the lines of `texts` name the same files. A
    line may be in a file that moves, name one, or both."""
    edits = {path: tuple(_edits(path, text, moves)) for path, text in texts.items()}
    return {path: of_path for path, of_path in edits.items() if of_path}


def _edits(path: str, text: str, moves: list[FileMove]) -> Iterator[Edit]:
    home, new_home = os.path.dirname(path), os.path.dirname(_after(path, moves))
    for directive in directives(text).values():
        if "://" in directive.path:
            continue
        target = _after(_target(directive, home), moves)
        if _target(directive, new_home) != target:
            yield Edit(directive.span, _named(directive, target, new_home))


def _target(directive: Directive, home: str) -> str:
    return os.path.normpath(os.path.join(home, os.path.expanduser(directive.path)))


def _named(directive: Directive, target: str, home: str) -> str:
    """`target` relative to `home`, or absolute if the line has an absolute path."""
    if os.path.isabs(os.path.expanduser(directive.path)):
        return target
    return os.path.relpath(target, home).replace(os.sep, "/")


def _after(path: str, moves: list[FileMove]) -> str:
    for move in moves:
        path = move.applied(path)
    return path


MOVED: Final = types.FileOperationRegistrationOptions(
    [types.FileOperationFilter(types.FileOperationPattern(WATCHED_FILES), "file")]
)
"""Files and folders whose renaming and deletion the client reports."""


def register(server: PlanServer) -> None:
    """Update lines that name other files when those are renamed in the editor."""

    async def will_rename_files(
        view: View, params: types.RenameFilesParams
    ) -> types.WorkspaceEdit | None:
        paths = {path_of(key): file.text for key, file in view.files.files.items()}
        texts = {path: text for path, text in paths.items() if path is not None}
        edits = line_edits(texts, _moves(params.files))
        if not edits:
            return None
        return to_edit_of_files(view, {uri_of(path): of_path for path, of_path in edits.items()})

    def did_rename_files(params: types.RenameFilesParams) -> None:
        for renamed in params.files:
            server.project.rename(key_of(renamed.old_uri), key_of(renamed.new_uri))
        moved_or_gone()

    def did_delete_files(_params: types.DeleteFilesParams) -> None:
        server.project.invalidate()
        moved_or_gone()

    def moved_or_gone() -> None:
        """Also scan the folders: watchers do not list the files of a folder that is gone."""
        server.indexer.look()
        server.changed()

    def offer() -> None:
        for operation, method, handler in (
            ("will_rename", types.WORKSPACE_WILL_RENAME_FILES, server.with_view(will_rename_files)),
            ("did_rename", types.WORKSPACE_DID_RENAME_FILES, did_rename_files),
            ("did_delete", types.WORKSPACE_DID_DELETE_FILES, did_delete_files),
        ):
            if operation in server.client.file_operations:
                server.feature(method, MOVED)(handler)

    server.on_client_known(offer)


def _moves(files: Sequence[types.FileRename]) -> list[FileMove]:
    paths = ((path_of(key_of(file.old_uri)), path_of(key_of(file.new_uri))) for file in files)
    return [FileMove(old, new) for old, new in paths if old is not None and new is not None]
