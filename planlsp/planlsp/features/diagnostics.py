"""`textDocument/publishDiagnostics` and `textDocument/diagnostic`.

A client either pulls or is pushed to, never both. What is pushed replaces what was there in one
step and names the version of the text that it is about.
"""

from __future__ import annotations

from itertools import count
from typing import NamedTuple

from lsprotocol import types

from planlsp.convert import to_diagnostic
from planlsp.session.project import View
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of


class _Told(NamedTuple):
    """What the client was told last about a document, and about which version of it."""

    uri: str
    version: int | None
    items: list[types.Diagnostic]
    result_id: str


def register(server: PlanServer) -> None:
    """Tell the client of findings, whichever way it wants."""
    told: dict[str, _Told] = {}
    numbers = count(1)

    async def work_out(view: View, uri: str) -> _Told:
        """What is to be told about the document at `uri`; the same object when nothing is new."""
        key = key_of(uri)
        file = view.files.file(key)
        document = view.documents.get(key)

        def items() -> list[types.Diagnostic]:
            found = server.findings.diagnostics(view, key)
            return [to_diagnostic(view, key, each) for each in found]

        size = len(file.text) if file else 0
        found = await server.compute(items, size, f"Analysing {name_of(uri)}")
        version = document.version if document else None
        known = told.get(key)
        if known and known.items == found:
            return known if known.version == version else known._replace(version=version)
        return _Told(uri, version, found, str(next(numbers)))

    async def pull(
        view: View, params: types.DocumentDiagnosticParams
    ) -> types.DocumentDiagnosticReport:
        uri = params.text_document.uri
        report = await work_out(view, uri)
        told[key_of(uri)] = report
        if params.previous_result_id == report.result_id:
            return types.RelatedUnchangedDocumentDiagnosticReport(report.result_id)
        return types.RelatedFullDocumentDiagnosticReport(report.items, result_id=report.result_id)

    async def push(view: View, key: str) -> None:
        document = view.documents[key]
        report = await work_out(view, document.uri)
        now = server.project.document(document.uri)
        if now is None or now.version != document.version or report is told.get(key):
            return  # a newer text will be told about, or nothing is new
        told[key] = report
        publish(report)

    async def ask_to_pull(view: View) -> None:
        """Ask for a new pull when findings have changed in a document that was not edited."""
        for key in told.keys() & view.documents.keys():
            known = told[key]
            report = await work_out(view, view.documents[key].uri)
            if known.version == report.version and report.result_id != known.result_id:
                await server.workspace_diagnostic_refresh_async(None)
                return

    def publish(report: _Told) -> None:
        server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(report.uri, report.items, report.version)
        )

    def on_change(view: View) -> None:
        for key in told.keys() - view.documents.keys():
            closed = told.pop(key)
            if not view.client.pulls_diagnostics:
                publish(closed._replace(version=None, items=[]))
        if view.client.pulls_diagnostics:
            server.spawn(ask_to_pull(view))
            return
        for key in view.documents:
            server.spawn(push(view, key))

    server.on_request(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        pull,
        types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=False),
    )
    server.on_change(on_change)
