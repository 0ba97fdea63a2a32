"""`workspace/willRenameFiles`, `didRenameFiles` and `didDeleteFiles`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lsprotocol import types

from planlsp.convert import to_edit_of_files
from planlsp.session.answers.moved_files import FileMove, line_edits
from planlsp.session.client import PLANNING_FILES
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, path_of, uri_of
from planlsp.session.view import View

MOVED: Final = types.FileOperationRegistrationOptions(
    [
        types.FileOperationFilter(types.FileOperationPattern(glob, kind), "file")
        for glob, kind in (
            *((glob, types.FileOperationPatternKind.File) for glob in PLANNING_FILES),
            ("**", types.FileOperationPatternKind.Folder),
        )
    ]
)
"""Files and folders that the client tells of when it renames or deletes them."""


def register(server: PlanServer) -> None:
    """Keep lines that name other files true when those are renamed in the editor."""

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
        """Look at the folders, too: of one that is gone as a whole no watcher tells the files."""
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
