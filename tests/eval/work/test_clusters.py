"""Units done on real clusters of this machine: the same rows, and workers that are killed."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from planfiles.workers import LOST
from support import couriers
from support.clusters import (
    Cluster,
    client_server,
    cluster,
    cluster_environment,
    rows_of,
)
from support.couriers import write_task
from support.fake_runs import expected, kept_in, status_of, table_of
from support.needs import CLUSTERS
from support.programs import run_program, wait_until

COSTS = re.compile(r"^(learn|call)_|par2|cpu|time")

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
    pytest.mark.e2e,
    pytest.mark.long,
]


@pytest.fixture(scope="module", params=CLUSTERS)
def running(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cluster]:
    name: str = request.param
    with cluster(name, tmp_path_factory.mktemp("cluster")) as ours:
        yield ours


def test_the_rows_are_those_of_any_engine(running: Cluster) -> None:
    with running.run("-", "500") as process:
        assert rows_of(process) == expected(500)


def test_a_run_goes_on_elsewhere_after_a_kill(running: Cluster, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with running.run(folder, "60", "--wait", "0.1") as process:
        wait_until(lambda: len(kept_in(folder)) > 5)
        process.kill()
        process.communicate(timeout=60)
    # The rest without the cluster: what it did is not done again.
    assert table_of(folder, "60", "--wait", "0.1") == expected(60)


def test_files_are_named_from_the_folder_of_the_command(running: Cluster, tmp_path: Path) -> None:
    """Whose workers were started in another one: all files of a unit, a planner's script too."""
    write_task(tmp_path, couriers.RENAMED, near=couriers.NEAR, far=couriers.FAR)
    (tmp_path / "m.json").write_text(couriers.MAPPING)
    plan = "(grasp x a)\n(go b a)\n(put x b)\n"
    (tmp_path / "mine.py").write_text(f"import sys; open(sys.argv[1], 'w').write({plan!r})")
    planner = f"mine: {sys.executable} -I ./mine.py {{plan}} {{domain}} {{problem}}"
    found = []
    for engine in (running.options, ("--jobs", "1")):
        ran = run_program(
            "planeval",
            *("solve", "learned.pddl", "reference.pddl", "near.pddl", "far.pddl"),
            *("--planner", planner, "--mapping", "m.json", "--format", "json", *engine),
            folder=tmp_path,
            env=cluster_environment(),
        )
        report = json.loads(ran.out)
        classes = [(each["problem"], each["class"]) for each in report["problems"]]
        assert classes == [("near.pddl", "solved"), ("far.pddl", "false_plan")], report
        found.append([(each["plan"], each["reason"]) for each in report["problems"]])
    assert found[0] == found[1]


def test_scores_are_those_of_one_process(running: Cluster, tmp_path: Path) -> None:
    """Learning curves, AMLGym's conventions, and plans of a planner that finds several."""
    write_task(tmp_path, couriers.RENAMED, near=couriers.NEAR)
    (tmp_path / "m.json").write_text(couriers.MAPPING)
    (tmp_path / "several.toml").write_text(
        "[planners.several]\n"
        'command = ["sh", "-c", "echo \'(grasp x a)\' > plan.1; cp plan.1 plan.2", "{domain}", '
        '"{problem}"]\n'
        'plans = ["plan.*"]\nfinds_several = true\n'
    )
    commands = (
        "benchmark --learner sam --domains tram --folds 2 --length 5 --trajectories 1,2 --amlgym",
        "solve learned.pddl reference.pddl near.pddl --mapping m.json --planner several.toml",
    )
    for command in commands:
        reports = []
        for engine in (running.options, ("--jobs", "1")):
            ran = run_program(
                "planeval",
                *(*command.split(), "--format", "json", *engine),
                folder=tmp_path,
                env=cluster_environment(),
            )
            reports.append(json.loads(ran.out))
        ours, alone = map(_without_costs, reports)
        assert ours == alone
    assert reports[0]["metrics"]["domain_equivalence_class"] == "new plans fail"
    assert len(reports[0]["problems"][0]["further"]) == 1


def _without_costs(report: dict[str, Any]) -> Any:
    """A report without what is another number each time."""
    if "rows" in report:
        kept = [each for each in report["rows"] if not COSTS.search(each["metric"])]
        return kept, [each["learned"] for each in report["attempts"]]
    scores = {name: each for name, each in report["metrics"].items() if not COSTS.search(name)}
    plans = [
        (each["plan"], each["further"], each["with_reference"]["further"])
        for each in report["problems"]
    ]
    return scores, plans


def test_a_unit_that_kills_its_worker_is_told_and_costs_no_other(running: Cluster) -> None:
    with running.run("-", "30", "--deadly", "7") as process:
        rows = rows_of(process)
    assert rows[7] == ["lost", {}, LOST]
    assert rows[:7] + rows[8:] == expected(30)[:7] + expected(30)[8:]


@pytest.mark.parametrize("running", ["ray"], indirect=True)
def test_a_run_by_the_server_for_clients(running: Cluster) -> None:
    """Which is how one gets into a cluster from outside: all that Ray says comes by it."""
    with client_server(running) as outside, outside.run("-", "30", "--deadly", "7") as process:
        rows = rows_of(process)
    assert outside.address.startswith("ray://")
    assert rows[7] == ["lost", {}, LOST]
    assert rows[:7] + rows[8:] == expected(30)[:7] + expected(30)[8:]


def test_ctrl_c_ends_a_run_and_keeps_what_is_done(running: Cluster, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with running.run(folder, "60", "--wait", "0.1") as process:
        wait_until(lambda: len(kept_in(folder)) > 2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, ""), err
    assert f"planeval: results so far are in {folder}; " in err
    assert 2 < len(kept_in(folder)) < 60
    with running.run(folder, "60", "--wait", "0.1") as process:
        assert rows_of(process) == expected(60)


@pytest.mark.parametrize("name", CLUSTERS)
def test_an_address_where_nobody_is_is_told(name: str, tmp_path: Path) -> None:
    with Cluster(name, "127.0.0.1:9").run(tmp_path / "run", "3") as process:
        out, err = process.communicate(timeout=200)
    assert (process.returncode, out) == (2, "")
    assert f"fake_run: error: no {name.capitalize()}" in err


@pytest.mark.needs("module:distributed")
def test_a_run_waits_for_the_first_worker_and_says_so(tmp_path: Path) -> None:
    """A scheduler may be there before its workers, which wait in a queue perhaps."""
    folder = tmp_path / "run"

    def is_told() -> bool:
        waiting = status_of(folder).get("waiting", [])
        return "the first worker of the Dask scheduler" in [each["name"] for each in waiting]

    with (
        cluster("dask", tmp_path, n_workers=0) as ours,
        ours.run(folder, "9") as process,
    ):
        wait_until(is_told)
        worker = [sys.executable, "-m", "distributed.cli.dask_worker", ours.address]
        options = ["--no-nanny", "--no-dashboard", "--nthreads", "1", "--lifetime", "60 s"]
        with subprocess.Popen(
            [*worker, *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=cluster_environment(),
            cwd=tmp_path,
        ) as first:
            try:
                assert rows_of(process) == expected(9)
            finally:
                first.kill()
