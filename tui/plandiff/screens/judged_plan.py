"""A plan that stops or is let through: a review of two plans, opened from that of two domains."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType

from plancore.report.lines import Line, line
from plandiff.screens.keys import REVIEW_KEYS, Key
from plandiff.screens.review import ReviewScreen
from plandiff.viewmodel.judged_plan import JudgedPlanModel
from plandiff.widgets.prompt import Prompt


class JudgedPlanScreen(ReviewScreen):
    """Opens at the step to look at. Next and previous go from plan to plan; Esc and q go back.

    `open_plan` opens another of the plans by its number, `cancel` ends that."""

    KEYS: ClassVar[tuple[Key, ...]] = (
        *REVIEW_KEYS,
        Key("q,enter", "leave", "back to the domains", "plan.back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter", "leave", "back to the domains", show=False, id="plan.back"),
    ]

    def __init__(
        self,
        model: JudgedPlanModel,
        labels: tuple[str, ...],
        open_plan: Callable[[int], None],
        cancel: Callable[[], None],
    ) -> None:
        self._judged = model
        self._open_plan, self._cancel = open_plan, cancel
        super().__init__(model, labels)

    def go_to_start(self) -> None:
        """The step to look at."""
        if self._judged.rows.count:
            self.aligned.go_to_base(self._judged.start)

    @property
    def hint(self) -> tuple[str, ...]:
        """The keys to name at the bottom."""
        return "n/N plan", "f failure", "v states", "/ search", "? help", "Esc back"

    @property
    def is_split(self) -> bool:
        """One column unless asked for two: both sides have the same steps nearly always."""
        return bool(self._wants_split)

    @property
    def position(self) -> Line:
        """Which plan this is."""
        return line(f"plan {self._judged.number + 1}/{len(self._judged.plans)}")

    def action_change(self, direction: int) -> None:
        """The next or previous plan; with a search, match."""
        number = self._judged.number + direction
        if self._matches:
            super().action_change(direction)
        elif 0 <= number < len(self._judged.plans):
            self._open_plan(number)
        else:
            self.notify(f"that was the {'last' if direction > 0 else 'first'} plan")

    def action_leave(self) -> None:
        """Back to the domains."""
        self._cancel()
        super().action_leave()

    def action_escape(self) -> None:
        """End the search; without one, go back."""
        if self._matches or self.is_at_work or self.query_one(Prompt).is_open:
            super().action_escape()
        else:
            self.action_leave()
