"""`codeAction/resolve`: the edits of a repair.

Other code actions come with their edits and go back as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lsprotocol import types

from planlsp.convert import to_edit_of_files
from planlsp.session.answers.mentions import check_writable
from planlsp.session.server import PlanServer
from planlsp.session.view import View

if TYPE_CHECKING:
    from planlsp.session.answers.repair_choices import RepairChoice

_REPAIR: Final = "planlsp-repair"


def register(server: PlanServer) -> None:
    """Work out the edits of the repair that the user has chosen."""

    @server.with_view
    async def resolve(view: View, action: types.CodeAction) -> types.CodeAction:
        # Imported late: a server starts before there is anything to change.
        from planlsp.session.answers.repair_choices import RepairChoice

        repair = RepairChoice.of(action.data)
        if repair is not None:
            action.edit = await _repair(server, view, repair)
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
