"""What the differences of two domains mean, and the states of plans that go wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from plancore.report.document import Code, Section
from plancore.report.domain.consequences import by_consequence
from plancore.report.domain.meaning import Meaning, meanings, meanings_of_declarations
from plancore.report.domain.review import DomainReview
from plancore.report.domain.words import action_mark, action_title
from plancore.report.lines import Line, Piece, Tone, line

if TYPE_CHECKING:
    from plancore.report.blame.review import BlameReport


def sections(review: DomainReview) -> Iterator[Section]:
    """The differences that there is something to say of, those first that do most; then plans."""
    yield from meanings_and_plans(_meanings(review), review.blame)


def meanings_and_plans(told: Iterable[Line], blame: BlameReport | None) -> Iterator[Section]:
    """What differences mean, if there is anything to say, and what becomes of plans."""
    meanings = [*told]
    if meanings:
        note = "what may follow from each; plans show what does"
        yield Section("What the differences mean", [Code(meanings, is_difference=True)], note)
    if blame is not None:
        # Imported by who has plans.
        from plancore.report.blame.explained import sections as of_plans

        yield from of_plans(blame)


def meaning_lines(said: Iterable[Meaning]) -> Iterator[Line]:
    """Each difference, and below it what it means."""
    for mark, part, difference, words in said:
        yield line(Piece(f"    {mark.sign} {f'{part} {difference}'.strip()}", mark.tone))
        yield line(f"        {words}")


def _meanings(review: DomainReview) -> Iterator[Line]:
    for row in by_consequence(review):
        told = [*meaning_lines(meanings(row.action.shown))]
        if told:
            yield line(Piece(f"  {action_title(row.action)}", action_mark(row.action).tone))
            yield from told
    if review.diff.declarations:
        yield line(Piece("  Declarations", Tone.TITLE))
        yield from meaning_lines(meanings_of_declarations(review.diff.declarations))
