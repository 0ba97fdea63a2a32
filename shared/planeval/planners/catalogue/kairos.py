"""kairos-planner, the planner of PlanSys2: small, and the default on Linux."""

from __future__ import annotations

from typing import Final

from planeval.planners.description import (
    FoundPlanner,
    Planner,
    PlannerResponse,
    PythonEnvironment,
    Variant,
    asked_version,
)


def _find(environment: PythonEnvironment) -> FoundPlanner | None:
    program = environment.program("kairos")
    if program is None:
        return None
    return FoundPlanner({"kairos": program}, asked_version([program, "--version"]))


PLANNER: Final = Planner(
    "kairos",
    "{kairos} {domain} {problem} {variant} --threads 1 --seed 1 --timeout {time} "
    "--memory {memory} --output {plan}",
    _find,
    "PDDL 2.1 to 3.1: numbers, time, axioms, preferences, processes",
    "kairos-planner",
    caution="7 MB, Linux only",
    codes={
        0: PlannerResponse.SOLVED,
        10: PlannerResponse.UNSOLVABLE,
        11: PlannerResponse.TIMEOUT,
        12: PlannerResponse.MEMOUT,
        14: PlannerResponse.GAVE_UP,
    },
    plans=("plan", "plan.*"),
    variants=(
        Variant("first", "--no-anytime", "the first plan"),
        Variant("anytime", "--anytime", "improves the plan until the time limit"),
    ),
)
