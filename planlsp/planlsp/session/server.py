"""The session: who the client is, what is open, and how features are called.

`PlanServer` knows no feature. A feature registers its handlers through the decorators of pygls,
`server.feature` and `server.command`; one that answers requests stands below `server.with_view` and
is given a `View`, the state of everything at the time when the request arrived.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, TypeVar
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import FeatureRequestError, JsonRpcException, JsonRpcInternalError
from pygls.lsp.server import LanguageServer

from planfiles.version import __version__
from planlsp.session.client import ClientProfile
from planlsp.session.collector import IdleCollector
from planlsp.session.findings import Findings
from planlsp.session.pairing import Pairing
from planlsp.session.plan_tallies import PlanTallies
from planlsp.session.project import Project, View
from planlsp.wire.converter import message_converter
from planlsp.wire.parent import watch_parent
from planlsp.wire.protocol import PlanProtocol, arrival

logger = logging.getLogger(__name__)

# Texts up to so many characters are analysed at once; a thread would only cost time.
_SMALL = 50_000
# After so many seconds the user is told that something is going on.
_PATIENCE = 0.5

Result = TypeVar("Result")
Answering = Callable[[View, Any], Coroutine[Any, Any, Any]]
Handler = Callable[[Any], Coroutine[Any, Any, Any]]


class PlanServer(LanguageServer):
    """One client's server."""

    protocol: PlanProtocol

    def __init__(self) -> None:
        # One worker, so that analyses do not take the interpreter from each other.
        super().__init__(
            "planlsp",
            __version__,
            protocol_cls=PlanProtocol,
            converter_factory=message_converter,
            max_workers=1,
        )
        self.protocol.capture = self.view
        # For what no request waits for; asyncio's own pool would be waited for at the end.
        self._aside = ThreadPoolExecutor(max_workers=1)
        self.client = ClientProfile()
        self.project = Project()
        self.findings = Findings()
        self.pairing = Pairing(self.beside, self.spawn, self.changed)
        self.plan_tallies = PlanTallies(self.beside, self.spawn, self.changed)
        self._listeners: list[Callable[[View], None]] = []
        self._client_known: list[Callable[[], None]] = []
        self._started: list[Callable[[], None]] = []
        self._change_is_due = False
        self._background: set[asyncio.Task[None]] = set()
        self._collector = IdleCollector(self.view)
        self._register_lifecycle()

    # For features

    def with_view(self, handler: Answering) -> Handler:
        """Make `handler` one that pygls can call with the parameters alone.

        It starts when all that the client has sent so far has been read, so that a cancellation
        on its way wins. The client learns that it failed, not where: that is for the log.
        """

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
        """Everything as it is now."""
        view = self.project.view(self.client)
        if self.project.take_news():
            self.changed()  # not every client watches files for us
        return view

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

    async def compute(self, work: Callable[[], Result], size: int, title: str) -> Result:
        """The result of `work`, done beside the event loop when the text is large.

        `size` is the number of characters that the work has to look at. What takes long is shown
        to the user under `title`, if the client can show it.
        """
        if size < _SMALL:
            return work()
        return await self._in_thread(self.thread_pool, work, title)

    async def beside(self, work: Callable[[], Result], title: str) -> Result:
        """The result of `work` that no request waits for: it takes no turn among the analyses.

        What takes long is shown to the user under `title`, if the client can show it.
        """
        return await self._in_thread(self._aside, work, title)

    async def _in_thread(self, pool: Executor, work: Callable[[], Result], title: str) -> Result:
        done = asyncio.Event()
        if self.client.progress:
            self.spawn(self._show_progress(title, done))
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        finally:
            done.set()

    async def _show_progress(self, title: str, done: asyncio.Event) -> None:
        try:
            await asyncio.wait_for(done.wait(), _PATIENCE)
        except TimeoutError:
            token = f"planlsp-{uuid4()}"
            await self.work_done_progress.create_async(token)
            self.work_done_progress.begin(token, types.WorkDoneProgressBegin(title=title))
            await done.wait()
            self.work_done_progress.end(token, types.WorkDoneProgressEnd())
            self.work_done_progress.tokens.pop(token, None)  # pygls keeps each for ever

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
            started, self._started = self._started, []
            for action in started:
                action()

    async def _tell_listeners(self) -> None:
        await self.protocol.input_seen()
        self._change_is_due = False
        view = self.project.view(self.client)
        self.project.take_news()
        self.findings.keep(view.documents.keys())
        self.pairing.keep(view.documents.keys())
        self.plan_tallies.keep(view.documents.keys())
        for listener in self._listeners:
            listener(view)
