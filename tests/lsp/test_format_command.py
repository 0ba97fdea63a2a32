"""`planlsp format`: files laid out in place, or looked at only."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from plancore.ide.formatting.edits import format_edits
from planlsp.batch import formatting
from planlsp.cli import main

UGLY = "(define (domain d)\n(:predicates (p))\n(:action a :effect (p)))"
NEAT = "(define (domain d)\n  (:predicates (p))\n\n  (:action a\n    :effect (p)))\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ugly.pddl").write_text(UGLY)
    (tmp_path / "neat.pddl").write_text(NEAT)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["format", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_files_are_laid_out_in_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    neat = (folder / "neat.pddl").stat()
    assert run(capsys, ".") == (0, "changed: ./ugly.pddl\n1 changed, 1 already formatted\n", "")
    assert (folder / "ugly.pddl").read_text() == NEAT
    assert (folder / "neat.pddl").stat().st_mtime_ns == neat.st_mtime_ns
    assert run(capsys, ".") == (0, "0 changed, 2 already formatted\n", "")


def test_check_changes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--check", ".")
    assert (status, out) == (1, "would change: ./ugly.pddl\n1 would change, 1 already formatted\n")
    assert (folder / "ugly.pddl").read_text() == UGLY
    assert run(capsys, "--check", "neat.pddl")[0] == 0


def test_the_diff_is_one_that_patch_applies(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = run(capsys, "--diff", "ugly.pddl", "neat.pddl")
    assert status == 1
    assert out == (
        "--- ugly.pddl\n"
        "+++ ugly.pddl\n"
        "@@ -1,3 +1,5 @@\n"
        " (define (domain d)\n"
        "-(:predicates (p))\n"
        "-(:action a :effect (p)))\n"
        "\\ No newline at end of file\n"
        "+  (:predicates (p))\n"
        "+\n"
        "+  (:action a\n"
        "+    :effect (p)))\n"
    )
    subprocess.run(["git", "apply", "-p0", "-"], input=out, text=True, check=True)
    assert (folder / "ugly.pddl").read_text() == NEAT


def test_bytes_that_are_no_white_space_stay(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    marked = folder / "marked.pddl"
    marked.write_bytes(b"\xef\xbb\xbf" + UGLY.replace("\n", "\r\n").encode())
    assert run(capsys, "marked.pddl")[0] == 0
    assert marked.read_bytes() == b"\xef\xbb\xbf" + NEAT.replace("\n", "\r\n").encode()


def test_what_cannot_be_formatted_is_one_line_each_and_stays(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "latin.pddl").write_bytes("; é\n".encode("latin-1") + UGLY.encode())
    (folder / "binary.pddl").write_bytes(b"\0\0")
    status, out, err = run(capsys, "latin.pddl", "binary.pddl", "missing.pddl", "ugly.pddl")
    assert status == 2
    assert err.splitlines() == [
        "planlsp: error: cannot read latin.pddl: not UTF-8, convert it first",
        "planlsp: error: cannot read binary.pddl: not a text file",
        "planlsp: error: cannot read missing.pddl: no such file",
    ]
    assert out == "changed: ugly.pddl\n1 changed, 0 already formatted\n"
    assert (folder / "latin.pddl").read_bytes().endswith(UGLY.encode())


def test_several_processes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(5):
        (folder / f"u{number}.pddl").write_text(UGLY)
    assert run(capsys, "--jobs", "2", ".")[1].endswith("6 changed, 1 already formatted\n")
    assert (folder / "u4.pddl").read_text() == NEAT


@pytest.mark.needs("mkfifo")
def test_a_pipe_is_no_file_to_format(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(folder / "pipe.pddl")
    assert run(capsys, "--check", ".")[:2] == (
        1,
        "would change: ./ugly.pddl\n1 would change, 1 already formatted\n",
    )
    status, _, err = run(capsys, "pipe.pddl")
    assert (status, err) == (2, "planlsp: error: cannot read pipe.pddl: not a regular file\n")


def test_what_somebody_writes_meanwhile_stays(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*arguments: object) -> object:
        (folder / "ugly.pddl").write_text("; theirs\n")
        return format_edits(*arguments)  # type: ignore[arg-type]  # passed on as they are

    monkeypatch.setattr(formatting, "format_edits", slow)
    status, out, err = run(capsys, "ugly.pddl")
    assert (status, out) == (2, "0 changed, 0 already formatted\n")
    assert err == "planlsp: error: cannot write ugly.pddl: it has changed in the meantime\n"
    assert (folder / "ugly.pddl").read_text() == "; theirs\n"


def test_a_file_with_two_names_stays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.link(folder / "ugly.pddl", folder / "same.txt")
    status, _, err = run(capsys, "ugly.pddl")
    assert status == 2
    assert "it has another name" in err
    assert (folder / "ugly.pddl").read_text() == UGLY


def test_a_file_with_a_merge_conflict_is_named_and_stays(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = UGLY.replace("(p))\n", "\n<<<<<<< HEAD\n(p)\n=======\n(q)\n>>>>>>> topic\n)\n")
    (folder / "both.pddl").write_text(text)
    status, out, err = run(capsys, "both.pddl", "ugly.pddl")
    assert status == 2
    assert err == ("planlsp: error: cannot format both.pddl: unresolved merge conflict\n")
    assert out == "changed: ugly.pddl\n1 changed, 0 already formatted\n"
    assert (folder / "both.pddl").read_text() == text
    assert run(capsys, "--check", "both.pddl")[0] == 2
