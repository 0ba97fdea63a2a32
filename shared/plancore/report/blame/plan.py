"""One of the plans that were judged: how it goes in the learned domain and in the reference."""

from __future__ import annotations

from plancore.blame.trial import Trial, UndoneModels, UndoneTasks
from plancore.blame.undoing import Undoing
from plancore.compare.domains import DomainDiff
from plancore.report.blame.review import BlameReport
from plancore.report.places import Where, action_places
from plancore.report.plan.execution import Execution, Setting
from plancore.report.plan.review import PlanReview, PlanSide, review_executed
from plancore.simulate.cases import Case
from plancore.simulate.execute import agreement
from plancore.simulate.resume import execute_stepwise
from plancore.simulate.task import Task
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint


def review_plan(
    report: BlameReport, case: Case, text: SourceText, checkpoint: Checkpoint = NEVER
) -> PlanReview:
    """A plan as the learned domain executes it, beside the same plan in the reference.

    Where names differ, both sides have the learned domain's words as far as the learned domain with
    all differences undone that can be does as the reference; where it does not, the reference has
    its own. Raises what `checkpoint` raises.
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
        # Not where undoing all that can be undone does not make the reference of it.
        if (said.verdict, said.failing_step) == (theirs.verdict, theirs.failing_step):
            theirs = said
    learned, reference = (PlanSide(case.name, text, trace.plan) for trace in (ours, theirs))
    places = action_places(report.learned)
    setting = Setting(
        ours.task, report.learned.name, case.problem.name or "", places, _in_reference(report, diff)
    )
    execution = Execution(setting, ours, theirs, None, agreement(ours, theirs))
    return review_executed(learned, reference, execution, checkpoint)


def _in_reference(report: BlameReport, diff: DomainDiff) -> dict[str, Where]:
    """Where the reference defines the actions, by the names that the plan has for them."""
    if report.reference is None:
        return {}
    places = action_places(report.reference)
    called = {a.reference.name: a.learned.name for a in diff.actions if a.learned and a.reference}
    return {called.get(name, name): place for name, place in places.items()}
