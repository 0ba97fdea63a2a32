"""`textDocument/semanticTokens`: for whole documents, as deltas, and for ranges."""

from __future__ import annotations

from array import array
from itertools import count
from operator import is_
from typing import NamedTuple

from lsprotocol import types

from plancore.ide.tokens import grounds, parts
from plancore.lower.environment import Environment
from plancore.project import AnySnapshot
from planlsp.convert import from_range
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of
from planlsp.session.view import View
from planlsp.tokens import Legend, changes, token_array, token_array_of_lines

# In documents of more characters only ranges are coloured: clients are slow to read millions of
# numbers.
_MOST = 100_000


class _Sent(NamedTuple):
    """The tokens last sent for a document, and the objects that they depend on (`grounds`)."""

    result_id: str
    numbers: array[int]
    version: int | None
    grounds: tuple[Environment, ...]


def register(server: PlanServer) -> None:
    """Colour documents for clients that declare their token types."""

    def offer() -> None:
        client = server.client
        legend = Legend(client.token_types, client.token_modifiers)
        if legend.types:
            tokens = _Tokens(server, legend)
            server.on_change(tokens.on_change)
            if client.full_tokens:
                tokens.offer_documents()
            if client.range_tokens:
                tokens.offer_ranges()

    server.on_client_known(offer)


class _Tokens:
    """Computes tokens with a legend, and keeps those that the client has, to send deltas."""

    def __init__(self, server: PlanServer, legend: Legend) -> None:
        self._server = server
        self._legend = legend
        self._options = types.SemanticTokensLegend(legend.types, legend.modifiers)
        self._sent: dict[str, _Sent] = {}
        self._numbers = count(1)

    def offer_documents(self) -> None:
        """Register the requests for whole documents."""
        server = self._server
        full = types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL
        server.feature(full, self._options)(server.with_view(self._full))
        if server.client.token_deltas:
            delta = types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA
            server.feature(delta, self._options)(server.with_view(self._delta))

    def offer_ranges(self) -> None:
        """Register the request for a range."""
        range_ = types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE
        self._server.feature(range_, self._options)(self._server.with_view(self._range))

    def on_change(self, view: View) -> None:
        """Forget closed documents, and have the client refresh if tokens of others changed."""
        for key in self._sent.keys() - view.documents.keys():
            del self._sent[key]
        if view.client.refresh_tokens:
            self._server.work.spawn(self._refresh(view))

    async def _refresh(self, view: View) -> None:
        """Refresh after changes of other files; after an edit the client asks by itself."""
        for key, sent in [*self._sent.items()]:
            file, document = view.files.file(key), view.documents.get(key)
            if file is None or document is None or document.version != sent.version:
                continue
            now = grounds(view.files, file)
            if len(now) == len(sent.grounds) and all(map(is_, now, sent.grounds)):
                continue
            numbers = await self._array(view, file, document.uri)
            if self._sent.get(key) is sent:
                self._sent[key] = sent._replace(grounds=now)
            if numbers != sent.numbers:
                await self._server.workspace_semantic_tokens_refresh_async(None)
                return

    async def _full(
        self, view: View, params: types.SemanticTokensParams
    ) -> types.SemanticTokens | None:
        sent = await self._work_out(view, params.text_document.uri)
        return sent and types.SemanticTokens(sent.numbers.tolist(), sent.result_id)

    async def _delta(
        self, view: View, params: types.SemanticTokensDeltaParams
    ) -> types.SemanticTokens | types.SemanticTokensDelta | None:
        before = self._sent.get(key_of(params.text_document.uri))
        sent = await self._work_out(view, params.text_document.uri)
        if sent is None or before is None or before.result_id != params.previous_result_id:
            return sent and types.SemanticTokens(sent.numbers.tolist(), sent.result_id)
        edits = [
            types.SemanticTokensEdit(
                change.start, change.end - change.start, change.numbers.tolist()
            )
            for change in changes(before.numbers, sent.numbers)
        ]
        return types.SemanticTokensDelta(edits, sent.result_id)

    async def _range(
        self, view: View, params: types.SemanticTokensRangeParams
    ) -> types.SemanticTokens | None:
        uri, encoding = params.text_document.uri, view.client.encoding
        file = view.files.file(key_of(uri))
        if file is None:
            return None
        source = file.source
        span = from_range(source, params.range, encoding)
        first, last = source.line_of(span.start), source.line_of(span.end)
        numbers = await self._server.work.compute(
            lambda checkpoint: token_array_of_lines(
                source,
                parts(view.files, file, checkpoint),
                encoding,
                self._legend,
                first,
                last,
            ),
            len(file.text),
            f"Colouring {name_of(uri)}",
        )
        return types.SemanticTokens(numbers.tolist())

    async def _work_out(self, view: View, uri: str) -> _Sent | None:
        """The tokens of a document, with a new result id; None if it is too large or unknown."""
        key = key_of(uri)
        file, document = view.files.file(key), view.documents.get(key)
        if file is None or len(file.text) > _MOST:
            self._sent.pop(key, None)
            return None
        numbers = await self._array(view, file, uri)
        version = document.version if document else None
        sent = _Sent(str(next(self._numbers)), numbers, version, grounds(view.files, file))
        if document is not None:
            self._sent[key] = sent
        return sent

    async def _array(self, view: View, file: AnySnapshot, uri: str) -> array[int]:
        return await self._server.work.compute(
            lambda checkpoint: token_array(
                file.source, parts(view.files, file, checkpoint), view.client.encoding, self._legend
            ),
            len(file.text),
            f"Colouring {name_of(uri)}",
        )
