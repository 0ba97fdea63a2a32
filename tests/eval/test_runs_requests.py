"""`planeval runs -d` on files of requests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from planeval.cli import main
from support.command import run_command
from support.material import material
from support.run_logs import complete_plans


@pytest.mark.usefixtures("experiment")
@pytest.mark.parametrize("flag", ["False", "True | False", "True|False"])
def test_requests_as_the_description_has_them(flag: str) -> None:
    """Who leaves the choice as it stands there leaves it to the logs."""
    Path("results").mkdir()
    Path("data_to_eval.json").write_text(
        """{"data_to_eval": [{
          "generated_plans_path": "logs",
          "evaluation_results_file": "results/True.tsv",
          "gold_plan_dir": "gold",
          "is_complete_plan": FLAG
        }]}""".replace("FLAG", flag)
    )
    result = run_command(main, "runs", "-d", "data_to_eval.json")
    assert result.returncode == 0
    values = dict(line.split("\t") for line in Path("results/True.tsv").read_text().splitlines())
    assert values["Source"] == "logs"
    assert values["n_solved_successfully"] == "2"
    assert values["successful_tasks"] == "[1, 2]"


@pytest.mark.usefixtures("experiment")
def test_what_is_undefined_is_na_in_a_results_file() -> None:
    Path("plans").mkdir()
    Path("plans/p1.jsonl").write_text(
        complete_plans(["(a)"], success=True, reached=True, executable=True)
    )
    requests = [{"generated_plans_path": "plans", "evaluation_results_file": "out.tsv"}]
    Path("requests.json").write_text(json.dumps(requests))
    assert run_command(main, "runs", "--data", "requests.json").returncode == 0
    assert "n_predicted_goal_erroneously\tNA\n" in Path("out.tsv").read_text()


@pytest.mark.parametrize(
    ("flag", "kind", "asked"),
    [
        (True, "an incremental run", "complete plans"),
        (False, "a complete-plan run", "incremental runs"),
    ],
)
@pytest.mark.usefixtures("experiment")
def test_runs_that_the_request_does_not_ask_for(flag: bool, kind: str, asked: str) -> None:
    """No others are needed for that."""
    if not flag:
        for log in Path("logs").iterdir():
            log.write_text(complete_plans(["(a)"], success=False, reached=False, executable=True))
    request = [{"generated_plans_path": "logs", "is_complete_plan": flag}]
    Path("requests.json").write_text(json.dumps(request))
    done = run_command(main, "runs", "-d", "requests.json")
    assert done.returncode == 2
    reason = f"it is {kind}, but the request asks for {asked}"
    assert f"no run was evaluated; 2 left out: {reason}\n" in done.stderr


@pytest.mark.usefixtures("experiment")
def test_nothing_that_was_evaluated_is_no_experiment_in_which_all_failed() -> None:
    Path("none").mkdir()
    Path("none/m_instance-1.jsonl").write_text('{"incremental": true}\n')
    request = [{"generated_plans_path": "none", "evaluation_results_file": "none.tsv"}]
    Path("requests.json").write_text(json.dumps(request))
    done = run_command(main, "runs", "-d", "requests.json")
    assert (done.returncode, Path("none.tsv").exists()) == (2, False)
    assert "none: no run was evaluated; 1 left out: incomplete run" in done.stderr
    assert "accuracy" not in done.stdout


@pytest.mark.parametrize(
    ("results", "why"),
    [
        (["out.tsv", "./out.tsv"], "requests.json: entries 1 and 2 both write ./out.tsv"),
        (["out.tsv", "domain.pddl"], "entry 2 writes domain.pddl, which is what entry 1 reads"),
        (["a.tsv", "gold"], "entry 2 writes gold, which is a directory"),
        (["requests.json", "b.tsv"], "entry 1 writes requests.json, which is this file itself"),
        (
            ["logs/m_instance-1.jsonl"],
            "writes logs/m_instance-1.jsonl, which is what entry 1 reads",
        ),
        (["a.tsv", "gold/instance-2_gold_plan.txt"], "gold_plan.txt, which is what entry 1 reads"),
        (["problems/instance-1.pddl"], "instance-1.pddl, which is what entry 1 reads"),
        (["same.jsonl"], "entry 1 writes same.jsonl, which is what entry 1 reads"),
    ],
)
@pytest.mark.usefixtures("experiment")
def test_results_files_that_would_be_lost_are_refused(results: list[str], why: str) -> None:
    task = {"gold_plan_dir": "gold", "domain": "domain.pddl", "problems": "problems"}
    requests = [
        {"generated_plans_path": "logs", "evaluation_results_file": file} | task for file in results
    ]
    Path("same.jsonl").symlink_to("logs/m_instance-2.jsonl")
    Path("requests.json").write_text(json.dumps(requests))
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    done = run_command(main, "runs", "-d", "requests.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("added", "why"),
    [
        (
            {"gold_plans_dir": "gold"},
            "entry 1: `gold_plans_dir`: unknown key; did you mean `gold_plan_dir`?",
        ),
        (
            {"evaluation_result_file": "a.tsv"},
            "`evaluation_result_file`: unknown key; did you mean `evaluation_results_file`?",
        ),
        (
            {"model": "gpt-4"},
            "entry 1: `model`: unknown key; expected one of generated_plans_path",
        ),
        (
            {"is_complete_plan": "Flase"},
            '`is_complete_plan`: expected true or false, found "Flase"',
        ),
        ({"is_complete_plan": 1}, "entry 1: `is_complete_plan`: expected true or false, found 1"),
    ],
)
@pytest.mark.usefixtures("experiment")
def test_what_a_request_cannot_say_is_refused(added: dict[str, object], why: str) -> None:
    entry = {"generated_plans_path": "logs", "evaluation_results_file": "out.tsv"} | added
    Path("requests.json").write_text(json.dumps([entry]))
    done = run_command(main, "runs", "-d", "requests.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
    assert not Path("out.tsv").exists()


@pytest.mark.usefixtures("experiment")
@pytest.mark.parametrize("summarized", [None, True, "False", False])
def test_the_present_template_of_autoplanbench(summarized: object) -> None:
    entry: dict[str, object] = {"summarized": summarized, "is_complete_plan": None}
    entry |= {"generated_plans_path": "logs", "evaluation_results_file": "out.tsv"}
    Path("requests.json").write_text(json.dumps({"data_to_eval": [entry]}))
    assert run_command(main, "runs", "-d", "requests.json").returncode == 0
    first, *rest = Path("out.tsv").read_text().splitlines()
    if summarized in ("False", False):
        assert first.startswith("experiment\tinstance\tclass\t")
        assert [row.split("\t")[:3] for row in rest] == [
            ["logs", "1", "solved"],
            ["logs", "2", "solved"],
        ]
    else:
        assert (first, rest[0]) == ("Source\tlogs", "n_instances\t2")


@pytest.mark.usefixtures("experiment")
def test_an_earlier_results_file_beside_the_logs_is_written_over_and_read_as_no_plan() -> None:
    entry = {"generated_plans_path": "logs", "evaluation_results_file": "logs/results-1.tsv"}
    Path("requests.json").write_text(json.dumps([entry]))
    first = run_command(main, "runs", "-d", "requests.json")
    figures = Path("logs/results-1.tsv").read_bytes()
    again = run_command(main, "runs", "-d", "requests.json")
    assert (first.returncode, again.returncode, again.stderr) == (0, 0, "")
    assert Path("logs/results-1.tsv").read_bytes() == figures
    assert "left out: logs/results-1.tsv: it is a results file" in again.stdout


@pytest.mark.usefixtures("experiment")
def test_the_folder_of_a_results_file_is_made_beside_the_requests() -> None:
    Path("study").mkdir()
    request = {"generated_plans_path": "logs", "evaluation_results_file": "new/deep/out.tsv"}
    Path("study/requests.json").write_text(json.dumps([request]))
    assert run_command(main, "runs", "-d", "study/requests.json").returncode == 0
    assert Path("study/new/deep/out.tsv").read_text().startswith("Source\t")


@pytest.mark.parametrize("kind", ["incremental", "basic"])
@pytest.mark.needs("material:oracles/autoplanbench")
def test_the_description_s_figures_by_the_command(kind: str, tmp_path: Path) -> None:
    folder = material("oracles", "autoplanbench")
    expected = json.loads((folder / "results.json").read_text())["seed"][kind]
    for version in ("old", "head"):
        results = tmp_path / f"{version}.tsv"
        request = {
            "generated_plans_path": str(folder / "runs" / version / kind),
            "gold_plan_dir": str(folder / "gold"),
            "evaluation_results_file": str(results),
        }
        requests = tmp_path / "requests.json"
        requests.write_text(json.dumps([request]))
        assert run_command(main, "runs", "-d", str(requests)).returncode == 0
        values = dict(line.split("\t") for line in results.read_text().splitlines())
        told = {name: value for name, value in expected.items() if name in values}
        assert len(told) == 20
        assert {name: values[name] for name in told} == {
            name: str(value) for name, value in told.items()
        }
