"""Folder against folder on the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plancore.report.batch.review import Batch
from plancore.report.batch.row import KEYS
from plancore.stop import StoppedError
from plandiff.batch.comparing import (
    as_compared,
    chosen_of,
    compare_as_finished,
    compare_in_order,
    names_of,
)
from plandiff.options import ROWS, Options, parse
from planfiles.pairs import pairs_below, pairs_between
from planfiles.progress_reports import ProgressReport, ignore_progress
from support.batch_folders import DOMAIN, write_folders
from support.cpu import takes_linear_time
from support.examples import DELIVERY
from support.judged import write_slow_pair
from support.plandiff_run import Run, plain_environment, plandiff
from support.programs import is_alive, running, wait_until, workers_of

pytestmark = pytest.mark.viewer_behaviour(38)


def batch_of(folder: Path, *options: str) -> Run:
    return plandiff("l", "r", *options, folder=folder)


def rows_of(run: Run) -> dict[str, dict[str, Any]]:
    return {entry["pair"]: entry for entry in json.loads(run.out)["pairs"]}


def test_brief_is_a_line_for_each_pair(tmp_path: Path) -> None:
    names = ("d.pddl", "learned.pddl"), ("d.plan", "learned.plan")
    for folder in ("ours", "theirs"):
        (tmp_path / folder).mkdir()
        for name, source in names:
            text = (DELIVERY / source).read_text()
            if folder == "theirs" and name == "d.plan":
                text = text.replace("(move ann depot square)\n", "", 1)
            (tmp_path / folder / name).write_text(text)
    run = plandiff("--brief", "ours", "theirs", folder=tmp_path)
    assert run.status == 1
    assert run.out == (
        "same       d.pddl\ndifferent  d.plan  extra step 2: (move ann depot square); LCS 0.857\n"
    )


def test_stat_is_a_line_for_each_pair_that_differs(tmp_path: Path) -> None:
    run = batch_of(write_folders(tmp_path), "--stat")
    lines = run.out.splitlines()
    assert " x1/d0001.pddl  0-  1+  0~ | +" in lines
    assert any(line.startswith(" new.pddl") and line.endswith("+++") for line in lines)
    assert not any("d0000" in line for line in lines)
    assert any(line.startswith(" broken.pddl  ! l/broken.pddl:1:1: ") for line in lines)
    assert lines[-1] == "12 differences in 4 pairs: 5 missing, 7 extra; 1 pair not compared"
    plandiff("l", "r", "--save", "run.json", folder=tmp_path)
    assert plandiff("run.json", "--stat", folder=tmp_path).out == run.out


def test_a_row_for_each_file_and_one_with_the_reason_for_each_that_fails(tmp_path: Path) -> None:
    run = batch_of(write_folders(tmp_path), "--format", "json")
    rows = rows_of(run)
    assert run.status == 2
    assert {name: row["status"] for name, row in rows.items()} == {
        "broken.pddl": "failed",
        "new.pddl": "extra",
        "old.pddl": "missing",
        "x0/d0000.pddl": "same",
        "x0/d0003.pddl": "different",
        "x1/d0001.pddl": "different",
        "x2/d0002.pddl": "same",
    }
    assert "neither a domain nor a problem nor a plan" in str(rows["broken.pddl"]["note"])
    assert rows["x1/d0001.pddl"]["note"] == "b: extra (r)"


def test_the_text_has_figures_before_names(tmp_path: Path) -> None:
    out = batch_of(write_folders(tmp_path)).out
    assert "4 pairs compared: 2 identical, 2 different; 1 missing, 1 extra, 1 not compared" in out
    (line,) = [line for line in out.splitlines() if "x1/d0001.pddl" in line]
    assert line.split()[:2] == ["~", "0.889"]
    assert line.index("0.889") < line.index("x1/d0001") < line.index("b: extra (r)")


def test_folders_have_nothing_to_explain(tmp_path: Path) -> None:
    run = batch_of(write_folders(tmp_path), "--explain")
    assert run.out == batch_of(write_folders(tmp_path)).out
    assert "plandiff: no effect on directories: --explain\n" in run.err


@pytest.mark.slow
@pytest.mark.viewer_behaviour(10, "hash seeds, locales, numbers of jobs, the order of files")
def test_neither_jobs_nor_seeds_nor_the_order_of_files_change_a_byte(tmp_path: Path) -> None:
    write_folders(tmp_path / "one", pairs=12)
    other = tmp_path / "two"
    made = [path for path in sorted((tmp_path / "one").rglob("*.pddl"))]
    for path in reversed(made):
        copy = other / path.relative_to(tmp_path / "one")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    written = set()
    for folder, jobs, seed, locale in (
        (tmp_path / "one", "1", "0", "C"),
        (tmp_path / "two", "3", "1", "C.UTF-8"),
    ):
        for name in ("text", "json"):
            command = [sys.executable, "-m", "plandiff", "l", "r", "--format", name, "--jobs", jobs]
            environment = plain_environment() | {"PYTHONHASHSEED": seed, "LC_ALL": locale}
            ended = subprocess.run(
                command, cwd=folder, env=environment, capture_output=True, timeout=120, check=False
            )
            assert (ended.returncode, ended.stderr) == (2, b"")
            written.add((name, ended.stdout))
    assert len(written) == 2


@pytest.mark.viewer_behaviour(40)
def test_a_saved_run_opens_without_the_files(tmp_path: Path) -> None:
    write_folders(tmp_path)
    first = batch_of(tmp_path, "--save", "run.json", "--filter", "same")
    for path in tmp_path.rglob("*.pddl"):
        path.unlink()
    again = plandiff("run.json", folder=tmp_path)
    assert (again.status, again.err) == (first.status, "")
    assert plandiff("run.json", "--filter", "same", folder=tmp_path).out == first.out
    assert "x1/d0001.pddl" in again.out


@pytest.mark.slow
@pytest.mark.viewer_behaviour(40)
def test_a_saved_run_says_how_names_were_taken(tmp_path: Path) -> None:
    write_folders(tmp_path, broken=False)
    aligned = batch_of(tmp_path, "--align", "--save", "aligned.json")
    assert "\naligned\n" in aligned.out
    assert "\naligned\n" in plandiff("aligned.json", folder=tmp_path).out
    run = batch_of(tmp_path, "--baseline", "aligned.json")
    said = "compared by name, but aligned.json aligned: scores may be lower or higher"
    assert said in run.out
    assert said in run.err
    again = batch_of(tmp_path, "--align", "--baseline", "aligned.json")
    assert "scores may be" not in again.out + again.err


@pytest.mark.viewer_behaviour(40)
def test_what_is_compared_again_of_a_saved_run_is_compared_as_it_was(tmp_path: Path) -> None:
    write_folders(tmp_path, broken=False)
    given = ("--modulo-commuting", "--plans", "a.plan", "--no-evidence", "--align")
    asked = parse((*given, "l", "r"), {})
    run = Batch("l", "r", (), names=names_of(asked), chosen=chosen_of(asked))
    again = as_compared(parse(("run.json", "--plans", "other"), {}), run)
    assert replace(again, files=()) == replace(asked, files=())
    old = replace(run, names=None, chosen=None)
    assert as_compared(asked, old) == asked
    assert {row.key for row in ROWS} >= KEYS
    batch_of(tmp_path, "--modulo-commuting", "--save", "run.json")
    assert json.loads((tmp_path / "run.json").read_text())["options"] == {"modulo-commuting": True}


@pytest.mark.slow
@pytest.mark.viewer_behaviour(40)
def test_a_baseline_fails_on_what_is_worse_and_on_nothing_else(tmp_path: Path) -> None:
    write_folders(tmp_path, broken=False)
    assert batch_of(tmp_path, "--save", "run.json").status == 1
    same = batch_of(tmp_path, "--baseline", "run.json")
    assert same.status == 0
    assert "Worse than in run.json  nothing" in same.out
    (tmp_path / "l/x2/d0002.pddl").write_text(DOMAIN.format(2, "(r) (p)"))
    worse = batch_of(tmp_path, "--baseline", "run.json")
    assert worse.status == 1
    assert "x2/d0002.pddl: f1 1.000 → 0.800, precision" in worse.out
    assert "-0.200" in worse.out
    assert batch_of(tmp_path, "--baseline", "run.json", "--exit-zero").status == 0


@pytest.mark.viewer_behaviour(40)
def test_a_learned_file_that_is_gone_is_worse_though_it_was_paired_by_words(tmp_path: Path) -> None:
    for name in ("l/sam/bakery/learned.pddl", "l/sam/rovers/learned.pddl", "r/bakery.pddl"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(DOMAIN.format("", ""))
    (tmp_path / "r/rovers.pddl").write_text(DOMAIN.format("", ""))
    batch_of(tmp_path, "--save", "run.json")
    (tmp_path / "l/sam/bakery/learned.pddl").unlink()
    run = batch_of(tmp_path, "--baseline", "run.json", "--format", "brief")
    assert (run.status, run.err) == (
        1,
        "plandiff: 1 pair of run.json gone: sam/bakery/learned.pddl\n",
    )


def test_a_limit_is_what_fails(tmp_path: Path) -> None:
    write_folders(tmp_path, broken=False)
    assert batch_of(tmp_path, "--fail-under", "f1=0.8").status == 0
    run = batch_of(tmp_path, "--fail-under", "f1=0.8", "--fail-under", "precision=0.9")
    assert (run.status, run.err) == (
        1,
        "plandiff: f1=0.8 is kept\nplandiff: precision=0.9 is not kept by 2 of 4 pairs\n",
    )


def test_a_limit_for_two_files() -> None:
    files = ("learned.pddl", "reference.pddl")
    assert plandiff(*files, "--fail-under", "f1=0.8").status == 0
    run = plandiff(*files, "--fail-under", "f1=0.9")
    assert (run.status, run.err) == (1, "plandiff: f1 0.848 is below 0.9\n")
    assert plandiff(*files, env={"PLANDIFF_FAIL_UNDER": "f1=0.9"}).status == 1
    assert plandiff(*files, "--fail-under", "plans=1").err == "plandiff: plans 0.000 is below 1\n"
    assert plandiff(*files, "--no-evidence", "--fail-under", "plans=1").err == (
        "plandiff: plans is undefined, which counts as below 1\n"
        "plandiff: plans: not known without --plans\n"
    )


@pytest.mark.parametrize("name", ["text", "side-by-side", "markdown"])
def test_reports_of_two_files_say_what_is_below_the_limits(name: str) -> None:
    files = ("learned.pddl", "reference.pddl", "--format", name)
    limits = ("--fail-under", "f1=0.9", "--fail-under", "recall=0.1")
    said = "below the limits: f1 0.848 is below 0.9; recall=0.1 is kept"
    assert said in plandiff(*files, *limits).out.replace("\\", "")
    assert "limits: recall=0.1 is kept" in plandiff(*files, *limits[2:]).out
    assert "limits" not in plandiff(*files).out


def test_data_and_pages_of_two_files_say_what_is_below_the_limits() -> None:
    files = ("learned.pddl", "reference.pddl", "--fail-under", "f1=0.9", "--format")
    data = json.loads(plandiff(*files, "json").out)
    assert (data["limits"], data["below"]) == ({"f1": 0.9}, ["f1 0.848 is below 0.9"])
    assert ">below the limits: f1 0.848 is below 0.9</" in plandiff(*files, "html").out
    (result, *_) = json.loads(plandiff(*files, "sarif").out)["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("below-limit", "error")
    assert plandiff(*files, "github").out.startswith(
        "::error file=learned.pddl,line=1,col=1,endLine=1,endColumn=1,title=below-limit"
        "::f1 0.848 is below 0.9\n::warning "
    )


def test_with_limits_a_test_of_two_files_fails_for_them_alone() -> None:
    files = ("learned.pddl", "reference.pddl", "--format", "junit", "--fail-under")
    page = plandiff(*files, "f1=0.9").out
    assert '<testsuites tests="7" failures="1" errors="0">' in page
    assert '<failure message="f1 0.848 is below 0.9" type="below-limit"/>' in page
    kept = plandiff(*files, "f1=0.8")
    assert kept.status == 0
    assert '<testsuites tests="7" failures="0" errors="0">' in kept.out
    assert '<testcase name="f1=0.8" classname="plandiff.limit"/>' in kept.out
    assert "<system-out>\nextra precondition `(not (has ?a ?p))`\n" in kept.out


def test_of_three_files_limits_are_about_the_learned_one(tmp_path: Path) -> None:
    old = tmp_path / "old.pddl"
    old.write_text((DELIVERY / "reference.pddl").read_text())
    files = ("learned.pddl", "reference.pddl", "--before", str(old), "--fail-under", "f1=0.9")
    assert "below the limits: f1 0.848 is below 0.9" in plandiff(*files, "--format", "text").out
    assert json.loads(plandiff(*files, "--format", "json").out)["below"]
    assert "below the limits" in plandiff(*files, "--format", "html").out


def test_with_errors_no_limit_is_known_to_be_kept(tmp_path: Path) -> None:
    torn = tmp_path / "torn.pddl"
    torn.write_text((DELIVERY / "learned.pddl").read_text().rstrip()[:-1])
    run = plandiff(str(torn), "reference.pddl", "--fail-under", "f1=0.1", "--format", "text")
    assert run.status == 2
    assert "limits: f1=0.1 is not known to be kept, as there are errors" in run.out


def test_nothing_of_what_was_learned_is_like_a_reference_without_actions(tmp_path: Path) -> None:
    learned = str(DELIVERY / "reference.pddl")
    (tmp_path / "d.pddl").write_text("(define (domain delivery))")
    for nothing in (os.devnull, "d.pddl"):
        run = plandiff(learned, nothing, "--brief", "--fail-under", "f1=0.9", folder=tmp_path)
        assert (run.status, run.err) == (
            1,
            "plandiff: f1 is undefined, which counts as below 0.9\n",
        )
        assert "3 in 3 of 3 actions (3 extra), 11 in the declarations;" in run.out
        assert "; F1 –;" in run.out
    page = plandiff(learned, "d.pddl", "--format", "html", folder=tmp_path).out
    assert "– = 0/0" in page
    assert "1.000" not in page
    for folder in ("l", "r"):
        (tmp_path / folder).mkdir()
    (tmp_path / "d.pddl").rename(tmp_path / "r/d.pddl")
    (tmp_path / "l/d.pddl").write_text((DELIVERY / "reference.pddl").read_text())
    run = batch_of(tmp_path, "--brief", "--fail-under", "f1=0.9")
    assert (run.status, run.out) == (1, "different  d.pddl  extra action pick-up; F1 –\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("learned.pddl", "reference.pddl", "--fail-under", "lcs=1"),
            "a domain has no score `lcs`; expected one of f1",
        ),
        (("learned.pddl", "reference.pddl", "--fail-under", "fi=1"), "unknown score `fi`"),
        ((".", ".", "--filter", "f1<0.9"), "--filter: 'f1<0.9' is neither a word nor one of"),
        ((".", ".", "--filter", "below"), "--filter: below needs a limit"),
        ((".", ".", "--sort", "delta"), "--sort: delta needs an earlier run (--baseline)"),
        ((".", ".", "--sort", "fi"), "--sort: unknown score `fi`"),
        (
            (".", ".", "--format", "unified"),
            "--format: unified is only for two files; expected one of text",
        ),
        ((".", "nowhere"), "cannot read nowhere: no such file or directory"),
        ((".", ".", "--save", "-"), "--save: expected a file; --format json prints the results"),
        ((".", ".", "--jobs", "0"), "'0' is not a number of processes"),
        ((".", ".", "--save-mapping", "x"), "--save-mapping is only for two domains"),
        ((".", ".", "--before", "learned.pddl"), "--before: learned.pddl is not a directory; . is"),
        (
            (".", ".", "--baseline", "learned.pddl"),
            "error: cannot read saved results from learned.pddl: not JSON: expecting value",
        ),
        (("learned.pddl", "."), "learned.pddl is a file and . a directory; expected two of a kind"),
        (("reference.pddl",), "missing REFERENCE: plandiff reference.pddl REFERENCE"),
        (
            ("learned.pddl", "reference.pddl", "--save", "x"),
            "--save and --baseline are only for directories",
        ),
        (("nothing",), "cannot read nothing: no such file"),
        (("/proc/self/fdinfo",), "no directory with learned.pddl and reference.pddl"),
    ],
)
def test_wrong_usage_is_one_line_and_told_before_the_work(
    arguments: tuple[str, ...], said: str
) -> None:
    run = plandiff(*arguments)
    assert (run.status, run.out) == (2, "")
    assert said in run.err
    assert run.err.count("\n") == 1


def test_folders_with_both_files_of_each_pair() -> None:
    run = plandiff("delivery", folder=Path("examples").resolve(), env={})
    assert run.status == 1
    assert "1 pair compared: 1 different" in run.out


def test_plans_against_the_reference_plan_of_each_problem(tmp_path: Path) -> None:
    delivery = Path(__file__).parents[2] / "examples" / "delivery"
    for name in ("reference.pddl", "p01.pddl"):
        (tmp_path / "r").mkdir(exist_ok=True)
        (tmp_path / "r" / name).write_text((delivery / name).read_text())
    (tmp_path / "r" / "p01.plan").write_text((delivery / "reference.plan").read_text())
    for planner in ("lama", "ff"):
        (tmp_path / "l" / planner).mkdir(parents=True)
        text = (delivery / ("learned.plan" if planner == "ff" else "reference.plan")).read_text()
        (tmp_path / "l" / planner / "p01.plan").write_text(text)
    rows = rows_of(batch_of(tmp_path, "--format", "json"))
    assert {name: row["figures"]["valid"] for name, row in rows.items()} == {
        "ff/p01.plan": 0,
        "lama/p01.plan": 1,
    }
    out = batch_of(tmp_path).out
    assert "1 invalid plan" in out
    assert "fails at step 3" in out


def test_lines_of_json_come_as_pairs_finish(tmp_path: Path) -> None:
    write_folders(tmp_path, pairs=3)
    out = batch_of(tmp_path, "--format", "ndjson").out
    head, *rows = map(json.loads, out.splitlines())
    assert head["format"] == "plandiff batch"
    assert [row["pair"] for row in rows] == sorted(row["pair"] for row in rows)
    assert rows == json.loads(batch_of(tmp_path, "--format", "json").out)["pairs"]


def test_lines_of_json_tell_of_pairs_that_are_gone(tmp_path: Path) -> None:
    write_folders(tmp_path, pairs=3)
    before = json.loads(batch_of(tmp_path, "--save", "run.json", "--format", "json").out)["pairs"]
    gone = next(row for row in before if row["status"] == "different")
    for side in ("learned", "reference"):
        (tmp_path / gone[side]).unlink()
    for arguments in ((), ("--sort", "f1")):
        lines = batch_of(tmp_path, "--baseline", "run.json", "--format", "ndjson", *arguments).out
        assert json.loads(lines.splitlines()[-1]) == {
            "pair": gone["pair"],
            "status": "gone",
            "worse": ["gone"],
        }


@pytest.mark.slow
def test_work_in_proportion_to_the_number_of_pairs(tmp_path: Path) -> None:
    for count in (10, 80):
        write_folders(tmp_path / str(count), pairs=count, broken=False)
    assert takes_linear_time(
        lambda count: batch_of(tmp_path / str(count), "--jobs", "1", "--format", "json"), 10
    )


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.e2e
def test_a_killed_process_costs_no_row_and_ctrl_c_ends_all(tmp_path: Path) -> None:
    write_folders(tmp_path, pairs=300, broken=False)
    command = ("plandiff", "l", "r", "--jobs", "2", "--format", "json")
    with running(*command, folder=tmp_path) as process:
        os.kill(workers_of(process, 2)[0], signal.SIGKILL)
        out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (1, "")
    assert json.loads(out)["counts"]["failed"] == 0
    with running(*command, folder=tmp_path) as process:
        workers = workers_of(process, 2)
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate(timeout=120) == ("", "")
    assert process.returncode == 130
    wait_until(lambda: not any(map(is_alive, workers)))


@pytest.mark.slow
def test_who_is_told_of_a_pair_may_end_it(tmp_path: Path) -> None:
    write_slow_pair(tmp_path / "pair")

    def stop(number: int, far: ProgressReport) -> None:
        raise StoppedError(f"{number} {far}")

    pairs = [pair for pair, _ in pairs_below(str(tmp_path))]
    with pytest.raises(StoppedError, match="0 plans"):
        list(compare_in_order(pairs, Options(jobs=1), stop))


@pytest.mark.slow
def test_rows_come_as_they_finish(tmp_path: Path) -> None:
    folder = write_folders(tmp_path, pairs=20, broken=False)
    pairs = pairs_between(str(folder / "l"), str(folder / "r")).pairs
    finished = compare_as_finished(pairs, Options(jobs=2), lambda *_: None, ignore_progress)
    numbers = [number for number, _ in finished]
    assert sorted(numbers) == list(range(20))


@pytest.mark.slow
def test_who_asks_whether_rows_are_wanted_may_end_them(tmp_path: Path) -> None:
    folder = write_folders(tmp_path, pairs=20, broken=False)
    pairs = pairs_between(str(folder / "l"), str(folder / "r")).pairs

    def stop(*_: object) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        list(compare_as_finished(pairs, Options(jobs=2), stop, ignore_progress))


def test_a_missing_file_scores_nothing_and_is_in_no_mean_of_compared_pairs(tmp_path: Path) -> None:
    text = (DELIVERY / "reference.pddl").read_text()
    for file in ("learned/d.pddl", "reference/d.pddl"):
        (tmp_path / file).parent.mkdir()
        (tmp_path / file).write_text(text)
    same = plandiff("learned", "reference", folder=tmp_path)
    assert same.out.splitlines()[0] == "learned vs. reference: 1 pair compared: 1 identical"
    assert len(same.out.splitlines()) == 2  # with how names were matched
    (tmp_path / "reference" / "header.pddl").write_text("(define (domain delivery))")
    missing = plandiff("learned", "reference", folder=tmp_path)
    assert missing.out.splitlines()[1].endswith("; F1 0.500 with 1 missing as 0")
    assert missing.out.endswith("1 reference without a learned file: header.pddl\n")
    document = json.loads(plandiff("learned", "reference", "--format", "json", folder=tmp_path).out)
    (row,) = (pair for pair in document["pairs"] if pair["status"] == "missing")
    assert {*row["figures"].values()} <= {0.0, None}
    mean = {"mean": 1.0, "n_defined": 1, "with_missing": 0.5}
    assert document["means"]["domain"]["f1"] == mean
