"""`planeval benchmark --planner`: the figures of `planeval solve`, and what they cost."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from plancore.metrics.attempts import Attempt, AttemptClass, Solving
from planeval.benchmark.solved import attempt_in
from planeval.benchmark.solving import Solver, figures_of_solving, tried_with
from planeval.cli import main
from planeval.planners.description import Ready
from planeval.work.unit import UnitRow, UnitState
from planfiles.bounded.limits import MIB
from support.command import run_command
from support.examples import DELIVERY
from support.page import Page
from support.small_benchmark import SMALL, TINY, benchmark, command

N_PROBLEMS = 4
needs_shell = pytest.mark.skipif(
    sys.platform == "win32", reason="the planner is a line of the shell"
)
needs_scripts = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows starts no script by its first line"
)
OF_TIME = (
    *("cpu_ratio_median", "cpu_ratio_geomean", "n_below_both"),
    *("par2_learned", "par2_reference"),
)
"""What is another number each time."""
OF_REFERENCE = {"plan_recall", "unsolvable_precision", "cpu_ratio_geomean", "cost_ratio_geomean"}


def figures(data: Any, learner: str, fold: int) -> dict[str, tuple[float | None, Any]]:
    return {
        row["metric"]: (row["value"], row["counts"])
        for row in data["rows"]
        if (row["learner"], row["fold"]) == (learner, fold)
    }


def tried(data: Any, learner: str, fold: int) -> list[tuple[Any, ...]]:
    names = ("problem", "class", "steps", "cost", "with_reference", "accepted")
    (attempt,) = (
        each for each in data["attempts"] if (each["learner"], each["fold"]) == (learner, fold)
    )
    return [tuple(each[name] for name in names) for each in attempt["solving"]]


def outcomes(data: Any) -> list[str]:
    """What came of each problem with what was learned, and with the reference."""
    solvings = [each for attempt in data["attempts"] for each in attempt["solving"]]
    return [each[name] for each in solvings for name in ("class", "with_reference")]


@pytest.mark.slow
@pytest.mark.needs("module:kairos")
def test_what_was_saved_is_solved_again_with_the_same_figures(tmp_path: Path) -> None:
    """Through the codec of a learner, and with what it has learned from noise: in part wrong."""
    saved, limits = tmp_path / "saved", ("--time", "10", "--memory", "500")
    data = benchmark(
        *("--domains", "library", "--noise", "0.1", "--planner", "kairos", "--memory", "500"),
        *("--learner", "sam", "--learner", "locm", "--learner", command("coded")),
        *("--save-learned", saved),
    )
    for learner in ("sam", "locm", "coded"):
        for fold in (1, 2):
            here = saved / f"{learner}-noise0.1" / "library" / f"fold{fold}"
            codec = () if learner == "sam" else ("--codec", here / "codec.json")
            assert (here / "codec.json").exists() == bool(codec)
            models = (here / "learned.pddl", here / "reference.pddl", here / "problems")
            done = run_command(main, "solve", *models, *codec, *limits, "--format", "json")
            report = json.loads(done.stdout)
            metrics = report["metrics"]
            assert tried(data, learner, fold) == [
                (
                    each["problem"].removesuffix(".pddl"),
                    *(each[name] for name in ("class", "length", "cost")),
                    each["with_reference"]["class"],
                    each["with_reference"]["in_learned"]["verdict"] == "valid",
                )
                for each in report["problems"]
            ]
            found = figures(data, learner, fold)
            assert found["n_attempts"][0] == N_PROBLEMS / 2
            compared = found.keys() & metrics.keys() - {*OF_TIME}
            assert compared >= {
                "solving_ratio",
                "plan_recall",
                "plan_quality",
                "cost_ratio_geomean",
            }
            for name in compared:
                value = metrics[name]
                # Means and counts of them are told in an object of their own.
                plain = value["mean"] if isinstance(value, dict) else value
                assert found[name][0] == pytest.approx(plain), (learner, fold, name)
    recalls = [figures(data, learner, 1)["plan_recall"] for learner in ("sam", "locm", "coded")]
    assert {counts["denominator"] for _, counts in recalls} == {2.0}


@pytest.mark.slow
@needs_shell
def test_why_problems_are_not_solved_is_told_once_for_each_class(tmp_path: Path) -> None:
    asked = (
        "--domains",
        "library",
        "--learner",
        "sam",
        "--learner",
        command("coded"),
        "--only-learned",
    )
    planner = "lost: sh -c 'echo I am lost >&2; exit 3' - {domain} {problem}"
    whole = ("benchmark", *SMALL, *asked, "--planner", planner, "--run", tmp_path / "run")
    text = run_command(main, *whole).stdout
    below = text.partition("Without a valid plan\n")[2].partition("\n\n")[0].splitlines()[1:]
    first = benchmark(*asked, "--planner", planner)["attempts"][0]["solving"][0]
    told = f"fold 1, {first['problem']}: {first['reason']}"
    assert "I am lost" in told
    for line, learner in zip(below, ("sam", "coded"), strict=True):
        assert " ".join(line.split()) == f"{learner} library 0 planner error {N_PROBLEMS} {told}"
    page = run_command(main, *whole, "--format", "html").stdout
    assert Page(page).text.count(f"fold 1, {first['problem']}") >= 1
    assert "with references no" in Page(page).text


@pytest.mark.slow
@needs_scripts
def test_a_planner_that_cannot_be_started_is_not_held_against_what_was_learned(
    tmp_path: Path,
) -> None:
    """Nor is what was learned lost with it."""
    script = tmp_path / "plan"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    asked = ("--domains", "library", "--learner", "sam", "--run", tmp_path / "run")
    whole = ("benchmark", *SMALL, *asked, "--planner", f"mine: {script} {{domain}} {{problem}}")
    done = run_command(main, *whole)
    assert done.returncode == 1
    assert done.words.startswith(
        f"1 learner, 1 domain, 2 folds; {N_PROBLEMS} problems without a result; "
        f"{N_PROBLEMS} problems without a result for the reference"
    )
    below = done.stdout.partition("Without a valid plan\n")[2].splitlines()[1].split()
    assert below[:6] == ["sam", "library", "0", "no", "result", str(N_PROBLEMS)]
    data = json.loads(run_command(main, *whole, "--format", "json").stdout)
    found = figures(data, "sam", 1)
    assert found["similarity"][0] is not None
    assert found["solving_ratio"][0] is found["plan_recall"][0] is None


@pytest.mark.parametrize("state", [UnitState.LOST, UnitState.FAILED])
def test_a_unit_without_a_result_is_an_attempt_without_one(state: UnitState) -> None:
    """It is counted, and is in no share."""
    solver = Solver(Ready("mine", "1", ("mine",)), 10, 500 * MIB)
    made = Attempt(problem="p2", planner="mine", attempt_class=AttemptClass.GAVE_UP)
    rows = (
        UnitRow(state, {}, "its machine has no room", 0.0),
        UnitRow(UnitState.DONE, made.data(), "", 0.0),
    )
    attempts = [attempt_in(row, name, solver) for row, name in zip(rows, ("p1", "p2"), strict=True)]
    solvings = [Solving(attempt, None) for attempt in attempts]
    found = figures_of_solving(solvings, solver, with_references=False)
    names = ("n_attempts", "n_no_result", "solving_ratio")
    assert [found[name].value for name in names] == [1, 1, 0]
    first = tried_with(solvings[0])
    assert (first.problem, first.outcome, first.reason) == (
        "p1",
        "no_result",
        "its machine has no room",
    )


def counted(log: Path, rest: str = "") -> str:
    """A planner that leaves a line for each time that it is asked."""
    return f"counted: sh -c {shlex.quote(f'echo asked >> {log}; {rest}')} - {{domain}} {{problem}}"


def n_asked(log: Path) -> int:
    n_lines = len(log.read_text().splitlines())
    log.unlink()
    return n_lines


@pytest.mark.slow
@needs_shell
def test_the_reference_is_solved_once_for_all_learners_rates_and_folds(tmp_path: Path) -> None:
    log, run = tmp_path / "log", tmp_path / "run"
    asked = ("--domains", "library", "--learner", "sam", "--learner", "locm", "--noise", "0,0.1")
    first = benchmark(*asked, "--planner", counted(log), "--run", run)
    assert n_asked(log) == N_PROBLEMS * (2 * 2 + 1)
    assert first["settings"]["with_references"] is True
    again = benchmark(*asked, "--planner", counted(log), "--run", run)
    assert not log.exists(), "all is kept"
    assert again["rows"] == first["rows"]
    alone = benchmark(*asked, "--planner", counted(log), "--only-learned")
    assert n_asked(log) == N_PROBLEMS * 2 * 2
    assert alone["settings"]["with_references"] is False
    names = {row["metric"] for row in alone["rows"]}
    assert "plan_precision" in names
    assert not names & OF_REFERENCE


@pytest.mark.slow
@needs_shell
def test_another_planner_solves_with_what_was_learned_before(tmp_path: Path) -> None:
    log, learner = tmp_path / "log", tmp_path / "learned"
    inner = f"echo learned >> {learner}; exec {shlex.join((sys.executable, str(TINY)))} learn"
    learning = (
        f"mine: sh -c {shlex.quote(f'{inner} $1 $2 $3')} - {{domain}} {{trajectories}} {{output}}"
    )
    kept = ("--domains", "library", "--learner", learning, "--run", tmp_path / "run")
    first = benchmark(*kept)
    assert n_asked(learner) == 2
    solved = benchmark(*kept, "--planner", counted(log))
    assert (learner.exists(), n_asked(log)) == (False, 2 * N_PROBLEMS)
    other = benchmark(*kept, "--planner", counted(log, "exit 7"))
    assert (learner.exists(), n_asked(log)) == (False, 2 * N_PROBLEMS)
    classes = [
        [each["class"] for attempt in data["attempts"] for each in attempt["solving"]]
        for data in (first, solved, other)
    ]
    assert classes == [[], ["gave_up"] * N_PROBLEMS, ["planner_error"] * N_PROBLEMS]
    names = {row["metric"] for row in first["rows"]}
    assert [row for row in solved["rows"] if row["metric"] in names] == first["rows"]


@pytest.mark.slow
@needs_shell
def test_references_that_are_solved_later_let_nothing_be_solved_again(tmp_path: Path) -> None:
    log = tmp_path / "log"
    asked = ("--domains", "library", "--learner", "sam", "--run", tmp_path / "run")
    alone = benchmark(*asked, "--planner", counted(log), "--only-learned")
    assert n_asked(log) == N_PROBLEMS
    whole = benchmark(*asked, "--planner", counted(log))
    assert n_asked(log) == N_PROBLEMS, "those of the references"
    assert tried(whole, "sam", 1) == [
        (*each[:-2], "gave_up", None) for each in tried(alone, "sam", 1)
    ]


def vanishing(folder: Path, after: int) -> str:
    """A planner that gives up, and is gone when it has been asked so often."""
    script, log = folder / "gone.sh", folder / "asked"
    script.write_text(
        f"#!/bin/sh\necho asked >> {log}\n[ $(wc -l < {log}) -ne {after} ] || rm -f $0\n"
    )
    script.chmod(0o755)
    return f"gone: {script} {{domain}} {{problem}}"


@pytest.mark.slow
@needs_scripts
@pytest.mark.parametrize(
    ("after", "told"),
    [
        (
            1,
            f"; {N_PROBLEMS} problems without a result; "
            f"{N_PROBLEMS - 1} problems without a result for the reference",
        ),
        (N_PROBLEMS + 1, f"; 0 of 1 solved, 1 gave up; {N_PROBLEMS - 1} problems without a result"),
    ],
)
def test_a_planner_that_is_gone_on_the_way_costs_its_attempts_only(
    tmp_path: Path, after: int, told: str
) -> None:
    asked = (*SMALL, "--domains", "library", "--learner", "sam", "--planner")
    done = run_command(main, "benchmark", *asked, vanishing(tmp_path, after))
    assert done.returncode == 1
    assert done.words.startswith(f"1 learner, 1 domain, 2 folds{told} ")
    (tmp_path / "asked").unlink()
    data = benchmark(*asked, vanishing(tmp_path, after))
    counts = [figures(data, "sam", fold)["n_no_result"][0] for fold in (1, 2)]
    n_made = max(after - N_PROBLEMS, 0)
    assert sum(filter(None, counts)) == N_PROBLEMS - n_made


@pytest.mark.slow
@needs_scripts
def test_a_planner_that_is_back_is_asked_again_what_was_lost(tmp_path: Path) -> None:
    """With what was learned, and with the reference; and nothing else."""
    planner, log = vanishing(tmp_path, 2), tmp_path / "asked"
    asked = ("--domains", "library", "--learner", "sam", "--planner", planner)
    kept = (*asked, "--run", tmp_path / "run")
    script = (tmp_path / "gone.sh").read_bytes()
    lost = outcomes(benchmark(*kept))
    (tmp_path / "gone.sh").write_bytes(script)
    (tmp_path / "gone.sh").chmod(0o755)
    made = outcomes(benchmark(*kept))
    assert n_asked(log) == 2 * N_PROBLEMS
    assert sorted(lost) == ["gave_up"] * 2 + ["no_result"] * (2 * N_PROBLEMS - 2)
    assert made == ["gave_up"] * 2 * N_PROBLEMS


@pytest.mark.slow
@pytest.mark.needs("module:kairos")
@needs_shell
def test_plans_that_were_followed_are_those_of_the_reference(tmp_path: Path) -> None:
    """The planner that found them has solved the problems with the reference already."""
    log, kairos = tmp_path / "log", shutil.which("kairos", path=str(Path(sys.executable).parent))
    planner = counted(log, f'exec {kairos} "$1" "$2" --no-anytime')
    data = benchmark(
        *("--domains", "library", "--learner", "sam", "--source", "plans", "--planner", planner)
    )
    assert {each["class"] for each in data["plans"]} == {"solved"}
    assert n_asked(log) == N_PROBLEMS * (1 + 1)
    assert figures(data, "sam", 1)["plan_recall"][1]["denominator"] == 2.0


def test_only_learned_is_about_a_planner() -> None:
    done = run_command(main, "benchmark", *SMALL, "--only-learned")
    assert (done.returncode, "--only-learned needs --planner" in done.stderr) == (2, True)


@pytest.mark.slow
@needs_shell
def test_where_there_is_nothing_to_solve_a_remark_says_why(tmp_path: Path) -> None:
    """Trajectories that are given, of problems that nobody knows."""
    walks = ("--domains", "library", "--learner", "sam", "--save-learned", tmp_path / "saved")
    benchmark(*walks)
    given = tmp_path / "suite" / "shelves"
    given.mkdir(parents=True)
    saved = tmp_path / "saved" / "sam" / "library"
    shutil.copy(saved / "fold1" / "reference.pddl", given)
    for path in saved.rglob("test.trajectories/*"):
        shutil.copy(path, given / f"{path.name}.trajectory")
    log = tmp_path / "log"
    asked = ("--suite", tmp_path / "suite", "--learner", "sam", "--planner", counted(log))
    done = run_command(main, "benchmark", *SMALL, *asked)
    assert (done.returncode, log.exists()) == (0, False)
    assert "shelves: --planner has no effect: " in done.stderr


@needs_shell
def test_references_are_not_solved_where_nothing_was_learned(tmp_path: Path) -> None:
    learner = "none: sh -c 'exit 1' - {domain} {trajectories} {output}"
    log = tmp_path / "log"
    data = benchmark("--domains", "library", "--learner", learner, "--planner", counted(log))
    assert {each["class"] for each in data["attempts"]} == {"failed"}
    assert not log.exists()


@pytest.mark.slow
@pytest.mark.needs("module:kairos")
def test_problems_that_walks_share_are_told_from_those_kept_back(tmp_path: Path) -> None:
    """And ratios of times that say nothing from others."""
    suite = tmp_path / "suite" / "delivery"
    suite.mkdir(parents=True)
    shutil.copy(DELIVERY / "reference.pddl", suite / "domain.pddl")
    shutil.copy(DELIVERY / "p01.pddl", suite)
    asked = ("--suite", suite.parent, "--learner", "sam", "--planner", "kairos")
    data = benchmark(*asked)
    solving = [each for attempt in data["attempts"] for each in attempt["solving"]]
    assert [each["learned_from"] for each in solving] == [True, True]
    text = " ".join(run_command(main, "benchmark", *SMALL, *asked).stdout.split())
    assert "Problems to be solved: 2 of 2 are not held out: " in text
    assert "Planner limits per problem: 10 s wall-clock, 4,000 MiB" in text
    data = benchmark("--domains", "library", "--learner", "sam", "--planner", "kairos")
    solving = [each for attempt in data["attempts"] for each in attempt["solving"]]
    assert [each["learned_from"] for each in solving] == [False] * N_PROBLEMS
