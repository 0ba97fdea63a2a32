"""Execute plans to their end despite failures: the changes of each step, and the conditions that do
not hold."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Final, NamedTuple

from plancore.memo import lazy
from plancore.model.domain import Domain
from plancore.model.formula import Formula, conjuncts
from plancore.model.plan import GroundAtom, Plan
from plancore.model.problem import Case
from plancore.repair.result import UNEDITED, Edits, atom_of, edited_domain
from plancore.simulate.access import NUMBER, Access, Resources
from plancore.simulate.atoms import MAX_BINDINGS, Literal, UndecidedError
from plancore.simulate.conditions import TRUE, Frame, normalise
from plancore.simulate.effects import InapplicableError
from plancore.simulate.execute import execute
from plancore.simulate.ground import GroundOperator
from plancore.simulate.parts import GroundPart, SchemaPart, settle
from plancore.simulate.state import Delta, Env, World
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from plancore.stop import NEVER, Checkpoint

_CHECK_EVERY = 256
_NO_ARGS: tuple[str, ...] = ()


class Flaw(NamedTuple):
    """A requirement that does not hold before step `moment`, counted from 1. The goal is at the
    moment after the last step."""

    moment: int
    requirement: Requirement


class ForcedRun:
    """An execution of a plan without times in which each step has its effects even if its condition
    is false.

    So a repair sees all false conditions, not only the first: without conditional effects the
    changes of a step do not depend on earlier ones.

    Raises UndecidedError for unsupported plans, and for plans with a step that is not an instance
    of an action.
    """

    def __init__(self, task: Task, plan: Plan, checkpoint: Checkpoint = NEVER) -> None:
        self.task = task
        self.operators = operators_of(task, plan)
        self.flaws: list[Flaw] = []
        self._added: dict[GroundAtom, list[int]] = {}
        self._deleted: dict[GroundAtom, list[int]] = {}
        self._requirements: dict[str, Requirements] = {}
        self._execute(checkpoint)

    @property
    def end(self) -> int:
        """The moment at which the goal must hold."""
        return len(self.operators) + 1

    def requirements(self, moment: int) -> tuple[Requirements, tuple[str, ...]]:
        """The requirements before step `moment`, and the arguments to ground them with."""
        if moment == self.end:
            name, args = "", _NO_ARGS
        else:
            operator = self.operators[moment - 1]
            name, args = operator.name, operator.args
        known = self._requirements.get(name)
        if known is None:
            task = self.task
            action = task.action(name)
            condition = task.problem.goal if action is None else action.precondition
            frame = Frame(() if action is None else action.parameters)
            known = self._requirements[name] = Requirements(condition, frame, task)
        return known, args

    def last(self, atom: GroundAtom, moment: int, *, added: bool) -> int:
        """The last step before `moment` that adds (or deletes) `atom`; 0 if there is none. A step
        that does both adds it."""
        steps = (self._added if added else self._deleted).get(atom, ())
        index = bisect_left(steps, moment)
        return steps[index - 1] if index else 0

    def holds(self, atom: GroundAtom, moment: int) -> bool:
        """Whether `atom`, which is not derived, is true before step `moment`."""
        added = self.last(atom, moment, added=True)
        deleted = self.last(atom, moment, added=False)
        return added > deleted or (added == deleted == 0 and self.task.initial.holds(atom))

    def _execute(self, checkpoint: Checkpoint) -> None:
        world = self.task.world(None, checkpoint, MAX_BINDINGS)
        for moment, operator in enumerate(self.operators, start=1):
            if moment % _CHECK_EVERY == 0:
                checkpoint()
            part = operator.part
            if not part.holds(world):
                self._note(moment, world)
            try:
                adds, dels, updates = part.changes(world)
                values = settle(updates, world)
            except InapplicableError as problem:
                raise UndecidedError(f"effect of {operator}: {problem.reason}") from None
            for atom in adds:
                self._added.setdefault(atom, []).append(moment)
            for atom in set(dels).difference(adds):
                self._deleted.setdefault(atom, []).append(moment)
            world.apply(Delta(adds, dels, values))
        if not self.task.goal.holds(world):
            self._note(self.end, world)

    def _note(self, moment: int, world: World) -> None:
        requirements, args = self.requirements(moment)
        self.flaws += [Flaw(moment, false) for false in requirements.false(args, world)]


def operators_of(task: Task, plan: Plan) -> list[GroundOperator]:
    """The operator of each step; raises UndecidedError if a step does not have exactly one."""
    if plan.timed or task.timed:
        raise UndecidedError("temporal plans are not supported")
    if task.unsupported is not None:
        raise UndecidedError(task.unsupported)
    operators: list[GroundOperator] = []
    for index, step in enumerate(plan.steps, start=1):
        if len(step.actions) != 1:
            raise UndecidedError(f"step {index}: parallel actions are not supported")
        operator = task.bind(step.actions[0])
        if not isinstance(operator, GroundOperator):
            raise UndecidedError(f"step {index}: {operator.message}")
        if operator.durative:
            raise UndecidedError(f"{operator}: durative actions are not supported")
        operators.append(operator)
    return operators


NOTHING: Final = Resources()


class Requirement(NamedTuple):
    """A ground conjunct of a condition. It requires `literal`; if that is None, it is a more
    complex condition that depends on `reads`."""

    formula: Formula
    literal: Literal | None
    reads: Resources = NOTHING


class Requirements:
    """The requirements of one precondition or goal, compiled once for all arguments. Raises
    UndecidedError for conditions that the simulator does not support."""

    def __init__(self, condition: Formula, frame: Frame, task: Task) -> None:
        self._task = task
        self._parts: list[tuple[Formula, SchemaPart]] = []
        for formula in conjuncts(condition):
            node = normalise(formula, frame, frame.scope)
            part = SchemaPart(node, (), task.objects, task.axioms.predicates)
            self._parts.append((formula, part))
        self._size = frame.size

    def all(self, args: tuple[str, ...]) -> Iterator[Requirement]:
        """Every requirement with `args` for the parameters."""
        for formula, part in self._grounded(args):
            for literal in part.literals:
                yield Requirement(formula, literal)
            if part.tests:
                yield self._opaque(formula, part)

    def false(self, args: tuple[str, ...], world: World) -> Iterator[Requirement]:
        """The requirements that do not hold in `world`."""
        for formula, part in self._grounded(args):
            for literal in part.literals:
                if world.holds(literal.atom) is not literal.positive:
                    yield Requirement(formula, literal)
            if not all(test(part.env, world) for _, test in part.tests):
                yield self._opaque(formula, part)

    def _grounded(self, args: tuple[str, ...]) -> Iterator[tuple[Formula, GroundPart]]:
        env: Env = [*args, *[""] * (self._size - len(args))]
        return ((formula, part.ground(env)) for formula, part in self._parts)

    def _opaque(self, formula: Formula, part: GroundPart) -> Requirement:
        reads = self._task.access_schema(part.schema).reads
        return Requirement(formula, None, reads.ground(part.env))


class Regression:
    """The conditional and numeric effects of one plan, and what they depend on."""

    def __init__(self, run: ForcedRun) -> None:
        self._run = run
        self._parts: dict[str, list[SchemaPart]] = {}
        self._effects: dict[tuple[str, ...], list[Access]] = {}

    def steps(self, reads: Resources, moment: int) -> Iterator[tuple[int, Resources]]:
        """Each step before `moment`, the last first, with the resources after it that determine
        `reads` before step `moment`. Two runs in which all steps have the same changes on these
        resources have the same `reads`."""
        watched = reads
        for step in range(moment - 1, 0, -1):
            yield step, watched
            for effect in self._conditional(self._run.operators[step - 1]):
                if watched.common(effect.adds) or watched.common(effect.deletes):
                    watched = watched.united(effect.reads)

    @lazy
    def conditional_names(self) -> frozenset[str]:
        """The predicates that conditional effects of the plan change."""
        return frozenset(
            name
            for operator in {operator.name: operator for operator in self._run.operators}.values()
            for effect in self._conditional(operator)
            for resources in (effect.adds, effect.deletes)
            for name in resources.predicates
        )

    @property
    def numeric(self) -> Resources:
        """The resources that determine the changes of numeric fluents."""
        reads = [
            effect.reads
            for operator in set(self._run.operators)
            for effect in self._conditional(operator)
            if NUMBER in effect.adds.predicates
        ]
        return reduce(Resources.united, reads, Resources())

    def _conditional(self, operator: GroundOperator) -> list[Access]:
        """The accesses of the conditional and numeric effects of a step."""
        key = (operator.name, *operator.args)
        known = self._effects.get(key)
        if known is None:
            task = self._run.task
            known = self._effects[key] = [
                task.access_schema(part).ground(operator.env)
                for part in self._conditional_parts(operator)
            ]
        return known

    def _conditional_parts(self, operator: GroundOperator) -> list[SchemaPart]:
        known = self._parts.get(operator.name)
        if known is None:
            task, schema = self._run.task, operator.part.schema
            plain = [p for p in conjuncts(operator.schema.action.effect) if atom_of(p) is not None]
            is_plain = len(plain) == len(schema.adds) + len(schema.dels)
            known = self._parts[operator.name] = []
            for block in schema.blocks:
                rest = block._replace(adds=(), dels=()) if is_plain and block.simple else block
                if rest.adds or rest.dels or rest.updates:
                    known.append(SchemaPart(TRUE, (rest,), task.objects, task.axioms.predicates))
        return known


# The plans of a repair, executed in the domain with some edits


class Executions:
    """Executes plans with sets of edits; once for all sets that are equal on the plan's actions."""

    def __init__(self, domain: Domain, cases: Sequence[Case], checkpoint: Checkpoint) -> None:
        self._domain = domain
        self._checkpoint = checkpoint
        self._names = {
            id(case): frozenset(action.name for action in case.plan.actions) for case in cases
        }
        self._tasks: dict[int, Task] = {}
        for case in cases:
            if id(case.problem) not in self._tasks:
                self._tasks[id(case.problem)] = Task(domain, case.problem)
        self._edited: tuple[Edits, Domain, dict[int, Task]] = (UNEDITED, domain, self._tasks)
        self._verdicts: dict[tuple[int, Edits], Verdict] = {}

    def verdict(self, case: Case, edits: Edits) -> Verdict:
        """The verdict on a plan."""
        key = id(case), self._relevant(case, edits)
        verdict = self._verdicts.get(key)
        if verdict is None:
            self._checkpoint()
            trace = execute(self._task(case, edits), case.plan, checkpoint=self._checkpoint)
            verdict = self._verdicts[key] = trace.verdict
        return verdict

    def is_malformed(self, case: Case) -> bool:
        """Whether some step is not an instance of an action, which no edit of literals changes."""
        return self.verdict(case, UNEDITED) is Verdict.MALFORMED

    def is_as_expected(self, case: Case, edits: Edits) -> bool:
        """Whether the verdict on a plan is the expected one."""
        verdict = self.verdict(case, edits)
        if must_be_valid(case):
            return verdict is Verdict.VALID
        return verdict in (Verdict.INVALID, Verdict.MALFORMED)

    def run(self, case: Case, edits: Edits) -> ForcedRun:
        """Execute every step of a plan, despite failures; raises UndecidedError."""
        return ForcedRun(self._task(case, edits), case.plan, self._checkpoint)

    def _relevant(self, case: Case, edits: Edits) -> Edits:
        names = self._names[id(case)]
        return frozenset(edit for edit in edits if edit.action in names)

    def _task(self, case: Case, edits: Edits) -> Task:
        """The task of a case; those of the latest edits are cached."""
        if edits != self._edited[0]:
            self._edited = (edits, edited_domain(self._domain, edits), {})
        _, domain, tasks = self._edited
        task = tasks.get(id(case.problem))
        if task is None:
            task = tasks[id(case.problem)] = Task.revised(self._tasks[id(case.problem)], domain)
        return task


def must_be_valid(case: Case) -> bool:
    """Whether a plan must be valid, which is the default."""
    return case.meant is not False
