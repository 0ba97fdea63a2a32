"""LPG-td: local search, with numbers and time. Its time limit is in CPU time."""

from __future__ import annotations

from typing import Final

from planeval.planners.description import FoundPlanner, Planner, PlannerResponse, PythonEnvironment


def _find(environment: PythonEnvironment) -> FoundPlanner | None:
    package = environment.package("up_lpg")
    inside = package / "lpg" if package else None
    program = str(inside) if inside is not None and inside.is_file() else environment.program("lpg")
    if program is None:
        return None
    return FoundPlanner({"lpg": program}, environment.version("up-lpg"))


PLANNER: Final = Planner(
    "lpg",
    "{lpg} -o {domain} -f {problem} -n 1 -seed 1 -cputime {time} -out {plan}",
    _find,
    "PDDL 2.2: numbers, time",
    "up-lpg",
    caution="4 MB",
    # It sometimes writes "no solution" to the plan file, and its exit status never means a proof.
    output=(
        ("No plan will solve it", PlannerResponse.GAVE_UP),
        ("can not be reached", PlannerResponse.GAVE_UP),
    ),
    plans=("plan", "plan_1.SOL"),
)
