"""How requests are answered: each with the state of everything at the time when it arrived."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Coroutine
from typing import Any, TypeAlias

from pygls.exceptions import JsonRpcContentModified, JsonRpcException, JsonRpcInternalError

from planlsp.session.project import Project
from planlsp.session.texts.reading import Reading
from planlsp.session.uris import key_of, name_of
from planlsp.session.view import View
from planlsp.wire.protocol import PlanProtocol, arrival

Answering: TypeAlias = Callable[[View, Any], Coroutine[Any, Any, Any]]
Handler: TypeAlias = Callable[[Any], Coroutine[Any, Any, Any]]


class Handlers:
    """Makes handlers that pygls can call with the parameters alone.

    A handler starts when all that the client has sent so far has been received, so that a
    cancellation on its way wins, and the document that it is about has been read. The client learns
    that a handler failed, not where: that is for the log.
    """

    def __init__(
        self,
        project: Project,
        view: Callable[[], View],
        wait_until_read: Callable[[Collection[str]], Awaitable[None]],
        protocol: PlanProtocol,
    ) -> None:
        self._project, self._view = project, view
        self._wait_until_read, self._protocol = wait_until_read, protocol

    def with_view(self, handler: Answering) -> Handler:
        """Where the document was edited while it was read, the client learns that there is no
        answer about the text as it was."""

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
        """As `with_view`, for an answer that says nothing of a position: where the document was
        edited while it was read, it is about the newest text."""

        async def when_read(view: View, params: Any) -> Any:
            read = await self._read_view(view, params.text_document.uri)
            return await self._in_turn(handler, read, params)

        return self._answering(when_read)

    async def read_view(self, *uris: str) -> View:
        """Everything as it is now, once all has been read that the documents at `uris` need."""
        return await self._read_view(self._view(), *uris)

    def _answering(self, handler: Answering) -> Handler:
        async def answer(params: Any) -> Any:
            method, view = arrival()
            self._protocol.in_hand.add_this()
            await self._protocol.input_seen()
            try:
                return await handler(view, params)
            except JsonRpcException:
                raise
            except Exception as error:
                failure = f"{method} failed: {type(error).__name__}"
                raise JsonRpcInternalError(failure) from error

        return answer

    async def _in_turn(self, handler: Answering, view: View, params: Any) -> Any:
        async with self._protocol.turn_to_answer():
            return await handler(view, params)

    async def _read_view(self, view: View, *uris: str) -> View:
        """`view`, or a later one in which all has been read that the documents at `uris` need."""
        keys = [key_of(uri) for uri in uris]
        waited_for: list[Reading] = []
        while unread := frozenset[str]().union(*map(view.unread_for, keys)):
            readings = [self._project.unread[name] for name in unread & self._project.unread.keys()]
            if readings and readings == waited_for:
                raise RuntimeError(f"{name_of(uris[0])} cannot be read")  # the log says why
            waited_for = readings
            await self._wait_until_read(unread)
            view = self._view()
        return view
