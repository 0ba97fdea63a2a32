"""The meaning of current differences, and the states of changed plans, as text."""

from __future__ import annotations

from collections.abc import Iterator

from plancore.compare.changes import ACTION, Change
from plancore.compare.declarations import DeclarationChange
from plancore.compare.difference import Difference
from plancore.compare.parameters import ParameterChange
from plancore.compare.three_way.items import DECLARATIONS
from plancore.report.document import Section
from plancore.report.domain import meaning
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.threeway.messages import MARKS, subject
from plancore.report.threeway.review import AnyReview, ChangeReview, ThreeWayReview
from plancore.report.threeway.rows import ThreeWayRows


def sections(review: AnyReview) -> Iterator[Section]:
    """For domains the meanings of current differences, then plans; for plans why steps fail and the
    states before them; nothing for problems."""
    if review.kind == "threeway":
        yield from meaning.meanings_and_plans(_meanings(review), review.now.blame)
    elif review.now.kind == "plan":
        yield from _states(review)


def meaning_of(difference: Difference) -> str:
    """The meaning of a difference now; empty if it is repaired or has no general meaning."""
    now, change = difference.now, difference.change
    if now is None:
        return ""
    if isinstance(change, Change) and now.diff is not None and now.part != ACTION:
        return meaning.meaning(now.diff, change)
    if isinstance(change, ParameterChange):
        return meaning.meaning_of_parameter(change)
    if isinstance(change, DeclarationChange):
        return meaning.meaning_of_declaration(change)
    return "" if now.diff is None else meaning.meaning_of_action(now.diff)


def _meanings(review: ThreeWayReview) -> Iterator[Line]:
    for group in review.result.groups:
        found = ((item, review.difference_of(item)) for item in group.items)
        told = [
            meaning.Meaning(MARKS[item.outcome], item.part, subject(item), words)
            for item, difference in found
            # A missing action is one difference.
            if difference is not None and difference.as_judged is not None
            if (words := meaning_of(difference))
        ]
        if told:
            title = "Declarations" if group.name == DECLARATIONS else visible(group.name)
            yield line(Piece(f"  {title}", Tone.TITLE))
            yield from meaning.meaning_lines(told)


def _states(review: ChangeReview) -> Iterator[Section]:
    """The listed rows, each followed by why it fails and the states before it."""
    # Imported late: only where there are plans.
    from plancore.report.plan.explained import (
        AT_THE_END,
        MOST_FACTS,
        indented,
        left_out,
        no_states,
        row_line,
        states_section,
    )
    from plancore.report.threeway.state_lines import ChangeStateLines

    rows = ThreeWayRows(review)
    told = ChangeStateLines.of(rows, MOST_FACTS)
    if told is None:
        yield no_states()
        return
    listed = sorted({*rows.stops, *rows.failures})
    by_place: dict[tuple[int | None, int | None], list[int]] = {}
    for index in listed:
        by_place.setdefault(told.places(index), []).append(index)
    made: list[Line] = []
    for indices in by_place.values():
        heads = [row_line(rows.row(index)) for index in indices]
        made += indented(heads, told.of_rows(indices))
    made += indented([AT_THE_END], outcomes=told.outcomes())
    made += left_out(rows.count - len(rows.starts) - len(listed))
    yield states_section(made, has_changes=told.has_changes)
