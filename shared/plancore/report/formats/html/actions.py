"""The list of the actions of two domains, with the figures of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Part
from plancore.metrics.syntactic import CountedPart
from plancore.phrases import count_of
from plancore.report.domain.consequences import ConsequencesByPlace
from plancore.report.domain.review import DomainReview
from plancore.report.domain.words import action_mark
from plancore.report.figures import UNDEFINED, ratio_with_counts, shown, similarity_with_counts
from plancore.report.formats.html.elements import Html, joined
from plancore.report.formats.html.marks import signed
from plancore.report.formats.html.sections import Section
from plancore.report.formats.html.tables import folded, left_out, table

_MOST: Final = 1_000
"""So many actions that differ are listed, and so many that do not."""
_PARTS: Final = {Part.PRECONDITION: CountedPart.PRE, Part.EFFECT: CountedPart.EFF}
_RATIOS: Final = ("precision", "recall")


def actions_section(review: DomainReview, link: Callable[[int], Html]) -> Iterator[Section]:
    """The actions that differ, then the others in a fold; `link` gives the name of one by its
    number in the comparison."""
    actions = review.diff.actions
    if not actions:
        return
    table_of = _ActionTable(review, link)
    same = [number for number, action in enumerate(actions) if action.is_same]
    differing = [number for number, action in enumerate(actions) if not action.is_same]
    parts = [table_of.rows(differing, "Actions that differ", [table_of.mean()])]
    if same:
        text = f"{count_of(len(same), 'action')} the same"
        parts.append(folded(text, table_of.rows(same, text)))
    yield Section("actions", "Actions", joined(parts), _kinds(review))


def _kinds(review: DomainReview) -> str:
    """`2 same, 4 changed`."""
    counts = review.counts
    kinds = {
        "same": counts.same,
        "changed": counts.changed,
        "renamed": counts.renamed,
        "missing": counts.missing,
        "extra": counts.extra,
    }
    return ", ".join(f"{number} {kind}" for kind, number in kinds.items() if number)


class _ActionTable:
    def __init__(self, review: DomainReview, link: Callable[[int], Html]) -> None:
        self._review = review
        self._link = link
        self._told = ConsequencesByPlace(review.blame)
        self._names = ["action", "similarity", "pre P", "pre R", "eff P", "eff R"]
        if review.blame is not None:
            self._names.append("plans")

    def rows(self, numbers: Sequence[int], label: str, last: Sequence[list[str]] = ()) -> Html:
        """A row for each action, then the `last` rows."""
        cells = [self._action(number) for number in numbers[:_MOST]]
        whole = table([*cells, *last], self._names, label=label)
        return joined((whole, left_out(len(numbers) - _MOST)))

    def mean(self) -> list[str]:
        """The means over the reference's actions."""
        mean = self._review.similarity.mean_over_reference
        macro = self._review.syntactic.macro
        ratios = [shown(macro[row][ratio]) for row in _PARTS.values() for ratio in _RATIOS]
        return ["mean", shown(mean), *ratios]

    def _action(self, number: int) -> list[str]:
        similarity = self._review.similarity.actions[number]
        action = similarity.action
        stops = [self._told.text_of_action(action.shown)] if self._review.blame else []
        return [
            signed(action_mark(action), self._link(number)),
            similarity_with_counts(similarity),
            *self._ratios(action),
            *stops,
        ]

    def _ratios(self, action: ActionDiff) -> Iterator[str]:
        for part in _PARTS:
            confusion = self._review.confusion_of(action, part)
            for ratio in _RATIOS:
                yield UNDEFINED if confusion is None else ratio_with_counts(confusion, ratio)
