"""A plan that stops or is let through: a review of two plans, opened from that of two domains."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from plancore.report.lines import Line, line
from plandiff.screens.review import ReviewScreen
from plandiff.viewmodel.judged_plan import JudgedPlanModel
from plandiff.widgets.prompt import Prompt

_FROM_DOMAINS = "in the review of the domains: Esc goes back"


class JudgedPlanScreen(ReviewScreen):
    """Opens at the step to look at. Next and previous go from plan to plan; Esc and q go back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter", "back", "back to the domains", show=False, id="plan.back"),
    ]

    def __init__(self, model: JudgedPlanModel, labels: tuple[str, str]) -> None:
        self._judged = model
        super().__init__(model, labels, model.start)

    @property
    def hint(self) -> str:
        """The keys to name at the bottom."""
        return "n/N plan  f failure  v states  / search  ? help  Esc back"

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
            self.post_message(self.PlanWanted(self._judged.plans, number))
        else:
            self.notify(f"that was the {'last' if direction > 0 else 'first'} plan")

    def action_back(self) -> None:
        """Back to the domains."""
        self.dismiss()

    def action_escape(self) -> None:
        """End the search; without one, go back."""
        if self._matches or self.query_one(Prompt).is_open:
            super().action_escape()
        else:
            self.action_back()

    def action_modulo(self) -> None:
        """Both sides have the same steps."""
        self.notify("both sides are the same plan", timeout=2)

    def action_edit(self, side: str) -> None:
        """The domains are not on this screen."""
        self.notify(f"the {side} domain is edited {_FROM_DOMAINS}", timeout=3)

    def action_repair(self) -> None:
        """The domains are not on this screen."""
        self.notify(f"the learned domain is repaired {_FROM_DOMAINS}", timeout=3)
