"""The messages and signs for outcomes of a change, the same in every report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.compare.three_way.items import Group, Item, Outcome, SideText
from plancore.phrases import count_of
from plancore.report import marks
from plancore.report.domain.review import brief_text
from plancore.report.files import doubt
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.marks import Mark
from plancore.report.registry import builder
from plancore.report.threeway.review import AnyReview, ChangeReview, PlansThen, ThreeWayReview

MARKS: Final = {
    Outcome.REPAIRED: marks.REPAIRED,
    Outcome.BROKEN: marks.BROKEN,
    Outcome.STILL_WRONG: marks.STILL_WRONG,
    Outcome.OTHERWISE_WRONG: marks.OTHERWISE_WRONG,
    Outcome.UNCHANGED: marks.SAME,
}
WORST_FIRST: Final = (
    Outcome.BROKEN,
    Outcome.OTHERWISE_WRONG,
    Outcome.STILL_WRONG,
    Outcome.REPAIRED,
)


def mark_of(review: AnyReview, item: Item) -> Mark:
    """The mark of an item's outcome; a failing step takes precedence."""
    return marks.FAILING_NOW if review.fails(item) else MARKS[item.outcome]


def worst_mark(group: Group) -> Mark:
    """The mark of the worst outcome in an action or part."""
    outcomes = {item.outcome for item in group.items}
    worst = next((outcome for outcome in WORST_FIRST if outcome in outcomes), Outcome.UNCHANGED)
    return MARKS[worst]


def subject(item: Item) -> str:
    """The subject of an item: the reference's text, or else a learned file's."""
    return visible(item.subject)


def remark_on(review: AnyReview, item: Item) -> str:
    """The outcome of an item: `repaired: was missing`; first why a step fails."""
    fails = review.fails(item)
    return visible("; ".join(filter(None, (fails and f"fails: {fails}", item.remark))))


def numbered(said: SideText | None) -> str:
    """The number of a step, from 1; empty for anything else."""
    return "" if said is None or said.step is None else str(said.step + 1)


def counts(items: tuple[Item, ...]) -> str:
    """`1 broken, 2 still wrong`; empty if all items were and are correct."""
    numbers = ((sum(item.outcome is o for item in items), o) for o in WORST_FIRST)
    return ", ".join(f"{number} {outcome.value}" for number, outcome in numbers if number)


def counted(review: AnyReview) -> Iterator[tuple[Outcome, int]]:
    """The number of items by outcome, except those correct before and now."""
    outcomes = (outcome for outcome in Outcome if outcome is not Outcome.UNCHANGED)
    return ((outcome, review.outcomes.get(outcome, 0)) for outcome in outcomes)


def count_pieces(review: AnyReview) -> list[Piece]:
    """`3 repaired, 1 broken, 2 still wrong`, in their tones; else the verdicts then and now."""
    parts = [
        Piece(f"{number} {outcome.value}", MARKS[outcome].tone)
        for outcome, number in counted(review)
        if number
    ]
    if not parts:
        if review.before.is_same and review.now.is_same:
            return [Piece("no differences before or now")]
        before, now = (builder(side).verdict_text(side) for side in (review.before, review.now))
        same = f"{now}, before and now"
        return [Piece(same if before == now else f"before: {before}; now: {now}")]
    return [piece for part in parts for piece in (Piece(", "), part)][1:]


def change_text(review: AnyReview) -> str:
    """The same as a text."""
    return "".join(piece.text for piece in count_pieces(review))


def title_line(review: AnyReview) -> Line:
    """The three files, and the number of items by outcome."""
    learned, reference, before = (Piece(visible(file.name), Tone.TITLE) for file in review.files)
    return line(learned, " vs. ", reference, " (before: ", before, "): ", *_outcome(review))


def _outcome(review: AnyReview) -> tuple[str | Piece, ...]:
    wrong = f"; wrong {review.n_wrong_before} → {review.n_wrong_now}"
    return (
        *count_pieces(review),
        wrong if any(n for _, n in counted(review)) else "",
        doubt(review.notes),
    )


def summary_lines(review: AnyReview) -> Iterator[Line]:
    """The number of items by outcome, and the outcomes of plans."""
    yield line("the change: ", *_outcome(review))
    yield from plan_lines(review)


def plan_lines(review: AnyReview) -> Iterator[Line]:
    """The outcomes of plans; nothing if none were executed."""
    if isinstance(review, ThreeWayReview) and review.plans is not None:
        yield from (line(text) for text in plans_texts(review.plans))


def plans_texts(plans: PlansThen) -> list[str]:
    """The plans whose validity has changed, with counts."""
    texts = []
    for names, what in (
        (plans.valid_now, "valid now, not before"),
        (plans.valid_no_more, "valid before, not now"),
    ):
        if names:
            texts.append(visible(f"{count_of(len(names), 'plan')} {what}: {', '.join(names)}"))
    judged = count_of(plans.n_judged, "plan")
    return texts or [f"no change in the validity of {judged}"]


def verdicts_text(review: AnyReview) -> str:
    """The validity of the learned plan before and now; empty if it was not executed."""
    if isinstance(review, ThreeWayReview) or review.verdicts is None:
        return ""
    before, now = review.verdicts
    return f"the plan was and is {now}" if before == now else f"the plan was {before}, and is {now}"


def comments_on(review: AnyReview, item: Item, *, is_brief: bool = False) -> Iterator[str]:
    """The reviewer's mark on an item that is wrong now, and its effect on plans."""
    found = review.difference_of(item)
    judged = None if found is None else found.as_judged
    if found is None or judged is None or isinstance(review, ChangeReview):
        return
    if review.reviewed is not None:
        # Imported late: few reviews have marks.
        from plancore.report.reviewed.marks import mark_text, name_of

        yield mark_text(review.reviewed.mark(name_of(judged)))
    singles = found.judged_singles
    yield brief_text(review.blame, singles) if is_brief else found.consequence
