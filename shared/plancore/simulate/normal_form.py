"""The normal form of conditions, as `conditions.normalise` makes it.

node ::= [¬] atom | [¬] comparison | And(node…) | Or(node…) | [¬] Exists(variables, node)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

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
    """A comparison of numbers. False if either side is undefined, negated or not."""

    positive: bool
    operator: str
    left: Program
    right: Program


class AllOf(NamedTuple):
    """A conjunction; an empty one is *true*."""

    parts: tuple[Node, ...]


class AnyOf(NamedTuple):
    """A disjunction; an empty one is *false*."""

    parts: tuple[Node, ...]


class Quantified(NamedTuple):
    """Some objects make `part` true, or none if not `positive`."""

    positive: bool
    variables: Bindings
    part: Node


Node: TypeAlias = AtomTest | NumberTest | AllOf | AnyOf | Quantified

_MAX_ALTERNATIVES: Final = 64

TRUE = AllOf(())
FALSE = AnyOf(())


def is_true(node: Node) -> bool:
    """Whether `node` is the empty conjunction. (As tuples, `TRUE` and `FALSE` are equal.)"""
    return isinstance(node, AllOf) and not node.parts


def conjuncts(node: Node) -> tuple[Node, ...]:
    """The parts of a conjunction; any other node is its own only part."""
    return node.parts if isinstance(node, AllOf) else (node,)


def negation(node: Node) -> Node:
    """A node that is true exactly if `node` is false, even for undefined numbers."""
    match node:
        case AtomTest():
            return node._replace(positive=not node.positive)
        case NumberTest():
            return Quantified(False, (), node)
        case AllOf(parts):
            return AnyOf(tuple(negation(part) for part in parts))
        case AnyOf(parts):
            return AllOf(tuple(negation(part) for part in parts))
        case Quantified():
            return node._replace(positive=not node.positive)


def alternatives(body: Node) -> list[tuple[Bindings, list[Node]]]:
    """The disjunctive normal form: conjunctions, each with its existential variables. To limit
    their number, some keep disjunctions among their parts."""
    done: list[tuple[Bindings, list[Node]]] = []
    todo: list[tuple[Bindings, list[Node], list[Node]]] = [((), [], [body])]
    while todo:
        variables, parts, rest = todo.pop()
        while rest:
            node = rest.pop(0)
            match node:
                case AllOf(more):
                    rest = [*more, *rest]
                case Quantified(True, bound, part):
                    variables = variables + bound
                    rest = [*conjuncts(part), *rest]
                case AnyOf(ways) if len(done) + len(todo) < _MAX_ALTERNATIVES:
                    todo.extend((variables, list(parts), [way, *rest]) for way in ways)
                    break
                case _:
                    parts.append(node)
        else:
            done.append((variables, parts))
    return done


def leaves(node: Node) -> Iterator[tuple[AtomTest | NumberTest, bool]]:
    """The tests of a condition, each with whether its atom makes the condition false."""
    todo = [(node, False)]
    while todo:
        item, flipped = todo.pop()
        match item:
            case AtomTest(positive=positive):
                yield item, flipped is positive
            case NumberTest():
                yield item, flipped
            case AllOf(parts) | AnyOf(parts):
                todo.extend((part, flipped) for part in parts)
            case Quantified(positive, _, part):
                todo.append((part, flipped is positive))
