"""Reading and writing files."""

from __future__ import annotations

import gzip
import os
import threading
from pathlib import Path

import pytest

from planfiles import limits
from planfiles.errors import UserError
from planfiles.files import read_exactly, read_text
from planfiles.writing import write_text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"(a b)\r\n(c)\r", "(a b)\r\n(c)\r"),
        ("; größe".encode(), "; größe"),
        (b"\xef\xbb\xbf(a)", "(a)"),
        ("; größe".encode("latin-1"), "; größe"),
        ("(a)\n".encode("utf-16"), "(a)\n"),
        (b"\xfe\xff\x00(\x00a\x00)", "(a)"),
        (b"(a)\x0c(b)", "(a)\x0c(b)"),
    ],
)
def test_a_text_is_read_whatever_its_encoding(tmp_path: Path, data: bytes, text: str) -> None:
    file = tmp_path / "f.plan"
    file.write_bytes(data)
    assert read_text(file) == text
    assert read_text(str(file)) == text


@pytest.mark.parametrize("data", [b"(a)\0(b)", b"PK\x03\x04rest", b"%PDF-1.7"])
def test_a_binary_file_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(UserError, match="not a text file"):
        read_text(tmp_path / "x")


def test_a_compressed_text_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(b"(a)\r\n"))
    assert read_text(tmp_path / "a.json.gz") == "(a)\r\n"


def test_a_compressed_text_that_is_damaged_or_grows_over_the_limit_is_refused(
    tmp_path: Path,
) -> None:
    whole = gzip.compress(b"a" * 5000)
    for name, data, reason in [
        ("cut.gz", gzip.compress(b"(a b)")[:-9], "damaged gzip file"),
        ("no.gz", b"\x1f\x8b rest", "damaged gzip file"),
        ("bomb.gz", whole, "larger than 4000 bytes"),
        ("binary.gz", gzip.compress(b"PK\x03\x04"), "not a text file"),
    ]:
        (tmp_path / name).write_bytes(data)
        with pytest.raises(UserError, match=reason):
            read_text(tmp_path / name, most=4000)


def test_what_cannot_be_read_is_one_line_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"12345")
    for name, reason in [
        ("gone", "no such file"),
        (".", "is a directory"),
        ("big", "larger than 4 bytes"),
        ("a\0b", "not a path"),
        ("new\nline", "no such file"),
        ("n" * 300, "too long"),
    ]:
        with pytest.raises(UserError) as caught:
            read_text(os.path.join(tmp_path, name), most=4)
        assert reason in caught.value.message
        assert "\n" not in caught.value.message
    assert read_text(tmp_path / "big", most=5) == "12345"


def test_an_endless_device_is_over_large() -> None:
    with pytest.raises(UserError, match="larger than 1 MiB"):
        read_text("/dev/zero", most=1024 * 1024)
    assert read_text("/dev/null") == ""


def test_a_file_is_replaced_whole_and_keeps_its_permissions(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    write_text(file, "one\r\nß")
    assert file.read_bytes() == b"one\r\n\xc3\x9f"
    file.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(file)
    write_text(link, "two")
    assert link.is_symlink()
    assert file.read_text() == "two"
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link", "out.json"]


def test_a_failed_write_leaves_nothing_behind(tmp_path: Path) -> None:
    for name, reason in [("no/such/file", "no such directory"), (".", "is a directory")]:
        with pytest.raises(UserError, match=reason):
            write_text(tmp_path / name, "x")
    assert list(tmp_path.iterdir()) == []


def test_devices_are_written_to(tmp_path: Path) -> None:
    write_text("/dev/null", "x")
    assert read_text("/dev/null") == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.needs("mkfifo")
def test_a_pipe_is_read_when_somebody_writes_and_given_up_when_nobody_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "pipe.pddl"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text("(define)"))
    writer.start()
    assert read_text(pipe) == "(define)"
    writer.join()
    monkeypatch.setattr(limits, "PATIENCE", 0.05)
    with pytest.raises(UserError, match="no process writes to this pipe"):
        read_text(pipe)


@pytest.mark.skipif(not os.path.exists("/proc/version"), reason="needs the files of Linux")
def test_a_link_to_a_file_of_the_kernel_is_refused(tmp_path: Path) -> None:
    """Some of them never end."""
    link = tmp_path / "a.pddl"
    link.symlink_to("/proc/version")
    with pytest.raises(UserError, match="a link to a file of the system, not a regular file"):
        read_text(link)
    with pytest.raises(UserError, match="not a regular file"):
        read_exactly(link)
    assert read_text("/proc/version")
