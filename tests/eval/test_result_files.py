"""`planeval runs` on result files of PlanBench."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path

import pytest

from planeval.cli import main
from support.command import run_command
from support.ring import TASK, figures_of


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
    assert "left out: results.json (instance 3): no answer in it" in text
    text = run_command(main, "runs", "results.json").words
    assert (
        "left out: results.json (instance 2): the logs do not state the outcome, and no domain and "
        "problems" in text
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
    assert "counted as logged: results.json (instance 1): the plan names no object" in done.words
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
        ("1. Go from a to b. Now b is empty.\n2. Go from b (the middle) to c: done", "solved"),
        ("1. Go from a to b.\n2. Go from b (or go from a) to c.", "not read"),
        ("1. Go from a to b.\n2. Go from a to b on the way to c.", "not read"),
        ("1. Go from a to b.\n2. Go from b to b near b.", "not executable"),
        ("1. Go from b to c.\n2. Go from a to b on the way to c.", "not executable"),
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
