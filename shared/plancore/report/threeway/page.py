"""What only a page has room for: figures first, links, and the three files side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.compare.alignment import alignment_of
from plancore.phrases import count_of
from plancore.report.document import (
    Block,
    Cell,
    Detail,
    Facts,
    Section,
    Table,
    as_line,
    columns,
    folded,
)
from plancore.report.domain.basis import basis
from plancore.report.figures import decimal
from plancore.report.lines import Piece, line
from plancore.report.passages import measured_sections
from plancore.report.rows.blocks import Part, Parts, side_by_side
from plancore.report.threeway.document import change_sections, figure_table
from plancore.report.threeway.explained import sections as explained
from plancore.report.threeway.review import AnyReview, ThreeWayReview
from plancore.report.threeway.rows import ThreeWayRows
from plancore.report.threeway.words import WORST_FIRST, change_text, counts, worst_mark

_RATIOS: Final = {"F1": "f1", "precision": "precision", "recall": "recall"}


def blocks(review: AnyReview) -> Iterator[Block]:
    """What stands below the heading: what the change did comes first."""
    rows = ThreeWayRows(review)
    parts = _parts(review, rows)
    if review.kind == "threeway":
        yield _facts(review)
    changes = list(change_sections(review))
    if changes:
        yield Section("What the change did", changes, change_text(review))
    if review.kind == "threeway":
        yield from _actions(review, parts)
        yield from _judged(review, parts)
    if rows.count:
        yield side_by_side(rows, parts)
    yield from map(folded, explained(review))
    yield Section("Figures before and now", [figure_table(review)])
    if review.kind == "threeway":
        measured = measured_sections(
            review.now.measured, basis(alignment_of(review.diff)), Detail.FULL
        )
        yield from (each._replace(note="of the learned domain as it is") for each in measured)


def _facts(review: ThreeWayReview) -> Facts:
    before, now = review.literals
    ratios = [
        (title, f"{decimal(getattr(before, name))} → {decimal(getattr(now, name))}")
        for title, name in _RATIOS.items()
    ]
    sides = (review.before, review.now)
    means = " → ".join(decimal(s.similarity.mean_over_reference.value) for s in sides)
    wrong = f"{review.n_wrong_before} → {review.n_wrong_now}"
    return Facts([*ratios, ("similarity", means), ("wrong", wrong)])


def _actions(review: ThreeWayReview, parts: Parts) -> Iterator[Section]:
    """How many things were wrong in each action, and are."""
    kinds = [outcome for outcome in WORST_FIRST if review.outcomes[outcome]]
    actions = [group for group in review.result.groups if group.is_action]
    rows: list[list[Cell]] = []
    for group in actions:
        if group.is_unchanged:
            continue
        tone, sign = worst_mark(group)
        of = [item.outcome for item in group.items]
        rows.append(
            [
                Piece(sign, tone),
                Piece(group.name, tone, target=parts.anchors.get(group.name, "")),
                f"{group.n_wrong_before} → {group.n_wrong}",
                *(str(of.count(outcome) or "–") for outcome in kinds),
            ]
        )
    if rows:
        names = ("", "action", "wrong then → now", *(outcome.value for outcome in kinds))
        n_right = len(actions) - len(rows)
        note = f"{count_of(n_right, 'other')} right then and now" if n_right else ""
        table = Table(columns(*names, numbers=range(2, len(names))), rows)
        yield Section("Actions", [table], note)


def _judged(review: ThreeWayReview, parts: Parts) -> Iterator[Section]:
    """What differences of now do to plans, and what a reviewer said of them."""
    if review.blame is not None:
        # Imported by who has plans.
        from plancore.report.blame.document import section

        yield section(review.blame, Detail.FULL, parts.anchors)
    if review.reviewed is not None:
        # Imported by who has marks.
        from plancore.report.reviewed.text import reviewed_sections

        yield from reviewed_sections(review.reviewed, parts.anchors)


def _parts(review: AnyReview, rows: ThreeWayRows) -> Parts:
    """The groups; of domains those that are right and were stand in a fold."""
    reviewed = review.reviewed if review.kind == "threeway" else None

    def is_accepted(row: int) -> bool:
        return reviewed is not None and reviewed.accepts(rows.difference(row))

    parts = []
    for group, title in zip(rows.groups, rows.titles, strict=True):
        if review.kind == "change":
            parts.append(Part(group.name, as_line(title)))
            continue
        tone, sign = worst_mark(group)
        heading = line(Piece(sign, tone), " ", Piece(title, tone))
        parts.append(Part(group.name, heading, counts(group.items), group.is_unchanged))
    return Parts(rows, parts, "right then and now", is_accepted=is_accepted)
