"""Fast Downward: by default the first plan of LAMA. Its time limit is in CPU time."""

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

CODES: Final = {
    0: PlannerResponse.SOLVED,
    1: PlannerResponse.SOLVED,  # and then out of memory
    2: PlannerResponse.SOLVED,  # and then out of time
    3: PlannerResponse.SOLVED,
    10: PlannerResponse.UNSOLVABLE,
    11: PlannerResponse.UNSOLVABLE,
    12: PlannerResponse.GAVE_UP,
    20: PlannerResponse.MEMOUT,
    21: PlannerResponse.TIMEOUT,
    22: PlannerResponse.MEMOUT,
    23: PlannerResponse.TIMEOUT,
    24: PlannerResponse.MEMOUT,
}
"""The exit codes in its documentation: 10 and 11 are proofs by the translator and by the search, 12
is a search that ended without plan or proof."""

TASK: Final = (
    "--plan-file {plan} --overall-time-limit {time}s --overall-memory-limit {memory}M "
    "{domain} {problem}"
)


def _find(environment: PythonEnvironment) -> FoundPlanner | None:
    package = environment.package("up_fast_downward")
    driver = package / "downward" / "fast-downward.py" if package else None
    if driver is not None and driver.is_file():
        version = environment.version("up-fast-downward", "fast-downward-translate")
        return FoundPlanner({"python": environment.python, "driver": str(driver)}, version)
    program = environment.program("fast-downward") or environment.program("fast-downward.py")
    if program is None:
        return None
    # The program replaces the interpreter and the driver; its arguments are the same.
    return FoundPlanner({"python": program, "driver": ""}, asked_version([program, "--version"]))


PLANNER: Final = Planner(
    "fast-downward",
    f"{{python}} {{driver}} --alias {{variant}} {TASK}",
    _find,
    "STRIPS, ADL, axioms, costs",
    "up-fast-downward",
    caution="GPL-3, 216 MB",
    codes=CODES,
    plans=("plan", "plan.*"),
    variants=tuple(
        Variant(alias, alias, purpose)
        for alias, purpose in (
            ("lama-first", "the first plan of LAMA"),
            ("lama", "improves the plan of LAMA until the time limit"),
            ("seq-opt-lmcut", "optimal: A* with the landmark-cut heuristic; no axioms"),
            ("seq-opt-bjolp", "optimal: A* with landmarks; no axioms"),
        )
    ),
)
