"""pyperplan: small, readable, in Python; greedy best-first search with the FF heuristic."""

from __future__ import annotations

from typing import Final

from planeval.planners.description import Environment, Found, Planner, Response


def _find(environment: Environment) -> Found | None:
    program = environment.program("pyperplan")
    if program is None:
        return None
    return Found({"pyperplan": program}, environment.version("pyperplan"))


PLANNER: Final = Planner(
    "pyperplan",
    "{pyperplan} -H hff -s gbf {domain} {problem}",
    _find,
    "STRIPS, types",
    "pyperplan",
    # Its search is complete, and this is what it says when all has been searched.
    output=(("No solution could be found", Response.UNSOLVABLE),),
    plans=("*.soln",),
)
