"""Work about large files that lasts is shown as progress, until it ends or is not wanted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from plancore.snapshot import FileSnapshot
from planlsp.session.background import work
from planlsp.session.background.schedule import Priority
from support.editor import Editor
from support.lsp_client import Message
from support.lsp_memory import LspMemory

SHOWS: Message = {
    "window": {"workDoneProgress": True},
    "textDocument": {"publishDiagnostics": {"versionSupport": True}, "codeLens": {}},
}
DOMAIN = """\
(define (domain shelves)
  (:requirements :adl)
  (:types book)
  (:predicates (dusty ?b - book) (clean ?b - book))
  (:action dust :parameters (?x - book)
    :precondition (forall (?b - book) (dusty ?b)) :effect (clean ?x)))
"""
BOOKS = [f"b{number}" for number in range(6_000)]
PROBLEM = f"""\
(define (problem all) (:domain shelves) (:objects {" ".join(BOOKS)} - book)
  (:init {" ".join(f"(dusty {book})" for book in BOOKS)}) (:goal (clean b1)))
"""
D, P, S = (f"file:///shelves/{name}" for name in ("shelves.pddl", "all.pddl", "all.plan"))


@pytest.fixture
def editor() -> Iterator[Editor]:
    with LspMemory() as server:
        yield Editor(server, server.initialize(SHOWS))


def begun(editor: Editor, since: int) -> str:
    """The title of the progress that begins after message number `since`."""
    server = editor.server
    server.reply(server.wait_for_method("window/workDoneProgress/create", since))
    return str(server.wait_for_method("$/progress", since)["params"]["value"]["title"])


def wait_for_the_end(editor: Editor, since: int) -> None:
    editor.server.wait_for(
        lambda message: message.get("params", {}).get("value") == {"kind": "end"}, since
    )


@pytest.mark.server_behaviour(40, "what lasts is shown")
@pytest.mark.parametrize(
    ("priority", "title"),
    [(Priority.TYPING, "Reading all.pddl"), (Priority.FINDINGS, "Analysing all.pddl")],
)
def test_reading_and_checking_a_large_file_are_shown(
    editor: Editor, priority: Priority, title: str
) -> None:
    server = editor.server
    assert isinstance(server, LspMemory)
    editor.open(D, DOMAIN)
    editor.diagnostics(D)
    with server.busy(priority):
        since = len(server.messages)
        editor.open(P, PROBLEM)
        assert begun(editor, since) == title
    wait_for_the_end(editor, since)
    assert editor.diagnostics(P) == []
    assert not server.log


def test_the_execution_of_a_plan_is_shown_until_its_file_is_closed(editor: Editor) -> None:
    server = editor.server
    assert isinstance(server, LspMemory)
    for uri, text in ((D, DOMAIN), (P, PROBLEM)):
        editor.open(uri, text)
        editor.diagnostics(uri)
    with server.busy(Priority.FINDINGS):
        since = len(server.messages)
        editor.open(S, "(dust b1)\n")
        assert begun(editor, since) == "Analysing all.plan"
        editor.close(S)
        wait_for_the_end(editor, since)
    assert not server.log


def test_what_ends_before_the_client_answers_is_not_shown(editor: Editor) -> None:
    server = editor.server
    assert isinstance(server, LspMemory)
    with server.busy(Priority.TYPING):
        editor.open(P, PROBLEM)
        create = server.wait_for_method("window/workDoneProgress/create")
    editor.diagnostics(P)
    server.reply(create)
    server.wait_until(lambda: not server.server.work_done_progress.tokens)
    assert not server.calls("$/progress")


def test_what_does_not_last_is_not_shown(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "_PATIENCE", 3_600)
    for uri, text in ((D, DOMAIN), (P, PROBLEM), (S, "(dust b1)\n")):
        editor.open(uri, text)
        editor.diagnostics(uri)
    assert not editor.server.calls("window/workDoneProgress/create")


def test_a_lens_does_not_wait_for_the_facts_of_its_problem(editor: Editor) -> None:
    server = editor.server
    assert isinstance(server, LspMemory)
    for uri, text in ((D, DOMAIN), (P, PROBLEM)):
        editor.open(uri, text)
        editor.diagnostics(uri)
    assert editor.lenses(P) == ["Solve"]
    file = server.server.view().files.files[P]
    assert isinstance(file, FileSnapshot)
    assert "problem" not in vars(file.first("problem"))  # which has them all
