"""Result files of PlanBench (Valmeekam et al. 2023, arXiv:2206.10498): one file of many runs.

::

    results  = {"domain": text, "task": text, "instances": [instance*], …}
    instance = {"instance_id": number | text, "llm_raw_response": text, "extracted_llm_plan": plan,
                ("llm_correct" | "correct"): bool, "ground_truth_plan": plan, …}
    plan     = text | [(text | [word*])*]

The plan is what PlanBench's evaluation has extracted and translated. Older files have it as a list
of steps, and `correct` for `llm_correct`. In a file that was not evaluated yet, which
has no `extracted_llm_plan`, it is what our reader of plans finds in the answer; nobody says then
whether it is right. Where the evaluation has extracted nothing it is the same: that is the plan
without steps only where the answer says so, or the verdict. An instance that has neither a plan,
nor an answer that is not empty, nor a verdict, was not run. One without `instance_id` is called
by its place in the list, which does not say which instance it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from plancore.model.run import ModelRun, RunOutcome
from plancore.notation.runs.values import actions_of, attempt_of, flag_of, parsed, text_of

_VERDICTS: Final = ("llm_correct", "correct")
_PLAN: Final = "extracted_llm_plan"
_ANSWER: Final = "llm_raw_response"


def read_results(text: str) -> tuple[tuple[ModelRun, ...], list[str]]:
    """The runs of a result file, and what is wrong with it. Each is one attempt at a complete
    plan; nothing but whether it is right is known of it."""
    results, why = parsed(text)
    instances = results.get("instances") if isinstance(results, dict) else None
    if not isinstance(instances, list):
        return (), [why or "missing list of instances"]
    problems = [
        f"instance {number} is not an object"
        for number, entry in enumerate(instances, start=1)
        if not isinstance(entry, dict)
    ]
    runs = (
        _run(entry, number)
        for number, entry in enumerate(instances, start=1)
        if isinstance(entry, dict)
    )
    return tuple(runs), problems


def _run(entry: Mapping[str, Any], number: int) -> ModelRun:
    verdicts = (flag_of(entry, key) for key in _VERDICTS)
    correct = next((verdict for verdict in verdicts if verdict is not None), None)
    plan = _plan(entry, _PLAN)
    if plan is None or not (plan.strip() or correct):
        plan = text_of(entry, _ANSWER).strip() or None
    gold, name = _plan(entry, "ground_truth_plan"), text_of(entry, "instance_id")
    # A right plan is executable and reaches the goal; of a wrong one neither is known.
    known = True if correct else None
    return ModelRun(
        name or f"entry {number}",
        True,
        () if plan is None else (attempt_of(plan),),
        None if correct is None else RunOutcome(correct, known, known),
        actions_of(gold) if gold else None,
        is_broken_off=plan is None and correct is None,
        is_unnamed=not name,
        answers=() if plan is None else (plan,),
    )


def _plan(entry: Mapping[str, Any], key: str) -> str | None:
    """The plan under `key` as a text, a step on each line; None where there is none."""
    value = entry.get(key)
    if not isinstance(value, list):
        return value if isinstance(value, str) else None
    steps = (f"({' '.join(map(str, step))})" if isinstance(step, list) else step for step in value)
    return "\n".join(step.strip() for step in steps if isinstance(step, str))
