"""`textDocument/prepareRename`, `textDocument/rename` and `textDocument/linkedEditingRange`."""

from __future__ import annotations

from typing import Final, NamedTuple

from lsprotocol import types

from plancore.ide.navigation.references import linked
from plancore.ide.navigation.symbols import subject_at
from plancore.ide.rename.conflicts import Refusal
from plancore.ide.rename.rename import Renameable, Renaming, rename, renameable_at
from plancore.project import AnySnapshot
from plancore.snapshot import FileSnapshot
from plancore.stop import Checkpoint
from planlsp.convert import from_position, to_edit_of_files, to_range
from planlsp.session.answers.mentions import (
    WorkspaceFiles,
    all_read,
    check_unchanged,
    check_writable,
    refused,
)
from planlsp.session.background.schedule import Priority
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of
from planlsp.session.view import View

_SURE: Final = "planlsp-rename"
_RIVAL: Final = "planlsp-rename-rival"


class _Place(NamedTuple):
    """The place of a request, with the view at that time."""

    view: View
    file: AnySnapshot
    offset: int

    @classmethod
    def of(cls, view: View, params: types.PrepareRenameParams | types.RenameParams) -> _Place:
        file = view.files.file(key_of(params.text_document.uri))
        if file is None:
            raise refused(view, Refusal("not a domain, problem or plan"))
        return cls(view, file, from_position(file.source, params.position, view.client.encoding))

    def widened(
        self, files: WorkspaceFiles, others: tuple[str, ...], checkpoint: Checkpoint
    ) -> _Place:
        """The same place in a view of all files that contain its name, or one of `others`.

        Raises JsonRpcException if a file that may contain one cannot be read.
        """
        subject = subject_at(self.view.files, self.file, self.offset, checkpoint)
        if subject is None or subject.is_local:
            return self
        found = files.mentioning(self.view, (subject.name, *others), checkpoint)
        return self._replace(view=all_read(found))

    def target(self, checkpoint: Checkpoint) -> Renameable | Refusal:
        """The symbol to rename here, or the reason why there is none."""
        return renameable_at(self.view.files, self.file, self.offset, checkpoint)


def register(server: PlanServer) -> None:
    """Rename the symbol at the cursor everywhere, also in files that are not open."""
    _register_linked(server)
    files = server.workspace_files

    async def prepare_rename(
        view: View, params: types.PrepareRenameParams
    ) -> types.PrepareRenamePlaceholder:
        place = _Place.of(view, params)
        target = await server.about(place.file, place.target)
        if isinstance(target, Refusal):
            # It may be declared in a file that has not been read.
            target = await server.work.run(
                lambda checkpoint: place.widened(files, (), checkpoint).target(checkpoint),
                "Searching for a declaration",
                Priority.REQUESTS,
            )
        if isinstance(target, Refusal):
            raise refused(view, target)
        source, span = place.file.source, target.span
        range_ = to_range(source, span, view.client.encoding)
        return types.PrepareRenamePlaceholder(range_, source.text[span.start : span.end])

    def offer_to_prepare() -> None:
        if server.client.prepares_rename:
            server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)(server.with_view(prepare_rename))

    @server.feature(types.TEXT_DOCUMENT_RENAME)
    @server.with_view
    async def on_rename(view: View, params: types.RenameParams) -> types.WorkspaceEdit:
        place, new = _Place.of(view, params), params.new_name

        def work(checkpoint: Checkpoint) -> types.WorkspaceEdit:
            return _renamed(place.widened(files, (new.lower(),), checkpoint), new, checkpoint)

        edit = await server.work.run(work, f"Renaming to {new}", Priority.REQUESTS)
        check_unchanged(server.view(), view)
        return edit

    server.on_client_known(offer_to_prepare)


def _renamed(place: _Place, new: str, checkpoint: Checkpoint) -> types.WorkspaceEdit:
    view = place.view
    renaming = rename(view.files, place.file, place.offset, new, checkpoint)
    if isinstance(renaming, Refusal):
        raise refused(view, renaming)
    check_writable(view, renaming.edits)
    edit = to_edit_of_files(view, renaming.edits)
    return _annotated(view, renaming, edit) if view.client.annotated_changes else edit


def _annotated(view: View, renaming: Renaming, edit: types.WorkspaceEdit) -> types.WorkspaceEdit:
    """The edit with an annotation for each change. Changes in problems whose domain name is
    ambiguous need the user's confirmation."""
    label = f"Rename {renaming.subject.kind.value} to {renaming.new}"
    edit.change_annotations = {_SURE: types.ChangeAnnotation(label)}
    for change in edit.document_changes or ():
        assert isinstance(change, types.TextDocumentEdit)
        has_rivals = _has_rivals(view, key_of(change.text_document.uri))
        if has_rivals:
            edit.change_annotations[_RIVAL] = types.ChangeAnnotation(
                label, True, "Several domains have the name that these problems refer to"
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


# `textDocument/linkedEditingRange`: names that are edited together.

_VARIABLE = r"\?[^\s();\"?]*"
"""The places stay linked while their text matches this."""


def _register_linked(server: PlanServer) -> None:
    """Link the places of a variable, for clients that can edit them together."""

    async def linked_editing_range(
        view: View, params: types.LinkedEditingRangeParams
    ) -> types.LinkedEditingRanges | None:
        file = view.files.file(key_of(params.text_document.uri))
        if file is None:
            return None
        encoding = view.client.encoding
        offset = from_position(file.source, params.position, encoding)
        spans = await server.about(file, lambda checkpoint: linked(file, offset, checkpoint))
        ranges = [to_range(file.source, span, encoding) for span in spans]
        return types.LinkedEditingRanges(ranges, _VARIABLE) if len(ranges) > 1 else None

    def offer() -> None:
        if server.client.links_edits:
            method = types.TEXT_DOCUMENT_LINKED_EDITING_RANGE
            server.feature(method)(server.with_view(linked_editing_range))

    server.on_client_known(offer)
