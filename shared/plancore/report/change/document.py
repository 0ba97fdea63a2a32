"""What the last change of a learned problem or plan did: item by item, then figures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from plancore.compare.three_way.items import Outcome
from plancore.report.change.review import STEP, ChangeReview, Entry
from plancore.report.change.rows import mark_of
from plancore.report.change.words import numbered, remark_on, title_of
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
from plancore.report.figures import shown
from plancore.report.heading import note_lines
from plancore.report.headline import HEADLINES, headlines_of
from plancore.report.kept import limit_lines
from plancore.report.lines import Piece, line
from plancore.report.marks import FAILING_NOW
from plancore.report.places import sided_places
from plancore.report.plan.review import PlanReview
from plancore.report.plan.summary import summary_of
from plancore.report.registry import builder
from plancore.report.threeway.words import change_text, names_line, subject, summary_lines


def document(review: ChangeReview, detail: Detail) -> Document:
    """The whole report."""
    title = names_line(review.learned.name, review.reference.name, review.before.learned.name)
    return Document("Change", title, _blocks(review, detail))


def _blocks(review: ChangeReview, detail: Detail) -> Iterator[Block]:
    yield heading(review)
    yield from change_sections(review)
    yield Section("", [figure_table(review)])
    if detail is Detail.EXPLAINED:
        from plancore.report.change.explained import sections

        yield from sections(review)


def heading(review: ChangeReview) -> Paragraph:
    """What the change came to."""
    said = [*note_lines(review.notes), *summary_lines(review), *limit_lines(review)]
    if review.verdicts is not None:
        said.append(line(verdicts_text(review)))
    if isinstance(review.now, PlanReview):
        said.append(summary_of(review.now, FAILING_NOW).line())
    return Paragraph(said)


def change_sections(review: ChangeReview) -> Iterator[Section]:
    """What the change did, item by item."""
    told = [
        entry
        for entry in review.entries
        if entry.fails or entry.item.outcome is not Outcome.UNCHANGED
    ]
    for part, group in groupby(told, lambda entry: entry.item.part):
        entries = [*group]
        rows = list(map(_cells, entries))
        if part == STEP:
            steps = columns("", "ref.", "before", "", "step", "", "", numbers=(0, 1, 2))
            yield Section(title_of(part), [Table(steps, rows)])
        else:
            rows = [row[len(entries[0].steps) :] for row in rows]
            yield Section(title_of(part), [Table(columns("", "", "", ""), rows, indent=2)])


def worst(review: ChangeReview) -> list[str]:
    """What is worst about the learned file as it is."""
    if review.is_same:
        return []
    found: list[str] = builder(review.now).worst(review.now)
    return found


def verdict_text(review: ChangeReview) -> str:
    """`2 repaired, 1 broken, 2 still wrong; valid before, invalid now`."""
    verdicts = verdicts_text(review)
    return f"{change_text(review)}; {verdicts}" if verdicts else change_text(review)


def verdicts_text(review: ChangeReview) -> str:
    """What became of the learned plan; nothing where it was not executed."""
    if review.verdicts is None:
        return ""
    before, now = review.verdicts
    return f"the plan was and is {now}" if before == now else f"the plan was {before}, and is {now}"


def figure_table(review: ChangeReview) -> Table:
    """The figures that such a review is known by, before and now."""
    kind = review.now.kind
    before, now = headlines_of(review.before), headlines_of(review.now)
    rows = [
        [headline.title, shown(before[headline.name]), shown(now[headline.name])]
        for headline in HEADLINES[kind]
    ]
    return Table(columns(f"{kind}s", "before", "now"), rows)


def _cells(entry: Entry) -> list[Cell]:
    """Numbers, which only steps have, then sign, text, what became of it, and where it stands."""
    item = entry.item
    tone, sign = mark_of(entry)
    learned, reference, before = (None if spot is None else spot.where for spot in entry.spots)
    return [
        *map(numbered, entry.steps),
        Piece(sign, tone),
        Piece(subject(item), tone, is_code=True),
        remark_on(entry),
        # The report names the files once, at its head.
        sided_places(("", learned), ("reference ", reference), ("before ", before)),
    ]
