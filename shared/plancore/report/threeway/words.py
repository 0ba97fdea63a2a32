"""The words and signs for what a change did, the same in every report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from plancore.compare.three_way.items import Item, Outcome, Said
from plancore.phrases import count_of
from plancore.report import marks
from plancore.report.heading import doubt
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.threeway.review import Changed, PlansThen, ThreeWayReview, counted

MARKS: Final = {
    Outcome.REPAIRED: marks.REPAIRED,
    Outcome.BROKEN: marks.BROKEN,
    Outcome.STILL_WRONG: marks.STILL_WRONG,
    Outcome.OTHERWISE_WRONG: marks.OTHERWISE_WRONG,
    Outcome.UNCHANGED: marks.SAME,
}
SPOKEN: Final = {mark.sign: outcome.value for outcome, mark in MARKS.items()}
"""What each sign says."""
WORST_FIRST: Final = (
    Outcome.BROKEN,
    Outcome.OTHERWISE_WRONG,
    Outcome.STILL_WRONG,
    Outcome.REPAIRED,
)


def subject(item: Item) -> str:
    """What an item is about: what the reference says, or else what a learned domain does."""
    said = item.reference or item.learned or item.before
    assert said is not None, "some side says it"
    return visible(said.text)


def remark(item: Item) -> str:
    """What the change did, and how: `broken: now missing`."""
    return f"{item.outcome.value}: {how(item)}" if item.outcome is not Outcome.UNCHANGED else ""


def how(item: Item) -> str:
    """How a thing is wrong, or was: `was missing`; empty for what is right and was."""
    was, now = _state(item.before, item.reference), _state(item.learned, item.reference)
    match item.outcome:
        case Outcome.REPAIRED:
            return f"was {was}"
        case Outcome.BROKEN:
            return f"now {now}"
        case Outcome.STILL_WRONG:
            return now
        case Outcome.OTHERWISE_WRONG:
            return f"was {was}, now {now}"
        case Outcome.UNCHANGED:
            return ""


def _state(said: Said | None, reference: Said | None) -> str:
    if said is None:
        return "missing"
    return "extra" if reference is None else visible(said.text)


def counts(items: Sequence[Item]) -> str:
    """`1 broken, 2 still wrong`; nothing of an action that is right and was."""
    numbers = ((sum(item.outcome is o for item in items), o) for o in WORST_FIRST)
    return ", ".join(f"{number} {outcome.value}" for number, outcome in numbers if number)


def count_pieces(review: Changed) -> list[Piece]:
    """`3 repaired, 1 broken, 2 still wrong`, each in its tone; `nothing was wrong` for none."""
    parts = [
        Piece(f"{number} {outcome.value}", MARKS[outcome].tone)
        for outcome, number in counted(review)
        if number
    ]
    if not parts:
        return [Piece("nothing was wrong, and nothing is")]
    return [piece for part in parts for piece in (Piece(", "), part)][1:]


def change_text(review: Changed) -> str:
    """The same as a text."""
    return "".join(piece.text for piece in count_pieces(review))


def names_line(learned: str, reference: str, before: str) -> Line:
    """The names of the three files, at the head of a report."""
    return line(
        Piece(visible(learned), Tone.TITLE),
        "  compared with the reference  ",
        Piece(visible(reference), Tone.TITLE),
        "  and with what it was  ",
        Piece(visible(before), Tone.TITLE),
    )


def summary_lines(review: Changed) -> Iterator[Line]:
    """How many items there are of each outcome, and what became of plans."""
    wrong = f"; wrong before {review.n_wrong_before}, now {review.n_wrong_now}"
    yield line("the change: ", *count_pieces(review), wrong, doubt(review.notes))
    if isinstance(review, ThreeWayReview) and review.plans is not None:
        yield from (line(text) for text in plans_texts(review.plans))


def plans_texts(plans: PlansThen) -> list[str]:
    """What became of plans: how many, and which."""
    texts = []
    for names, what in (
        (plans.valid_now, "valid now, not before"),
        (plans.valid_no_more, "valid before, not now"),
    ):
        if names:
            texts.append(visible(f"{count_of(len(names), 'plan')} {what}: {', '.join(names)}"))
    judged = count_of(plans.n_judged, "plan")
    return texts or [f"of {judged} none has become valid, and none is no longer"]
