"""What the last change of a learned domain did: the figures, then item by item."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plancore.compare.three_way.domains import ThreeWayAction
from plancore.compare.three_way.items import Item, Outcome
from plancore.report.document import (
    Block,
    Cell,
    Detail,
    Document,
    Paragraph,
    Section,
    Table,
    columns,
)
from plancore.report.domain.basis import basis_text
from plancore.report.figures import decimal, shown
from plancore.report.heading import note_lines
from plancore.report.kept import limit_lines
from plancore.report.lines import Piece, line
from plancore.report.places import sided_places
from plancore.report.registry import builder
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


def document(review: ThreeWayReview, detail: Detail) -> Document:
    """The whole report."""
    title = names_line(review.learned.name, review.reference.name, review.before.learned.name)
    return Document("Threeway", title, _blocks(review, detail))


def _blocks(review: ThreeWayReview, detail: Detail) -> Iterator[Block]:
    notes, summary = note_lines(review.notes), summary_lines(review)
    yield Paragraph([line(basis_text(review.diff)), *notes, *summary, *limit_lines(review)])
    told = Told(review)
    for action in review.result.actions:
        yield from _section(review, action.name, action.items, told, action)
    yield from _section(review, "Declarations", review.result.declarations, told)
    if review.reviewed is not None:
        # Imported by who has marks.
        from plancore.report.reviewed.text import reviewed_sections

        yield from reviewed_sections(review.reviewed)
    yield Section("", [figure_table(review)])
    if detail is Detail.EXPLAINED:
        from plancore.report.threeway.explained import sections

        yield from sections(review)


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


def figure_table(review: ThreeWayReview) -> Table:
    """The ratios over all literals and the similarity of actions, before and now."""
    before, now = review.literals
    rows: list[list[Cell]] = [
        [title, shown(before.counted(name)), shown(now.counted(name))]
        for name, title in _RATIOS.items()
    ]
    means = (review.similarity.mean_over_reference for review in (review.before, review.now))
    rows.append(["action similarity", *map(shown, means)])
    return Table(columns("over all literals", "before", "now"), rows)


def _section(
    review: ThreeWayReview,
    title: str,
    items: Iterable[Item],
    told: Told,
    action: ThreeWayAction | None = None,
) -> Iterator[Section]:
    rows = [
        _cells(review, item, told.texts(action, item))
        for item in items
        if item.outcome is not Outcome.UNCHANGED
    ]
    if rows:
        yield Section(title, [Table(columns("", "", "", ""), rows, indent=2)])


def _cells(review: ThreeWayReview, item: Item, said: Iterable[str]) -> list[Cell]:
    tone, sign = MARKS[item.outcome]
    learned, reference, before = review.places(item.learned, item.reference, item.before)
    return [
        Piece(f"{sign} {item.part}", tone),
        Piece(subject(item), tone, is_code=True),
        "; ".join(filter(None, (remark(item), *said))),
        # The report names the files once, at its head.
        sided_places(("", learned), ("reference ", reference), ("before ", before)),
    ]
