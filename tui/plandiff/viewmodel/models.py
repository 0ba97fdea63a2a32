"""The models of reviews of problems and texts, and the model for any review."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from plancore.compare.changes import ChangeKind
from plancore.metrics.support.confusion import Confusion, total
from plancore.report import marks
from plancore.report.document import block_lines
from plancore.report.domain.literal_rows import RATIOS
from plancore.report.figures import decimal
from plancore.report.files import short_names
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.problem.document import count_table
from plancore.report.problem.document import verdict_text as problem_verdict
from plancore.report.problem.review import ProblemReview
from plancore.report.problem.rows import ProblemRows
from plancore.report.review import Review
from plancore.report.rows.overview import overview_of
from plancore.report.rows.row import Prepared, Rows, counted_in, place_near
from plancore.report.rows.texts import LineRows, Text, TextRows
from plancore.report.tallies import MARKS
from plancore.report.text.document import TextReview, verdict_text
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint
from plandiff.viewmodel.domain_model import DomainModel
from plandiff.viewmodel.model import Model, ReviewModel, tallied
from plandiff.viewmodel.outline import OutlineEntry, Outlines, outlines_of_parts, rows_within
from plandiff.viewmodel.plan_model import PlanModel
from plandiff.viewmodel.three_way_model import ChangeModel, ThreeWayModel


class ProblemModel(ReviewModel[ProblemReview]):
    """The comparison of two problems."""

    @cached_property
    def heading(self) -> Line:
        """Files, overall scores, the number of differences of each kind, and the verdict."""
        counts = total(self.review.counts.values(), Confusion(0, 0, 0))
        ratios = (("F1", counts.f1), ("P", counts.precision), ("R", counts.recall))
        kinds = Counter(each.kind for each in self.review.differences)
        return line(
            *self._files,
            f"  {''.join(f' {name} {decimal(value)}' for name, value in ratios)}  ",
            *tallied((kinds[kind], MARKS[kind.value]) for kind in ChangeKind),
            f"   {problem_verdict(self.review)}",
        )

    @cached_property
    def rows(self) -> ProblemRows:
        """All parts."""
        return ProblemRows(self.review)

    @property
    def offers(self) -> Sequence[object]:
        """The list of parts."""
        return (self.outlines,)

    @cached_property
    def outlines(self) -> Outlines | None:
        """The parts, with the number of identical formulas in each."""
        rows = self.rows
        stops = rows_within(rows.stops, rows.starts, rows.count)
        parts = zip(rows.titles, rows.counts, rows.starts, stops, strict=True)
        entries = [_entry(*part) for part in parts]
        return outlines_of_parts(entries, rows.part_at, {})

    def panel(self, _row: int, /) -> Sequence[Line]:
        """No details."""
        return ()

    def figures(self, _row: int, /) -> Sequence[Line]:
        """The counts of each part."""
        return [*block_lines(count_table(self.review)), (), line(Piece(RATIOS, Tone.DIM))]


class TextModel(ReviewModel[TextReview]):
    """The comparison of two texts line by line."""

    @cached_property
    def heading(self) -> Line:
        """Files, and the number of lines that differ."""
        tone = Tone.PLAIN if self.review.is_same else Tone.CHANGED
        return line(*self._files, "   ", Piece(verdict_text(self.review), tone))

    @cached_property
    def text_rows(self) -> Rows:
        """The lines of both files."""
        return LineRows(self.review.learned, self.review.reference)

    @property
    def rows(self) -> Rows:
        """The rows of the text view."""
        return self.text_rows

    def panel(self, _row: int, /) -> Sequence[Line]:
        """No details."""
        return ()

    def brief(self, _row: int, /) -> Sequence[Line]:
        """Why the files are compared line by line."""
        return self.note_lines[:1]


class WaitingModel(Model):
    """A placeholder with the names of the files (learned, reference, others) while they are
    compared, or after the comparison was stopped."""

    is_ready = False

    def __init__(self, learned: str, reference: str, *_: str, is_stopped: bool = False) -> None:
        names = Piece(" ▸ ".join(short_names(learned, reference)[::-1]), Tone.TITLE)
        before, after = "comparing ", " …"
        if is_stopped:
            before, after = "not compared: ", "   R to compare"
        self._heading = line(before, names, after)
        self._rows = TextRows(*(Text(SourceText(""), name) for name in (learned, reference)))

    @property
    def heading(self) -> Line:
        """The names of the files."""
        return self._heading

    @property
    def rows(self) -> Rows:
        """No rows."""
        return self._rows

    @property
    def text_rows(self) -> Rows:
        """No rows."""
        return self._rows

    def panel(self, _row: int, /) -> Sequence[Line]:
        """No details."""
        return ()


def text_row_of(rows: Rows, index: int, texts: Rows) -> int:
    """The row of `texts` with the line of row `index` of `rows`: on a side that has the row, the
    last such side first. The first row if no line is known."""
    if not rows.count:
        return 0
    cells = rows.row(index).cells
    sides = sorted(
        range(len(rows.sides)),
        key=lambda side: (side < len(cells) and cells[side] is not None, side),
    )
    for side in reversed(sides):
        place = place_near(rows, index, side)
        if place is None:
            continue
        for at in range(texts.count):
            where = texts.row(at).places[side]
            if where is not None and where.line == place.line:
                return at
    return 0


def ready_model_of(review: Review, checkpoint: Checkpoint = NEVER) -> ReviewModel[Review]:
    """The model of a review, with the slow parts that the first screen needs computed. Raises what
    `checkpoint` raises."""
    model = model_of(review)
    make_ready(model.rows, checkpoint)
    outlines = model.find(Outlines)
    if outlines is not None:
        outlines.of(outlines.first)
    for panel in model.side_panels:
        checkpoint()
        panel.lines(max(model.rows.count - 1, 0))
    return model


def make_ready(rows: Rows, checkpoint: Checkpoint) -> None:
    """Compute what a screen needs of all rows. Raises what `checkpoint` raises."""
    if isinstance(rows, Prepared):
        rows.prepare(checkpoint)
    for some in (rows.stops, counted_in(rows), rows.stacks, rows.runs):
        len(some)
        checkpoint()
    overview_of(rows)


_MODELS: Final[Mapping[str, type[ReviewModel[Any]]]] = {
    "domain": DomainModel,
    "problem": ProblemModel,
    "plan": PlanModel,
    "text": TextModel,
    "threeway": ThreeWayModel,
    "change": ChangeModel,
}


def model_of(review: Review) -> ReviewModel[Review]:
    """The model for a review of any kind."""
    return _MODELS[review.kind](review)


def _entry(
    title: str, kinds: Counter[ChangeKind | None], start: int, stops: Sequence[int]
) -> OutlineEntry:
    """The entry of a part, with the number of identical formulas."""
    total = kinds.total()
    problem = f"{kinds[None]}/{total}" if total else ""
    return OutlineEntry(marks.CHANGED if stops else marks.SAME, title, problem, start, stops)
