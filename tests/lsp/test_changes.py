"""Code actions on a whole document and on what is selected."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.editor import Editor
from support.ferry import DOMAIN
from support.lsp_client import Message
from support.lsp_memory import LspMemory

URI = "untitled:ferry.pddl"
CAPABILITIES: Message = {
    "textDocument": {
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}
    },
    "workspace": {"workspaceEdit": {"documentChanges": True}},
}


@pytest.fixture
def editor() -> Iterator[Editor]:
    with LspMemory() as server:
        yield Editor(server, server.initialize(CAPABILITIES))
        assert server.end() == 0
        assert server.log == ""


def actions(editor: Editor, start: int, end: int, *only: str) -> dict[str, Message]:
    """What is offered for a part of the text, by its kind."""
    range_ = {"start": editor.position(URI, start), "end": editor.position(URI, end)}
    context = {"diagnostics": [], **({"only": only} if only else {})}
    params = {"textDocument": {"uri": URI}, "range": range_, "context": context}
    offered = editor.server.request("textDocument/codeAction", params)
    return {action["kind"]: action for action in offered}


@pytest.mark.server_behaviour(27)
def test_fix_all_is_for_those_who_ask_for_it(editor: Editor) -> None:
    editor.open(
        URI, DOMAIN.replace(":types", ":typs").replace(":effect (and (at", ":efect (and (at")
    )
    assert "source.fixAll.planlsp" not in actions(editor, 0, 0)
    offered = actions(editor, 0, 0, "source.fixAll")
    assert list(offered) == ["source.fixAll.planlsp"]
    editor.apply(offered["source.fixAll.planlsp"]["edit"])
    assert ":typs" not in editor.texts[URI]
    assert ":efect" not in editor.texts[URI]
    assert actions(editor, 0, 0, "source.fixAll") == {}


@pytest.mark.server_behaviour(28)
def test_a_condition_is_taken_out_and_put_back(editor: Editor) -> None:
    editor.open(URI, DOMAIN)
    part = "(exists (?q - port) (at ?c ?q))"
    start = DOMAIN.index(part)
    assert "refactor.extract" not in actions(editor, start + 2, start + 2)
    offered = actions(editor, start, start + len(part))
    editor.apply(offered["refactor.extract"]["edit"])
    assert f"(:derived (condition ?c - car)\n    {part})" in editor.texts[URI]
    at = editor.texts[URI].index("(condition ?c)")
    offered = actions(editor, at + 3, at + 3, "refactor")
    assert list(offered) == ["refactor.inline"]
    editor.apply(offered["refactor.inline"]["edit"])
    assert f"(and (aboard ?c) {part})" in editor.texts[URI]


@pytest.mark.server_behaviour(28)
def test_requirements_are_sorted_and_what_is_unused_goes(editor: Editor) -> None:
    text = DOMAIN.replace(":strips :typing", ":typing :strips").replace(
        "(full))\n  (:f", "(full) (lost))\n  (:f"
    )
    editor.open(URI, text)
    for kind in ("source.sortRequirements.planlsp", "source.removeUnused.planlsp"):
        editor.apply(actions(editor, 0, 0, kind)[kind]["edit"])
    assert ":requirements :strips :typing" in editor.texts[URI]
    assert "(lost)" not in editor.texts[URI]


@pytest.mark.server_behaviour(46)
def test_fixes_are_worked_out_in_the_folder_of_the_file(tmp_path: Path) -> None:
    """What the domain of another workspace folder lists counts for no problem of this one, be it
    nearer than its own."""
    domain = "(define (domain lamps) (:requirements :strips) (:predicates (lit)))"
    problem = (
        "(define (problem p) (:domain lamps) (:requirements :strips) (:init) (:goal (not (lit))))"
    )
    shown = {
        tmp_path / "models" / "domain.pddl": domain,
        tmp_path / "tasks" / "problem.pddl": problem,
        tmp_path / "tasks" / "other" / "domain.pddl": domain.replace(":strips", ":adl"),
    }
    roots = tmp_path, tmp_path / "tasks" / "other"
    folders = [{"uri": folder.as_uri(), "name": folder.name} for folder in roots]
    with LspMemory() as server:
        editor = Editor(server, server.initialize(CAPABILITIES, workspaceFolders=folders))
        for path, text in shown.items():
            editor.open(path.as_uri(), text)
        uri = (tmp_path / "tasks" / "problem.pddl").as_uri()
        (told,) = editor.diagnostics(uri)
        assert told["code"] == "missing-requirement"
        (fix,) = editor.actions(uri, told, "source.fixAll")
        editor.apply(fix["edit"])
        assert "(:requirements :strips :negative-preconditions)" in editor.texts[uri]
        assert server.end() == 0


@pytest.mark.server_behaviour(27, "not where files that nobody has open would break")
def test_what_problems_and_plans_name_is_not_removed(tmp_path: Path) -> None:
    """A predicate that problems state, an object that plans give, a parameter of an action that
    plans apply; what nobody names goes."""
    domain = """(define (domain lamps)
  (:predicates (lit ?l) (old ?l) (odd ?l))
  (:action light :parameters (?l ?by) :precondition () :effect (lit ?l))
  (:action dim :parameters (?l ?how) :precondition () :effect (not (lit ?l))))
"""
    problem = """(define (problem p) (:domain lamps) (:objects a ann bob)
  (:init (old a)) (:goal (lit a)))
"""
    (tmp_path / "d.pddl").write_text(domain)
    (tmp_path / "p.pddl").write_text(problem)
    (tmp_path / "p.plan").write_text("(light a ann)\n")
    kind = "source.removeUnused.planlsp"
    with LspMemory() as server:
        editor = Editor(server, server.initialize(CAPABILITIES, rootUri=tmp_path.as_uri()))
        server.wait_until(lambda: server.server.indexer.index.is_complete)
        left = {
            "d.pddl": domain.replace(" (odd ?l)", "").replace(" ?how", ""),
            "p.pddl": problem.replace("ann bob", "ann "),
        }
        titles = {"d.pddl": ["Remove `?how`", "Remove `odd`"], "p.pddl": ["Remove `bob`"]}
        for name, text in (("d.pddl", domain), ("p.pddl", problem)):
            uri = (tmp_path / name).as_uri()
            editor.open(uri, text)
            unused = [f for f in editor.diagnostics(uri) if f["code"].startswith("unused-")]
            single = [a["title"] for f in unused for a in editor.actions(uri, f, "quickfix")]
            assert sorted(single) == titles[name]
            (action,) = editor.actions(uri, unused[0], kind)
            editor.apply(action["edit"])
            assert editor.texts[uri] == left[name]
        assert server.end() == 0
        assert server.log == ""
