"""JSON-RPC with one client, on top of pygls' public interface, with one answer for every request.

pygls runs and cancels the handlers, sends their results, and knows capabilities and types.
`PlanProtocol.receive` replaces the loop of `pygls.io_.run_async`, the only place where pygls itself
reads messages: it leaves invalid JSON, malformed parameters, and requests before `initialize` or
after `shutdown` without an answer, and after a malformed answer of the client the caller waits for
ever. Valid messages are passed to `structure_message` and `handle_message`, as in that loop.
`BuiltInFeatures` overrides features of pygls; each docstring gives the reason.

Messages are converted between JSON and the classes of LSP, also for clients with a newer version of
the protocol: they may declare unknown values, such as a new symbol kind, and a session must not
fail because of a capability that the server does not use.
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
from pygls.protocol import (
    JsonRPCResponseMessage,
    LanguageServerProtocol,
    default_converter,
    lsp_method,
)

from plancore.jsonable import why_unreadable
from planlsp.wire.answers import AnswerWriter, EncodedAnswer
from planlsp.wire.transport import FramingError, StreamMessage

logger = logging.getLogger(__name__)


class SessionStage(Enum):
    """The stage of a session."""

    NEW = auto()
    RUNNING = auto()
    SHUT_DOWN = auto()


class Lifecycle:
    """Admits or refuses messages by their method."""

    def __init__(self) -> None:
        self.stage = SessionStage.NEW

    def check_request(self, method: str) -> None:
        """Raise a JsonRpcException if a request is not allowed at this stage."""
        match self.stage:
            case SessionStage.NEW if method != INITIALIZE:
                raise JsonRpcServerNotInitialized(f"{method} came before initialize")
            case SessionStage.RUNNING if method == INITIALIZE:
                raise JsonRpcInvalidRequest("initialize came a second time")
            case SessionStage.SHUT_DOWN:
                raise JsonRpcInvalidRequest(f"{method} came after shutdown")

    def admits_notification(self, method: str) -> bool:
        """Whether to handle a notification at this stage; otherwise it is dropped."""
        return method == EXIT or self.stage is SessionStage.RUNNING

    def open(self) -> None:
        """Start the session: `initialize` has succeeded."""
        self.stage = SessionStage.RUNNING

    def close(self) -> None:
        """Shut down: `shutdown` was received."""
        self.stage = SessionStage.SHUT_DOWN

    @property
    def exit_code(self) -> int:
        """The exit code of the process: 0 after `shutdown`, else 1."""
        return 0 if self.stage is SessionStage.SHUT_DOWN else 1


_PATIENCE: Final = 0.5
"""Seconds that `shutdown` waits for pending answers."""


class PendingRequests:
    """The tasks of pending requests. pygls sends the answer when one is done."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def add_this(self) -> None:
        """Add the current task until it is done."""
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def answered(self) -> None:
        """Wait until all are answered, up to `_PATIENCE`."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_PATIENCE)


# The type of a built-in feature of pygls: it yields the handlers to call, and returns the result.
HandlerCalls = Generator[tuple[Callable[..., Any], tuple[Any, ...], None], Any, Any]


class Transport(Protocol):
    """The connection to the client: what pygls calls a writer, and a way to end the process."""

    def write(self, body: bytes) -> None:
        """Queue a message; never blocks and never fails."""

    def close(self) -> None:
        """Stop sending."""

    def has_pending_input(self) -> bool:
        """Whether the client has sent more than has been received."""

    def has_unread_output(self) -> bool:
        """Whether the client is so far behind that no more answers should be computed."""

    def end_process(self, code: int) -> None:
        """End the process with `code` once queued messages are written."""


class BuiltInFeatures(LanguageServerProtocol):
    """The features that LSP requires of every server: start, end, and text synchronisation."""

    def __init__(self, server: Any, converter: Any) -> None:
        super().__init__(server, converter)
        self.lifecycle = Lifecycle()
        self.pending = PendingRequests()
        self.before_end: Callable[[], None] = lambda: None
        self.transport: Transport | None = None
        self._answers: AnswerWriter | None = None

    def connect(self, transport: Transport) -> None:
        """Use `transport`, which adds the headers, to send messages."""
        self.transport = transport
        self._answers = AnswerWriter(transport)
        self.set_writer(self._answers, include_headers=False)

    def encoded(self, body: bytes) -> EncodedAnswer:
        """What a handler returns to send `body`, which is its answer as JSON."""
        assert self._answers is not None, "an answer before there is a client"
        return self._answers.keep(body)

    def get_result_type(  # type: ignore[override]  # theirs is an `lru_cache`
        self, method: str
    ) -> type[Any] | None:
        """As in pygls for what the client answers. Answers of ours are converted by their own
        types, which takes no longer, and admits an `EncodedAnswer`."""
        is_ours = method in self.fm.features
        return JsonRPCResponseMessage if is_ours else super().get_result_type(method)

    def end(self, code: int) -> None:
        """End the process; queued messages are written if that is quick."""
        if self.transport is not None:
            self.transport.end_process(code)

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> HandlerCalls:
        """As in pygls; allows other requests once it has succeeded."""
        result = yield from super().lsp_initialize(params)
        self.lifecycle.open()
        return result

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *_: Any) -> HandlerCalls:
        """Refuse later requests, and first answer held and pending ones: `exit` may follow at once.

        pygls drops later requests without an answer, and cancels pending ones.
        """
        self.lifecycle.close()
        self.before_end()
        yield self.pending.answered, (), None

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: Any) -> HandlerCalls:
        """End the process at once with the right exit code; pygls raises SystemExit in the event
        loop."""
        self.end(self.lifecycle.exit_code)
        yield from ()

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Only call the feature: pygls would keep a second copy of the text."""
        self.fm.features[types.TEXT_DOCUMENT_DID_OPEN](params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Only call the feature: pygls would first change the ranges in `params`, and leak memory
        for each notification."""
        self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE](params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Only call the feature, as above."""
        self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE](params)

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # type: ignore[override]  # pygls takes both
        self, params: types.ExecuteCommandParams
    ) -> Any:
        """Call the command itself: pygls would leak memory for each call, and not stop a cancelled
        command."""
        command, arguments, named = next(super().lsp_workspace__execute_command(params))
        answer = command(*arguments, **named)
        return await answer if isawaitable(answer) else answer


_MOST_WAITING = 1_000
"""Pending requests up to which more input is received; clients do not cancel so many at a time."""
_MOST_ANSWERS = 20
"""Answers that are computed at a time; more than the requests that are held for long."""
_AT_ONCE = 100
"""Messages received before their handlers get a turn."""


class Arrival(NamedTuple):
    """A message: its method, and the `state` of the session when it arrived."""

    method: str
    state: Any


_arrival: ContextVar[Arrival | None] = ContextVar("arrival", default=None)


def arrival() -> Arrival:
    """The message handled in the current context: each message has its own."""
    return _arrival.get() or Arrival("work in the background", None)


class PlanProtocol(BuiltInFeatures):
    """The protocol with one client.

    `capture` is called when a request arrives; its result is the request's `Arrival.state`, which
    later edits do not change.
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
        except (JsonRpcException, TypeError) as error:  # pygls does not check a cancelled id
            logger.warning("ignored %s: %s", method, error)

    def _receive_answer(self, message: dict[str, Any]) -> None:
        """Pass an answer to the request that waits for it; a malformed one as an error."""
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
            # The waiting task was cancelled, or the id is that of a request to the server.
            logger.warning("ignored an answer: %s", error)

    def _knows(self, method: str) -> bool:
        return (
            method in self.fm.features
            or method in self.fm.builtin_features
            or method == types.CANCEL_REQUEST
        )

    def _structured(self, message: dict[str, Any]) -> Any:
        """`message` as an instance of its LSP class. Raises JsonRpcInvalidParams."""
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
        """Wait until all pending input has been received.

        Callers wait in turn, so that their order is kept. With too many pending requests the wait
        ends, so that a client that sends without end gets answers.
        """
        async with self._turn:
            await asyncio.sleep(0)
            while self._has_pending_input():
                await asyncio.sleep(0.0005)

    @asynccontextmanager
    async def turn_to_answer(self) -> AsyncIterator[None]:
        """A context for computing an answer: a few at a time, and none while the client is too far
        behind. Otherwise many requests that waited for a document would be answered at once.
        """
        async with self._turns_to_answer:
            while self.transport is not None and self.transport.has_unread_output():
                await asyncio.sleep(0.02)
            yield

    async def caught_up(self) -> None:
        """Wait until there are few enough pending requests, because a client may send more than the
        server can handle, and until a command has started, so that later messages see its
        effects."""
        self._received += 1
        if self._has_command or not self._received % _AT_ONCE:
            self._has_command = False
            await asyncio.sleep(0)  # let the handlers start
        while len(self.pending) > _MOST_WAITING:
            await asyncio.sleep(0.005)

    def _has_pending_input(self) -> bool:
        few_wait = len(self.pending) <= _MOST_WAITING
        return few_wait and self.transport is not None and self.transport.has_pending_input()

    def _refuse(self, message_id: int | str | None, error: JsonRpcException) -> None:
        """Send an error for a message not passed to pygls, whose answers cannot have the id
        null."""
        if self.transport is None:
            return
        problem = {"code": error.code, "message": error.message}
        answer = {"jsonrpc": self.VERSION, "id": message_id, "error": problem}
        self.transport.write(json.dumps(answer).encode())


def refusal(reason: str) -> JsonRpcInvalidParams:
    """The error for parameters that cannot be used."""
    return JsonRpcInvalidParams(f"Invalid Params: {reason}")


def _innermost(error: BaseException) -> str:
    """The innermost error of a failed conversion, in one line."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]


@cache
def message_converter() -> Converter:
    """The converter of pygls, without detailed validation; shared by all servers of a process.

    cattrs generates a function for each class, which takes half as long again with detailed
    validation, and the client only gets the innermost error.
    """
    # pygls does not annotate the result.
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]
    converter.detailed_validation = False
    converter.register_unstructure_hook(EncodedAnswer, lambda answer: answer.token)
    return converter


_NOTHING: Final = object()


def without_unknown_values(
    message: dict[str, Any], converter: Any
) -> types.InitializeRequest | None:
    """An `initialize` message without malformed capabilities; None if it has other errors."""
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
    """The largest part of `value` that can be read within `around`, or `_NOTHING`."""
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
