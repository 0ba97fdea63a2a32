"""Hierarchies of types and of uses, and going to types and to what makes a name true."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.editor import Editor
from support.ferry import DOMAIN, PROBLEM
from support.lsp_client import Message
from support.lsp_memory import LspMemory

CAPABILITIES = {
    "textDocument": {
        "typeHierarchy": {},
        "callHierarchy": {},
        "implementation": {"linkSupport": True},
    }
}


def opened(server: LspMemory, folder: Path, capabilities: Message = CAPABILITIES) -> Editor:
    editor = Editor(server, server.initialize(capabilities))
    editor.open((folder / "domain.pddl").as_uri(), DOMAIN)
    editor.open((folder / "p.pddl").as_uri(), PROBLEM)
    return editor


def at(editor: Editor, uri: str, name: str) -> Message:
    position = editor.position(uri, editor.texts[uri].index(name) + 1)
    return {"textDocument": {"uri": uri}, "position": position}


@pytest.mark.server_behaviour(19)
def test_types_from_an_object_of_a_problem(server: LspMemory, tmp_path: Path) -> None:
    editor = opened(server, tmp_path)
    uri, problem = ((tmp_path / name).as_uri() for name in ("domain.pddl", "p.pddl"))
    (car,) = server.request("textDocument/prepareTypeHierarchy", at(editor, problem, "red"))
    assert (car["name"], car["detail"], car["uri"]) == ("car", "- vehicle", uri)
    assert editor.marked(uri, car["selectionRange"]) == "car"
    (vehicle,) = server.request("typeHierarchy/supertypes", {"item": car})
    assert vehicle["name"] == "vehicle"
    (below,) = server.request("typeHierarchy/subtypes", {"item": vehicle})
    assert below == car
    assert server.request("typeHierarchy/supertypes", {"item": vehicle}) == []
    nothing = at(editor, uri, "(define")
    assert server.request("textDocument/prepareTypeHierarchy", nothing) is None


@pytest.mark.server_behaviour(19)
def test_who_needs_and_changes_a_predicate(server: LspMemory, tmp_path: Path) -> None:
    editor = opened(server, tmp_path)
    uri, problem = ((tmp_path / name).as_uri() for name in ("domain.pddl", "p.pddl"))
    (item,) = server.request("textDocument/prepareCallHierarchy", at(editor, problem, "at red"))
    assert (item["name"], item["detail"], item["uri"]) == ("at", "predicate", uri)
    calls = server.request("callHierarchy/incomingCalls", {"item": item})
    assert [(call["from"]["name"], call["from"]["detail"]) for call in calls] == [
        ("board", "needs, deletes"),
        ("leave", "needs, adds"),
    ]
    for call in calls:
        assert {editor.marked(uri, range_) for range_ in call["fromRanges"]} == {"at"}
    calls = server.request("callHierarchy/outgoingCalls", {"item": calls[0]["from"]})
    assert [(call["to"]["name"], call["to"]["detail"]) for call in calls] == [
        ("at", "needs, deletes"),
        ("full", "needs false, adds"),
        ("aboard", "adds"),
    ]
    strange = {**item, "data": "nonsense"}
    assert server.request("callHierarchy/incomingCalls", {"item": strange}) == []


@pytest.mark.server_behaviour(15)
def test_going_to_a_type_and_to_what_adds(server: LspMemory, tmp_path: Path) -> None:
    editor = opened(server, tmp_path)
    uri, problem = ((tmp_path / name).as_uri() for name in ("domain.pddl", "p.pddl"))
    place = server.request("textDocument/typeDefinition", at(editor, problem, "red"))
    assert (place["uri"], editor.marked(uri, place["range"])) == (uri, "car")
    links = server.request("textDocument/implementation", at(editor, uri, "full))\n"))
    assert [editor.marked(uri, link["targetSelectionRange"]) for link in links] == ["board"]
    assert editor.marked(uri, links[0]["targetRange"]).startswith("(:action board")
    place = server.request("textDocument/declaration", at(editor, problem, "at red"))
    assert editor.marked(uri, place["range"]) == "at"
    assert server.request("textDocument/typeDefinition", at(editor, uri, "full))\n")) is None


@pytest.mark.server_behaviour(36)
def test_hierarchies_are_offered_to_clients_that_know_them(
    server: LspMemory, tmp_path: Path
) -> None:
    editor = opened(server, tmp_path, {})
    uri = (tmp_path / "domain.pddl").as_uri()
    assert not {"typeHierarchyProvider", "callHierarchyProvider"} & set(
        server.answer(1)["result"]["capabilities"]
    )
    for method in ("textDocument/prepareTypeHierarchy", "textDocument/prepareCallHierarchy"):
        answer = server.answer(server.start_request(method, at(editor, uri, "car")))
        assert answer["error"]["code"] == -32601


CAPITALS = """(define (domain Ferry)
  (:requirements :strips :typing)
  (:types Vehicle - object Car - Vehicle)
  (:predicates (Aboard ?c - car) (Empty))
  (:action Board :parameters (?c - car) :precondition (EMPTY) :effect (aboard ?c)))
"""


def test_names_are_written_as_they_are_declared(server: LspMemory, tmp_path: Path) -> None:
    editor = Editor(server, server.initialize({**CAPABILITIES}))
    uri = (tmp_path / "domain.pddl").as_uri()
    editor.open(uri, CAPITALS)
    (car,) = server.request("textDocument/prepareTypeHierarchy", at(editor, uri, "car)"))
    assert (car["name"], car["detail"]) == ("Car", "- Vehicle")
    (vehicle,) = server.request("typeHierarchy/supertypes", {"item": car})
    assert vehicle["name"] == "Vehicle"
    assert server.request("typeHierarchy/subtypes", {"item": vehicle}) == [car]
    (board,) = server.request("textDocument/prepareCallHierarchy", at(editor, uri, "Board"))
    assert board["name"] == "Board"
    calls = server.request("callHierarchy/outgoingCalls", {"item": board})
    assert [call["to"]["name"] for call in calls] == ["Empty", "Aboard"]
    (caller,) = server.request("callHierarchy/incomingCalls", {"item": calls[1]["to"]})
    assert caller["from"]["name"] == "Board"
    place = at(editor, uri, "(aboard ?c)")
    place["position"]["character"] += len("(aboard")
    help_ = server.request("textDocument/signatureHelp", place)
    assert help_["signatures"][0]["label"] == "(Aboard ?c - Car)"
