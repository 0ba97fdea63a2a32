"""Formatting through the server: the document, some lines of it, and what cannot be formatted."""

from __future__ import annotations

from typing import Any

import pytest

from support.editor import Editor
from support.lsp_memory import LspMemory

UNTIDY = """\
(define (domain d) ; 🚚 é
      (:predicates (p ?x))
  (:action a :parameters (?x)
:precondition (p ?x)
       :effect (not (p ?x))))
"""
TIDY = """\
(define (domain d) ; 🚚 é
  (:predicates (p ?x))

  (:action a
    :parameters (?x)
    :precondition (p ?x)
    :effect (not (p ?x))))
"""
URI = "untitled:d.pddl"


def formatted(editor: Editor, text: str, lines: tuple[int, int] | None = None, tab: int = 2) -> str:
    editor.open(URI, text)
    params: dict[str, Any] = {
        "textDocument": {"uri": URI},
        "options": {"tabSize": tab, "insertSpaces": True},
    }
    method = "formatting"
    if lines is not None:
        method = "rangeFormatting"
        start, end = ({"line": line, "character": 0} for line in lines)
        params["range"] = {"start": start, "end": end}
    editor.apply({"changes": {URI: editor.server.request(f"textDocument/{method}", params)}})
    text = editor.texts[URI]
    editor.close(URI)
    return text


@pytest.mark.server_behaviour(26)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_a_document(server: LspMemory, encoding: str) -> None:
    declared = {"general": {"positionEncodings": [encoding]}}
    editor = Editor(server, server.initialize(declared))
    assert formatted(editor, UNTIDY) == TIDY
    assert formatted(editor, TIDY) == TIDY
    crlf = UNTIDY.replace("\n", "\r\n")
    assert formatted(editor, crlf) == TIDY.replace("\n", "\r\n")
    assert "\n    (:predicates" in formatted(editor, UNTIDY, tab=4)


@pytest.mark.server_behaviour(26)
def test_some_lines(server: LspMemory) -> None:
    editor = Editor(server, server.initialize({}))
    lines = UNTIDY.splitlines()
    assert formatted(editor, UNTIDY, (1, 1)).splitlines() == [
        lines[0],
        "  (:predicates (p ?x))",
        *lines[2:],
    ]


@pytest.mark.server_behaviour(26)
def test_several_places_at_once(server: LspMemory) -> None:
    capabilities = {"textDocument": {"rangeFormatting": {"rangesSupport": True}}}
    initialized = server.initialize(capabilities)
    provider = initialized["capabilities"]["documentRangeFormattingProvider"]
    assert provider == {"rangesSupport": True}
    editor = Editor(server, initialized)
    editor.open(URI, UNTIDY)
    places = [{"line": line, "character": 0} for line in (1, 1, 4)]
    asked = {
        "textDocument": {"uri": URI},
        "ranges": [{"start": place, "end": place} for place in places],
        "options": {"tabSize": 2, "insertSpaces": True},
    }
    edits = server.request("textDocument/rangesFormatting", asked)
    editor.apply({"changes": {URI: edits}})
    lines = UNTIDY.splitlines()
    assert editor.texts[URI].splitlines() == [
        lines[0],
        "  (:predicates (p ?x))",
        *lines[2:4],
        "    :effect (not (p ?x))))",
    ]
    assert server.request("textDocument/rangesFormatting", {**asked, "ranges": []}) == []


def test_what_cannot_be_formatted_is_left_alone(server: LspMemory) -> None:
    editor = Editor(server, server.initialize({}))
    for text in ("", "((", "I cannot write PDDL today.", "\0"):
        assert formatted(editor, text) == text


@pytest.mark.slow
def test_a_plan_and_thousands_of_edits(server: LspMemory) -> None:
    editor = Editor(server, server.initialize({}))
    facts = "(p  a)\n" * 3_000
    problem = f"(define (problem q) (:domain d)\n(:init\n{facts})\n(:goal (p a)))\n"
    assert formatted(editor, problem).count("    (p a)\n") >= 2_999


def test_a_new_line_is_indented_and_a_closed_list_laid_out(server: LspMemory) -> None:
    capabilities = server.initialize()["capabilities"]
    assert capabilities["documentOnTypeFormattingProvider"] == {
        "firstTriggerCharacter": ")",
        "moreTriggerCharacter": ["\n"],
    }
    editor = Editor(server, {"capabilities": capabilities})
    editor.open(URI, "(define (domain d)\n  (:predicates ( p  ?x ))")

    def typed(before: str, character: str) -> str:
        editor.type(URI, before, character)
        at = editor.texts[URI].index(before) + len(before) + len(character)
        params = {
            "textDocument": {"uri": URI},
            "position": editor.position(URI, at),
            "ch": character,
            "options": {"tabSize": 2, "insertSpaces": True},
        }
        edits = server.request("textDocument/onTypeFormatting", params)
        editor.apply({"changes": {URI: edits}})
        return editor.texts[URI]

    assert typed("(define (domain d)", "\n") == (
        "(define (domain d)\n  \n  (:predicates ( p  ?x ))"
    )
    assert typed("( p  ?x ))", ")") == "(define (domain d)\n\n  (:predicates (p ?x)))\n"
