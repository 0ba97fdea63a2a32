"""What is demanded of every repair so far, and the least edits that meet it."""

from __future__ import annotations

from collections.abc import Iterable

from plancore.align.hitting_set import Demand, least_choice, quick_choice
from plancore.repair.conflicts import EditConflict
from plancore.repair.edits import Edits, LiteralEdit
from plancore.repair.preference import WORST, EditPreference
from plancore.repair.result import Costs
from plancore.stop import Budget

_MAX_EDITS = 1_000
_SCALE = WORST * _MAX_EDITS
"""What a cost of 1 weighs: more than all penalties together."""


class Demands:
    """Conflicts as demands on edits, each of which weighs its cost and, far less, its penalty."""

    def __init__(self, costs: Costs, preference: EditPreference) -> None:
        self._costs = costs
        self._preference = preference
        self._edits: list[LiteralEdit] = []
        self._numbers: dict[LiteralEdit, int] = {}
        self._weights: list[int] = []
        self._demands: dict[Demand, None] = {}
        self._forbidden: dict[Demand, None] = {}

    def __contains__(self, edit: object) -> bool:
        """Whether the edit was in any conflict."""
        return edit in self._numbers

    def add(self, conflict: EditConflict) -> None:
        """Demand that a conflict be met."""
        edits, where = conflict
        # Numbered in an order that no hash decides.
        for edit in sorted((e for e in edits | where if e not in self._numbers), key=str):
            self._numbers[edit] = len(self._edits)
            self._edits.append(edit)
            cost = self._costs.of(edit)
            self._weights.append(cost * _SCALE + self._preference.penalty(edit))
        self._demands[Demand(self._numbered(edits), self._numbered(where))] = None

    def forbid(self, edits: Edits) -> None:
        """Demand that not all of `edits` be made; with none, that nothing will do."""
        self._forbidden[Demand(frozenset(), self._numbered(edits))] = None

    def forget(self) -> None:
        """Demand no more than that what is forbidden stays so."""
        self._demands.clear()

    def least(self, budget: Budget) -> Edits | None:
        """Edits of least weight that meet all demands, None where none do; raises SpentError."""
        return self._named(least_choice(self._all, self._weights, budget))

    def quick(self) -> Edits | None:
        """Some edits that meet all demands; None where none were found."""
        return self._named(quick_choice(self._all, self._weights))

    def dearest_first(self, edits: Edits) -> list[LiteralEdit]:
        """`edits` in the order of their weights."""
        numbers = sorted(self._numbered(edits), key=lambda n: (-self._weights[n], n))
        return [self._edits[number] for number in numbers]

    @property
    def _all(self) -> list[Demand]:
        return [*self._demands, *self._forbidden]

    def _numbered(self, edits: Iterable[LiteralEdit]) -> frozenset[int]:
        return frozenset(self._numbers[edit] for edit in edits)

    def _named(self, numbers: frozenset[int] | None) -> Edits | None:
        return None if numbers is None else frozenset(self._edits[number] for number in numbers)
