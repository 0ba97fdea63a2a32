"""`planeval status` and `planeval merge`: what they say, what they refuse."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest

import planeval.cli
from plancore.report.registry import render
from plancore.report.status.document import RunStatus, Stage
from planeval.api.result import progress_of
from planeval.work.engines.local import Local, Serial
from planeval.work.executing import Engine
from planeval.work.manifest import Manifest
from planeval.work.run import Shard, open_run
from planeval.work.store import Store
from planeval.work.unit import Unit, UnitResult, UnitState
from planfiles.errors import PartDone
from support.command import run_command
from support.fake_units import unit, units
from support.plandiff_run import Run


def planeval_(*arguments: object) -> Run:
    return Run(*run_command(planeval.cli.main, *map(str, arguments)))


def do(folder: Path, some: Sequence[Unit], shard: Shard | None = None, command: str = "x") -> None:
    engine = Local(1) if any("do" in each.arguments for each in some) else Serial()
    with open_run(str(folder), Manifest(command), engine, shard=shard) as run:
        list(run.rows(some))


def test_the_status_of_a_run_that_is_over(tmp_path: Path) -> None:
    do(tmp_path, [*units(3), *(unit(n, None, do="fail") for n in (3, 4)), unit(5, None, do="die")])
    ran = planeval_("status", tmp_path)
    assert (ran.status, ran.err) == (1, "")
    first, second, *rest = ran.out.splitlines()
    assert first == "x: complete"
    assert second.startswith("  started 20")
    assert second.endswith(", 1 local process")
    assert rest == [
        "fake [##############################] 6/6 tasks",
        "  done 3: even 2, odd 1",
        "    odd: unit 1",
        "  failed 2",
        "  lost 1",
        "without a result",
        "  1 lost: the worker process was killed (out of memory?) (unit 5)",
        "  1 failed: unit 3 is no good (unit 3)",
        "  1 failed: unit 4 is no good (unit 4)",
    ]


def test_the_status_as_json(tmp_path: Path) -> None:
    do(tmp_path, units(3))
    do(tmp_path, units(5))
    ran = planeval_("status", tmp_path, "--format", "json")
    data = json.loads(ran.out)
    assert ran.status == 0
    assert {name: data[name] for name in ("format", "version", "state", "command", "sessions")} == {
        "format": "planeval status",
        "version": 1,
        "state": "complete",
        "command": "x",
        "sessions": 2,
    }
    (stage,) = data["stages"]
    assert stage.pop("seconds") > 0
    assert stage == {
        **{"name": "fake", "units": 5, "done": 5, "failed": 0, "lost": 0, "left": 0},
        **{"classes": {"even": 3, "odd": 2}, "rate": None, "seconds_left": None},
        **{"seconds_running": None, "named": {"odd": ["unit 1", "unit 3"]}},
    }
    assert data["failures"] == data["waiting"] == []


@pytest.mark.slow
@pytest.mark.parametrize("engine", [Serial(), Local(1)], ids=["serial", "local"])
def test_a_run_tells_what_it_waits_for_while_it_does(
    tmp_path: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planeval.work.run._LONG", 0.2)
    seen: list[str] = []

    def look(*_: object) -> None:
        ran = planeval_("status", tmp_path, "--format", "json")
        assert ran.status == 1
        data = json.loads(ran.out)
        if data["stages"][0]["done"] and data["waiting"]:
            (waiting,) = data["waiting"]
            assert (waiting["stage"], waiting["name"]) == ("fake", "unit 1")
            assert 0 < waiting["seconds"] <= data["stages"][0]["seconds_running"] < 60
            seen.append(planeval_("status", tmp_path).out)

    with open_run(str(tmp_path), Manifest("x"), engine) as run:
        list(run.rows([unit(0), unit(1, wait=3)], progress_of(look)))
    assert seen, "the first row is kept while the second unit is at work"
    first, _, stage, done, waits = seen[0].splitlines()
    assert first == "x: running"
    assert re.fullmatch(
        r"fake \[#{15}\.{15}\] 1/2 tasks, \S+/\S+, running for \d s, \d+ s left", stage
    ), stage
    assert done == "  done 1: even 1"
    assert re.fullmatch(r"  waiting \d s for unit 1", waits), waits
    assert "waiting" not in planeval_("status", tmp_path).out


def test_what_is_told_may_end_a_unit_that_the_process_of_the_run_does_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planeval.work.run._LONG", 0.0)
    calls: list[int] = []

    def refuse(*_: object) -> None:
        calls.append(1)
        if len(calls) > 1:
            raise ZeroDivisionError

    with (
        pytest.raises(ZeroDivisionError),
        open_run(str(tmp_path), Manifest("x"), Serial()) as run,
    ):
        list(run.rows([unit(1, wait=20)], progress_of(refuse)))
    data = json.loads(planeval_("status", tmp_path, "--format", "json").out)
    assert (data["state"], data["stages"][0]["left"]) == ("stopped", 1)
    assert data["waiting"] == [], "nobody is at work"


def test_which_units_are_in_a_class_of_few_is_told() -> None:
    """One that fails is seen while the others are at work."""
    classes = {"learned": 9, "failed in 5 folds": 4, "gave_up": 1}
    named = {"failed in 5 folds": ("mine a", "mine b", "mine c"), "gave_up": ("mine d",)}
    stage = Stage("fold", 20, 14, 0, 0, classes, 1.0, None, None, None, named)
    status = RunStatus("run", "planeval benchmark", "running", 1, "", "", "", (stage,), ())
    assert (
        "  done 14: learned 9, failed in 5 folds 4, gave up 1\n"
        "    failed in 5 folds: mine a; mine b; mine c; …\n    gave up: mine d\n"
    ) in render(status)


def test_classes_are_called_what_other_reports_call_them() -> None:
    stage = Stage("solve", 3, 3, 0, 0, {"gave_up": 2, "solved": 1}, 1.0, None, None)
    status = RunStatus("run", "planeval solve", "complete", 1, "", "", "", (stage,), ())
    assert "  done 3: gave up 2, solved 1\n" in render(status)


def stop_in_between(folder: Path) -> None:
    with open_run(str(folder), Manifest("x"), Serial()) as run:
        list(run.rows(units(2)))
        raise ZeroDivisionError


def test_a_run_that_stopped(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        stop_in_between(tmp_path)
    ran = planeval_("status", tmp_path)
    assert ran.status == 1
    assert ran.out.startswith("x: stopped\n")


@pytest.mark.parametrize("name", ["text", "json", "csv", "tsv", "markdown", "html"])
def test_every_format(tmp_path: Path, name: str) -> None:
    do(tmp_path, units(3))
    ran = planeval_("status", tmp_path, "--format", name)
    assert (ran.status, ran.err) == (0, "")
    assert "fake" in ran.out


def test_what_is_no_run_is_told(tmp_path: Path) -> None:
    ran = planeval_("status", tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"planeval: error: {tmp_path}: no run in this directory\n"
    ran = planeval_("status", tmp_path / "no")
    assert ran.err == f"planeval: error: {tmp_path / 'no'}: no such directory\n"


@pytest.mark.parametrize("damage", [b"", b"nothing", bytes(9000)])
def test_a_store_that_cannot_be_read_is_told(tmp_path: Path, damage: bytes) -> None:
    do(tmp_path, units(3))
    (tmp_path / "rows.sqlite").write_bytes(damage)
    ran = planeval_("status", tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"planeval: error: cannot read {tmp_path / 'rows.sqlite'}: ")
    assert ran.err.count("\n") == 1


def parts_of(folder: Path, some: Sequence[Unit], count: int) -> list[Path]:
    parts = [folder / f"part{number}" for number in range(1, count + 1)]
    for number, part in enumerate(parts, 1):
        with pytest.raises(PartDone):
            do(part, some, Shard(number, count))
    return parts


def test_parts_put_together_are_the_run(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    some = units(30, begun=str(begun))
    parts = parts_of(tmp_path, some, 3)
    assert [planeval_("status", part).status for part in parts] == [0, 0, 0]
    ran = planeval_("merge", tmp_path / "all", *parts)
    assert (ran.status, ran.out, ran.err) == (0, "30 results added, 0 already present\n", "")
    assert json.loads((tmp_path / "all" / "manifest.json").read_text())["command"] == "x"
    with open_run(str(tmp_path / "all"), Manifest("x"), Serial()) as run:
        squares = [row.value["square"] for row in run.rows(some)]
    assert squares == [number**2 for number in range(30)]
    assert sorted(map(int, begun.read_text().split())) == list(range(30))
    again = planeval_("merge", tmp_path / "all", *parts)
    assert again.out == "0 results added, 30 already present\n"


def test_two_runs_of_the_same_differ_in_what_draws_at_random(tmp_path: Path) -> None:
    """Times differ each time, and do not count."""
    table = tmp_path / "planners.toml"
    steady = "printf '(tap a)' > \"$1\""
    random = f'{steady}; printf "(tap $(od -An -N4 -tu4 /dev/urandom | tr -d \' \'))" >> "$1"'
    for name, script in (("steady", steady), ("random", random)):
        command = json.dumps(["sh", "-c", script, "sh", "{plan}", "{domain}", "{problem}"])
        with table.open("a") as file:
            file.write(f"[planners.{name}]\ncommand = {command}\n")
    (tmp_path / "d.pddl").write_text(
        "(define (domain d) (:predicates (wet ?x)) (:action tap :parameters (?x) :effect (wet ?x)))"
    )
    for name in "pq":
        (tmp_path / f"{name}.pddl").write_text(
            f"(define (problem {name}) (:domain d) (:objects a) (:init) (:goal (wet a)))"
        )
    for run in ("first", "second"):
        asked = ("solve", "d.pddl", "d.pddl", "p.pddl", "q.pddl", "--planner", table, "--run", run)
        done = run_command(planeval.cli.main, *asked, "--only-learned", cwd=tmp_path)
        assert done.returncode == 1, done.stderr
    merged = run_command(planeval.cli.main, "merge", "both", "first", "second", cwd=tmp_path)
    assert merged.stdout == (
        "4 results added, 4 already present\n"
        "random is not deterministic: 2 of 2 repeated results differ\n"
    )


def test_a_merged_run_knows_what_is_left(tmp_path: Path) -> None:
    parts = parts_of(tmp_path, units(30), 3)
    planeval_("merge", tmp_path / "all", *parts[:2])
    do(tmp_path / "all", units(30))
    data = json.loads(planeval_("status", tmp_path / "all", "--format", "json").out)
    assert data["stages"][0]["units"] == data["stages"][0]["done"] == 30
    assert data["sessions"] == 3


def test_a_result_takes_the_place_of_a_failure(tmp_path: Path) -> None:
    file = tmp_path / "text"
    some = [unit(1, {"text": str(file)})]
    file.write_text("a")
    do(tmp_path / "good", some)
    key = some[0].task.key
    do(tmp_path / "bad", some)
    with closing(sqlite3.connect(tmp_path / "bad" / "rows.sqlite")) as base:
        base.execute("DELETE FROM rows")
        base.commit()
    with closing(Store(str(tmp_path / "bad" / "rows.sqlite"))) as store:
        store.add(key, UnitResult(UnitState.FAILED, "no"), 1.0)
        store.finish()
    for order in (("bad", "good"), ("good", "bad")):
        into = tmp_path / "-".join(order)
        planeval_("merge", into, *(tmp_path / name for name in order))
        assert planeval_("status", into).out.splitlines()[-1] == "  done 1: odd 1"


def test_what_does_not_belong_together_is_told(tmp_path: Path) -> None:
    do(tmp_path / "one", units(3))
    do(tmp_path / "two", units(3), command="y")
    do(tmp_path / "three", [unit(7)])
    ran = planeval_("merge", tmp_path / "all", tmp_path / "one", tmp_path / "two")
    assert (ran.status, ran.err) == (
        2,
        "planeval: error: these are runs of different commands: x, y\n",
    )
    ran = planeval_("merge", tmp_path / "all", tmp_path / "one", tmp_path / "three")
    assert (ran.status, ran.err) == (
        2,
        "planeval: error: task 0 of fake differs between the runs\n",
    )


def test_damaged_results_are_told_and_left_out(tmp_path: Path) -> None:
    do(tmp_path / "one", units(3))
    with closing(sqlite3.connect(tmp_path / "one" / "rows.sqlite")) as base:
        base.execute("UPDATE rows SET text = 'x' WHERE id = 1")
        base.commit()
    ran = planeval_("merge", tmp_path / "all", tmp_path / "one")
    assert (ran.status, ran.out) == (2, "2 results added, 0 already present\n")
    assert f"1 result of {tmp_path / 'one'} is damaged and left out: run that command" in ran.err


@pytest.fixture(scope="module")
def failed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with failures."""
    folder = tmp_path_factory.mktemp("failed")
    do(folder, [*units(3), *(unit(n, None, do="fail") for n in (3, 4))])
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["NULL", "x'ff'", "3", "0.5"])
@pytest.mark.parametrize("column", ["state", "label", "text", "seconds", "finished"])
def test_the_status_of_damaged_rows_is_told(
    column: str, damage: str, failed: Path, tmp_path: Path
) -> None:
    """As far as they say something; what is wrong with them is said when the run goes on."""
    copytree(failed, tmp_path, dirs_exist_ok=True)
    with closing(sqlite3.connect(tmp_path / "rows.sqlite")) as base:
        base.execute(f"UPDATE rows SET {column} = {damage} WHERE id IN (1, 4)")
        base.commit()
    for form in ("text", "json", "html"):
        ran = planeval_("status", tmp_path, "--format", form)
        assert (ran.status, ran.err) == (1, "")
