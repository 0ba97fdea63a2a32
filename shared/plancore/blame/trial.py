"""Execute one plan in the learned domain with any set of differences undone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from plancore.blame.exercise import Names, Relevance, names_in
from plancore.blame.undoing import DECLARED_AND_EXECUTED, NONE_UNDONE, Undoing, Undone
from plancore.memo import lazy
from plancore.model.domain import Domain
from plancore.model.formula import AtomicFormula
from plancore.model.plan import GroundAction, Plan
from plancore.model.problem import Problem
from plancore.simulate.execute import execute, execute_stepwise, is_stepwise, resume
from plancore.simulate.ground import GroundOperator, Misuse, MisuseKind
from plancore.simulate.parts import GroundPart
from plancore.simulate.task import Task
from plancore.simulate.trace import FailureKind, StepMisuse, Trace, Verdict
from plancore.stop import NEVER, Checkpoint

if TYPE_CHECKING:
    from plancore.blame.translated import ToLearned


Progress = tuple[int, int]
"""How far a plan was executed; only for comparisons."""

VALID: Final[Progress] = (2, 0)


def progress(trace: Trace) -> Progress:
    """How far the plan was executed: ordered by the number of steps, then the end, then a valid
    plan. In a plan with times its moments count in place of steps; plans that could not be executed
    come first."""
    if trace.verdict is Verdict.VALID:
        return VALID
    is_unexecuted = trace.malformed or trace.undecided is not None
    if is_unexecuted and not is_stepwise(trace.task, trace.plan):
        return -1, 0
    executed = len(trace.states)
    failure = trace.failure
    if trace.unreached or (failure is not None and failure.kind is FailureKind.CONSTRAINT):
        return 1, 0
    if failure is None and not trace.malformed and executed == len(trace.plan):
        return 1, 0
    return 0, executed


def is_repaired(failed: Trace, trace: Trace) -> bool:
    """Whether the failure of one execution of a plan does not occur in another one."""
    if failed.malformed and not is_stepwise(failed.task, failed.plan):
        # No step was executed, so the steps before it in the text must also be executable.
        step = trace.failing_step
        return trace.undecided is None and (step is None or step > failed.malformed[0].step)
    return progress(trace) > progress(failed)


class Trial:
    """A plan of the reference, to be executed in several models."""

    def __init__(self, tasks: UndoneTasks, plan: Plan, checkpoint: Checkpoint = NEVER) -> None:
        self._models, self._tasks = tasks.models, tasks
        self._checkpoint = checkpoint
        self._traces: dict[Undone, Trace] = {}
        to_learned = self._models.to_learned
        fixed = plan if to_learned is None else to_learned.fixed(plan)
        self._is_fixed = fixed is not None
        self._plan = plan if fixed is None else fixed
        task = tasks.task(NONE_UNDONE)
        self._is_stepwise = self._is_fixed and is_stepwise(task, self._plan)

    @property
    def base(self) -> Trace:
        """The execution in the learned domain as it is."""
        return self.run(NONE_UNDONE)

    def run(self, undone: Undone, after: Undone | None = None) -> Trace:
        """The execution with `undone`, which includes the differences that its members require. If
        the plan was executed with `after`, a subset, unaffected steps are not executed again."""
        trace = self._traces.get(undone)
        if trace is None:
            trace = self._traces[undone] = self._executed(undone, after)
        return trace

    def _executed(self, undone: Undone, after: Undone | None) -> Trace:
        task = self._tasks.task(undone)
        if not self._is_fixed:
            return self._translated(undone, task)
        earlier = None if after is None else self._traces.get(after)
        if earlier is None or after is None or (undone - after) & self._models.declared:
            return execute_stepwise(task, self._plan, checkpoint=self._checkpoint)
        if not self._is_stepwise or not is_stepwise(task, self._plan):
            return execute(task, self._plan, checkpoint=self._checkpoint)
        step = min(self._first_affected(undone - after), len(earlier.states) + 1)
        return resume(earlier, task, step, checkpoint=self._checkpoint)

    def _first_affected(self, undone: Undone) -> int:
        """The first step of an action of one of these differences; after the last if none is."""
        undoing = self._models.undoing
        assert undoing is not None, "there are differences"
        names = {undoing.differences[number].action for number in undone}
        steps = (self.first_steps.get(name) for name in names if name is not None)
        return min((step for step in steps if step is not None), default=len(self._plan) + 1)

    def _translated(self, undone: Undone, task: Task) -> Trace:
        """The execution in a model in which the translation of a step depends on the state."""
        to_learned = self._models.to_learned
        assert to_learned is not None, "names differ only from those of a reference"
        made = to_learned.plan(self._plan, undone, task, self._checkpoint)
        trace = execute_stepwise(task, made.plan, checkpoint=self._checkpoint)
        if made.lack is None or trace.verdict is Verdict.UNDECIDED or trace.failing_step:
            return trace
        number = len(made.plan) + 1
        action = self._plan.steps[number - 1].actions[0]
        misuse = Misuse(MisuseKind.UNKNOWN_ACTION, made.lack)
        return replace(trace, malformed=(StepMisuse(number, action, misuse),), unreached=())

    @lazy
    def first_steps(self) -> dict[str, int]:
        """The first step of each action, by its name in the comparison."""
        first: dict[str, int] = {}
        for number, step in enumerate(self._plan.steps, start=1):
            for action in step.actions:
                first.setdefault(self._compared_name(action), number)
        return first

    def _compared_name(self, action: GroundAction) -> str:
        if not self._is_fixed:
            return action.name
        return self._models.compared_names.get(action.name, action.name)

    @lazy
    def relevant(self) -> Undone:
        """The differences that may affect any execution of the plan and can be undone."""
        relevance = self._models.relevance
        if relevance is None:
            return NONE_UNDONE
        numbers = set(relevance.declared)
        for name in self.first_steps:
            numbers.update(relevance.of_action.get(name, ()))
        return frozenset(numbers)

    @property
    def tightening(self) -> Undone:
        """The relevant differences without which a valid plan may fail."""
        relevance = self._models.relevance
        # The translation of a step depends on all preconditions.
        if relevance is None or not self._is_fixed:
            return self.relevant
        return self.relevant - relevance.loosening

    def suspects(self, trace: Trace) -> Undone:
        """The suspects: every model with the same suspects undone, and any others, fails at the
        failing step of `trace`, an execution of this plan, or before."""
        relevance = self._models.relevance
        if relevance is None:
            return NONE_UNDONE
        if not self._is_stepwise:
            return self.relevant
        if trace.malformed:
            name = self._compared_name(trace.malformed[0].action)
            return frozenset((*relevance.of_action.get(name, ()), *relevance.declared))
        return min(self._suspects(trace, relevance), key=len, default=self.relevant)

    def _suspects(self, trace: Trace, relevance: Relevance) -> Iterator[Undone]:
        """The suspects for each false condition at the end of a trace."""
        failure = trace.failure
        if failure is None:
            before = self._names_before(len(self._plan) + 1)
            for names in self._false_goals(trace):
                yield frozenset((*relevance.bearing_on(names, before), *relevance.declared))
            return
        if failure.kind is not FailureKind.PRECONDITION or failure.action is None:
            return
        assert failure.step is not None, "a plan without times fails at a step"
        before = self._names_before(failure.step)
        own = relevance.of_action.get(self._compared_name(failure.action), ())
        operator = trace.task.bind(failure.action)
        assert isinstance(operator, GroundOperator), "it was executed"
        anything = relevance.condition_names(failure.action.name)
        for names in _false_parts(operator.part, failure.unsatisfied, anything):
            bearing = relevance.bearing_on(names, before)
            yield frozenset((*own, *bearing, *relevance.declared))

    def _false_goals(self, trace: Trace) -> Iterator[Names]:
        if trace.unreached:
            anything = names_in(trace.task.problem.goal)
            yield from _false_parts(trace.task.goal, trace.unreached, anything)

    def _names_before(self, step: int) -> list[str]:
        return [name for name, first in self.first_steps.items() if first < step]


def _false_parts(part: GroundPart, texts: tuple[str, ...], anything: Names) -> Iterator[Names]:
    """The names in each false condition: for a literal its predicate, else `anything`."""
    literals = {str(literal): frozenset((literal.atom[0],)) for literal in part.literals}
    for text in texts:
        yield literals.get(text, anything)


# The models with differences undone, and their tasks

_MOST_TASKS: Final = 500
"""Maximum number of cached tasks of one problem."""


class UndoneModels:
    """The models that result from undoing differences of one domain, with cached analyses."""

    def __init__(self, learned: Domain, undoing: Undoing | None) -> None:
        self.learned = learned
        self.undoing = undoing

    def domain(self, undone: Undone) -> Domain:
        """The learned domain with `undone`."""
        return self.learned if self.undoing is None else self.undoing.domain(undone)

    @lazy
    def to_learned(self) -> ToLearned | None:
        """The translation from the reference; None if both have the same names, or without one."""
        if self.undoing is None or self.undoing.diff.correspondence.is_identity:
            return None
        # Imported late: most domains have the names of their references.
        from plancore.blame.translated import ToLearned

        return ToLearned(self.undoing)

    @lazy
    def relevance(self) -> Relevance | None:
        """The differences that failures may depend on; None without a reference."""
        return None if self.undoing is None else Relevance(self.undoing)

    @lazy
    def compared_names(self) -> dict[str, str]:
        """Maps each action of the learned domain to its name in the comparison."""
        if self.undoing is None:
            return {}
        diffs = (action.shown for action in self.undoing.diff.actions)
        return {d.learned.name: d.name for d in diffs if d.learned is not None}

    @lazy
    def declared(self) -> Undone:
        """The differences of declarations that execution depends on."""
        if self.undoing is None:
            return NONE_UNDONE
        return frozenset(
            d.number for d in self.undoing.differences if d.part in DECLARED_AND_EXECUTED
        )

    def close(self, undone: Undone) -> Undone:
        """`undone` and all differences that its members require."""
        if self.undoing is None:
            return undone
        return undone.union(*(self.undoing.closures[number] for number in undone))


class UndoneTasks:
    """The tasks of one problem in all models. The problem uses the reference's names."""

    def __init__(self, models: UndoneModels, problem: Problem) -> None:
        self.models = models
        self.lack: str | None = None
        """The part of the problem that could not be translated to the learned domain."""
        self.problem = problem
        if models.to_learned is not None:
            self.problem, self.lack = models.to_learned.problem(problem)
        self._tasks: dict[Undone, Task] = {}

    def task(self, undone: Undone) -> Task:
        """The task in the learned domain with `undone`."""
        task = self._tasks.get(undone)
        if task is None:
            declared = undone & self.models.declared
            domain = self.models.domain(undone)
            if len(self._tasks) >= _MOST_TASKS:
                self._tasks.clear()
            if undone == declared:
                task = Task(domain, self._problem_for(domain))
            else:
                task = Task.revised(self.task(declared), domain)
            self._tasks[undone] = task
        return task

    def _problem_for(self, domain: Domain) -> Problem:
        """The problem without facts of predicates that are derived in `domain` but not in the
        learned domain: facts that the reference derives were stated for the learned domain."""
        if self.models.to_learned is None or not domain.axioms:
            return self.problem
        own = {axiom.predicate for axiom in self.models.domain(NONE_UNDONE).axioms}
        brought = {axiom.predicate for axiom in domain.axioms} - own
        init = tuple(
            fact
            for fact in self.problem.init
            if not (isinstance(fact, AtomicFormula) and fact.predicate in brought)
        )
        return replace(self.problem, init=init)
