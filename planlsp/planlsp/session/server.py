"""A session with one client, and the interface for features.

`PlanServer` does not know the features. A feature registers handlers with the decorators of pygls,
`server.feature` and `server.command`. With `server.with_view`, a handler of requests gets a `View`,
the state of everything when the request arrived.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Collection, Coroutine
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from lsprotocol import types
from pygls.exceptions import (
    FeatureRequestError,
    JsonRpcContentModified,
    JsonRpcException,
    JsonRpcInternalError,
)
from pygls.lsp.server import LanguageServer

from plancore.project import AnySnapshot
from plancore.stop import Checkpoint
from planfiles.version import __version__
from planlsp.session.answers.consequences import NoRepair, PlanConsequences
from planlsp.session.answers.findings import Findings
from planlsp.session.answers.mentions import WorkspaceFiles
from planlsp.session.answers.pairing import MeaningCache, TermsCache
from planlsp.session.answers.tallies import LearnedDomains, PlanTallies
from planlsp.session.background.answer_cache import AnswerCache
from planlsp.session.background.collector import IdleCollector, give_back, keep_what_large_work_made
from planlsp.session.background.indexing import Indexer
from planlsp.session.background.schedule import Priority, Schedule, Threads
from planlsp.session.background.work import Work
from planlsp.session.client import ClientProfile
from planlsp.session.project import Project
from planlsp.session.texts.snapshots import AT_ONCE, BackgroundReader, PendingText
from planlsp.session.uris import key_of, name_of
from planlsp.session.view import View
from planlsp.wire.answers import is_long, json_of
from planlsp.wire.protocol import PlanProtocol, arrival, message_converter
from planlsp.wire.transport import watch_parent

if TYPE_CHECKING:
    from plancore.ide.review.reference_review import ReferenceReview
    from plancore.ide.review.repairs import Repairs
    from plancore.ide.review.terms import Terms

logger = logging.getLogger(__name__)

Result = TypeVar("Result")


Answering: TypeAlias = Callable[[View, Any], Coroutine[Any, Any, Any]]
Handler: TypeAlias = Callable[[Any], Coroutine[Any, Any, Any]]


class Handlers:
    """Adapts handlers with a view to pygls, which passes only the parameters.

    A handler starts when all pending input has been received, so that a cancellation takes effect,
    and its document has been parsed. If it fails, the client gets a short error; details are
    logged.
    """

    def __init__(
        self,
        project: Project,
        view: Callable[[], View],
        wait_until_read: Callable[[Collection[str]], Awaitable[None]],
        protocol: PlanProtocol,
        work: Work,
    ) -> None:
        self._project, self._view = project, view
        self._wait_until_read, self._protocol, self._work = wait_until_read, protocol, work

    def with_view(self, handler: Answering) -> Handler:
        """Adapt a handler. If the document was edited while it was parsed, the request fails with
        ContentModified, because positions refer to the old text."""

        async def when_read(view: View, params: Any) -> Any:
            document = getattr(params, "text_document", None)
            if document is None:
                return await self._in_turn(handler, view, params)
            read = await self._read_view(view, document.uri)
            key = key_of(document.uri)
            if read.documents.get(key) is not view.documents.get(key):
                raise JsonRpcContentModified("Content Modified")
            return await self._in_turn(handler, read, params)

        return self._answering(when_read)

    def with_newest_view(self, handler: Answering) -> Handler:
        """As `with_view`, for requests without positions: if the document was edited while it was
        parsed, the answer is about the newest text."""

        async def when_read(view: View, params: Any) -> Any:
            read = await self._read_view(view, params.text_document.uri)
            return await self._in_turn(handler, read, params)

        return self._answering(when_read)

    async def read_view(self, *uris: str) -> View:
        """The current view, once all files that the documents at `uris` need have been parsed."""
        return await self._read_view(self._view(), *uris)

    def _answering(self, handler: Answering) -> Handler:
        async def answer(params: Any) -> Any:
            method, view = arrival()
            self._protocol.pending.add_this()
            await self._protocol.input_seen()
            try:
                return await self._sendable(await handler(view, params))
            except JsonRpcException:
                raise
            except Exception as error:
                failure = f"{method} failed: {type(error).__name__}"
                raise JsonRpcInternalError(failure) from error

        return answer

    async def _sendable(self, found: Any) -> Any:
        """An answer, or if it is long, its JSON, made outside the event loop."""
        if not is_long(found):
            return found
        converter = self._protocol.converter
        body = await self._work.run(
            lambda checkpoint: json_of(found, converter, checkpoint),
            "Sending a long answer",
            Priority.REQUESTS,
        )
        return self._protocol.encoded(body)

    async def _in_turn(self, handler: Answering, view: View, params: Any) -> Any:
        async with self._protocol.turn_to_answer():
            return await handler(view, params)

    async def _read_view(self, view: View, *uris: str) -> View:
        """`view`, or a later one with all files found and parsed that the documents at `uris`
        need."""
        while view.is_searching:
            await self._protocol.input_seen()
            view = self._view()
        keys = [key_of(uri) for uri in uris]
        waited_for: list[PendingText] = []
        while unread := frozenset[str]().union(*map(view.unread_for, keys)):
            readings = [self._project.unread[name] for name in unread & self._project.unread.keys()]
            if readings and readings == waited_for:
                raise RuntimeError(f"cannot read {name_of(uris[0])}")  # the reason is in the log
            waited_for = readings
            await self._wait_until_read(unread)
            view = self._view()
        return view


class PlanServer(LanguageServer):
    """The server for one client."""

    protocol: PlanProtocol

    def __init__(self, schedule: Schedule | None = None) -> None:
        super().__init__(
            "planlsp",
            __version__,
            protocol_cls=PlanProtocol,
            converter_factory=message_converter,
        )
        self.protocol.capture = self.view
        self.schedule = schedule or Threads()
        self.work = Work(self, self.schedule)
        self.client = ClientProfile()
        self.project = Project()
        self.findings = Findings()
        keeping = (self.work.in_background, self.work.spawn, self.changed)
        self.pairing = TermsCache(*keeping)
        self.meaning = MeaningCache(AnswerCache(*keeping))
        self.plan_tallies = PlanTallies(*keeping)
        self.learned_domains = LearnedDomains(*keeping)
        last = (self.work.about_plans, self.work.spawn, self.changed)
        self.plan_consequences = PlanConsequences(
            AnswerCache(*last), AnswerCache(*last), self.pairing.terms
        )
        self.indexer = Indexer(self._index, self.work.counted, self.work.spawn, self._indexed)
        self.workspace_files = WorkspaceFiles(
            self.project, self.indexer.summary_of, self.indexer.is_passed_over
        )
        self._reader = BackgroundReader(self.project, self._read, self.work.spawn, self.changed)
        self._handlers = Handlers(
            self.project, self.view, self._reader.wait, self.protocol, self.work
        )
        self._listeners: list[Callable[[View], object]] = []
        self._client_known: list[Callable[[], None]] = []
        self._started: list[Callable[[], None]] = []
        self._change_is_due = False
        self._collector = IdleCollector(self._look_at_disk)
        self._register_lifecycle()

    # For features

    def with_view(self, handler: Answering) -> Handler:
        """Adapt `handler` to pygls; see `Handlers`."""
        return self._handlers.with_view(handler)

    def with_newest_view(self, handler: Answering) -> Handler:
        """As `with_view`, for requests without positions; see `Handlers`."""
        return self._handlers.with_newest_view(handler)

    async def read_view(self, *uris: str) -> View:
        """The current view, once all files that the documents at `uris` need have been parsed; for
        commands, whose parameters name documents in their own ways."""
        return await self._handlers.read_view(*uris)

    def on_client_known(self, action: Callable[[], None]) -> None:
        """Call `action` when the client's capabilities are known, but the server's not sent yet.

        The server's capabilities include the handlers that `action` registers.
        """
        self._client_known.append(action)

    def on_start(self, action: Callable[[], None]) -> None:
        """Call `action` when the client sends `initialized`."""
        self._started.append(action)

    def on_shutdown(self, action: Callable[[], None]) -> None:
        """Call `action` when the client sends `shutdown`."""
        self.protocol.before_end = action

    def on_change(self, listener: Callable[[View], object]) -> None:
        """Call `listener` soon after texts, references or settings have changed.

        It is called once for several changes at a time.
        """
        self._listeners.append(listener)

    def view(self) -> View:
        """The current view; files that take long to parse are in `View.unread` at first."""
        view = self._view()
        if self.project.take_news():
            self.changed()  # not all clients report changes of files
        return view

    def _view(self) -> View:
        view = self.project.view(self.client, AT_ONCE)
        self._reader.start()
        return view

    def _look_at_disk(self) -> None:
        if not self.client.registers_watchers:
            self.project.invalidate()
            self.indexer.look()
        self.view()
        self.work.spawn(self._release_replaced())

    def changed(self) -> None:
        """Notify the listeners of a change, once all pending input has been received."""
        self._collector.changed()
        if not self._change_is_due:
            self._change_is_due = True
            self.work.spawn(self._tell_listeners())

    async def about(
        self,
        file: AnySnapshot,
        work: Callable[[Checkpoint], Result],
        title: str = "Reading",
    ) -> Result:
        """The result of `work` about one file, computed outside the event loop if that is large;
        see `Work.compute`. `title` is what is done with the file."""
        return await self.work.compute(work, len(file.text), f"{title} {name_of(file.name)}")

    async def terms(self, view: View, key: str) -> Terms | None:
        """The terms of comparison of the document `key`, as far as known; None until the first are
        known."""
        terms = await self.pairing.terms(view, key)
        if terms is not None:
            terms = await self.meaning.within(view, key, terms)
        return await self.plan_consequences.within(view, key, terms)

    async def review(self, view: View, key: str) -> ReferenceReview | None:
        """The comparison of the document `key` with its reference; None without a reference, or
        while the terms are not known."""
        terms = await self.terms(view, key)
        return await self.work.compute(
            lambda _: self.findings.review(view, key, terms),
            self.findings.review_size(view, key),
            f"Comparing {name_of(key)} with its reference",
        )

    async def repairs(self, view: View, key: str, *, waits: bool) -> Repairs | None:
        """The minimum repairs of the document `key`, a domain, or of the domain of a plan, as far
        as known. With `waits`, waits up to two seconds for them."""
        terms = await self.pairing.terms(view, key)
        return await self.plan_consequences.repairs(view, key, terms, waits=waits)

    async def repairs_or_why(self, view: View, key: str) -> Repairs | NoRepair:
        """The same with `waits`, or why there are none."""
        terms = await self.pairing.terms(view, key)
        return await self.plan_consequences.repairs_or_why(view, key, terms)

    async def _read(self, work: Callable[[Checkpoint], AnySnapshot], title: str) -> AnySnapshot:
        return await self.work.run(work, title, Priority.TYPING)

    async def _index(self, work: Callable[[Checkpoint], Result]) -> Result:
        return await self.schedule.run(Priority.INDEX, work)

    def _indexed(self) -> None:
        self.project.set_index(self.indexer.index)
        keep_what_large_work_made()
        self.changed()

    # Session

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log an error in a handler once; pygls would show a message to the user."""
        if source is FeatureRequestError and not isinstance(error, JsonRpcInternalError):
            return  # the client's mistake, which is in the answer
        cause = error.__cause__ or sys.exception()
        logger.error("%s failed", arrival().method, exc_info=cause)

    def _register_lifecycle(self) -> None:
        @self.feature(types.INITIALIZE)
        def initialize(params: types.InitializeParams) -> None:
            self.client = ClientProfile.of(params.capabilities, params.client_info)
            self.work.shows_progress = self.client.progress
            self.project.start(params)
            if params.process_id is not None:
                watch_parent(params.process_id, lambda: self.protocol.end(1))
            for action in self._client_known:
                action()

        @self.feature(types.INITIALIZED)
        def initialized(_params: types.InitializedParams) -> None:
            self.indexer.start(self.project.roots)
            started, self._started = self._started, []
            for action in started:
                action()

    async def _release_replaced(self) -> None:
        """Release the models of replaced texts, a few at a time."""
        steps = 0
        for _ in self.project.release_replaced():
            steps += 1
            await asyncio.sleep(0)
        if steps > 10:  # after an edit of a few sections little is free
            give_back()

    async def _tell_listeners(self) -> None:
        await self.protocol.input_seen()
        view = await self._handlers.read_view()
        self._change_is_due = False
        self.project.take_news()
        self.findings.keep(view.documents.keys())
        self.pairing.keep(view.documents.keys())
        self.meaning.keep(view.documents.keys())
        self.plan_tallies.keep(view.documents.keys())
        self.learned_domains.keep(view.documents.keys())
        self.plan_consequences.keep(view)
        for listener in self._listeners:
            listener(view)
        await self._release_replaced()
