"""One of the plans that differences stop or let through, executed in both domains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from plancore.blame.report import Blame, DifferenceSet
from plancore.compare.changes import ACTION
from plancore.memo import lazy
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.plan.execution import outcome_text
from plancore.report.plan.execution_text import outcome_tone
from plancore.report.plan.review import PlanReview
from plancore.report.plan.rows import PlanRows
from plandiff.viewmodel.consequences import PlanAt
from plandiff.viewmodel.plan_model import PlanModel

_MOST_SETS = 3


class _Steps(PlanRows):
    """The steps, none of them folded, for they are the same on both sides nearly always."""

    @lazy
    def runs(self) -> Sequence[tuple[int, int]]:
        """None."""
        return ()


class JudgedPlanModel(PlanModel):
    """The review of a plan in both domains; it is number `number` of `plans`, counted from 0."""

    def __init__(
        self, review: PlanReview, blame: Blame, plans: Sequence[PlanAt], number: int
    ) -> None:
        super().__init__(review)
        self._blame, self._plan = blame, plans[number]
        self.plans, self.number = plans, number

    @cached_property
    def rows(self) -> PlanRows:
        """All steps."""
        return _Steps(self.review)

    @cached_property
    def heading(self) -> Line:
        """The plan, which of how many it is, and how it ends in each domain."""
        execution = self.review.execution
        assert execution is not None, "a plan that was judged can be executed"
        pieces = [Piece(visible(self._plan.name), Tone.TITLE)]
        for name, trace in (("learned", execution.learned), ("reference", execution.reference)):
            outcome = outcome_text(trace).partition(":")[0]
            pieces.append(Piece(f"   {name}: ", Tone.DIM))
            pieces.append(Piece(visible(outcome), outcome_tone(trace)))
        return tuple(pieces)

    @property
    def start(self) -> int:
        """The row of the step to look at; the last one for the end of the plan."""
        return self.review.row_of_step(self._plan.step)

    def panel(self, _row: int, /) -> Sequence[Line]:
        """Why the plan fails, and what is to blame."""
        return self._told

    @cached_property
    def _told(self) -> Sequence[Line]:
        return list(self._tell())

    def _tell(self) -> Iterator[Line]:
        case = self._plan.case
        for stopped in self._blame.stopped:
            if stopped.case == case:
                yield from self._sets("to blame", stopped.first.sets)
                yield line(Piece("why  ", Tone.DIM), visible(stopped.first.reason))
        for through in self._blame.let_through:
            if through.case == case:
                yield from self._sets("let through by", through.sets)
                if through.reason is not None:
                    yield line(Piece("reference  ", Tone.DIM), visible(through.reason))

    def _sets(self, verb: str, sets: Sequence[DifferenceSet]) -> Iterator[Line]:
        for numbers in sets[:_MOST_SETS]:
            text = " with ".join(map(self._difference, numbers))
            yield line(Piece(f"{verb}  ", Tone.DIM), visible(text))
            verb = f"{'or':>{len(verb)}}"
        if len(sets) > _MOST_SETS:
            yield line(Piece(f"{verb}  {len(sets) - _MOST_SETS} more", Tone.DIM))
        if not sets:
            yield line(Piece(f"{verb}  ", Tone.DIM), "no set of differences")

    def _difference(self, number: int) -> str:
        difference = self._blame.consequences[number].difference
        text = difference.plain_message
        if difference.action is None or difference.part == ACTION:
            return text
        return f"{text} of {difference.action}"
