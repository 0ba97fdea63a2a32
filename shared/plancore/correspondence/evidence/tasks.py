"""Tasks that two models were both made for: what may speak for pairs beside the models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from plancore.model.record import record

if TYPE_CHECKING:
    # Most domains are compared by name.
    from plancore.model.plan import Plan
    from plancore.model.problem import Problem


@record
class SharedTasks:
    """Problems and plans, each two for one task, the learned model's first."""

    problems: tuple[tuple[Problem, Problem], ...] = ()
    plans: tuple[tuple[Plan, Plan], ...] = ()


NO_TASKS: Final = SharedTasks()
