"""Units done once: keys, rows, runs that are continued, shards, damage."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from platform import node

import pytest

from planeval.api.result import progress_of
from planeval.work.engines.local import Local, Serial
from planeval.work.executing import Engine
from planeval.work.manifest import Manifest
from planeval.work.run import Shard, open_run, shard_of
from planeval.work.status import merge
from planeval.work.unit import Kind, Unit, UnitRow, UnitState
from planfiles.errors import PartDone, UserError
from planfiles.workers import LOST
from support.fake_units import KIND, unit, units

MANIFEST = Manifest("planeval fake", seeds={"seed": 7}, arguments=("fake", "--seed", "7"))


def rows_of(
    folder: Path | None,
    some: Sequence[Unit],
    engine: Engine | None = None,
    *,
    shard: Shard | None = None,
    redo: frozenset[UnitState] = frozenset({UnitState.LOST}),
    told: list[str] | None = None,
) -> list[UnitRow]:
    tell = (told if told is not None else []).append
    path = None if folder is None else str(folder)
    with open_run(path, MANIFEST, engine or Serial(), shard=shard, redo=redo, warn=tell) as run:
        return list(run.rows(some))


def squares(rows: Sequence[UnitRow]) -> list[object]:
    return [row.value.get("square") for row in rows]


@pytest.mark.parametrize(
    ("engine", "kept"),
    [
        (Serial(), True),
        (Serial(), False),
        (Local(2), True),
        pytest.param(Local(2), False, marks=pytest.mark.slow),
    ],
)
def test_rows_are_in_order_and_failures_have_their_reasons(
    tmp_path: Path, engine: Engine, kept: bool
) -> None:
    some = [unit(3), unit(1, do="fail"), unit(2, do="break"), *units(9)]
    rows = rows_of(tmp_path / "run" if kept else None, some, engine)
    assert [row.state for row in rows] == ["done", "failed", "failed", *["done"] * 9]
    assert squares(rows) == [9, None, None, *(number**2 for number in range(9))]
    assert [row.reason for row in rows[:3]] == [
        "",
        "unit 1 is no good",
        "internal error (LookupError: no 2)",
    ]
    assert all(row.seconds > 0 for row in rows)


def test_a_run_says_that_it_has_begun_before_its_first_unit_is_done() -> None:
    told: list[int] = []
    progress = progress_of(lambda *far: told.append(far[1]))
    with open_run(None, MANIFEST, Serial()) as run:
        list(run.rows(units(3), progress))
    assert told == [0, 1, 2, 3]


def test_a_unit_that_kills_its_process_is_a_row() -> None:
    some = [*units(5), unit(5, do="die"), *units(9)]
    rows = rows_of(None, some, Local(2))
    assert squares(rows) == [0, 1, 4, 9, 16, None, *(number**2 for number in range(9))]
    assert (rows[5].state, rows[5].reason, rows[5].value) == (UnitState.LOST, LOST, {})


@pytest.mark.slow
@pytest.mark.parametrize("engine", [Serial(), Local(2)], ids=["serial", "local"])
def test_nothing_is_done_twice(tmp_path: Path, engine: Engine) -> None:
    begun, run = tmp_path / "begun", tmp_path / "run"
    some = [*units(8, begun=str(begun)), *units(5, begun=str(begun))]
    first = rows_of(run, some[:6], engine)
    again = rows_of(run, some, engine)
    assert again[:6] == first
    assert squares(again) == [number**2 for number in (*range(8), *range(5))]
    assert sorted(map(int, begun.read_text().split())) == list(range(8))


def test_a_unit_is_what_it_says_and_what_its_files_hold(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("a")
    other.write_text("a")
    key = unit(1, {"text": str(one)}).task.key
    assert unit(1, {"text": str(other)}).task.key == key
    assert Unit(KIND, {"number": 1}, {"text": str(one)}, "another name").task.key == key
    different = [
        unit(2, {"text": str(one)}),
        unit(1, {"problem": str(one)}),
        unit(1, {"text": str(tmp_path / "missing")}),
        unit(1),
        Unit(Kind("fake", 2, KIND.module), {"number": 1}, {"text": str(one)}),
        Unit(Kind("other", 1, KIND.module), {"number": 1}, {"text": str(one)}),
    ]
    other.write_text("b")
    different.append(unit(1, {"text": str(other)}))
    assert len({key, *(other.task.key for other in different)}) == 8
    assert len(key) == 32


def test_the_order_of_arguments_decides_nothing() -> None:
    assert (
        Unit(KIND, {"a": 1, "b": {"c": 2, "d": 3}}).task.key
        == Unit(KIND, {"b": {"d": 3, "c": 2}, "a": 1}).task.key
    )


def test_a_changed_file_is_read_again_and_a_missing_one_is_told(tmp_path: Path) -> None:
    file, run = tmp_path / "text", tmp_path / "run"
    (missing,) = rows_of(run, [unit(1, {"text": str(file)})])
    assert (missing.state, missing.reason) == (
        UnitState.FAILED,
        f"internal error (FileNotFoundError: [Errno 2] No such file or directory: '{file}')",
    )
    for text in ("a", "b"):
        file.write_text(text)
        (row,) = rows_of(run, [unit(1, {"text": str(file)})])
        assert row.value["text"] == text


def test_a_file_that_changes_while_the_run_waits_is_told(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text("a")
    some = unit(1, {"text": str(file)})
    assert some.task
    file.write_text("bb")
    run = tmp_path / "run"
    (row,) = rows_of(run, [some])
    assert row.state is UnitState.LOST
    assert row.reason == f"{file} on {node()} has changed since the run began"
    file.unlink()
    (row,) = rows_of(run, [some])
    assert (row.state, row.reason) == (
        UnitState.LOST,
        f"cannot read {file} on {node()}: no such file",
    )
    file.write_text("a")
    (row,) = rows_of(run, [some])
    assert row.value["text"] == "a"


@pytest.mark.parametrize("engine", [Serial(), Local(1)], ids=["serial", "local"])
def test_files_are_found_from_another_folder(
    tmp_path: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("a")
    some = unit(1, {"text": "text"})
    assert some.task
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    (row,) = rows_of(None, [some], engine)
    assert row.value.get("text") == "a", row.reason


def test_a_file_that_goes_while_it_is_worked_on_is_no_fault_of_the_unit(tmp_path: Path) -> None:
    run, text = tmp_path / "run", tmp_path / "text"
    text.write_text("a")
    some = [unit(1, {"text": str(text)}, removes=str(text))]
    (row,) = rows_of(run, some)
    assert (row.state, row.reason) == (
        UnitState.LOST,
        f"cannot read {text} on {node()}: no such file",
    )


def test_workers_of_another_version_do_not_answer() -> None:
    (row,) = rows_of(None, [Unit(KIND._replace(version=2), {"number": 1})])
    assert row.reason == f"the worker on {node()} has a different version of 'fake': 1, not 2"
    assert row.state is UnitState.LOST


@pytest.mark.slow
def test_lost_units_are_done_again_and_failed_ones_when_asked_for(tmp_path: Path) -> None:
    begun, run = tmp_path / "begun", tmp_path / "run"
    some = [unit(0, do="die", begun=str(begun)), unit(1, do="fail", begun=str(begun))]
    states = [row.state for row in rows_of(run, some, Local(2))]
    assert states == ["lost", "failed"]
    begun.unlink()
    assert [row.state for row in rows_of(run, some, Local(2))] == states
    assert set(begun.read_text().split()) == {"0"}
    begun.unlink()
    rows_of(run, some, Local(2), redo=frozenset({UnitState.LOST, UnitState.FAILED}))
    assert set(begun.read_text().split()) == {"0", "1"}


def test_shards_are_the_units_each_one_once(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    some = units(40, begun=str(begun))
    for number in (1, 2, 3):
        shard = Shard(number, 3)
        with pytest.raises(PartDone, match=f"part {number}/3 of fake is done"):
            rows_of(tmp_path / f"run{number}", some, shard=shard)
    assert sorted(map(int, begun.read_text().split())) == list(range(40))


def test_a_part_goes_on_with_the_next_stage_once_all_parts_are_put_together(
    tmp_path: Path,
) -> None:
    first, second = units(20), [unit(number, then=True) for number in range(20)]
    parts = [str(tmp_path / name) for name in ("one", "two")]
    for number, part in enumerate(parts, 1):
        with pytest.raises(PartDone, match=f"part {number}/2 of first is done"):
            _stages(part, first, second, Shard(number, 2))
    merge(str(tmp_path / "all"), parts, lambda _: None)
    for number in (1, 2):
        part = str(tmp_path / f"again{number}")
        shutil.copytree(tmp_path / "all", part)
        with pytest.raises(PartDone, match=f"part {number}/2 of second is done"):
            _stages(part, first, second, Shard(number, 2))
    merge(
        str(tmp_path / "end"), [str(tmp_path / "again1"), str(tmp_path / "again2")], lambda _: None
    )
    rows = _stages(str(tmp_path / "end"), first, second, None)
    assert squares(rows) == [number**2 for number in (*range(20), *range(20))]


def _stages(
    folder: str, first: Sequence[Unit], second: Sequence[Unit], shard: Shard | None
) -> list[UnitRow]:
    with open_run(folder, MANIFEST, Serial(), shard=shard) as run:
        return [*run.rows(first, stage="first"), *run.rows(second, stage="second")]


def test_a_shard_that_is_all_gives_its_rows(tmp_path: Path) -> None:
    assert len(rows_of(tmp_path / "run", units(3), shard=Shard(1, 1))) == 3


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "/", "a/b", "-1/2", "1/100001"])
def test_what_is_no_shard(text: str) -> None:
    with pytest.raises(ValueError, match="is not a part such as"):
        shard_of(text)


def test_the_manifest_tells_of_every_session(tmp_path: Path) -> None:
    for _ in range(2):
        rows_of(tmp_path, units(1))
    data = json.loads((tmp_path / "manifest.json").read_text())
    assert (data["format"], data["version"]) == ("planeval run", 1)
    assert data["command"] == "planeval fake"
    assert [session["seeds"] for session in data["sessions"]] == [{"seed": 7}] * 2
    session = data["sessions"][0]
    assert session["arguments"] == ["fake", "--seed", "7"]
    assert session["engine"] == "this process"
    assert session["machine"]["PYTHONHASHSEED"] == os.environ.get("PYTHONHASHSEED", "random")


def test_what_is_no_run_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(UserError, match="is not a run directory: it has other files"):
        rows_of(tmp_path, units(1))
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
    with pytest.raises(UserError) as trouble:
        rows_of(tmp_path / "thesis.tex", units(1))
    assert trouble.value.message == f"cannot write {tmp_path / 'thesis.tex'}: it is a file"


def test_a_run_of_another_command_is_told(tmp_path: Path) -> None:
    rows_of(tmp_path, units(1))
    manifest = Manifest("planeval other")
    with (
        pytest.raises(UserError, match="is a run of planeval fake, not of planeval other"),
        open_run(str(tmp_path), manifest, Serial()),
    ):
        pass


def test_two_do_not_work_on_one_run(tmp_path: Path) -> None:
    with open_run(str(tmp_path), MANIFEST, Serial()) as run:
        list(run.rows(units(2)))
        with pytest.raises(UserError, match="another process uses"):
            rows_of(tmp_path, units(1))
    assert len(rows_of(tmp_path, units(2))) == 2


# Damage


def table(rows: Sequence[UnitRow]) -> list[tuple[object, ...]]:
    """All of the rows but the time that they took."""
    return [(row.state, row.value, row.reason) for row in rows]


def change(run: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(run / "rows.sqlite")) as base:
        base.execute(statement, values)
        base.commit()


@pytest.mark.parametrize(
    "statement",
    [
        """UPDATE rows SET text = replace(text, 'square', 'sqvare') WHERE id IN (2, 3)""",
        """UPDATE rows SET text = CAST(x'ff80' AS TEXT) WHERE id IN (2, 3)""",
        """UPDATE rows SET state = 'failed' WHERE id IN (2, 3)""",
        """UPDATE rows SET seconds = NULL WHERE id IN (2, 3)""",
        """UPDATE rows SET checksum = NULL WHERE id IN (2, 3)""",
    ],
)
def test_damaged_rows_are_told_and_worked_out_again(tmp_path: Path, statement: str) -> None:
    run, begun = tmp_path / "run", tmp_path / "begun"
    some = units(6, begun=str(begun))
    expected = table(rows_of(run, some))
    begun.unlink()
    change(run, statement)
    told: list[str] = []
    assert table(rows_of(run, some, told=told)) == expected
    assert told == ["2 results were damaged and are computed again"]
    assert len(begun.read_text().split()) == 2


def test_one_damaged_row_is_told_as_one(tmp_path: Path) -> None:
    table(rows_of(tmp_path, units(2)))
    change(tmp_path, "UPDATE rows SET label = NULL WHERE id = 1")
    told: list[str] = []
    table(rows_of(tmp_path, units(2), told=told))
    assert told == ["1 result was damaged and is computed again"]


def cut(data: bytes) -> bytes:
    return data[: len(data) * 3 // 4 // 4096 * 4096]


def cut_anywhere(data: bytes) -> bytes:
    return data[: len(data) - 1000]


def without_head(data: bytes) -> bytes:
    return bytes(4096) + data[4096:]


def with_holes(data: bytes) -> bytes:
    return data[: len(data) // 2] + bytes(4096) + data[len(data) // 2 + 4096 :]


def other_text(_: bytes) -> bytes:
    return b"no database at all\n" * 100


@pytest.mark.parametrize(
    "damage",
    [
        cut,
        other_text,
        *(
            pytest.param(d, marks=pytest.mark.slow)
            for d in (cut_anywhere, without_head, with_holes)
        ),
    ],
)
def test_a_damaged_store_is_told_put_aside_and_done_again(tmp_path: Path, damage: object) -> None:
    assert callable(damage)
    run, begun = tmp_path / "run", tmp_path / "begun"
    some = units(300, begun=str(begun))
    expected = table(rows_of(run, some))
    begun.unlink()
    store = run / "rows.sqlite"
    damaged = damage(store.read_bytes())
    store.write_bytes(damaged)
    told: list[str] = []
    assert table(rows_of(run, some, told=told)) == expected
    (message,) = told
    assert f"{store} is damaged: " in message
    assert message.endswith("the damaged file is rows.damaged-1.sqlite")
    n_saved = int(message.partition(": ")[2].split()[0])
    assert len(begun.read_text().split()) == 300 - n_saved
    assert (n_saved > 0) == (damage in (cut, cut_anywhere, with_holes))
    assert (run / "rows.damaged-1.sqlite").read_bytes() == damaged


def test_a_store_that_was_never_filled_is_filled(tmp_path: Path) -> None:
    rows_of(tmp_path, units(3))
    (tmp_path / "rows.sqlite").write_bytes(b"")
    assert squares(rows_of(tmp_path, units(3))) == [0, 1, 4]


def test_a_damaged_manifest_is_told_and_kept(tmp_path: Path) -> None:
    rows_of(tmp_path, units(3))
    (tmp_path / "manifest.json").write_text("{")
    told: list[str] = []
    assert squares(rows_of(tmp_path, units(3), told=told)) == [0, 1, 4]
    (message,) = told
    assert "manifest.json is damaged" in message
    assert message.endswith("; saved as manifest.damaged-1.json")
    assert (tmp_path / "manifest.damaged-1.json").read_text() == "{"


def test_stores_of_other_programs_and_versions_are_left_alone(tmp_path: Path) -> None:
    rows_of(tmp_path, units(3))
    change(tmp_path, "PRAGMA user_version = 2")
    with pytest.raises(UserError, match="has version 2; expected 1"):
        rows_of(tmp_path, units(3))
    change(tmp_path, "PRAGMA user_version = 1")
    change(tmp_path, "PRAGMA application_id = 1")
    with pytest.raises(UserError, match="is not a run database"):
        rows_of(tmp_path, units(3))
