"""What only a page has room for: first figures, links, and all actions side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from plancore.compare.alignment import alignment_of
from plancore.metrics.syntactic import CountedPart
from plancore.phrases import count_of
from plancore.report.document import (
    Block,
    Code,
    Detail,
    Details,
    Facts,
    Item,
    List,
    Paragraph,
    Section,
    Table,
    as_line,
    columns,
)
from plancore.report.domain.counted import counted_lines
from plancore.report.domain.document import counts_item, overview
from plancore.report.domain.meaning import Meaning, meanings, meanings_of_declarations
from plancore.report.domain.review import DomainReview
from plancore.report.domain.rows import DomainRows
from plancore.report.domain.words import action_mark, action_title
from plancore.report.figures import counts_text, ratio_with_counts, shown, similarity_with_counts
from plancore.report.lines import Piece, Tone, line
from plancore.report.rows.blocks import RowBlocks, side_by_side

_RATIOS: Final = {"F1": "f1", "precision": "precision", "recall": "recall"}


def facts(review: DomainReview) -> Facts:
    """The figures that everybody looks for."""
    pooled = review.syntactic.micro[CountedPart.ALL]
    ratios = [(title, ratio_with_counts(pooled, name)) for title, name in _RATIOS.items()]
    similarity = shown(review.similarity.mean_over_reference)
    return Facts([*ratios, ("similarity", similarity), ("literals", counts_text(pooled))])


def sections(review: DomainReview) -> Iterator[Section]:
    """What stands below the heading, without the metrics."""
    # Imported by what has room for it.
    from plancore.report.domain.by_cause import Grouped

    sides = _Sides(review)
    if review.diff.actions:
        yield Section("Actions", [overview(review, sides.anchors, has_plans=True)])
    causes = list(Grouped(review).sections())
    if causes:
        yield Section("Common causes", causes)
    if review.blame is not None:
        # Imported by who has plans.
        from plancore.report.blame.document import section

        yield section(review.blame, Detail.FULL, sides.anchors)
    if review.reviewed is not None:
        # Imported by who has marks.
        from plancore.report.reviewed.text import reviewed_sections

        yield from reviewed_sections(review.reviewed, sides.anchors)
    if sides.blocks:
        yield side_by_side(sides.rows, sides.blocks)
    if review.blame is not None:
        from plancore.report.blame.explained import sections as states

        yield from states(review.blame)
    yield from _names(review)


def _names(review: DomainReview) -> Iterator[Section]:
    """What stands for what: the pairs, or by name the names that are known to be others."""
    if alignment_of(review.diff) is not None:
        # The table of pairs is imported by who has some.
        from plancore.report.domain.stands_for import stands_for_sections

        yield from stands_for_sections(review.diff)
        return
    rows = list(review.diff.correspondence.renamings())
    if rows:
        yield Section(
            "What stands for what", [Table(columns("kind", "learned", "reference"), rows)]
        )


class _Sides:
    """The actions that differ, then declarations, then the other actions in a fold. `anchors` are
    those of the actions that are there, by their names."""

    def __init__(self, review: DomainReview) -> None:
        self._review = review
        self.rows = DomainRows(review)
        self._row_blocks = RowBlocks(self.rows, self._is_accepted)
        self.anchors: dict[str, str] = {}
        self.blocks = list(self._blocks())

    def _is_accepted(self, row: int) -> bool:
        reviewed = self._review.reviewed
        return reviewed is not None and reviewed.accepts(self.rows.difference(row))

    def _blocks(self) -> Iterator[Block]:
        actions, declarations = self._review.diff.actions, self._review.diff.declarations
        same = [number for number, action in enumerate(actions) if action.is_same]
        differing = [number for number, action in enumerate(actions) if not action.is_same]
        for n_before, number in enumerate(differing):
            if n_before and not self._row_blocks.has_room(*self._range(number)):
                yield _left_out(len(differing) - n_before, "actions that differ")
                break
            rows = self._row_blocks.blocks(*self._range(number), self._title(number))
            yield self._action(number, [*rows, *_means(meanings(actions[number].shown))])
        if declarations:
            rows = self._row_blocks.blocks(*self._range(len(actions)), "declarations")
            means = _means(meanings_of_declarations(declarations))
            yield Section("declarations", [*rows, *means], "in no score")
        if same:
            yield Details(line(f"· {count_of(len(same), 'action')} the same"), [*self._same(same)])

    def _same(self, numbers: list[int]) -> Iterator[Block]:
        for n_before, number in enumerate(numbers):
            rows = self._row_blocks.folded(*self._range(number), self._title(number))
            if rows is None:
                yield _left_out(len(numbers) - n_before, "actions")
                break
            yield self._action(number, [rows])

    def _action(self, number: int, blocks: Iterable[Block]) -> Section:
        """An action under its name, with how its figures come about."""
        similarity = self._review.similarity.actions[number]
        tone, sign = action_mark(similarity.action)
        anchor = self.anchors[similarity.action.name] = f"action-{number + 1}"
        summary = f"similarity {similarity_with_counts(similarity)}: the literals counted"
        counted: list[Block] = [
            List([counts_item(self._review, similarity)]),
            Code(list(counted_lines(self._review, number))),
        ]
        return Section(
            line(Piece(sign, tone), " ", Piece(self._title(number), tone)),
            [*blocks, Details(line(summary), counted)],
            self.rows.row(self.rows.starts[number]).remark,
            anchor,
        )

    def _title(self, number: int) -> str:
        return action_title(self._review.diff.actions[number])

    def _range(self, number: int) -> tuple[int, int]:
        """The rows of an action, or of declarations, below the title."""
        start, end = self.rows.starts[number : number + 2]
        return start + 1, end


def _means(said: Iterable[Meaning]) -> Iterator[Details]:
    """What differences mean for who plans with them, where that can be said."""
    items = [
        Item(line(Piece(mark.sign, mark.tone), f" {f'{part} {difference}'.strip()}: {words}"))
        for mark, part, difference, words in said
    ]
    if items:
        yield Details(line("What this means"), [List(items)])


def _left_out(number: int, what: str) -> Paragraph:
    return Paragraph([as_line(f"{number:,} {what} left out here", Tone.DIM)])
