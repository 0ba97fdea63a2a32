"""pyperplan: small, readable, in Python; by default greedy best-first search with the FF
heuristic."""

from __future__ import annotations

from typing import Final

from planeval.planners.description import (
    FoundPlanner,
    Planner,
    PlannerResponse,
    PythonEnvironment,
    Variant,
)


def _find(environment: PythonEnvironment) -> FoundPlanner | None:
    program = environment.program("pyperplan")
    if program is None:
        return None
    return FoundPlanner({"pyperplan": program}, environment.version("pyperplan"))


PLANNER: Final = Planner(
    "pyperplan",
    "{pyperplan} {variant} {domain} {problem}",
    _find,
    "STRIPS, types",
    "pyperplan",
    # Its search is complete, and it prints this when the search space is exhausted.
    output=(("No solution could be found", PlannerResponse.UNSOLVABLE),),
    plans=("*.soln",),
    variants=(
        Variant("gbf-hff", "-H hff -s gbf", "greedy best-first search with the FF heuristic"),
        Variant("astar-lmcut", "-H lmcut -s astar", "optimal: A* with the landmark-cut heuristic"),
        Variant("bfs", "-s bfs", "shortest plans: breadth-first search"),
    ),
)
