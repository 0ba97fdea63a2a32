"""What the differences of a review do to plans, by where the review shows each difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Change
from plancore.compare.declarations import DeclarationChange
from plancore.phrases import count_of

if TYPE_CHECKING:
    from plancore.blame.report import Blame, Consequence, DifferenceSet
    from plancore.metrics.action_similarity import OneActionSimilarity
    from plancore.report.blame.review import BlameReport
    from plancore.report.domain.review import DomainReview

Consequences: TypeAlias = "Sequence[Consequence]"


def ranked(
    rows: Iterable[int], consequences: Callable[[int], Consequences], report: BlameReport | None
) -> list[int]:
    """`rows` with differences, those first that do most to plans; as they are without plans."""
    order = () if report is None else report.blame.by_consequence()
    ranks = {consequence.difference.number: rank for rank, consequence in enumerate(order)}

    def rank(row: int) -> int:
        told = (ranks[consequence.difference.number] for consequence in consequences(row))
        return min(told, default=len(ranks))

    return sorted(rows, key=rank)


class ConsequencesByPlace:
    """The consequences of the differences in one place: an action as a whole, its parameters, a
    change. Without plans (`report` is None) there are none.

    Actions are meant as they are shown, and all are the objects that the plans were judged with.
    Texts are for tables, or `brief` for columns with little room: a difference that changes no plan
    alone has none there, so that those which do stand out.
    """

    def __init__(self, report: BlameReport | None, *, brief: bool = False) -> None:
        self._of = ""
        self._is_brief = brief
        self._blame = None if report is None else report.blame
        self._by_place: dict[tuple[str, int], list[Consequence]] = {}
        self._numbers: dict[int, list[int]] = {}
        self._n_stopped: Counter[int] = Counter()
        self._n_let_through: Counter[int] = Counter()
        if report is None:
            return
        blame = report.blame
        self._of = str(blame.n_plans) if brief else count_of(blame.n_plans, "plan")
        for consequence in blame.consequences:
            self._add(consequence)
        for plan in blame.stopped:
            self._n_stopped.update(_actions_of(blame, plan.first.sets))
        for let in blame.let_through:
            self._n_let_through.update(_actions_of(blame, let.sets))

    def _add(self, consequence: Consequence) -> None:
        difference = consequence.difference
        action = difference.diff
        if isinstance(difference.change, Change | DeclarationChange):
            place = "change", id(difference.change)
        elif action is not None and None in (action.learned, action.reference):
            place = "action", id(action)
        else:
            place = "parameters", id(action)
        self._by_place.setdefault(place, []).append(consequence)
        self._numbers.setdefault(id(action), []).append(difference.number)

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
        return frozenset(self._numbers.get(id(action), ()))

    def n_stopped(self, action: ActionDiff) -> int:
        """How many plans any of the differences of an action stops."""
        return self._n_stopped[id(action)]

    def text(self, consequences: Consequences) -> str:
        """`stops 14 of 40 plans`, of several differences one behind the other; empty for none."""
        if self._is_brief:
            consequences = [c for c in consequences if c.matters or c.is_untested]
        if not consequences:
            return ""
        # Reports on files without plans have no need of these words.
        from plancore.blame.messages import short_text

        assert self._blame is not None, "consequences are those of plans"
        numbers = ([each.difference.number] for each in consequences)
        is_brief = self._is_brief
        texts = (
            short_text(self._blame, number, self._of, says_alone=not is_brief) for number in numbers
        )
        return ", ".join(dict.fromkeys(texts))

    def cells(self, change: Change | DeclarationChange) -> tuple[str, ...]:
        """The text of a change as a cell of a table; none without plans."""
        text = self.text(self.of_change(change))
        return (text,) if text else ()

    def text_of_action(self, action: ActionDiff) -> str:
        """How many plans any of the differences of an action stops, and how many it lets through;
        empty for none."""
        stopped, let_through = self.n_stopped(action), self._n_let_through[id(action)]
        if not stopped and not let_through:
            return ""
        from plancore.blame.messages import plans_text

        return plans_text(stopped, let_through, self._of)


def _actions_of(blame: Blame, sets: Iterable[DifferenceSet]) -> set[int]:
    """The identities of the actions with a difference in one of `sets`, each once."""
    numbers = {number for differences in sets for number in differences}
    return {id(blame.consequences[number].difference.diff) for number in numbers}


def by_consequence(review: DomainReview) -> list[OneActionSimilarity]:
    """The actions, those first that stop most plans; without plans in their order."""
    rows = list(review.similarity.actions)
    told = ConsequencesByPlace(review.blame)
    return sorted(rows, key=lambda row: -told.n_stopped(row.action.shown))
