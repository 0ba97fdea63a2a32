"""What the differences mean that there are now, as text, and the states of plans gone wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plancore.compare.three_way.domains import ThreeWayAction
from plancore.compare.three_way.items import Item
from plancore.report.document import Section
from plancore.report.domain.explained import meaning_lines, meanings_and_plans
from plancore.report.domain.meaning import Meaning
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.threeway.meaning import meaning_of_item
from plancore.report.threeway.review import ThreeWayReview
from plancore.report.threeway.subjects import Told
from plancore.report.threeway.words import MARKS, subject


def sections(review: ThreeWayReview) -> Iterator[Section]:
    """The differences of now that there is something to say of, then plans."""
    yield from meanings_and_plans(_shown(review), review.now.blame)


def _shown(review: ThreeWayReview) -> Iterator[Line]:
    told = Told(review)
    for action in review.result.actions:
        yield from _group(visible(action.name), _meanings(told, action, action.items))
    yield from _group("Declarations", _meanings(told, None, review.result.declarations))


def _group(title: str, said: Iterable[Meaning]) -> Iterator[Line]:
    told = [*meaning_lines(said)]
    if told:
        yield line(Piece(f"  {title}", Tone.TITLE))
        yield from told


def _meanings(
    told: Told, action: ThreeWayAction | None, items: Iterable[Item]
) -> Iterator[Meaning]:
    for item in items:
        # An action that is missing as a whole is one difference.
        own = told.own_difference(action, item)
        words = meaning_of_item(told.index, action, item) if own else ""
        if words:
            yield Meaning(MARKS[item.outcome], item.part, subject(item), words)
