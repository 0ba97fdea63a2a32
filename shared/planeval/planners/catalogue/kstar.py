"""K*: the 100 best plans of a problem, for heuristic domain equivalence."""

from __future__ import annotations

from typing import Final

from planeval.planners.catalogue.fast_downward import CODES, TASK
from planeval.planners.description import FoundPlanner, Planner, PythonEnvironment


def _find(environment: PythonEnvironment) -> FoundPlanner | None:
    package = environment.package("kstar_planner")
    if package is None:
        return None
    binaries = package / "builds" / "release" / "bin"
    words = {"python": environment.python, "binaries": str(binaries)}
    return FoundPlanner(words, environment.version("kstar-planner"))


PLANNER: Final = Planner(
    "kstar",
    "{python} -B -m kstar_planner.driver.main --build {binaries} "
    # It writes to the folder `found_plans` of the working directory.
    f"{TASK.replace('{plan}', 'plan')} "
    "--search kstar(lmcut(transform=undo_to_origin()),k=100,dump_plan_files=true)",
    _find,
    "STRIPS, costs; the 100 best plans of each problem",
    "kstar-planner",
    caution="GPL-3, 200 MB",
    codes=CODES,
    plans=("found_plans/plan.*",),
    finds_several=True,
)
