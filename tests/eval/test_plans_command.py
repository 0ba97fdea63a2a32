"""`planeval plans`: sets of plans, and pairs with thresholds."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from plancore.metrics.registry.plans import METRICS
from plancore.metrics.support.plan_batches import similarities
from planeval.cli import main
from support.command import Done, run_command

DOMAIN = """(define (domain walk) (:predicates (at ?x) (road ?x ?y))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
    :effect (and (not (at ?x)) (at ?y))))"""
PROBLEM = """(define (problem p) (:domain walk) (:objects a b c)
  (:init (at a) (road a b) (road b c) (road a c)) (:goal (at c)))"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "domain.pddl": DOMAIN,
        "problem.pddl": PROBLEM,
        "long.plan": "(go a b)\n(go b c)\n",
        "short.plan": "(go a c)\n",
        "wrong.plan": "(go b c)\n(go a b)\n",
        "broken.txt": "(go a b)\n(go b\n",
        "commas": "go(a,b), go(b,c)",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def planeval(*arguments: str, cwd: Path) -> Done:
    return run_command(main, "plans", *arguments, cwd=cwd)


def measured(*arguments: str, cwd: Path) -> Any:
    return json.loads(planeval(*arguments, "--format", "json", cwd=cwd).stdout)


def matrices(data: Any) -> dict[str, Any]:
    return {each["metric"]: each for each in data["matrices"]}


def test_all_pairs_under_every_metric(folder: Path) -> None:
    data = measured("long.plan", "short.plan", "wrong.plan", cwd=folder)
    assert data["counts"] == {"plans": 3, "errors": 0}
    assert [plan["steps"] for plan in data["plans"]] == [2, 1, 2]
    found = matrices(data)
    assert found["planning-lcs"]["similarity"]
    assert found["planning-lcs"]["matrix"] == [[1, 0, 0.5], [0, 1, 0], [0.5, 0, 1]]
    assert found["planning-lcs"]["diversity"]["minimum"] == 0.5
    assert found["action-distance-set"]["matrix"] == [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    assert found["uniqueness"]["diversity"]["mean"] == pytest.approx(2 / 3)
    assert "state-distance" not in found


def test_executed_plans_are_compared_by_states_and_links(folder: Path) -> None:
    models = ("--domain", "domain.pddl", "--problem", "problem.pddl")
    data = measured("long.plan", "short.plan", "wrong.plan", *models, cwd=folder)
    assert [plan["verdict"] for plan in data["plans"]] == ["valid", "valid", "invalid"]
    found = matrices(data)
    # After one step the states share the three roads, and differ in where one is.
    assert found["state-distance"]["matrix"][0] == [0, pytest.approx(1 - 3 / 5 / 2), None]
    assert found["state-distance-with-initial"]["matrix"][0][1] == pytest.approx(1 - 8 / 5 / 3)
    assert found["causal-link-distance"]["matrix"][0][:2] == [0, 1]
    for metric in ("state-distance", "causal-link-distance"):
        assert found[metric]["matrix"][2] == [None, None, None]
    assert found["causal-link-distance"]["diversity"] == {
        "pairs": 3, "n_undefined": 2, "mean": 1, "minimum": 1,
    }  # fmt: skip


def test_a_folder_is_its_plans_and_text_has_the_same_numbers(folder: Path) -> None:
    for name in ("broken.txt", "commas"):
        (folder / name).unlink()
    (folder / "notes.txt").write_text("Nothing of this is a step.\n")
    done = planeval(".", "--metrics", cwd=folder)
    assert done.returncode == 0
    assert done.stderr == "planeval: passed over, as it has no steps: ./notes.txt\n"
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[0] == ["1", "./long.plan", "2", "steps"]
    assert lines[1] == ["2", "./short.plan", "1", "step"]
    assert ["1", "-", "planning-lcs", "3", "0", "0.833", "0.500"] in lines
    assert ["2", "0.000", "1.000", "0.000"] in lines


@pytest.mark.parametrize(
    ("threshold", "status", "passed"),
    [((), 0, [1, 1]), (("0.9",), 1, [0, 1]), (("0.9", "planning-lcs=0.5"), 0, [1, 1])],
)
def test_pairs_pass_a_threshold_or_not(
    folder: Path, threshold: tuple[str, ...], status: int, passed: list[int]
) -> None:
    flags = [word for value in threshold for word in ("--threshold", value)]
    given = ("wrong.plan", "--reference", "long.plan", *flags)
    assert planeval(*given, cwd=folder).returncode == status
    scores = measured(*given, cwd=folder)["pairs"]["scores"]
    assert [(score["metric"], score["passed"]) for score in scores] == [
        ("planning-lcs", passed[0]),
        ("planning-jaccard", passed[1]),
    ]


def test_gaico_splits_at_every_comma(folder: Path) -> None:
    ours = measured("long.plan", "--reference", "commas", cwd=folder)
    theirs = measured("long.plan", "--reference", "commas", "--gaico-compatible", cwd=folder)
    assert [score["mean"] for score in ours["pairs"]["scores"]] == [1, 1]
    assert [score["mean"] for score in theirs["pairs"]["scores"]] == [0, 0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("none.plan",), "cannot read none.plan: no such file"),
        (("broken.txt",), "broken.txt:2:1: "),
        (("long.plan", "--threshold", "0.5"), "--threshold needs --reference"),
        (("long.plan", "--domain", "domain.pddl"), "--domain and --problem"),
        (("long.plan", "--reference", "short.plan", "--threshold", "x"), "not a threshold"),
        (
            ("long.plan", "--reference", "short.plan", "--reference", "short.plan"),
            "1 plans, but 2 references",
        ),
    ],
)
def test_trouble_is_a_line_and_status_2(
    folder: Path, arguments: tuple[str, ...], message: str
) -> None:
    done = planeval(*arguments, cwd=folder)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert message in done.stderr


def test_one_plan_may_come_from_standard_input(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"(go a b)\n(go b c)\n")))
    done = planeval("-", "--reference", "long.plan", cwd=folder)
    assert done.returncode == 0
    assert "1.000" in done.stdout
    twice = planeval("-", "--reference", "-", cwd=folder)
    assert (twice.returncode, twice.stderr) == (
        2,
        "planeval: error: standard input (-) can be only one of the plans\n",
    )


def test_the_help_names_just_the_metrics_that_score(folder: Path) -> None:
    """It is written by hand: asking the registry would import all metrics for every command."""
    text = "".join(planeval("--help", cwd=folder).stdout.split())  # names are broken at hyphens
    names = {name for metric in METRICS for name in (metric.name, *metric.aliases)}
    about = text[text.index("metricfor--reference:") :].partition("--threshold")[0]
    assert {name for name in names if name in about} == similarities().keys()
