"""Lines that name files stay true when the files are renamed in the editor."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import apply_edits
from plancore.directives import directives
from planlsp.features.file_operations import FileMove, line_edits
from support.editor import Editor
from support.ferry import DOMAIN, PROBLEM
from support.lsp_memory import LspMemory

OPERATIONS = {"willRename": True, "didRename": True, "didDelete": True}


def after(texts: dict[str, str], *moves: tuple[str, str]) -> dict[str, str]:
    """The path that each text names once the files are moved."""
    edits = line_edits(texts, [FileMove(*move) for move in moves])
    new = {path: apply_edits(text, edits.get(path, ())) for path, text in texts.items()}
    return {path: directives(text)["domain"].path for path, text in new.items()}


@pytest.mark.parametrize(
    ("line", "move", "expected"),
    [
        ("d.pddl", ("/a/d.pddl", "/a/e.pddl"), "e.pddl"),
        ("d.pddl", ("/a/d.pddl", "/b/c/d.pddl"), "../b/c/d.pddl"),
        ("d.pddl", ("/a/p.pddl", "/p.pddl"), "a/d.pddl"),
        ("d.pddl", ("/a", "/b"), "d.pddl"),
        ("../x/d.pddl", ("/x", "/y z"), "../y z/d.pddl"),
        ("../x/d.pddl", ("/a", "/b/c"), "../../x/d.pddl"),
        ("/a/d.pddl", ("/a/d.pddl", "/a/e.pddl"), "/a/e.pddl"),
        ("/a/d.pddl", ("/a/p.pddl", "/b/p.pddl"), "/a/d.pddl"),
        ("d.pddl", ("/a/d", "/a/e"), "d.pddl"),
        ("file:///a/d.pddl", ("/a/p.pddl", "/b/p.pddl"), "file:///a/d.pddl"),
    ],
)
def test_a_line_names_the_same_file(line: str, move: tuple[str, str], expected: str) -> None:
    assert after({"/a/p.pddl": f";;!domain: {line}\n"}, move) == {"/a/p.pddl": expected}


names = st.sampled_from(("a", "b", "c", "d.pddl", "x y"))
paths = st.lists(names, min_size=1, max_size=4).map(lambda parts: "/" + "/".join(parts))


@given(paths, paths, paths, paths)
def test_a_move_and_its_inverse_give_back_the_place(
    home: str, target: str, old: str, new: str
) -> None:
    if new.startswith(old) or old.startswith(new) or home == target:
        return
    if home.startswith(f"{new}/") or target.startswith(f"{new}/") or new in (home, target):
        return  # it would be written over
    text = f";;!domain: {target}\n"
    there = line_edits({home: text}, [FileMove(old, new)]).get(home, ())
    moved = FileMove(old, new).applied(home)
    moved_text = apply_edits(text, there)
    back = line_edits({moved: moved_text}, [FileMove(new, old)]).get(moved, ())
    assert apply_edits(moved_text, back) == text


def test_files_are_renamed_in_the_editor(server: LspMemory, tmp_path: Path) -> None:
    capabilities = {
        "workspace": {
            "fileOperations": OPERATIONS,
            "workspaceEdit": {"documentChanges": True},
        }
    }
    initialized = server.initialize(capabilities, rootUri=tmp_path.as_uri())
    offered = initialized["capabilities"]["workspace"]["fileOperations"]
    assert set(offered) == set(OPERATIONS)
    domain, problem = tmp_path / "d.pddl", tmp_path / "p.pddl"
    domain.write_text(DOMAIN)
    editor = Editor(server, initialized)
    editor.open(problem.as_uri(), f";;!domain: d.pddl\n{PROBLEM}")
    renamed = tmp_path / "other" / "e.pddl"
    files = {"files": [{"oldUri": domain.as_uri(), "newUri": renamed.as_uri()}]}
    editor.apply(server.request("workspace/willRenameFiles", files))
    assert editor.texts[problem.as_uri()].startswith(";;!domain: other/e.pddl\n")
    renamed.parent.mkdir()
    domain.rename(renamed)
    server.notify("workspace/didRenameFiles", files)
    (told,) = editor.diagnostics(problem.as_uri())
    assert told["message"].endswith("(e.pddl:11:16)")
    nothing = {"files": [{"oldUri": domain.as_uri(), "newUri": domain.as_uri()}]}
    assert server.request("workspace/willRenameFiles", nothing) is None


def test_a_chosen_reference_is_followed(server: LspMemory, tmp_path: Path) -> None:
    editor = Editor(server, server.initialize({"workspace": {"fileOperations": OPERATIONS}}))
    reference, learned = tmp_path / "r" / "r.pddl", tmp_path / "l.pddl"
    reference.parent.mkdir()
    reference.write_text(DOMAIN)
    editor.open(learned.as_uri(), DOMAIN.replace("(not (full))", "", 1))
    command = {
        "command": "planlsp.setReference",
        "arguments": [learned.as_uri(), reference.as_uri()],
    }
    server.request("workspace/executeCommand", command)
    assert len(editor.lenses(learned.as_uri())) == 2
    moved = tmp_path / "moved"
    reference.parent.rename(moved)
    files = {"files": [{"oldUri": reference.parent.as_uri(), "newUri": moved.as_uri()}]}
    server.notify("workspace/didRenameFiles", files)
    assert len(editor.lenses(learned.as_uri())) == 2
    (moved / "r.pddl").unlink()
    server.notify("workspace/didDeleteFiles", {"files": [{"uri": (moved / "r.pddl").as_uri()}]})
    assert editor.lenses(learned.as_uri()) == []


def test_a_client_that_tells_of_no_files_is_offered_nothing(server: LspMemory) -> None:
    offered = server.initialize()["capabilities"]["workspace"].get("fileOperations")
    assert not offered


@pytest.mark.server_behaviour(44)
def test_a_folder_that_is_renamed_or_deleted_is_known_at_once(
    server: LspMemory, tmp_path: Path
) -> None:
    """A client that watches files tells nothing of those in a folder that goes as a whole."""
    watches = {"didChangeWatchedFiles": {"dynamicRegistration": True}}
    capabilities = {"workspace": {"fileOperations": OPERATIONS, **watches}}
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    (old / "d.pddl").write_text(DOMAIN)
    server.initialize(capabilities, rootUri=tmp_path.as_uri())
    server.wait_until(lambda: server.server.indexer.index.is_complete)

    def known() -> list[str]:
        server.wait_until(lambda: not server.server.indexer.is_at_work)
        return [*server.server.indexer.index.files]

    assert known() == [(old / "d.pddl").as_uri()]
    old.rename(new)
    files = [{"oldUri": old.as_uri(), "newUri": new.as_uri()}]
    server.notify("workspace/didRenameFiles", {"files": files})
    assert known() == [(new / "d.pddl").as_uri()]
    shutil.rmtree(new)
    server.notify("workspace/didDeleteFiles", {"files": [{"uri": new.as_uri()}]})
    assert known() == []
