"""Trajectory constraints and preferences of PDDL 3, evaluated on the states of a finished plan.

Semantics: Gerevini, Haslum, Long, Saetti & Dimopoulos, "Deterministic planning in the fifth
international planning competition", AIJ 2009, section 2. State i holds from its time until that of
the next one. Continuous change between states is not followed: a constraint on a number that it
changes is undecided, unless the states decide it.

A constraint inside `forall` has an instance for each combination of objects: 441,000 in a problem
of the competition, of which a plan reaches few. So instances are never listed. In each state a join
over the facts finds either the instances whose condition holds or those whose condition fails,
whichever tries fewer objects, and the operators are set operations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import prod
from typing import NamedTuple, TypeAlias

from plancore.model.formula import (
    And,
    Forall,
    Formula,
    Preference,
    Timed,
    TrajectoryConstraint,
    TypedName,
    walk,
)
from plancore.simulate.atoms import Fluent, Objects, UndecidedError
from plancore.simulate.axioms import Axioms
from plancore.simulate.conditions import (
    AtomTest,
    Bindings,
    Frame,
    Node,
    NumberTest,
    Scope,
    alternatives,
    conjuncts,
    leaves,
    negation,
    normalise,
)
from plancore.simulate.expressions import Apply, Read
from plancore.simulate.queries import Query, slots_of
from plancore.simulate.state import Delta, Env, World

Row: TypeAlias = tuple[str, ...]
"""The objects of one instance."""


class Instances(NamedTuple):
    """A set of instances of a constraint: those in `rows`, or all except them."""

    rows: frozenset[Row] = frozenset()
    all_but: bool = False

    def __invert__(self) -> Instances:
        return Instances(self.rows, not self.all_but)

    def __or__(self, other: Instances) -> Instances:
        if self.all_but and other.all_but:
            return Instances(self.rows & other.rows, True)
        if self.all_but:
            return Instances(self.rows - other.rows, True)
        if other.all_but:
            return Instances(other.rows - self.rows, True)
        return Instances(self.rows | other.rows)

    def __sub__(self, other: Instances) -> Instances:
        return ~(~self | other)

    def __and__(self, other: Instances) -> Instances:
        return ~(~self | ~other)


NONE = Instances()


class Condition:
    """A formula that holds in a state for some instances."""

    def __init__(
        self, node: Node, variables: Bindings, objects: Objects, axioms: Axioms, size: int
    ) -> None:
        """`size` is the number of slots of the frame of `node`."""
        self._slots = tuple(variable.slot for variable in variables)
        self._size = size
        ways = [
            (sum(query.n_tried for query in queries), of_failing, queries)
            for of_failing, each in ((False, node), (True, negation(node)))
            for queries in _ways(each, variables, objects)
        ]
        _, self._of_failing, self._queries = min(ways, key=lambda way: way[0])
        predicates = set()
        self._numeric = False
        for leaf, _ in leaves(node):
            if isinstance(leaf, NumberTest):
                self._numeric = True
            else:
                predicates.add(leaf.predicate)
        self._numeric |= not axioms.predicates.isdisjoint(predicates)
        self._predicates = frozenset(b for p in predicates for b in axioms.basis(p))
        tests = (test for test, _ in axioms.comparisons(node))
        programs = (instruction for test in tests for instruction in test.left + test.right)
        self._reads = tuple(each for each in programs if isinstance(each, Read))
        self.is_convex = all(_is_convex(part, axioms) for part in conjuncts(node))
        """Whether it holds between two states, if it holds in both and numbers change linearly."""

    def is_changed_by(self, delta: Delta) -> bool:
        """Whether a step with this delta may change the instances for which it holds."""
        if self._numeric and delta.values:
            return True
        changed = (*delta.added, *delta.deleted)
        return any(atom[0] in self._predicates for atom in changed)

    def reads(self, fluent: Fluent) -> bool:
        """Whether it may depend on a number, also through axioms."""
        name, *objects = fluent
        return any(
            read.function == name
            and all(isinstance(t, int) or t == o for t, o in zip(read.terms, objects, strict=False))
            for read in self._reads
        )

    def instances(self, world: World, args: Row = ()) -> Instances:
        """The instances for which it holds; `args` are those of its action, if any."""
        env: Env = [*args, *[""] * (self._size - len(args))]
        world.spend(1)
        rows = {
            tuple([env[slot] for slot in self._slots])
            for query in self._queries
            for _ in query.solutions(env, world)
        }
        return Instances(frozenset(rows), self._of_failing)


def _ways(node: Node, variables: Bindings, objects: Objects) -> Iterator[tuple[Query, ...]]:
    """Two sets of queries for the objects that make `node` true: one query for all conjuncts, or
    one per alternative, which also binds the variables of `exists`."""
    yield (Query(variables, conjuncts(node), objects),)
    yield tuple(Query((*variables, *bound), parts, objects) for bound, parts in alternatives(node))


def _is_convex(node: Node, axioms: Axioms) -> bool:
    if isinstance(node, NumberTest):
        applied = (each for each in node.left + node.right if isinstance(each, Apply))
        is_linear = all(each.operator in ("+", "-") for each in applied)
        return is_linear and (node.positive or node.operator != "=")
    return isinstance(node, AtomTest) and node.predicate not in axioms.predicates


class Part:
    """A trajectory constraint that its instances must satisfy."""

    def __init__(
        self,
        operator: str,
        numbers: tuple[Fraction, ...],
        conditions: tuple[Condition, ...],
        n_outer: int,
        n_inner: int,
    ) -> None:
        """The first `n_outer` objects of a row are for variables outside the preference; the
        variables inside it have `n_inner` combinations."""
        self.operator = operator
        self.numbers = numbers
        self.conditions = conditions
        self._n_outer = n_outer
        self._n_inner = n_inner

    def outside(self, violated: Instances) -> Instances:
        """The instances of the preference for which some instance of this part is violated."""
        n = self._n_outer
        if violated.all_but:
            met = Counter(row[:n] for row in violated.rows)
            return Instances(frozenset(r for r, k in met.items() if k == self._n_inner), True)
        return Instances(frozenset(row[:n] for row in violated.rows))


class Constraint(NamedTuple):
    """A preference, or a hard constraint, whose `name` is None."""

    name: str | None
    parts: tuple[Part, ...]
    n_rows: int
    """The number of combinations for the outer variables that the parts read."""
    n_each: int
    """The number of instances per combination, which differ in the other outer variables."""

    def undecided(self, moving: Iterable[Fluent], count: int) -> Fluent | None:
        """A number of `moving`, which change between states, for which the constraint is not
        decided by the states, although they have `count` violated instances; or None."""
        operators = {part.operator for part in self.parts}
        if operators <= {"sometime", "within"} and not count:
            return None
        conditions = [c for p in self.parts if p.operator != "at end" for c in p.conditions]
        if operators == {"always"}:
            fails = self.name is None and count
            if fails or all(condition.is_convex for condition in conditions):
                return None
        return next((fluent for fluent in moving if any(c.reads(fluent) for c in conditions)), None)

    def n_violated(self, violated: Iterator[Instances]) -> int:
        """The number of instances with a violated part."""
        outside = NONE
        for part, instances in zip(self.parts, violated, strict=True):
            outside |= part.outside(instances)
        rows = len(outside.rows)
        return (self.n_rows - rows if outside.all_but else rows) * self.n_each


class Watch:
    """Tracks the violated instances of a part, one state after the other."""

    def __init__(self, part: Part) -> None:
        self._part = part
        self._sets: list[Instances] = []
        self._violated = NONE
        self._seen = NONE
        self._before = NONE
        self._waiting: list[tuple[Fraction, Instances]] = []

    @property
    def violated(self) -> Instances:
        """The violated instances if the last state seen is the final one."""
        violated = self._violated
        for _, waiting in self._waiting:
            violated |= waiting
        return violated

    def see(self, world: World, delta: Delta, since: Fraction, until: Fraction | None) -> None:
        """Process the next state, which holds from `since` until `until`, and its delta to the
        previous one. For the final state `until` is None."""
        conditions = self._part.conditions
        if not self._sets:
            self._sets = [each.instances(world) for each in conditions]
        for place, condition in enumerate(conditions):
            if condition.is_changed_by(delta):
                self._sets[place] = condition.instances(world)
        self._judge(self._sets[0], self._sets[-1], since, until)

    def _judge(
        self, first: Instances, second: Instances, since: Fraction, until: Fraction | None
    ) -> None:
        """`first` and `second` are the instances where the two conditions hold, or the only one."""
        match self._part.operator, self._part.numbers:
            case "at end", _:
                self._violated = ~first
            case "always", _:
                self._violated |= ~first
            case "sometime", _:
                self._seen |= first
                self._violated = ~self._seen
            case "within", (limit,):
                if since <= limit:
                    self._seen |= first
                self._violated = ~self._seen
            case "at-most-once", _:
                begun = first - self._before
                self._violated |= begun & self._seen
                self._seen |= begun
                self._before = first
            case "sometime-after", _:
                self._violated = (self._violated | first) - second
            case "sometime-before", _:
                self._violated |= first - self._seen
                self._seen |= second
            case "always-within", (limit,):
                late = [rows for time, rows in self._waiting if since - time > limit]
                for rows in late:
                    self._violated |= rows
                left = [(time, rows - second) for time, rows in self._waiting[len(late) :]]
                left.append((since, first - second))
                self._waiting = [each for each in left if each[1] != NONE]
            case "hold-during", (start, end):
                if since < end and (until is None or until > start):
                    self._violated |= ~first
            case "hold-after", (start,):
                if until is None or until > start:
                    self._violated |= ~first
            case _:
                operator = self._part.operator
                raise UndecidedError(f"constraint ({operator} …) is not supported")


class Reader:
    """Reads the constraints of a formula."""

    def __init__(
        self,
        objects: Objects,
        axioms: Axioms,
        only_preferences: bool = False,
        parameters: tuple[TypedName, ...] = (),
    ) -> None:
        """With `only_preferences`, for a goal or for the precondition of an action with
        `parameters`, hard conditions are skipped, as they are checked elsewhere."""
        self._objects = objects
        self._axioms = axioms
        self._only_preferences = only_preferences
        self._frame = Frame(parameters, objects.functions)

    def read(self, formula: Formula) -> Iterator[Constraint]:
        """The constraints, in order. Raises UndecidedError for unsupported ones."""
        for part, scope, outer in self._bodies(formula, self._frame.scope, ()):
            if isinstance(part, Preference):
                bodies = [*self._bodies(part.body, scope, ())]
                yield self._constraint(part.name, outer, bodies)
            elif not self._only_preferences:
                yield self._constraint(None, outer, [(part, scope, ())])

    def _bodies(
        self, formula: Formula, scope: Scope, bound: Bindings
    ) -> Iterator[tuple[Formula, Scope, Bindings]]:
        """The members of a conjunction that have instances, with scope and variables."""
        todo = [(formula, scope, bound)]
        while todo:
            part, inner, around = todo.pop()
            if isinstance(part, And):
                todo.extend((p, inner, around) for p in reversed(part.parts))
            elif isinstance(part, Forall) and _is_about_trajectories(part.body):
                wider, variables = self._frame.bind(part.variables, inner)
                if self._n_rows(variables):
                    todo.append((part.body, wider, (*around, *variables)))
            else:
                yield part, inner, around

    def _constraint(
        self, name: str | None, outer: Bindings, bodies: list[tuple[Formula, Scope, Bindings]]
    ) -> Constraint:
        read = [(*self._nodes(body, scope), inner) for body, scope, inner in bodies]
        slots = {slot for _, _, nodes, _ in read for node in nodes for slot in slots_of(node)}
        shared = tuple(variable for variable in outer if variable.slot in slots)
        parts = []
        for operator, numbers, nodes, bound in read:
            inner = tuple(variable for variable in bound if variable.slot in slots)
            conditions = tuple(self._condition(node, (*shared, *inner)) for node in nodes)
            parts.append(Part(operator, numbers, conditions, len(shared), self._n_rows(inner)))
        others = tuple(variable for variable in outer if variable.slot not in slots)
        return Constraint(name, tuple(parts), self._n_rows(shared), self._n_rows(others))

    def _nodes(
        self, formula: Formula, scope: Scope
    ) -> tuple[str, tuple[Fraction, ...], tuple[Node, ...]]:
        operator = "at end"
        numbers: tuple[Fraction, ...] = ()
        conditions: tuple[Formula, ...] = (formula,)
        if isinstance(formula, TrajectoryConstraint):
            operator, numbers, conditions = formula.operator, formula.numbers, formula.parts
        elif isinstance(formula, Timed):
            conditions = (formula.body,)
        if any(isinstance(p, TrajectoryConstraint) for c in conditions for p in walk(c)):
            raise UndecidedError("nested trajectory constraints are not supported")
        return operator, numbers, tuple(normalise(c, self._frame, scope) for c in conditions)

    def _condition(self, node: Node, variables: Bindings) -> Condition:
        return Condition(node, variables, self._objects, self._axioms, self._frame.size)

    def _n_rows(self, variables: Bindings) -> int:
        return prod(len(self._objects.of(variable.types)) for variable in variables)


def _is_about_trajectories(formula: Formula) -> bool:
    return any(
        isinstance(part, TrajectoryConstraint | Timed | Preference) for part in walk(formula)
    )
