"""References and documents that are not what they should be: one clear finding, no traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.difference_messages import told_differences
from support.editor import Editor
from support.ferry import DOMAIN, PROBLEM
from support.lsp_client import Message
from support.lsp_memory import LspMemory


@pytest.fixture
def editor() -> Iterator[Editor]:
    with LspMemory() as server:
        yield Editor(server, server.initialize())
        assert server.end() == 0
        assert server.log == ""


def about_reference(editor: Editor, uri: str) -> list[Message]:
    found = editor.diagnostics(uri)
    return [each for each in found if each["code"] == "unusable-reference"]


def reference_problem(editor: Editor, folder: Path, path: str) -> tuple[str, str]:
    """The message about a reference that cannot be used, and the text it is placed at."""
    uri = (folder / "learned.pddl").as_uri()
    editor.open(uri, f";;!reference: {path}\n{DOMAIN}")
    (found,) = about_reference(editor, uri)
    assert "\n" not in found["message"]
    return found["message"], editor.marked(uri, found["range"])


OUTSIDE = (
    "it is outside the workspace; open a directory that contains both, put a planlsp.toml there, "
    "or use the setting planlsp.reference or the command"
)


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("missing.pddl", "no such file"),
        ("missing/d.pddl", "no such file"),
        ("folder", "is a directory"),
        (".", "is a directory"),
        ("binary.pddl", "not a text file"),
        ("empty.pddl", "it does not define a domain"),
        ("prose.pddl", "it does not define a domain"),
        ("problem.pddl", "it does not define a domain"),
        ("plan.pddl", "it does not define a domain"),
        ("learned.pddl", "it is this file"),
        ("../outside.pddl", OUTSIDE),
        ("link.pddl", OUTSIDE),
        ("/etc/passwd", OUTSIDE),
        ("//example.org/share/d.pddl", "it is on another machine"),
        ("http://example.org/d.pddl", "it is on another machine"),
    ],
)
def test_a_reference_that_cannot_be_used(
    editor: Editor, tmp_path: Path, path: str, problem: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary.pddl").write_bytes(b"\x7fELF\0\0\1\2")
    (tmp_path / "empty.pddl").write_bytes(b"")
    (tmp_path / "prose.pddl").write_text("I cannot write PDDL today.")
    (tmp_path / "problem.pddl").write_text(PROBLEM)
    (tmp_path / "plan.pddl").write_text("(board red south)\n")
    (tmp_path.parent / "outside.pddl").write_text(PROBLEM)
    (tmp_path / "link.pddl").symlink_to(tmp_path.parent / "outside.pddl")
    message, marked = reference_problem(editor, tmp_path, path)
    assert message == f"cannot compare with `{path}`: {problem}"
    assert marked == path


@pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")
def test_a_reference_that_would_wait_for_ever(editor: Editor, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pddl")
    message, _ = reference_problem(editor, tmp_path, "pipe.pddl")
    assert message.endswith("`: not a regular file")


def test_a_relative_reference_of_a_document_in_no_folder(editor: Editor) -> None:
    editor.open("untitled:Untitled-1", f";;!reference: d.pddl\n{DOMAIN}")
    (found,) = about_reference(editor, "untitled:Untitled-1")
    assert found["message"].endswith(
        "it is relative, but this document is not saved in a directory"
    )


def test_the_reference_of_its_name_is_taken_from_a_file_of_several(
    editor: Editor, tmp_path: Path
) -> None:
    other = DOMAIN.replace("(domain ferry)", "(domain train)").replace("(full) (not", "(not")
    (tmp_path / "both.pddl").write_text(other + DOMAIN)
    uri = (tmp_path / "learned.pddl").as_uri()
    editor.open(uri, f";;!reference: both.pddl\n{DOMAIN}")
    assert [*told_differences(editor.diagnostics(uri))] == []


@pytest.mark.server_behaviour(11)
def test_two_domains_in_one_document(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "reference.pddl").write_text(DOMAIN)
    uri = (tmp_path / "learned.pddl").as_uri()
    second = DOMAIN.replace("(domain ferry)", "(domain train)").replace("(aboard ?c) (full)", "")
    editor.open(uri, f";;!reference: reference.pddl\n{DOMAIN}{second}")
    assert not [each for each in editor.diagnostics(uri) if "-effect" in each["code"]]
    assert len(editor.lenses(uri)) == 1


@pytest.mark.server_behaviour(11)
def test_markdown_around_the_domain(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "reference.pddl").write_text(DOMAIN)
    uri = (tmp_path / "learned.pddl").as_uri()
    learned = DOMAIN.replace("(aboard ?c) (full)", "(full)")
    answer = f"Here is the domain:\n\n```pddl\n;;!reference: reference.pddl\n{learned}```\nEnjoy!\n"
    editor.open(uri, answer)
    found = editor.diagnostics(uri)
    assert [each["code"] for each in found if "-effect" in each["code"]] == ["missing-effect"]
    (fence,) = [each for each in found if each["severity"] == 1]
    assert editor.marked(uri, fence["range"]) == "Here is the domain:"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0",
        "(",
        ")" * 1000,
        "(" * 100_000,
        "\ufeff(define (domain d))",
        "(define (domain",
        "\ud800",
    ],
    ids=lambda text: repr(text[:9]),
)
def test_any_text_is_answered(editor: Editor, text: str) -> None:
    uri = "untitled:Untitled-1"
    editor.open(uri, text)
    editor.diagnostics(uri)
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 1}}
    for method in ("hover", "definition", "documentSymbol", "codeLens"):
        editor.server.request(f"textDocument/{method}", place)


@pytest.mark.server_behaviour(45)
def test_documents_of_other_schemes_and_unknown_ones(editor: Editor) -> None:
    uri = "git:/folder/d.pddl?HEAD"
    editor.open(uri, DOMAIN)
    assert not [each for each in editor.diagnostics(uri) if each["severity"] == 1]
    editor.close(uri)
    place = {"textDocument": {"uri": uri}, "position": {"line": 9, "character": 9}}
    assert editor.server.request("textDocument/hover", place) is None
    assert editor.server.request("textDocument/documentSymbol", place) == []
    assert editor.server.request("textDocument/codeLens", place) == []
