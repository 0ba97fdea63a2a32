"""The actions of two domains side by side, each with the literals that its figures count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.compare.actions import ActionDiff
from plancore.compare.changes import Part
from plancore.metrics.action_similarity import OneActionSimilarity
from plancore.metrics.support.counted import Counted
from plancore.phrases import count_of
from plancore.report.domain.counted import FORMULAS
from plancore.report.domain.meaning import Meaning, meanings
from plancore.report.domain.review import DomainReview
from plancore.report.domain.rows import DomainRows
from plancore.report.domain.words import action_mark, action_title
from plancore.report.figures import ratio_with_counts, shown, similarity_with_counts
from plancore.report.formats.html.elements import NOTHING, Html, element, joined, text
from plancore.report.formats.html.inline import pddl
from plancore.report.formats.html.marks import signed
from plancore.report.formats.html.rows import RowTables, accepted_in
from plancore.report.formats.html.sections import Section
from plancore.report.formats.html.tables import folded, left_out, table

_RATIOS: Final = {"precision": "P", "recall": "R", "f1": "F1", "accuracy": "accuracy"}
_COUNTED: Final = {
    "tp": "TP, in both",
    "fp": "FP, only learned",
    "fn": "FN, only in the reference",
}


class Sides:
    """A table of rows for each action that differs, then the others in a fold."""

    def __init__(self, review: DomainReview) -> None:
        self._review = review
        self._rows = DomainRows(review)
        self._tables = RowTables(
            self._rows, accepted=accepted_in(review.reviewed, self._rows.difference)
        )
        self._shown: set[int] = set()
        self._content = joined(self._parts())

    def section(self) -> Iterator[Section]:
        """The section, if there is anything to show."""
        if self._content:
            yield Section(
                "side-by-side", "Side by side", self._content, "the reference on the left"
            )

    def link(self, number: int) -> Html:
        """The name of an action, by its number in the comparison, as a way to where it stands here;
        the name alone where it is left out."""
        name = text(self._label(number))
        if number not in self._shown:
            return name
        return element("a", name, href=f"#{_anchor(number)}")

    def _parts(self) -> Iterator[Html]:
        """Actions that differ, declarations, actions that are the same."""
        actions = self._review.diff.actions
        differing = [number for number, action in enumerate(actions) if not action.is_same]
        for n_before, number in enumerate(differing):
            if n_before and not self._tables.has_room(*self._range(number)):
                yield left_out(len(differing) - n_before, "actions that differ")
                return
            yield self._action(number)
        if self._review.diff.declarations:
            start, end = self._rows.starts[-2:]
            title = element("h3", "declarations", element("small", " in no score"))
            yield joined((title, self._tables.rows(start + 1, end, "declarations")))
        same = [number for number, action in enumerate(actions) if action.is_same]
        if same:
            yield self._same(same)

    def _same(self, numbers: list[int]) -> Html:
        parts = []
        for n_before, number in enumerate(numbers):
            table = self._tables.folded_rows(*self._range(number), self._label(number))
            if table is None:
                parts.append(left_out(len(numbers) - n_before, "actions"))
                break
            parts.append(joined((self._heading(number), table, self._counted(number))))
        return folded(f"· {count_of(len(numbers), 'action')} the same", *parts)

    def _range(self, number: int) -> tuple[int, int]:
        """The rows of an action below its title."""
        start, end = self._rows.starts[number : number + 2]
        return start + 1, end

    def _action(self, number: int) -> Html:
        table = self._tables.rows(*self._range(number), self._label(number))
        meanings = _meanings(self._review.diff.actions[number])
        return joined((self._heading(number), table, meanings, self._counted(number)))

    def _label(self, number: int) -> str:
        return action_title(self._review.diff.actions[number])

    def _heading(self, number: int) -> Html:
        """The name of an action, with what its row says besides."""
        self._shown.add(number)
        mark = action_mark(self._review.diff.actions[number])
        remark = self._rows.row(self._rows.starts[number]).remark
        return element(
            "h3",
            signed(mark, self._label(number)),
            element("small", f" {remark}"),
            id=_anchor(number),
        )

    def _counted(self, number: int) -> Html:
        """The figures of an action, and the literals behind them."""
        similarity = self._review.similarity.actions[number]
        rows, lists = [], []
        for part, counted in (
            (Part.PRECONDITION, similarity.precondition),
            (Part.EFFECT, similarity.effect),
        ):
            confusion = self._review.confusion_of(similarity.action, part)
            if confusion is None:
                continue
            counts = (confusion.tp, confusion.fp, confusion.fn, confusion.tn)
            ratios = [ratio_with_counts(confusion, name) for name in _RATIOS]
            rows.append([part.value, *map(shown, counts), *ratios])
            lists.append(self._literals(part, counted, similarity))
        if not rows:
            return NOTHING
        names = ("literals", "TP", "FP", "FN", "TN", *_RATIOS.values())
        label = f"Figures of {self._label(number)}"
        figures = table(rows, names, numbers=range(1, 5), label=label)
        summary = f"similarity {similarity_with_counts(similarity)}: the literals counted"
        return folded(summary, element("pre", FORMULAS), figures, *lists)

    def _literals(self, part: Part, counted: Counted, similarity: OneActionSimilarity) -> Html:
        texts = counted.to_dict(similarity.action.to_reference)
        items = []
        for kind, said in _COUNTED.items():
            literals = texts[kind]
            assert isinstance(literals, list), "texts of literals"
            codes = (element("code", pddl(literal)) for literal in literals)
            items += [element("dt", said), element("dd", joined(codes, ", ") or "none")]
        return joined((element("h4", part.value), element("dl", *items)))


def _meanings(action: ActionDiff) -> Html:
    """What the differences of an action mean for who plans with it, where that can be said."""
    said = list(map(_meaning, meanings(action.shown)))
    return folded("What this means", element("ul", *said)) if said else NOTHING


def _meaning(meaning: Meaning) -> Html:
    if not meaning.difference:
        return element("li", meaning.words)
    return element("li", signed(meaning.mark, pddl(meaning.difference)), ": ", pddl(meaning.words))


def _anchor(number: int) -> str:
    return f"action-{number + 1}"
