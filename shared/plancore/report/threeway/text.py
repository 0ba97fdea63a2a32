"""What the last change of a learned domain did, as text: the figures, then item by item."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plancore.compare.three_way.domains import ThreeWayAction
from plancore.compare.three_way.items import Item, Outcome
from plancore.report.domain.basis import basis_text
from plancore.report.figures import decimal, shown
from plancore.report.heading import note_lines
from plancore.report.kept import limit_lines
from plancore.report.layout import block_lines
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.places import sided_places
from plancore.report.registry import builder
from plancore.report.table import Cell, head, table
from plancore.report.threeway.review import ThreeWayReview
from plancore.report.threeway.subjects import Told
from plancore.report.threeway.words import (
    MARKS,
    change_text,
    names_line,
    remark,
    subject,
    summary_lines,
)

_RATIOS = {"precision": "precision", "recall": "recall", "f1": "F1"}


def lines(review: ThreeWayReview) -> Iterator[Line]:
    """The whole report."""
    yield names_line(review.learned.name, review.reference.name, review.before.learned.name)
    yield line(basis_text(review.diff))
    yield from note_lines(review.notes)
    yield from summary_lines(review)
    yield from limit_lines(review)
    told = Told(review)
    for action in review.result.actions:
        yield from _section(review, visible(action.name), action.items, told, action)
    yield from _section(review, "Declarations", review.result.declarations, told)
    if review.reviewed is not None and review.reviewed.marks:
        # Imported by who has marks.
        from plancore.report.reviewed.text import reviewed_sections

        for section in reviewed_sections(review.reviewed):
            yield from block_lines(section)
    yield ()
    yield from table(figure_rows(review))


def worst(review: ThreeWayReview) -> list[str]:
    """What is worst about the learned file as it is."""
    if review.is_same:
        return []
    found: list[str] = builder(review.now).worst(review.now)
    return found


def verdict_text(review: ThreeWayReview) -> str:
    """`2 repaired, 1 broken, 2 still wrong; F1 0.778 → 0.842`."""
    before, now = (decimal(counts.f1) for counts in review.literals)
    return f"{change_text(review)}; F1 {before} → {now}"


def figure_rows(review: ThreeWayReview) -> list[list[Cell]]:
    """The ratios over all literals and the similarity of actions, before and now."""
    rows: list[list[Cell]] = [head("over all literals", "before", "now")]
    before, now = review.literals
    for name, title in _RATIOS.items():
        rows.append([title, shown(before.counted(name)), shown(now.counted(name))])
    means = (review.similarity.mean_over_reference for review in (review.before, review.now))
    rows.append(["action similarity", *map(shown, means)])
    return rows


def _section(
    review: ThreeWayReview,
    title: str,
    items: Iterable[Item],
    told: Told,
    action: ThreeWayAction | None = None,
) -> Iterator[Line]:
    shown = [item for item in items if item.outcome is not Outcome.UNCHANGED]
    if shown:
        yield ()
        yield line(Piece(title, Tone.TITLE))
        yield from table([_cells(review, item, told.texts(action, item)) for item in shown])


def _cells(review: ThreeWayReview, item: Item, said: Iterable[str]) -> list[Cell]:
    tone, sign = MARKS[item.outcome]
    learned, reference, before = review.places(item.learned, item.reference, item.before)
    return [
        Piece(f"  {sign} {item.part}", tone),
        Piece(subject(item), tone),
        "; ".join(filter(None, (remark(item), *said))),
        # The report names the files once, at its head.
        sided_places(("", learned), ("reference ", reference), ("before ", before)),
    ]
