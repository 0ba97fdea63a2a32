"""The session: who the client is, what is open, and how features are called.

`PlanServer` knows no feature. A feature registers its handlers through the decorators of pygls,
`server.feature` and `server.command`; one that answers requests stands below `server.with_view` and
is given a `View`, the state of everything at the time when the request arrived.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Coroutine, Set
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import TYPE_CHECKING, Any, TypeVar

from lsprotocol import types
from pygls.exceptions import (
    FeatureRequestError,
    JsonRpcContentModified,
    JsonRpcException,
    JsonRpcInternalError,
)
from pygls.lsp.server import LanguageServer

from plancore.project import AnySnapshot
from plancore.stop import NEVER, Checkpoint
from planfiles.version import __version__
from planlsp.session.answers.findings import Findings
from planlsp.session.answers.mentions import WorkspaceFiles
from planlsp.session.answers.pairing import Pairing
from planlsp.session.answers.plan_tallies import PlanTallies
from planlsp.session.background.collector import IdleCollector, keep_what_large_work_made
from planlsp.session.background.indexing import Indexer
from planlsp.session.background.progress import Report, counted, show_until
from planlsp.session.background.schedule import Lane, Schedule
from planlsp.session.client import ClientProfile
from planlsp.session.project import Project, View
from planlsp.session.texts.reading import AT_ONCE, Reader, Reading
from planlsp.session.uris import key_of, name_of
from planlsp.wire.converter import message_converter
from planlsp.wire.parent import watch_parent
from planlsp.wire.protocol import PlanProtocol, arrival

if TYPE_CHECKING:
    from plancore.ide.reference_review import ReferenceReview
    from plancore.ide.review_terms import Terms

logger = logging.getLogger(__name__)

Result = TypeVar("Result")
Answering = Callable[[View, Any], Coroutine[Any, Any, Any]]
Handler = Callable[[Any], Coroutine[Any, Any, Any]]


class PlanServer(LanguageServer):
    """One client's server."""

    protocol: PlanProtocol

    def __init__(self) -> None:
        super().__init__(
            "planlsp",
            __version__,
            protocol_cls=PlanProtocol,
            converter_factory=message_converter,
        )
        self.protocol.capture = self.view
        self.schedule = Schedule()
        self.client = ClientProfile()
        self.project = Project()
        self.workspace_files = WorkspaceFiles(self.project)
        self.findings = Findings()
        self.pairing = Pairing(self._pair, self.spawn, self.changed)
        self.plan_tallies = PlanTallies(self.beside, self.spawn, self.changed)
        self.indexer = Indexer(self._index, self._count, self.spawn, self._indexed)
        self._reader = Reader(self.project, self._read, self.spawn, self.changed)
        self._listeners: list[Callable[[View], None]] = []
        self._client_known: list[Callable[[], None]] = []
        self._started: list[Callable[[], None]] = []
        self._change_is_due = False
        self._opened: Set[str] = frozenset()
        self._background: set[asyncio.Task[None]] = set()
        self._collector = IdleCollector(self._look_at_disk)
        self._register_lifecycle()

    # For features

    def with_view(self, handler: Answering) -> Handler:
        """Make `handler` one that pygls can call with the parameters alone.

        It starts when all that the client has sent so far has been received, so that a cancellation
        on its way wins, and the document that it is about has been read. Where that was edited
        meanwhile, the client learns that there is no answer about the text as it was. It learns
        that a handler failed, not where: that is for the log.
        """

        async def when_read(view: View, params: Any) -> Any:
            document = getattr(params, "text_document", None)
            if document is None:
                return await handler(view, params)
            read = await self._read_view(view, document.uri)
            key = key_of(document.uri)
            if read.documents.get(key) is not view.documents.get(key):
                raise JsonRpcContentModified("Content Modified")
            return await handler(read, params)

        return self._answering(when_read)

    def with_newest_view(self, handler: Answering) -> Handler:
        """As `with_view`, for an answer that says nothing of a position: where a document was
        edited while it was read, it is about the newest text."""

        async def when_read(view: View, params: Any) -> Any:
            return await handler(await self._read_view(view, params.text_document.uri), params)

        return self._answering(when_read)

    def _answering(self, handler: Answering) -> Handler:
        async def answer(params: Any) -> Any:
            method, view = arrival()
            await self.protocol.input_seen()
            try:
                return await handler(view, params)
            except JsonRpcException:
                raise
            except Exception as error:
                failure = f"{method} failed: {type(error).__name__}"
                raise JsonRpcInternalError(failure) from error

        return answer

    async def _read_view(self, view: View, uri: str) -> View:
        """`view`, or a later one in which all has been read that the document at `uri` needs."""
        key = key_of(uri)
        waited_for: list[Reading] = []
        while unread := view.unread_for(key):
            readings = [self.project.unread[name] for name in unread & self.project.unread.keys()]
            if readings and readings == waited_for:
                raise RuntimeError(f"{name_of(uri)} cannot be read")  # the log says why
            waited_for = readings
            await self._reader.wait(unread)
            view = self.view()
        return view

    def on_client_known(self, action: Callable[[], None]) -> None:
        """Call `action` when the client's capabilities are known and the server's not yet sent.

        The server's capabilities include what `action` registers.
        """
        self._client_known.append(action)

    def on_start(self, action: Callable[[], None]) -> None:
        """Call `action` once the client has said that it is ready."""
        self._started.append(action)

    def on_change(self, listener: Callable[[View], None]) -> None:
        """Call `listener` soon after texts, references or settings have changed.

        Several changes that come together are told once.
        """
        self._listeners.append(listener)

    def view(self) -> View:
        """Everything as it is now; what takes long to read is in `View.unread` at first."""
        view = self._view()
        if self.project.take_news():
            self.changed()  # not every client watches files for us
        return view

    def _view(self) -> View:
        view = self.project.view(self.client, AT_ONCE)
        self._reader.start()
        return view

    def _look_at_disk(self) -> None:
        self.view()
        if not self.client.registers_watchers:
            self.indexer.look()

    def changed(self) -> None:
        """Tell the listeners of a change, once all pending input has been read."""
        self._collector.changed()
        if not self._change_is_due:
            self._change_is_due = True
            self.spawn(self._tell_listeners())

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run `work` beside the requests; what goes wrong in it is logged."""

        async def guarded() -> None:
            try:
                await work
            except JsonRpcException as error:
                logger.warning("the client refused a request: %s", error)
            except Exception:
                logger.exception("%s failed", getattr(work, "__qualname__", "background work"))

        task = asyncio.get_running_loop().create_task(guarded())
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        # A task that is cancelled before its first step leaves `work` as it was given.
        task.add_done_callback(lambda _: work.close())
        return task

    async def review(self, view: View, key: str) -> ReferenceReview | None:
        """The document `key` beside its reference; None where there is none, or nothing is known of
        what to compare it under."""
        terms = await self.pairing.terms(view, key)
        return await self.compute(
            lambda: self.findings.review(view, key, terms),
            self.findings.review_size(view, key),
            f"Comparing {name_of(key)} with its reference",
        )

    async def compute(
        self, work: Callable[[], Result], size: int, title: str, lane: Lane = Lane.REQUESTS
    ) -> Result:
        """The result of `work`, done beside the event loop when the text is large.

        `size` is the number of characters that the work has to look at. What takes long is shown
        to the user under `title`, if the client can show it.
        """
        return await self.compute_until(lambda _: work(), size, title, lane)

    async def compute_until(
        self,
        work: Callable[[Checkpoint], Result],
        size: int,
        title: str,
        lane: Lane = Lane.REQUESTS,
    ) -> Result:
        """As `compute`, for work that calls its checkpoint every few milliseconds: it ends as soon
        as who waits for it is cancelled, and lets what is more urgent go first."""
        if size < AT_ONCE:
            return work(NEVER)
        return await self.run(work, title, lane)

    async def beside(self, work: Callable[[], Result], title: str) -> Result:
        """The result of `work` that takes long whatever the text, and its turn last."""
        return await self.run(lambda _: work(), title, Lane.BACKGROUND)

    async def run(self, work: Callable[[Checkpoint], Result], title: str, lane: Lane) -> Result:
        """As `compute_until`, beside the event loop in any case."""
        done = asyncio.Event()
        if self.client.progress:
            self.spawn(show_until(self, title, done))
        try:
            return await self.schedule.run(lane, work)
        finally:
            done.set()
            keep_what_large_work_made()

    async def _pair(self, work: Callable[[Checkpoint], Terms], title: str) -> Terms:
        return await self.run(work, title, Lane.BACKGROUND)

    async def _read(self, work: Callable[[], AnySnapshot], title: str) -> AnySnapshot:
        return await self.run(lambda _: work(), title, Lane.TYPING)

    async def _index(self, work: Callable[[Checkpoint], Result]) -> Result:
        return await self.schedule.run(Lane.INDEX, work)

    def _count(self, title: str) -> AbstractAsyncContextManager[Report]:
        return counted(self, title) if self.client.progress else nullcontext(lambda *_: None)

    def _indexed(self) -> None:
        self.project.set_index(self.indexer.index)
        keep_what_large_work_made()
        self.changed()

    # Session

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what went wrong in a handler, once; pygls would open a window about it."""
        if source is FeatureRequestError and not isinstance(error, JsonRpcInternalError):
            return  # the client's mistake, which the answer tells
        cause = error.__cause__ or sys.exception()
        logger.error("%s failed", arrival().method, exc_info=cause)

    def _register_lifecycle(self) -> None:
        @self.feature(types.INITIALIZE)
        def initialize(params: types.InitializeParams) -> None:
            self.client = ClientProfile.of(params.capabilities)
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

    async def _tell_listeners(self) -> None:
        await self.protocol.input_seen()
        self._change_is_due = False
        view = self._view()
        self.project.take_news()
        if not self._opened <= view.documents.keys():
            self._collector.released()
        self._opened = view.documents.keys()
        self.findings.keep(view.documents.keys())
        self.pairing.keep(view.documents.keys())
        self.plan_tallies.keep(view.documents.keys())
        for listener in self._listeners:
            listener(view)
