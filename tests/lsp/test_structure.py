"""Folding, selecting and linked editing over the protocol."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from support.editor import Editor
from support.ferry import DOMAIN
from support.lsp_memory import LspMemory

URI = "untitled:ferry"
PLACE = {"textDocument": {"uri": URI}}


@pytest.mark.server_behaviour(29)
@pytest.mark.parametrize("lines_only", [True, False])
def test_folding(server: LspMemory, lines_only: bool) -> None:
    capabilities = {"textDocument": {"foldingRange": {"lineFoldingOnly": lines_only}}}
    assert server.initialize(capabilities)["capabilities"]["foldingRangeProvider"]
    server.open(URI, f"; a\n; b\n{DOMAIN}")
    ranges = server.request("textDocument/foldingRange", PLACE)
    assert {"startLine": 0, "endLine": 1, "kind": "comment"}.items() <= ranges[0].items()
    assert any(r["startLine"] == 2 and r["kind"] == "region" for r in ranges)
    assert all(("startCharacter" in r) is not lines_only for r in ranges)


@pytest.mark.parametrize("lines_only", [True, False])
def test_no_more_folds_than_the_client_takes(server: LspMemory, lines_only: bool) -> None:
    takes = {"lineFoldingOnly": lines_only, "rangeLimit": 3}
    server.initialize({"textDocument": {"foldingRange": takes}})
    server.open(URI, f"{DOMAIN}\n; a\n; b\n")
    ranges = server.request("textDocument/foldingRange", PLACE)
    assert len(ranges) == 3
    assert ranges[0]["startLine"] == 0
    assert ranges[-1]["kind"] == "comment"


@pytest.mark.server_behaviour(29)
def test_selecting(server: LspMemory) -> None:
    editor = Editor(server, server.initialize())
    editor.open(URI, DOMAIN.replace("(full)", "(🚢 full)"))
    offsets = [editor.texts[URI].index("?c ?p) (not"), 0]
    positions = [editor.position(URI, offset) for offset in offsets]
    answers = server.request("textDocument/selectionRange", {**PLACE, "positions": positions})
    assert len(answers) == 2
    words = [editor.marked(URI, range_) for range_ in chain(answers[0])]
    assert words[:2] == ["?c", "(at ?c ?p)"]
    assert words[-1] == editor.texts[URI]


def chain(selected: dict[str, Any] | None) -> Iterator[dict[str, Any]]:
    while selected is not None:
        yield selected["range"]
        selected = selected.get("parent")


def test_linked_editing_is_for_clients_that_can(server: LspMemory) -> None:
    assert "linkedEditingRangeProvider" not in server.initialize()["capabilities"]


def test_linked_editing(server: LspMemory) -> None:
    editor = Editor(server, server.initialize({"textDocument": {"linkedEditingRange": {}}}))
    editor.open(URI, DOMAIN)
    asked = {**PLACE, "position": editor.position(URI, DOMAIN.index("?p) (not (full)))"))}
    answer = server.request("textDocument/linkedEditingRange", asked)
    assert [editor.marked(URI, range_) for range_ in answer["ranges"]] == ["?p"] * 3
    nothing = {**PLACE, "position": editor.position(URI, DOMAIN.index("board"))}
    assert server.request("textDocument/linkedEditingRange", nothing) is None
