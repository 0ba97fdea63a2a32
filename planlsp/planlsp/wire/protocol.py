"""JSON-RPC with one client, on pygls' public side, so that every request is answered once.

pygls runs the handlers, cancels them, sends what they return, and knows capabilities and types.
`PlanProtocol.receive` stands in for the loop of `pygls.io_.run_async`, the only place where pygls
itself reads a message, for that loop leaves requests without an answer: bad JSON, malformed
parameters, and what comes before `initialize` or after `shutdown`; a malformed answer of the
client leaves whoever asked waiting. What is sound is handed to `structure_message` and
`handle_message`, as there.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import InvalidStateError
from contextlib import asynccontextmanager
from contextvars import ContextVar, copy_context
from typing import Any, NamedTuple

from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
)

from plancore.jsonable import why_unreadable
from planlsp.wire.built_in import BuiltInFeatures
from planlsp.wire.framing import FramingError, Message
from planlsp.wire.tolerance import without_unknown_values

logger = logging.getLogger(__name__)

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

    def receive(self, body: Message) -> None:
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
            self._refuse(None, JsonRpcInvalidRequest("Invalid Request: no JSON-RPC 2.0"))
        elif "method" not in message:
            self._receive_answer(message)
        elif not isinstance(message["method"], str):
            self._refuse(None, JsonRpcInvalidRequest("Invalid Request: method is no string"))
        elif "id" not in message:
            self._receive_notification(message)
        elif not isinstance(message["id"], int | str):
            self._refuse(None, JsonRpcInvalidRequest("Invalid Request: id is no number or string"))
        else:
            self._receive_request(message)

    def _receive_request(self, message: dict[str, Any]) -> None:
        message_id, method = message["id"], message["method"]
        try:
            self.gate.check_request(method)
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
        if not self.gate.admits_notification(method) or not self._knows(method):
            return
        try:
            self._handle(self._structured(message), Arrival(method, None))
        except (JsonRpcException, TypeError) as error:  # pygls looks up a cancelled id unchecked
            logger.warning("ignored %s: %s", method, error)

    def _receive_answer(self, message: dict[str, Any]) -> None:
        """Hand an answer to whoever asked; one that cannot be read counts as an error."""
        message_id = message.get("id")
        if not isinstance(message_id, int | str):
            logger.warning("ignored an answer to nothing")
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
            raise JsonRpcInvalidParams(f"Invalid Params: {reason}") from error

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
        while len(self.in_hand) > _MOST_WAITING:
            await asyncio.sleep(0.005)

    def _has_pending_input(self) -> bool:
        few_wait = len(self.in_hand) <= _MOST_WAITING
        return few_wait and self.transport is not None and self.transport.has_pending_input()

    def _refuse(self, message_id: int | str | None, error: JsonRpcException) -> None:
        """Answer what was not handed to pygls. Its answers cannot have the id null."""
        if self.transport is None:
            return
        problem = {"code": error.code, "message": error.message}
        answer = {"jsonrpc": self.VERSION, "id": message_id, "error": problem}
        self.transport.write(json.dumps(answer).encode())


def _innermost(error: BaseException) -> str:
    """The innermost reason of a failed conversion, in one line."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]
