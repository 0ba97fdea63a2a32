"""The session: who the client is, what is open, and how features are called.

`PlanServer` knows no feature. A feature registers coroutine functions with it; each is given a
`View`, the state of everything at the time when the request arrived.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from uuid import uuid4

from cattrs import Converter
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from planlsp.session.client import ClientProfile
from planlsp.session.collector import IdleCollector
from planlsp.session.findings import Findings
from planlsp.session.project import Project, View
from planlsp.version import own_version
from planlsp.wire.parent import watch_parent
from planlsp.wire.protocol import PlanProtocol

logger = logging.getLogger(__name__)

# Texts up to so many characters are analysed at once; a thread would only cost time.
_SMALL = 50_000
# After so many seconds the user is told that something is going on.
_PATIENCE = 0.5

Params = TypeVar("Params")
Result = TypeVar("Result")
Feature = Callable[[View, Params], Coroutine[Any, Any, Result]]
Command = Callable[[View, Sequence[Any]], Coroutine[Any, Any, Any]]


class PlanServer(LanguageServer):
    """One client's server."""

    protocol: PlanProtocol

    def __init__(self) -> None:
        self.converter: Converter = default_converter()  # type: ignore[no-untyped-call]  # pygls
        super().__init__(
            "planlsp",
            own_version(),
            protocol_cls=PlanProtocol,
            converter_factory=lambda: self.converter,
        )
        self.client = ClientProfile()
        self.project = Project()
        self.findings = Findings()
        self._commands: dict[str, Command] = {}
        self._listeners: list[Callable[[View], None]] = []
        self._started: list[Callable[[], Coroutine[Any, Any, None]]] = []
        self._change_is_due = False
        self._background: set[asyncio.Task[None]] = set()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="analysis")
        self._collector = IdleCollector()
        self._register_lifecycle()

    # For features

    def on_request(
        self, method: str, handler: Feature[Any, Any], options: object | None = None
    ) -> None:
        """Answer requests of `method`; the capability follows from that, with `options`."""
        self.feature(method, options)(handler)
        self.protocol.request_handlers[method] = lambda params: handler(self.view(), params)

    def on_notification(self, method: str, handler: Callable[[Any], None]) -> None:
        """Call `handler` for each notification of `method`, in the order they come."""
        self.feature(method)(handler)
        self.protocol.notification_handlers[method] = handler

    def on_command(self, name: str, handler: Command) -> None:
        """Run `handler` for the command `name` of `workspace/executeCommand`."""
        self.command(name)(handler)
        self._commands[name] = handler

    def on_returned_command(self, name: str, handler: Command) -> None:
        """Run `handler` for a command that is the client's to run, when it sends it back.

        It is not advertised: VS Code would then take it for the server's.
        """
        self._commands[name] = handler

    def on_change(self, listener: Callable[[View], None]) -> None:
        """Call `listener` soon after texts, references or settings have changed.

        Several changes that come together are told once.
        """
        self._listeners.append(listener)

    def on_start(self, task: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run `task` once the client has said that it is ready."""
        self._started.append(task)

    def view(self) -> View:
        """Everything as it is now."""
        view = self.project.view(self.client)
        if self.project.take_news():
            self.changed()  # not every client watches files for us
        return view

    def changed(self) -> None:
        """Something has changed: tell the listeners when the input has been read."""
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
        return task

    async def compute(self, work: Callable[[], Result], size: int, title: str) -> Result:
        """The result of `work`, done beside the event loop when the text is large.

        `size` is the number of characters that the work has to look at. What takes long is shown
        to the user under `title`, if the client can show it.
        """
        if size < _SMALL:
            return work()
        done = asyncio.Event()
        if self.client.progress:
            self.spawn(self._show_progress(title, done))
        try:
            return await asyncio.get_running_loop().run_in_executor(self._worker, work)
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

    # Session

    def _register_lifecycle(self) -> None:
        requests, notifications = (
            self.protocol.request_handlers,
            self.protocol.notification_handlers,
        )
        requests[types.INITIALIZE] = self._initialize
        requests[types.SHUTDOWN] = self._shut_down
        requests[types.WORKSPACE_EXECUTE_COMMAND] = self._execute_command
        notifications[types.INITIALIZED] = self._initialized

    def _initialize(
        self, params: types.InitializeParams
    ) -> Coroutine[Any, Any, types.InitializeResult]:
        self.client = ClientProfile.of(params.capabilities)
        self.project.start(params)
        result = self.protocol.describe(params)
        capabilities = result.capabilities
        capabilities.position_encoding = types.PositionEncodingKind(self.client.encoding.value)
        if not self.client.pulls_diagnostics:
            capabilities.diagnostic_provider = None
        if params.process_id is not None:
            watch_parent(params.process_id, lambda: self.protocol.end(1))
        return _value(result)

    def _initialized(self, _params: types.InitializedParams) -> None:
        for task in self._started:
            self.spawn(task())

    def _shut_down(self, _params: None) -> Coroutine[Any, Any, None]:
        return _value(None)

    def _execute_command(self, params: types.ExecuteCommandParams) -> Coroutine[Any, Any, Any]:
        command = self._commands.get(params.command)
        if command is None:
            raise JsonRpcInvalidParams(f"Invalid Params: no command {params.command}")
        return command(self.view(), params.arguments or ())

    async def _tell_listeners(self) -> None:
        await self.protocol.input_seen()
        self._change_is_due = False
        view = self.project.view(self.client)
        self.project.take_news()
        for listener in self._listeners:
            listener(view)


async def _value(value: Result) -> Result:
    return value
