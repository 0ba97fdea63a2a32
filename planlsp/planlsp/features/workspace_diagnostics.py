"""`workspace/diagnostic`, and pushed diagnostics of files that are not open.

A client that pulls asks again as soon as it has an answer, so a request is held until there is
news. For other clients the diagnostics are pushed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from lsprotocol import types

from planlsp.session.background.schedule import Priority
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of
from planlsp.session.view import View

if TYPE_CHECKING:
    from planlsp.unopened.checking import Checked
    from planlsp.unopened.rounds import Rounds

PAUSE: Final = 1.0
"""Seconds after the last change until closed files are checked."""

_ENOUGH: Final = 100
"""Diagnostics, related locations and reports that make up one partial result."""

_UNKNOWN: Final = "?"
"""The result id when it is not known which diagnostics the client shows."""

Report: TypeAlias = (
    types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport
)


def register(server: PlanServer) -> None:
    """Publish diagnostics of files that are not open, if the settings ask for it."""
    publisher = _WorkspacePublisher(server)

    def offer() -> None:
        if server.client.pulls_diagnostics:
            server.feature(types.WORKSPACE_DIAGNOSTIC)(server.with_view(publisher.pull))
            server.on_shutdown(publisher.end)
        else:
            server.on_start(publisher.start_to_push)

    server.on_client_known(offer)
    server.on_change(publisher.on_change)


class _WorkspacePublisher:
    """Publishes diagnostics that the client does not have yet."""

    def __init__(self, server: PlanServer) -> None:
        self._server = server
        self._changed = asyncio.Event()
        self._was_open: set[str] = set()
        self._held: asyncio.Task[None] | None = None
        self._is_over = False
        self._rounds: Rounds | None = None

    def on_change(self, view: View) -> None:
        """Note that diagnostics may have changed."""
        self._was_open |= view.documents.keys()
        self._changed.set()

    def end(self) -> None:
        """Answer held and future requests with no news."""
        self._is_over = True
        self._let_go()

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.cancel()

    async def pull(
        self, _view: View, params: types.WorkspaceDiagnosticParams
    ) -> types.WorkspaceDiagnosticReport:
        """Answer when there is news for the client. Only the last of several requests at a time is
        held; earlier ones are answered at once with the reports that they have so far."""
        has = {key_of(known.uri): known.value for known in params.previous_result_ids}
        reports = _Reports(self._server, params.partial_result_token)
        self._let_go()
        self._held = held = asyncio.create_task(self._until_told(has, reports))
        try:
            await asyncio.wait([held])
        finally:
            held.cancel()
        if not held.cancelled():
            held.result()
        return types.WorkspaceDiagnosticReport(reports.rest())

    def start_to_push(self) -> None:
        """Publish new diagnostics until the session ends."""
        self._server.work.spawn(self._push())

    async def _push(self) -> None:
        has: dict[str, str] = {}

        def publish(report: Report) -> None:
            if isinstance(report, types.WorkspaceFullDocumentDiagnosticReport):
                params = types.PublishDiagnosticsParams(report.uri, report.items)
                self._server.text_document_publish_diagnostics(params)

        while True:
            await self._tell(has, publish)
            await self._news()

    async def _until_told(self, has: dict[str, str], reports: _Reports) -> None:
        while not self._is_over:
            await self._tell(has, reports.add)
            if reports.say_something:
                return
            await self._news()

    async def _news(self) -> None:
        """Wait for a change, and then for a pause, in which more changes may follow."""
        await self._changed.wait()
        await asyncio.sleep(PAUSE)

    async def _tell(self, has: dict[str, str], tell: Callable[[Report], None]) -> None:
        """Check files, and `tell` the client of new diagnostics. `has` maps the key of each file to
        the result id that the client has, and is updated."""
        self._changed.clear()
        view = self._server.view()
        if not has and not view.settings.check_unopened:
            return
        closed = self._was_open - view.documents.keys()
        stale = {key for key in closed if key in has or view.is_checked_unopened(key)}
        self._was_open -= closed - stale

        def take(result: Checked) -> None:
            key = result.key
            if self._server.project.document(key) is not None:
                return  # it was opened: the feature for documents reports it now
            before = _UNKNOWN if key in stale else has.get(key, "")
            has[key] = result.result_id
            self._was_open.discard(key)
            if result.result_id != before:
                items, number = list(result.items), result.result_id or None
                tell(types.WorkspaceFullDocumentDiagnosticReport(key, items, result_id=number))
            elif result.result_id:
                tell(types.WorkspaceUnchangedDocumentDiagnosticReport(key, result.result_id))

        client_has = {**has, **dict.fromkeys(stale, _UNKNOWN)}
        state = self._server.project.client_state
        await self._kept_rounds().round(view, state, client_has, take)

    def _kept_rounds(self) -> Rounds:
        if self._rounds is None:
            # Imported late: by default only open files are checked.
            from planlsp.unopened.rounds import Rounds

            self._rounds = Rounds(
                partial(self._server.schedule.run, Priority.WORKSPACE), self._server.work.counted
            )
        return self._rounds


class _Reports:
    """The reports that answer one request, sent as partial results if the client accepts them."""

    def __init__(self, server: PlanServer, token: types.ProgressToken | None) -> None:
        self.say_something = False
        self._server, self._token = server, token
        self._waiting: list[Report] = []
        self._weight = 0

    def add(self, report: Report) -> None:
        """Send a report, or keep it until there are enough."""
        self._waiting.append(report)
        self._weight += 1
        if isinstance(report, types.WorkspaceFullDocumentDiagnosticReport):
            self.say_something = True
            self._weight += sum(1 + len(item.related_information or ()) for item in report.items)
        if self._weight >= _ENOUGH:
            self._send()

    def rest(self) -> list[Report]:
        """The reports that could not be sent as partial results."""
        self._send()
        return self._waiting

    def _send(self) -> None:
        if self._token is not None and self._waiting:
            part = types.WorkspaceDiagnosticReportPartialResult(self._waiting)
            self._server.progress(types.ProgressParams(self._token, part))
            self._waiting, self._weight = [], 0
