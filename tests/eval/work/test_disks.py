"""Runs whose disk is full, has no locks, or is full where planners work: told in a line, and gone
on with once that is mended."""

from __future__ import annotations

import ctypes
import errno
import json
import os
import platform
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from support import couriers
from support.couriers import write_task
from support.fake_runs import expected, fake_run, is_gone, n_done, table_of
from support.plandiff_run import plain_environment
from support.programs import run_program, wait_until


class Calls(NamedTuple):
    """Calls of the system: their `numbers` by machine, and the `values` of the argument `at`, from
    0, with which they are refused."""

    numbers: dict[str, int]
    at: int
    values: tuple[int, ...]


REFUSED: Final = {
    # fcntl(2) with F_SETLK, F_SETLKW, F_OFD_SETLK and F_OFD_SETLKW of <fcntl.h>.
    "locks": Calls({"x86_64": 72, "aarch64": 25}, 1, (6, 7, 37, 38)),
    # mmap(2) with MAP_SHARED of <sys/mman.h> alone.
    "maps": Calls({"x86_64": 9, "aarch64": 222}, 3, (1,)),
}

CAN_REFUSE: Final = sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64")
"""Whether that is possible here, as far as the machine says."""

_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_NUMBER, _FIRST_ARGUMENT = 0, 16
"""Where they stand in `struct seccomp_data`; of an argument of eight bytes the lower half."""

_REFUSAL, _ALLOWED = 0x00050000, 0x7FFF0000
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _BY_FILTER = 38, 22, 2


def refuse(calls: Calls, error: int) -> None:
    """Refuse them from now on. Raises OSError where no filter may be set."""
    count = len(calls.values)
    program = [
        (_LOAD, 0, 0, _NUMBER),
        (_JUMP_IF_EQUAL, 0, count + 2, calls.numbers[platform.machine()]),
        (_LOAD, 0, 0, _FIRST_ARGUMENT + 8 * calls.at),
    ]
    for after, value in zip(range(count - 1, -1, -1), calls.values, strict=True):
        program.append((_JUMP_IF_EQUAL, after, int(after == 0), value))
    program += [(_RETURN, 0, 0, _REFUSAL | error), (_RETURN, 0, 0, _ALLOWED)]
    code = ctypes.create_string_buffer(
        b"".join(struct.pack("HBBI", what, yes, no, value) for what, yes, no, value in program)
    )
    whole = ctypes.create_string_buffer(struct.pack("@HP", len(program), ctypes.addressof(code)))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    word = ctypes.c_ulong
    prctl.argtypes = ctypes.c_int, word, ctypes.c_void_p, word, word
    if prctl(_NO_NEW_PRIVILEGES, 1, None, 0, 0) or prctl(
        _SET_SECCOMP, _BY_FILTER, ctypes.addressof(whole), 0, 0
    ):
        raise OSError(ctypes.get_errno(), "no filter of system calls")


if __name__ == "__main__":
    refuse(REFUSED[sys.argv[1]], getattr(errno, sys.argv[2]))
    os.execv(sys.executable, [sys.executable, *sys.argv[3:]])


pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
    pytest.mark.e2e,
]

# A full disk

BIG = ("400", "--size", "3000", "--jobs", "2")
BIG_ROWS = [
    ["done", {"class": "odd" if n % 2 else "even", "square": n**2, "text": "x" * 3000}, ""]
    for n in range(400)
]


def assert_told_of_a_full_disk(folder: Path, process: subprocess.Popen[str]) -> None:
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (2, "")
    assert err.startswith(f"fake_run: error: cannot write {folder / 'rows.sqlite'}: ")
    assert err.endswith("; its content is kept\n")
    assert err.count("\n") == 1
    wait_until(partial(is_gone, process.pid))


@pytest.mark.slow
def test_a_file_that_may_not_grow_ends_a_run_plainly(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with fake_run(folder, *BIG, largest_file=900_000) as process:
        assert_told_of_a_full_disk(folder, process)
    assert 0 < n_done(folder) < 400
    assert table_of(folder, *BIG) == BIG_ROWS


needs_disk = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0 or shutil.which("mount") is None,
    reason="only root makes a small disk",
)


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[None]:
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip(f"no disk of its own can be made here: {mounted.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.slow
@needs_disk
def test_a_full_disk_ends_a_run_plainly(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    folder = disk / "run"
    with small_disk(disk, 900):
        with fake_run(folder, *BIG) as process:
            assert_told_of_a_full_disk(folder, process)
        assert 0 < n_done(folder) < 400
        # Still full: told again, nothing lost.
        kept = n_done(folder)
        with fake_run(folder, *BIG) as process:
            err = process.communicate(timeout=120)[1]
        assert process.returncode == 2
        assert re.match(r"fake_run: error: cannot write .*( full|no space left)", err)
        assert n_done(folder) >= kept
        subprocess.run(["mount", "-o", "remount,size=20m", str(disk)], check=True)
        assert table_of(folder, *BIG) == BIG_ROWS


# Where planners work

SOLVES = 'printf "(take x a) (go a b) (put x b)" > $3'
FILLS = "cat /dev/zero > rest 2> /dev/null; printf '(take x a) (go a b)' > $3 2> /dev/null; exit 0"
"""Writes until there is no room, takes no notice, and leaves what looks like a plan."""


def solved(folder: Path, temporary: Path, script: str, *arguments: str) -> tuple[str, str, str]:
    """The class and the reason of an attempt, and what was said besides."""
    (folder / "planner").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "planner").chmod(0o755)
    models = ("learned.pddl", "reference.pddl", "near.pddl", "--only-learned", "--format", "json")
    line = "mine: ./planner {domain} {problem} {plan}"
    ran = run_program(
        "planeval",
        *("solve", *models, "--planner", line, *arguments),
        folder=folder,
        env={"TMPDIR": str(temporary)},
    )
    (entry,) = json.loads(ran.out)["problems"]
    return entry["class"], entry["reason"], ran.err


@pytest.mark.slow
@needs_disk
def test_a_planner_whose_disk_is_full_is_not_blamed(tmp_path: Path) -> None:
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR)
    temporary, run = tmp_path / "disk", ("--run", "run")
    full = f"cannot write temporary files to {temporary}: no space left on device"
    with small_disk(temporary, 300):
        assert solved(tmp_path, temporary, FILLS, *run) == ("no_result", full, "")
        assert list(temporary.iterdir()) == []
        # It has no result, so it is asked for again: there is room enough for this one.
        assert solved(tmp_path, temporary, SOLVES, *run)[0] == "solved"


FILLS_A_WHILE = (
    "cat /dev/zero > rest 2> /dev/null; printf '(take x a) (go a b)' > $3 2> /dev/null; "
    "sleep 0.5; rm rest; exit 0"
)


@pytest.mark.slow
@needs_disk
def test_a_planner_whose_disk_was_full_for_a_while_is_not_blamed(tmp_path: Path) -> None:
    """There is room again before it ends, and what it has written is as short as before."""
    write_task(tmp_path, couriers.REFERENCE, near=couriers.NEAR)
    temporary, run = tmp_path / "disk", ("--run", "run")
    full = f"cannot write temporary files to {temporary}: the disk was full during the run"
    with small_disk(temporary, 300):
        assert solved(tmp_path, temporary, FILLS_A_WHILE, *run) == ("no_result", full, "")
        assert list(temporary.iterdir()) == []
        assert solved(tmp_path, temporary, SOLVES, *run)[0] == "solved"


@pytest.mark.slow
@needs_disk
def test_no_room_for_what_a_planner_is_given(tmp_path: Path) -> None:
    """The folder can be made, and the domain is larger than what is left."""
    write_task(tmp_path, couriers.REFERENCE + ";" * 50_000, near=couriers.NEAR)
    temporary = tmp_path / "disk"
    full = f"cannot write temporary files to {temporary}: no space left on device"
    with small_disk(temporary, 40):
        assert solved(tmp_path, temporary, SOLVES) == ("no_result", full, "")
        assert list(temporary.iterdir()) == []


# Without locks, without shared memory


def without(
    what: str, error: str, *arguments: str, folder: Path
) -> subprocess.CompletedProcess[str]:
    """Python with these arguments, where `what` is refused with this error."""
    tests = Path(__file__).parents[2]
    path = os.pathsep.join([str(tests), str(tests.parent)])
    return subprocess.run(
        [sys.executable, __file__, what, error, *arguments],
        cwd=folder,
        env=plain_environment() | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.slow
@pytest.mark.skipif(not CAN_REFUSE, reason="no filters of system calls")
@pytest.mark.parametrize("error", ["ENOLCK", "EOPNOTSUPP"])
def test_a_file_system_without_locks_is_told(tmp_path: Path, error: str) -> None:
    """Not as another process at work, which SQLite takes it for."""
    assert table_of(tmp_path / "there", "3") == expected(3)
    why = "the file system does not support locks; use a directory on a local disk\n"
    ran = without("locks", error, "-m", "support.fake_run", "run", "3", folder=tmp_path)
    said = f"fake_run: error: cannot write run/lock.sqlite: {why}"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", said)
    ran = without("locks", error, "-m", "planeval", "status", "there", folder=tmp_path)
    said = f"planeval: error: cannot read there/lock.sqlite: {why}"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", said)
    ran = without("locks", error, "-m", "planeval", "merge", "all", "there", folder=tmp_path)
    said = f"planeval: error: cannot write all/lock.sqlite: {why}"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", said)
    # Nothing is in the way of whoever comes where there are locks.
    assert table_of(tmp_path / "run", "3") == expected(3)
    # What is kept nowhere needs none.
    ran = without("locks", error, "-m", "support.fake_run", "-", "3", folder=tmp_path)
    assert [json.loads(line) for line in ran.stdout.splitlines()] == expected(3)


@pytest.mark.slow
@pytest.mark.skipif(not CAN_REFUSE, reason="no filters of system calls")
def test_a_file_system_without_shared_memory_is_told(tmp_path: Path) -> None:
    assert table_of(tmp_path / "there", "3") == expected(3)
    why = "the file system does not support shared memory; use a directory on a local disk"
    for name, verb in (("run", "write"), ("there", "read")):
        ran = without("maps", "ENODEV", "-m", "support.fake_run", name, "3", folder=tmp_path)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert f"fake_run: error: cannot {verb} {name}/rows.sqlite: {why}" in ran.stderr
    assert table_of(tmp_path / "run", "3") == table_of(tmp_path / "there", "3") == expected(3)
