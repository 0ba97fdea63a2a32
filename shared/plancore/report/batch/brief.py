"""A batch as a line for each pair, in the form of a single pair; with a baseline the last line
counts the pairs that are worse."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from plancore.phrases import SIDES
from plancore.report import lines
from plancore.report.batch.document import worse_text
from plancore.report.batch.review import Batch
from plancore.report.batch.row import BatchRow, PairStatus
from plancore.report.figures import UNDEFINED
from plancore.report.headline import HEADLINES
from plancore.report.lines import Line, Piece, line, visible
from plancore.report.registry import Style


def render(batch: Batch, style: Style) -> str:
    """The shown pairs in order; lines are not wrapped."""
    worse = worse_text(batch)
    last = [line(visible(worse))] if worse else []
    made = (_line(row, batch.regressions(row)) for row in batch.shown)
    return lines.render(chain(made, last), colour=style.colour)


def _line(row: BatchRow, regressions: Sequence[str]) -> Line:
    """`different  d.pddl  pick-up: extra (not (has ?a ?p)), 1 more; F1 0.848`."""
    said = [row.note] if row.note else []
    headline = next(iter(HEADLINES.get(row.kind, ())), None)
    value = None if headline is None else row.figures.get(headline.name, 1.0)
    if headline is not None and value is None and row.status is PairStatus.DIFFERENT:
        said.append(f"{headline.title} {UNDEFINED}")
    if headline is not None and value is not None and value < 1:
        said.append(f"{headline.title} {value:.3f}")
    said += [f"worse: {', '.join(regressions)}"] if regressions else []
    tail = f"  {'; '.join(said)}" if said else ""
    return line(
        Piece(f"{SIDES.of_kind(row.status):<9}", row.mark.tone), visible(f"  {row.name}{tail}")
    )
