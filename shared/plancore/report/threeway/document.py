"""The report on a change of a learned file: the scores, then item by item."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.compare.difference import STEPS
from plancore.compare.domains import alignment_of
from plancore.compare.three_way.items import DECLARATIONS, Item, Outcome
from plancore.phrases import count_of
from plancore.report import document as doc
from plancore.report.domain.words import basis, basis_text
from plancore.report.figures import decimal, shown
from plancore.report.files import error_lines, remark_lines, sided_places
from plancore.report.headline import HEADLINES, headlines_of
from plancore.report.limits import limit_lines
from plancore.report.lines import Line, Piece, line
from plancore.report.passages import measured_sections
from plancore.report.registry import builder
from plancore.report.rows.blocks import Part, Parts, side_by_side
from plancore.report.threeway import messages
from plancore.report.threeway.explained import sections as explained
from plancore.report.threeway.messages import counts, title_line
from plancore.report.threeway.review import AnyReview, ThreeWayReview
from plancore.report.threeway.rows import ThreeWayRows

_RATIOS: Final = {"F1": "f1", "precision": "precision", "recall": "recall"}


def document(review: AnyReview, detail: doc.Detail) -> doc.Document:
    """The whole report."""
    return doc.Document(review.kind.capitalize(), title_line(review), _blocks(review, detail))


def _blocks(review: AnyReview, detail: doc.Detail) -> Iterator[doc.Block]:
    yield doc.Paragraph([*_heading(review, detail)])
    if detail is doc.Detail.FULL:
        yield from blocks(review)
        return
    more = "" if detail else "--metrics"
    yield from (each._replace(more=more) for each in change_sections(review))
    if review.kind == "threeway" and review.reviewed is not None:
        # Imported late: few reviews have marks.
        from plancore.report.reviewed.text import reviewed_sections

        yield from reviewed_sections(review.reviewed)
    if review.kind == "change" or doc.Detail.METRICS in detail:
        yield doc.Section("", [figure_table(review)])
    if doc.Detail.EXPLAINED in detail:
        yield from explained(review)


def _heading(review: AnyReview, detail: doc.Detail) -> Iterator[Line]:
    """Errors, the scores before and now, outcomes of plans, then notes."""
    yield from error_lines(review.notes)
    yield from limit_lines(review)
    if review.kind == "threeway":
        if detail is not doc.Detail.FULL:
            yield line(scores_text(review))
        if review.is_aligned:
            yield line(basis_text(review.diff).capitalize())
    yield from messages.plan_lines(review)
    verdicts = messages.verdicts_text(review)
    if verdicts:
        yield line(verdicts)
    if review.now.kind == "plan":
        # Imported late: only where there are plans.
        from plancore.report.plan.document import failure_lines

        yield from failure_lines(review.now)
    yield from remark_lines(review.notes)


def scores_text(review: ThreeWayReview) -> str:
    """`F1 0.778 → 0.842 (precision 0.700 → 0.800, recall 0.875 → 0.889), similarity 0.6 → 0.7`."""
    said = dict(_scores(review))
    f1, precision, recall, similarity = (f"{title} {told}" for title, told in said.items())
    return f"{f1} ({precision}, {recall}), {similarity}"


def _scores(review: ThreeWayReview) -> Iterator[tuple[str, str]]:
    before, now = review.literals
    for title, name in _RATIOS.items():
        yield title, f"{decimal(getattr(before, name))} → {decimal(getattr(now, name))}"
    sides = (review.before, review.now)
    means = (side.similarity.mean_over_reference.value for side in sides)
    yield "similarity", " → ".join(map(decimal, means))


def change_sections(review: AnyReview) -> Iterator[doc.Section]:
    """The effect of the change, item by item; for plans including steps that fail."""
    for group in review.result.groups:
        items = [
            item
            for item in group.items
            if item.outcome is not Outcome.UNCHANGED or review.fails(item)
        ]
        if not items:
            continue
        rows = [_cells(review, item) for item in items]
        if group.name == STEPS and review.kind == "change":
            names = doc.columns("", "ref.", "before", "", "step", "", "", numbers=(0, 1, 2))
            numbers = [[*map(messages.numbered, item.sides)] for item in items]
            table = doc.Table(
                names, [[*steps, *row] for steps, row in zip(numbers, rows, strict=True)]
            )
        else:
            if not any(row[2] for row in rows):
                rows = [[*row[:2], *row[3:]] for row in rows]
            table = doc.Table(doc.columns(*[""] * len(rows[0])), rows, indent=2)
        yield doc.Section("Declarations" if group.name == DECLARATIONS else group.name, [table])


def worst(review: AnyReview) -> list[str]:
    """The worst difference of the current learned file."""
    if review.is_same:
        return []
    found: list[str] = builder(review.now).worst(review.now)
    return found


def verdict_text(review: AnyReview) -> str:
    """`2 repaired, 1 broken, 2 still wrong; F1 0.778 → 0.842`, or the validity of the plan."""
    said = messages.verdicts_text(review)
    if review.kind == "threeway":
        before, now = (decimal(counts.f1) for counts in review.literals)
        said = f"F1 {before} → {now}"
    return "; ".join(filter(None, (messages.change_text(review), said)))


def figure_table(review: AnyReview) -> doc.Table:
    """The headline scores before and now."""
    if review.kind == "change":
        kind = review.now.kind
        was, now = headlines_of(review.before), headlines_of(review.now)
        names = ((headline.title, headline.name) for headline in HEADLINES[kind])
        figures = [[title, shown(was[name]), shown(now[name])] for title, name in names]
        return doc.Table(doc.columns(f"{kind}s", "before", "now"), figures)
    before, after = review.literals
    rows: list[list[doc.Cell]] = [
        [title, shown(before.counted(name)), shown(after.counted(name))]
        for title, name in _RATIOS.items()
    ]
    means = (side.similarity.mean_over_reference for side in (review.before, review.now))
    rows.append(["action similarity", *map(shown, means)])
    return doc.Table(doc.columns("all literals", "before", "now"), rows)


def _cells(review: AnyReview, item: Item) -> list[doc.Cell]:
    """Sign (for domains with the part), text, places and outcome."""
    tone, sign = messages.mark_of(review, item)
    head = f"{sign} {item.part}" if review.kind == "threeway" else sign
    ours, theirs, before = review.places(item)
    is_gone = ours is None and theirs is None
    # The heading names the files.
    sides = (("", ours), ("reference ", theirs), ("before ", before if is_gone else None))
    return [
        Piece(head, tone),
        Piece(messages.subject(item), tone, is_code=True),
        sided_places(*sides),
        "; ".join(
            filter(None, (messages.remark_on(review, item), *messages.comments_on(review, item)))
        ),
    ]


# The sections that only pages have: scores, links, and the three files side by side.


def blocks(review: AnyReview) -> Iterator[doc.Block]:
    """The blocks after the heading; the effect of the change comes first."""
    rows = ThreeWayRows(review)
    parts = _parts(review, rows)
    if review.kind == "threeway":
        yield _facts(review)
    changes = list(change_sections(review))
    if changes:
        yield doc.Section("Effect of the change", changes, messages.change_text(review))
    if review.kind == "threeway":
        yield from _actions(review, parts)
        yield from _judged(review, parts)
    if rows.count:
        yield side_by_side(rows, parts)
    yield from map(doc.folded, explained(review))
    yield doc.Section("Scores before and now", [figure_table(review)])
    if review.kind == "threeway":
        measured = measured_sections(
            review.now.measured, basis(alignment_of(review.diff)), doc.Detail.FULL
        )
        yield from (each._replace(note="of the current learned domain") for each in measured)


def _facts(review: ThreeWayReview) -> doc.KeyFigures:
    wrong = f"{review.n_wrong_before} → {review.n_wrong_now}"
    return doc.KeyFigures([*_scores(review), ("wrong", wrong)])


def _actions(review: ThreeWayReview, parts: Parts) -> Iterator[doc.Section]:
    """The number of items in each action that were and are wrong."""
    kinds = [outcome for outcome in messages.WORST_FIRST if review.outcomes[outcome]]
    actions = [group for group in review.result.groups if group.is_action]
    rows: list[list[doc.Cell]] = []
    for group in actions:
        if group.is_unchanged:
            continue
        tone, sign = messages.worst_mark(group)
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
        names = ("", "action", "wrong before → now", *(outcome.value for outcome in kinds))
        n_right = len(actions) - len(rows)
        note = f"{count_of(n_right, 'other')} correct before and now" if n_right else ""
        table = doc.Table(doc.columns(*names, numbers=range(2, len(names))), rows)
        yield doc.Section("Actions", [table], note)


def _judged(review: ThreeWayReview, parts: Parts) -> Iterator[doc.Section]:
    """The effects of current differences on plans, and the reviewer's marks."""
    if review.blame is not None:
        # Imported late: only where there are plans.
        from plancore.report.blame.document import section

        yield section(review.blame, doc.Detail.FULL, parts.anchors)
    if review.reviewed is not None:
        # Imported late: few reviews have marks.
        from plancore.report.reviewed.text import reviewed_sections

        yield from reviewed_sections(review.reviewed, parts.anchors)


def _parts(review: AnyReview, rows: ThreeWayRows) -> Parts:
    """The groups as parts; in domains those correct before and now are folded."""
    reviewed = review.reviewed if review.kind == "threeway" else None

    def is_accepted(row: int) -> bool:
        return reviewed is not None and reviewed.accepts(rows.difference(row))

    parts = []
    for group, title in zip(rows.groups, rows.titles, strict=True):
        if review.kind == "change":
            parts.append(Part(group.name, doc.as_line(title)))
            continue
        tone, sign = messages.worst_mark(group)
        heading = line(Piece(sign, tone), " ", Piece(title, tone))
        parts.append(Part(group.name, heading, counts(group.items), group.is_unchanged))
    return Parts(rows, parts, "correct before and now", is_accepted=is_accepted)
