"""LPG-td: local search; numbers and time. Its limit is one of processor time."""

from __future__ import annotations

from typing import Final

from planeval.planners.description import Environment, Found, Planner, Response


def _find(environment: Environment) -> Found | None:
    package = environment.package("up_lpg")
    inside = package / "lpg" if package else None
    program = str(inside) if inside is not None and inside.is_file() else environment.program("lpg")
    if program is None:
        return None
    return Found({"lpg": program}, environment.version("up-lpg"))


PLANNER: Final = Planner(
    "lpg",
    "{lpg} -o {domain} -f {problem} -n 1 -seed 1 -cputime {time} -out {plan}",
    _find,
    "PDDL 2.2: numbers, time",
    "up-lpg",
    caution="4 MB",
    # It writes a plan file with the words "no solution" at times, and never says that it has a
    # proof by its exit status.
    output=(("No plan will solve it", Response.GAVE_UP), ("can not be reached", Response.GAVE_UP)),
    plans=("plan", "plan_1.SOL"),
)
