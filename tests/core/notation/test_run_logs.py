"""Logs of runs, read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.model.run import ModelResponse, ModelRun, RunOutcome
from plancore.notation.runs.autoplanbench import read_log
from plancore.notation.runs.planbench import read_results
from plancore.runs import Mistake, facts_of
from support.run_logs import complete_plans, incremental


def _run(text: str) -> ModelRun:
    run, problems = read_log(text, "named")
    assert problems == []
    assert run is not None
    return run


def _said(run: ModelRun) -> list[list[tuple[str, str, bool | None]]]:
    return [
        [
            (entry.response.value, str(entry.action or entry.text), entry.is_right)
            for entry in attempt
        ]
        for attempt in run.attempts
    ]


def test_an_incremental_run() -> None:
    run = _run(incremental("+(a x)", "-(B y)", "look", "done", success=True, reached=True))
    assert (run.instance, run.is_complete_plan) == ("1", False)
    assert _said(run) == [
        [
            ("action", "(a x)", True),
            ("action", "(b y)", False),
            ("look around", "(look-around)", None),
            ("finished", "You are finished.", None),
        ]
    ]
    assert run.logged == RunOutcome(True, True, None)


def test_complete_plans() -> None:
    plans = (["(a x)", "-(b y)", "(c z)"], ["(c z)"])
    run = _run(complete_plans(*plans, success=True, reached=True, executable=True, instance=7))
    assert (run.instance, run.is_complete_plan) == ("7", True)
    assert _said(run) == [
        [("action", "(a x)", True), ("action", "(b y)", False), ("action", "(c z)", None)],
        [("action", "(c z)", True)],
    ]
    assert run.logged == RunOutcome(True, True, True)


def test_an_action_whose_name_only_sounds_like_looking_around_or_finishing() -> None:
    said = ("+(look-around-in kitchen)", "+(move lookout)", "+(finished-with dough)")
    run = _run(incremental(*said, success=False, reached=False))
    assert {entry.response for attempt in run.attempts for entry in attempt} == {
        ModelResponse.ACTION
    }


def test_what_could_not_be_translated_could_not_happen() -> None:
    log = incremental("+(a)", success=False, reached=False).replace('"(a)"', '"I am lost"')
    assert _said(_run(log)) == [[("action", "I am lost", False)]]


def test_a_run_that_was_broken_off() -> None:
    lines = incremental("+(a)", "done", success=True, reached=True).splitlines()
    run = _run("\n".join(lines[:-1]))
    assert (run.logged, run.is_broken_off) == (None, True)


@pytest.mark.parametrize(
    ("reached", "answer", "is_solved"),
    [
        (True, "Great!", True),
        (False, "I am not finished yet.", False),
        (True, "I am not finished yet.", False),
        (False, "Great!", False),
    ],
)
def test_a_success_needs_the_goal_and_a_right_claim(
    reached: bool, answer: str, is_solved: bool
) -> None:
    """The goal may have been reached before, and be lost when the model claims it."""
    log = incremental("+(a)", "done", success=True, reached=reached)
    head, feedback, tail = log.rpartition("There is another note, and nothing more.")
    run = _run(f"{head}{answer}{tail}")
    assert feedback
    assert run.logged is not None
    assert run.logged.is_success == is_solved
    mistakes = facts_of(run, run.logged, None).mistakes
    assert mistakes == (() if is_solved else (Mistake.WRONG_FINISH,))


def test_a_log_that_names_no_instance_has_the_name_of_its_file() -> None:
    log = '{"incremental": true}\n{"success": false, "reached_goal": "NA"}'
    run = _run(log)
    assert (run.instance, run.logged) == ("named", RunOutcome(False, None, None))


def test_damaged_lines_are_told_and_passed_over() -> None:
    log = incremental("+(a)", success=False, reached=False)
    run, problems = read_log(f'[1]\n{log}{{"text": "cut', "named")
    assert run is not None
    assert [problem.partition(":")[0] for problem in problems] == ["line 1", "line 8"]
    assert problems[0] == "line 1: expected an object"


def test_a_text_that_is_no_log() -> None:
    assert read_log("(define (domain d))", "named")[0] is None
    assert read_log("", "named") == (None, [])


def test_a_result_file() -> None:
    instances = [
        {
            "instance_id": 2,
            "ground_truth_plan": "(a x)\n(b y)\n",
            "extracted_llm_plan": "(A X)\n",
            "llm_correct": False,
        },
        {"instance_id": "3", "extracted_llm_plan": "(a x)", "llm_correct": True},
        {"instance_id": 4, "query": "not asked yet"},
        "cut",
    ]
    runs, problems = read_results(json.dumps({"domain": "d", "instances": instances}))
    assert [(run.instance, run.logged, run.gold and len(run.gold)) for run in runs] == [
        ("2", RunOutcome(False, None, None), 2),
        ("3", RunOutcome(True, True, True), None),
        ("4", None, None),
    ]
    assert _said(runs[0]) == [[("action", "(a x)", None)]]
    assert problems == ["instance 4 is not an object"]


def test_answers_that_were_not_evaluated_yet() -> None:
    """The plan in an answer, and behind it what cannot be read; an empty answer is none."""
    answers = ["So be it.\n[PLAN]\n(a x)\n(b y)\n[PLAN END]\nDone.", "no idea", "(a x)\n(b", " "]
    entries = [{"instance_id": n, "llm_raw_response": text} for n, text in enumerate(answers)]
    runs, problems = read_results(json.dumps({"instances": [*entries, {"llm_correct": False}]}))
    assert problems == []
    assert [run.logged for run in runs] == [None] * 4 + [RunOutcome(False, None, None)]
    assert [run.is_broken_off for run in runs] == [False, False, False, True, False]
    assert [run.is_unnamed for run in runs] == [False] * 4 + [True]
    assert _said(runs[0]) == [[("action", "(a x)", None), ("action", "(b y)", None)]]
    unread = "no plan found: the text has no steps"
    assert _said(runs[1]) == [[("action", unread, False)]]
    assert [is_right for _, _, is_right in _said(runs[2])[0]] == [None, False]
    assert runs[3].attempts == runs[4].attempts == ()


def test_an_extracted_plan_counts_and_not_the_answer() -> None:
    entry = {"llm_raw_response": "(a x)", "extracted_llm_plan": "(b y)"}
    (run,), _ = read_results(json.dumps({"instances": [entry]}))
    assert (_said(run), run.is_broken_off) == ([[("action", "(b y)", None)]], False)


@pytest.mark.parametrize("extracted", [{}, {"extracted_llm_plan": ""}])
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("I cannot solve this.", [False]),
        ("; cost = 0 (unit cost)", []),
        ("[PLAN]\n(a x)\n[PLAN END]", [None]),
    ],
)
def test_where_nothing_was_extracted_the_answer_counts(
    extracted: dict[str, str], answer: str, said: list[bool | None]
) -> None:
    """Of an answer without a plan nothing is extracted, and so it is of one with the empty plan."""
    entry = {"llm_raw_response": answer, "llm_correct": False} | extracted
    (run,), _ = read_results(json.dumps({"instances": [entry]}))
    assert [is_right for _, _, is_right in _said(run)[0]] == said


def test_an_empty_plan_that_is_right_was_extracted() -> None:
    entry = {"llm_raw_response": "Done.", "extracted_llm_plan": "", "llm_correct": True}
    (run,), _ = read_results(json.dumps({"instances": [entry]}))
    assert _said(run) == [[]]


def test_with_backprompting_each_message_of_the_model_is_an_attempt() -> None:
    messages = [
        {"role": "user", "content": "(x y)"},
        {"role": "assistant", "content": "```\n(a x)\n```"},
        {"role": "user", "content": "Wrong."},
        {"role": "assistant", "content": "(b y)"},
    ]
    entry: dict[str, object] = {"instance_id": 1, "messages": messages, "act_correct": True}
    (run,), _ = read_results(json.dumps({"instances": [entry]}))
    assert _said(run) == [[("action", "(a x)", None)], [("action", "(b y)", None)]]
    assert run.logged == RunOutcome(True, True, True)
    entry["extracted_llm_plan"] = "(c z)"
    (run,), _ = read_results(json.dumps({"instances": [entry]}))
    assert [said for ((_, said, _),) in _said(run)] == ["(a x)", "(c z)"]


_ENTRY = {"instance_id": 1, "extracted_llm_plan": ["(a x)", "(b y)"], "llm_correct": True}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([_ENTRY]),
        json.dumps(_ENTRY),
        f"{json.dumps(_ENTRY)}\r\n",
        json.dumps({"instances": [_ENTRY | {"llm_correct": 1}]}),
        *(
            json.dumps({"instances": [_ENTRY | {"extracted_llm_plan": plan}]})
            for plan in (
                [["a", "x"], ["b", "y"]],
                ["1. (a x)", "2. (b y)"],
                "```pddl\n(a x)\n(b y)\n```",
                [{"action": "a", "args": ["x"]}, {"action": "b", "args": ["y"]}],
                ["a x", "b y"],
                ["a(x)", "b(y)"],
                "1. (a x)\r\n2. (b y)\r\n",
            )
        ),
    ],
)
def test_layouts_of_result_files(text: str) -> None:
    (run,), problems = read_results(text)
    assert (run.instance, run.logged, problems) == ("1", RunOutcome(True, True, True), [])
    ((*said,),) = run.attempts
    assert [str(each.action) for each in said] == ["(a x)", "(b y)"]


def test_json_lines_of_instances() -> None:
    lines = [json.dumps(_ENTRY | {"instance_id": number}) for number in (1, 2)]
    runs, problems = read_results("\n".join([lines[0], '{"cut', lines[1]]))
    assert [run.instance for run in runs] == ["1", "2"]
    assert [problem.partition(":")[0] for problem in problems] == ["line 2"]


def test_a_file_that_is_no_result_file() -> None:
    assert read_results('{"instances": 3}') == ((), ["missing list of instances"])
    assert read_results("[" * 100_000)[0] == ()


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(("text", "type", "task", "success")), inner, max_size=3)
    ),
    max_leaves=6,
)
_ENTRIES = st.dictionaries(
    st.sampled_from(
        (
            *("text", "type", "executable", "incremental", "task", "success", "instances"),
            *("instance_id", "llm_raw_response", "extracted_llm_plan", "llm_correct"),
        )
    ),
    _VALUES | st.sampled_from(("Plan Model", "Translation Model", "RuleBased")),
)


@given(st.lists(_ENTRIES, max_size=8))
def test_values_of_any_type_in_any_place(entries: list[object]) -> None:
    log = "\n".join(["{}", '{"incremental": true}', *map(json.dumps, entries)])
    assert read_log(log, "named")[0] is not None
    read_results(json.dumps({"instances": entries}))
