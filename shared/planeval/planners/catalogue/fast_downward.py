"""Fast Downward: the first plan of LAMA. Its own limit of time is one of processor time."""

from __future__ import annotations

from typing import Final

from planeval.planners.description import Environment, Found, Planner, Response, asked_version

CODES: Final = {
    0: Response.SOLVED,
    1: Response.SOLVED,  # and then out of memory
    2: Response.SOLVED,  # and then out of time
    3: Response.SOLVED,
    10: Response.UNSOLVABLE,
    11: Response.UNSOLVABLE,
    12: Response.GAVE_UP,
    20: Response.MEMOUT,
    21: Response.TIMEOUT,
    22: Response.MEMOUT,
    23: Response.TIMEOUT,
    24: Response.MEMOUT,
}
"""Those of its documentation: 10 and 11 are proofs of the translator and of the search, 12 is a
search that ended without one."""

TASK: Final = (
    "--plan-file {plan} --overall-time-limit {time}s --overall-memory-limit {memory}M "
    "{domain} {problem}"
)


def _find(environment: Environment) -> Found | None:
    package = environment.package("up_fast_downward")
    driver = package / "downward" / "fast-downward.py" if package else None
    if driver is not None and driver.is_file():
        version = environment.version("up-fast-downward", "fast-downward-translate")
        return Found({"python": environment.python, "driver": str(driver)}, version)
    program = environment.program("fast-downward") or environment.program("fast-downward.py")
    if program is None:
        return None
    # The program is what Python would be given, and takes the same arguments.
    return Found({"python": program, "driver": ""}, asked_version([program, "--version"]))


PLANNER: Final = Planner(
    "fast-downward",
    f"{{python}} {{driver}} --alias lama-first {TASK}",
    _find,
    "STRIPS, ADL, axioms, costs",
    "up-fast-downward",
    caution="GPL-3, 216 MB",
    codes=CODES,
    plans=("plan", "plan.*"),
)
