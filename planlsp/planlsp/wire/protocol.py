"""JSON-RPC over some transport: what comes in is checked, gated and answered exactly once.

pygls provides the types, the capabilities and the outgoing half. The incoming half is ours,
because a client must get an answer to every request whatever is wrong with it, and a cancelled
request must not run:

- a request runs as a task that starts only when everything the client has sent so far has been
  seen, so a cancellation that is already on its way wins;
- what the handler may read is captured when the request arrives, before any later edit;
- an exception in a handler is logged once, with the method, and loses nothing else.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol, cast

from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcRequestCancelled,
)
from pygls.protocol import LanguageServerProtocol

from planlsp.wire.framing import FramingError
from planlsp.wire.gate import Gate
from planlsp.wire.tolerance import without_unknown_values

logger = logging.getLogger(__name__)

MessageId = int | str
# Takes the parameters when the request arrives and returns the work that answers it.
RequestHandler = Callable[[Any], Coroutine[Any, Any, Any]]
NotificationHandler = Callable[[Any], None]


class Transport(Protocol):
    """What a protocol needs from the connection to the client."""

    def send(self, body: bytes) -> None:
        """Queue a message; never blocks."""

    def has_pending_input(self) -> bool:
        """Whether the client has sent more than has been received."""

    def end_process(self, code: int) -> None:
        """End the process with `code`, once what was sent is written."""


class PlanProtocol(LanguageServerProtocol):
    """The session with one client."""

    def __init__(self, server: Any, converter: Any) -> None:
        super().__init__(server, converter)
        self.gate = Gate()
        self.transport: Transport | None = None
        self.request_handlers: dict[str, RequestHandler] = {}
        self.notification_handlers: dict[str, NotificationHandler] = {}
        self._running: dict[MessageId, asyncio.Task[None]] = {}

    # Incoming

    def receive(self, body: bytes | FramingError) -> None:
        """Handle one message from the client. Never raises."""
        if isinstance(body, FramingError):
            self._answer_error(None, JsonRpcParseError(f"Parse Error: {body}"))
            return
        try:
            message = json.loads(body)
        except (ValueError, RecursionError) as error:
            self._answer_error(None, JsonRpcParseError(f"Parse Error: {error}"))
            return
        if not isinstance(message, dict) or message.get("jsonrpc") != self.VERSION:
            self._answer_error(None, JsonRpcInvalidRequest("Invalid Request: no JSON-RPC 2.0"))
        elif "method" not in message:
            self._receive_response(message)
        elif not isinstance(message["method"], str):
            self._answer_error(None, JsonRpcInvalidRequest("Invalid Request: method is no string"))
        elif "id" in message:
            self._receive_request(message)
        else:
            self._receive_notification(message)

    def _receive_request(self, message: dict[str, Any]) -> None:
        message_id, method = message["id"], message["method"]
        if not isinstance(message_id, int | str) or message_id in self._running:
            self._answer_error(None, JsonRpcInvalidRequest("Invalid Request: id is no new one"))
            return
        try:
            refusal = self.gate.refuse_request(method)
            if refusal:
                raise refusal
            handler = self.request_handlers.get(method)
            if handler is None:
                raise JsonRpcMethodNotFound.of(method)
            work = handler(self._structure_params(message))
        except JsonRpcException as error:
            self._answer_error(message_id, error)
            return
        except Exception as error:
            self._answer_failure(message_id, method, error)
            return
        self.gate.passed(method)
        task = asyncio.get_running_loop().create_task(self._answer(message_id, method, work))
        task.add_done_callback(lambda _: work.close())  # for one that was cancelled unstarted
        self._running[message_id] = task

    def _receive_notification(self, message: dict[str, Any]) -> None:
        method = message["method"]
        if not self.gate.admits_notification(method):
            return
        try:
            if method == types.CANCEL_REQUEST:
                self._cancel(message.get("params"))
            elif method == types.EXIT:
                self.end(self.gate.exit_code)
            elif handler := self.notification_handlers.get(method):
                handler(self._structure_params(message))
        except JsonRpcException as error:
            logger.warning("ignored %s: %s", method, error)
        except Exception:
            logger.exception("%s failed", method)

    def _receive_response(self, message: dict[str, Any]) -> None:
        future = self._request_futures.pop(cast(MessageId, message.get("id")), None)
        result_type = self._result_types.pop(cast(MessageId, message.get("id")), None)
        if future is None or future.done():
            return  # late, or never asked for
        if "error" in message:
            error = message["error"] if isinstance(message["error"], dict) else {}
            future.set_exception(JsonRpcException(str(error.get("message", "")), error.get("code")))
            return
        result = message.get("result")
        try:
            if result_type is not None:
                result = self._converter.structure(message, result_type).result
        except Exception as error:
            future.set_exception(JsonRpcInvalidParams(_without_trail(error)))
            return
        future.set_result(result)

    def _structure_params(self, message: dict[str, Any]) -> Any:
        """The parameters as the class that LSP names for the method."""
        message_type = self.get_message_type(message["method"])
        if message_type is None:
            return message.get("params")
        try:
            return self._converter.structure(message, message_type).params
        except Exception as error:
            if message["method"] == types.INITIALIZE:
                tolerable = without_unknown_values(message, self._converter)
                if tolerable is not None:
                    return tolerable
            raise JsonRpcInvalidParams(f"Invalid Params: {_without_trail(error)}") from error

    def describe(self, params: types.InitializeParams) -> types.InitializeResult:
        """What this server can do for the client, from the handlers that are registered."""
        builtin = self.lsp_initialize(params)
        try:
            while True:
                next(builtin)
        except StopIteration as done:
            return cast(types.InitializeResult, done.value)

    # Answers

    async def _answer(self, message_id: MessageId, method: str, work: Awaitable[Any]) -> None:
        """Run the work of a request and answer it, unless it was cancelled and so answered."""
        try:
            await self.input_seen()
            result = await work
        except JsonRpcException as error:
            if self._settle(message_id):
                self._answer_error(message_id, error)
        except Exception as error:
            if self._settle(message_id):
                self._answer_failure(message_id, method, error)
        else:
            if self._settle(message_id):
                self._send_data({"jsonrpc": self.VERSION, "id": message_id, "result": result})

    def _cancel(self, params: object) -> None:
        """Answer a running request as cancelled; at its next pause it ends."""
        asked = params.get("id") if isinstance(params, dict) else None
        task = self._running.get(asked) if isinstance(asked, int | str) else None
        if task is None or not isinstance(asked, int | str):
            return  # answered already, or never asked
        self._settle(asked)
        task.cancel()
        self._answer_error(asked, JsonRpcRequestCancelled("Request Cancelled"))

    def _settle(self, message_id: MessageId) -> bool:
        """Mark a request as answered; False when it was before."""
        return self._running.pop(message_id, None) is not None

    async def input_seen(self) -> None:
        """Wait until all that the client has sent so far has been received."""
        await asyncio.sleep(0)
        while self.transport is not None and self.transport.has_pending_input():
            await asyncio.sleep(0.0005)

    def _answer_failure(self, message_id: MessageId, method: str, error: Exception) -> None:
        logger.error("%s failed", method, exc_info=error)
        answer = JsonRpcInternalError(f"{method} failed: {type(error).__name__}")
        self._answer_error(message_id, answer)

    def _answer_error(self, message_id: MessageId | None, error: JsonRpcException) -> None:
        answer = {"code": error.code, "message": error.message}
        self._send_data({"jsonrpc": self.VERSION, "id": message_id, "error": answer})

    # Outgoing

    def _send_data(self, data: Any) -> None:
        if self.transport is None:
            return
        try:
            body = json.dumps(self._converter.unstructure(data), separators=(",", ":"))
        except Exception:
            logger.exception("a message to the client could not be written")
            return
        self.transport.send(body.encode())

    def end(self, code: int) -> None:
        """End the process, with what was sent written if that is quick."""
        if self.transport is not None:
            self.transport.end_process(code)


def _without_trail(error: BaseException) -> str:
    """The innermost reason of a failed conversion, in one line."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]
