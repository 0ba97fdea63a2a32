"""Domains damaged at random, with plans that were valid before, and plans that were not."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from plancore.blame.report import Blame, Consequence
from plancore.compare.changes import Part
from plancore.compare.difference import Difference
from plancore.diagnostic import apply_edits
from plancore.model.domain import Action, ActionKind, Domain
from plancore.model.formula import And, AtomicFormula, Formula, Not, conjuncts
from plancore.model.plan import GroundAction, GroundAtom, Plan, Step
from plancore.model.problem import Case, Problem
from plancore.repair.result import Alteration, LiteralEdit, RepairResult, text_edits
from plancore.simulate.atoms import UndecidedError
from plancore.simulate.conditions import Variable
from plancore.simulate.conditions import conjuncts as parts_of
from plancore.simulate.execute import execute
from plancore.simulate.ground import GroundOperator
from plancore.simulate.happen import advance
from plancore.simulate.queries import Query
from plancore.simulate.state import World
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from plancore.snapshot import FileSnapshot
from support.corpus import corpus_index, corpus_snapshot
from support.smallest_set import smallest_size

PARTS: Final = (Part.PRECONDITION, Part.EFFECT)


class Toggle(NamedTuple):
    """What a part of an action gets, or loses if it has it."""

    action: str
    part: Part
    formula: Formula


def smallest_repair(domain: Domain, cases: Sequence[Case], below: int, limit: int) -> int | None:
    """The size of the smallest repair that has fewer than `below` edits; as `smallest_size`."""
    tasks = {id(case.problem): Task(domain, case.problem) for case in cases}
    order = sorted(cases, key=lambda case: len(case.plan))

    def suffices(chosen: tuple[Toggle, ...]) -> bool:
        edited = toggled(domain, chosen)
        # The plan that the last set failed at likely fails again.
        failing = next((c for c in order if not _is_as_meant(tasks, edited, c)), None)
        if failing is not None:
            order.remove(failing)
            order.insert(0, failing)
        return failing is None

    return smallest_size([*_toggles(domain, cases)], suffices, below, limit)


def _is_as_meant(tasks: dict[int, Task], domain: Domain, case: Case) -> bool:
    task = Task.revised(tasks[id(case.problem)], domain)
    return (execute(task, case.plan).verdict is Verdict.VALID) is (case.meant is not False)


def toggled(domain: Domain, toggles: Collection[Toggle]) -> Domain:
    """The domain with some toggles made."""
    actions = [
        _toggled(action, [toggle for toggle in toggles if toggle.action == action.name])
        for action in domain.actions
    ]
    return replace(domain, actions=tuple(actions))


def _toggled(action: Action, toggles: Collection[Toggle]) -> Action:
    if not toggles:
        return action
    precondition, effect = (
        And(
            (
                *(part for part in stated if part not in formulas),
                *(formula for formula in formulas if formula not in stated),
            )
        )
        for part, stated in zip(PARTS, _stated(action), strict=True)
        for formulas in [[toggle.formula for toggle in toggles if toggle.part is part]]
    )
    return replace(action, precondition=precondition, effect=effect)


def _stated(action: Action) -> tuple[list[Formula], list[Formula]]:
    return [*conjuncts(action.precondition)], [*conjuncts(action.effect)]


def _toggles(domain: Domain, cases: Sequence[Case]) -> Iterator[Toggle]:
    used = {action.name for case in cases for action in case.plan.actions}
    for action in domain.actions:
        if action.name in used:
            for part, stated in zip(PARTS, _stated(action), strict=True):
                formulas = dict.fromkeys(literals_over(domain, action, part))
                if part is Part.PRECONDITION:
                    formulas |= dict.fromkeys(stated)
                else:
                    formulas |= dict.fromkeys(filter(is_literal, stated))
                yield from (Toggle(action.name, part, formula) for formula in formulas)


class Counts(NamedTuple):
    """What one difference does alone: numbers of plans."""

    stops_alone: int
    valid_without: int
    lets_through: int

    @classmethod
    def of(cls, consequence: Consequence) -> Counts:
        """The counts that blame gives."""
        return cls(consequence.stops_alone, consequence.valid_without, consequence.lets_through)


def counts_alone(damaged: Damaged, difference: Difference) -> Counts:
    """The counts of a difference, by executing every plan with it undone."""
    without = toggled(damaged.domain, [*_undoing(damaged, difference)])
    alone = valid = lets = 0
    for case in damaged.cases:
        is_meant = execute(Task(damaged.original, case.problem), case.plan).verdict is Verdict.VALID
        before, after = (_reached(domain, case) for domain in (damaged.domain, without))
        is_valid, becomes_valid = (reached > len(case.plan) for reached in (before, after))
        if is_meant and not is_valid:
            alone += after > before
            valid += becomes_valid
        elif is_valid and not is_meant:
            lets += not becomes_valid
    return Counts(alone, valid, lets)


def _reached(domain: Domain, case: Case) -> int:
    """How many steps run, and one more where the plan is valid."""
    trace = execute(Task(domain, case.problem), case.plan)
    return len(trace.states) + (trace.verdict is Verdict.VALID)


def _undoing(damaged: Damaged, difference: Difference) -> Iterator[Toggle]:
    """The edits of the damage that are the difference."""
    texts = {
        Alteration.ADD: difference.learned,
        Alteration.REMOVE: difference.wanted,
    }
    for edit in damaged.edits:
        if _names(edit, difference) and edit.literal == texts[edit.alteration]:
            yield Toggle(edit.action, edit.part, edit.formula)


def _names(edit: LiteralEdit, difference: Difference) -> bool:
    return (edit.action, edit.part.value) == (difference.action, difference.part)


def check_repair(case: Damaged, result: RepairResult, limit: int) -> bool:
    """No repair has more edits than the damage where it is proved, each makes all plans as they are
    meant to be in the text with its edits written, and none is smaller: whether that was tried,
    which it is where there are no more than `limit` smaller sets of edits."""
    left_out = {plan.case for plan in result.left_out}
    judged = [plan for plan in case.cases if plan.name not in left_out]
    assert all(plan.meant is False for plan in case.cases if plan not in judged), result.left_out
    if not result.repairs:
        assert not result.proved, "taking back the damage is a repair"
        return False
    size = result.repairs[0].cost
    assert result.lower_bound <= size
    assert size <= len(case.edits) or not result.proved
    for repair in result.repairs:
        text = apply_edits(case.file.text, text_edits(case.file, repair.edits))
        written = domain_of(FileSnapshot.of(text))
        failing = [plan.name for plan in judged if not is_as_meant(written, plan)]
        assert not failing, (failing, [str(edit) for edit in repair.edits])
    try:
        smaller = smallest_repair(case.domain, judged, size, limit)
    except ValueError:
        return False
    assert smaller is None or not result.proved, f"{smaller} edits do, not only {size}"
    return True


def check_blame(case: Damaged, blame: Blame) -> None:
    """The counts of each difference alone are those of undoing it and executing every plan."""
    for consequence in blame.consequences:
        difference = consequence.difference
        found, counted = Counts.of(consequence), counts_alone(case, difference)
        assert found == counted, (difference.action, difference.literal, found, counted)


_SOLUTIONS: Final = 400
_BREAKS: Final = 40
_DIALECTS: Final = ("strips", "strips+costs", "adl", "numeric", "derived")
_MAX_BYTES: Final = 60_000
_PROBLEMS: Final = 3
_SHORTEST: Final = 5


class Damaged(NamedTuple):
    """A domain, the text of the same one damaged by `edits`, and plans that are as expected
    to be in the first, and are not all in the second."""

    original: Domain
    file: FileSnapshot
    edits: tuple[LiteralEdit, ...]
    cases: tuple[Case, ...]

    @property
    def domain(self) -> Domain:
        """The damaged domain."""
        return domain_of(self.file)


class Damages:
    """Damages one domain, with plans for its problems."""

    def __init__(self, file: FileSnapshot, problems: Sequence[Problem], dice: Random) -> None:
        """Raises UndecidedError where actions cannot be executed."""
        self._file = file
        self.domain = domain = domain_of(file)
        self.dice = dice
        self._walks = [Walks(Task(domain, problem), dice) for problem in problems]

    def damaged(self, n_edits: int, n_plans: int, longest: int, n_broken: int = 0) -> Damaged:
        """`n_plans` that were valid, with `n_broken` others that were not; raises ValueError where
        no such damage is found."""
        cases = [self.valid(number, longest) for number in range(n_plans)]
        cases += filter(None, (self._broken(number, longest) for number in range(n_broken)))
        used = sorted({action.name for case in cases for action in case.plan.actions})
        for _ in range(_BREAKS):
            edits = self._edits(n_edits, used)
            text = apply_edits(self._file.text, text_edits(self._file, edits))
            damaged = Damaged(self.domain, FileSnapshot.of(text), edits, tuple(cases))
            if not all(is_as_meant(damaged.domain, case) for case in cases):
                return damaged
        raise ValueError("no edits that matter")

    def valid(self, number: int, longest: int, shortest: int = _SHORTEST) -> Case:
        """A plan of `shortest` to `longest` steps, or fewer where no step is possible."""
        walks = self.dice.choice(self._walks)
        plan, problem = walks.plan(self.dice.randint(min(shortest, longest), longest))
        return Case(f"plan {number}", plan, problem)

    def _broken(self, number: int, longest: int) -> Case | None:
        """A walk with one step changed, at which or behind which it fails."""
        for _ in range(_BREAKS):
            case = self.valid(number, longest)
            plan = self._changed(case)
            trace = execute(Task(self.domain, case.problem), plan)
            if trace.verdict is Verdict.INVALID:
                return Case(f"broken plan {number}", plan, case.problem, meant=False)
        return None

    def _changed(self, case: Case) -> Plan:
        steps = list(case.plan.steps)
        at = self.dice.randrange(len(steps))
        match self.dice.choice(("swap", "drop", "repeat", "argument")):
            case "swap":
                other = self.dice.randrange(len(steps))
                steps[at], steps[other] = steps[other], steps[at]
            case "drop":
                del steps[at]
            case "repeat":
                steps.insert(at, steps[at])
            case _:
                name, *args = steps[at].actions[0].key
                parameters = self._action(name).parameters
                if args:
                    place = self.dice.randrange(len(args))
                    objects = Task(self.domain, case.problem).objects
                    args[place] = self.dice.choice(objects.of(parameters[place].types))
                    steps[at] = Step((GroundAction((name, *args)),))
        return Plan(tuple(steps))

    def _edits(self, count: int, used: Sequence[str]) -> tuple[LiteralEdit, ...]:
        """Different edits of actions that the plans use, of each kind about as many."""
        edits: dict[tuple[str, Part, Formula], LiteralEdit] = {}
        for _ in range(_BREAKS * count):
            if len(edits) == count:
                break
            action = self._action(self.dice.choice(used))
            part = self.dice.choice((Part.PRECONDITION, Part.EFFECT))
            stated = [
                *conjuncts(action.precondition if part is Part.PRECONDITION else action.effect)
            ]
            if self.dice.random() < 0.5:
                literals = [formula for formula in stated if is_literal(formula)]
                alteration = Alteration.REMOVE
            else:
                literals = [
                    formula
                    for formula in literals_over(self.domain, action, part)
                    if isinstance(formula, Not) is (self.dice.random() < 0.5)
                    and formula not in stated
                ]
                alteration = Alteration.ADD
            if literals:
                formula = self.dice.choice(literals)
                edits[action.name, part, formula] = LiteralEdit(
                    action.name, part, alteration, formula
                )
        return tuple(edits.values())

    def _action(self, name: str) -> Action:
        action = self.domain.action(name)
        assert action is not None
        return action


class Walks:
    """Random walks through the states of a task, in time that grows with their length alone."""

    def __init__(self, task: Task, dice: Random) -> None:
        self._task, self.dice = task, dice
        self._queries: list[tuple[str, int, int, Query]] = []
        for action in task.domain.actions:
            if action.kind is not ActionKind.ACTION:
                raise UndecidedError(f"{action.name} is no action without a duration")
            schema = task.schema(action.name)
            variables = tuple(
                Variable(slot, parameter.name, parameter.types)
                for slot, parameter in enumerate(action.parameters)
            )
            query = Query(variables, [*parts_of(schema.parts[""].condition)], task.objects)
            self._queries.append((action.name, len(variables), schema.size, query))

    def plan(self, length: int) -> tuple[Plan, Problem]:
        """A walk of up to `length` steps, and the problem with a goal that it reaches.

        Raises ValueError where no step is possible.
        """
        world = self._task.world()
        steps: list[Step] = []
        while len(steps) < length:
            step = next(self._steps(world), None)
            if step is None:
                break
            steps.append(step)
        if not steps:
            raise ValueError("no step is possible")
        return Plan(tuple(steps)), replace(
            self._task.problem, goal=self._goal(world.facts.atoms), constraints=None, metric=None
        )

    def _steps(self, world: World) -> Iterator[Step]:
        """Steps that are possible, each of them done when it is asked for."""
        for name, arity, size, query in self.dice.sample(self._queries, len(self._queries)):
            env = [""] * size
            # In no order that hashes decide.
            found = {tuple(env[:arity]) for _ in islice(query.solutions(env, world), _SOLUTIONS)}
            for args in self.dice.sample(sorted(found), len(found)):
                action = GroundAction((name, *args))
                operator = self._task.bind(action)
                if (
                    isinstance(operator, GroundOperator)
                    and advance(operator.part, world) is not None
                ):
                    yield Step((action,))

    def _goal(self, atoms: AbstractSet[GroundAtom]) -> Formula:
        """Some of what the walk has made true, or of what is true, if it has made nothing so."""
        initial = self._task.initial
        changed = sorted(atom for atom in atoms if not initial.holds(atom))
        choices = changed or sorted(atoms)
        chosen = self.dice.sample(choices, min(len(choices), self.dice.randint(1, 3)))
        return And(tuple(AtomicFormula(atom[0], atom[1:]) for atom in chosen))


def domain_of(file: FileSnapshot) -> Domain:
    """The domain of a file that has one."""
    assert file.domain is not None
    return file.domain


def is_as_meant(domain: Domain, case: Case) -> bool:
    """Whether a plan is valid that must be, and is not that must not be."""
    verdict = execute(Task(domain, case.problem), case.plan).verdict
    return (verdict is Verdict.VALID) is (case.meant is not False)


def is_literal(formula: Formula) -> bool:
    """Whether a formula is an atom or a negated one."""
    body = formula.body if isinstance(formula, Not) else formula
    return isinstance(body, AtomicFormula)


def literals_over(domain: Domain, action: Action, part: Part) -> Iterator[Formula]:
    """The literals that may be written into a part of an action."""
    names = [*action.parameters, *domain.constants]
    derived = {axiom.predicate for axiom in domain.axioms}
    accepts = domain.hierarchy.accepts
    for predicate in domain.predicates:
        if part is Part.EFFECT and predicate.name in derived:
            continue
        options = (
            [name.name for name in names if accepts(parameter.types, name.types)]
            for parameter in predicate.parameters
        )
        for args in product(*options):
            atom = AtomicFormula(predicate.name, args)
            yield atom
            yield Not(atom)


def corpus_domains(root: Path) -> Iterator[Damages]:
    """Domains of a corpus, no two alike, that can be executed and walked in.

    Which damages come first depends on the name of the domain alone.
    """
    problems: dict[str, list[str]] = {}
    rows = corpus_index(root, _MAX_BYTES)
    for row in rows:
        if row["kind"] == "problem" and row["domain_file"]:
            problems.setdefault(row["domain_file"], []).append(row["path"])
    names: set[str] = set()
    for row in rows:
        path = row["path"]
        file = corpus_snapshot(root, path)
        if row["category"] not in _DIALECTS or file.domain is None or path not in problems:
            continue
        if file.domain.name in names:
            continue
        tasks = [corpus_snapshot(root, p).problem for p in problems[path][:_PROBLEMS]]
        try:
            problems_read = [task for task in tasks if task is not None]
            damages = Damages(file, problems_read, Random(file.domain.name))
            damages.damaged(1, 2, _SHORTEST)
        except (UndecidedError, ValueError):
            continue
        names.add(file.domain.name)
        yield damages
