"""The states before the steps that the report on two executed plans lists, as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from plancore.phrases import count_of
from plancore.report.document import Code, Paragraph, Section
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.plan.review import PlanReview
from plancore.report.plan.rows import PlanRows
from plancore.report.plan.state_lines import StateLines
from plancore.report.plan.steps import listed_rows
from plancore.report.rows.row import ViewRow

MOST_FACTS: Final = 60
"""The maximum number of facts listed of a kind; the rest is counted."""
_INDENT: Final = 2
AT_THE_END: Final = line("at the end")


def sections(review: PlanReview) -> Iterator[Section]:
    """Why steps fail and the states before them, or a note that the plans were not executed."""
    if review.execution is None:
        yield no_states()
        return
    told = StateLines(review, review.execution, most=MOST_FACTS)
    yield states_section(list(_lines(review, told)), has_changes=told.has_changes)


def _lines(review: PlanReview, told: StateLines) -> Iterator[Line]:
    rows = PlanRows(review)
    listed = [*listed_rows(review)]
    for above, index in zip((None, *listed), listed, strict=False):
        is_next = above == index - 1
        yield from indented([row_line(rows.row(index))], told.of_row(index, is_next=is_next))
    yield from indented([AT_THE_END], outcomes=told.outcomes())
    yield from left_out(rows.count - len(listed))


def states_section(told: Sequence[Line], *, has_changes: bool) -> Section:
    """The section of states."""
    note = f"before each step that is listed{', and what it does' * has_changes}"
    return Section("States", [Code(told, is_difference=True)], note)


def no_states() -> Section:
    """A note that there are no states, with the options that provide them."""
    told = line(Piece("States: none, --domain and --problem execute the plans", Tone.DIM))
    return Section("", [Paragraph([told])])


def row_line(row: ViewRow) -> Line:
    """`✗ (load p1 t1) / (load p1 t2)`: the steps of a row, once if equal, the learned one first."""
    texts = dict.fromkeys(cell.text for cell in row.cells if cell is not None)
    return line(Piece(f"{row.sign} {' / '.join(texts)}", row.tone))


def indented(
    heads: Iterable[Line], told: Iterable[Line] = (), outcomes: Iterable[Line] = ()
) -> Iterator[Line]:
    """A passage below its heads. In `told`, titles and first lines of groups are indented by one
    step more than the heads, the other lines by two; the outcomes of plans follow."""
    yield from (line(" " * _INDENT, *head) for head in heads)
    above: Line = ()
    for each in told:
        begins = not above or (each[:1] and each[0].tone is Tone.TITLE)
        if each:
            yield line(" " * _INDENT * (2 if begins else 3), *each)
        above = each
    for each in outcomes:
        yield line(" " * _INDENT * 2, *each)


def left_out(count: int) -> Iterator[Line]:
    """A note on the rows without states."""
    if count:
        what = f"{count_of(count, 'row')} more: planeval validate --trace shows what each step does"
        yield line(Piece(f"  · {what}", Tone.DIM))
