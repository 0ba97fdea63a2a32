"""References, highlights and renaming, over files that nobody shows as well."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from plancore.source import SourceText
from plancore.stop import Checkpoint
from planlsp.session.answers.mentions import Mentions, WorkspaceFiles
from planlsp.session.background.schedule import Priority
from planlsp.session.texts.documents import DiskReader, Unreadable
from planlsp.session.view import View
from support.editor import Editor
from support.ferry import DOMAIN, PROBLEM
from support.lsp_client import LIMIT, Message
from support.lsp_memory import LspMemory

PLAN = "(board red south)\n(LEAVE red main)\n"
RENAMES = {
    "textDocument": {"rename": {"prepareSupport": True}},
    "workspace": {"workspaceEdit": {"documentChanges": True}},
}
ANNOTATED = {
    **RENAMES,
    "workspace": {
        "workspaceEdit": {"documentChanges": True, "changeAnnotationSupport": {}},
    },
}

Start = Callable[..., Editor]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A domain, and problems and a plan in other folders of the workspace."""
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    for name in ("one", "far/two"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "p.pddl").write_text(PROBLEM)
    (tmp_path / "one" / "p.plan").write_text(PLAN)
    (tmp_path / "zoo").mkdir()
    (tmp_path / "zoo" / "domain.pddl").write_text(DOMAIN.replace("domain ferry", "domain zoo"))
    return tmp_path


@pytest.fixture(params=[False, True], ids=["looked into", "indexed"])
def start(folder: Path, request: pytest.FixtureRequest) -> Iterator[Start]:
    """Files that are not open are looked into, or the index says which are worth that."""
    with LspMemory() as server:

        def begin(capabilities: Message = RENAMES, *, in_folder: bool = True) -> Editor:
            root = folder.as_uri() if in_folder else None
            editor = Editor(server, server.initialize(capabilities, rootUri=root))
            editor.open((folder / "domain.pddl").as_uri(), DOMAIN)
            if in_folder and request.param:
                server.wait_until(lambda: server.server.indexer.index.is_complete)
            return editor

        yield begin
        assert server.end() == 0
        assert server.log == ""


def at(editor: Editor, uri: str, name: str) -> Message:
    offset = editor.texts[uri].index(name) + 1
    return {"textDocument": {"uri": uri}, "position": editor.position(uri, offset)}


def renamed(editor: Editor, uri: str, name: str, new: str) -> Any:
    return editor.server.request("textDocument/rename", {**at(editor, uri, name), "newName": new})


def refused(editor: Editor, method: str, params: Message) -> str:
    error = editor.server.answer(editor.server.start_request(method, params))["error"]
    assert error["code"] == -32803
    message: str = error["message"]
    return message


def places(editor: Editor, folder: Path, uri: str, name: str, **context: Any) -> list[str]:
    """`file:line` of each reference."""
    params = {**at(editor, uri, name), "context": {"includeDeclaration": True, **context}}
    found = editor.server.request("textDocument/references", params)
    return [
        f"{os.path.relpath(place['uri'].removeprefix('file://'), folder)}:"
        f"{place['range']['start']['line'] + 1}"
        for place in found
    ]


def show_plan(editor: Editor, uri: str, text: str) -> None:
    editor.texts[uri], editor.versions[uri] = text, 1
    item = {"uri": uri, "languageId": "plan", "version": 1, "text": text}
    editor.server.notify("textDocument/didOpen", {"textDocument": item})


@pytest.mark.server_behaviour(16)
def test_references_in_other_folders_and_plans(start: Start, folder: Path) -> None:
    editor = start()
    uri = (folder / "domain.pddl").as_uri()
    assert places(editor, folder, uri, "at ?c - car") == [
        *(f"domain.pddl:{line}" for line in (8, 15, 16, 19, 20)),
        "far/two/p.pddl:4",
        "one/p.pddl:4",
    ]
    assert places(editor, folder, uri, "main - port") == [
        "domain.pddl:5",
        "domain.pddl:20",
        "one/p.plan:2",
    ]
    assert places(editor, folder, uri, "leave") == ["domain.pddl:17", "one/p.plan:2"]
    without = places(editor, folder, uri, "leave", includeDeclaration=False)
    assert without == ["one/p.plan:2"]


@pytest.mark.server_behaviour(16)
def test_references_from_any_place_are_the_same(start: Start, folder: Path) -> None:
    editor = start()
    plan, problem = folder / "one" / "p.plan", folder / "one" / "p.pddl"
    show_plan(editor, plan.as_uri(), PLAN)
    editor.open(problem.as_uri(), PROBLEM)
    everywhere = places(editor, folder, plan.as_uri(), "red")
    assert everywhere == [
        "one/p.pddl:3",
        "one/p.pddl:4",
        "one/p.pddl:5",
        *["one/p.plan:1"],
        "one/p.plan:2",
    ]
    assert places(editor, folder, problem.as_uri(), "red") == everywhere


@pytest.mark.server_behaviour(16)
def test_highlights_tell_reading_from_writing(start: Start, folder: Path) -> None:
    editor = start()
    uri = (folder / "domain.pddl").as_uri()
    found = editor.server.request("textDocument/documentHighlight", at(editor, uri, "full))\n"))
    kinds = {1: "text", 2: "read", 3: "write"}
    assert [(each["range"]["start"]["line"] + 1, kinds[each["kind"]]) for each in found] == [
        (10, "write"),
        (15, "read"),
        (16, "write"),
        (20, "write"),
    ]
    nothing = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 1}}
    assert editor.server.request("textDocument/documentHighlight", nothing) == []


@pytest.mark.server_behaviour(25)
def test_a_rename_reaches_files_that_are_not_open(start: Start, folder: Path) -> None:
    editor = start()
    uri = (folder / "domain.pddl").as_uri()
    edit = renamed(editor, uri, "at ?c - car", "stands-at")
    editor.apply(edit)
    assert editor.texts[uri].count("(stands-at ") == 5
    assert "(at " not in editor.texts[uri]
    for name in ("one", "far/two"):
        text = (folder / name / "p.pddl").read_text()
        assert text == PROBLEM.replace("(at ", "(stands-at ")
    assert (folder / "zoo" / "domain.pddl").read_text() == DOMAIN.replace(
        "domain ferry", "domain zoo"
    )
    versions = {
        c["textDocument"]["uri"]: c["textDocument"]["version"] for c in edit["documentChanges"]
    }
    assert versions.pop(uri) == 1
    assert set(versions.values()) == {None}


@pytest.mark.server_behaviour(25)
def test_a_rename_and_its_inverse_give_the_bytes_back(start: Start, folder: Path) -> None:
    editor = start()
    uri = (folder / "domain.pddl").as_uri()
    before = {path: path.read_bytes() for path in folder.rglob("*.p*") if path.is_file()}
    for old, new in (
        *(
            ("at ?c - car", "is"),
            ("car - vehicle", "van"),
            ("main - port", "home"),
            ("board\n    :", "load"),
        ),
        *(("?q - port", "?other"), ("fuel", "petrol"), ("ferry", "boat"), ("?p - port)\n", "?to")),
    ):
        text, place = editor.texts[uri], at(editor, uri, old)
        editor.apply(renamed(editor, uri, old, new))
        assert editor.texts[uri] != text
        back = editor.server.request("textDocument/rename", {**place, "newName": old.split()[0]})
        editor.apply(back)
        assert editor.texts[uri] == text
        assert before == {path: path.read_bytes() for path in before}


@pytest.mark.server_behaviour(25)
@pytest.mark.parametrize(
    ("name", "new", "message"),
    [
        (
            "at ?c - car",
            "full",
            "name already used by the predicate `full` (domain.pddl:10:6)",
        ),
        ("car - vehicle", "no way", "invalid name `no way`; expected a letter"),
        ("main - port", "red", "name already used by the object `red` (p.pddl:3:13)"),
        ("?q - port", "?c", "name already used by the variable `?c` (domain.pddl:18:18)"),
    ],
)
def test_a_rename_that_would_change_what_is_said_is_refused(
    start: Start, folder: Path, name: str, new: str, message: str
) -> None:
    editor = start()
    uri = (folder / "domain.pddl").as_uri()
    params = {**at(editor, uri, name), "newName": new}
    assert refused(editor, "textDocument/rename", params).startswith(message)


@pytest.mark.server_behaviour(25)
def test_what_can_be_renamed_is_told_first(start: Start, folder: Path) -> None:
    editor = start()
    uri = (folder / "domain.pddl").as_uri()
    method = "textDocument/prepareRename"
    found = editor.server.request(method, at(editor, uri, "?q - port"))
    assert (editor.marked(uri, found["range"]), found["placeholder"]) == ("?q", "?q")
    for name, message in (
        (":typing", "cannot rename `:typing`: it is a requirement of PDDL"),
        ("exists (", "nothing to rename here"),
    ):
        assert refused(editor, method, at(editor, uri, name)).startswith(message)


@pytest.mark.server_behaviour(25)
def test_what_is_on_disk_now_is_what_is_renamed(start: Start, folder: Path) -> None:
    editor = start()
    uri, problem = (folder / "domain.pddl").as_uri(), folder / "one" / "p.pddl"
    editor.apply(renamed(editor, uri, "at ?c - car", "is"))
    text = problem.read_text()
    problem.write_text(f"; a line more\n{text}")
    editor.apply(renamed(editor, uri, "is ?c - car", "at"))
    assert problem.read_text() == f"; a line more\n{PROBLEM}"
    problem.write_text(PROBLEM.replace("(:goal", "(:seen (at red)) (:goal"))
    message = refused(
        editor, "textDocument/rename", {**at(editor, uri, "at ?c - car"), "newName": "is"}
    )
    assert message.endswith("in text with syntax errors (p.pddl:5:11)")


@pytest.mark.server_behaviour(25)
def test_a_rename_begins_in_a_problem_far_from_its_domain(start: Start, folder: Path) -> None:
    editor = start()
    editor.close((folder / "domain.pddl").as_uri())
    (folder / "far" / "and" / "away").mkdir(parents=True)
    problem = folder / "far" / "and" / "away" / "p.pddl"
    problem.write_text(PROBLEM)
    editor.open(problem.as_uri(), PROBLEM)
    place = at(editor, problem.as_uri(), "at red")
    assert editor.server.request("textDocument/prepareRename", place)["placeholder"] == "at"
    editor.apply(renamed(editor, problem.as_uri(), "at red", "is"))
    assert "(is ?c - car ?p - port)" in (folder / "domain.pddl").read_text()
    assert editor.texts[problem.as_uri()] == PROBLEM.replace("(at ", "(is ")
    assert (folder / "one" / "p.pddl").read_text() == PROBLEM.replace("(at ", "(is ")


def test_a_file_that_cannot_be_read_is_told_of(start: Start, folder: Path) -> None:
    editor = start()
    (folder / "broken.pddl").write_bytes(b"\0\1\2 not a text \xff\xfe\0")
    uri = (folder / "domain.pddl").as_uri()
    params = {**at(editor, uri, "at ?c - car"), "newName": "is"}
    assert "cannot read broken.pddl, which may contain the name" in refused(
        editor, "textDocument/rename", params
    )
    assert places(editor, folder, uri, "leave") == ["domain.pddl:17", "one/p.plan:2"]


def test_a_file_that_an_editor_would_spoil_is_told_of(start: Start, folder: Path) -> None:
    editor = start()
    problem = folder / "one" / "p.pddl"
    problem.write_bytes(b"; caf\xe9\n" + PROBLEM.encode())
    uri = (folder / "domain.pddl").as_uri()
    params = {**at(editor, uri, "at ?c - car"), "newName": "is"}
    message = refused(editor, "textDocument/rename", params)
    assert message == "cannot edit p.pddl: not UTF-8, convert it first"
    for text in (f"\ufeff{PROBLEM}", PROBLEM.replace("\n", "\r\n"), PROBLEM.replace("\n", "\r")):
        problem.write_bytes(text.encode())
        edit = renamed(editor, uri, "at ?c - car", "is")
        of_problem = [
            change["edits"]
            for change in edit["documentChanges"]
            if change["textDocument"]["uri"] == problem.as_uri()
        ]
        assert [edit["range"]["start"] for edit in of_problem[0]] == [{"line": 3, "character": 10}]


def test_a_search_is_stopped_when_nobody_waits(
    start: Start, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = start()
    began, ended = threading.Event(), threading.Event()

    def slow(_files: WorkspaceFiles, _view: View, _names: Any, checkpoint: Checkpoint) -> Mentions:
        began.set()
        try:
            while True:
                checkpoint()
                time.sleep(0.001)
        finally:
            ended.set()

    uri = (folder / "domain.pddl").as_uri()
    monkeypatch.setattr(WorkspaceFiles, "mentioning", slow)
    params = {**at(editor, uri, "at ?c - car"), "context": {"includeDeclaration": True}}
    request = editor.server.start_request("textDocument/references", params)
    hover = editor.server.request("textDocument/hover", at(editor, uri, "at ?c - car"))
    assert "predicate" in str(hover)
    assert began.wait(LIMIT)
    editor.server.notify("$/cancelRequest", {"id": request})
    assert editor.server.answer(request)["error"]["code"] == -32800
    assert ended.wait(LIMIT)


def test_what_is_opened_while_names_are_looked_for_is_not_edited(
    start: Start, folder: Path
) -> None:
    """The edits would be those of the file on disk, and tied to no version of the document."""
    editor = start()
    server, domain = editor.server, (folder / "domain.pddl").as_uri()
    assert isinstance(server, LspMemory)
    asked = {**at(editor, domain, "(aboard ?c - car)"), "newName": "on-board"}
    with server.busy(Priority.REQUESTS):
        rename = server.start_request("textDocument/rename", asked)
        editor.open((folder / "one" / "p.pddl").as_uri(), f"; a new line\n{PROBLEM}")
    assert server.answer(rename)["error"]["code"] == -32801


def test_a_file_with_two_names_is_edited_once(start: Start, folder: Path) -> None:
    os.symlink(folder / "one" / "p.pddl", folder / "one" / "same.pddl")
    editor = start()
    uri = (folder / "domain.pddl").as_uri()
    editor.apply(renamed(editor, uri, "at ?c - car", "is"))
    assert (folder / "one" / "p.pddl").read_text() == PROBLEM.replace("(at ", "(is ")


def test_clients_that_declare_little(start: Start, folder: Path) -> None:
    editor = start({})
    uri = (folder / "domain.pddl").as_uri()
    edit = renamed(editor, uri, "board\n    :", "load")
    assert set(edit) == {"changes"}
    editor.apply(edit)
    assert (folder / "one" / "p.plan").read_text() == PLAN.replace("board", "load")
    request = editor.server.start_request(
        "textDocument/prepareRename", at(editor, uri, "load\n    :")
    )
    assert editor.server.answer(request)["error"]["code"] == -32601


@pytest.mark.server_behaviour(25)
def test_changes_are_annotated(start: Start, folder: Path) -> None:
    (folder / "one" / "a.pddl").write_text(DOMAIN)
    (folder / "one" / "b.pddl").write_text(DOMAIN)
    editor = start(ANNOTATED)
    uri = (folder / "one" / "a.pddl").as_uri()
    editor.open(uri, DOMAIN)
    edit = renamed(editor, uri, "at ?c - car", "is")
    used = {
        change["textDocument"]["uri"].rpartition("/")[2]: {
            e["annotationId"] for e in change["edits"]
        }
        for change in edit["documentChanges"]
    }
    notes = edit["changeAnnotations"]
    assert {
        key: [notes[i].get("needsConfirmation", False) for i in ids] for key, ids in used.items()
    } == {
        "a.pddl": [False],
        "p.pddl": [True],
    }
    assert {note["label"] for note in notes.values()} == {"Rename predicate to is"}


@pytest.mark.server_behaviour(46)
def test_a_rename_does_not_reach_into_another_folder(folder: Path) -> None:
    with LspMemory() as server:
        roots = [{"uri": (folder / name).as_uri(), "name": name} for name in ("one", "far")]
        editor = Editor(server, server.initialize(RENAMES, workspaceFolders=roots))
        for name in ("one", "far"):
            (folder / name / "domain.pddl").write_text(DOMAIN)
        uri = (folder / "one" / "domain.pddl").as_uri()
        editor.open(uri, DOMAIN)
        editor.apply(renamed(editor, uri, "at ?c - car", "is"))
        assert (folder / "one" / "p.pddl").read_text() == PROBLEM.replace("(at ", "(is ")
        assert (folder / "far" / "two" / "p.pddl").read_text() == PROBLEM
        assert server.end() == 0


def test_without_a_folder_the_files_beside_are_renamed(start: Start, folder: Path) -> None:
    (folder / "p2.pddl").write_text(PROBLEM)
    editor = start(in_folder=False)
    uri = (folder / "domain.pddl").as_uri()
    editor.apply(renamed(editor, uri, "at ?c - car", "is"))
    assert (folder / "p2.pddl").read_text() == PROBLEM.replace("(at ", "(is ")
    assert (folder / "one" / "p.pddl").read_text() == PROBLEM


@pytest.mark.server_behaviour(25)
def test_only_files_that_may_have_the_name_are_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those are read even where the name stands in what the index has no occurrences of."""
    (folder / "one" / "domain.pddl").write_text(DOMAIN.replace("domain ferry", "domain other"))
    for number in range(5):
        (folder / "zoo" / f"p{number}.pddl").write_text("(define (problem p) (:domain zoo))")
    unread = "(define (problem p) (:domain ferry) (:observe (full)))"
    (folder / "zoo" / "odd.pddl").write_text(unread)
    read: list[str] = []
    before = DiskReader.read

    def note(reader: DiskReader, path: str) -> SourceText | Unreadable:
        read.append(os.path.relpath(path, folder))
        return before(reader, path)

    with LspMemory() as server:
        editor = Editor(server, server.initialize(RENAMES, rootUri=folder.as_uri()))
        uri = (folder / "domain.pddl").as_uri()
        editor.open(uri, DOMAIN)
        server.wait_until(lambda: server.server.indexer.index.is_complete)
        editor.diagnostics(uri)
        changed = folder / "zoo" / "p0.pddl"  # nobody tells of it
        changed.write_text(changed.read_text().replace("zoo", "ferry"))
        monkeypatch.setattr(DiskReader, "read", note)
        asked = {**at(editor, uri, "full"), "newName": "laden"}
        assert "odd.pddl" in refused(editor, "textDocument/rename", asked)
        assert {name for name in read if name.endswith(".pddl")} == {
            "one/domain.pddl",
            "zoo/domain.pddl",
            "zoo/odd.pddl",
            "zoo/p0.pddl",
        }
