"""`textDocument/publishDiagnostics` and `textDocument/diagnostic`.

A client either pulls diagnostics or has them pushed, never both. A push replaces all diagnostics of
a document and has the version of its text.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from itertools import count
from typing import Any, NamedTuple

from lsprotocol import types

from plancore.diagnostic import Diagnostic
from plancore.stop import Checkpoint
from planlsp.convert import to_diagnostic
from planlsp.session.background.schedule import Priority
from planlsp.session.server import PlanServer
from planlsp.session.texts.snapshots import AT_ONCE
from planlsp.session.uris import key_of, name_of
from planlsp.session.view import View


class _Published(NamedTuple):
    """The last diagnostics published for a document; `version` and `opening` are the document's."""

    uri: str
    opening: object
    version: int | None
    findings: tuple[Diagnostic, ...]
    items: list[types.Diagnostic]
    result_id: str


def register(server: PlanServer) -> None:
    """Push diagnostics, or answer pull requests, whichever the client supports."""
    publisher = _DiagnosticsPublisher(server)

    def offer_to_be_asked() -> None:
        if server.client.pulls_diagnostics:
            options = types.DiagnosticOptions(
                inter_file_dependencies=True, workspace_diagnostics=True
            )
            pull = server.with_newest_view(publisher.pull)
            server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(pull)

    server.on_client_known(offer_to_be_asked)
    server.on_change(publisher.on_change)


class _DiagnosticsPublisher:
    """Keeps the diagnostics that the client has of each document, and publishes new ones."""

    def __init__(self, server: PlanServer) -> None:
        self._server = server
        self._published: dict[str, _Published] = {}
        self._pushing: dict[str, asyncio.Task[None]] = {}
        self._numbers = count(1)

    async def pull(
        self, view: View, params: types.DocumentDiagnosticParams
    ) -> types.DocumentDiagnosticReport:
        """Answer a pull request."""
        uri, known = params.text_document.uri, params.previous_result_id
        is_open = key_of(uri) in view.documents
        if known and not is_open and view.is_checked_unopened(key_of(uri)):
            # VS Code asks once more about a document that was just closed.
            return types.RelatedUnchangedDocumentDiagnosticReport(known)
        report = await self._work_out(view, uri)
        self._published[key_of(uri)] = report
        related = await self._related(view, report) if view.client.related_documents else None
        if known == report.result_id:
            return types.RelatedUnchangedDocumentDiagnosticReport(
                report.result_id, related_documents=related
            )
        return types.RelatedFullDocumentDiagnosticReport(
            report.items, related_documents=related, result_id=report.result_id
        )

    async def _related(
        self, view: View, asked: _Published
    ) -> dict[str, types.FullDocumentDiagnosticReport] | None:
        """New diagnostics in other documents, so that the client need not ask for them."""
        related: dict[str, _Published] = {}
        for key in self._published.keys() & view.documents.keys() - {key_of(asked.uri)}:
            last = self._published[key]
            report = await self._work_out(view, view.documents[key].uri)
            if last.version == report.version and report.result_id != last.result_id:
                related[key] = report
        self._published |= related  # only now: a cancelled answer publishes nothing
        return {
            report.uri: types.FullDocumentDiagnosticReport(report.items, result_id=report.result_id)
            for report in related.values()
        } or None

    def on_change(self, view: View) -> None:
        """Publish new diagnostics of open documents, and clear those of closed ones."""
        pulls = view.client.pulls_diagnostics
        for key, last in [*self._published.items()]:
            document = view.documents.get(key)
            if document is None or document.opening is not last.opening:
                del self._published[key]  # it belonged to the closed document
                if document is None and not pulls and not view.is_checked_unopened(key):
                    self._publish(last._replace(version=None, items=[]))
        for key in self._pushing.keys() - view.documents.keys():
            self._pushing.pop(key).cancel()
        if pulls:
            self._restart("", self._ask_to_pull(view))
            return
        for key in view.documents:
            if not view.unread_for(key):  # else reading the missing files will trigger a change
                self._restart(key, self._push(view, key))

    def _restart(self, key: str, work: Coroutine[Any, Any, None]) -> None:
        """Start `work`, and cancel the previous work for this key, which is outdated."""
        before = self._pushing.pop(key, None)
        if before is not None:
            before.cancel()
        self._pushing[key] = self._server.work.spawn(work)

    async def _push(self, view: View, key: str) -> None:
        document = view.documents[key]
        report = await self._work_out(view, document.uri)
        now = self._server.project.document(document.uri)
        if now is None or now.version != document.version or report is self._published.get(key):
            return  # a newer text will be published, or nothing is new
        self._published[key] = report
        self._publish(report)

    async def _ask_to_pull(self, view: View) -> None:
        """Request a new pull if diagnostics changed in a document that was not edited."""
        for key in self._published.keys() & view.documents.keys():
            if view.unread_for(key):
                continue
            last = self._published[key]
            report = await self._work_out(view, view.documents[key].uri)
            if last.version == report.version and report.result_id != last.result_id:
                await self._server.workspace_diagnostic_refresh_async(None)
                return

    async def _work_out(self, view: View, uri: str) -> _Published:
        """The diagnostics of the document at `uri`; the object last published if nothing is new."""
        key = key_of(uri)
        document = view.documents.get(key)
        terms = await self._server.terms(view, key)
        last = self._published.get(key)

        def work(checkpoint: Checkpoint) -> tuple[tuple[Diagnostic, ...], list[types.Diagnostic]]:
            findings = self._server.findings.diagnostics(view, key, terms, checkpoint)
            if last and last.findings is findings:
                return findings, last.items  # messages and places are the same
            sources = terms.plan_sources if terms else {}
            return findings, [to_diagnostic(view, key, found, sources) for found in findings]

        # The first time, the rules are imported, which takes longer than checking a small text.
        size = self._server.findings.size(view, key, terms) if self._published else AT_ONCE
        title = f"Analysing {name_of(uri)}"
        findings, items = await self._server.work.compute(work, size, title, Priority.FINDINGS)
        version, opening = (document.version, document.opening) if document else (None, None)
        if last and (last.items is items or last.items == items):
            now = last._replace(opening=opening, version=version, findings=findings)
            return last if now == last else now
        return _Published(uri, opening, version, findings, items, str(next(self._numbers)))

    def _publish(self, report: _Published) -> None:
        self._server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(report.uri, report.items, report.version)
        )
