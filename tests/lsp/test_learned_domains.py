"""The line above a reference: how many learned domains of the workspace differ from it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from support.editor import Editor
from support.lsp_client import LIMIT, Message
from support.lsp_memory import LspMemory

REFERENCE = """\
(define (domain d)
  (:predicates (p ?x) (q ?x))
  (:action a :parameters (?x) :precondition (and (p ?x) (q ?x)) :effect (not (p ?x))))
"""
ONE_LESS = REFERENCE.replace("(and (p ?x) (q ?x))", "(p ?x)")
NAMED = ";;!reference: ../gold.pddl\n"
CAPABILITIES: Message = {
    "workspace": {
        "codeLens": {"refreshSupport": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    }
}
CREATED, CHANGED, DELETED = 1, 2, 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "learned").mkdir()
    for name, text in (
        ("gold.pddl", REFERENCE),
        ("learned/same.pddl", NAMED + REFERENCE),
        ("learned/less.pddl", NAMED + ONE_LESS),
        ("learned/unrelated.pddl", REFERENCE.replace("domain d", "domain e")),
    ):
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks first waits for the answer, however busy the machine is."""
    monkeypatch.setattr("planlsp.session.background.answer_cache.PATIENCE", LIMIT)


class Session:
    """An editor that shows the reference."""

    def __init__(self, server: LspMemory, folder: Path, **options: object) -> None:
        self.server, self.folder = server, folder
        folders = [{"uri": folder.as_uri(), "name": "w"}]
        answer = server.initialize(CAPABILITIES, workspaceFolders=folders, **options)
        self.editor = Editor(server, answer)
        server.wait_until(lambda: server.server.indexer.index.is_complete)
        self.uri = (folder / "gold.pddl").as_uri()
        self.editor.open(self.uri, REFERENCE)

    def lens(self) -> Message | None:
        asked = {"textDocument": {"uri": self.uri}}
        lenses = self.server.request("textDocument/codeLens", asked)
        commands: list[Message] = [lens["command"] for lens in lenses]
        return next((c for c in commands if c["title"].startswith("reference of")), None)

    def title(self) -> str:
        lens = self.lens()
        return lens["title"] if lens else ""

    def after(self, action: Callable[[], object]) -> str:
        """What the line says when the client has been asked to refresh it."""
        since = len(self.server.messages)
        action()
        self.server.wait_for_method("workspace/codeLens/refresh", since)
        return self.title()

    def write(self, name: str, text: str | None) -> None:
        """A file changes on disk, and the client tells of it."""
        path = self.folder / name
        kind = CHANGED if path.exists() else CREATED
        if text is None:
            path.unlink()
            kind = DELETED
        else:
            path.write_text(text)
        event = {"uri": path.as_uri(), "type": kind}
        self.server.notify("workspace/didChangeWatchedFiles", {"changes": [event]})


@pytest.mark.server_behaviour(33)
def test_a_reference_says_which_learned_domains_differ(folder: Path) -> None:
    with LspMemory() as server:
        session = Session(server, folder)
        lens = session.lens()
        assert lens is not None
        assert lens["title"] == (
            "reference of 2 learned domains · 1 differs, 1 difference in total"
        )
        (place,) = lens["arguments"][2]
        assert place["uri"] == (folder / "learned" / "less.pddl").as_uri()
        assert place["range"]["start"] == {"line": 1, "character": 16}
        assert server.end() == 0
        assert server.log == ""


def test_where_meaning_counts_the_line_says_that_it_does_not_look_at_it(folder: Path) -> None:
    (folder / "planlsp.toml").write_text('comparison = "semantic"\n')
    with LspMemory() as server:
        assert Session(server, folder).title().endswith("1 difference in total (as written)")


@pytest.mark.server_behaviour(44)
def test_the_line_is_kept_by_what_happens(folder: Path) -> None:
    with LspMemory() as server:
        session = Session(server, folder)
        assert session.title().endswith("1 differs, 1 difference in total")
        told = session.after(lambda: session.write("learned/less.pddl", NAMED + REFERENCE))
        assert told == "reference of 2 learned domains · no differences"
        told = session.after(
            lambda: session.write("planlsp.toml", 'reference = {"unrelated.pddl" = "gold.pddl"}')
        )
        assert told.startswith("reference of 3 learned domains")
        told = session.after(lambda: session.write("learned/same.pddl", None))
        assert told.startswith("reference of 2 learned domains")
        assert server.end() == 0
        assert server.log == ""


@pytest.mark.server_behaviour(33)
def test_open_documents_count_as_they_stand(folder: Path) -> None:
    with LspMemory() as server:
        session = Session(server, folder)
        assert session.title().endswith("1 differs, 1 difference in total")
        uri = (folder / "learned" / "same.pddl").as_uri()
        session.editor.open(uri, NAMED + REFERENCE)
        told = session.after(lambda: session.editor.replace(uri, ":effect (not (p ?x))", ""))
        assert told.endswith("2 differ, 2 differences in total")
        arguments = [(folder / "learned" / "unrelated.pddl").as_uri(), session.uri]
        command = {"command": "planlsp.setReference", "arguments": arguments}
        told = session.after(lambda: server.request("workspace/executeCommand", command))
        assert told.startswith("reference of 3 learned domains")
        session.editor.replace(session.uri, " :effect (not (p ?x))", "")
        told = session.after(session.title)  # what was known is told until the new count is there
        assert told == "reference of 3 learned domains · 2 differ, 3 differences in total"
        assert server.end() == 0


def test_a_domain_that_is_nobodys_reference_has_no_line(folder: Path) -> None:
    for name in ("same", "less"):
        (folder / "learned" / f"{name}.pddl").write_text(REFERENCE)
    with LspMemory() as server:
        assert Session(server, folder).lens() is None


def test_of_many_domains_some_are_not_compared(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planlsp.session.answers.tallies.MOST", 1)
    with LspMemory() as server:
        assert Session(server, folder).title() == (
            "reference of 2 learned domains · 1 differs, 1 difference in total · 1 not compared"
        )
