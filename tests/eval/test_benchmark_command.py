"""`planeval benchmark` with real learners: our own, and a command of the user's."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import statistics
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from planeval.benchmark.observed import Making
from planeval.benchmark.task import SplitMethod
from planeval.benchmark.unit import arguments, measure
from planeval.cli import main
from planeval.learners.description import Learner
from planeval.programs.bounds import Bounds
from planeval.suite.folder import own_entry
from planfiles.errors import MachineError
from planfiles.version import __version__
from support.command import run_command
from support.examples import DELIVERY
from support.plandiff_run import plain_environment
from support.programs import wait_until
from support.small_benchmark import SMALL, TINY, benchmark, command, values_of


@pytest.fixture(scope="module")
def report() -> Any:
    """A learner of our own and a user's on a domain, with and without noise."""
    learners = ("--learner", "sam", "--learner", command("learn"))
    return benchmark("--domains", "tram", "--noise", "0,0.1", *learners)


@pytest.fixture(scope="module")
def large_report() -> Any:
    """Our own learners and a user's, on two domains, with and without noise."""
    return benchmark(
        *("--domains", "library", "tram", "--noise", "0,0.1"),
        *("--learner", "sam", "--learner", "locm", "--learner", command("learn")),
    )


@pytest.mark.slow
def test_json_has_a_row_for_each_figure_of_each_fold_and_their_summary(large_report: Any) -> None:
    report = large_report
    assert (report["format"], report["version"]) == ("planeval benchmark", 4)
    keys = {"learner", "domain", "noise", "fold", "trajectories", "metric", "value", "counts"}
    assert {frozenset(row) for row in report["rows"]} == {frozenset(keys)}
    folds = {(r["learner"], r["domain"], r["noise"], r["fold"]) for r in report["rows"]}
    assert len(folds) == len(report["attempts"]) == 3 * 2 * 2 * 2
    assert {fold for *_, fold in folds} == {1, 2}, "as in the folders of --save-learned"
    assert {each["class"] for each in report["attempts"]} == {"learned"}


@pytest.mark.slow
def test_means_and_deviations_are_those_of_the_rows(report: Any) -> None:
    groups: dict[tuple[Any, ...], list[float | None]] = defaultdict(list)
    for row in report["rows"]:
        for domain in (row["domain"], None):
            key = (row["learner"], domain, row["noise"], row["metric"])
            groups[key].append(row["value"])
    assert len(report["summary"]) == len(groups)
    for row in report["summary"]:
        every = groups[row["learner"], row["domain"], row["noise"], row["metric"]]
        values = [value for value in every if value is not None]
        assert (row["n"], row["n_undefined"]) == (len(values), len(every) - len(values))
        assert row["n_failed"] == 0
        if not values:
            assert row["mean"] is row["deviation"] is row["min"] is None
            continue
        assert row["mean"] == pytest.approx(fmean(values))
        assert (row["min"], row["max"]) == (min(values), max(values))
        deviation = statistics.stdev(values) if len(values) > 1 else None
        assert row["deviation"] == pytest.approx(deviation, abs=1e-12)


def test_shares_are_their_counts(report: Any) -> None:
    counted = [row for row in report["rows"] if "denominator" in row["counts"]]
    assert counted
    for row in counted:
        share = row["counts"]["denominator"]
        if row["value"] is not None and share:
            assert row["value"] == pytest.approx(row["counts"]["numerator"] / share)


def test_without_noise_sam_is_safe_and_with_noise_nobody_is_perfect(report: Any) -> None:
    for metric in ("applicability_precision_macro", "effects_precision_macro"):
        values = values_of(report, "sam", 0, metric)
        assert set(values) == {1.0}, "what SAM allows, the reference allows"
    seen = values_of(report, "learn", 0, "trace_consistency")
    assert min(seen) > 0.5, "the learner of the user was given what it needs"
    assert min(values_of(report, "sam", 0.1, "similarity")) < min(
        values_of(report, "sam", 0, "similarity")
    )


@pytest.mark.slow
def test_locm_is_measured_on_states_through_its_codec(large_report: Any) -> None:
    assert len(values_of(large_report, "locm", 0, "applicability_recall_macro")) == 4
    assert max(values_of(large_report, "locm", 0, "trace_consistency")) > 0.5


@pytest.mark.slow
def test_a_repetition_gives_the_same_figures_costs_aside(report: Any) -> None:
    again = benchmark("--domains", "tram", "--noise", "0.1", "--learner", "sam")
    costs = ("learn_", "call_")

    def figures(data: Any) -> list[Any]:
        return [
            row
            for row in data["rows"]
            if (row["learner"], row["domain"], row["noise"]) == ("sam", "tram", 0.1)
            and not row["metric"].startswith(costs)
        ]

    assert figures(again) == figures(report), "whatever else is in the same benchmark"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("manner", "outcome", "reason"),
    [
        ("fail", "failed", "exit status 1: this learner does not like its input"),
        ("nothing", "no domain", "exited successfully without writing a domain"),
        ("prose", "unreadable", "the learner's output is not a domain"),
        ("torn", "unreadable", "the learner's output is not PDDL: "),
        ("wait", "timeout", "time limit of 2 s reached"),
        ("eat", "memout", "memory limit of 150 MiB reached"),
        ("write", "too much output", "output limit of 256 MiB reached"),
        # A domain that was written before says nothing: it may be half of it.
        ("learn-then-fail", "failed", "exit status 1: this learner does not like its input"),
        ("learn-then-wait", "timeout", "time limit of 2 s reached"),
        ("learn-then-eat", "memout", "memory limit of 150 MiB reached"),
        ("learn-then-write", "too much output", "output limit of 256 MiB reached"),
    ],
)
def test_a_learner_that_fails_is_a_row_with_its_reason(
    manner: str, outcome: str, reason: str
) -> None:
    data = benchmark(
        *("--domains", "library", "--learner", command(manner), "--learner", "sam"),
        *("--time", "2" if manner.endswith("wait") else "15", "--memory", "150"),
    )
    theirs = [each for each in data["attempts"] if each["learner"] == manner]
    assert {each["class"] for each in theirs} == {outcome}
    assert all(each["reason"].startswith(reason) for each in theirs), theirs
    assert {each["class"] for each in data["attempts"] if each["learner"] == "sam"} == {"learned"}
    mean = next(
        row
        for row in data["summary"]
        if (row["learner"], row["domain"], row["metric"]) == (manner, None, "similarity")
    )
    assert (mean["mean"], mean["n"], mean["n_failed"]) == (None, 0, 2)


def test_learners_of_a_file_with_their_version(tmp_path: Path) -> None:
    file = tmp_path / "learners.toml"
    words = [sys.executable, str(TINY), "learn", "{domain}", "{trajectories}", "{output}"]
    file.write_text(
        f"[learners.mine]\ncommand = {json.dumps(words)}\n"
        f"version_command = {json.dumps([sys.executable, '--version'])}\n"
    )
    data = benchmark("--domains", "library", "--learner", str(file))
    assert data["learners"][0]["learner"] == "mine"
    assert data["learners"][0]["version"].startswith("Python 3")


@pytest.mark.skipif(sys.platform == "win32", reason="programs without an ending")
def test_paths_in_a_file_of_learners_are_relative_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "files" / "learn"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\n[ "$1" = --version ] && echo ours && exit\ncp "$1" "$2"\n')
    program.chmod(0o755)
    (tmp_path / "files" / "mine.toml").write_text(
        '[learners.mine]\nversion_command = "./learn --version"\n'
        'command = "./learn {domain} {output} {trajectories}"\n'
    )
    monkeypatch.chdir(tmp_path)
    data = benchmark("--domains", "library", "--learner", "files/mine.toml")
    assert data["learners"][0]["version"] == "ours"
    assert {each["class"] for each in data["attempts"]} == {"learned"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--learner", "smm"), "did you mean `sam`"),
        (("--learner", "amlgym-sam"), "is not installed: planeval learners install amlgym"),
        (("--learner", "x: ./learn {domain}"), "lacks {trajectories}"),
        (("--learner", "x: ./a {trajectory} {output}"), "{trajectory} is unknown; expected one of"),
        (("--learner", "x: 'open"), "x: no closing quotation"),
        (("--learner", "sam", "--learner", "sam"), "duplicate learner name 'sam'"),
        pytest.param(("--folds", "20"), "cannot be split into 20 folds", marks=pytest.mark.slow),
        (("--trajectories", "1"), "1 trajectory cannot be split into 2 folds"),
        (("--noise", "2"), "not a list of rates from 0 to 1"),
        (("--split", "80"), "is not a split"),
        (("--split", "80/30"), "'80/30' is not a split: the sum must be 100, as in 80/20"),
        pytest.param(("--source", "given"), "canal: no trajectories: ", marks=pytest.mark.slow),
        (("--lerner", "sam"), "unknown option `--lerner`; did you mean `--learner`?"),
        (("--domains", "trem"), "did you mean `tram`"),
        (("--suite", "nowhere"), "no such directory"),
        (("--suite", "nowhere", "--learner", "smm"), "did you mean `sam`"),
        (("--suite", "nowhere", "--planner", "kairo"), "did you mean `kairos`"),
    ],
)
def test_wrong_words_are_told_before_any_work(
    arguments: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PLANEVAL_LEARNERS", str(tmp_path))
    done = run_command(main, "benchmark", *SMALL, *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="programs without an ending")
def test_a_command_that_cannot_start_is_a_row_and_tried_again_when_the_run_goes_on(
    tmp_path: Path,
) -> None:
    script = tmp_path / "learn"
    learner = f"x: {script} learn {{domain}} {{trajectories}} {{output}}"
    kept = ("--domains", "library", "--run", tmp_path / "run", "--learner", learner)
    typo = run_command(main, "benchmark", *SMALL, *kept)
    assert (typo.returncode, typo.stdout) == (2, "")
    assert typo.stderr == f"planeval: error: x: no such file: {script}\n"
    assert not (tmp_path / "run").exists()
    script.write_text("#!/no/such/shell")
    script.chmod(0o755)
    data = benchmark(*kept)
    assert {each["class"] for each in data["attempts"]} == {"lost"}
    assert all(f"cannot run {script}: " in each["reason"] for each in data["attempts"])
    assert {(row["n"], row["n_failed"]) for row in data["summary"]} <= {(0, 0)}
    told = run_command(main, "status", tmp_path / "run").stdout
    assert "(x library noise 0 fold 1; x library noise 0 fold 2)" in " ".join(told.split())
    beside = (*SMALL, *kept, "--learner", "sam", "--learner", command("fail"))
    text = run_command(main, "benchmark", *beside).stdout
    assert text.splitlines()[0].endswith("2 not learned; 2 lost")
    script.write_text(f'#!/bin/sh\nexec {sys.executable} {TINY} "$@"\n')
    assert {each["class"] for each in benchmark(*kept)["attempts"]} == {"learned"}


@pytest.mark.skipif(sys.platform == "win32", reason="programs without an ending")
def test_a_script_that_only_another_machine_has_is_lost_here() -> None:
    """Where a cluster does the work nobody refuses it before: its worker may have it."""
    places = ("{domain}", "{trajectories}", "{output}")
    learner = Learner("mine", ("sh", "/no/such/learn.sh", *places))
    asked = learner, own_entry("museum", 2, 0), 0.0, (0, 1), Making(count=2, length=4)
    with pytest.raises(MachineError, match=r"mine: no such file: /no/such/learn\.sh"):
        measure(arguments(*asked, SplitMethod(2), Bounds(20, 4_000)))


@pytest.mark.slow
def test_json_says_with_what_it_was_made(tmp_path: Path) -> None:
    """The values that were used, also where none was asked for; memory in bytes everywhere."""
    saving = ("--learner", "sam", "--save-learned", tmp_path / "saved")
    benchmark("--domains", "library", *saving)
    (saved,) = (tmp_path / "saved").rglob("fold1")
    walked, given = (tmp_path / "suite" / name for name in ("walked", "given"))
    walked.mkdir(parents=True)
    given.mkdir()
    shutil.copy(DELIVERY / "reference.pddl", walked)
    shutil.copy(DELIVERY / "p01.pddl", walked)
    shutil.copy(saved / "reference.pddl", given)
    for trajectory in (saved / "test.trajectories").iterdir():
        shutil.copy(trajectory, given / f"{trajectory.name}.trajectory")
    done = run_command(
        main,
        *("benchmark", "--suite", tmp_path / "suite", "--trajectories", "2", "--folds", "2"),
        *("--learner", "sam", "--learner", command("learn"), "--memory", "500", "--time", "9"),
        *("--jobs", "1", "--run", tmp_path / "run", "--format", "json"),
    )
    data = json.loads(done.stdout)
    assert data["settings"]["source"] == {"given": "given", "walked": "walks"}
    assert data["settings"]["length"] == {"given": "whole", "walked": 30}
    limits = dict(data["limits"])
    assert limits.pop("enforced")["system"] == sys.platform
    assert limits == {"time": 9, "memory": 500 * 2**20, "planner_time": None}
    assert data["program"] == __version__
    assert data["machine"]["processors"] >= 1
    (session,) = json.loads((tmp_path / "run" / "manifest.json").read_text())["sessions"]
    assert session["limits"] == data["limits"]
    text = run_command(main, "benchmark", *SMALL, "--domains", "library", "--learner", "sam").stdout
    assert "Limits per fold: 300 s wall-clock, 4,000 MiB\n" in text
    assert "Machine: " in text


@pytest.mark.slow
def test_a_learned_domain_with_errors_of_its_own_is_said(tmp_path: Path) -> None:
    """It is measured as far as it can be read, and nobody has to find out by looking."""
    page, asked = tmp_path / "page.html", ("--domains", "relay", *SMALL)
    learners = ("--learner", command("learn"), "--learner", command("undeclared"))
    data = benchmark(*asked, *learners)
    wrong = [each for each in data["attempts"] if each["errors"]]
    assert {each["learner"] for each in wrong} == {"undeclared"}
    assert {each["class"] for each in data["attempts"]} == {"learned"}
    first = wrong[0]["errors"]
    (error,) = first
    text = wrong[0]["learned"].splitlines()
    place, message = error.split(": ", 1)
    assert message.startswith("undeclared predicates ")
    name, *others = re.findall("`(.*?)`", message)
    assert f"({name}" in text[int(place.removeprefix("line ")) - 1]
    assert len(others) > 3
    counts = {(r["learner"], r["value"]) for r in data["rows"] if r["metric"] == "errors"}
    assert ("learn", 0) in counts
    assert all(value > 0 for learner, value in counts if learner == "undeclared")
    shown = run_command(main, "benchmark", *asked, *learners).stdout
    assert shown.startswith("2 learners, 1 domain, 4 folds; 2 with errors\n")
    assert "Learned with errors" in shown
    assert first[0] in " ".join(shown.split())
    run_command(main, "benchmark", *asked, *learners, "-o", page)
    assert "Learned with errors" in page.read_text()


@pytest.mark.slow
def test_a_learner_may_write_the_codec_of_its_words() -> None:
    """States are measured through it, so figures of states are those of the same domain under the
    names of the reference; one that cannot be read is said."""
    plain, coded, wrong = (
        benchmark("--domains", "canal", "--learner", command(manner))
        for manner in ("learn", "coded", "miscoded")
    )
    states = ("applicability", "effects_precision", "effects_recall", "trace")
    figures, again = (
        [
            (row["metric"], row["fold"], row["value"])
            for row in data["rows"]
            if row["metric"].startswith(states)
        ]
        for data in (plain, coded)
    )
    assert figures == again
    assert any(value for _, _, value in figures)
    assert {each["class"] for each in wrong["attempts"]} == {"unreadable"}
    (reason,) = {each["reason"] for each in wrong["attempts"]}
    assert reason.startswith("its codec, OUTPUT.codec.json: ")


@pytest.mark.slow
def test_what_a_codec_does_not_carry_is_no_figure() -> None:
    """With one that carries nothing every state comes back empty, as it is said to be."""
    data = benchmark("--domains", "library", "--learner", command("silent"))
    assert {each["class"] for each in data["attempts"]} == {"learned"}
    found = {
        name: [(row["value"], row["counts"]) for row in data["rows"] if row["metric"] == name]
        for name in ("trace_consistency", "codec_states", "codec_atoms", "codec_actions")
    }
    assert [value for value, _ in found["trace_consistency"]] == [None, None]
    for name, share in (("codec_states", 0), ("codec_atoms", 0), ("codec_actions", 1)):
        assert [value for value, _ in found[name]] == [share, share], name
        assert all(counts["denominator"] > 0 for _, counts in found[name]), name
    asked = ("benchmark", *SMALL, "--domains", "library", "--learner", command("silent"))
    text = run_command(main, *asked).stdout
    assert "its codec round-trips 0.000 of the atoms of states" in text


def test_random_splits() -> None:
    data = benchmark("--domains", "library", "--split", "50/50", "--learner", "sam")
    assert len(data["attempts"]) == 2
    assert data["settings"]["test_share"] == 0.5


def test_a_run_is_continued_and_every_format_is_written(tmp_path: Path) -> None:
    learners = ("--learner", "sam", "--learner", command("fail"))
    arguments = ("benchmark", *SMALL, "--domains", "library", *learners, "--run", tmp_path / "run")
    for name in ("b.html", "b.csv", "b.tsv", "b.md", "b.txt"):
        done = run_command(main, *arguments, "-o", tmp_path / name)
        assert (done.returncode, done.stdout) == (1, "")
    page = (tmp_path / "b.html").read_text()
    assert page.count('class="plot heat"') == 3
    assert "Not learned" in page
    assert "this learner does not like its input" in page
    markdown = (tmp_path / "b.md").read_text()
    mean, deviation = re.findall(r"\| sam \| ([\d.]+) (±[\d.]+) ", markdown)[0]
    assert re.search(rf">{mean} (<[^>]*>)?{re.escape(deviation)}", page)
    rows = list(csv.DictReader(io.StringIO((tmp_path / "b.csv").read_text())))
    classes = [row["class"] for row in rows if row["class"]]
    assert classes == ["learned", "learned", "failed", "failed"]
    assert {row["fold"] for row in rows if not row["class"]} >= {"mean", "at least", "defined"}
    assert [row["readable"] for row in rows if row["class"]] == ["1.0", "1.0", "0.0", "0.0"]
    _check_actions([row for row in rows if row["learner"] == "sam" and row["domain"] == "library"])
    assert "planeval benchmark" in (tmp_path / "run" / "manifest.json").read_text()


def _check_actions(rows: Sequence[dict[str, str]]) -> None:
    """The figures of a fold are those of its actions, summed up."""
    by_name = {(row["fold"], row["action"]): row for row in rows}
    actions = list(dict.fromkeys(name for _, name in by_name if name))
    assert len(actions) > 2
    for column in ("similarity", "eff_recall_macro", "applicability_precision_macro"):
        for fold in "12":
            whole, *each = (by_name[fold, name][column] for name in ("", *actions))
            assert float(whole) == pytest.approx(fmean(float(value) for value in each if value))
        for name in actions:
            one, other, mean = (by_name[which, name][column] for which in ("1", "2", "mean"))
            values = [float(value) for value in (one, other) if value]
            assert mean == "" if not values else float(mean) == pytest.approx(fmean(values))
            assert by_name["defined", name][column] == str(len(values))
    counts = [float(by_name["1", name]["pre_tp_micro"]) for name in ("", *actions)]
    assert counts[0] == sum(counts[1:])


@pytest.mark.slow
def test_a_run_asks_a_learner_again_whose_script_was_edited(tmp_path: Path) -> None:
    script, file = tmp_path / "learn.py", tmp_path / "l.toml"
    words = [sys.executable, str(script), "learn", "{domain}", "{trajectories}", "{output}"]
    file.write_text(f"[learners.mine]\ncommand = {json.dumps(words)}\n")
    kept = ("--domains", "library", "--learner", file, "--run", tmp_path / "run")
    seconds = []
    for text, outcome in ((TINY.read_text(), "learned"), ("raise SystemExit(3)", "failed")):
        script.write_text(text)
        first, again = benchmark(*kept), benchmark(*kept)
        assert {each["class"] for each in first["attempts"]} == {outcome}
        seconds.append(values_of(first, "mine", 0, "call_wall"))
        assert values_of(again, "mine", 0, "call_wall") == seconds[-1], "not done anew for nothing"
    assert len(seconds[0]) == 2


@pytest.mark.slow
@pytest.mark.needs("module:kairos")
def test_problems_kept_back_are_solved_with_what_was_learned(tmp_path: Path) -> None:
    """Through the codec of a learner that speaks its own words."""
    own = tmp_path / "own.toml"
    line = json.dumps(command("learn").partition(": ")[2])
    own.write_text(f'[mine]\nwords = "own"\ncommand = {line}\n')
    data = benchmark(
        *("--domains", "library", "--noise", "0,0.2", "--planner", "kairos"),
        *("--learner", "sam", "--learner", "locm", "--learner", command("fail")),
        *("--learner", own),
    )
    assert data["settings"]["planner"].startswith("kairos ")
    solved = values_of(data, "sam", 0, "solving_ratio")
    assert solved
    assert values_of(data, "sam", 0, "false_plans_ratio") == [0.0, 0.0], "SAM is safe"
    counts = [row["counts"] for row in data["rows"] if row["metric"] == "solving_ratio"]
    assert [each["denominator"] for each in counts if each] == [2.0] * 8, "two problems a fold"
    assert values_of(data, "sam", 0.2, "solving_ratio") != solved
    assert values_of(data, "locm", 0, "solving_ratio") == solved
    assert values_of(data, "mine", 0, "similarity")
    assert values_of(data, "mine", 0, "solving_ratio") == [], "nobody knows its words"
    alone = run_command(main, "benchmark", *SMALL, "--planner", "no-such")
    assert alone.returncode == 2
    assert "unknown planner 'no-such'" in alone.stderr


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="sh, kill -9")
def test_a_benchmark_that_is_killed_while_a_planner_works_leaves_no_folder(tmp_path: Path) -> None:
    temporary, begun = tmp_path / "temporary", tmp_path / "begun"
    temporary.mkdir()
    planner = f"slow: sh -c 'echo > {begun}; exec sleep 15' - {{domain}} {{problem}}"
    words = ["benchmark", *SMALL, "--domains", "library", "--learner", "sam", "--planner", planner]
    with subprocess.Popen(
        [sys.executable, "-m", "planeval", *words],
        env=plain_environment() | {"TMPDIR": str(temporary)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        wait_until(begun.exists)
        process.kill()
    wait_until(lambda: not any(temporary.iterdir()))


@pytest.mark.slow
def test_a_report_of_a_learner_on_itself_that_cannot_be_read_is_told() -> None:
    """Its domain counts all the same; where its seconds come from is known."""
    asked = ("benchmark", *SMALL, "--domains", "canal", "--learner", command("misreporting"))
    done = run_command(main, *asked, "--format", "json")
    told = "OUTPUT.json:1:28: not JSON: expecting ',' delimiter"
    for attempt in json.loads(done.stdout)["attempts"]:
        assert (attempt["class"], attempt["remark"]) == ("learned", told)
    text = run_command(main, *asked).stdout
    below = text.partition("Unusable output of learners\n")[2].splitlines()
    assert below[1].split(maxsplit=5) == ["misreporting", "canal", "0", "1", "2", told]
    rows = list(csv.DictReader(io.StringIO(run_command(main, *asked, "--format", "csv").stdout)))
    assert [row["remark"] for row in rows if row["class"]] == [told, told]
    assert told.replace("'", "&#x27;") in run_command(main, *asked, "--format", "html").stdout
