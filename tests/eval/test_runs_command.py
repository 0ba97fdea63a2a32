"""`planeval runs` on files."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path

import pytest

from planeval.cli import main
from support.command import run_command
from support.ring import DOMAIN, PROBLEM, TASK, figures_of
from support.run_logs import complete_plans, incremental


@pytest.mark.usefixtures("experiment")
def test_as_the_logs_have_it() -> None:
    figures = figures_of("logs", "--gold", "gold")
    assert figures["successful_tasks"] == [1, 2]
    assert figures["successful_tasks_without_mistakes"] == [2]
    assert figures["avg_factor_plan_length"] == 0.75


@pytest.mark.usefixtures("experiment")
def test_a_gold_plan_that_is_none_is_told_and_counts_nowhere() -> None:
    Path("gold/instance-1_gold_plan.txt").write_text("I cannot find a plan, sorry\n")
    result = run_command(main, "runs", "logs", "--gold", "gold", "--format", "json")
    assert "gold/instance-1_gold_plan.txt:1:1: " in result.stderr.replace("\\", "/")
    assert result.returncode == 2
    (experiment,) = json.loads(result.stdout)["experiments"]
    assert experiment["metrics"]["avg_optimal_plan_length"] == 2


@pytest.mark.usefixtures("experiment")
def test_executed_again() -> None:
    result = run_command(main, "runs", "logs", "--gold", "gold", *TASK)
    assert result.returncode == 0
    assert "2 runs, executed again" in result.stdout
    assert "  2: solved: yes in the log, no when executed\n" in result.stdout
    assert "  2: reached the goal: yes in the log, no when executed\n" in result.stdout
    figures = figures_of("logs", "--gold", "gold", *TASK)
    assert figures["successful_tasks"] == [1]
    assert figures["unsuccessful_bec_wrong_finish"] == 1


@pytest.mark.usefixtures("experiment")
def test_a_folder_of_plans_is_executed() -> None:
    Path("plans").mkdir()
    Path("plans/p1.plan").write_text("(go a b)\n")
    Path("plans/p2.plan").write_text("(go a b)\n(go a c)\n")
    figures = figures_of("plans", *TASK)
    assert (figures["successful_tasks"], figures["unsuccessful_bec_not_executable"]) == ([1], 1)
    assert figures["n_look_arounds"] is None


@pytest.mark.usefixtures("experiment")
def test_plans_of_one_model_are_of_the_instances_that_their_names_begin_with() -> None:
    """The number of the model is in each of them."""
    Path("problems/instance-3.pddl").write_text(PROBLEM.format(number=3, goal="c"))
    Path("plans").mkdir()
    Path("gold/instance-3_gold_plan.txt").write_text("(go a b)\n(go b c)\n")
    for number, plan in ((1, "(go a b)\n"), (2, "(go a b)\n(go b c)\n"), (3, "(go a b)\n")):
        Path(f"plans/instance-{number}_gpt3.plan").write_text(plan)
    figures = figures_of("plans", "--gold", "gold", *TASK)
    assert figures["n_instances"] == 3
    assert (figures["successful_tasks"], figures["unsuccessful_tasks"]) == ([1, 2], [3])
    assert figures["avg_optimal_plan_length"] == pytest.approx(5 / 3)
    Path("plans/instance-2_gpt3.plan").unlink()
    Path("plans/instance-3_gpt3.plan").unlink()
    assert figures_of("plans", *TASK)["successful_tasks"] == [1]


@pytest.mark.usefixtures("experiment")
def test_problems_that_stand_beside_plans_are_no_plans() -> None:
    """The second instance has no plan: its problem is no failed run of it."""
    Path("problems/instance-1.plan").write_text("(go a b)\n")
    done = run_command(main, "runs", "problems", "--gold", "problems", *TASK, "--format", "json")
    (experiment,) = json.loads(done.stdout)["experiments"]
    assert [run["instance"] for run in experiment["instances"]] == [1]
    assert experiment["metrics"]["avg_factor_plan_length"] == 1
    assert (experiment["left_out"], done.stderr) == ([], "")


@pytest.mark.usefixtures("experiment")
def test_a_plan_that_is_for_no_problem_is_told() -> None:
    Path("plans").mkdir()
    Path("plans/p1.plan").write_text("(go a b)\n")
    Path("plans/gpt4_1.plan").write_text("(go a b)\n")
    done = run_command(main, "runs", "plans", *TASK)
    text = done.words
    reason = "the name has several numbers: 4, 1"
    assert "unknown problem: no file or directory named gpt4_1" in text
    assert reason in text
    assert done.stdout.startswith("plans  1 run, executed again; 1 left out\n")


@pytest.mark.usefixtures("experiment")
def test_plans_alone_say_nothing_when_they_cannot_be_executed() -> None:
    Path("p1.plan").write_text("(go a b)\n")
    done = run_command(main, "runs", "p1.plan")
    reason = "the logs do not state the outcome, and no domain and problems are given"
    left_out = f"left out: p1.plan (instance 1): {reason}"
    assert done.words == f"p1.plan 0 runs, as logged; 1 left out {left_out}"
    told = f"planeval: error: p1.plan: no run was evaluated; 1 left out: {reason}\n"
    assert (done.returncode, done.stderr) == (2, told)


@pytest.mark.usefixtures("experiment")
def test_why_runs_failed_and_what_was_skipped() -> None:
    Path("problems/p1.plan").write_text("(go a b)\n(go b a)\n")
    Path("problems/p2.plan").write_text("(go a b)\n")
    text = run_command(main, "runs", "problems", *TASK).words
    assert "not executable step 2: (go b a): " in text
    assert "(road b a)" in text
    assert "not reached goal goal not reached: (at c)" in text
    assert "skipped: 2 files with PDDL definitions" in text
    text = run_command(main, "runs", "logs", *TASK).words
    assert "output 2: claims to have finished before the goal is reached" in text


@pytest.mark.usefixtures("experiment")
def test_one_rule_says_in_all_commands_which_problem_a_plan_is_for() -> None:
    Path("problems/instance-1.pddl").rename("problems/p01.pddl")
    Path("problems/instance-2.pddl").rename("problems/p05.pddl")
    Path("problems/domain.pddl").write_text(Path("domain.pddl").read_text())
    Path("problems/p05_best_plan.txt").write_text("(go a b)\n(go b c)\n")
    assert run_command(main, "validate", "problems").stdout == "1 plan: 1 valid\n"
    assert figures_of("problems", *TASK)["successful_tasks"] == [5]
    done = run_command(main, "instances", "-i", "problems", "--format", "csv")
    rows = csv.DictReader(io.StringIO(done.stdout))
    assert [(row["instance"], row["plan_length"]) for row in rows] == [("1", ""), ("5", "2")]


@pytest.mark.usefixtures("experiment")
def test_a_log_is_known_by_its_first_line() -> None:
    expected = figures_of("logs", "--gold", "gold")
    for number, name in ((1, "run.jsonlines"), (2, "toy_instance-2")):
        Path(f"logs/m_instance-{number}.jsonl").rename(f"logs/{name}")
    assert figures_of("logs", "--gold", "gold") == expected


@pytest.mark.usefixtures("experiment")
def test_what_a_log_says_of_limits_tokens_and_the_way_to_the_goal() -> None:
    log = Path("logs/m_instance-1.jsonl")
    log.write_text(
        log.read_text().replace('"executable": "NA"', '"step_reached_goal_first": 2')
        + '{"total_time": 2.5, "total_tokens": 70}\n'
    )
    Path("logs/m_instance-2.jsonl").write_text(
        incremental(*["+(go a b)"] * 10, success=False, reached=False, instance=2)
        + '{"total_time": 1.5, "total_tokens": 30}\n'
    )
    figures = figures_of("logs", "--gold", "gold")
    assert (figures["n_solved_correctly"], figures["correct_tasks"]) == (1, [1])
    assert (figures["n_reached_step_limit"], figures["n_reached_break_limit"]) == (1, 0)
    assert figures["n_reached_step_limit_wo_mistake"] == 1
    assert figures["avg_factor_plan_length_correct"] == 1
    assert (figures["sum_time"], figures["sum_tokens"]) == (4, 100)


@pytest.mark.usefixtures("experiment")
def test_a_place_in_a_result_file_is_no_instance() -> None:
    entries = [{"extracted_llm_plan": "(go a b)", "llm_correct": False}]
    Path("results.json").write_text(json.dumps({"instances": entries}))
    text = run_command(main, "runs", "results.json", *TASK).stdout
    assert "results.json (entry 1): unknown problem: unknown instance" in text


@pytest.mark.usefixtures("experiment")
def test_a_table_of_the_runs() -> None:
    table = run_command(main, "runs", "logs", *TASK, "--format", "csv").stdout
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [(row["instance"], row["class"], row["mistakes"]) for row in rows] == [
        ("1", "solved", "1"),
        ("2", "wrong finish", "1"),
    ]


@pytest.mark.usefixtures("experiment")
def test_runs_of_another_kind_and_broken_ones_are_left_out() -> None:
    log = complete_plans(["(go a b)"], success=True, reached=True, executable=True, instance=3)
    Path("logs/n_instance-3.jsonl").write_text(log)
    Path("logs/n_instance-4.jsonl").write_text('{"incremental": true}\n')
    text = run_command(main, "runs", "logs").stdout
    other, broken = (Path("logs", f"n_instance-{number}.jsonl") for number in (3, 4))
    assert text.startswith("logs  2 runs, as logged; 2 left out\n")
    assert f"left out: {other} (instance 3): it is a complete-plan run, unlike 2 others" in text
    assert f"left out: {broken} (instance 4): incomplete run" in text
    assert "\n  instances  " in text


@pytest.mark.usefixtures("experiment")
def test_runs_are_of_the_kind_that_most_are_of() -> None:
    """Whichever comes first by its name."""
    log = complete_plans(["(go a b)"], success=True, reached=True, executable=True, instance=3)
    Path("logs/a_instance-3.jsonl").write_text(log)
    assert figures_of("logs")["n_instances"] == 2
    text = run_command(main, "runs", "logs").stdout
    stray = Path("logs/a_instance-3.jsonl")
    assert f"left out: {stray} (instance 3): it is a complete-plan run, unlike 2 others\n" in text
    Path("logs/b_instance-4.jsonl").write_text(log.replace('"task_num": 3', '"task_num": 4'))
    done = run_command(main, "runs", "logs")
    assert done.returncode == 2
    assert done.stdout.startswith("logs  0 runs, as logged; 4 left out\n")
    first = Path("logs/m_instance-1.jsonl")
    assert done.stderr == (
        f"planeval: error: logs: 2 runs are incremental (such as {first}) and 2 have complete "
        f"plans (such as {stray}): use a directory for each, or set is_complete_plan in a "
        "request file\n"
    )
    for flag, instances in ((True, [3, 4]), (False, [1, 2])):
        request = [{"generated_plans_path": "logs", "is_complete_plan": flag}]
        Path("requests.json").write_text(json.dumps(request))
        assert figures_of("-d", "requests.json")["successful_tasks"] == instances


@pytest.mark.usefixtures("experiment")
def test_reports_beside_the_plans_of_which_they_are_displace_none() -> None:
    Path("plans").mkdir()
    Path("plans/instance-1.plan").write_text("(go a b)\n")
    for ending in ("txt", "md", "html", "json", "csv", "tsv"):
        for _ in range(2):
            written = run_command(main, "runs", "plans", *TASK, "-o", f"plans/report-1.{ending}")
            assert written.returncode == 0
    assert figures_of("plans", *TASK)["successful_tasks"] == [1]
    said = run_command(main, "runs", "plans", *TASK).stdout
    assert "plans/report-1.txt: it is a report on runs" in said
    assert "plans/report-1.csv: it is a table of runs" in said
    assert said.count("left out: ") == 6


@pytest.mark.usefixtures("experiment")
def test_of_several_runs_of_an_instance_the_last_one_counts() -> None:
    """By the numbers in the names of their files; one that was broken off is none."""
    before = figures_of("logs")
    failed = incremental("-(go a c)", success=False, reached=False)
    Path("logs/m_instance-1.2.jsonl").write_text(failed)
    Path("logs/m_instance-1.10.jsonl").write_text(
        incremental("+(go a b)", "done", success=True, reached=True)
    )
    Path("logs/m_instance-1.11.jsonl").write_text('{"incremental": true, "task": {"task_num": 1}}')
    after = figures_of("logs")
    assert after["n_instances"] == before["n_instances"] == 2
    assert before["successful_tasks_without_mistakes"] == [2]
    assert after["successful_tasks"] == after["successful_tasks_without_mistakes"] == [1, 2]
    text = run_command(main, "runs", "logs").words
    counted = Path("logs/m_instance-1.10.jsonl")
    for former in ("m_instance-1.jsonl", "m_instance-1.2.jsonl"):
        reason = f"replaced by a later run of the instance, in {counted}"
        assert f"left out: {Path('logs', former)} (instance 1): {reason}" in text
    left_out = json.loads(run_command(main, "runs", "logs", "--format", "json").stdout)
    files = [entry["file"] for entry in left_out["experiments"][0]["left_out"]]
    assert sorted(files) == sorted(
        str(Path("logs", f"m_instance-1.{name}")) for name in ("11.jsonl", "2.jsonl", "jsonl")
    )


@pytest.mark.usefixtures("experiment")
def test_an_instance_that_stands_twice_in_a_result_file() -> None:
    entries = [
        {"instance_id": 1, "extracted_llm_plan": "(go a b)", "llm_correct": False},
        {"extracted_llm_plan": "(go a b)", "llm_correct": True},
        {"extracted_llm_plan": "(go a b)", "llm_correct": True},
        {"instance_id": 1, "extracted_llm_plan": "(go a b)", "llm_correct": True},
    ]
    Path("results.json").write_text(json.dumps({"instances": entries}))
    figures = figures_of("results.json")
    assert figures["successful_tasks"] == [1, "entry 2", "entry 3"]
    # Of the three instances the first has two answers, one of them right.
    assert (figures["n_answers"], figures["pass_at_1"]) == (4, pytest.approx(5 / 6))
    assert (figures["pass_at_2"], figures["pass_at_5"]) == (1, None)
    text = run_command(main, "runs", "results.json").words
    assert (
        "left out: results.json (instance 1): replaced by a later run of the instance, in the same "
        "file" in text
    )


@pytest.mark.usefixtures("experiment")
def test_files_that_cannot_be_read_are_told() -> None:
    Path("logs/other.jsonl").write_text("{}\n")
    Path("logs/cut.jsonl").write_text('{"incremental": tr')
    result = run_command(main, "runs", "logs", "--gold", "gold")
    assert result.returncode == 2
    assert "other.jsonl: not a run log: the header is missing" in result.stderr
    assert "cut.jsonl: line 1: " in result.stderr


@pytest.mark.usefixtures("experiment")
def test_a_damaged_log_is_one_error() -> None:
    Path("logs/cut.jsonl").write_text('{"incremental": true}\n' + "[1]\n" * 25)
    result = run_command(main, "runs", "logs")
    place = Path("logs/cut.jsonl")
    told = f"planeval: error: {place}: line 2: expected an object; and 24 more in this file\n"
    assert (result.returncode, result.stderr) == (2, told)


@pytest.mark.usefixtures("experiment")
def test_two_problems_for_one_instance() -> None:
    Path("problems/p01.pddl").write_text(PROBLEM.format(number=1, goal="b"))
    text = run_command(main, "runs", "logs", *TASK).words
    reason = "unknown problem: ambiguous: both instance-1.pddl and p01.pddl match"
    log = Path("logs/m_instance-1.jsonl")
    assert f"not executed, counted as logged: {log} (instance 1): {reason}" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "expected either LOGS or -d REQUESTS"),
        (["logs", "--domain", "domain.pddl"], "--domain and --problems need each other"),
        (["nowhere"], "cannot read nowhere"),
        (["-d", "bad.json"], 'missing list "data_to_eval"'),
        (["-d", "cut.json"], "cut.json: entry 1"),
    ],
)
@pytest.mark.usefixtures("experiment")
def test_what_cannot_be_evaluated(arguments: list[str], message: str) -> None:
    Path("bad.json").write_text("{}")
    Path("cut.json").write_text('[{"gold_plan_dir": "gold"}]')
    result = run_command(main, "runs", *arguments)
    assert result.returncode == 2
    assert message.replace("cut.json: entry 1", "cut.json: entry 1") in result.stderr


def test_logs_that_are_not_there_are_no_experiment_without_runs(tmp_path: Path) -> None:
    done = run_command(main, "runs", "none", cwd=tmp_path)
    told = "planeval: error: cannot read none: no such file\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", told)


@pytest.mark.usefixtures("experiment")
def test_a_compressed_log_is_called_like_the_log() -> None:
    expected = figures_of("logs", "--gold", "gold")
    log = Path("logs/m_instance-1.jsonl")
    Path("logs/m_instance-1.jsonl.gz").write_bytes(gzip.compress(log.read_bytes()))
    log.unlink()
    assert figures_of("logs", "--gold", "gold") == expected


@pytest.mark.usefixtures("experiment")
def test_what_is_in_no_score_is_said_in_every_format() -> None:
    """Text, CSV and JSON count the same files, and give the same reasons."""
    Path("logs/p7.pddl").write_text(DOMAIN)
    Path("logs/p8.pddl").write_text(DOMAIN)
    Path("logs/notes.txt").write_text("(go a b)")
    Path("logs/old.txt").write_text(run_command(main, "runs", "logs", *TASK).stdout)
    text = run_command(main, "runs", "logs", *TASK)
    (experiment,) = json.loads(run_command(main, "runs", "logs", *TASK, "--format", "json").stdout)[
        "experiments"
    ]
    table = run_command(main, "runs", "logs", *TASK, "--format", "csv").stdout
    rows = list(csv.DictReader(io.StringIO(table)))
    left_out = [row for row in rows if row["class"] == "left out"]
    assert len(left_out) == len(experiment["left_out"]) == 2
    for row, entry in zip(left_out, experiment["left_out"], strict=True):
        assert row["reason"] == f"{entry['file']}: {entry['reason']}"
        assert row["instance"] == str(entry["instance"])
        assert f"left out: {entry['file']}" in text.words
        assert entry["reason"] in text.words
        assert row["is_success"] == row["plan_length"] == ""
    (skipped,) = (row for row in rows if row["class"] == "skipped")
    assert skipped["reason"] == "2 files with PDDL definitions"
    assert experiment["skipped"] == 2
    assert "skipped: 2 files with PDDL definitions" in text.words
    scored = [row for row in rows if row not in (*left_out, skipped)]
    assert len(scored) == experiment["metrics"]["n_instances"] == 2
    failed = [row for row in scored if row["is_success"] == "false"]
    assert [row["reason"] for row in failed] == [
        each["reason"] for each in experiment["instances"] if not each["is_success"]
    ]
    assert all(row["reason"] in text.words for row in failed)
    assert failed
