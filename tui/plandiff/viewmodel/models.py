"""The model for each kind of review."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from plancore.report.domain.review import DomainReview
from plancore.report.lines import Line, Piece, Tone, line
from plancore.report.places import short_names
from plancore.report.plan.review import PlanReview
from plancore.report.problem.review import ProblemReview
from plancore.report.review import Review
from plancore.report.rows.overview import overview_of
from plancore.report.rows.row import Prepared, Rows, counted_in, place_near
from plancore.report.rows.texts import LineRows, Text, TextRows
from plancore.report.text.document import TextReview, verdict_text
from plancore.report.threeway.review import ChangeReview, ThreeWayReview
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint
from plandiff.viewmodel.domain_model import DomainModel
from plandiff.viewmodel.model import Model, ReviewModel
from plandiff.viewmodel.outline import Outlines
from plandiff.viewmodel.plan_model import PlanModel
from plandiff.viewmodel.problem_model import ProblemModel
from plandiff.viewmodel.three_way_model import ChangeModel, ThreeWayModel


class TextModel(ReviewModel[TextReview]):
    """Nothing is known of the files but their lines."""

    @cached_property
    def heading(self) -> Line:
        """Files, and how many lines differ."""
        tone = Tone.PLAIN if self.review.is_same else Tone.CHANGED
        return line(*self._files, "   ", Piece(verdict_text(self.review), tone))

    @cached_property
    def text_rows(self) -> Rows:
        """The lines of both files."""
        return LineRows(self.review.learned, self.review.reference)

    @property
    def rows(self) -> Rows:
        """The same."""
        return self.text_rows

    def panel(self, _row: int, /) -> Sequence[Line]:
        """Nothing: no more is known of a line than what it says."""
        return ()


class WaitingModel(Model):
    """No rows, and the names of the files that are compared: learned, reference, others; or that
    nobody compares them any more."""

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
        """Which files are compared."""
        return self._heading

    @property
    def rows(self) -> Rows:
        """None."""
        return self._rows

    @property
    def text_rows(self) -> Rows:
        """None."""
        return self._rows

    def panel(self, _row: int, /) -> Sequence[Line]:
        """Nothing."""
        return ()


def text_row_of(rows: Rows, index: int, texts: Rows) -> int:
    """The row of `texts` with the line where row `index` of `rows` stands: on the side that has it,
    the last side counting most; the first row where no line is known."""
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
    """The same, with that worked out already which takes long and the first screen needs.
    `checkpoint` may end it."""
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
    """Work out what a screen asks of all rows. `checkpoint` may end it."""
    if isinstance(rows, Prepared):
        rows.prepare(checkpoint)
    for some in (rows.stops, counted_in(rows), rows.stacks, rows.runs):
        len(some)
        checkpoint()
    overview_of(rows)


def model_of(review: Review) -> ReviewModel[Review]:
    """The model for a review of any kind."""
    match review:
        case DomainReview():
            return DomainModel(review)
        case ProblemReview():
            return ProblemModel(review)
        case PlanReview():
            return PlanModel(review)
        case ThreeWayReview():
            return ThreeWayModel(review)
        case ChangeReview():
            return ChangeModel(review)
        case TextReview():
            return TextModel(review)
