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
from support.ring import PROBLEM, TASK, figures_of
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
    Path("plans/gpt4_instance-1.plan").write_text("(go a b)\n")
    done = run_command(main, "runs", "plans", *TASK)
    text = done.words
    reason = "the name has several numbers: 4, 1"
    assert "unknown problem: no file or directory named gpt4_instance-1" in text
    assert reason in text
    assert done.stdout.startswith("plans  1 run, executed again; 1 left out\n")


@pytest.mark.usefixtures("experiment")
def test_plans_alone_say_nothing_when_they_cannot_be_executed() -> None:
    Path("p1.plan").write_text("(go a b)\n")
    done = run_command(main, "runs", "p1.plan")
    reason = "the logs do not state the outcome, and no domain and problems are given"
    assert done.stdout == (
        f"p1.plan  0 runs, as logged; 1 left out\nleft out: 1, p1.plan: {reason}\n"
    )
    told = f"planeval: error: p1.plan: no run was evaluated; 1 left out: {reason}\n"
    assert (done.returncode, done.stderr) == (2, told)


@pytest.mark.usefixtures("experiment")
def test_a_result_file_of_planbench() -> None:
    entries = [
        {"instance_id": 1, "extracted_llm_plan": "(go a b)", "llm_correct": False},
        {"instance_id": 2, "extracted_llm_plan": "(go a b)", "llm_correct": False},
    ]
    Path("results.json").write_text(json.dumps({"instances": entries}))
    assert figures_of("results.json")["unsuccessful_unknown"] == 2
    figures = figures_of("results.json", *TASK)
    assert figures["successful_tasks"] == [1]
    assert figures["unsuccessful_bec_not_reached_goal"] == 1


@pytest.mark.usefixtures("experiment")
@pytest.mark.parametrize("name", ["results.json", "results.json.gz", "answers.gz"])
@pytest.mark.parametrize("shape", ["list", "mapping", "lines", "bare mapping"])
def test_result_files_under_other_names_and_in_other_shapes(name: str, shape: str) -> None:
    """Compressed, keyed by the instance, as JSON lines; known by their contents."""
    rows = {
        "1": {"extracted_llm_plan": "(go a b)", "llm_correct": True},
        "2": {"extracted_llm_plan": "(go a c)", "llm_correct": False},
    }
    numbered = [{"instance_id": int(number), **row} for number, row in rows.items()]
    text = {
        "list": json.dumps({"task": "t1", "instances": numbered}),
        "mapping": json.dumps({"task": "t1", "instances": rows}),
        "lines": "".join(json.dumps(row) + "\n" for row in numbered),
        "bare mapping": json.dumps(rows),
    }[shape]
    data = text.encode()
    Path(name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    for task in ((), TASK):
        figures = figures_of(name, *task)
        assert (figures["successful_tasks"], figures["n_instances"]) == ([1], 2)


@pytest.mark.usefixtures("experiment")
@pytest.mark.parametrize("name", ["results.txt", "results.log", "results"])
@pytest.mark.parametrize("is_lines", [True, False])
def test_a_result_file_is_known_by_its_contents(name: str, is_lines: bool) -> None:
    entries = [
        {"instance_id": number, "extracted_llm_plan": "(go a b)", "llm_correct": number == 1}
        for number in (1, 2)
    ]
    lines = "\n".join(map(json.dumps, entries))
    Path(name).write_text(lines if is_lines else json.dumps({"instances": entries}, indent=1))
    assert figures_of(name)["successful_tasks"] == [1]


@pytest.mark.usefixtures("experiment")
def test_a_compressed_log_is_called_like_the_log() -> None:
    expected = figures_of("logs", "--gold", "gold")
    log = Path("logs/m_instance-1.jsonl")
    Path("logs/m_instance-1.jsonl.gz").write_bytes(gzip.compress(log.read_bytes()))
    log.unlink()
    assert figures_of("logs", "--gold", "gold") == expected


@pytest.mark.usefixtures("experiment")
def test_answers_of_planbench_that_nobody_has_evaluated() -> None:
    """They are executed; what cannot be read is in no score, and no answer at all is left out."""
    answers = ["[PLAN]\n(go a b)\n[PLAN END]", "no idea", ""]
    entries = [
        {"instance_id": number, "llm_raw_response": answer, "ground_truth_plan": "(go a b)"}
        for number, answer in enumerate(answers, start=1)
    ]
    Path("results.json").write_text(json.dumps({"instances": entries}))
    figures = figures_of("results.json", *TASK)
    assert (figures["successful_tasks"], figures["n_instances"]) == ([1], 1)
    assert (figures["accuracy"], figures["n_not_read"]) == (1, 1)
    text = run_command(main, "runs", "results.json", *TASK).stdout
    assert text.startswith("results.json  1 run, executed again; 1 not read; 1 left out\n")
    assert "not read: no idea" in text
    assert "left out: 3, results.json: no answer in it" in text
    text = run_command(main, "runs", "results.json").words
    assert (
        "left out: 2, results.json: the logs do not state the outcome, and no domain and problems"
        in text
    )


@pytest.mark.usefixtures("experiment")
@pytest.mark.parametrize("verdict", ["llm_correct", "correct"])
@pytest.mark.parametrize(
    "plan",
    [["(go a b)", "(go b c)"], [["go", "a", "b"], ["go", "b", "c"]], "(go a b)\n(go b c)\n"],
)
@pytest.mark.parametrize("task", [(), TASK])
def test_plans_of_planbench_in_lists_and_its_older_verdict(
    verdict: str, plan: object, task: tuple[str, ...]
) -> None:
    entry = {"instance_id": 2, "extracted_llm_plan": plan, verdict: True, "ground_truth_plan": plan}
    entry["llm_raw_response"] = "go from the red place to the green place\n[PLAN END]"
    Path("results.json").write_text(json.dumps({"instances": [entry]}))
    figures = figures_of("results.json", *task)
    assert (figures["successful_tasks"], figures["avg_factor_plan_length"]) == ([2], 1)


@pytest.mark.usefixtures("experiment")
def test_words_are_not_executed_and_a_verdict_on_them_counts_as_logged() -> None:
    words = "go from the red place to the green place\n[PLAN END]"
    entries = [
        {"instance_id": 1, "llm_raw_response": words, "extracted_llm_plan": "", "correct": False},
        {"instance_id": 2, "llm_raw_response": words},
    ]
    Path("results.json").write_text(json.dumps({"instances": entries}))
    done = run_command(main, "runs", "results.json", *TASK, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["instance"], row["class"], row["reason"]) for row in rows] == [
        ("1", "unknown", "the log does not state a reason"),
        ("2", "not read", "not read: go from the red place to the green place"),
    ]
    figures = figures_of("results.json", *TASK)
    assert (figures["accuracy"], figures["n_instances"], figures["n_not_read"]) == (0, 1, 1)


@pytest.mark.usefixtures("experiment")
def test_a_plan_whose_objects_were_not_translated_counts_as_logged() -> None:
    entry = {"instance_id": 1, "extracted_llm_plan": "(go red blue)\n", "correct": True}
    Path("results.json").write_text(json.dumps({"instances": [entry]}))
    done = run_command(main, "runs", "results.json", *TASK)
    assert "counted as logged: 1, results.json: the plan names no object" in done.words
    assert figures_of("results.json", *TASK)["accuracy"] == 1


@pytest.mark.usefixtures("experiment")
@pytest.mark.parametrize(
    ("task", "reason"),
    [
        ("t3", "plan verification"),
        ("task_6_replanning", "replanning"),
        ("task_7_plan_execution", "plan execution"),
        ("task_1_plan_generation", ""),
    ],
)
def test_tasks_that_do_not_ask_for_a_plan_of_the_problem_count_as_logged(
    task: str, reason: str
) -> None:
    entry = {"instance_id": 1, "extracted_llm_plan": ["(go a c)"], "llm_correct": True}
    Path("results.json").write_text(json.dumps({"task": task, "instances": [entry]}))
    done = run_command(main, "runs", "results.json", *TASK)
    assert (f"not a plan for this problem: the task is {reason}" in done.words) == bool(reason)
    assert figures_of("results.json", *TASK)["accuracy"] == (1 if reason else 0)


@pytest.mark.usefixtures("experiment")
@pytest.mark.parametrize(
    ("said", "ended", "reason"),
    [
        (["Go to the red place.", "(go a b)\n(go b c)"], "solved", ""),
        (["(go a b)\n(go b c)", "Go to the red place."], "solved", ""),
        (["(go a b)", "Go to the red place."], "not read", "not read: Go to the red place."),
        (["Go to the red place.", "(go a b)"], "not reached goal", "goal not reached: (at c)"),
        (["Impossible"], "not read", "not read: Impossible"),
        (["(go object a object b)\n(go object b object c)"], "solved", ""),
        (["(go place a place b)"], "not executable", "step 1"),
    ],
)
def test_attempts_that_cannot_be_read_are_not_executed(
    said: list[str], ended: str, reason: str
) -> None:
    messages = [{"role": "assistant", "content": each} for each in said]
    Path("results.json").write_text(
        json.dumps({"instances": [{"instance_id": 2, "messages": messages}]})
    )
    text = run_command(main, "runs", "results.json", *TASK, "--format", "csv").stdout
    (row,) = csv.DictReader(io.StringIO(text))
    assert row["class"] == ended
    assert row["reason"].startswith(reason)
    assert row["interaction_length"] == str(len(said))


@pytest.mark.parametrize(
    ("answer", "ended"),
    [
        ("1. Go from a to b.\n2. Go from b to c.\n\nNow I am at c.", "solved"),
        ("1. Go from a to b. Now b is empty.\n2. Go from b (the middle) to c: done", "not read"),
        ("1. Go from a to b. Now b is empty.\n2. Go from b to c (the end): done", "solved"),
        ("1. Go from a to b; go from b to c.", "not read"),
        ("Step 1: GO a -> b\nStep 2: go b, c", "solved"),
        ("First, go from a to b. Then go to c from b.", "not executable"),
        ("I go from a to b, and from there to c.", "not read"),
        ("1. Go to b.\n2. Go from b to c.", "not read"),
        ("1. Walk from a to b.\n2. Go from b to c.", "not read"),
        ("1. Go from a to b.\nThen go from b to c.", "not read"),
        ("1. Go from a place to b.\n2. Go from b to c.", "not read"),
        ("I am at the goal already, so no actions are required.", "not reached goal"),
        ("No actions are required: go from a.", "not read"),
        ("No actions are possible.", "not read"),
        ("go a b\ngo b c", "solved"),
        ("go a b\nfly b c", "not executable"),
        ("1. (go a b)\n2. (fly to c)", "not executable"),
    ],
)
@pytest.mark.usefixtures("experiment")
def test_sentences_are_read_where_the_domain_leaves_no_doubt(answer: str, ended: str) -> None:
    Path("answers").mkdir()
    Path("answers/p2.pddl").write_text(answer)
    text = run_command(main, "runs", "answers", *TASK, "--format", "csv").stdout
    (row,) = csv.DictReader(io.StringIO(text))
    assert row["class"] == ended
    assert bool(row["reason"]) == (ended != "solved")


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
    assert "entry 1, results.json: unknown problem: unknown instance" in text


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
    assert f"left out: 3, {other}: it is a complete-plan run, unlike 2 others" in text
    assert f"left out: 4, {broken}: incomplete run" in text
    assert "\n  instances  " in text


@pytest.mark.usefixtures("experiment")
def test_runs_are_of_the_kind_that_most_are_of() -> None:
    """Whichever comes first by its name."""
    log = complete_plans(["(go a b)"], success=True, reached=True, executable=True, instance=3)
    Path("logs/a_instance-3.jsonl").write_text(log)
    assert figures_of("logs")["n_instances"] == 2
    text = run_command(main, "runs", "logs").stdout
    stray = Path("logs/a_instance-3.jsonl")
    assert f"left out: 3, {stray}: it is a complete-plan run, unlike 2 others\n" in text
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
        assert f"left out: 1, {Path('logs', former)}: {reason}" in text
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
        "left out: 1, results.json: replaced by a later run of the instance, in the same file"
        in text
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
    assert f"not executed, counted as logged: 1, {log}: {reason}" in text


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
