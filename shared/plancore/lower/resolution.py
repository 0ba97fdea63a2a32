"""The names of a form that do not resolve, and the arguments that do not fit."""

from __future__ import annotations

from typing import NamedTuple

from plancore.lower.section import AtomUse, FunctionUse
from plancore.model.domain import AbstractTask, Action, Function, Predicate
from plancore.model.formula import TypedName
from plancore.syntax.nodes import Atom, List, Node

Declared = Predicate | Function | Action | AbstractTask


class ArityMismatch(NamedTuple):
    """A predicate, function or task with the wrong number of arguments; a function with the right
    number lacks its parentheses."""

    node: List
    declared: Declared
    given: int


class TypeMismatch(NamedTuple):
    """An argument of a wrong type.

    `possible` is True if some object could be of both types.
    """

    node: Node
    given: TypedName | Function
    wanted: TypedName
    declared: Declared
    possible: bool
    outer: List
    """The list that it is an argument of."""


class Resolution(NamedTuple):
    """Everything that does not resolve; most forms have only empty lists.

    `operators` are undeclared words applied to formulas; `formulas` are predicates in place of an
    argument.
    """

    predicates: list[AtomUse]
    operators: list[AtomUse]
    formulas: list[FunctionUse]
    functions: list[FunctionUse]
    objects: list[Atom]
    types: list[Atom]
    tasks: list[Atom]
    arity: list[ArityMismatch]
    mismatches: list[TypeMismatch]

    @property
    def is_possible(self) -> bool:
        """Whether all names are declared and there may be objects that fit every type."""
        *undeclared, mismatches = self
        return not any(undeclared) and all(mismatch.possible for mismatch in mismatches)
