"""What `planeval benchmark --save-learned` writes."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from planeval.cli import main
from support.command import run_command
from support.small_benchmark import SMALL, benchmark, command, values_of


@pytest.mark.slow
def test_what_was_learned_is_saved_as_planeval_domains_reads_it(tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    data = benchmark(
        "--domains", "library", "--learner", "sam", "--noise", "0.1", "--save-learned", folder
    )
    table = run_command(main, "domains", folder, "--format", "csv", "--jobs", "1")
    rows = [row for row in csv.DictReader(io.StringIO(table.stdout)) if row["row"] == "pair"]
    assert [row["pair"] for row in rows] == [f"sam-noise0.1/library/fold{k}" for k in (1, 2)]
    for row, value in zip(rows, values_of(data, "sam", 0.1, "similarity"), strict=True):
        assert float(row["similarity"]) == pytest.approx(value)
    for row, value in zip(
        rows, values_of(data, "sam", 0.1, "applicability_precision_macro"), strict=True
    ):
        assert float(row["applicability_precision_macro"]) == pytest.approx(value)


@pytest.mark.slow
def test_nothing_is_saved_into_a_folder_that_has_something(tmp_path: Path) -> None:
    """Before any work: problems and trajectories of two runs would stand beside one another."""
    saving = ("--domains", "library", "--learner", "sam", "--save-learned", tmp_path / "saved")
    benchmark(*saving)
    before = {path: path.read_text() for path in tmp_path.rglob("*") if path.is_file()}
    done = run_command(main, "benchmark", *SMALL, *saving, "--seed", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{tmp_path / 'saved'} is not empty" in done.stderr
    assert {path: path.read_text() for path in tmp_path.rglob("*") if path.is_file()} == before
    (tmp_path / "file").write_text("")
    done = run_command(main, "benchmark", *SMALL, *saving[:-1], tmp_path / "file")
    assert (done.returncode, "file is not a directory" in done.stderr) == (2, True), done.stderr
    (tmp_path / "empty").mkdir()
    done = run_command(main, "benchmark", *SMALL, *saving[:-1], tmp_path / "empty")
    assert f"written to {tmp_path / 'empty'}: 2 learned domains\n" in done.stderr


@pytest.mark.slow
def test_what_is_no_domain_is_saved_and_not_counted_as_one(tmp_path: Path) -> None:
    asked = ("--domains", "library", "--learner", "sam", "--learner", command("prose"))
    done = run_command(main, "benchmark", *SMALL, *asked, "--save-learned", tmp_path / "saved")
    assert f"written to {tmp_path / 'saved'}: 2 learned domains, 2 unreadable\n" in done.stderr
    assert len(list((tmp_path / "saved").rglob("learned.pddl"))) == 4


def test_amlgyms_value_of_nothing_of_nothing_is_a_switch() -> None:
    """A learner that learns nothing has no precision, or one of 1."""
    nothing = "nothing: sh -c 'cp $0 $2' {domain} {trajectories} {output}"
    asked = ("--domains", "panel", "--learner", nothing)
    plain, switched = benchmark(*asked), benchmark(*asked, "--amlgym")
    assert values_of(plain, "nothing", 0, "pre_precision_macro") == []
    assert values_of(plain, "nothing", 0, "amlgym_precision") == []
    assert values_of(switched, "nothing", 0, "pre_precision_macro") == []
    assert values_of(switched, "nothing", 0, "amlgym_precision") == [1, 1]
    assert values_of(switched, "nothing", 0, "amlgym_recall") == [0, 0]
    # Every action of the model is applicable, and changes nothing.
    assert values_of(switched, "nothing", 0, "amlgym_effects_precision") == [1, 1]
    assert values_of(switched, "nothing", 0, "amlgym_effects_recall") == [0, 0]
    assert values_of(switched, "nothing", 0, "amlgym_applicability_recall") == [1, 1]
