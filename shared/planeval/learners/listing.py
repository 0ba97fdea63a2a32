"""The table of learners: what there is, and what of it is installed."""

from __future__ import annotations

from collections.abc import Sequence

from plancore.report.lines import render
from plancore.report.table import Cell, head, table
from planeval.learners.catalogue import LEARNERS
from planeval.learners.description import OURS, Learner
from planeval.learners.naming import environment_of, meant


def listing(names: Sequence[str]) -> str:
    """A line for each learner, or for those of these names: its version where it is installed.
    Raises Trouble for a name that no learner has."""
    shown = [learner for name in names for learner in meant(name)] or LEARNERS
    rows = [head("learner", "environment", "installed", ""), *map(_row, shown)]
    return render(table(rows)).rstrip("\n") + "\n"


def _row(learner: Learner) -> list[Cell]:
    if learner.environment == OURS:
        return [learner.name, "", "in planeval itself", learner.note]
    if not learner.environment:
        return [learner.name, "", "your own", learner.note]
    environment = environment_of(learner.environment)
    where = f"{environment.name} ({environment.size:,} MB)"
    return [learner.name, where, environment.version or "no", learner.note]
