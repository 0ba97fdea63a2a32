"""ActionSequenceDiff: an old name of PlanningLCS.

The documentation of GAICo calls `ActionSequenceDiff` an action-based set difference. The only
implementation there ever was, in GAICo's history of June 2025 and in no release, computed the
longest common subsequence and was renamed `PlanningLCS` the day after. So this is PlanningLCS
under that name: same formula, range and edge cases, 1 for equal plans. For the set difference
of the sentence see `plancore.metrics.action_distance`.
"""

from __future__ import annotations

from typing import Final

from plancore.metrics.planning_lcs import PlanningLcs, measure

__all__ = ["NAME", "PlanningLcs", "measure"]

NAME: Final = "action-sequence-diff"
