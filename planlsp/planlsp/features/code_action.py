"""`textDocument/codeAction`: quick fixes and fix-all, refactorings, changes towards the reference,
repairs, and decisions about name matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from lsprotocol import types

from plancore.diagnostic import Diagnostic, Fix
from plancore.ide.navigation.symbols import symbol_at
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText, Span
from planlsp.convert import from_range, to_diagnostic, to_edit_of_files, to_workspace_edit
from planlsp.session.answers.change_kinds import EXTRACT, INLINE, OF_DOCUMENTS
from planlsp.session.answers.mentions import check_writable
from planlsp.session.background.schedule import Priority
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of
from planlsp.session.view import View

if TYPE_CHECKING:
    from plancore.ide.review.reference_review import ReferenceReview
    from plancore.ide.review.repairs import Repairs
    from planlsp.session.answers.repair_choices import RepairChoice


# Not below `source.fixAll`: editors run that on save, which must not turn a learned domain into its
# reference.
TAKE_ALL = "source.takeReference.planlsp"

# Below `quickfix`, so that a request for quick fixes includes repairs, and a command can request
# only repairs.
REPAIR = "quickfix.repair.planlsp"

KINDS = [types.CodeActionKind.QuickFix, TAKE_ALL, EXTRACT, INLINE, *OF_DOCUMENTS]


def register(server: PlanServer) -> None:
    """Offer code actions for the diagnostics, names and code at the cursor or selection."""
    _register_resolve(server)

    @server.with_view
    async def code_action(view: View, params: types.CodeActionParams) -> list[types.CodeAction]:
        key = key_of(params.text_document.uri)
        file = view.files.file(key)
        if file is None:
            return []
        # Imported late: not needed to start the server.
        from planlsp.session.answers.changes import (
            changes_of_document,
            changes_of_selection,
            not_used_elsewhere,
        )

        span = from_range(file.source, params.range, view.client.encoding)
        terms = await server.terms(view, key)
        reported = await server.work.compute(
            lambda checkpoint: server.findings.diagnostics(view, key, terms, checkpoint),
            server.findings.size(view, key, terms),
            f"Analysing {name_of(key)}",
        )
        compared = await server.review(view, key)
        touched = [
            diagnostic
            for diagnostic in reported
            if any(start <= span.end and span.start <= end for start, end in diagnostic.spans)
        ]
        # Errors first: fixes of errors come before fixes of differences from the reference.
        touched.sort(key=lambda diagnostic: diagnostic.severity)
        if isinstance(file, FileSnapshot) and any(found.unnecessary for found in touched):
            touched = await server.work.run(
                partial(not_used_elsewhere, view, file, touched),
                f"Searching for files of {name_of(key)}",
                Priority.REQUESTS,
            )
        only = params.context.only
        repairs: Repairs | None = None
        if only is None or _is_wanted(REPAIR, only):
            # Editors send automatic requests on each move of the cursor: these do not wait.
            waits = params.context.trigger_kind is not types.CodeActionTriggerKind.Automatic
            repairs = await server.repairs(view, key, waits=waits)
        sources = terms.plan_sources if terms else {}
        selected = await server.about(file, lambda _: [*changes_of_selection(view, key, span)])
        # Local fixes come before repairs and changes of the whole domain: editors may apply the
        # first action without asking.
        actions = [
            *_quick_fixes(view, key, touched, sources),
            *(
                _fixes_of_differences(compared, view, key, span, touched, sources)
                if compared
                else ()
            ),
            *(_repairs(view, key, span, repairs) if repairs else ()),
            *(_take_overs(compared, view, key, span) if compared else ()),
            *(_decisions(compared, view, key, span) if compared else ()),
            *(_action(view, key, *change) for change in selected),
        ]
        kinds = [kind for kind in OF_DOCUMENTS if only is not None and _is_wanted(kind, only)]
        if kinds:
            changes = await server.work.compute(
                lambda checkpoint: list(changes_of_document(view, key, kinds, checkpoint)),
                len(file.text),
                "Fixing",
            )
            actions += [_action(view, key, *change) for change in changes]
        return [action for action in actions if only is None or _is_wanted(action.kind or "", only)]

    def offer() -> None:
        if server.client.code_action_literals:  # other clients only accept commands
            options = types.CodeActionOptions(
                code_action_kinds=KINDS, resolve_provider=server.client.resolved_code_actions
            )
            server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)(code_action)

    server.on_client_known(offer)


def _repairs(view: View, key: str, span: Span, repairs: Repairs) -> Iterator[types.CodeAction]:
    """The repairs at `span`. If the client can resolve code actions, they have no edits yet."""
    from planlsp.session.answers.repair_choices import edits_of, offered

    for choice in offered(view, key, span, repairs):
        action = types.CodeAction(choice.title, kind=REPAIR)
        if view.client.resolved_code_actions:
            action.data = choice._asdict()
        else:
            domain, edits, _ = edits_of(view, repairs, choice)
            action.edit = to_edit_of_files(view, {domain: edits})
        yield action


def _quick_fixes(
    view: View, key: str, touched: list[Diagnostic], sources: Mapping[str, SourceText]
) -> Iterator[types.CodeAction]:
    worst = min((diagnostic.severity for diagnostic in touched), default=None)
    for diagnostic in touched:
        for fix in diagnostic.fixes:
            action = _action(view, key, fix, types.CodeActionKind.QuickFix)
            action.diagnostics = [to_diagnostic(view, key, diagnostic, sources)]
            # Editors may apply a preferred action without showing it.
            if fix.safe and diagnostic.severity is worst and view.client.preferred_code_actions:
                action.is_preferred = True
            yield action


def _fixes_of_differences(
    compared: ReferenceReview,
    view: View,
    key: str,
    span: Span,
    touched: list[Diagnostic],
    sources: Mapping[str, SourceText],
) -> Iterator[types.CodeAction]:
    """Fixes of the differences at `span`. They are computed here, not with the diagnostics, because
    few of them are ever requested."""
    reported = {(each.code, each.span, each.message): each for each in touched}
    for found, fix in compared.fixes_at(span):
        action = _action(view, key, fix, types.CodeActionKind.QuickFix)
        shown = None if found is None else reported.get((found.code, found.span, found.message))
        if shown is not None:
            action.diagnostics = [to_diagnostic(view, key, shown, sources)]
        elif found is not None:
            continue  # off in the settings
        yield action


def _take_overs(
    compared: ReferenceReview, view: View, key: str, span: Span
) -> Iterator[types.CodeAction]:
    """Replace the actions at `span`, or everything, by the reference's version."""
    for fix in filter(None, map(compared.take_action, compared.actions_at(span))):
        yield _action(view, key, fix, types.CodeActionKind.QuickFix)
    if compared.take_all:
        yield _action(view, key, compared.take_all, TAKE_ALL)


def _decisions(
    compared: ReferenceReview, view: View, key: str, span: Span
) -> Iterator[types.CodeAction]:
    """Decisions about the match of the name at the cursor, as edits of the mapping file."""
    # Imported late: most files have no reference.
    from plancore.ide.review.counterparts import decisions
    from planlsp.session.answers.mapping_edits import mapping_edits, stated_now

    symbol = symbol_at(view.files, compared.learned, span.start)
    stated = (
        stated_now(view, key, compared.diff.learned, compared.diff.reference) if symbol else None
    )
    if symbol is None or stated is None:
        return
    for decision in decisions(compared, symbol, stated):
        changed = mapping_edits(view, key, decision.stated)
        if changed is not None and (changed.created is None or view.client.creates_files):
            edit = to_edit_of_files(view, *changed)
            yield types.CodeAction(decision.title, kind=types.CodeActionKind.QuickFix, edit=edit)


def _action(view: View, key: str, fix: Fix, kind: str) -> types.CodeAction:
    return types.CodeAction(fix.title, kind=kind, edit=to_workspace_edit(view, key, fix))


def _is_wanted(kind: str, only: Sequence[types.CodeActionKind | str]) -> bool:
    """Whether `kind` is one of the requested kinds, or below one."""
    wanted_kinds = [item.value if isinstance(item, types.CodeActionKind) else item for item in only]
    return any(
        not wanted or kind == wanted or kind.startswith(f"{wanted}.") for wanted in wanted_kinds
    )


# `codeAction/resolve`: the edits of a repair. Other code actions include their edits.

_REPAIR: Final = "planlsp-repair"


def _register_resolve(server: PlanServer) -> None:
    """Compute the edits of the repair that the user chose."""

    @server.with_view
    async def resolve(view: View, action: types.CodeAction) -> types.CodeAction:
        # Imported late: not needed to start the server.
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
    """The edits of a repair, with its description for clients that show change annotations."""
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
