"""The states before the rows of three plans: learned, reference, and learned before the change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from plancore.phrases import SIDES, count_of
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.marks import Mark
from plancore.report.plan.review import PlanReview
from plancore.report.plan.state_lines import MOST, StateLines, compared, step_text
from plancore.report.rows.row import BEFORE
from plancore.report.threeway.rows import ThreeWayRows

_WAS: Final = "before the change"
_THEN: Final = Mark(BEFORE.tone, BEFORE.sign)


class ChangeStateLines:
    """The lines on the states of each row: of the learned plan and its reference as for any two
    plans, then how the earlier plan differed."""

    def __init__(
        self, rows: ThreeWayRows, now: StateLines, was: StateLines, most: int, *, has_shared: bool
    ) -> None:
        self._rows, self._now, self._was = rows, now, was
        self._most, self._has_shared = most, has_shared

    @classmethod
    def of(
        cls, rows: ThreeWayRows, most: int = MOST, *, has_shared: bool = False
    ) -> ChangeStateLines | None:
        """The lines for plans executed both times, otherwise None; arguments of `StateLines`."""

        def made(review: object, name: str) -> StateLines | None:
            if not isinstance(review, PlanReview) or review.execution is None:
                return None
            names = name, SIDES.reference
            return StateLines(review, review.execution, names, most, has_shared=has_shared)

        now, was = made(rows.review.now, SIDES.learned), made(rows.review.before, _WAS)
        if now is None or was is None:
            return None
        return cls(rows, now, was, most, has_shared=has_shared)

    def lines(self, index: int, /) -> Sequence[Line]:
        """The lines of row `index`, then the outcomes."""
        return [*self.of_rows((index,)), *self.outcomes()]

    def of_rows(self, indices: Sequence[int], /) -> Iterator[Line]:
        """Why steps of these rows fail, which must have the same `places`, then the states before
        them, now and before the change."""
        at, then = self.places(indices[0])
        items = [item for index in indices if (item := self._rows.item(index)) is not None]
        learned, reference, before = (
            any(item.sides[side] is not None for item in items) for side in range(3)
        )
        if at is not None:
            yield from self._now.failures(at, (learned, reference))
        if then is not None:
            yield from self._was.failures(then, (before, False))
        if at is not None:
            yield from self._now.states(at)
        if then is not None:
            yield from self._state_then(at, then)

    def outcomes(self) -> Iterator[Line]:
        """The outcomes of the three plans."""
        yield from self._now.outcomes()
        yield from self._was.outcomes(1)

    def places(self, index: int) -> tuple[int | None, int | None]:
        """The rows of a row in the two comparisons, now and before; None if not in one."""
        item = self._rows.item(index)
        if item is None:
            return None, None
        learned, reference, before = (None if said is None else said.step for said in item.sides)
        now, then = self._by_step
        return _row_of(now, learned, reference), _row_of(then, before, reference)

    @property
    def has_changes(self) -> bool:
        """Whether the changes of single steps are known."""
        return self._now.has_changes

    @cached_property
    def _by_step(self) -> Sequence[tuple[list[int], list[int]]]:
        """For each comparison the rows by steps of the learned plan, and of the reference."""
        return [lines.review.diff.rows_by_step() for lines in (self._now, self._was)]

    def _state_then(self, at: int | None, then: int) -> Iterator[Line]:
        """The earlier state at a row, compared with the current one."""
        was, _ = self._was.before(then)
        now, _ = (None, None) if at is None else self._now.before(at)
        if was is None:
            yield line(Piece(f"{_WAS}: {self._was.absence}", Tone.DIM))
            yield ()
            return
        yield line(Piece(f"{_WAS}, {step_text(was)}", Tone.TITLE))
        if now is None:
            facts = count_of(len(was.state.facts), "fact")
            yield line(Piece(f"= {facts}; no state to compare with now", Tone.DIM))
        else:
            yield from compared(
                now.state,
                was.state,
                "before and now",
                _THEN,
                self._most,
                has_shared=self._has_shared,
            )
        yield ()


def _row_of(
    by_step: tuple[list[int], list[int]], learned: int | None, reference: int | None
) -> int | None:
    """The row of a comparison with a step of the reference, else of the learned plan."""
    of_learned, of_reference = by_step
    if reference is not None:
        return of_reference[reference]
    return None if learned is None else of_learned[learned]
