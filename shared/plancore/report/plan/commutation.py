"""What may change places in two plans, worked out as far as somebody asks for it.

Most plans differ in their actions, so that they are no reorderings of one another whatever the
actions touch, and where no step has moved nobody asks which steps commute.
"""

from __future__ import annotations

from collections.abc import Sequence

from plancore.compare.following import Footprint, same_by_names, same_partial_order
from plancore.memo import lazy
from plancore.model.plan import Plan
from plancore.simulate.independence import Independence
from plancore.simulate.task import Task
from plancore.stop import NEVER, Checkpoint


class Commutation:
    """Answers for a learned plan and its reference in one task; `checkpoint` may raise."""

    def __init__(
        self, task: Task, learned: Plan, reference: Plan, checkpoint: Checkpoint = NEVER
    ) -> None:
        self._independence = Independence(task)
        self._learned = learned
        self._reference = reference
        self._checkpoint = checkpoint

    @lazy
    def learned(self) -> Sequence[Footprint] | None:
        """The footprints of the learned plan, as `Independence.footprints` has them."""
        return self._independence.footprints(self._learned, self._checkpoint)

    @lazy
    def reference(self) -> Sequence[Footprint] | None:
        """The footprints of the reference."""
        return self._independence.footprints(self._reference, self._checkpoint)

    @lazy
    def is_known(self) -> bool:
        """Whether both plans have footprints, which need not be made to know that."""
        ours = self._independence.foreseen(self._learned, self._checkpoint)
        theirs = ours is not False and self._independence.foreseen(
            self._reference, self._checkpoint
        )
        if ours is None:
            ours = theirs is not False and self.learned is not None
        if theirs is None:
            theirs = ours and self.reference is not None
        return ours and theirs

    @lazy
    def same_partial_order(self) -> bool | None:
        """Whether the plans differ at most in the order of independent steps; None where it is not
        known what each step of both touches."""
        if not self.is_known:
            return None
        answer = same_by_names(self._learned, self._reference)
        if answer is None and self.learned is not None and self.reference is not None:
            return same_partial_order(self._learned, self._reference, self.learned, self.reference)
        return answer
