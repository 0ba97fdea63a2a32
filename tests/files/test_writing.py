"""Writing in place of a file: nothing is lost that somebody else put there."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

from planfiles import writing
from planfiles.errors import FileError, UserError
from planfiles.files import not_read, read_exactly, read_text
from planfiles.folders import collect, plans_below
from planfiles.writing import refuse_named, write_text


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "d.pddl"
    path.write_text("old")
    return path


def refusal(path: Path) -> str:
    """Why the file is not written; it is as it was, and nothing is left beside it."""
    before = path.read_bytes(), sorted(path.parent.iterdir())
    with pytest.raises(FileError) as caught:
        write_text(path, "new")
    assert (path.read_bytes(), sorted(path.parent.iterdir())) == before
    return caught.value.reason


def test_what_was_written_meanwhile_is_kept(file: Path) -> None:
    _, state = read_exactly(file)
    file.write_text("theirs")
    with pytest.raises(FileError, match="changed in the meantime"):
        write_text(file, "ours", read_in=state)
    assert file.read_text() == "theirs"
    _, state = read_exactly(file)
    beside = file.with_name("other")
    beside.write_text("theirs")
    beside.replace(file)
    with pytest.raises(FileError, match="changed in the meantime"):
        write_text(file, "ours", read_in=state)
    _, state = read_exactly(file)
    write_text(file, "ours", read_in=state)
    assert [path.name for path in file.parent.iterdir()] == ["d.pddl"]
    assert read_text(file) == "ours"


def test_a_file_that_went_away_is_not_made_again(file: Path) -> None:
    _, state = read_exactly(file)
    file.unlink()
    with pytest.raises(FileError, match="changed in the meantime"):
        write_text(file, "ours", read_in=state)
    assert list(file.parent.iterdir()) == []


def test_a_read_only_file_is_refused(file: Path) -> None:
    file.chmod(0o444)
    assert refusal(file) == "it is read-only"


def test_a_file_with_two_names_is_refused(file: Path) -> None:
    os.link(file, file.with_name("second"))
    assert refusal(file) == "it has another name (hard links), which would keep the old content"
    os.link(file, file.with_name("third"))
    assert refusal(file) == "it has 2 other names (hard links), which would keep the old content"


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="needs extended attributes")
def test_extended_attributes_are_kept(file: Path) -> None:
    try:
        os.setxattr(file, "user.origin", b"learner 7")
    except OSError:
        pytest.skip("this file system has none")
    write_text(file, "new")
    assert os.getxattr(file, "user.origin") == b"learner 7"


needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give a file away"
)


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="needs access control lists")
def test_nobody_is_let_in_by_what_new_files_of_the_folder_get(file: Path) -> None:
    """An entry is a tag (owner 1, user 2, group 4, mask 16, other 32), permissions and a number."""
    entries = ((1, 6, -1), (2, 6, 1234), (4, 5, -1), (16, 7, -1), (32, 4, -1))
    shared = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in entries)
    try:
        os.setxattr(file.parent, "system.posix_acl_default", shared)
    except OSError:
        pytest.skip("this file system has none")
    file.chmod(0o660)
    write_text(file, "new")
    assert os.listxattr(file) == []
    assert file.stat().st_mode & 0o7777 == 0o660
    os.setxattr(file, "system.posix_acl_access", shared)
    write_text(file, "newer")
    assert os.getxattr(file, "system.posix_acl_access") == shared


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="needs permissions")
def test_a_folder_into_which_nothing_may_be_put() -> None:
    nobody = 65534 if os.geteuid() == 0 else os.geteuid()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "d.pddl"
        file.write_text("old")
        os.chown(file, nobody, -1)
        folder.chmod(0o555)
        before = os.geteuid()
        os.seteuid(nobody)
        try:
            assert refusal(file) == "its directory is not writable"
        finally:
            os.seteuid(before)
            folder.chmod(0o755)


@needs_root
def test_the_owner_is_kept(file: Path) -> None:
    os.chown(file, 1234, 4321)
    file.chmod(0o640)
    write_text(file, "new")
    status = file.stat()
    assert (status.st_uid, status.st_gid, status.st_mode & 0o7777) == (1234, 4321, 0o640)


@needs_root
def test_an_owner_that_cannot_be_kept_is_a_reason_not_to_write(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    os.chown(file, 1234, 4321)
    monkeypatch.setattr(os, "chown", refused)
    assert refusal(file) == "it belongs to another user"


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_what_a_killed_process_leaves_is_read_by_nobody_and_in_nobodys_way(file: Path) -> None:
    script = (
        "import os, pathlib, signal, sys; from planfiles.writing import refuse_named, write_text\n"
        "pathlib.Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "write_text(sys.argv[1], '(define (domain new))')"
    )
    before = file.read_bytes()
    done = subprocess.run([sys.executable, "-c", script, str(file)], check=False)
    assert done.returncode == -signal.SIGKILL
    (left,) = file.parent.glob(".*.tmp")
    assert left.read_text() == "(define (domain new))"
    assert file.read_bytes() == before
    inside = {*collect([str(file.parent)]).paths, *plans_below(str(file.parent))}
    assert str(left) not in inside
    write_text(str(file), "(define (domain newer))")
    assert file.read_text() == "(define (domain newer))"


def test_a_process_that_may_not_write_leaves_everything(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "_forbidden", [])
    writing.forbid_writing("it is looked at only")
    assert refusal(file) == "it is looked at only"
    for act in (writing.remove_file, writing.make_folder):
        with pytest.raises(FileError, match="it is looked at only"):
            act(file)
    assert file.read_text() == "old"


def test_a_file_that_is_to_be_written_is_not_read_before(file: Path) -> None:
    """By whatever name; whoever goes on with the next file where one cannot be read does not."""
    other = file.with_name("link.pddl")
    other.symlink_to(file)

    def work() -> None:
        with not_read(file, file.with_name("new.pddl")), suppress(UserError):
            read_text(other)

    with pytest.raises(
        FileError, match=r"cannot write .*d\.pddl: it is also an input of this command"
    ):
        work()
    assert read_text(other) == "old"


def test_a_file_that_is_named_to_be_read_is_not_written(file: Path) -> None:
    new = file.with_name("new.pddl")
    refuse_named(file, [new])
    refuse_named(new, [file])
    with pytest.raises(FileError, match="it is also an input of this command"):
        refuse_named(file, [new, file.parent / "." / file.name])
