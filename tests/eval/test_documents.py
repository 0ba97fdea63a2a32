"""What commands print and write as JSON is as the schemas say, each shown by a run of its own.

Beside these, whatever any test has a command print is held against its schema (`run_command`).
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from planeval.cli import main
from support.command import run_command
from support.examples import BAKERY, DELIVERY
from support.json_schema import SCHEMAS, schema_called, violations_of
from support.run_logs import complete_plans, incremental

MODELS = ("learned.pddl", "reference.pddl")
PLANS = ("learned.plan", "reference.plan")
SMALL = ("--domains", "tram", "--trajectories", "2", "--folds", "2", "--jobs", "1", "--run", "run")
PRINTED = {
    "domain": ("domain", *MODELS, "--optimal", "5", "--problem", "p01.pddl", "--walks", "2",
               "--plans", *PLANS, "--amlgym"),
    "solve": ("solve", *MODELS, "p01.pddl", "--plans", PLANS[0], "--reference-plans", PLANS[1]),
    "benchmark": ("benchmark", *SMALL, "--learner", "sam", "--learner", "locm"),
    "learn": ("learn", "sam", "--domain", MODELS[1], "--problem", "p01.pddl", PLANS[1]),
    "learn-locm": ("learn", "locm", PLANS[1]),
    "runs": ("runs", "logs", "--domain", MODELS[1], "--problems", "p01.pddl"),
    "blame": ("blame", *MODELS, "--problem", "p01.pddl", "--plans", *PLANS),
    "repair": ("repair", MODELS[0], "--reference", MODELS[1], "--problem", "p01.pddl",
               "--plans", PLANS[1], "--not-plans", PLANS[0]),
    "status": ("status", "run"),
}  # fmt: skip
WRITTEN = {
    "overview": ("overview", "-d", "results"),
    "instances": ("instances", "-i", "data"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The example with logs, results and instances, some of them broken."""
    shutil.copytree(DELIVERY, tmp_path, dirs_exist_ok=True)
    for name in ("logs", "results", "data"):
        (tmp_path / name).mkdir()
    whole = incremental("-(move ann depot)", "look", "done", success=True, reached=True)
    (tmp_path / "logs" / "p1.jsonl").write_text(whole)
    (tmp_path / "logs" / "p1.2.jsonl").write_text(whole)
    other = complete_plans(["(a)"], success=False, reached=False, executable=True, instance=2)
    (tmp_path / "logs" / "p2.jsonl").write_text(other)
    (tmp_path / "results" / "a.tsv").write_text("Source\tlogs\nn\t1\nx\tNA\nn\t2\n")
    shutil.copytree(BAKERY, tmp_path / "data" / "bakery")
    (tmp_path / "data" / "bakery" / "p04.pddl").write_text("(define (problem p04")
    return tmp_path


def document(text: str) -> str:
    """The name of the schema that a text has been held against."""
    told = json.loads(text)
    name = f"{told['format'].replace(' ', '-')}-{told['version']}"
    assert schema_called(name) is not None
    assert violations_of(text) == []
    return name


@pytest.mark.parametrize("name", PRINTED)
def test_what_is_printed(name: str, folder: Path) -> None:
    if name == "status":
        run_command(main, *PRINTED["benchmark"], cwd=folder)
    done = run_command(main, *PRINTED[name], "--format", "json", cwd=folder)
    assert document(done.stdout) == f"planeval-{name.partition('-')[0]}-1"


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written(name: str, folder: Path) -> None:
    run_command(main, *WRITTEN[name], "-o", "all.json", cwd=folder)
    assert document((folder / "all.json").read_text(encoding="utf-8")) == f"planeval-{name}-1"


def test_each_schema_of_ours_is_shown() -> None:
    shown = {f"planeval-{name.partition('-')[0]}-1.json" for name in (*PRINTED, *WRITTEN)}
    assert shown == {each.name for each in SCHEMAS.iterdir() if each.name.startswith("planeval")}
