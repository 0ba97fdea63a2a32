"""The interface of rules about plans, and the context that they check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from plancore.diagnostic import Diagnostic, Related
from plancore.lower.environment import Environment
from plancore.memo import lazy
from plancore.model.domain import Action, ActionKind
from plancore.model.plan import DEFAULT_TOLERANCES, GroundAction, Plan, PlanFormat, Step, Tolerances
from plancore.project import (
    DomainLink,
    PlanSetting,
    PlanSnapshot,
    ProjectSnapshot,
)
from plancore.rules.base import Rule
from plancore.rules.plans.soundness import FirstError, first_error
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint
from plancore.syntax.nodes import Node

if TYPE_CHECKING:
    from plancore.simulate.runs import PlanRun


@dataclass(frozen=True)
class PlanContext:
    """A plan with its domain and problem. Made again after each edit of the plan."""

    project: ProjectSnapshot
    file: PlanSnapshot
    setting: PlanSetting
    checkpoint: Checkpoint = NEVER
    """Called regularly while the plan is executed."""
    tolerances: Tolerances = DEFAULT_TOLERANCES

    @property
    def plan(self) -> Plan:
        """The steps that could be read."""
        return self.file.plan

    @lazy
    def environment(self) -> Environment | None:
        """The declared names; None without a domain, or with one that is incomplete.

        Without a problem the only objects are the constants.
        """
        domain, problem = self.setting
        if domain is None or not domain.definition.environment.complete:
            return None
        if problem is None:
            return domain.definition.environment
        return problem.definition.problem_environment(domain.definition)

    @lazy
    def uses(self) -> dict[tuple[str, ...], list[GroundAction]]:
        """The actions of the plan by name and arguments; equal actions have the same errors."""
        uses: dict[tuple[str, ...], list[GroundAction]] = {}
        for action in self.plan.actions:
            uses.setdefault(action.key, []).append(action)
        return uses

    def schema(self, action: GroundAction) -> Action | None:
        """The declaration of an action; None if it is unknown."""
        domain = self.setting.domain
        return domain.definition.actions.get(action.name) if domain and self.environment else None

    def is_step(self, words: tuple[str, ...]) -> bool:
        """Whether words are an action of the domain with as many objects as it takes."""
        environment, schema = self.environment, self.schema(GroundAction(words))
        if environment is None or schema is None or len(words) != len(schema.parameters) + 1:
            return False
        return environment.objects.keys() >= {*words[1:]}

    @lazy
    def timed_actions(self) -> tuple[tuple[Step, GroundAction, Action], ...]:
        """Each declared action with its step and its declaration, if the plan or the domain has
        times.

        Empty for a plan in the notation of PDDL4J, whose times only number the steps.
        """
        if self.plan.format is PlanFormat.PDDL4J or not self.has_times:
            return ()
        return tuple(
            (step, action, schema)
            for step in self.plan.steps
            for action in step.actions
            if (schema := self.schema(action)) is not None
        )

    @lazy
    def has_times(self) -> bool:
        """Whether a step has a time, or an action of the domain is durative."""
        domain = self.setting.domain
        actions = domain.definition.actions.values() if domain else ()
        return any(action.kind is ActionKind.DURATIVE for action in actions) or any(
            step.start is not None or step.duration is not None for step in self.plan.steps
        )

    @lazy
    def obstacle(self) -> FirstError | None:
        """The first error in the domain or the problem, which prevents execution."""
        domain, problem = self.setting
        return first_error(domain, problem, self.checkpoint) if domain and problem else None

    @lazy
    def run(self) -> PlanRun | None:
        """The execution of the plan; None if the domain or problem is unknown or has errors."""
        return self._run(self.setting.domain)

    @lazy
    def reference(self) -> DomainLink | None:
        """The reference domain of the plan's domain, if it has one."""
        domain = self.setting.domain
        return self.project.reference_of(domain) if domain else None

    @lazy
    def run_under_reference(self) -> PlanRun | None:
        """The execution of the plan in the reference of its domain, with the same problem."""
        return self._run(self.reference)

    def _run(self, domain: DomainLink | None) -> PlanRun | None:
        problem = self.setting.problem
        if domain is None or problem is None or first_error(domain, problem, self.checkpoint):
            return None
        # Imported late: checks without plans do not need the simulator.
        from plancore.simulate.runs import run_of

        return run_of(self.file, domain, problem, self.checkpoint, self.tolerances)

    @property
    def end(self) -> Span:
        """The place of diagnostics about the end of the plan: its last step."""
        return self.plan.steps[-1].span if self.plan.steps else Span(0, 0)

    def related(self, node: Node | None, message: str) -> tuple[Related, ...]:
        """The place of a node in the domain, the problem or the reference."""
        files = [*self.setting.files, *([self.reference.file] if self.reference else [])]
        for file in files:
            if node is not None and file.tree.holds(node.form):
                return (Related(file.span(node.place), message, file.name),)
        return ()


class PlanRule(Rule, Protocol):
    """A rule about a plan with its domain and its problem."""

    def check(self, context: PlanContext) -> Iterator[Diagnostic]:
        """The diagnostics about the plan."""
        ...
