"""Reading files: what is text is read as it is, the rest is refused with a reason."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from plancore.source import SourceText
from planlsp.session.texts.documents import DiskReader, Unreadable


def read(path: Path) -> str:
    result = DiskReader(max_bytes=1 << 20).read(str(path))
    assert isinstance(result, SourceText), result
    return result.text


def refusal(path: Path | str) -> str:
    result = DiskReader(max_bytes=1 << 20).read(str(path))
    assert isinstance(result, Unreadable)
    return result.reason


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"(a)\r\n(b)\r\n", "(a)\r\n(b)\r\n"),
        (b"\xef\xbb\xbf(a)", "(a)"),
        ("; caf\u00e9 \u2028".encode(), "; café \u2028"),
        (b"; caf\xe9\r", "; café\r"),
        (b"", ""),
    ],
)
def test_text_is_read_as_it_is(tmp_path: Path, data: bytes, text: str) -> None:
    path = tmp_path / "d.pddl"
    path.write_bytes(data)
    assert read(path) == text


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"PK\x03\x04\0\0")
    (tmp_path / "large").write_bytes(b" " * ((1 << 20) + 1))
    assert refusal(tmp_path) == "is a directory"
    assert refusal(tmp_path / "missing") == "no such file"
    assert refusal(tmp_path / "binary" / "d.pddl") == "no such file"
    assert refusal(tmp_path / "binary") == "not a text file"
    assert refusal(tmp_path / "large") == "larger than 1 MiB"
    assert refusal("a\0b") == "not a path"


@pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")
def test_pipes_and_devices_are_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe") == "not a regular file"
    assert refusal("/dev/zero") == "not a regular file"


def test_a_file_is_read_again_only_when_it_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "d.pddl"
    path.write_text("(a)")
    disk = DiskReader()
    first = disk.read(str(path))
    assert disk.read(str(path)) is first
    path.write_text("(b c)")
    second = disk.read(str(path))
    assert isinstance(second, SourceText)
    assert second.text == "(b c)"
    path.unlink()
    assert disk.read(str(path)) == Unreadable("no such file")
