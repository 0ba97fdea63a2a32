"""What differences do to plans, recounted by trying every set of them.

A domain is here a table of actions with their literals as text. A difference is undone by taking
its text out of the table and putting the reference's in; every set of differences is tried on every
plan, prefix by prefix. Nothing here knows how the product undoes, executes or searches.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from plancore.compare.changes import ChangeKind
from plancore.compare.difference import Difference
from plancore.model.domain import Domain
from plancore.model.plan import GroundAction, Plan, PlanFormat, Step
from plancore.model.problem import Problem
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from plancore.snapshot import FileSnapshot

OBJECTS = {"a": "t", "b": "t", "c": "u"}
PREDICATES = {"p": 1, "q": 1, "r": 2, "z": 0}
_TYPES = ("t", "u", "top")


@dataclass(frozen=True)
class Schema:
    """An action: the types of its parameters `?x ?y`, and its literals."""

    types: tuple[str, ...]
    precondition: frozenset[str]
    effect: frozenset[str]
    takes_time: bool = False

    def with_literals(self, part: str, literals: frozenset[str]) -> Schema:
        if part == "precondition":
            return replace(self, precondition=literals)
        return replace(self, effect=literals)

    def text(self, name: str) -> str:
        parameters = " ".join(f"{v} - {t}" for v, t in zip(("?x", "?y"), self.types, strict=False))
        condition = f"(and {' '.join(sorted(self.precondition))})"
        effect = f"(and {' '.join(sorted(self.effect))})"
        if self.takes_time:
            return (
                f"(:durative-action {name} :parameters ({parameters}) :duration (= ?duration 5) "
                f":condition {condition} :effect {effect})"
            )
        return (
            f"(:action {name} :parameters ({parameters}) :precondition {condition} "
            f":effect {effect})"
        )


@dataclass(frozen=True)
class Table:
    """A domain: its actions, and the body of the axiom that derives `(d ?v)`."""

    actions: dict[str, Schema]
    body: str = "(p ?v)"

    @property
    def text(self) -> str:
        actions = "\n".join(schema.text(name) for name, schema in self.actions.items())
        return (
            "(define (domain w) (:types t u - top)\n"
            " (:predicates (p ?v - top) (q ?v - top) (r ?v ?w - top) (z) (d ?v - top))\n"
            f" (:derived (d ?v - top) {self.body})\n{actions})"
        )

    @cached_property
    def domain(self) -> Domain:
        domain = FileSnapshot.of(self.text).domain
        assert domain is not None
        return domain

    def __hash__(self) -> int:
        return hash(self.text)


class Dice:
    """A source of random tables, damages and plans; with times where `takes_time`, and then only
    literals are damaged: of a malformed plan with times nothing is executed."""

    def __init__(self, seed: int, *, takes_time: bool = False) -> None:
        self.random = random.Random(seed)
        self.takes_time = takes_time

    def table(self) -> Table:
        names = ("one", "two", "three")[: self.random.randint(1, 3)]
        return Table({name: self._schema() for name in names}, self._body())

    def damaged(self, table: Table) -> Table:
        """The same but for a few edits."""
        for _ in range(self.random.randint(1, 4)):
            table = self._edited(table)
        return table

    def problem(self) -> Problem:
        atoms = [atom for atom in _atoms() if self.random.random() < 0.4]
        goal = self.random.sample(sorted(_atoms()), 1)
        objects = " ".join(f"{name} - {kind}" for name, kind in OBJECTS.items())
        problem = FileSnapshot.of(
            f"(define (problem w1) (:domain w) (:objects {objects}) (:init {' '.join(atoms)})"
            f" (:goal (and {' '.join(goal)})))"
        ).problem
        assert problem is not None
        return problem

    def walk(self, table: Table, problem: Problem) -> tuple[Plan, Problem]:
        """A walk in `table` from the initial state, and the problem with a goal that it reaches."""
        task = Task(table.domain, problem)
        steps: list[GroundAction] = []
        for _ in range(self.random.randint(1, 6)):
            candidates = [*self._ground(table)]
            self.random.shuffle(candidates)
            for action in candidates[:12]:
                if execute(task, self._plan([*steps, action])).executable:
                    steps.append(action)
                    break
        final = execute(task, self._plan(steps)).states.final
        true = sorted(f"({' '.join(atom)})" for atom in final.facts)
        chosen = self.random.sample(true, min(len(true), self.random.randint(0, 2)))
        goal = FileSnapshot.of(f"(define (problem g) (:goal (and {' '.join(chosen)})))").problem
        assert goal is not None
        return self._plan(steps), replace(problem, goal=goal.goal)

    def stroll(self, table: Table) -> Plan:
        """Any steps, which may fail, and may be none of any action."""
        candidates = [*self._ground(table), GroundAction(("nobody", "a"))]
        return self._plan(self.random.choices(candidates, k=self.random.randint(1, 4)))

    def _plan(self, actions: Sequence[GroundAction]) -> Plan:
        """A plan, one action behind the other."""
        if not self.takes_time:
            return Plan(tuple(Step((action,)) for action in actions))
        steps = (
            Step((action,), start=Fraction(10 * number), duration=Fraction(5))
            for number, action in enumerate(actions)
        )
        return Plan(tuple(steps), PlanFormat.TIMED)

    def _ground(self, table: Table) -> Iterator[GroundAction]:
        for name, schema in table.actions.items():
            for first in OBJECTS:
                if len(schema.types) < 2:
                    yield GroundAction((name, first))
                else:
                    yield from (GroundAction((name, first, second)) for second in OBJECTS)

    def _edited(self, table: Table) -> Table:
        name = self.random.choice([*table.actions])
        schema = table.actions[name]
        kind = 1 if self.takes_time else self.random.random()
        if kind < 0.05 and len(table.actions) > 1:
            return replace(table, actions={n: s for n, s in table.actions.items() if n != name})
        if kind < 0.1:
            return replace(table, actions={**table.actions, "extra": self._schema()})
        if kind < 0.2:
            return replace(table, body=self._body())
        if kind < 0.3:
            types = (*schema.types[:-1], self.random.choice(_TYPES))
            return replace(table, actions={**table.actions, name: replace(schema, types=types)})
        slot = self.random.choice(("precondition", "effect"))
        literals: frozenset[str] = getattr(schema, slot)
        if literals and self.random.random() < 0.5:
            literals -= {self.random.choice(sorted(literals))}
        else:
            literals |= {self._literal(len(schema.types), slot)}
        edited = schema.with_literals(slot, literals)
        return replace(table, actions={**table.actions, name: edited})

    def _schema(self) -> Schema:
        types = tuple(self.random.choice(_TYPES) for _ in range(self.random.randint(1, 2)))
        slots = {
            "precondition": self.random.choice((0, 1, 2)),
            "effect": self.random.choice((1, 2, 3)),
        }
        precondition, effect = (
            frozenset(self._literal(len(types), slot) for _ in range(count))
            for slot, count in slots.items()
        )
        return Schema(types, precondition, effect, self.takes_time)

    def _literal(self, count: int, slot: str) -> str:
        if self.takes_time:
            time = "at start" if slot == "precondition" else "at end"
            return f"({time} {self._signed(count)})"
        literal = self._signed(count)
        if slot == "precondition":
            return "(d ?x)" if self.random.random() < 0.2 else literal
        if self.random.random() < 0.2:
            return f"(when {self._signed(count)} {literal})"
        if self.random.random() < 0.1:
            return f"(forall (?w - {self.random.choice(_TYPES)}) (when (p ?w) (q ?w)))"
        return literal

    def _signed(self, count: int) -> str:
        name = self.random.choice([*PREDICATES])
        args = [self.random.choice(("?x", "?y")[:count]) for _ in range(PREDICATES[name])]
        atom = f"({' '.join([name, *args])})"
        return atom if self.random.random() < 0.7 else f"(not {atom})"

    def _body(self) -> str:
        return self.random.choice(("(p ?v)", "(q ?v)", "(and (p ?v) (z))", "(r ?v ?v)"))


def _atoms() -> Iterator[str]:
    yield "(z)"
    for first in OBJECTS:
        yield from (f"(p {first})", f"(q {first})")
        yield from (f"(r {first} {second})" for second in OBJECTS)


@dataclass
class Figures:
    """The counts of one difference."""

    alone: int = 0
    together: int = 0
    later: int = 0
    valid_without: int = 0
    lets: int = 0
    lets_together: int = 0
    first: tuple[int, int | None] | None = None


@dataclass
class Recount:
    """Every count, by trying every set."""

    learned: Table
    reference: Table
    differences: Sequence[Difference]
    figures: list[Figures] = field(default_factory=list)

    def count(self, cases: Sequence[tuple[Plan, Problem]]) -> list[Figures]:
        self.figures = [Figures() for _ in self.differences]
        for number, (plan, problem) in enumerate(cases):
            is_meant = _is_valid(self.reference, plan, problem)
            is_valid = _is_valid(self.learned, plan, problem)
            if is_meant and not is_valid:
                self._stopped(number, plan, problem)
            elif is_valid and not is_meant:
                self._let_through(plan, problem)
        return self.figures

    def _stopped(self, case: int, plan: Plan, problem: Problem) -> None:
        reached = {
            undone: _reached(self.undone(undone), plan, problem) for undone in self._subsets()
        }
        undone: frozenset[int] = frozenset()
        first_ones: set[int] = set()
        later_ones: set[int] = set()
        while reached[undone] <= len(plan):
            larger = [s for s in reached if s > undone and reached[s] > reached[undone]]
            if not larger:
                break
            size = min(map(len, larger))
            sets = sorted(sorted(s - undone) for s in larger if len(s) == size)
            members = {number for numbers in sets for number in numbers}
            if undone:
                later_ones |= members
            else:
                first_ones = members
                step = reached[undone] + 1
                for number in members:
                    figures = self.figures[number]
                    if len(sets[0]) == 1:
                        figures.alone += 1
                        is_valid = reached[frozenset((number,))] > len(plan)
                        figures.valid_without += is_valid
                    else:
                        figures.together += 1
                    if figures.first is None:
                        figures.first = (case, step if step <= len(plan) else None)
            undone |= frozenset(sets[0])
        for number in later_ones - first_ones:
            self.figures[number].later += 1

    def _let_through(self, plan: Plan, problem: Problem) -> None:
        stopping = [s for s in self._subsets() if not _is_valid(self.undone(s), plan, problem)]
        size = min(map(len, stopping))
        for number in {n for s in stopping if len(s) == size for n in s}:
            if size == 1:
                self.figures[number].lets += 1
            else:
                self.figures[number].lets_together += 1

    def _subsets(self) -> Iterator[frozenset[int]]:
        numbers = range(len(self.differences))
        for size in range(len(numbers) + 1):
            yield from map(frozenset, combinations(numbers, size))

    def undone(self, numbers: frozenset[int]) -> Table:
        """The learned table with differences undone."""
        table = self.learned
        for number in numbers:
            table = self._without(table, self.differences[number])
        return table

    def _without(self, table: Table, difference: Difference) -> Table:
        name = difference.action
        if name is None:
            assert difference.part == "derived"
            return replace(table, body=self.reference.body)
        if difference.part == "action":
            actions = {n: s for n, s in table.actions.items() if n != name}
            if difference.kind is ChangeKind.MISSING:
                actions[name] = self.reference.actions[name]
            return replace(table, actions=actions)
        schema = table.actions[name]
        if difference.part == "parameters":
            edited = replace(schema, types=self._types(difference, schema))
        else:
            literals: frozenset[str] = getattr(schema, difference.part)
            literals = literals - {difference.learned}
            if difference.reference is not None:
                literals |= {difference.reference}
            edited = schema.with_literals(difference.part, literals)
        return replace(table, actions={**table.actions, name: edited})

    def _types(self, difference: Difference, schema: Schema) -> tuple[str, ...]:
        assert difference.reference is not None
        variable, kind = difference.reference.split(" - ")
        place = ("?x", "?y").index(variable)
        return (*schema.types[:place], kind, *schema.types[place + 1 :])


def _is_valid(table: Table, plan: Plan, problem: Problem) -> bool:
    return execute(Task(table.domain, problem), plan).verdict is Verdict.VALID


def _reached(table: Table, plan: Plan, problem: Problem) -> int:
    """How many steps run, and one more where the plan is valid."""
    task = Task(table.domain, problem)
    for count in range(1, len(plan) + 1):
        if not execute(task, Plan(plan.steps[:count])).executable:
            return count - 1
    return len(plan) + (execute(task, plan).verdict is Verdict.VALID)
