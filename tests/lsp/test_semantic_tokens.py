"""Semantic tokens as a client gets them: whole, as what has changed, and of a range."""

from __future__ import annotations

import random
from array import array
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.ide.tokens import parts
from plancore.source import Encoding, SourceText
from plancore.workspace import Workspace
from planlsp import tokens
from planlsp.tokens import Legend, changes, token_array, token_array_of_lines
from support.edit_model import lines_of
from support.editor import Editor
from support.ferry import DOMAIN, PROBLEM
from support.lsp_memory import LspMemory
from support.token_damage import mutation

URI = "untitled:ferry"
TYPES = (
    *("namespace", "type", "parameter", "variable", "property", "enumMember", "function"),
    *("method", "macro", "keyword", "comment", "string", "number", "operator", "decorator"),
)
MODIFIERS = ("declaration", "modification", "defaultLibrary")
LEGEND = Legend(TYPES, MODIFIERS)
WIDE = DOMAIN.replace("Drive it on", "Fahr über 🚢").replace("full", "völl🚢")


def declared(full: object = True, range_: object = True, **changed: object) -> dict[str, Any]:
    tokens = {
        "requests": {"full": full, "range": range_},
        "tokenTypes": TYPES,
        "tokenModifiers": MODIFIERS,
        "formats": ["relative"],
    }
    return {"textDocument": {"semanticTokens": {**tokens, **changed}}}


def words(text: str, legend: dict[str, Any], data: list[int], encoding: str) -> list[str]:
    """`word type modifiers` of each token, decoded without any code of the server."""
    codec, width = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}[
        encoding
    ]
    lines = [text[start:end].encode(codec) for start, end in lines_of(text)]
    line = column = 0
    found = []
    assert len(data) % 5 == 0
    for at in range(0, len(data), 5):
        by_line, by_column, length, kind, bits = data[at : at + 5]
        line, column = line + by_line, by_column if by_line else column + by_column
        raw = lines[line][column * width : (column + length) * width]
        assert len(raw) == length * width
        modifiers = [m for bit, m in enumerate(legend["tokenModifiers"]) if bits >> bit & 1]
        found.append(" ".join([raw.decode(codec), legend["tokenTypes"][kind], *modifiers]))
    return found


@pytest.mark.server_behaviour(20)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_a_document_is_coloured(server: LspMemory, encoding: str) -> None:
    capabilities = {**declared(), "general": {"positionEncodings": [encoding]}}
    provider = server.initialize(capabilities)["capabilities"]["semanticTokensProvider"]
    assert (provider["full"], provider["range"]) == (True, True)
    server.open(URI, WIDE)
    answer = server.request("textDocument/semanticTokens/full", {"textDocument": {"uri": URI}})
    found = words(WIDE, provider["legend"], answer["data"], encoding)
    assert found[:5] == [
        "define keyword",
        "domain keyword",
        "ferry namespace declaration",
        ":requirements keyword",
        ":strips macro declaration",
    ]
    assert ";; Fahr über 🚢. comment" in found
    assert {"völl🚢 property", "völl🚢 property declaration", "völl🚢 property modification"} <= {
        *found
    }
    assert {"number type defaultLibrary", "fuel variable modification", "1 number"} <= {*found}


@pytest.mark.server_behaviour(20)
def test_only_names_that_the_client_knows_are_sent(server: LspMemory) -> None:
    capabilities = declared(tokenTypes=["variable", "comment"], tokenModifiers=[])
    provider = server.initialize(capabilities)["capabilities"]["semanticTokensProvider"]
    assert provider["legend"] == {"tokenTypes": ["variable", "comment"], "tokenModifiers": []}
    server.open(URI, DOMAIN)
    answer = server.request("textDocument/semanticTokens/full", {"textDocument": {"uri": URI}})
    found = words(DOMAIN, provider["legend"], answer["data"], "utf-16")
    assert {"fuel variable", "?c variable", "main variable", "; Where a car stands. comment"} <= {
        *found
    }


@pytest.mark.server_behaviour(20)
@pytest.mark.parametrize(
    ("capabilities", "expected"),
    [
        ({}, None),
        (declared(full=False, range_=False), None),
        (declared(tokenTypes=["strange"]), None),
        (declared(full=False), (None, True)),
        (declared(range_=False), (True, None)),
        (declared(full={"delta": True}), ({"delta": True}, True)),
        (declared(full={"delta": False}), (True, True)),
    ],
)
def test_what_the_client_does_not_ask_for_is_not_offered(
    server: LspMemory, capabilities: object, expected: object
) -> None:
    provider = server.initialize(capabilities)["capabilities"].get("semanticTokensProvider")
    assert (provider and (provider.get("full"), provider.get("range"))) == expected


@pytest.mark.server_behaviour(20, "after an edit in 1,000 lines: 3 ms CPU")
def test_after_an_edit_only_what_changed_is_sent(server: LspMemory) -> None:
    initialized = server.initialize(declared(full={"delta": True}))
    editor = Editor(server, initialized)
    editor.open(URI, DOMAIN)
    place = {"textDocument": {"uri": URI}}
    first = server.request("textDocument/semanticTokens/full", place)
    editor.replace(URI, "(full) (not", "(full) (at ?c main) (not")
    asked = {**place, "previousResultId": first["resultId"]}
    delta = server.request("textDocument/semanticTokens/full/delta", asked)
    (edit,) = delta["edits"]
    data = list(first["data"])
    data[edit["start"] : edit["start"] + edit["deleteCount"]] = edit["data"]
    assert len(edit["data"]) <= 25
    full = server.request("textDocument/semanticTokens/full", place)
    assert data == full["data"]
    nothing = server.request(
        "textDocument/semanticTokens/full/delta", {**place, "previousResultId": full["resultId"]}
    )
    assert nothing["edits"] == []
    unknown = server.request(
        "textDocument/semanticTokens/full/delta", {**place, "previousResultId": "of yesterday"}
    )
    assert unknown["data"] == full["data"]


@pytest.mark.server_behaviour(20)
def test_of_a_large_document_only_a_range_is_coloured(server: LspMemory) -> None:
    server.initialize(declared())
    facts = "\n".join(f"(at c{n} south)" for n in range(10_000))
    server.open(URI, PROBLEM.replace("(at red south)", facts))
    place = {"textDocument": {"uri": URI}}
    assert server.request("textDocument/semanticTokens/full", place) is None
    ends = {"start": {"line": 5000, "character": 0}, "end": {"line": 5009, "character": 3}}
    answer = server.request("textDocument/semanticTokens/range", {**place, "range": ends})
    assert len(answer["data"]) == 10 * 3 * 5
    assert answer["data"][0] == 5000


@pytest.mark.server_behaviour(20)
def test_of_a_plan_only_the_steps_around_a_range_are_coloured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workspace = Workspace()
    workspace.set_text("a.plan", "(sail south main)\n" * 10_000)
    file = workspace.snapshot.files["a.plan"]
    encode, read = tokens._encode, list[int]()

    def counted(text: SourceText, *more: Any) -> Any:
        read.append(len(text.text))
        return encode(text, *more)

    monkeypatch.setattr(tokens, "_encode", counted)
    coloured = parts(workspace.snapshot, file)
    numbers = token_array_of_lines(file.source, coloured, Encoding.UTF16, LEGEND, 5000, 5009)
    assert len(numbers) == 10 * 3 * 5
    assert sum(read) < len(file.text) / 10


@pytest.mark.server_behaviour(20)
def test_another_file_may_change_the_colours(server: LspMemory, tmp_path: Path) -> None:
    capabilities = {**declared(), "workspace": {"semanticTokens": {"refreshSupport": True}}}
    editor = Editor(server, server.initialize(capabilities, rootUri=tmp_path.as_uri()))
    domain, problem = ((tmp_path / name).as_uri() for name in ("d.pddl", "p.pddl"))
    editor.open(domain, "(define (domain d) (:functions (cost)))")
    editor.open(problem, "(define (problem p) (:domain d) (:metric minimize (+ cost 1)))")
    for uri in (domain, problem):
        server.request("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}})
    editor.replace(domain, "domain d", "domain  d")
    editor.diagnostics(domain)
    assert not server.calls("workspace/semanticTokens/refresh")
    editor.replace(domain, "(cost)", "(price)")
    server.reply(server.wait_for_method("workspace/semanticTokens/refresh"))


texts = st.sampled_from((DOMAIN, PROBLEM, WIDE, WIDE.replace("\n", "\r\n")))


@pytest.mark.server_behaviour(20)
@given(texts, st.sampled_from(Encoding), st.integers())
def test_the_array_before_with_its_change_is_the_whole_array(
    text: str, encoding: Encoding, seed: int
) -> None:
    rng = random.Random(seed)
    workspace = Workspace()
    file = workspace.set_text("a.pddl", text)
    before = token_array(file.source, parts(workspace.snapshot, file), encoding, LEGEND)
    for _ in range(4):
        file = workspace.edit("a.pddl", *mutation(rng, file.text))
        now = token_array(file.source, parts(workspace.snapshot, file), encoding, LEGEND)
        patched = array("I", before)
        for change in changes(before, now):
            assert change.start % 5 == change.end % 5 == len(change.numbers) % 5 == 0
            patched[change.start : change.end] = change.numbers
        assert patched == now
        afresh = Workspace()
        same = afresh.set_text("a.pddl", file.text)
        assert now == token_array(same.source, parts(afresh.snapshot, same), encoding, LEGEND)
        before = now


@pytest.mark.server_behaviour(20)
@given(texts, st.sampled_from(Encoding), st.integers(0, 40), st.integers(0, 40))
def test_a_range_is_a_slice_of_the_whole(
    text: str, encoding: Encoding, first: int, more: int
) -> None:
    workspace = Workspace()
    file = workspace.set_text("a.pddl", text)
    whole = absolute(token_array(file.source, parts(workspace.snapshot, file), encoding, LEGEND))
    some = token_array_of_lines(
        file.source, parts(workspace.snapshot, file), encoding, LEGEND, first, first + more
    )
    assert absolute(some) == [token for token in whole if first <= token[0] <= first + more]


def absolute(numbers: array[int]) -> list[tuple[int, ...]]:
    line = column = 0
    tokens = []
    for at in range(0, len(numbers), 5):
        by_line, by_column = numbers[at : at + 2]
        line, column = line + by_line, by_column if by_line else column + by_column
        tokens.append((line, column, *numbers[at + 2 : at + 5]))
    return tokens
