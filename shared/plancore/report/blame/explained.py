"""Plans that differences wrongly reject or accept: the states of both domains at the failing
step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from plancore.blame.trial import Trial, UndoneModels, UndoneTasks
from plancore.blame.undoing import Undoing
from plancore.compare.domains import DomainDiff
from plancore.model.problem import Case
from plancore.phrases import count_of
from plancore.report.blame.review import BlameReport, with_short_names
from plancore.report.document import Code, Section
from plancore.report.files import LineColumn, action_places
from plancore.report.lines import Line, Piece, Tone, line, visible
from plancore.report.plan.execution import Execution, Setting
from plancore.report.plan.explained import MOST_FACTS, indented
from plancore.report.plan.review import PlanReview, PlanSide, review_executed
from plancore.report.plan.state_lines import StateLines
from plancore.simulate.execute import agreement, execute_stepwise
from plancore.simulate.task import Task
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint

_MOST_PLANS: Final = 20
"""The maximum number of plans that are executed again and listed."""


def sections(report: BlameReport) -> Iterator[Section]:
    """These plans, each at its failing step or its end; nothing if the report keeps no plans."""
    blame = with_short_names(report).blame
    plans = [(plan.case, plan.plan, plan.first.step) for plan in blame.stopped]
    plans += [(plan.case, plan.plan, plan.step) for plan in blame.let_through]
    if not report.cases or not plans:
        return
    told: list[Line] = []
    for case, name, step in plans[:_MOST_PLANS]:
        at = "at its end" if step is None else f"step {step}"
        head = line(Piece(visible(f"{name} {at}"), Tone.FAILING))
        told += _states(report, case, step, head)
    left = len(plans) - _MOST_PLANS
    if left > 0:
        text = f"  · {count_of(left, 'plan')} more, not listed here: --plans can name a single one"
        told.append(line(Piece(text, Tone.DIM)))
    note = "at the failing step of each plan that is not as expected"
    yield Section("States", [Code(told, is_difference=True)], note)


def _states(report: BlameReport, case: int, step: int | None, head: Line) -> Iterator[Line]:
    """The states before a step of a plan, as both domains execute it, below `head`."""
    review = review_plan(report, report.cases[case], SourceText(""))
    assert review.execution is not None, "a plan that was judged can be executed"
    told = StateLines(review, review.execution, most=MOST_FACTS)
    yield from indented([head], told.of_row(review.row_of_step(step)), told.outcomes())


# One of the plans, executed in the learned domain and in the reference.


def review_plan(
    report: BlameReport, case: Case, text: SourceText, checkpoint: Checkpoint = NEVER
) -> PlanReview:
    """A plan as executed by the learned domain, compared with the same plan in the reference.

    If names differ, both sides use the learned domain's names if the learned domain, with all
    differences undone that can be, executes the plan as the reference does. Otherwise the reference
    side uses its own names. Raises whatever `checkpoint` raises.
    """
    diff = report.blame.diff
    assert diff is not None, "plans are shown on account of differences"
    undoing = Undoing(diff)
    models = UndoneModels(diff.learned, undoing)
    trial = Trial(UndoneTasks(models, case.problem), case.plan, checkpoint)
    ours = trial.base
    theirs = execute_stepwise(Task(diff.reference, case.problem), case.plan, checkpoint=checkpoint)
    if not diff.correspondence.is_identity:
        can_be_undone = (d.number for d in undoing.differences if d.obstacle is None)
        said = trial.run(models.close(frozenset(can_be_undone)))
        # Only if undoing differences leads to the reference's outcome.
        if (said.verdict, said.failing_step) == (theirs.verdict, theirs.failing_step):
            theirs = said
    learned, reference = (PlanSide(case.name, text, trace.plan) for trace in (ours, theirs))
    places = action_places(report.learned)
    setting = Setting(
        ours.task, report.learned.name, case.problem.name or "", places, _in_reference(report, diff)
    )
    execution = Execution(setting, ours, theirs, None, agreement(ours, theirs))
    return review_executed(learned, reference, execution, checkpoint)


def _in_reference(report: BlameReport, diff: DomainDiff) -> dict[str, LineColumn]:
    """The definitions of actions in the reference, by their names in the plan."""
    if report.reference is None:
        return {}
    places = action_places(report.reference)
    called = {a.reference.name: a.learned.name for a in diff.actions if a.learned and a.reference}
    return {called.get(name, name): place for name, place in places.items()}
