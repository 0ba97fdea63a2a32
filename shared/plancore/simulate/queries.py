"""Queries: the bindings of variables that make a conjunction true, as a join over the facts of a
state.

Variables are bound by atoms of the conjunction where possible, through an index on an argument that
is already bound; otherwise the objects of their types are tried. Each condition is tested as soon
as its variables are bound. Nothing is grounded in advance.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from math import prod
from typing import NamedTuple, TypeAlias

from plancore.model.plan import GroundAtom
from plancore.simulate.atoms import Objects
from plancore.simulate.conditions import (
    AllOf,
    AnyOf,
    AtomTest,
    Bindings,
    Node,
    NumberTest,
    Quantified,
    SlotTerm,
    Variable,
    conjuncts,
)
from plancore.simulate.expressions import Read, compare, evaluate
from plancore.simulate.state import Env, World

Test: TypeAlias = Callable[[Env, World], bool]


class _ObjectStage(NamedTuple):
    """Bind one variable to each object of its type."""

    slot: int
    objects: tuple[str, ...]
    tests: tuple[Test, ...]

    def candidates(
        self, env: Env, world: World, seed: Collection[GroundAtom] | None
    ) -> Iterator[None]:
        del seed
        slot, tests = self.slot, self.tests
        for name in world.tried(self.objects):
            env[slot] = name
            if _all(tests, env, world):
                yield


class _AtomStage(NamedTuple):
    """Bind variables to the arguments of matching true atoms."""

    predicate: str
    size: int
    bound: tuple[tuple[int, SlotTerm], ...]
    """Argument positions, from 1, with a known value."""
    new: tuple[tuple[int, int, frozenset[str] | None], ...]
    """Argument positions that bind a slot, with the objects allowed there."""
    repeated: tuple[tuple[int, int], ...]
    """Argument positions that repeat a slot bound by the same atom."""
    tests: tuple[Test, ...]

    def candidates(
        self, env: Env, world: World, seed: Collection[GroundAtom] | None
    ) -> Iterator[None]:
        atoms = self._atoms(env, world) if seed is None else seed
        for atom in world.tried(atoms):
            if self._bind(atom, env) and _all(self.tests, env, world):
                yield

    def _atoms(self, env: Env, world: World) -> Collection[GroundAtom]:
        facts = world.source(self.predicate)
        if not self.bound:
            return facts.extension(self.predicate)
        position, term = self.bound[0]
        name = env[term] if isinstance(term, int) else term
        return facts.matching(self.predicate, position, name)

    def _bind(self, atom: GroundAtom, env: Env) -> bool:
        if len(atom) != self.size or atom[0] != self.predicate:
            return False
        for position, term in self.bound:
            if atom[position] != (env[term] if isinstance(term, int) else term):
                return False
        for position, slot, allowed in self.new:
            name = atom[position]
            if allowed is not None and name not in allowed:
                return False
            env[slot] = name
        return all(atom[position] == env[slot] for position, slot in self.repeated)


_Stage: TypeAlias = _ObjectStage | _AtomStage


class Query:
    """The bindings of some variables that make all parts of a conjunction true."""

    def __init__(
        self,
        variables: Bindings,
        parts: Sequence[Node],
        objects: Objects,
        first: AtomTest | None = None,
    ) -> None:
        """`first`, an atom of the conjunction, binds its variables before the others."""
        gates, stages = _plan(variables, list(parts), objects, first)
        self._gates = gates
        self._stages = stages
        self.n_tried = prod(len(s.objects) for s in stages if isinstance(s, _ObjectStage))
        """The number of combinations of objects tried for variables that no atom binds."""

    def solutions(
        self, env: Env, world: World, seed: Collection[GroundAtom] | None = None
    ) -> Iterator[None]:
        """Yield once per solution, with the solution in the variables' slots of `env`. `seed` are
        the atoms to match with `first`, in place of the true atoms."""
        if not _all(self._gates, env, world):
            return
        stages = self._stages
        if not stages:
            yield
            return
        last = len(stages)
        open_stages = [stages[0].candidates(env, world, seed)]
        while open_stages:
            for _ in open_stages[-1]:
                if len(open_stages) == last:
                    yield
                else:
                    open_stages.append(stages[len(open_stages)].candidates(env, world, None))
                    break
            else:
                open_stages.pop()

    def any(self, env: Env, world: World) -> bool:
        """Whether there is a solution."""
        return any(True for _ in self.solutions(env, world))


def compile_test(node: Node, objects: Objects) -> Test:
    """A function that tests whether `node` holds for the objects in the slots."""
    match node:
        case AtomTest():
            return _atom_test(node)
        case NumberTest():
            return _number_test(node)
        case AllOf(parts):
            tests = tuple(compile_test(part, objects) for part in parts)
            return lambda env, world: _all(tests, env, world)
        case AnyOf(parts):
            tests = tuple(compile_test(part, objects) for part in parts)
            return lambda env, world: _any(tests, env, world)
        case Quantified(positive, variables, part):
            query = Query(variables, conjuncts(part), objects)
            if positive:
                return query.any
            return lambda env, world: not query.any(env, world)


def slots_of(node: Node) -> set[int]:
    """The slots that `node` reads, except those of its own quantifiers."""
    slots: set[int] = set()
    match node:
        case AtomTest(terms=terms):
            slots = {term for term in terms if isinstance(term, int)}
        case NumberTest(left=left, right=right):
            for instruction in left + right:
                if isinstance(instruction, Read):
                    slots.update(term for term in instruction.terms if isinstance(term, int))
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                slots |= slots_of(part)
        case Quantified(_, variables, part):
            slots = slots_of(part) - {variable.slot for variable in variables}
    return slots


def _plan(
    variables: Bindings, parts: list[Node], objects: Objects, first: AtomTest | None
) -> tuple[tuple[Test, ...], tuple[_Stage, ...]]:
    unbound = {variable.slot: variable for variable in variables}
    waiting = [(part, slots_of(part)) for part in parts if part is not first]
    gates = _ready(waiting, unbound, objects)
    stages: list[_Stage] = []
    while unbound:
        atom = first if first is not None else _best_atom(waiting, unbound)
        first = None
        if atom is None:
            variable = _best_variable(waiting, unbound, objects)
            del unbound[variable.slot]
            names = objects.of(variable.types)
            stages.append(_ObjectStage(variable.slot, names, _ready(waiting, unbound, objects)))
        else:
            waiting = [item for item in waiting if item[0] is not atom]
            stages.append(_atom_stage(atom, unbound, waiting, objects))
    if first is not None:
        # All variables are bound: only test that the atom is in the seed.
        stages.append(_atom_stage(first, unbound, waiting, objects))
    return gates, tuple(stages)


def _best_atom(
    waiting: list[tuple[Node, set[int]]], unbound: dict[int, Variable]
) -> AtomTest | None:
    best: AtomTest | None = None
    best_score = (False, 0)
    for node, slots in waiting:
        if not isinstance(node, AtomTest) or not node.positive or node.predicate == "=":
            continue
        new = len(slots & unbound.keys())
        known = sum(not isinstance(t, int) or t not in unbound for t in node.terms)
        score = (known > 0, known - new)
        if new and (best is None or score > best_score):
            best, best_score = node, score
    return best


def _best_variable(
    waiting: list[tuple[Node, set[int]]], unbound: dict[int, Variable], objects: Objects
) -> Variable:
    """The variable that allows the earliest test; among equals that with the fewest objects."""

    def rank(variable: Variable) -> tuple[int, int, int]:
        left = [len(slots & unbound.keys()) for _, slots in waiting if variable.slot in slots]
        return (min(left, default=1000), len(objects.of(variable.types)), variable.slot)

    return min(unbound.values(), key=rank)


def _atom_stage(
    atom: AtomTest,
    unbound: dict[int, Variable],
    waiting: list[tuple[Node, set[int]]],
    objects: Objects,
) -> _AtomStage:
    bound: list[tuple[int, SlotTerm]] = []
    new: list[tuple[int, int, frozenset[str] | None]] = []
    repeated: list[tuple[int, int]] = []
    seen: set[int] = set()
    for position, term in enumerate(atom.terms, start=1):
        if isinstance(term, int) and term in seen:
            repeated.append((position, term))
        elif isinstance(term, int) and term in unbound:
            new.append((position, term, objects.allowed(unbound[term].types)))
            seen.add(term)
        else:
            bound.append((position, term))
    for slot in seen:
        del unbound[slot]
    tests = _ready(waiting, unbound, objects)
    size = len(atom.terms) + 1
    return _AtomStage(atom.predicate, size, tuple(bound), tuple(new), tuple(repeated), tests)


def _ready(
    waiting: list[tuple[Node, set[int]]], unbound: dict[int, Variable], objects: Objects
) -> tuple[Test, ...]:
    """Remove from `waiting` the conditions that can be tested now, and compile them."""
    ready = [node for node, slots in waiting if slots.isdisjoint(unbound)]
    waiting[:] = [item for item in waiting if not item[1].isdisjoint(unbound)]
    return tuple(compile_test(node, objects) for node in ready)


def _all(tests: tuple[Test, ...], env: Env, world: World) -> bool:
    for test in tests:  # noqa: SIM110 - the hottest loop: a generator would double its cost
        if not test(env, world):
            return False
    return True


def _any(tests: tuple[Test, ...], env: Env, world: World) -> bool:
    for test in tests:  # noqa: SIM110 - as above
        if test(env, world):
            return True
    return False


def _atom_test(node: AtomTest) -> Test:
    positive, predicate, terms = node
    if predicate == "=":
        return _equality_test(node)
    if not terms:
        fact: GroundAtom = (predicate,)
        return lambda _, world: (fact in world.source(predicate).atoms) is positive
    if all(isinstance(term, int) for term in terms):
        slots = [term for term in terms if isinstance(term, int)]
        if len(slots) == 1:
            (slot,) = slots
            return lambda env, world: (
                ((predicate, env[slot]) in world.source(predicate).atoms) is positive
            )
        if len(slots) == 2:
            first, second = slots
            return lambda env, world: (
                ((predicate, env[first], env[second]) in world.source(predicate).atoms) is positive
            )

    def test(env: Env, world: World) -> bool:
        atom = (predicate, *[env[t] if isinstance(t, int) else t for t in terms])
        return (atom in world.source(predicate).atoms) is positive

    return test


def _equality_test(node: AtomTest) -> Test:
    positive, _, terms = node
    if len(terms) != 2:
        return lambda _env, _world: False
    first, second = terms

    def test(env: Env, world: World) -> bool:
        del world
        left = env[first] if isinstance(first, int) else first
        right = env[second] if isinstance(second, int) else second
        return (left == right) is positive

    return test


def _number_test(node: NumberTest) -> Test:
    positive, operator, left, right = node

    def test(env: Env, world: World) -> bool:
        left_value = evaluate(left, env, world.values)
        right_value = evaluate(right, env, world.values)
        if left_value is None or right_value is None:
            return False
        truth = compare(operator, left_value, right_value)
        if world.slack and not truth:  # a tolerance only makes more comparisons true
            truth = compare(operator, left_value, right_value, world.slack, strict=world.strict)
            world.leaned |= truth
        return truth is positive

    return test
