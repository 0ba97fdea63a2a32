"""Run folders in a bad world: of newer versions, of other programs, only to be read, clocks that
jump."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import planeval.cli
from planeval.work.engines.local import Local, Serial
from planeval.work.manifest import Manifest
from planeval.work.run import open_run
from planeval.work.unit import Unit, UnitRow
from planfiles.errors import UserError
from support.command import run_command
from support.fake_units import unit, units
from support.plandiff_run import Run

MANIFEST = Manifest("planeval fake")


def rows_of(folder: Path, some: list[Unit], told: list[str] | None = None) -> list[UnitRow]:
    tell = (told if told is not None else []).append
    engine = Local(1) if any("do" in each.arguments for each in some) else Serial()
    with open_run(str(folder), MANIFEST, engine, warn=tell) as run:
        return list(run.rows(some))


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder but the lock, which is made to look at the others."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "lock.sqlite"}


def planeval_(*arguments: object) -> Run:
    return Run(*run_command(planeval.cli.main, *map(str, arguments)))


@pytest.fixture
def run_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    rows_of(folder, units(3))
    return folder


def test_a_run_of_a_newer_version_is_left_as_it_is(run_folder: Path) -> None:
    manifest = run_folder / "manifest.json"
    data = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(data | {"version": 2}))
    before = contents(run_folder)
    with pytest.raises(UserError, match="json has version 2; expected 1"):
        rows_of(run_folder, units(5))
    assert contents(run_folder) == before


def test_a_store_of_a_newer_version_is_left_as_it_is(run_folder: Path) -> None:
    with closing(sqlite3.connect(run_folder / "rows.sqlite")) as base:
        base.execute("PRAGMA user_version = 2")
    before = contents(run_folder)
    with pytest.raises(UserError, match="has version 2; expected 1"):
        rows_of(run_folder, units(5))
    assert contents(run_folder) == before


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("manifest.json", '{"name": "web app"}', "is not a run manifest"),
        ("manifest.json", "[1, 2]", "is not a run manifest"),
        ("manifest.json", "{ not JSON", "is not a run directory"),
        ("rows.sqlite", "rows of somebody's\n", "is not a run directory"),
        ("lock.sqlite", "a lock of somebody's\n", "is not a run directory"),
    ],
)
def test_files_of_others_that_have_our_names_are_left_alone(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    (tmp_path / name).write_text(text)
    (tmp_path / "index.html").write_text("x")
    with pytest.raises(UserError, match=message):
        rows_of(tmp_path, units(3))
    left = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert left == {name: text, "index.html": "x"}


@pytest.mark.parametrize("version", [0, 1, 7])
def test_a_database_of_another_program_is_left_alone(run_folder: Path, version: int) -> None:
    store = run_folder / "rows.sqlite"
    store.unlink()
    with closing(sqlite3.connect(store)) as base:
        base.executescript(f"PRAGMA user_version = {version}; CREATE TABLE birds (name)")
    before = contents(run_folder)
    with pytest.raises(UserError, match="is not a run database"):
        rows_of(run_folder, units(3))
    assert contents(run_folder) == before


# Folders that may only be read


@contextmanager
def only_readable(folder: Path) -> Iterator[None]:
    """Nobody may write in `folder`: root needs a disk of its own for that."""
    if os.name != "posix":
        pytest.skip("no permissions")
    if os.geteuid() != 0:
        folder.chmod(0o555)
        try:
            yield
        finally:
            folder.chmod(0o755)
        return
    disk = folder.with_name(f"{folder.name}-disk")
    shutil.move(folder, disk)
    folder.mkdir()
    mount = shutil.which("mount")
    if mount is None or subprocess.run([mount, "-t", "tmpfs", "x", folder], check=False).returncode:
        pytest.skip("no disk of its own can be made here")
    try:
        for file in disk.iterdir():
            shutil.copy(file, folder)
        subprocess.run([mount, "-o", "remount,ro", folder], check=True)
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_run_that_may_only_be_read_can_be_looked_at_and_merged(
    run_folder: Path, tmp_path: Path
) -> None:
    """An archive, or a colleague's."""
    with only_readable(run_folder):
        ran = planeval_("status", run_folder)
        assert (ran.status, ran.err) == (0, "")
        assert "3/3" in ran.out
        ran = planeval_("merge", tmp_path / "all", run_folder)
        assert (ran.status, ran.out) == (0, "3 results added, 0 already present\n")
        with pytest.raises(UserError) as trouble:
            rows_of(run_folder, units(3))
    assert trouble.value.message.startswith(f"cannot write {run_folder}")


# Clocks


@pytest.mark.slow
def test_lost_units_are_done_again_even_if_the_clock_was_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = tmp_path / "begun"
    some = [unit(0, do="die", begun=str(begun)), unit(1, begun=str(begun))]
    now = time.time
    with monkeypatch.context() as ahead:
        ahead.setattr("planeval.work.run.time.time", lambda: now() + 86_400)
        assert [row.state for row in rows_of(tmp_path / "run", some)] == ["lost", "done"]
    begun.unlink()
    assert [row.state for row in rows_of(tmp_path / "run", some)] == ["lost", "done"]
    assert set(begun.read_text().split()) == {"0"}


@pytest.mark.slow
def test_a_lost_unit_is_done_once_in_a_run_though_the_clock_goes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = tmp_path / "begun"
    some = [unit(0, do="die", begun=str(begun)), *units(3), unit(0, do="die", begun=str(begun))]
    times = iter(range(10_000, 0, -1))
    monkeypatch.setattr("planeval.work.run.time.time", lambda: float(next(times)))
    states = [row.state for row in rows_of(tmp_path / "run", some)]
    assert states == ["lost", "done", "done", "done", "lost"]
    assert begun.read_text().split() == ["0", "0"]  # it was tried once more, and no more


# Two at once


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="as the other runs of processes")
def test_of_many_that_begin_at_the_same_time_one_does_the_work(tmp_path: Path) -> None:
    folder, begun = tmp_path / "run", tmp_path / "begun"
    script = (
        "import sys\nfrom planeval.work.engines.local import Serial\n"
        "from planeval.work.manifest import Manifest\nfrom planeval.work.run import open_run\n"
        "from planfiles.errors import UserError\nfrom support.fake_units import units\n"
        "sys.stdin.read()\n"
        "try:\n    with open_run(sys.argv[1], Manifest('planeval fake'), Serial()) as run:\n"
        "        print(len(list(run.rows(units(20, wait=0.1, begun=sys.argv[2])))))\n"
        "except UserError as error:\n    print(error.message)\n"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", script, folder, begun],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for _ in range(4)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None
    said = [process.communicate(timeout=120) for process in processes]
    assert [err for _, err in said] == [""] * 4
    outs = [out for out, _ in said]
    assert set(outs) <= {"20\n", f"another process uses {folder}\n"}
    assert "20\n" in outs
    assert sorted(map(int, begun.read_text().split())) == list(range(20))
