"""kairos-planner, the planner of PlanSys2: light, and the default."""

from __future__ import annotations

from typing import Final

from planeval.planners.description import Environment, Found, Planner, Response, asked_version


def _find(environment: Environment) -> Found | None:
    program = environment.program("kairos")
    if program is None:
        return None
    return Found({"kairos": program}, asked_version([program, "--version"]))


PLANNER: Final = Planner(
    "kairos",
    "{kairos} {domain} {problem} --no-anytime --threads 1 --seed 1 --timeout {time} "
    "--memory {memory} --output {plan}",
    _find,
    "PDDL 2.1 to 3.1: numbers, time, axioms, preferences, processes",
    "kairos-planner",
    caution="7 MB, Linux only",
    codes={
        0: Response.SOLVED,
        10: Response.UNSOLVABLE,
        11: Response.TIMEOUT,
        12: Response.MEMOUT,
        14: Response.GAVE_UP,
    },
)
