"""ActionSequenceDiff: an old name of PlanningLCS.

**Input**: two plans.

**Formula**: that of [planning-lcs](planning-lcs.md): `|LCS(left, right)| / max(|left|, |right|)`.

**Range**: [0, 1], higher is better, 1 for equal plans; symmetric.

**Edge cases**: both plans empty: 1. One empty: 0. Never undefined.

**Source**: the documentation of GAICo calls `ActionSequenceDiff` an action-based set difference.
The only implementation there ever was, in GAICo's history of June 2025 and in no release, computed
the longest common subsequence and was renamed `PlanningLCS` the day after. For the set difference
of the sentence see [action-distance](action-distance.md).
"""

from __future__ import annotations

from typing import Final

from plancore.metrics.planning_lcs import PlanningLcs, measure

__all__ = ["NAME", "PlanningLcs", "measure"]

NAME: Final = "action-sequence-diff"
