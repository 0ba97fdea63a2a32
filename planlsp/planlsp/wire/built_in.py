"""The built-in features of pygls, where ours lose less; each says what pygls would lose."""

from __future__ import annotations

from collections.abc import Callable, Generator
from inspect import isawaitable
from typing import Any, Protocol

from lsprotocol import types
from pygls.protocol import LanguageServerProtocol, lsp_method

from planlsp.wire.gate import Gate
from planlsp.wire.in_hand import InHand

# What a built-in feature is to pygls: it yields the handlers to call, and returns the result.
Calls = Generator[tuple[Callable[..., Any], tuple[Any, ...], None], Any, Any]


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
        self.gate = Gate()
        self.in_hand = InHand()
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
    def lsp_initialize(self, params: types.InitializeParams) -> Calls:
        """As pygls does it; only when that has succeeded other requests may come."""
        result = yield from super().lsp_initialize(params)
        self.gate.open()
        return result

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *_: Any) -> Calls:
        """Let the gate refuse what comes now, and answer what is held back or in hand first: an
        `exit` may follow at once.

        pygls drops later requests without an answer, and cancels those that are being handled.
        """
        self.gate.close()
        self.before_end()
        yield self.in_hand.answered, (), None

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: Any) -> Calls:
        """End with the right exit code at once; pygls raises SystemExit amid the event loop."""
        self.end(self.gate.exit_code)
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
