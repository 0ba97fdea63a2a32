"""Whether two neighbouring steps of a plan may change places."""

from __future__ import annotations

from plancore.model.plan import Step
from plancore.simulate.independence import Independence


def are_independent(answers: Independence, step: Step, neighbour: Step) -> bool:
    """Whether they may; false when one of them is malformed."""
    first, second = answers.access(step), answers.access(neighbour)
    return first is not None and second is not None and first.conflict(second) is None
