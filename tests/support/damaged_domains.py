"""Domains damaged at random, with plans that were valid before, and plans that were not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from plancore.compare.changes import Part
from plancore.diagnostic import apply_edits
from plancore.model.domain import Action, ActionKind, Domain
from plancore.model.formula import And, AtomicFormula, Formula, Not, conjuncts
from plancore.model.ground import GroundAtom
from plancore.model.plan import GroundAction, Plan, Step
from plancore.model.problem import Problem
from plancore.repair.edits import Alteration, LiteralEdit
from plancore.repair.written import text_edits
from plancore.simulate.cases import Case
from plancore.simulate.execute import execute
from plancore.simulate.ground import GroundOperator
from plancore.simulate.happen import advance
from plancore.simulate.limits import UndecidedError
from plancore.simulate.normal_form import Variable
from plancore.simulate.normal_form import conjuncts as parts_of
from plancore.simulate.queries import Query
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from plancore.simulate.world import World
from plancore.snapshot import FileSnapshot
from support.corpus import corpus_index, corpus_snapshot

_SOLUTIONS: Final = 400
_BREAKS: Final = 40
_DIALECTS: Final = ("strips", "strips+costs", "adl", "numeric", "derived")
_MAX_BYTES: Final = 60_000
_PROBLEMS: Final = 3
_SHORTEST: Final = 5


class Damaged(NamedTuple):
    """A domain, the text of the same one damaged by `edits`, and plans that are as they are meant
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
