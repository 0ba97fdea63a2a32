"""SymK: optimal planning by symbolic bidirectional search."""

from __future__ import annotations

from typing import Final

from planeval.planners.catalogue.fast_downward import CODES, TASK
from planeval.planners.description import FoundPlanner, Planner, PythonEnvironment


def _find(environment: PythonEnvironment) -> FoundPlanner | None:
    package = environment.package("up_symk")
    driver = package / "symk" / "fast-downward.py" if package else None
    if driver is None or not driver.is_file():
        return None
    words = {"python": environment.python, "driver": str(driver)}
    return FoundPlanner(words, environment.version("up-symk"))


PLANNER: Final = Planner(
    "symk",
    f"{{python}} {{driver}} {TASK} --search sym_bd()",
    _find,
    "STRIPS, ADL, costs; plans are optimal",
    "up-symk",
    caution="GPL-3, 221 MB",
    codes=CODES,
    plans=("plan", "plan.*"),
)
