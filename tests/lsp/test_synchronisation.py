"""The text after edits that were sent is the client's."""

from __future__ import annotations

import random
import weakref
from pathlib import Path

import pytest

from support.edit_model import random_edit, random_text
from support.editor import Editor
from support.ferry import DOMAIN
from support.lsp_memory import LspMemory
from support.probe_server import create_probe

URI = "untitled:Untitled-1"


@pytest.mark.server_behaviour(14)
@pytest.mark.parametrize(
    "encoding", ["utf-16", *(pytest.param(e, marks=pytest.mark.slow) for e in ("utf-8", "utf-32"))]
)
def test_the_servers_text_is_the_clients(encoding: str) -> None:
    rng = random.Random(7)
    text = random_text(rng, 200)
    with LspMemory(create_probe) as server:
        server.initialize({"general": {"positionEncodings": [encoding]}})
        server.open(URI, text)
        for version in range(2, 102):
            changes = []
            for _ in range(rng.choice((1, 1, 3))):
                edit = random_edit(rng, text, encoding)
                range_ = {"start": position(edit.start), "end": position(edit.end)}
                changes.append({"range": range_, "text": edit.text})
                text = edit.result
            server.change(URI, version, *changes)
            if version % 10 == 0:
                assert server.request("test/text", {"uri": URI}) == text
        assert server.request("test/text", {"uri": URI}) == text
        server.change(URI, 102, {"text": "whole\r\nnew"})
        assert server.request("test/text", {"uri": URI}) == "whole\r\nnew"
        assert server.end() == 0
        assert not server.log


@pytest.mark.server_behaviour(42)
def test_a_document_that_is_closed_is_let_go(tmp_path: Path) -> None:
    (tmp_path / "reference.pddl").write_text(DOMAIN)
    uri = (tmp_path / "learned.pddl").as_uri()
    with LspMemory() as server:
        editor = Editor(server, server.initialize())
        editor.open(uri, f";;!reference: reference.pddl\n{DOMAIN}")
        editor.diagnostics(uri)
        editor.lenses(uri)
        files = server.server.view().files.files.values()
        held = [weakref.ref(file) for file in files]
        del files
        assert len(held) == 2
        seen = len(server.messages)
        editor.close(uri)
        server.wait_for_method("textDocument/publishDiagnostics", seen)
        assert server.request("textDocument/codeLens", {"textDocument": {"uri": uri}}) == []

        # The thread that looked at it last may be about to let go.
        server.wait_until(lambda: [file() for file in held] == [None, None])


def position(place: tuple[int, int]) -> dict[str, int]:
    return {"line": place[0], "character": place[1]}
