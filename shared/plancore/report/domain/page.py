"""The sections that only pages have: all actions side by side, effects of differences, then
scores."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from plancore.compare.actions import ActionDiff
from plancore.compare.difference import Difference
from plancore.compare.domains import alignment_of
from plancore.metrics.syntactic import CountedPart
from plancore.phrases import SIDES
from plancore.report import document as doc
from plancore.report.domain.actions import Grouped, counts_item, overview
from plancore.report.domain.literal_rows import counted_lines
from plancore.report.domain.meaning import Meaning, meanings, meanings_of_declarations
from plancore.report.domain.review import DomainReview
from plancore.report.domain.rows import DomainRows
from plancore.report.domain.words import action_mark, action_title
from plancore.report.figures import counts_text, ratio_with_counts, shown, similarity_with_counts
from plancore.report.lines import Piece, line
from plancore.report.reviewed.marks import name_of
from plancore.report.rows.blocks import Part, Parts, side_by_side
from plancore.report.rows.row import ViewRow

_RATIOS: Final = {"F1": "f1", "precision": "precision", "recall": "recall"}


def _figures(review: DomainReview) -> doc.KeyFigures:
    """The most important scores."""
    pooled = review.syntactic.micro[CountedPart.ALL]
    ratios = [(title, ratio_with_counts(pooled, name)) for title, name in _RATIOS.items()]
    similarity = shown(review.similarity.mean_over_reference)
    return doc.KeyFigures([*ratios, ("similarity", similarity), ("literals", counts_text(pooled))])


def sections(review: DomainReview) -> Iterator[doc.Section]:
    """The sections after the heading, without the metrics."""
    rows = DomainRows(review)
    parts = _parts(review, rows)
    if review.blame is not None:
        # Imported late: only where there are plans.
        from plancore.report.blame.document import section

        # The head of the page has the counts already.
        acted_on = partial(_acted_on, review)
        effects = section(review.blame, doc.Detail.FULL, parts.anchors, acted_on)
        yield effects._replace(note="")
    causes = list(Grouped(review).sections(has_all=True))
    if causes:
        yield doc.Section("Common causes", causes)
    if review.reviewed is not None:
        # Imported late: few reviews have marks.
        from plancore.report.reviewed.text import reviewed_sections

        yield from reviewed_sections(review.reviewed, parts.anchors)
    if rows.count:
        yield side_by_side(rows, parts)
    table = [overview(review, parts.anchors, has_plans=True)] if review.diff.actions else []
    yield doc.Section("Scores", [_figures(review), *table], "of each action", "scores")
    if review.blame is not None:
        from plancore.report.blame.explained import sections as states

        yield from map(doc.folded, states(review.blame))
    yield from _names(review)


def _acted_on(review: DomainReview, difference: Difference) -> doc.ShownDifference:
    """The difference as a row that can be acted on, under its name in the review marks."""
    is_accepted = review.reviewed is not None and review.reviewed.accepts(difference)
    return doc.ShownDifference(json.dumps(name_of(difference), ensure_ascii=False), is_accepted)


def _names(review: DomainReview) -> Iterator[doc.Section]:
    """The name mapping: the alignment or, in a comparison by name, the known renamings."""
    if alignment_of(review.diff) is not None:
        # Imported late: only if names were aligned.
        from plancore.report.alignment.pair_table import stands_for_sections

        yield from stands_for_sections(review.diff)
        return
    rows = list(review.diff.correspondence.renamings())
    if rows:
        yield doc.Section(
            "Name mapping", [doc.Table(doc.columns("kind", SIDES.learned, SIDES.reference), rows)]
        )


def _parts(review: DomainReview, rows: DomainRows) -> Parts:
    """The actions and declarations, with the meanings of differences and scores."""
    actions, reviewed = review.diff.actions, review.reviewed

    def is_accepted(row: int) -> bool:
        return reviewed is not None and reviewed.accepts(rows.difference(row))

    def name(row: int) -> str:
        difference = rows.difference(row)
        return "" if difference is None else _acted_on(review, difference).name

    def below(number: int) -> Iterator[doc.Block]:
        if number == len(actions):
            yield from _means(meanings_of_declarations(review.diff.declarations))
        else:
            yield from _means(meanings(actions[number].shown))
            yield _counted(review, number)

    parts = [
        _part(action, rows.row(start)) for action, start in zip(actions, rows.starts, strict=False)
    ]
    if rows.has_declarations:
        parts.append(Part("", doc.as_line("declarations"), "not scored"))
    return Parts(rows, parts, "the same", below, is_accepted, name)


def _part(action: ActionDiff, row: ViewRow) -> Part:
    tone, sign = action_mark(action)
    title = line(Piece(sign, tone), " ", Piece(action_title(action), tone))
    return Part(action.name, title, row.remark, action.is_same)


def _counted(review: DomainReview, number: int) -> doc.Details:
    """The scores of an action, and the literals behind them."""
    similarity = review.similarity.actions[number]
    summary = f"similarity {similarity_with_counts(similarity)}: the literals counted"
    figures = doc.List([counts_item(review, similarity)])
    return doc.Details(line(summary), [figures, doc.Code(list(counted_lines(review, number)))])


def _means(said: Iterable[Meaning]) -> Iterator[doc.Details]:
    """The meanings of differences in a fold; nothing if there are none."""
    items = [
        doc.ListItem(
            line(Piece(mark.sign, mark.tone), f" {f'{part} {difference}'.strip()}: {words}")
        )
        for mark, part, difference, words in said
    ]
    if items:
        yield doc.Details(line("Meaning"), [doc.List(items)])
