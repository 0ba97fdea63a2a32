"""A small complete solver for the satisfiability of propositional formulas.

The formulas are those of one action schema on a few objects: tens of atoms. An industrial solver
would take longer to import than this one takes to solve them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from plancore.model.plan import GroundAtom
from plancore.stop import Budget


@dataclass(frozen=True, slots=True)
class Lit:
    """A ground atom or its negation."""

    atom: GroundAtom
    positive: bool = True


@dataclass(frozen=True, slots=True)
class Conjunction:
    """True if every part is; without parts: true."""

    parts: tuple[Prop, ...] = ()


@dataclass(frozen=True, slots=True)
class Disjunction:
    """True if some part is; without parts: false."""

    parts: tuple[Prop, ...] = ()


Prop = Lit | Conjunction | Disjunction
TRUE = Conjunction()
FALSE = Disjunction()


MAX_CLAUSES = 3_000_000
"""The maximum number of clauses visited for one question; a million take half a second."""


def negated(prop: Prop) -> Prop:
    """The negation, in negation normal form."""
    match prop:
        case Lit(atom, positive):
            return Lit(atom, not positive)
        case Conjunction(parts):
            return Disjunction(tuple(negated(part) for part in parts))
        case Disjunction(parts):
            return Conjunction(tuple(negated(part) for part in parts))


def plainly_equal(first: Prop, second: Prop) -> bool:
    """Whether two propositions are equal up to nesting, order and repetition. This is a quick test
    for cases in which the search would have to try every state."""
    return first == second or _plain(first) == _plain(second)


def _plain(prop: Prop) -> Lit | tuple[type, frozenset[object]]:
    """`prop` without nesting, order and repetition, as a comparable value."""
    if isinstance(prop, Lit):
        return prop
    kind = type(prop)
    parts: set[object] = set()
    for part in prop.parts:
        plain = _plain(part)
        if isinstance(plain, tuple) and plain[0] is kind:
            parts |= plain[1]
        else:
            parts.add(plain)
    only = next(iter(parts)) if len(parts) == 1 else None
    return only if isinstance(only, Lit | tuple) else (kind, frozenset(parts))


def atoms_of(prop: Prop) -> Iterator[GroundAtom]:
    """Yield the atoms in `prop` with repetitions."""
    stack = [prop]
    while stack:
        part = stack.pop()
        if isinstance(part, Lit):
            yield part.atom
        else:
            stack.extend(part.parts)


def satisfying(prop: Prop, budget: Budget | None = None) -> frozenset[GroundAtom] | None:
    """The true atoms of a state that satisfies `prop`; None if there is none. All other atoms are
    false, and false is tried first, so the result is small. Raises SpentError if `budget`, which
    several questions may share, is spent."""
    clauses, names = _clauses(prop)
    assignment = _search(clauses, budget or Budget(MAX_CLAUSES))
    if assignment is None:
        return None
    return frozenset(atom for atom, index in names.items() if assignment.get(index))


Clause: TypeAlias = tuple[int, ...]


def _clauses(prop: Prop) -> tuple[list[Clause], dict[GroundAtom, int]]:
    """Clauses that are satisfiable exactly if `prop` is (Plaisted and Greenbaum 1986)."""
    names: dict[GroundAtom, int] = {}
    clauses: list[Clause] = []
    fresh = 0

    def variable(atom: GroundAtom) -> int:
        # Atoms get even numbers and definitions odd ones, so that they do not collide.
        return names.setdefault(atom, 2 * len(names) + 2)

    def literal(part: Prop) -> int:
        nonlocal fresh
        if isinstance(part, Lit):
            index = variable(part.atom)
            return index if part.positive else -index
        fresh += 1
        name = 2 * fresh - 1
        if isinstance(part, Conjunction):
            clauses.extend((-name, literal(conjunct)) for conjunct in part.parts)
        else:
            clauses.append((-name, *(literal(disjunct) for disjunct in part.parts)))
        return name

    clauses.append((literal(prop),))
    return clauses, names


def _search(clauses: list[Clause], budget: Budget) -> dict[int, bool] | None:
    """The algorithm of Davis, Putnam, Logemann and Loveland, without recursion."""
    containing: dict[int, list[Clause]] = {}
    for clause in clauses:
        for literal in clause:
            containing.setdefault(literal, []).append(clause)
    assignment: dict[int, bool] = {}
    trail: list[int] = []
    decisions: list[int] = []
    # Unit clauses: the proposition itself is true, and empty disjunctions are false.
    new = [clause[0] for clause in clauses if len(clause) == 1]
    while True:
        if _propagate(new, containing, assignment, trail, budget):
            budget.spend(len(clauses))
            free = _open(clauses, assignment)
            if free is None:
                return assignment
            decisions.append(len(trail))
            new = [-free]
            continue
        if not decisions:
            return None
        mark = decisions.pop()
        new = [-trail[mark]]
        while len(trail) > mark:
            del assignment[abs(trail.pop())]


def _open(clauses: list[Clause], assignment: dict[int, bool]) -> int | None:
    """An unassigned variable of an unsatisfied clause whose definition must be true; None if there
    is none. Clauses of definitions that nothing requires can be ignored."""
    for clause in clauses:
        head = clause[0]
        if assignment.get(abs(head), head > 0) == (head > 0):
            continue
        free = 0
        for literal in clause:
            value = assignment.get(abs(literal))
            if value is None:
                free = free or abs(literal)
            elif value == (literal > 0):
                break
        else:
            return free
    return None


def _propagate(
    new: list[int],
    containing: dict[int, list[Clause]],
    assignment: dict[int, bool],
    trail: list[int],
    budget: Budget,
) -> bool:
    """Make the literals `new` true, and all that follow; False if a clause cannot be satisfied."""
    todo = list(new)
    while todo:
        true = todo.pop()
        assigned = assignment.get(abs(true))
        if assigned is not None:
            if assigned != (true > 0):
                return False
            continue
        assignment[abs(true)] = true > 0
        trail.append(true)
        clauses = containing.get(-true, ())
        budget.spend(len(clauses))
        for clause in clauses:
            unit = 0
            for literal in clause:
                value = assignment.get(abs(literal))
                if value is None:
                    if unit:
                        break
                    unit = literal
                elif value == (literal > 0):
                    break
            else:
                if not unit:
                    return False
                todo.append(unit)
    return True
