"""The model of a review of two plans: aligned steps, and states if the plans were executed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from plancore.blame.report import Blame, DifferenceSet
from plancore.compare.changes import ACTION
from plancore.memo import lazy
from plancore.phrases import SIDES, count_of
from plancore.report import marks
from plancore.report.figures import decimal
from plancore.report.files import short_names
from plancore.report.lines import Line, Piece, Tone, cell_width, line, line_width, table, visible
from plancore.report.passages import figure_rows, formula_lines
from plancore.report.plan.document import comparison_text, failure_lines
from plancore.report.plan.execution import Execution, outcome_text
from plancore.report.plan.review import PlanReview
from plancore.report.plan.rows import PlanRows
from plancore.report.plan.state_lines import MOST_OF_PAGE, StateLines
from plancore.report.plan.steps import difference_text
from plancore.report.plan.summary import PlanSummary, outcome_tone, summary_of
from plancore.report.rows.row import ViewRow
from plancore.simulate.trace import Trace, Verdict
from plandiff.viewmodel.differences import PlanAt
from plandiff.viewmodel.model import ReviewModel, SidePanel


class PlanModel(ReviewModel[PlanReview]):
    """The comparison of two plans."""

    @cached_property
    def heading(self) -> Line:
        """Files, the number of steps of each kind, the score, and the outcomes of both plans."""
        counts, lcs, modulo = self.review.diff.counts, self.review.lcs, self.review.modulo
        aligned = self.review.alignment_text
        n_commuting = len(self.review.commuting)
        kinds = (
            (counts.missing, marks.MISSING, SIDES.missing),
            (counts.extra, marks.EXTRA, SIDES.extra),
            (counts.changed + counts.retimed, marks.CHANGED, "changed"),
            (counts.moved - n_commuting, marks.MOVED, "moved"),
            (n_commuting, marks.COMMUTES, "commuting"),
        )
        told = [(f"{count} {word}", mark.tone) for count, mark, word in kinds if count]
        has_other_steps = counts.missing or counts.extra or counts.changed
        steps = f"  {count_of(counts.learned, 'step')}, {SIDES.reference} {counts.reference}"
        return line(
            *self._files,
            *(Piece(f"{', ' if at else '  '}{text}", tone) for at, (text, tone) in enumerate(told)),
            "" if has_other_steps else f"  {comparison_text(self.review)}",
            "  modulo commuting steps" if modulo else "",
            Piece(steps, Tone.DIM),
            Piece(f"  LCS {decimal(lcs.value)}", Tone.DIM),
            Piece(f"  {aligned}" if aligned else "", Tone.NOTE),
            *self._outcomes(),
        )

    def _outcomes(self) -> Iterator[Piece]:
        """`✗ goal, ref. ✓ cost 6`; empty if the verdict has it in words."""
        execution = self.review.execution
        if execution is None or self.verdict:
            return
        for name, trace in zip(("   ", ", ref. "), execution.runs, strict=True):
            yield Piece(name)
            yield _outcome(trace)

    @cached_property
    def verdict(self) -> Sequence[Line]:
        """Where and why plans fail, with the cause."""
        return list(failure_lines(self.review))

    @property
    def _is_failure_told(self) -> bool:
        """Whether heading and verdict have the failures: they have room for one plan's."""
        execution = self.review.execution
        if execution is None:
            return False
        return [trace.verdict is Verdict.VALID for trace in execution.runs].count(True) == 1

    @property
    def failing_rows(self) -> Sequence[int]:
        """The failing rows of either plan."""
        return self.rows.failures

    @cached_property
    def rows(self) -> PlanRows:
        """The aligned steps."""
        return _ToldRows(self.review) if self._is_failure_told else PlanRows(self.review)

    @property
    def offers(self) -> Sequence[object]:
        """Moved steps, and the states of executed plans."""
        return self.rows, self.states

    @cached_property
    def states(self) -> SidePanel | None:
        """States and outcomes, if a domain and a problem are known."""
        execution = self.review.execution
        if execution is None:
            return None
        shown = StateLines(self.review, execution, tells_failures=not self._is_failure_told)
        page = StateLines(self.review, execution, most=MOST_OF_PAGE, has_shared=True)
        return SidePanel(shown.lines, page.lines)

    @property
    def failures(self) -> Sequence[int] | None:
        """The failing rows of either plan, then the last row if one does not reach the goal."""
        execution = self.review.execution
        if execution is None:
            return None
        misses = execution.learned.unreached or execution.reference.unreached
        return [*self.rows.failures, *([self.rows.count - 1] if misses and self.rows.count else [])]

    def summary(self, width: int, /) -> Line:
        """First divergence, failure and goals; if there is room, the partial orders."""
        for order in self._partial_order:
            room = width - cell_width(order)
            told = self._summary.line(room)
            if line_width(told) <= room:
                return line(*told, order)
        return self._summary.line(width)

    @property
    def _partial_order(self) -> tuple[str, ...]:
        """Whether the partial orders are the same, in a long and a short text; empty if unknown."""
        execution = self.review.execution
        if execution is None or execution.same_partial_order is None:
            return ()
        if not self.review.diff.verdict.same_multiset:
            return ()  # with different steps, the order says nothing
        if execution.same_partial_order:
            return " · same partial order", " · partial order ="
        return " · different partial order", " · partial order ≠"

    @cached_property
    def _summary(self) -> PlanSummary:
        summary = summary_of(self.review)
        return replace(summary, tells_failures=False) if self._is_failure_told else summary

    def panel(self, _row: int, /) -> Sequence[Line]:
        """The verdict on both plans, and the files that they are executed in."""
        said = filter(None, (comparison_text(self.review), self.review.alignment_text))
        where = "" if self.review.execution is None else _executed_in(self.review.execution)
        return [line(Piece("steps  ", Tone.DIM), ", ".join(said), Piece(where, Tone.DIM))]

    def figures(self, _row: int, /) -> Sequence[Line]:
        """The scores of the comparison, with formulas."""
        named = figure_rows(self.review.measured)
        return [
            *table([[Piece(name, Tone.DIM), value] for name, value in named], gap=3),
            (),
            *formula_lines(metric for metric, _ in self.review.measured),
        ]


class _ToldRows(PlanRows):
    """The steps without the reasons of failures, which the verdict has."""

    def bare_row(self, index: int) -> ViewRow:
        """The steps of one row, and how they differ."""
        said = difference_text(self.review, self.review.diff.rows[index])
        return super().bare_row(index)._replace(remark=said)


def _executed_in(execution: Execution) -> str:
    """`   executed in p01.pddl with domain.pddl`."""
    problem, domain = short_names(execution.setting.problem, execution.setting.domain)
    return f"   executed in {problem} with {domain}"


def _outcome(trace: Trace) -> Piece:
    """`✗ at 3`, `✓ cost 6`."""
    match trace.verdict:
        case Verdict.VALID:
            return Piece(f"✓ {outcome_text(trace).removeprefix('valid, ')}", Tone.SAME)
        case Verdict.UNDECIDED:
            return Piece("undecided", Tone.FAILING)
        case _ if trace.failing_step is not None:
            return Piece(f"✗ at {trace.failing_step}", Tone.FAILING)
        case _:
            return Piece("✗ goal" if trace.unreached else "✗ at the end", Tone.FAILING)


# A plan that differences reject or accept wrongly, executed in both domains.

_MOST_SETS = 3


class _Steps(PlanRows):
    """The steps without folds, because they are nearly always the same on both sides."""

    @lazy
    def runs(self) -> Sequence[tuple[int, int]]:
        """No runs to fold."""
        return ()


class JudgedPlanModel(PlanModel):
    """The review of `plans[number]`, executed in both domains."""

    def __init__(
        self, review: PlanReview, blame: Blame, plans: Sequence[PlanAt], number: int
    ) -> None:
        super().__init__(review)
        self._blame, self._plan = blame, plans[number]
        self.plans, self.number = plans, number

    @cached_property
    def rows(self) -> PlanRows:
        """All steps."""
        return _Steps(self.review)

    @cached_property
    def heading(self) -> Line:
        """The plan, and its outcome in each domain."""
        execution = self.review.execution
        assert execution is not None, "a plan that was judged can be executed"
        pieces = [Piece(visible(self._plan.name), Tone.TITLE)]
        sides = (SIDES.learned, execution.learned), (SIDES.reference, execution.reference)
        for name, trace in sides:
            outcome = outcome_text(trace).partition(":")[0]
            pieces.append(Piece(f"   {name}: ", Tone.DIM))
            pieces.append(Piece(visible(outcome), outcome_tone(trace)))
        return tuple(pieces)

    @cached_property
    def verdict(self) -> Sequence[Line]:
        """The differences that cause the wrong result."""
        case, blame = self._plan.case, self._blame
        found = [
            *(plan.first.sets for plan in blame.stopped if plan.case == case),
            *(plan.sets for plan in blame.let_through if plan.case == case),
        ]
        return [said for sets in found for said in self._sets("cause", sets)]

    @property
    def start(self) -> int:
        """The row of the step to look at; the last one for the end of the plan."""
        return self.review.row_of_step(self._plan.step)

    def panel(self, _row: int, /) -> Sequence[Line]:
        """The differences that cause the wrong result, and the reason of the failure."""
        return self._told

    @cached_property
    def _told(self) -> Sequence[Line]:
        return list(self._tell())

    def _tell(self) -> Iterator[Line]:
        case = self._plan.case
        for stopped in self._blame.stopped:
            if stopped.case == case:
                yield from self._sets("cause", stopped.first.sets)
                yield line(Piece("why  ", Tone.DIM), visible(stopped.first.reason))
        for through in self._blame.let_through:
            if through.case == case:
                yield from self._sets("cause", through.sets)
                if through.reason is not None:
                    yield line(Piece(f"{SIDES.reference}  ", Tone.DIM), visible(through.reason))

    def _sets(self, verb: str, sets: Sequence[DifferenceSet]) -> Iterator[Line]:
        for numbers in sets[:_MOST_SETS]:
            text = " with ".join(map(self._difference, numbers))
            yield line(Piece(f"{verb}  ", Tone.DIM), visible(text))
            verb = f"{'or':>{len(verb)}}"
        if len(sets) > _MOST_SETS:
            yield line(Piece(f"{verb}  {len(sets) - _MOST_SETS} more", Tone.DIM))
        if not sets:
            yield line(Piece(f"{verb}  ", Tone.DIM), "no set of differences")

    def _difference(self, number: int) -> str:
        difference = self._blame.consequences[number].difference
        text = difference.plain_message
        if difference.action is None or difference.part == ACTION:
            return text
        return f"{text} of {difference.action}"
