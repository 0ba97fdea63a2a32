"""Result files of PlanBench (Valmeekam et al. 2023, arXiv:2206.10498): one file of many runs.

::

    results  = {"domain": text, "task": text, "instances": [instance*], …}
    instance = {"instance_id": number | text, "extracted_llm_plan": text,
                "llm_correct": bool, "ground_truth_plan": text, …}

An instance without `instance_id` is called by its place in the list; one without
`extracted_llm_plan` was not run or not evaluated yet. What the model said
before its plan was extracted is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from plancore.model.run import Outcome, Prediction, Run, Said
from plancore.notation.runs.values import actions_of, flag_of, parsed, text_of

_PLAN: Final = "extracted_llm_plan"


def read_results(text: str) -> tuple[tuple[Run, ...], list[str]]:
    """The runs of a result file, and what is wrong with it. Each is one attempt at a complete
    plan; nothing but whether it is right is known of it."""
    results, why = parsed(text)
    instances = results.get("instances") if isinstance(results, dict) else None
    if not isinstance(instances, list):
        return (), [why or "there is no list of instances"]
    problems = [
        f"instance {number} is no object"
        for number, entry in enumerate(instances, start=1)
        if not isinstance(entry, dict)
    ]
    runs = (
        _run(entry, number)
        for number, entry in enumerate(instances, start=1)
        if isinstance(entry, dict)
    )
    return tuple(runs), problems


def _run(entry: Mapping[str, Any], number: int) -> Run:
    correct = flag_of(entry, "llm_correct")
    is_there = isinstance(entry.get(_PLAN), str) and correct is not None
    actions = actions_of(text_of(entry, _PLAN))
    attempt = tuple(Prediction(Said.ACTION, str(action), action) for action in actions)
    gold = text_of(entry, "ground_truth_plan")
    # A right plan is executable and reaches the goal; of a wrong one neither is known.
    known = True if correct else None
    return Run(
        text_of(entry, "instance_id") or f"entry {number}",
        True,
        (attempt,) if is_there else (),
        Outcome(bool(correct), known, known) if is_there else None,
        actions_of(gold) if gold else None,
        is_broken_off=not is_there,
    )
