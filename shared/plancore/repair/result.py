"""What is asked of a repair, and what came out."""

from __future__ import annotations

from dataclasses import field
from typing import Final

from plancore.compare.changes import Part
from plancore.model.record import record
from plancore.repair.edits import Alteration, Edit, TypeEdit


@record
class Costs:
    """What an edit of each kind costs: positive whole numbers."""

    add_precondition: int = 1
    remove_precondition: int = 1
    add_effect: int = 1
    remove_effect: int = 1
    widen_type: int = 1

    def of(self, edit: Edit) -> int:
        """The cost of one edit."""
        if isinstance(edit, TypeEdit):
            return self.widen_type
        adds = edit.alteration is Alteration.ADD
        if edit.part is Part.PRECONDITION:
            return self.add_precondition if adds else self.remove_precondition
        return self.add_effect if adds else self.remove_effect


@record
class RepairOptions:
    """`towards` are the edits that bring the domain nearer to a reference: of repairs of one cost
    those with more of them come first. With `types` parameters may get wider types as well, so that
    steps are instances of their actions. `answers` is how many are looked for, `effort` how many
    thousands of demands the search may look at before it says what it knows by then, and a tenth of
    it is for all answers but the first."""

    costs: Costs = field(default_factory=Costs)
    towards: frozenset[Edit] = frozenset()
    types: bool = False
    answers: int = 5
    effort: int = 20_000


SMALLEST: Final = RepairOptions()
"""Every edit costs 1."""


@record
class Repair:
    """Edits after which every plan is as it must be, in the order of the domain."""

    edits: tuple[Edit, ...]
    cost: int


@record
class Tally:
    """How many of the plans that must be valid are, and how many of those that must not are not."""

    valid: int
    must_be_valid: int
    not_valid: int = 0
    must_not_be_valid: int = 0

    @property
    def as_meant(self) -> bool:
        """Whether all are as they must be."""
        return self.valid == self.must_be_valid and self.not_valid == self.must_not_be_valid


@record
class UnusedPlan:
    """A plan that the repair knows nothing of, and why."""

    case: str
    reason: str


@record
class Impossible:
    """A plan that no repair makes as it must be, and why."""

    case: str
    reason: str


@record
class RepairResult:
    """The smallest repairs that were found, the most likely one first.

    `proved` says that no repair costs less: none that adds and removes literals, as `LiteralEdit`
    has them, and where asked for widens types. `lower_bound` is a cost that every repair has at
    least, `is_complete` whether all of the least cost are listed. Without repairs there is none
    where `proved`, else none was found.
    `before` and `after` count the plans that are as they must be, `after` with the first repair
    made. Plans `left_out` are not among them. `impossible` are plans for each of which alone there
    is no repair; it is empty where only several together have none.
    """

    repairs: tuple[Repair, ...]
    proved: bool
    lower_bound: int
    is_complete: bool
    before: Tally
    after: Tally
    left_out: tuple[UnusedPlan, ...] = ()
    impossible: tuple[Impossible, ...] = ()

    @property
    def considered(self) -> int:
        """How many plans were executed."""
        return self.before.must_be_valid + self.before.must_not_be_valid
