"""The normal form of conditions: what `conditions.normalise` makes of formulas.

node ::= [¬] atom | [¬] comparison | And(node…) | Or(node…) | [¬] Exists(variables, node)
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from plancore.simulate.expressions import Program

SlotTerm: TypeAlias = str | int
"""An object, or the slot of a variable."""


class Variable(NamedTuple):
    """A quantified variable."""

    slot: int
    name: str
    types: tuple[str, ...]


Bindings: TypeAlias = tuple[Variable, ...]


class AtomTest(NamedTuple):
    """An atom or its negation; equality of objects is the predicate `=`."""

    positive: bool
    predicate: str
    terms: tuple[SlotTerm, ...]


class NumberTest(NamedTuple):
    """A comparison of numbers. False when either side is undefined, negated or not."""

    positive: bool
    operator: str
    left: Program
    right: Program


class AllOf(NamedTuple):
    """A conjunction; empty, it is *true*."""

    parts: tuple[Node, ...]


class AnyOf(NamedTuple):
    """A disjunction; empty, it is *false*."""

    parts: tuple[Node, ...]


class Quantified(NamedTuple):
    """Some objects make `part` true; when not `positive`, none do."""

    positive: bool
    variables: Bindings
    part: Node


Node: TypeAlias = AtomTest | NumberTest | AllOf | AnyOf | Quantified

TRUE = AllOf(())
FALSE = AnyOf(())


def is_true(node: Node) -> bool:
    """Whether `node` is the empty conjunction. (Being tuples, `TRUE` and `FALSE` are equal.)"""
    return isinstance(node, AllOf) and not node.parts


def conjuncts(node: Node) -> tuple[Node, ...]:
    """The parts of a conjunction; anything else is its own only part."""
    return node.parts if isinstance(node, AllOf) else (node,)
