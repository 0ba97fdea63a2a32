"""What the differences of a review do to plans, by where the review shows each difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Change, ChangeKind
from plancore.compare.declarations import DeclarationChange
from plancore.report.words import count_of

if TYPE_CHECKING:
    from plancore.blame.report import Consequence
    from plancore.report.blame.review import BlameReport

Consequences: TypeAlias = "Sequence[Consequence]"


class ConsequencesByPlace:
    """The consequences of the differences in one place: an action as a whole, its parameters, a
    change. Without plans (`report` is None) there are none.

    Actions are meant as they are shown, and all are the objects that the plans were judged with.
    Texts are for tables, or `brief` for columns with little room.
    """

    def __init__(self, report: BlameReport | None, *, brief: bool = False) -> None:
        self._blame = None if report is None else report.blame
        n_plans = 0 if report is None else report.blame.n_plans
        self._of = str(n_plans) if brief else count_of(n_plans, "plan")
        self._by_place: dict[tuple[str, int], list[Consequence]] = {}
        self._by_action: dict[int, set[int]] = {}
        for consequence in () if report is None else report.blame.consequences:
            difference = consequence.difference
            if isinstance(difference.change, Change | DeclarationChange):
                place = "change", id(difference.change)
            elif difference.part == "action" and difference.kind is not ChangeKind.CHANGED:
                place = "action", id(difference.diff)
            else:
                place = "parameters", id(difference.diff)
            self._by_place.setdefault(place, []).append(consequence)
            if difference.diff is not None:
                self._by_action.setdefault(id(difference.diff), set()).add(difference.number)

    def of_action(self, action: ActionDiff) -> Consequences:
        """Of an action that is missing or extra."""
        return self._by_place.get(("action", id(action)), ())

    def of_parameters(self, action: ActionDiff) -> Consequences:
        """Of parameters that differ, and of another kind of action."""
        return self._by_place.get(("parameters", id(action)), ())

    def of_change(self, change: Change | DeclarationChange | None) -> Consequences:
        """Of a literal, or a declaration."""
        return self._by_place.get(("change", id(change)), ())

    def numbers(self, action: ActionDiff) -> frozenset[int]:
        """The numbers of all differences of an action."""
        return frozenset(self._by_action.get(id(action), ()))

    def n_stopped(self, action: ActionDiff) -> int:
        """How many plans any of the differences of an action stops."""
        return 0 if self._blame is None else len(self._blame.stopped_by(self.numbers(action)))

    def text(self, consequences: Consequences) -> str:
        """`stops 14 of 40 plans`, of several differences one behind the other; empty for none."""
        if not consequences:
            return ""
        # Reports on files without plans have no need of these words.
        from plancore.report.blame.words import short_text

        return ", ".join(dict.fromkeys(short_text(c, self._of) for c in consequences))

    def cells(self, change: Change | DeclarationChange) -> tuple[str, ...]:
        """The text of a change as a cell of a table; none without plans."""
        text = self.text(self.of_change(change))
        return (text,) if text else ()

    def text_of_action(self, action: ActionDiff) -> str:
        """How many plans any of the differences of an action stops; empty for none."""
        count = self.n_stopped(action)
        if not count:
            return ""
        from plancore.report.blame.words import stopped_text

        return stopped_text(count, self._of)
