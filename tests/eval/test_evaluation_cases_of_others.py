"""Runs, learners and pairs of directories as other people have them, each with the answer that is
right for it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from plandiff.cli import main as plandiff
from planeval.cli import main as planeval
from planlsp.cli import main as planlsp
from support.command import run_command
from support.material import material

pytestmark = [pytest.mark.slow, pytest.mark.needs("material:cases/eval")]


@pytest.fixture
def case(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the folder of a case, as the working directory."""
    folder = tmp_path / "case"
    shutil.copytree(material("cases", *request.param.split("/")), folder)
    monkeypatch.chdir(folder)
    return folder


def _of(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [name], indirect=True)


def _json(*arguments: str) -> Any:
    return json.loads(run_command(planeval, *arguments, "--format", "json").stdout)


def _metrics(*arguments: str) -> dict[str, Any]:
    (experiment,) = _json("runs", *arguments)["experiments"]
    metrics: dict[str, Any] = experiment["metrics"]
    return metrics


@_of("eval/apb-data")
@pytest.mark.usefixtures("case")
def test_instances_in_two_versions_count_once_and_have_their_plans() -> None:
    (domain,) = _json("instances", "-i", ".")["domains"]
    assert (domain["n_instances"], domain["n_failed"]) == (2, 0)
    assert [each["plan_length"] for each in domain["instances"]] == [1, 1, 1]
    assert sum(each["is_few_shot"] for each in domain["instances"]) == 1


@_of("eval/apb-jsonlines")
def test_a_log_with_another_ending_has_the_same_figures(case: Path) -> None:
    (log,) = case.iterdir()
    metrics = _metrics(".")
    assert (metrics["n_instances"], metrics["accuracy"]) == (1, 1)
    log.rename(log.with_suffix(".jsonl"))
    assert _metrics(".") == metrics


@_of("eval/apb-requests")
@pytest.mark.usefixtures("case")
def test_the_template_of_requests_is_accepted() -> None:
    """Only the logs that it names are not there."""
    result = run_command(planeval, "runs", "-d", "req.json")
    assert result.returncode == 2
    assert "summarized" not in result.stderr
    assert "logs1/inc: no runs found" in result.stderr.replace("\\", "/")


@_of("eval/planbench-list")
@pytest.mark.usefixtures("case")
def test_plans_in_lists_and_the_older_verdict_count() -> None:
    metrics = _metrics("results.json")
    assert (metrics["n_instances"], metrics["accuracy"]) == (2, 1)


@_of("eval/script-guard")
def test_a_flat_script_works_or_says_one_line(case: Path) -> None:
    done = subprocess.run(
        [sys.executable, "flat.py"], cwd=case, capture_output=True, text=True, check=False
    )
    assert re.fullmatch(r"\(2, [0-9]+\)\n", done.stdout)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("case", "learned", "wanted"),
    [
        ("wildlearned/align-at-lost", "learned.pddl", 0.867),
        ("wildlearned/align-same-name-worse", "learned.pddl", 0.889),
        ("wildlearned/align-same-name-worse", "learned-renamed.pddl", 0.889),
    ],
    indirect=["case"],
)
@pytest.mark.usefixtures("case")
def test_names_that_are_the_same_on_both_sides_stay_matched(learned: str, wanted: float) -> None:
    said = run_command(plandiff, "--align", "--brief", learned, "reference.pddl").stdout
    assert f"F1 {wanted}" in said


@_of("wildlearned/align-at-lost")
@pytest.mark.usefixtures("case")
def test_an_action_that_is_the_same_letter_for_letter_is_unchanged() -> None:
    said = run_command(plandiff, "--align", "learned.pddl", "reference.pddl").stdout
    assert "1 unchanged" in said
    assert "~ walk" not in said


@_of("wildlearned/align-same-name-other-arity")
@pytest.mark.usefixtures("case")
def test_a_predicate_of_the_same_name_is_matched_whatever_its_arity() -> None:
    said = run_command(plandiff, "--align", "learned.pddl", "reference.pddl").stdout
    assert re.search(r"- \(flat \?l\) +missing", said)
    assert re.search(r"fetch +\S+ +1/1", said), "the (at ?l) of `fetch` counts"


@_of("wildlearned/fama-trajectory")
@pytest.mark.usefixtures("case")
def test_a_trajectory_of_fama_is_learned_from() -> None:
    result = run_command(planeval, "learn", "sam", "--domain", "domain.pddl", "t.trajectory")
    assert result.returncode == 0
    assert "(:action lift" in result.stdout


@_of("wildlearned/missing-counts-as-perfect")
@pytest.mark.usefixtures("case")
def test_a_missing_file_is_in_no_mean_or_counts_as_0() -> None:
    result = run_command(plandiff, "learned", "reference", "--format", "json")
    f1 = json.loads(result.stdout)["means"]["domain"]["f1"]
    assert f1 == {"mean": 0.4, "n_defined": 1, "with_missing": 0.2}


@_of("wildlearned/missing-init")
@pytest.mark.usefixtures("case")
def test_a_problem_without_initial_state_is_found() -> None:
    findings = json.loads(run_command(planlsp, "check", ".", "--format", "json").stdout)["findings"]
    assert [each["code"] for each in findings] == ["missing-value"]


@_of("wildlearned/numeric-goal-values")
@pytest.mark.usefixtures("case")
def test_a_numeric_goal_that_fails_has_the_values_of_its_fluents() -> None:
    said = run_command(planeval, "validate", "domain.pddl", "problem.pddl", "p.plan").words
    assert "(x a) = 11 since step 1, (x b) = 1 since step 2" in said


@_of("wildlearned/problem-almost-renamed")
@pytest.mark.usefixtures("case")
def test_a_problem_with_other_names_and_a_fact_less_is_said_to_be_that() -> None:
    said = run_command(plandiff, "learned.pddl", "reference.pddl").words
    assert "1 difference: 1 in init; 5 objects renamed" in said
    assert "- (lowest mixer l0) missing" in said


@_of("wildlearned/prose-runs")
@pytest.mark.usefixtures("case")
def test_steps_in_words_are_read_whatever_the_file_is_called() -> None:
    task = ("--domain", "problems/domain.pddl", "--problems", "problems")
    for answers in ("answers", "answers-pddl"):
        metrics = _metrics(answers, *task)
        assert (metrics["n_instances"], metrics["accuracy"]) == (1, 1)


@_of("wildlearned/tuple-plan")
@pytest.mark.usefixtures("case")
def test_steps_written_as_tuples_are_read() -> None:
    plans = ("name-then-tuple.plan", "quoted.plan")
    checked = _json("validate", "domain.pddl", "problem.pddl", *plans)
    assert [each["verdict"] for each in checked["plans"]] == ["valid", "valid"]
