"""Where conditions hold and what effects change: formulas, columns of arguments, sets of states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plancore.lower.environment import Environment
from plancore.model.formula import (
    And,
    Assign,
    AtomicFormula,
    Exists,
    Forall,
    Formula,
    Imply,
    Not,
    Or,
    Preference,
    TypedName,
    When,
)
from plancore.vectors.block import FULL, BitRows, Codes, StateBlock

Binding = dict[str, Codes]
"""Variable to the object of each row."""


class UnevaluableError(ValueError):
    """A condition that a set of atoms cannot decide; the text says why."""


class NotBooleanError(UnevaluableError):
    """A construct that is no Boolean condition on one state, such as a numeric comparison."""

    def __init__(self, construct: str) -> None:
        super().__init__(f"`{construct}` cannot be evaluated on a set of atoms")
        self.construct = construct


class Conditions:
    """Evaluates the conditions of a model on a block of states, for many bindings at once.

    `environment` has the model's types and objects. The states hold its derived atoms, but for the
    predicates `underived`, each with the reason why not.
    """

    def __init__(
        self,
        block: StateBlock,
        environment: Environment,
        underived: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.block = block
        self.environment = environment
        self._underived = underived

    def holds(self, formula: Formula, binding: Binding, rows: int) -> BitRows:
        """For each row of `binding` the states in which `formula` holds.

        Raises UnevaluableError for numeric, temporal and other constructs that need more.
        """
        match formula:
            case AtomicFormula("=", (left, right)):
                same = self.column(left, binding, rows) == self.column(right, binding, rows)
                return np.where(same[:, None], self.block.valid, np.uint64(0))
            case AtomicFormula(predicate) if predicate in self._underived:
                raise UnevaluableError(self._underived[predicate])
            case AtomicFormula():
                return self.block.rows(self.atom_codes(formula, binding, rows))
            case Not(body):
                return ~self.holds(body, binding, rows) & self.block.valid
            case And(parts):
                result = np.repeat(self.block.valid, rows, axis=0)
                for part in parts:
                    result &= self.holds(part, binding, rows)
                return result
            case Or(parts):
                result = np.zeros((rows, self.block.valid.shape[1]), dtype=np.uint64)
                for part in parts:
                    result |= self.holds(part, binding, rows)
                return result
            case Imply(condition, conclusion):
                return (~self.holds(condition, binding, rows) & self.block.valid) | self.holds(
                    conclusion, binding, rows
                )
            case Forall(variables, body):
                return ~self._exists(variables, Not(body), binding, rows) & self.block.valid
            case Exists(variables, body):
                return self._exists(variables, body, binding, rows)
            case Preference():
                # A preference on a precondition forbids nothing (PDDL 3.0, §3).
                return np.repeat(self.block.valid, rows, axis=0)
            case _:
                raise NotBooleanError(type(formula).__name__.lower())

    def atom_codes(self, atom: AtomicFormula, binding: Binding, rows: int) -> Codes:
        """The numbers of `atom` under each row of `binding`."""
        columns = [self.column(arg, binding, rows) for arg in atom.args]
        codes = self.block.codes.codes(atom.predicate, columns, rows)
        for column in columns:
            codes = np.where(column < 0, 0, codes)
        return codes

    def column(self, term: object, binding: Binding, rows: int) -> Codes:
        """The object that a term means in each row; -1 for one that is not there."""
        if not isinstance(term, str):
            raise NotBooleanError("object fluent")
        bound = binding.get(term)
        if bound is not None:
            return bound
        return np.full(rows, self.block.codes.objects.get(term, -1), dtype=np.int64)

    def fitting(
        self, parameters: Sequence[TypedName], binding: Binding, rows: int
    ) -> npt.NDArray[np.bool_]:
        """The rows whose objects have the types of `parameters`."""
        fits = np.ones(rows, dtype=np.bool_)
        for parameter in parameters:
            fits &= np.isin(binding[parameter.name], self.members(parameter.types))
        return fits

    def existing(self, binding: Binding, rows: int) -> BitRows:
        """For each row the states whose problem has all the objects of the row."""
        result = np.repeat(self.block.valid, rows, axis=0)
        for column in binding.values():
            result &= self.block.exists[column]
        return result

    def _exists(
        self, variables: tuple[TypedName, ...], body: Formula, binding: Binding, rows: int
    ) -> BitRows:
        result = np.zeros((rows, self.block.valid.shape[1]), dtype=np.uint64)
        for choice in self.choices(variables):
            inner = binding | {
                variable.name: np.full(rows, index, dtype=np.int64)
                for variable, index in zip(variables, choice, strict=True)
            }
            present = np.full((1, self.block.valid.shape[1]), FULL, dtype=np.uint64)
            for index in choice:
                present &= self.block.exists[index]
            result |= self.holds(body, inner, rows) & present
        return result

    def choices(self, variables: tuple[TypedName, ...]) -> product[tuple[int, ...]]:
        """Every assignment of objects to quantified variables that their types allow."""
        return product(*(self.members(variable.types) for variable in variables))

    def members(self, types: tuple[str, ...]) -> list[int]:
        """The objects that may stand where `types` is asked for."""
        names = self.environment.members(types)
        return sorted(i for name, i in self.block.codes.objects.items() if name in names)


class Firing(NamedTuple):
    """One literal of an effect under each row: its atom, and the states in which it happens."""

    positive: bool
    codes: Codes
    states: BitRows


class ChangedAtoms(NamedTuple):
    """Atoms that change, for pairs of a row and an atom: shape (pairs, words) each."""

    becomes_true: BitRows
    becomes_false: BitRows


def firings(
    effect: Formula, conditions: Conditions, binding: Binding, pairs: BitRows
) -> list[Firing]:
    """The literals of `effect` in the states `pairs` (rows × words) in which the action happens.

    Guards are evaluated in the state before. Numeric changes are passed over: they change no atom.
    Raises NotBooleanError for effects that are not deterministic.
    """
    rows = pairs.shape[0]
    firings: list[Firing] = []
    stack: list[tuple[Formula, Binding, BitRows]] = [(effect, binding, pairs)]
    while stack:
        part, bound, states = stack.pop()
        match part:
            case And(parts):
                stack.extend((conjunct, bound, states) for conjunct in parts)
            case AtomicFormula():
                firings.append(Firing(True, conditions.atom_codes(part, bound, rows), states))
            case Not(AtomicFormula() as atom):
                firings.append(Firing(False, conditions.atom_codes(atom, bound, rows), states))
            case When(condition, inner):
                stack.append((inner, bound, states & conditions.holds(condition, bound, rows)))
            case Forall(variables, inner):
                for choice in conditions.choices(variables):
                    present = states
                    chosen = dict(bound)
                    for variable, index in zip(variables, choice, strict=True):
                        chosen[variable.name] = np.full(rows, index, dtype=np.int64)
                        present = present & conditions.block.exists[index]
                    stack.append((inner, chosen, present))
            case Assign():
                continue
            case _:
                raise NotBooleanError(type(part).__name__.lower())
    return firings


def changes(models: list[list[Firing]], conditions: Conditions, rows: int) -> list[ChangedAtoms]:
    """For each model what it changes, over the (row, atom) pairs that any of them touches.

    `conditions` know the state before; only atoms that count are looked at.
    An atom that is both added and deleted in one step is added (PDDL 2.1, §5).
    """
    keys: list[Codes] = []
    for firing in (f for model in models for f in model):
        keys.append(firing.codes * rows + np.arange(rows, dtype=np.int64))
    if not keys:
        empty = np.zeros((0, conditions.block.valid.shape[1]), dtype=np.uint64)
        return [ChangedAtoms(empty, empty) for _ in models]
    unique, inverse = np.unique(np.concatenate(keys), return_inverse=True)
    codes = unique // rows
    before = conditions.block.rows(codes)
    counted = conditions.block.codes.are_counted(codes)[:, None]
    result: list[ChangedAtoms] = []
    offset = 0
    for model in models:
        added = np.zeros_like(before)
        deleted = np.zeros_like(before)
        for firing in model:
            # Within one firing each row has its own key, so plain indexing does not collide.
            pairs = inverse[offset : offset + rows]
            offset += rows
            target = added if firing.positive else deleted
            target[pairs] |= firing.states
        result.append(
            ChangedAtoms(
                np.where(counted, added & ~before, np.uint64(0)),
                np.where(counted, deleted & ~added & before, np.uint64(0)),
            )
        )
    return result
