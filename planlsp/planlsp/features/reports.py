"""Commands that return a report: data for the format `json`, text for the others."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import quote, unquote

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError

from plancore.report.registry import FORMATS, Report, render
from planfiles.errors import FileError
from planlsp.session.answers.reporting import (
    COMPARISONS,
    MODELS,
    VALIDATIONS,
    FileArguments,
    Reporting,
    ShownFiles,
    one_file,
    two_files,
)
from planlsp.session.server import PlanServer
from planlsp.session.uris import key_of, name_of
from planlsp.session.view import View
from planlsp.wire.protocol import refusal

COMPARE_FILES: Final = "planlsp.compareFiles"
COMPARE_DOMAINS: Final = "planlsp.compareDomains"
COMPARE_PLANS: Final = "planlsp.comparePlans"
SHOW_MODEL: Final = "planlsp.showModel"
VALIDATE_PLAN: Final = "planlsp.validatePlan"


def register(server: PlanServer) -> None:
    """Offer the commands."""
    _register_documents(server)
    reporting = Reporting(server.project, server.work.in_background)

    async def compare(arguments: Sequence[Any], kind: str | None = None) -> object:
        asked = two_files(arguments)
        view = await server.read_view(asked.uri, *([asked.other] if asked.other else []))
        report = await reporting.review(view, asked.uri, asked.other, server.terms)
        if kind is not None and report.kind != kind:
            raise refusal(f"{name_of(asked.uri)} is not a {kind}")
        return _answer(report, asked.format)

    @server.command(COMPARE_FILES)
    async def compare_files(*arguments: Any) -> object:
        """`[uri, uri | null, format]`: compare two domains, problems or plans; null means the
        reference of the first."""
        return await compare(arguments)

    @server.command(COMPARE_DOMAINS)
    async def compare_domains(*arguments: Any) -> object:
        """`[uri, uri | null, format]`: compare domains; null means the reference of the first."""
        return await compare(arguments, "domain")

    @server.command(COMPARE_PLANS)
    async def compare_plans(*arguments: Any) -> object:
        """`[uri, uri | null, format]`: compare plans; null means the reference of the first."""
        return await compare(arguments, "plan")

    @server.command(SHOW_MODEL)
    async def show_model(*arguments: Any) -> object:
        """`[uri, format]`: views of a domain, or of a problem with its domain."""
        asked = one_file(arguments, MODELS, "json")
        view = await server.read_view(asked.uri)
        return _answer(await reporting.model(view, asked.uri), asked.format)

    @server.command(VALIDATE_PLAN)
    async def validate_plan(*arguments: Any) -> object:
        """`[uri, format]`: execute a plan."""
        asked = one_file(arguments, VALIDATIONS, "json")
        view = await server.read_view(asked.uri)
        return _answer(await reporting.validation(view, asked.uri), asked.format)


def _answer(report: Report, name: str) -> object:
    text = render(report, name)
    return json.loads(text) if name == "json" else text


# `planlsp.showReview`: the comparison of a file with its reference, as a document in the client.
#
# If the client can request documents (`workspace/textDocumentContent`), the review follows every
# edit. For other clients that can show a document, it is a file in a temporary folder.

SHOW_REVIEW: Final = "planlsp.showReview"

SCHEME: Final = "planlsp-review"
"""The scheme of reviews' URIs: `planlsp-review:/learned.pddl.md?file:///folder/learned.pddl`."""

PAUSE: Final = 0.3
"""Seconds after the last change until reviews are updated."""

_ENDINGS: Final = {entry.name: entry.ending for entry in FORMATS}


def _register_documents(server: PlanServer) -> None:
    """Offer the command and, to clients that request documents, their content."""
    reviews = _Reviews(server)

    @server.command(SHOW_REVIEW)
    async def show_review(*arguments: Any) -> str:
        """`[uri, format]`: show the review; returns its text, by default in Markdown."""
        return await reviews.show(one_file(arguments, COMPARISONS, "markdown"))

    def offer_documents() -> None:
        if server.client.asks_for_documents:
            server.feature(types.WORKSPACE_TEXT_DOCUMENT_CONTENT)(server.with_view(reviews.content))
            server.on_start(reviews.announce)
            server.on_change(reviews.on_change)

    server.on_client_known(offer_documents)


class _Reviews:
    """The reviews given to the client: text by URI."""

    def __init__(self, server: PlanServer) -> None:
        self._session = server
        self._reporting = Reporting(server.project, server.work.in_background)
        self._files = ShownFiles()
        self._given: dict[str, str] = {}
        self._latest: asyncio.Task[None] | None = None

    async def show(self, asked: FileArguments) -> str:
        text = await self._text(asked)
        client = self._session.client
        if client.show_document:
            is_page = asked.format == "html" and not client.asks_for_documents
            uri = self._document(asked, text)
            params = types.ShowDocumentParams(uri, external=is_page, take_focus=True)
            # Not awaited: the client may wait for this command's result before it answers.
            self._session.work.spawn(self._ask_to_show(params))
        return text

    def _document(self, asked: FileArguments, text: str) -> str:
        """The URI of the review for the client."""
        name = f"{name_of(asked.uri)}.{_ENDINGS[asked.format]}"
        if self._session.client.asks_for_documents:
            return f"{SCHEME}:/{quote(name)}?{quote(asked.uri)}"
        try:
            return self._files.write(key_of(asked.uri), name, text)
        except FileError as error:
            raise JsonRpcInternalError(error.message) from None

    async def content(
        self, _view: View, params: types.TextDocumentContentParams
    ) -> types.TextDocumentContentResult:
        text = await self._text(_named_by(params.uri))
        self._given[params.uri] = text
        return types.TextDocumentContentResult(text)

    def announce(self) -> None:
        """Register the scheme of the documents that the client can request."""
        options = types.TextDocumentContentRegistrationOptions([SCHEME])
        method = types.WORKSPACE_TEXT_DOCUMENT_CONTENT
        registration = types.Registration("planlsp-reviews", method, options)
        self._session.work.spawn(self._register(types.RegistrationParams([registration])))

    def on_change(self, _view: View) -> None:
        """Refresh the documents whose text has changed."""
        if self._given:
            if self._latest is not None:
                self._latest.cancel()
            self._latest = self._session.work.spawn(self._refresh())

    async def _ask_to_show(self, params: types.ShowDocumentParams) -> None:
        await self._session.window_show_document_async(params)

    async def _register(self, params: types.RegistrationParams) -> None:
        await self._session.client_register_capability_async(params)

    async def _refresh(self) -> None:
        await asyncio.sleep(PAUSE)
        for uri, given in [*self._given.items()]:
            try:
                text = await self._text(_named_by(uri))
            except JsonRpcException:
                continue  # the file or its reference is gone: the last review stays
            if text != given:
                # The client asks again if it still shows the document; it does not report closing.
                del self._given[uri]
                await self._session.workspace_text_document_content_refresh_async(
                    types.TextDocumentContentRefreshParams(uri)
                )

    async def _text(self, asked: FileArguments) -> str:
        view = await self._session.read_view(asked.uri)
        return render(await self._reporting.review(view, asked.uri), asked.format)


def _named_by(uri: str) -> FileArguments:
    """The file and format that the URI of a review names."""
    path, _, query = uri.partition("?")
    ending = path.rpartition(".")[2]
    formats = {ending: name for name, ending in _ENDINGS.items()}
    if ending not in formats or not query:
        raise refusal(f"expected the URI of a review, found {uri}")
    return FileArguments(unquote(query), formats[ending])
