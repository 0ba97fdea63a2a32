"""`planeval overview`: results files in one table."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.report.runs.document import LISTS, Experiment
from planeval.cli import main
from planeval.runs.overview import own_table
from planfiles.extras import to_get
from support import couriers
from support.command import run_command
from support.couriers import write_task
from support.material import material

FIRST = (
    "Source\tlogs/a\nn_instances\t10\naccuracy\t0.5\nn_look_arounds\tNA\nsuccessful_tasks\t[1, 2]\n"
)
SECOND = "Source\tlogs/b\nn_instances\t7\nextra\t1\n"


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two results files; the second has fewer values, and one more."""
    monkeypatch.chdir(tmp_path)
    Path("results").mkdir()
    Path("results/b.tsv").write_text(SECOND)
    Path("results/a.tsv").write_text(FIRST)
    return tmp_path


def _overview(*arguments: str) -> str:
    result = run_command(main, "overview", "-d", "results", *arguments)
    assert result.returncode == 0
    return result.stdout


@pytest.mark.usefixtures("results")
def test_the_union_of_all_values_and_na_for_the_rest() -> None:
    lines = [" ".join(line.split()) for line in _overview().splitlines()]
    assert lines == [
        "Eval file a.tsv b.tsv",
        "Source a b",
        "n_instances 10 7",
        "accuracy 0.5 NA",
        "n_look_arounds NA NA",
        "successful_tasks [1, 2] NA",
        "extra NA 1",
    ]


@pytest.mark.usefixtures("results")
def test_written_by_the_ending_of_its_name_and_not_read_again() -> None:
    for _ in range(2):
        assert _overview("-o", "results/all.tsv") == ""
        assert Path("results/all.tsv").read_text().splitlines()[:2] == [
            "Eval file\ta.tsv\tb.tsv",
            "Source\tlogs/a\tlogs/b",
        ]
    Path("results/all.tsv").unlink()
    _overview("-o", "all.csv")
    assert list(csv.reader(Path("all.csv").read_text().splitlines()))[2] == [
        "n_instances",
        "10",
        "7",
    ]
    _overview("-o", "all.json")
    files = json.loads(Path("all.json").read_text())["files"]
    assert files[0]["values"] == {
        "Source": "logs/a",
        "n_instances": 10,
        "accuracy": 0.5,
        "n_look_arounds": None,
        "successful_tasks": [1, 2],
    }
    for ending, start in (("md", "# Overview"), ("html", "<!DOCTYPE html>")):
        _overview("-o", f"all.{ending}")
        assert Path(f"all.{ending}").read_text().startswith(start)


@pytest.mark.usefixtures("results")
def test_tables_and_pages_beside_results_files_are_left_out() -> None:
    """Whoever wrote them, and whatever they are called."""
    alone = _overview()
    Path("data/road").mkdir(parents=True)
    write_task(Path("data/road"), couriers.REFERENCE, near=couriers.NEAR)
    (Path("data/road") / "learned.pddl").unlink()
    for ending in ("tsv", "csv", "md", "html", "json", "txt"):
        _overview("-o", f"all-{ending}.{ending}")
        arguments = ("-i", "data", "-o", f"sizes-{ending}.{ending}")
        assert run_command(main, "instances", *arguments).returncode == 0
    written = sorted(path.name for path in Path().glob("*-*.*"))
    assert len(written) == 12
    for name in written:
        Path(name).rename(Path("results", name))
    Path("results/all.parquet").write_bytes(b"PAR1\0")
    result = run_command(main, "overview", "-d", "results")
    assert (result.returncode, result.stdout) == (0, alone)
    told = [line.removeprefix("planeval: left out: ") for line in result.stderr.splitlines()]
    assert sorted(line.partition(":")[0] for line in told) == sorted([*written, "all.parquet"])
    assert "all-csv.csv: it is an overview" in told
    assert "sizes-txt.txt: it is a table of instances" in told
    data = json.loads(run_command(main, "overview", "-d", "results", "--format", "json").stdout)
    assert (data["format"], data["version"]) == ("planeval overview", 2)
    assert [entry["file"] for entry in data["files"]] == ["a.tsv", "b.tsv"]
    assert len(data["left_out"]) == 13


@pytest.mark.usefixtures("results")
def test_the_original_s_table_of_instances_is_no_results_file() -> None:
    alone = _overview()
    table = "domain\tfew-shot_goal\tfew_shot_init\nblocksworld\t1\t8\ndepot\t2\t25\n"
    Path("results/instances_head.tsv").write_text(table)
    result = run_command(main, "overview", "-d", "results")
    assert (result.returncode, result.stdout) == (0, alone)
    assert "instances_head.tsv: it is AutoPlanBench's table of instances" in result.stderr


@given(st.dictionaries(st.text(max_size=6), st.text(max_size=6), max_size=3))
def test_no_results_file_is_taken_for_a_table(values: dict[str, str]) -> None:
    """A value is never in the place of a column."""
    text = "".join(f"{name}\t{value}\n" for name, value in values.items())
    assert own_table(f"Source\tlogs\n{text}") is None


@pytest.mark.usefixtures("results")
def test_files_stand_side_by_side_whatever_they_were_made_of() -> None:
    """Sources are cut to what tells them apart, numbers to three digits; tables for programs have
    all of either."""
    long = "/data/somebody/experiments/of-this-year/autoplanbench/outputs"
    for name, source in (("a", f"{long}/head/basic"), ("b", f"{long}/old/basic/"), ("c", "NA")):
        values = f"Source\t{source}\nmean\t1.3333333333333333\nleast\t0.000012345678\nhalf\t0.5\n"
        Path(f"results/{name}.tsv").write_text(values)
    lines = [" ".join(line.split()) for line in _overview().splitlines()]
    assert lines == [
        "Eval file a.tsv b.tsv c.tsv",
        "Source head/basic old/basic NA",
        "mean 1.333 1.333 1.333",
        "least 1.23e-05 1.23e-05 1.23e-05",
        "half 0.5 0.5 0.5",
    ]
    for name in ("html", "markdown"):
        people = _overview("--format", name)
        assert "head/basic" in people
        assert f"{long}/" not in people
        assert people.count(">1.333<" if name == "html" else "| 1.333 ") == 3
    for name in ("csv", "tsv", "json"):
        programs = _overview("--format", name)
        assert f"{long}/head/basic" in programs
        assert "1.3333333333333333" in programs


@pytest.mark.usefixtures("results")
def test_files_without_a_source() -> None:
    for name in "ab":
        Path(f"results/{name}.tsv").write_text("Source\tNA\nn_instances\t1\n")
    assert _overview().splitlines()[1].split() == ["Source", "NA", "NA"]


@pytest.mark.usefixtures("results")
def test_printed_in_other_formats() -> None:
    assert _overview("--format", "csv").splitlines()[0] == "Eval file,a.tsv,b.tsv"
    assert _overview("--format", "markdown").startswith("# Overview")


@pytest.mark.usefixtures("results")
def test_without_pyarrow_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run_command(main, "overview", "-d", "results", "-o", "all.parquet")
    assert (result.returncode, Path("all.parquet").exists()) == (2, False)
    assert to_get("parquet") in result.stderr


@pytest.mark.usefixtures("results")
@pytest.mark.needs("module:pyarrow")
def test_parquet() -> None:
    import pyarrow.parquet

    _overview("-o", "all.parquet")
    assert pyarrow.parquet.read_table("all.parquet").to_pydict() == {
        "file": ["a.tsv", "b.tsv"],
        "Source": ["logs/a", "logs/b"],
        "n_instances": [10.0, 7.0],
        "accuracy": [0.5, None],
        "n_look_arounds": [None, None],
        "successful_tasks": ["[1, 2]", None],
        "extra": [None, 1.0],
    }


@pytest.mark.usefixtures("results")
def test_files_that_are_none_are_told() -> None:
    Path("results/c.tsv").write_text("accuracy 0.5\n")
    Path("results/d.tsv").write_text("accuracy\t1\naccuracy\t2\nno tab\n")
    result = run_command(main, "overview", "-d", "results")
    assert result.returncode == 2
    errors = result.stderr.replace("\\", "/")
    assert "results/c.tsv: no values" in errors
    assert "results/d.tsv: line 2: duplicate name `accuracy`" in errors
    assert "results/d.tsv: line 3: no tab; expected a name, a tab and a value" in errors


@pytest.mark.usefixtures("results")
def test_an_ending_that_says_no_format() -> None:
    result = run_command(main, "overview", "-d", "results", "-o", "all.docx")
    assert result.returncode == 2
    known = ".txt, .md, .html, .json, .csv, .tsv, .tex, .parquet"
    assert f"supported extensions: {known}" in result.stderr


@pytest.mark.parametrize("version", ["old", "head"])
@pytest.mark.needs("material:oracles/autoplanbench")
def test_the_values_of_the_originals_overview(version: str) -> None:
    folder = material("oracles", "autoplanbench") / "out"
    result = run_command(main, "overview", "-d", str(folder / version), "--format", "tsv")
    ours: dict[str, list[str]] = {}
    for name, *values in map(str.split, filter(None, result.stdout.splitlines())):
        ours.setdefault(name, []).extend(values)
    theirs = (folder / f"overview_{version}.tsv").read_text().splitlines()
    names = {line.split("\t")[0] for line in theirs[2:]}
    assert names <= ours.keys()
    for line in theirs[2:]:
        name, *values = line.split("\t")
        if not values[0].startswith("["):
            assert sorted(ours[name]) == sorted(values)


@pytest.mark.usefixtures("results")
def test_what_only_looks_like_a_list_is_a_text() -> None:
    Path("results/a.tsv").write_text("Source\t[draft, 2]\nnote\t[1, 2]\nunsuccessful_tasks\t[]\n")
    files = json.loads(_overview("--format", "json"))["files"]
    assert files[0]["values"] == {
        "Source": "[draft, 2]",
        "note": "[1, 2]",
        "unsuccessful_tasks": [],
    }


def test_every_list_of_a_results_file_is_known_as_one() -> None:
    figures = Experiment("logs", ()).figures
    assert {name for name, value in figures.items() if isinstance(value, list)} <= LISTS
    assert LISTS - {"correct_tasks"} <= figures.keys()
