"""A domain and a problem prepared for execution; everything is compiled on demand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain
from typing import Final, NamedTuple

from plancore.memo import lazy
from plancore.model import formula as logic
from plancore.model.domain import NUMBER, UNDEFINED, Action, ActionKind, Domain, UnparsedKind
from plancore.model.plan import GroundAction, GroundAtom
from plancore.model.problem import Problem
from plancore.simulate.access import Access, AccessSchema, access_schema
from plancore.simulate.atoms import (
    MAX_BINDINGS,
    VALUE,
    Fluent,
    Objects,
    UndecidedError,
    Value,
    exact,
    show,
)
from plancore.simulate.axioms import Axioms
from plancore.simulate.conditions import Frame, normalise
from plancore.simulate.constraints import Constraint, Reader
from plancore.simulate.continuous import Autonomous
from plancore.simulate.expressions import describe, is_number
from plancore.simulate.ground import GroundOperator, Misuse, Schema, misuse
from plancore.simulate.parts import GroundPart, SchemaPart
from plancore.simulate.state import State, World
from plancore.stop import AT_ONCE, NEVER, Budget, Checkpoint, watched

_WITHOUT_EFFECT: Final = frozenset(
    (
        *(":agents", ":center", ":discount", ":goal-reward", ":groups", ":horizon", ":length"),
        *(":observable", ":observe", ":private", ":total-time", ":utility"),
        *(":constants", ":functions", ":predicates", ":types"),
        ":htn",
    )
)
"""Sections that are not read and do not affect the verdict: those of dialects, declarations that a
problem repeats, and the task network, whose plans are undecided anyway. Any other may affect it."""
_MAX_OPERATORS = 200_000
"""The maximum number of cached ground actions; enough for a plan of 100,000 different steps."""


class TimedChange(NamedTuple):
    """The effect of a timed initial literal or fluent."""

    time: Fraction
    adds: tuple[GroundAtom, ...] = ()
    dels: tuple[GroundAtom, ...] = ()
    values: tuple[tuple[Fluent, Value], ...] = ()


class Task:
    """A domain with a problem. Ground actions are made on demand and cached."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.domain = domain
        self.problem = problem
        declared = (*domain.constants, *problem.objects)
        self.objects = Objects(domain.hierarchy, declared, domain.functions)
        self.axioms = Axioms(domain.axioms, self.objects)
        self._prepare()

    @classmethod
    def revised(cls, task: Task, domain: Domain) -> Task:
        """`task` with another `domain` that differs only in its actions; the rest is shared."""
        revised = cls.__new__(cls)
        revised.domain, revised.problem = domain, task.problem
        revised.objects, revised.axioms = task.objects, task.axioms
        revised._prepare(task)
        return revised

    def _prepare(self, original: Task | None = None) -> None:
        self._actions: dict[str, Action] = {}
        for action in self.domain.actions:
            self._actions.setdefault(action.name, action)
        self._original = original
        self._kept: frozenset[str] = frozenset()
        if original is not None:
            before = original._actions
            self._kept = frozenset(n for n, a in self._actions.items() if before.get(n) is a)
        self._schemas: dict[str, Schema] = {}
        self._preferences: dict[str, tuple[Constraint, ...]] = {}
        self._accesses: dict[int, tuple[GroundPart, Access]] = {}
        self._access_schemas: dict[int, tuple[SchemaPart, AccessSchema]] = {}
        self._operators: dict[tuple[str, ...], GroundOperator | Misuse] = {}

    def bind(self, action: GroundAction) -> GroundOperator | Misuse:
        """The operator of a ground action, or the reason why it is malformed. Raises UndecidedError
        if the action uses unsupported features."""
        key = action.key
        if self._original is not None and key[0] in self._kept:
            return self._original.bind(action)
        operator = self._operators.get(key)
        if operator is None:
            if len(self._operators) >= _MAX_OPERATORS:
                self._operators.clear()
            schema = self._actions.get(action.name)
            fault = misuse(action, schema, self.objects)
            operator = fault or GroundOperator(self.schema(action.name), action.args)
            self._operators[key] = operator
        return operator

    def schema(self, name: str) -> Schema:
        """The compiled schema of an action; raises KeyError and UndecidedError."""
        schema = self._schemas.get(name)
        if schema is None:
            action = self._actions[name]
            if any(section.name == f"{name} :vars" for section in self.domain.kept):
                raise UndecidedError(f"`:vars` of {name} is not executed")
            schema = Schema(action, self.objects, self.axioms.predicates)
            self._schemas[name] = schema
        return schema

    def access(self, part: GroundPart) -> Access:
        """The atoms that a ground action may read and write at one instant."""
        entry = self._accesses.get(id(part))
        if entry is None or entry[0] is not part:
            if len(self._accesses) >= _MAX_OPERATORS:
                self._accesses.clear()
            entry = (part, self.access_schema(part.schema).ground(part.env))
            self._accesses[id(part)] = entry
        return entry[1]

    def access_schema(self, part: SchemaPart) -> AccessSchema:
        """The atoms that an action schema may read and write at one instant."""
        entry = self._access_schemas.get(id(part))
        if entry is None or entry[0] is not part:
            entry = (part, access_schema(part, self.axioms, self.objects))
            self._access_schemas[id(part)] = entry
        return entry[1]

    def action(self, name: str) -> Action | None:
        """The action schema in the domain; None if it is unknown."""
        return self._actions.get(name)

    @lazy
    def goal(self) -> GroundPart:
        """The goal as a condition without effects; raises UndecidedError."""
        if self._original is not None:
            return self._original.goal
        frame = Frame((), self.objects.functions)
        node = normalise(self.problem.goal, frame, frame.scope)
        part = SchemaPart(node, (), self.objects, self.axioms.predicates)
        return part.ground([""] * frame.size)

    @lazy
    def initial(self) -> State:
        """The initial state. A negative fact has no effect. Raises UndecidedError."""
        atoms, values = self._init
        changing = self.changing
        if self._original is not None and self._original.changing == changing:
            return self._original.initial
        dynamic = frozenset(atom for atom in atoms if atom[0] in changing)
        return State(dynamic, atoms - dynamic, values)

    @lazy
    def timed(self) -> tuple[TimedChange, ...]:
        """The timed initial literals and fluents, ordered by time."""
        if self._original is not None:
            return self._original.timed
        changes = []
        for fact in self._facts:
            if isinstance(fact, logic.At):
                adds, dels, values = _fact(fact.body, self.objects)
                if any(atom[0].startswith(VALUE) for atom in adds):
                    raise UndecidedError("a timed value of an object fluent is not supported")
                if any(atom[0] in self.axioms.predicates for atom in adds + dels):
                    raise UndecidedError("a timed literal of a derived predicate is not supported")
                changes.append(TimedChange(fact.time, adds, dels, values))
        return tuple(sorted(changes, key=lambda change: change.time))

    @lazy
    def changing(self) -> frozenset[str]:
        """The predicates that an action or a timed literal can change."""
        predicates = {atom[0] for change in self.timed for atom in change.adds + change.dels}
        if self._original is not None:
            predicates |= self._original.changing
        for action in self.domain.actions:
            if action.name not in self._kept:
                effect = logic.walk(action.effect)
                for part in effect:
                    if isinstance(part, logic.AtomicFormula):
                        predicates.add(part.predicate)
                    elif isinstance(part, logic.Assign):
                        predicates.add(VALUE + part.target.name)
        return frozenset(predicates)

    @lazy
    def unsupported(self) -> str | None:
        """The reason why plans without times cannot be executed: a process or an event. Or None."""
        for action in self.domain.actions:
            if action.kind in (ActionKind.PROCESS, ActionKind.EVENT):
                return f"the {action.kind.value} {action.name} needs a plan with times"
        return None

    @lazy
    def autonomous(self) -> tuple[Autonomous, ...]:
        """The processes and events, compiled; raises UndecidedError."""
        kinds = (ActionKind.PROCESS, ActionKind.EVENT)
        found = [action for action in self.domain.actions if action.kind in kinds]
        bodies = (part for axiom in self.domain.axioms for part in logic.walk(axiom.body))
        if found and any(isinstance(part, logic.Comparison) for part in bodies):
            raise UndecidedError("derived predicates on numbers with processes are not supported")
        derived = self.axioms.predicates
        return tuple(Autonomous(action, self.objects, derived) for action in found)

    @lazy
    def preferring(self) -> frozenset[str]:
        """The actions with preferences in their preconditions."""
        actions = self.domain.actions
        return frozenset(action.name for action in actions if _has_preference(action.precondition))

    def preferences(self, name: str) -> tuple[Constraint, ...]:
        """The preferences in the precondition of an action, compiled; raises UndecidedError."""
        if self._original is not None and name in self._kept:
            return self._original.preferences(name)
        preferences = self._preferences.get(name)
        if preferences is None:
            action = self._actions[name]
            reader = Reader(self.objects, self.axioms, True, action.parameters)
            preferences = self._preferences[name] = tuple(reader.read(action.precondition))
        return preferences

    @lazy
    def constraints(self) -> tuple[Constraint, ...]:
        """Trajectory constraints and the preferences of the goal; raises UndecidedError."""
        if self._original is not None:
            return self._original.constraints
        reader = Reader(self.objects, self.axioms)
        hard = (self.domain.constraints, self.problem.constraints)
        found = [each for formula in hard if formula is not None for each in reader.read(formula)]
        if _has_preference(self.problem.goal):
            found += Reader(self.objects, self.axioms, True).read(self.problem.goal)
        return tuple(found)

    def world(
        self, state: State | None = None, checkpoint: Checkpoint = NEVER, limit: int = MAX_BINDINGS
    ) -> World:
        """A working state that starts from `state`, by default the initial one."""
        start = state or self.initial
        budget = Budget(limit, checkpoint)
        return World(self.axioms, start.facts, start.values, budget)

    @property
    def _facts(self) -> Iterator[logic.Formula]:
        return (part for fact in self.problem.init for part in logic.conjuncts(fact))

    def read_initial(self, checkpoint: Checkpoint) -> None:
        """Read the initial facts, which `initial` does otherwise; raises UndecidedError, and what
        `checkpoint` raises."""
        if "_init" not in self.__dict__:
            self.__dict__.setdefault("_init", self._read_facts(checkpoint))
            if len(self.problem.init) > AT_ONCE:
                checkpoint()
                _ = self.changing
                checkpoint()

    @lazy
    def _init(self) -> tuple[frozenset[GroundAtom], dict[Fluent, Value]]:
        return self._read_facts(NEVER)

    def _read_facts(
        self, checkpoint: Checkpoint
    ) -> tuple[frozenset[GroundAtom], dict[Fluent, Value]]:
        if self._original is not None:
            self._original.read_initial(checkpoint)
            return self._original._init
        atoms: set[GroundAtom] = set()
        values: dict[Fluent, Value] = {}
        for section in (*self.domain.kept, *self.problem.kept):
            if section.kind is UnparsedKind.SECTION and section.name not in _WITHOUT_EFFECT:
                raise UndecidedError(f"({section.name} …) is not executed")
        timeless = (part for fact in self.domain.timeless for part in logic.conjuncts(fact))
        facts: Iterable[logic.Formula] = chain(timeless, self._facts)
        for fact in facts if len(self.problem.init) <= AT_ONCE else watched(facts, checkpoint):
            if not isinstance(fact, logic.At):
                adds, _, numbers = _fact(fact, self.objects)
                if adds and adds[0][0] in self.axioms.predicates:
                    raise UndecidedError(f"the derived {show(adds[0])} is in the initial state")
                atoms.update(adds)
                values.update(numbers)
        return frozenset(atoms), values


def _has_preference(formula: logic.Formula) -> bool:
    return any(isinstance(part, logic.Preference) for part in logic.walk(formula))


def _fact(
    formula: logic.Formula, objects: Objects
) -> tuple[tuple[GroundAtom, ...], tuple[GroundAtom, ...], tuple[tuple[Fluent, Value], ...]]:
    """The atoms that a fact makes true and false, and its value; raises UndecidedError."""
    match formula:
        case logic.AtomicFormula("=", (str(name), str(value))) if name in objects.functions:
            return _valued((name,), value, objects)
        case logic.AtomicFormula(predicate, args):
            return (_atom(predicate, args),), (), ()
        case logic.Not(logic.AtomicFormula(predicate, args)):
            return (), (_atom(predicate, args),), ()
        case logic.Comparison("=", logic.FunctionTerm(name, args), logic.Number(value)):
            return (), (), ((_atom(name, args), exact(value)),)
        case logic.Assign("assign", logic.FunctionTerm(name, args), logic.Number(value)):
            return (), (), ((_atom(name, args), exact(value)),)
        case logic.Comparison("=", logic.FunctionTerm(name, args), str(word)):
            return _valued(_atom(name, args), word, objects)
    head = getattr(getattr(formula, "node", None), "head", None)  # also `unknown`, `invariant`
    shown = f"({head} …)" if head else describe(formula)
    raise UndecidedError(f"{shown} in the initial state is not supported")


def _valued(
    fluent: Fluent, value: str, objects: Objects
) -> tuple[tuple[GroundAtom, ...], tuple[GroundAtom, ...], tuple[tuple[Fluent, Value], ...]]:
    """The effect of a word as value: an object, `undefined`, or a number after a bare name."""
    if is_number(value):
        return (), (), ((fluent, exact(Fraction(value))),)
    function = objects.functions.get(fluent[0])
    if function is not None and function.returns == NUMBER:
        raise UndecidedError(f"{show(fluent)} = {value} in the initial state is not a number")
    if value == UNDEFINED:
        return (), (), ()
    return ((VALUE + fluent[0], *fluent[1:], value),), (), ()


def _atom(name: str, args: tuple[object, ...]) -> GroundAtom:
    if not all(isinstance(argument, str) for argument in args):
        raise UndecidedError("object fluents are not supported")
    return (name, *map(str, args))
