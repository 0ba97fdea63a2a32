"""Reports about files of a workspace, for editors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from plancore.compare.domains import CompareOptions
from plancore.ide.review.terms import BY_NAME, Terms
from plancore.model.domain import Domain
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.report.domain.review import review_domains
from plancore.report.files import action_places
from plancore.report.model.document import Model
from plancore.report.plan.execution import Setting
from plancore.report.plan.review import PlanSide, review_plans
from plancore.report.problem.review import review_problems
from plancore.report.review import Review
from plancore.report.validation.document import Validation
from plancore.rules.plans.soundness import first_error
from plancore.simulate.runs import task_of
from plancore.simulate.validate import validate_text
from plancore.snapshot import FileSnapshot
from plancore.stop import NEVER, Checkpoint

if TYPE_CHECKING:
    from plancore.ide.review.consequences import Consequences

Called = Callable[[str], str]
"""Maps the name of a file to its name in reports."""


def review_of(
    project: ProjectSnapshot,
    learned: AnySnapshot,
    reference: AnySnapshot,
    called: Called,
    terms: Terms = BY_NAME,
    checkpoint: Checkpoint = NEVER,
    consequences: Consequences | None = None,
) -> Review | str:
    """A review of two plans, two domains or two problems; otherwise a message why there is none.

    Domains are compared under `terms`; `consequences` are the known effects on their plans. Plans
    are also executed if `project` knows the learned plan's problem. Raises whatever `checkpoint`
    raises.
    """
    names = called(learned.name), called(reference.name)
    if isinstance(learned, PlanSnapshot) and isinstance(reference, PlanSnapshot):
        return review_plans(
            _side(learned, names[0]),
            _side(reference, names[1]),
            setting=setting_of(project, learned, called),
            checkpoint=checkpoint,
        )
    if isinstance(learned, FileSnapshot) and isinstance(reference, FileSnapshot):
        ours, theirs = FileSnapshot(learned.tree, names[0]), FileSnapshot(reference.tree, names[1])
        if ours.first("domain") and theirs.first("domain"):
            review = review_domains(ours, theirs, None, CompareOptions(stated=terms.pairs))
            if consequences is None or not consequences.is_about(review.diff):
                return review
            # Imported late: only where there are plans.
            from plancore.report.blame.review import BlameReport, of_comparison, with_names

            blame = of_comparison(consequences.blame, review.diff)
            report = BlameReport(ours, theirs, blame, is_found=True)
            return review.with_blame(with_names(report, called))
        if ours.first("problem") and theirs.first("problem"):
            return review_problems(
                ours,
                theirs,
                find_domains=lambda: _domains(project, learned, reference),
                checkpoint=checkpoint,
            )
    return f"{names[0]} is a {learned.kind}, {names[1]} a {reference.kind}"


def validation_of(
    project: ProjectSnapshot, plan: AnySnapshot, called: Called, checkpoint: Checkpoint = NEVER
) -> Validation | str:
    """A plan executed in its problem, or a message why it cannot be. `checkpoint` may raise."""
    name = called(plan.name)
    if not isinstance(plan, PlanSnapshot):
        return f"{name} is not a plan"
    setting = setting_of(project, plan, called)
    if setting is None:
        return f"no problem and domain found for {name}"
    outcome = validate_text(
        setting.task, plan.text, name, trace=True, has_states=True, checkpoint=checkpoint
    )
    domain, problem = project.setting_of(plan)
    error = first_error(domain, problem) if domain and problem else None
    if error is not None:
        at = error.file.source.position(error.diagnostic.span.start)
        place = f"{called(error.file.name)}:{at.line + 1}:{at.column + 1}"
        remark = f"executed despite an error: {place}: {error.diagnostic.message}"
        outcome = replace(outcome, remarks=(remark, *outcome.remarks))
    return Validation((outcome,), ())


def model_of(project: ProjectSnapshot, file: AnySnapshot, called: Called) -> Model | str:
    """The views of a domain, or of a problem with its domain; or a message why not."""
    name = called(file.name)
    if not isinstance(file, FileSnapshot):
        return f"{name} is a {file.kind}; expected a domain or a problem"
    domain, problem = file.first("domain"), file.first("problem")
    if domain is not None:
        return Model(FileSnapshot(file.tree, name), domain)
    link = None if problem is None else project.domain_of(file, problem)
    if problem is None or link is None:
        return f"no domain found for {name}"
    shown = FileSnapshot(link.file.tree, called(link.file.name))
    return Model(shown, link.definition, problem.problem, name)


def setting_of(project: ProjectSnapshot, plan: PlanSnapshot, called: Called) -> Setting | None:
    """The domain and problem to execute `plan` in; None if either is unknown."""
    domain, problem = project.setting_of(plan)
    if domain is None or problem is None:
        return None
    file = FileSnapshot(domain.file.tree, called(domain.file.name))
    task = task_of(domain, problem)
    return Setting(task, file.name, called(problem.file.name), action_places(file))


def _domains(
    project: ProjectSnapshot, learned: FileSnapshot, reference: FileSnapshot
) -> tuple[Domain, Domain] | None:
    """The domains of the first problems of two files. The reference's domain stands in for an
    unknown learned one; None if the reference's is unknown."""
    problems = ((file, file.first("problem")) for file in (learned, reference))
    ours, theirs = (
        None if problem is None else project.domain_of(file, problem) for file, problem in problems
    )
    if theirs is None:
        return None
    return (ours or theirs).definition.domain, theirs.definition.domain


def _side(plan: PlanSnapshot, name: str) -> PlanSide:
    return PlanSide(name, plan.source, plan.plan, plan.findings)
