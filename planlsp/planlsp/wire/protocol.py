"""JSON-RPC with one client, on pygls' public side, so that every request is answered once.

pygls runs the handlers, cancels them, sends what they return, and knows capabilities and types.
`PlanProtocol.receive` stands in for the loop of `pygls.io_.run_async`, the only place where pygls
itself reads a message, for that loop leaves requests without an answer: bad JSON, malformed
parameters, and what comes before `initialize` or after `shutdown`; a malformed answer of the
client leaves whoever asked waiting. What is sound is handed to `structure_message` and
`handle_message`, as there. `BuiltInFeatures` are those of pygls, where ours lose less; each says
what pygls would lose.

From JSON to the classes of LSP and back, also from a client that is newer than we are.

An editor may declare values that the protocol version known here does not have, such as a new
symbol kind. The session must not fail because of a capability that nobody here asks about.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Generator
from concurrent.futures import InvalidStateError
from contextlib import asynccontextmanager
from contextvars import ContextVar, copy_context
from enum import Enum, auto
from functools import cache, partial
from inspect import isawaitable
from typing import Any, Final, NamedTuple, Protocol

from cattrs import Converter
from lsprotocol import types
from lsprotocol.types import EXIT, INITIALIZE
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method

from plancore.jsonable import why_unreadable
from planlsp.wire.transport import FramingError, StreamMessage

logger = logging.getLogger(__name__)


class SessionStage(Enum):
    """How far the session has come."""

    NEW = auto()
    RUNNING = auto()
    SHUT_DOWN = auto()


class Lifecycle:
    """Admits or refuses messages by their method."""

    def __init__(self) -> None:
        self.stage = SessionStage.NEW

    def check_request(self, method: str) -> None:
        """Raise the JsonRpcException that says why a request may not be handled now, if so."""
        match self.stage:
            case SessionStage.NEW if method != INITIALIZE:
                raise JsonRpcServerNotInitialized(f"{method} came before initialize")
            case SessionStage.RUNNING if method == INITIALIZE:
                raise JsonRpcInvalidRequest("initialize came a second time")
            case SessionStage.SHUT_DOWN:
                raise JsonRpcInvalidRequest(f"{method} came after shutdown")

    def admits_notification(self, method: str) -> bool:
        """Whether a notification is to be handled now rather than dropped."""
        return method == EXIT or self.stage is SessionStage.RUNNING

    def open(self) -> None:
        """`initialize` has succeeded."""
        self.stage = SessionStage.RUNNING

    def close(self) -> None:
        """`shutdown` has come."""
        self.stage = SessionStage.SHUT_DOWN

    @property
    def exit_code(self) -> int:
        """What the process ends with: 0 when it was asked to shut down first."""
        return 0 if self.stage is SessionStage.SHUT_DOWN else 1


_PATIENCE: Final = 0.5
"""Seconds that the end of a session waits for answers."""


class PendingRequests:
    """The tasks of these requests. pygls answers when one is done."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def add_this(self) -> None:
        """The request that is handled in this task is one of them until it is done."""
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def answered(self) -> None:
        """Wait until they have their answers, or for a moment."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_PATIENCE)


# What a built-in feature is to pygls: it yields the handlers to call, and returns the result.
HandlerCalls = Generator[tuple[Callable[..., Any], tuple[Any, ...], None], Any, Any]


class Transport(Protocol):
    """The connection to the client; what pygls calls a writer, and how to end."""

    def write(self, body: bytes) -> None:
        """Queue a message; never blocks and never fails."""

    def close(self) -> None:
        """Stop sending."""

    def has_pending_input(self) -> bool:
        """Whether the client has sent more than has been received."""

    def has_unread_output(self) -> bool:
        """Whether the client has left so much unread that nothing more should be made for it."""

    def end_process(self, code: int) -> None:
        """End the process with `code`, once what was sent is written."""


class BuiltInFeatures(LanguageServerProtocol):
    """What LSP asks of every server: to begin, to end, and to take texts."""

    def __init__(self, server: Any, converter: Any) -> None:
        super().__init__(server, converter)
        self.lifecycle = Lifecycle()
        self.pending = PendingRequests()
        self.before_end: Callable[[], None] = lambda: None
        self.transport: Transport | None = None

    def connect(self, transport: Transport) -> None:
        """Speak to the client at the other end of `transport`, which frames what it is given."""
        self.transport = transport
        self.set_writer(transport, include_headers=False)

    def end(self, code: int) -> None:
        """End the process, with what was sent written if that is quick."""
        if self.transport is not None:
            self.transport.end_process(code)

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> HandlerCalls:
        """As pygls does it; only when that has succeeded other requests may come."""
        result = yield from super().lsp_initialize(params)
        self.lifecycle.open()
        return result

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *_: Any) -> HandlerCalls:
        """Refuse what comes now, and answer what is held back or pending first: an
        `exit` may follow at once.

        pygls drops later requests without an answer, and cancels those that are being handled.
        """
        self.lifecycle.close()
        self.before_end()
        yield self.pending.answered, (), None

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: Any) -> HandlerCalls:
        """End with the right exit code at once; pygls raises SystemExit amid the event loop."""
        self.end(self.lifecycle.exit_code)
        yield from ()

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Only call the feature: pygls would hold the text a second time."""
        self.fm.features[types.TEXT_DOCUMENT_DID_OPEN](params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Only call the feature: pygls moves the ranges in `params` by its own rules first, and
        keeps something of each notification for ever."""
        self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE](params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Only call the feature, as above."""
        self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE](params)

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # type: ignore[override]  # pygls takes both
        self, params: types.ExecuteCommandParams
    ) -> Any:
        """The answer of the command that pygls would call: it keeps each for ever, and lets a
        command that is cancelled go on."""
        command, arguments, named = next(super().lsp_workspace__execute_command(params))
        answer = command(*arguments, **named)
        return await answer if isawaitable(answer) else answer


_MOST_WAITING = 1_000
"""Requests in hand while more is received; so many are not cancelled at a stroke by anybody."""
_MOST_ANSWERS = 20
"""Answers that are made at a time; there are fewer requests that are held back for long."""
_AT_ONCE = 100
"""Messages that are received before the handlers of the first get their turn."""


class Arrival(NamedTuple):
    """The message in hand: its method, and the `state` of the session when it came."""

    method: str
    state: Any


_arrival: ContextVar[Arrival | None] = ContextVar("arrival", default=None)


def arrival() -> Arrival:
    """The message that is being handled. pygls runs each handler in a context of its own."""
    return _arrival.get() or Arrival("work in the background", None)


class PlanProtocol(BuiltInFeatures):
    """The session with one client.

    `capture` is called when a request arrives; what it returns is the request's `Arrival.state`,
    which later edits do not change.
    """

    def __init__(self, server: Any, converter: Any) -> None:
        super().__init__(server, converter)
        self.converter = converter
        self.capture: Callable[[], Any] = lambda: None
        self._turn, self._turns_to_answer = asyncio.Lock(), asyncio.Semaphore(_MOST_ANSWERS)
        self._received = 0
        self._has_command = False

    def receive(self, body: StreamMessage) -> None:
        """Handle one message from the client. Never raises."""
        if isinstance(body, FramingError):
            self._refuse(None, JsonRpcParseError(f"Parse Error: {body}"))
            return
        try:
            message = json.loads(body)
        except (ValueError, RecursionError) as error:
            self._refuse(None, JsonRpcParseError(f"Parse Error: {why_unreadable(error)}"))
            return
        if not isinstance(message, dict) or message.get("jsonrpc") != self.VERSION:
            self._refuse(None, JsonRpcInvalidRequest("Invalid Request: expected JSON-RPC 2.0"))
        elif "method" not in message:
            self._receive_answer(message)
        elif not isinstance(message["method"], str):
            self._refuse(
                None, JsonRpcInvalidRequest("Invalid Request: expected a string as method")
            )
        elif "id" not in message:
            self._receive_notification(message)
        elif not isinstance(message["id"], int | str):
            self._refuse(
                None, JsonRpcInvalidRequest("Invalid Request: expected a number or string as id")
            )
        else:
            self._receive_request(message)

    def _receive_request(self, message: dict[str, Any]) -> None:
        message_id, method = message["id"], message["method"]
        try:
            self.lifecycle.check_request(method)
            if not self._knows(method):
                raise JsonRpcMethodNotFound.of(method)
            request = self._structured(message)
            if not hasattr(request, "id"):  # a method that only notifications have
                raise JsonRpcMethodNotFound.of(method)
            state = self.capture() if method in self.fm.features else None
        except JsonRpcException as error:
            self._refuse(message_id, error)
            return
        except Exception:
            logger.exception("%s failed", method)
            self._refuse(message_id, JsonRpcInternalError(f"{method} failed"))
            return
        self._handle(request, Arrival(method, state))
        self._has_command = method == types.WORKSPACE_EXECUTE_COMMAND

    def _receive_notification(self, message: dict[str, Any]) -> None:
        method = message["method"]
        if not self.lifecycle.admits_notification(method) or not self._knows(method):
            return
        try:
            self._handle(self._structured(message), Arrival(method, None))
        except (JsonRpcException, TypeError) as error:  # pygls looks up a cancelled id unchecked
            logger.warning("ignored %s: %s", method, error)

    def _receive_answer(self, message: dict[str, Any]) -> None:
        """Hand an answer to whoever asked; one that cannot be read counts as an error."""
        message_id = message.get("id")
        if not isinstance(message_id, int | str):
            logger.warning("ignored an answer without a request")
            return
        answer: Any
        try:
            answer = self._structured(message)
        except JsonRpcException as error:
            problem = types.ResponseError(error.code, f"unreadable answer: {error.message}")
            answer = types.ResponseErrorMessage(id=message_id, error=problem)
        try:
            self.handle_message(answer)
        except (InvalidStateError, RuntimeError) as error:
            # Whoever asked was cancelled meanwhile, or it is the id of a request to us.
            logger.warning("ignored an answer: %s", error)

    def _knows(self, method: str) -> bool:
        return (
            method in self.fm.features
            or method in self.fm.builtin_features
            or method == types.CANCEL_REQUEST
        )

    def _structured(self, message: dict[str, Any]) -> Any:
        """`message` as the class that LSP names for it; raises JsonRpcInvalidParams."""
        try:
            return self.structure_message(message)
        except JsonRpcException as error:
            if message.get("method") == types.INITIALIZE:
                tolerable = without_unknown_values(message, self.converter)
                if tolerable is not None:
                    return tolerable
            reason = _innermost(error.__cause__ or error)
            raise refusal(reason) from error

    def _handle(self, message: Any, arrived: Arrival) -> None:
        context = copy_context()
        context.run(_arrival.set, arrived)
        context.run(self.handle_message, message)

    async def input_seen(self) -> None:
        """Wait until all that the client has sent so far has been received.

        One after the other, so that the answer to one counts before the next begins. A client
        that sends without end is answered in between.
        """
        async with self._turn:
            await asyncio.sleep(0)
            while self._has_pending_input():
                await asyncio.sleep(0.0005)

    @asynccontextmanager
    async def turn_to_answer(self) -> AsyncIterator[None]:
        """While an answer is made: a few at a time, and none while the client has left too much
        unread. Many requests may have waited for one document, and all would be answered at once.
        """
        async with self._turns_to_answer:
            while self.transport is not None and self.transport.has_unread_output():
                await asyncio.sleep(0.02)
            yield

    async def caught_up(self) -> None:
        """Wait until not too many requests wait, for a client may send more than anybody handles,
        and a command has begun, which counts for what comes after it."""
        self._received += 1
        if self._has_command or not self._received % _AT_ONCE:
            self._has_command = False
            await asyncio.sleep(0)  # the handlers of these begin
        while len(self.pending) > _MOST_WAITING:
            await asyncio.sleep(0.005)

    def _has_pending_input(self) -> bool:
        few_wait = len(self.pending) <= _MOST_WAITING
        return few_wait and self.transport is not None and self.transport.has_pending_input()

    def _refuse(self, message_id: int | str | None, error: JsonRpcException) -> None:
        """Answer what was not handed to pygls. Its answers cannot have the id null."""
        if self.transport is None:
            return
        problem = {"code": error.code, "message": error.message}
        answer = {"jsonrpc": self.VERSION, "id": message_id, "error": problem}
        self.transport.write(json.dumps(answer).encode())


def refusal(reason: str) -> JsonRpcInvalidParams:
    """What a client is told whose parameters cannot be used."""
    return JsonRpcInvalidParams(f"Invalid Params: {reason}")


def _innermost(error: BaseException) -> str:
    """The innermost reason of a failed conversion, in one line."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]


@cache
def message_converter() -> Converter:
    """That of pygls, told not to say of every field where it stood when one cannot be read.

    It writes itself a function for each class that a client ever sends, which takes half as long
    again where it is to say so; what is said to the client is the innermost reason alone. One for
    all servers of a process.
    """
    # pygls does not say what it returns.
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]
    converter.detailed_validation = False
    return converter


_NOTHING: Final = object()


def without_unknown_values(
    message: dict[str, Any], converter: Any
) -> types.InitializeRequest | None:
    """An `initialize` message without the capabilities that cannot be read.

    None when something else is wrong with it.
    """
    params = message.get("params")
    if not isinstance(params, dict) or not isinstance(params.get("capabilities"), dict):
        return None
    readable = _readable(params["capabilities"], lambda part: part, converter)
    try:
        request: types.InitializeRequest = converter.structure(
            {**message, "params": {**params, "capabilities": readable}}, types.InitializeRequest
        )
    except Exception:
        return None
    return request


def _readable(value: Any, around: Callable[[Any], Any], converter: Any) -> Any:
    """As much of `value` as can be read where `around` puts it, or `_NOTHING`."""
    if _can_read(around(value), converter):
        return value
    kept: Any = _NOTHING
    if isinstance(value, dict):
        parts = {
            name: _readable(part, partial(_named, around, name), converter)
            for name, part in value.items()
        }
        kept = {name: part for name, part in parts.items() if part is not _NOTHING}
    elif isinstance(value, list):
        kept = [item for item in value if _can_read(around([item]), converter)]
    return kept if kept is not _NOTHING and _can_read(around(kept), converter) else _NOTHING


def _named(around: Callable[[Any], Any], name: str, part: Any) -> Any:
    return around({name: part})


def _can_read(capabilities: Any, converter: Any) -> bool:
    try:
        converter.structure(capabilities, types.ClientCapabilities)
    except Exception:
        return False
    return True
