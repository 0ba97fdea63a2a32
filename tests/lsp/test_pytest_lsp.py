"""A well-behaved client, as the library pytest-lsp plays one, with its own checks."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from support.ferry import DOMAIN
from support.lsp_client import LIMIT

pytestmark = pytest.mark.e2e

COMMAND = [sys.executable, "-m", "planlsp", "--stdio"]


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]  # pytest-lsp has no types
    config=ClientServerConfig(server_command=COMMAND),
    params=[
        "visual-studio-code",
        pytest.param("neovim@v0.11.0", marks=pytest.mark.long),
        pytest.param("emacs@v29.1", marks=pytest.mark.long),
    ],
)
async def client(lsp_client: LanguageClient, request: pytest.FixtureRequest) -> AsyncIterator[None]:
    def register_capability(_params: types.RegistrationParams) -> None:
        """The profiles declare it, the library does not do it."""

    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(register_capability)
    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=client_capabilities(request.param))
    )
    yield
    await lsp_client.shutdown_session()


async def diagnostics(client: LanguageClient, uri: str) -> list[types.Diagnostic]:
    async with asyncio.timeout(LIMIT):
        while uri not in client.diagnostics:
            await asyncio.sleep(0.02)
    return list(client.diagnostics[uri])


@pytest.mark.slow
async def test_a_session(client: LanguageClient, tmp_path: Path) -> None:
    uri = (tmp_path / "learned.pddl").as_uri()
    (tmp_path / "reference.pddl").write_text(DOMAIN)
    text = f";;!reference: reference.pddl\n{DOMAIN.replace('(aboard ?c) (full)', '(full)')}"
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "pddl", 1, text))
    )
    document = types.TextDocumentIdentifier(uri)
    (missing,) = [d for d in await diagnostics(client, uri) if d.code == "missing-effect"]

    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
    assert lenses
    assert len(lenses) == 2

    place = types.HoverParams(document, types.Position(missing.range.start.line, 0))
    assert await client.text_document_hover_async(place) is None

    context = types.CodeActionContext([missing])
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(document, missing.range, context)
    )
    assert actions
    assert "Add effect `(aboard ?c)`" in [action.title for action in actions]

    line = next(n for n, each in enumerate(text.splitlines()) if "(at ?c ?p) (not" in each)
    use = types.Position(line, text.splitlines()[line].index("(at ?c") + 1)
    assert await client.text_document_definition_async(types.DefinitionParams(document, use))
