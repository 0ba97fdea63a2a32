"""`textDocument/prepareRename` and `textDocument/rename`."""

from __future__ import annotations

from typing import Final

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcException

from plancore.ide.reach import subject_at
from plancore.ide.rename.refusal import Refusal
from plancore.ide.rename.rename import Renaming, rename, renameable_at
from plancore.project import AnySnapshot
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint
from planlsp.convert import from_position, to_edit_of_files, to_range
from planlsp.session.mentions import why_not_written
from planlsp.session.project import View
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of

_SURE: Final = "planlsp-rename"
_RIVAL: Final = "planlsp-rename-rival"
Place = types.PrepareRenameParams | types.RenameParams


def register(server: PlanServer) -> None:
    """Rename what the cursor is on wherever it is named, in files that nobody shows as well."""

    async def prepare_rename(
        view: View, params: types.PrepareRenameParams
    ) -> types.PrepareRenamePlaceholder:
        file, offset = _place(view, params)
        target = renameable_at(view.files, file, offset)
        if isinstance(target, Refusal) and subject_at(view.files, file, offset) is not None:
            # It may be declared in a file that the session has not read.
            target = await server.search(
                lambda checkpoint: renameable_at(
                    _around(server, view, file, offset, (), checkpoint).files, file, offset
                ),
                "Looking for a declaration",
            )
        if isinstance(target, Refusal):
            raise _refused(view, target)
        name = file.text[target.span.start : target.span.end]
        range_ = to_range(file.source, target.span, view.client.encoding)
        return types.PrepareRenamePlaceholder(range_, name)

    def offer_to_prepare() -> None:
        if server.client.prepares_rename:
            server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)(server.with_view(prepare_rename))

    @server.feature(types.TEXT_DOCUMENT_RENAME)
    @server.with_view
    async def on_rename(view: View, params: types.RenameParams) -> types.WorkspaceEdit:
        def work(checkpoint: Checkpoint) -> types.WorkspaceEdit:
            return _rename(server, view, params, checkpoint)

        edit = await server.search(work, f"Renaming to {params.new_name}")
        for document in view.documents.values():
            now = server.project.document(document.uri)
            if now is not None and now.version != document.version:
                raise JsonRpcContentModified("a file was edited while its names were looked for")
        return edit

    server.on_client_known(offer_to_prepare)


def _rename(
    server: PlanServer, view: View, params: types.RenameParams, checkpoint: Checkpoint
) -> types.WorkspaceEdit:
    file, offset = _place(view, params)
    view = _around(server, view, file, offset, (params.new_name.lower(),), checkpoint)
    renaming = rename(view.files, file, offset, params.new_name, checkpoint)
    if isinstance(renaming, Refusal):
        raise _refused(view, renaming)
    for key, reason in why_not_written(view, renaming.edits):
        raise _refused(view, Refusal(f"{name_of(key)} cannot be edited: {reason}"))
    edit = to_edit_of_files(view, renaming.edits)
    return _annotated(view, renaming, edit) if view.client.annotated_changes else edit


def _around(
    server: PlanServer,
    view: View,
    file: AnySnapshot,
    offset: int,
    others: tuple[str, ...],
    checkpoint: Checkpoint,
) -> View:
    """The view with all files that have the name at `offset`, or one of `others`."""
    subject = subject_at(view.files, file, offset)
    if subject is None or subject.is_local:
        return view
    found = server.workspace_files.mentioning(view, (subject.name, *others), checkpoint)
    for key, reason in found.unread.items():
        message = f"{name_of(key)} may have the name, but cannot be read: {reason}"
        raise _refused(view, Refusal(message))
    return found.view


def _place(view: View, params: Place) -> tuple[AnySnapshot, int]:
    file = view.files.file(key_of(params.text_document.uri))
    if file is None:
        raise _refused(view, Refusal("this document is no domain, problem or plan"))
    return file, from_position(file.source, params.position, view.client.encoding)


def _refused(view: View, refusal: Refusal) -> JsonRpcException:
    message, key, span = refusal
    if key is not None and span is not None:
        message += f" ({name_of(view.uri(key))}:{view.source(key).label(span.start)})"
    return JsonRpcException(message, types.LSPErrorCodes.RequestFailed.value)


def _annotated(view: View, renaming: Renaming, edit: types.WorkspaceEdit) -> types.WorkspaceEdit:
    """The edit with a reason at each change. What belongs to one of several domains of a name is
    shown to the user first."""
    label = f"Rename {renaming.subject.kind.value} to {renaming.new}"
    edit.change_annotations = {_SURE: types.ChangeAnnotation(label)}
    for change in edit.document_changes or ():
        assert isinstance(change, types.TextDocumentEdit)
        has_rivals = _has_rivals(view, key_of(change.text_document.uri))
        if has_rivals:
            edit.change_annotations[_RIVAL] = types.ChangeAnnotation(
                label, True, "Several domains have the name that these problems ask for"
            )
        change.edits = [
            types.AnnotatedTextEdit(_RIVAL if has_rivals else _SURE, part.range, part.new_text)
            for part in change.edits
            if isinstance(part, types.TextEdit)
        ]
    return edit


def _has_rivals(view: View, key: str) -> bool:
    file = view.files.file(key)
    if not isinstance(file, FileSnapshot):
        return False
    links = (view.files.domain_of(file, d) for d in file.definitions if d.kind == "problem")
    return any(link is not None and link.rivals for link in links)
