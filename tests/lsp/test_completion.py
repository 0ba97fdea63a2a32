"""Completion and signature help, as a client hears of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.cursor import MARK
from support.ferry import DOMAIN, PROBLEM
from support.lsp_client import Message
from support.lsp_memory import LspMemory

URI = "file:///ferry/domain.pddl"
PROBLEM_URI = "file:///ferry/problem.pddl"
PLAN_URI = "file:///ferry/problem.plan"
RICH = {
    "textDocument": {
        "completion": {
            "completionItem": {
                "snippetSupport": True,
                "insertReplaceSupport": True,
                "labelDetailsSupport": True,
                "insertTextModeSupport": {"valueSet": [1, 2]},
                "tagSupport": {"valueSet": [1]},
                "documentationFormat": ["markdown", "plaintext"],
            }
        },
        "signatureHelp": {
            "signatureInformation": {"parameterInformation": {"labelOffsetSupport": True}}
        },
    }
}


def asked(
    server: LspMemory, old: str, new: str, capabilities: Message, **context: object
) -> tuple[Message, Message]:
    """The answer where `new` has the cursor, in the domain with `old` replaced by it, and the
    position of the cursor."""
    assert DOMAIN.count(old) == 1
    server.initialize(capabilities)
    text = DOMAIN.replace(old, new)
    server.open(URI, text.replace(MARK, ""))
    place = at(URI, text)
    return server.request("textDocument/completion", {**place, **context}), place["position"]


def at(uri: str, text: str) -> Message:
    before = text[: text.index(MARK)]
    position = {
        "line": before.count("\n"),
        "character": len(before) - before.rfind("\n") - 1,
    }
    return {"textDocument": {"uri": uri}, "position": position}


def item(answer: Message, label: str) -> Message:
    found: Message = next(each for each in answer["items"] if each["label"] == label)
    return found


def span(position: Message, before: int, behind: int = 0) -> Message:
    line, character = position["line"], position["character"]
    return {
        "start": {"line": line, "character": character - before},
        "end": {"line": line, "character": character + behind},
    }


@pytest.mark.server_behaviour(23)
def test_a_plain_client_gets_plain_text(server: LspMemory) -> None:
    answer, position = asked(server, "(and (at ?c ?p) (not", "(and (a$0) (not", {})
    assert answer["isIncomplete"] is False
    labels = [each["label"] for each in answer["items"]]
    assert labels == ["at", "aboard", "and"]
    offered = item(answer, "at")
    assert offered["textEdit"] == {"range": span(position, 1), "newText": "at ?c ?p"}
    assert offered["detail"] == "?c - car ?p - port"
    undeclared = ("labelDetails", "insertTextFormat", "insertTextMode", "tags")
    assert not any(key in each for key in undeclared for each in answer["items"])


def test_a_rich_client_gets_snippets_and_both_ranges(server: LspMemory) -> None:
    answer, position = asked(server, "(at ?c main)", "(a$0t ?c main)", RICH)
    offered = item(answer, "at")
    assert offered["textEdit"] == {
        "newText": "at",
        "insert": span(position, 1),
        "replace": span(position, 1, 1),
    }
    assert offered["labelDetails"] == {"detail": " ?c - car ?p - port"}
    assert "detail" not in offered


def test_a_snippet_has_holes(server: LspMemory) -> None:
    answer, _ = asked(server, "(and (at ?c ?p) (not", "(and ($0) (not", RICH)
    offered = item(answer, "at")
    assert offered["insertTextFormat"] == 2
    assert offered["textEdit"]["newText"] == "at ${1:?c} ${2:?p}"
    assert "insertTextFormat" not in item(answer, "full")


def test_what_needs_a_requirement_brings_it(server: LspMemory) -> None:
    answer, _ = asked(server, "(and (at ?c ?p) (not", "(and (o$0) (not", {})
    (edit,) = item(answer, "or")["additionalTextEdits"]
    assert edit["newText"] == "\n    :disjunctive-preconditions"
    assert edit["range"]["start"] == edit["range"]["end"] == {"line": 2, "character": 30}


def test_a_blank_offers_names_only(server: LspMemory) -> None:
    context = {"context": {"triggerKind": 2, "triggerCharacter": " "}}
    answer, _ = asked(server, "(and (at ?c ?p) (not", "(and $0 (not", {}, **context)
    assert answer["items"] == []
    text = DOMAIN.replace("(and (at ?c ?p) (not", "(and (at $0 (not")
    server.change(URI, 2, {"text": text.replace(MARK, "")})
    answer = server.request("textDocument/completion", {**at(URI, text), **context})
    assert [each["label"] for each in answer["items"]] == ["?c"]


def test_documentation_comes_when_it_is_asked_for(server: LspMemory) -> None:
    answer, _ = asked(server, "(and (at ?c ?p) (not", "(and ($0) (not", RICH)
    offered = item(answer, "at")
    assert "documentation" not in offered
    resolved = server.request("completionItem/resolve", offered)
    assert resolved["documentation"]["kind"] == "markdown"
    assert "> Where a car stands." in resolved["documentation"]["value"]
    assert {**resolved, "documentation": None} == {**offered, "documentation": None}
    negated = {**offered, "data": {**offered["data"], "name": "not (at)"}}
    again = server.request("completionItem/resolve", negated)
    assert again["documentation"] == resolved["documentation"]
    resolved = server.request("completionItem/resolve", item(answer, "exists"))
    assert resolved["documentation"]["value"].endswith("(PDDL 1.2)")


@pytest.mark.parametrize("data", [None, 5, {"kind": "predicate"}, {"uri": 1, "kind": "x"}])
def test_an_item_of_another_server_comes_back(server: LspMemory, data: object) -> None:
    server.initialize({})
    sent = {"label": "at"} if data is None else {"label": "at", "data": data}
    assert server.request("completionItem/resolve", sent) == sent


@pytest.mark.server_behaviour(23)
def test_a_plan_is_completed_from_domain_and_problem(server: LspMemory) -> None:
    server.initialize({})
    server.open(URI, DOMAIN)
    server.open(PROBLEM_URI, PROBLEM)
    text = "(board red $0)\n"
    plan = {"uri": PLAN_URI, "languageId": "plan", "version": 1, "text": text.replace(MARK, "")}
    server.notify("textDocument/didOpen", {"textDocument": plan})
    answer = server.request("textDocument/completion", at(PLAN_URI, text))
    assert [each["label"] for each in answer["items"]] == ["main", "south"]
    shown = server.request("textDocument/signatureHelp", at(PLAN_URI, text))
    assert shown["signatures"][0]["label"] == "(board ?c - car ?p - port)"
    assert shown["activeParameter"] == 1


@pytest.mark.server_behaviour(18)
@pytest.mark.parametrize(
    ("capabilities", "label"), [({}, "?p - port"), (RICH, [13, 22])], ids=["plain", "rich"]
)
def test_signature_help_marks_the_argument(
    server: LspMemory, capabilities: Message, label: Any
) -> None:
    server.initialize(capabilities)
    text = DOMAIN.replace("(and (at ?c ?p) (not", "(and (at ?c $0 (not")
    server.open(URI, text.replace(MARK, ""))
    shown = server.request("textDocument/signatureHelp", at(URI, text))
    (signature,) = shown["signatures"]
    assert signature["label"] == "(at ?c - car ?p - port)"
    assert signature["documentation"] == "Where a car stands.\nwhen it is not aboard"
    assert shown["activeSignature"] == 0
    assert shown["activeParameter"] == 1
    assert signature["parameters"][1]["label"] == label


def test_nothing_is_offered_for_what_is_not_open(server: LspMemory) -> None:
    server.initialize({})
    place = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
    assert server.request("textDocument/completion", place)["items"] == []
    assert server.request("textDocument/signatureHelp", place) is None


def test_a_comment_may_name_any_file_of_its_folder_of_the_workspace(
    server: LspMemory, tmp_path: Path
) -> None:
    for name, text in {
        "one/deep/domain.pddl": DOMAIN,
        "one/deep/far/gold.pddl": DOMAIN,
        "one/gold/domain.pddl": DOMAIN,
        "one/gold/problem.pddl": PROBLEM,
        "one/both.pddl": DOMAIN + PROBLEM,
        "two/domain.pddl": DOMAIN,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    roots = [{"uri": (tmp_path / name).as_uri(), "name": name} for name in ("one", "two")]
    server.initialize({}, workspaceFolders=roots)
    server.wait_until(lambda: server.server.indexer.index.is_complete)
    uri = (tmp_path / "one" / "deep" / "learned.pddl").as_uri()

    def offered(text: str) -> list[str]:
        server.open(uri, text.replace(MARK, ""))
        items = server.request("textDocument/completion", at(uri, text))["items"]
        server.close(uri)
        return [item["label"] for item in items]

    assert offered(f";;!reference: $0\n{DOMAIN}") == [
        "domain.pddl",
        "far/gold.pddl",
        "../both.pddl",
        "../gold/domain.pddl",
    ]
    assert offered(f";;!problem: $0\n{DOMAIN}") == ["../both.pddl", "../gold/problem.pddl"]
    assert offered(f";;!domain: ../g$0\n{PROBLEM}") == ["../gold/domain.pddl"]
