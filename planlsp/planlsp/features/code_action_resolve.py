"""`codeAction/resolve`: parameters added and removed over all files of the workspace, and repairs.

Other code actions come with their edits and go back as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lsprotocol import types

from plancore.ide.rename.refusal import Refusal
from plancore.stop import Checkpoint
from planlsp.convert import to_edit_of_files, to_range
from planlsp.session.answers.mentions import WorkspaceFiles
from planlsp.session.answers.refused import all_read, check_unchanged, check_writable, refused
from planlsp.session.background.schedule import Lane
from planlsp.session.server import PlanServer
from planlsp.session.view import View

if TYPE_CHECKING:
    from plancore.ide.parameters.change import Changed
    from planlsp.session.answers.parameter_choices import Choice
    from planlsp.session.answers.repair_choices import RepairChoice

_SURE: Final = "planlsp-parameters"
_REPAIR: Final = "planlsp-repair"


def register(server: PlanServer) -> None:
    """Work out the edits of the change that the user has chosen."""

    @server.with_view
    async def resolve(view: View, action: types.CodeAction) -> types.CodeAction:
        # Imported late: a server starts before there is anything to change.
        from planlsp.session.answers.parameter_choices import Choice
        from planlsp.session.answers.repair_choices import RepairChoice

        repair = RepairChoice.of(action.data)
        if repair is not None:
            action.edit = await _repair(server, view, repair)
        choice = Choice.of(action.data)
        if choice is None:
            return action
        files = server.workspace_files
        action.edit = await server.work.run(
            lambda checkpoint: _edit_of(view, files, choice, checkpoint),
            choice.title,
            Lane.REQUESTS,
        )
        check_unchanged(server.view(), view)
        return action

    def offer() -> None:
        if server.client.resolved_code_actions:
            server.feature(types.CODE_ACTION_RESOLVE)(resolve)

    server.on_client_known(offer)


async def _repair(server: PlanServer, view: View, choice: RepairChoice) -> types.WorkspaceEdit:
    """The edits of a repair, with what is known of it for a client that shows that."""
    from planlsp.session.answers.repair_choices import edits_of

    repairs = await server.repairs(view, choice.document, waits=True)
    key, edits, description = edits_of(view, repairs, choice)
    check_writable(view, [key])
    edit = to_edit_of_files(view, {key: edits})
    if view.client.annotated_changes:
        annotation = types.ChangeAnnotation(choice.title, False, description)
        edit.change_annotations = {_REPAIR: annotation}
        for change in edit.document_changes or ():
            assert isinstance(change, types.TextDocumentEdit)
            change.edits = [
                types.AnnotatedTextEdit(_REPAIR, part.range, part.new_text)
                for part in change.edits
                if isinstance(part, types.TextEdit)
            ]
    return edit


def _edit_of(
    view: View, files: WorkspaceFiles, choice: Choice, checkpoint: Checkpoint
) -> types.WorkspaceEdit:
    """The edits of every file of the workspace; raises JsonRpcException with the reason where there
    are none."""
    from plancore.ide.parameters.apply import change_parameters, names_touched
    from planlsp.session.answers.parameter_choices import meant

    names = names_touched(view.files, *meant(view, choice))
    view = all_read(files.mentioning(view, names, checkpoint))
    outcome = change_parameters(view.files, *meant(view, choice), checkpoint)
    if isinstance(outcome, Refusal):
        raise refused(view, outcome)
    if outcome.guesses and not view.client.annotated_changes:
        key, span, message = outcome.guesses[0]  # nobody would be asked about it
        raise refused(view, Refusal(message, key, span))
    check_writable(view, outcome.edits)
    edit = to_edit_of_files(view, outcome.edits)
    return _annotated(view, outcome, choice.title, edit) if outcome.guesses else edit


def _annotated(
    view: View, outcome: Changed, label: str, edit: types.WorkspaceEdit
) -> types.WorkspaceEdit:
    """The edit with a reason at each change; guesses are shown to the user first."""
    edit.change_annotations = {_SURE: types.ChangeAnnotation(label)}
    doubts: dict[tuple[str, int, int], str] = {}
    for key, span, message in outcome.guesses:
        at = to_range(view.source(key), span, view.client.encoding).start
        doubts[view.uri(key), at.line, at.character] = message
        edit.change_annotations[message] = types.ChangeAnnotation(message, True)
    for change in edit.document_changes or ():
        assert isinstance(change, types.TextDocumentEdit)
        uri, annotated = change.text_document.uri, []
        for part in change.edits:
            assert isinstance(part, types.TextEdit)
            at = part.range.start
            doubt = doubts.get((uri, at.line, at.character), _SURE)
            annotated.append(types.AnnotatedTextEdit(doubt, part.range, part.new_text))
        change.edits = annotated
    return edit
