"""Is there a state that makes a formula true? A small complete solver for propositional formulas.

The formulas are those of one action schema on a handful of objects: tens of atoms. A solver of
industrial strength would find them no faster than it takes to import it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from plancore.model.ground import GroundAtom
from plancore.stop import Budget


@dataclass(frozen=True, slots=True)
class Lit:
    """A ground atom or its negation."""

    atom: GroundAtom
    positive: bool = True


@dataclass(frozen=True, slots=True)
class All:
    """Every part holds; without parts: true."""

    parts: tuple[Prop, ...] = ()


@dataclass(frozen=True, slots=True)
class Some:
    """Some part holds; without parts: false."""

    parts: tuple[Prop, ...] = ()


Prop = Lit | All | Some
TRUE = All()
FALSE = Some()


MAX_CLAUSES = 3_000_000
"""How many clauses may be looked at for one question; a million take half a second."""


def negated(prop: Prop) -> Prop:
    """The negation, pushed down to the literals."""
    match prop:
        case Lit(atom, positive):
            return Lit(atom, not positive)
        case All(parts):
            return Some(tuple(negated(part) for part in parts))
        case Some(parts):
            return All(tuple(negated(part) for part in parts))


def satisfying(prop: Prop, budget: Budget | None = None) -> frozenset[GroundAtom] | None:
    """The atoms that are true in some state that satisfies `prop`; None when there is no such
    state. All other atoms are false, and false is tried first, so the answer is small.

    Raises SpentError when `budget`, which several questions may share, is used up.
    """
    clauses, names = _clauses(prop)
    assignment = _search(clauses, budget or Budget(MAX_CLAUSES))
    if assignment is None:
        return None
    return frozenset(atom for atom, index in names.items() if assignment.get(index))


Clause: TypeAlias = tuple[int, ...]


def _clauses(prop: Prop) -> tuple[list[Clause], dict[GroundAtom, int]]:
    """Clauses that are satisfiable together with `prop` (Plaisted and Greenbaum 1986)."""
    names: dict[GroundAtom, int] = {}
    clauses: list[Clause] = []
    fresh = 0

    def variable(atom: GroundAtom) -> int:
        # Atoms get even numbers and definitions odd ones, so neither has to know of the other.
        return names.setdefault(atom, 2 * len(names) + 2)

    def literal(part: Prop) -> int:
        nonlocal fresh
        if isinstance(part, Lit):
            index = variable(part.atom)
            return index if part.positive else -index
        fresh += 1
        name = 2 * fresh - 1
        if isinstance(part, All):
            clauses.extend((-name, literal(each)) for each in part.parts)
        else:
            clauses.append((-name, *(literal(each) for each in part.parts)))
        return name

    clauses.append((literal(prop),))
    return clauses, names


def _search(clauses: list[Clause], budget: Budget) -> dict[int, bool] | None:
    """Davis, Putnam, Logemann and Loveland, without recursion."""
    assignment: dict[int, bool] = {}
    trail: list[int] = []
    decisions: list[tuple[int, int]] = []
    variables = sorted({abs(literal) for clause in clauses for literal in clause})
    while True:
        if _propagate(clauses, assignment, trail, budget):
            free = next((v for v in variables if v not in assignment), None)
            if free is None:
                return assignment
            decisions.append((len(trail), free))
            assignment[free] = False
            trail.append(free)
            continue
        if not decisions:
            return None
        mark, flipped = decisions.pop()
        while len(trail) > mark:
            del assignment[trail.pop()]
        assignment[flipped] = True
        trail.append(flipped)


def _propagate(
    clauses: list[Clause], assignment: dict[int, bool], trail: list[int], budget: Budget
) -> bool:
    """Set what must be; False when a clause cannot be satisfied any more."""
    changed = True
    while changed:
        changed = False
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
                assignment[abs(unit)] = unit > 0
                trail.append(abs(unit))
                changed = True
    return True
