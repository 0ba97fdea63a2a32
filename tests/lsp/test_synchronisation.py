"""The text after edits that were sent is the client's."""

from __future__ import annotations

import random

import pytest

from support.edit_model import random_edit, random_text
from support.lsp_memory import LspMemory
from support.probe_server import create_probe

URI = "untitled:Untitled-1"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
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


def position(place: tuple[int, int]) -> dict[str, int]:
    return {"line": place[0], "character": place[1]}
