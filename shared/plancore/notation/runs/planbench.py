"""Result files of PlanBench (Valmeekam et al. 2023, arXiv:2206.10498): one file of many runs.

::

    results  = {"task": text?, "instances": list, …} | list | JSON lines of instances
    list     = [instance*] | {id: instance, …}
    instance = {"instance_id": number | text, "llm_raw_response": text, "extracted_llm_plan": plan,
                VERDICT: flag, "ground_truth_plan": plan, "messages": [message*], …}
    message  = {"role": "assistant" | text, "content": text}
    plan     = text | [step*]
    step     = text | [word*] | {…}
    VERDICT  = llm_correct, correct, act_correct, llm_correct_binary

The plan is the one that PlanBench's evaluation has extracted and translated. Older files have it as
a list of steps, and `correct` in place of `llm_correct`. A file that was not evaluated has neither
`extracted_llm_plan` nor a verdict; the plan is then read from the answer. It is also read from the
answer if the evaluation extracted nothing, unless the verdict is that the empty plan is correct.

With backprompting each message of the assistant is an attempt, and the extracted plan is the last
one. An instance without a plan, a non-empty answer and a verdict was not run. An instance without
`instance_id` is named by its place in the list, which does not identify it.

The answers to tasks 3 and 7 are not plans, and those to task 6 are plans from another initial
state: only their verdicts count, and nothing is executed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from plancore.model.run import ModelRun, RunOutcome
from plancore.notation.runs.values import actions_of, attempt_of, flag_of, parsed, text_of

_VERDICTS: Final = ("llm_correct", "correct", "act_correct", "llm_correct_binary")
_PLAN: Final = "extracted_llm_plan"
_ANSWER: Final = "llm_raw_response"
_KEYS: Final = frozenset((*_VERDICTS, _PLAN, _ANSWER)) - {"correct"}
"""Keys that only result files have."""

_KNOWN: Final = frozenset((*_KEYS, "correct", "messages"))
"""Keys that only instances have."""

_TASK: Final = re.compile(r"t(?:ask_)?([0-9]+)", re.IGNORECASE)
_OTHER_TASKS: Final = {"3": "plan verification", "6": "replanning", "7": "plan execution"}


def is_results(text: str) -> bool:
    """Whether a text of JSON, or of JSON lines, has instances with an answer or a verdict."""
    return '"instances"' in text or any(f'"{key}"' in text for key in _KEYS)


def read_results(text: str) -> tuple[tuple[ModelRun, ...], list[str]]:
    """The runs of a result file, and its errors. Each run has one attempt at a complete plan, with
    backprompting several; of its outcome only the verdict is known."""
    results, why = parsed(text)
    problems: list[str] = []
    if why:
        entries, problems = _lines(text)
        if not any(_KEYS.intersection(entry) for entry in entries if isinstance(entry, dict)):
            return (), [why]
        results = entries
    instances = results.get("instances") if isinstance(results, dict) else results
    if isinstance(results, dict) and instances is None:
        instances = [results] if _KEYS.intersection(results) else _keyed(results)
    if isinstance(instances, dict):
        instances = _keyed(instances)
    if not isinstance(instances, list):
        return (), ["missing list of instances"]
    other_task = _other_task(results)
    problems += [
        f"instance {number} is not an object"
        for number, entry in enumerate(instances, start=1)
        if not isinstance(entry, dict)
    ]
    runs = (
        _run(entry, number, other_task)
        for number, entry in enumerate(instances, start=1)
        if isinstance(entry, dict)
    )
    return tuple(runs), problems


def _keyed(entries: Mapping[str, object]) -> list[object] | None:
    """The instances, identified by their keys; None if there are none."""
    named = [
        {"instance_id": key, **entry} if isinstance(entry, dict) else entry
        for key, entry in entries.items()
    ]
    is_known = any(_KNOWN.intersection(entry) for entry in named if isinstance(entry, dict))
    return named if is_known else None


def _lines(text: str) -> tuple[list[object], list[str]]:
    """The values of JSON lines, and the errors of the other lines."""
    entries: list[object] = []
    problems: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            entry, why = parsed(line)
            if why:
                problems.append(f"line {number}: {why}")
            else:
                entries.append(entry)
    return entries, problems


def _other_task(results: object) -> str:
    """The reason why the answers of a file are not executed; empty if they are."""
    named = _TASK.match(text_of(results, "task")) if isinstance(results, dict) else None
    task = _OTHER_TASKS.get(named[1], "") if named else ""
    return f"not a plan for this problem: the task is {task}" if named and task else ""


def _run(entry: Mapping[str, Any], number: int, other_task: str) -> ModelRun:
    verdicts = (flag_of(entry, key) for key in _VERDICTS)
    correct = next((verdict for verdict in verdicts if verdict is not None), None)
    answers = list(_answers(entry))
    plan = _plan(entry, _PLAN)
    if plan is not None and (plan.strip() or correct):
        answers[-1:] = [plan]
    gold, name = _plan(entry, "ground_truth_plan"), text_of(entry, "instance_id")
    # A correct plan is executable and reaches the goal; for an incorrect one neither is known.
    known = True if correct else None
    return ModelRun(
        name or f"entry {number}",
        True,
        tuple(map(attempt_of, answers)),
        None if correct is None else RunOutcome(correct, known, known),
        actions_of(gold) if gold else None,
        is_broken_off=not answers and correct is None,
        is_unnamed=not name,
        answers=tuple(answers),
        other_task=other_task,
    )


def _answers(entry: Mapping[str, Any]) -> list[str]:
    """The outputs of the model, in order."""
    answer = text_of(entry, _ANSWER).strip()
    messages = entry.get("messages")
    if answer or not isinstance(messages, list):
        return [answer] if answer else []
    said = (text_of(each, "content") for each in messages if _is_of_assistant(each))
    return [text for text in said if text.strip()]


def _is_of_assistant(message: object) -> bool:
    return isinstance(message, dict) and message.get("role") == "assistant"


def _plan(entry: Mapping[str, Any], key: str) -> str | None:
    """The plan under `key` as a text with one step per line; None if there is none."""
    value = entry.get(key)
    if not isinstance(value, list):
        return value if isinstance(value, str) else None
    if not all(isinstance(step, str | list) for step in value):
        return json.dumps(value)  # it is read like other JSON
    steps = (f"({' '.join(map(str, step))})" if isinstance(step, list) else step for step in value)
    return "\n".join(step.strip() for step in steps)
