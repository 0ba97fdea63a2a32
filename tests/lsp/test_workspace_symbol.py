"""`workspace/symbol` over files that nobody has open."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.ferry import DOMAIN, PROBLEM
from support.lsp_client import Message
from support.lsp_memory import LspMemory


def told(symbol: Message, root: Path) -> str:
    """`kind name, container: file:line:column`."""
    where = symbol["location"]
    start = where["range"]["start"]
    name = where["uri"].removeprefix(f"{root.as_uri()}/")
    place = f"{name}:{start['line']}:{start['character']}"
    return f"{symbol['kind']} {symbol['name']}, {symbol['containerName']}: {place}"


@pytest.mark.server_behaviour(19)
def test_symbols_of_unopened_files_are_found(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "d.pddl").write_text(DOMAIN)
    (tmp_path / "p.pddl").write_text(f"; \N{SNOWMAN}\n; (:objects \U0001f600\n{PROBLEM}")
    with LspMemory() as server:
        server.initialize(rootUri=tmp_path.as_uri())
        server.wait_until(lambda: server.server.indexer.index.is_complete)

        def found(query: str) -> list[str]:
            symbols = server.request("workspace/symbol", {"query": query})
            return [told(symbol, tmp_path) for symbol in symbols]

        assert found("BOARD") == [
            "12 board, ferry: deep/d.pddl:12:11",
            "17 aboard, ferry: deep/d.pddl:8:5",
        ]
        assert found("red") == ["14 red, two: p.pddl:4:12"]
        edited = DOMAIN.replace("board\n", "embark\n")
        server.open((tmp_path / "deep" / "d.pddl").as_uri(), f"\n{edited}")
        assert found("embark") == ["12 embark, ferry: deep/d.pddl:13:11"]
        assert found("board") == ["17 aboard, ferry: deep/d.pddl:9:5"]


def test_without_a_folder_open_documents_are_searched() -> None:
    with LspMemory() as server:
        server.initialize()
        server.open("untitled:1", DOMAIN)
        (symbol,) = server.request("workspace/symbol", {"query": "leave"})
        assert symbol["location"]["uri"] == "untitled:1"
