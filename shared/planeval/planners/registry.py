"""The planners that we know: a file of `catalogue` and a line here for each."""

from __future__ import annotations

from typing import Final

from planeval.planners.catalogue import enhsp, fast_downward, kairos, lpg, pyperplan, symk
from planeval.planners.description import Planner

PLANNERS: Final[tuple[Planner, ...]] = (
    kairos.PLANNER,
    pyperplan.PLANNER,
    fast_downward.PLANNER,
    symk.PLANNER,
    enhsp.PLANNER,
    lpg.PLANNER,
)

DEFAULT: Final = kairos.PLANNER
"""What solves where no planner is named."""
