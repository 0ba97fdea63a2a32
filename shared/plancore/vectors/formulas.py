"""Conditions and effects on sets of states: for each row of arguments a bit vector over states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from plancore.lower.environment import Environment
from plancore.model import formula as logic
from plancore.model.plan import StateAtoms
from plancore.vectors.sample import StateBatch

# Sets of states as rows of 64-bit words.

BitRows: TypeAlias = npt.NDArray[np.uint64]
"""Shape (rows, words); bit `j % 64` of word `j // 64` is for the j-th state of the block."""

Codes: TypeAlias = npt.NDArray[np.int64]

FULL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


def words_for(count: int) -> int:
    """The number of words for `count` bits."""
    return (count + 63) // 64


def ones(count: int) -> BitRows:
    """One row with the first `count` bits set."""
    row = np.full((1, words_for(count)), FULL, dtype=np.uint64)
    if count % 64:
        row[0, -1] = np.uint64((1 << (count % 64)) - 1)
    return row


def set_bits(rows: Codes, columns: Codes, shape: tuple[int, int]) -> BitRows:
    """A matrix of `shape` (rows, words) with the bits at (`rows`, `columns`) set."""
    flat = np.zeros(shape[0] * shape[1], dtype=np.uint64)
    at = rows * shape[1] + columns // 64
    np.bitwise_or.at(flat, at, np.uint64(1) << (columns % 64).astype(np.uint64))
    return flat.reshape(shape)


def count(rows: BitRows) -> int:
    """The number of bits that are set."""
    return int(np.bitwise_count(rows).sum(dtype=np.int64))


def count_by_state(rows: BitRows, states: int) -> Codes:
    """For each state the number of rows in which its bit is set."""
    # A carry-save adder would be faster, but a byte for each pair is cheap enough.
    as_bytes = np.ascontiguousarray(rows).view(np.uint8)
    unpacked = np.unpackbits(as_bytes, axis=1, bitorder="little", count=states)
    by_state: Codes = unpacked.sum(axis=0, dtype=np.int64)
    return by_state


Signature: TypeAlias = tuple[str, int]
"""A predicate and its arity."""


class AtomCodes:
    """Numbers for ground atoms: predicate and objects as digits of one integer.

    `counted` are the predicates whose changes are counted, `others` those that conditions also
    read, each with its arity. Changes are counted for atoms over the first `known` objects, by
    default all. Raises OverflowError if there are too many ground atoms for 63 bits.
    """

    def __init__(
        self,
        objects: Iterable[str],
        counted: Iterable[Signature],
        others: Iterable[Signature] = (),
        known: int | None = None,
    ) -> None:
        self.objects = {name: index for index, name in enumerate(objects)}
        self._known = len(self.objects) if known is None else known
        self._bases: dict[Signature, int] = {}
        self._end = self._add(1, counted)
        if self._add(self._end, others) >= 1 << 63:
            raise OverflowError("too many ground atoms to number them")

    def _add(self, base: int, signatures: Iterable[Signature]) -> int:
        for signature in sorted(set(signatures) - self._bases.keys()):
            self._bases[signature] = base
            base += max(len(self.objects), 1) ** signature[1]
        return base

    def code(self, atom: tuple[str, ...]) -> int:
        """The number of a ground atom; 0 if its predicate or an object is unknown."""
        base = self._bases.get((atom[0], len(atom) - 1))
        if base is None:
            return 0
        digits = 0
        for name in atom[1:]:
            index = self.objects.get(name)
            if index is None:
                return 0
            digits = digits * len(self.objects) + index
        return base + digits

    def codes(self, predicate: str, args: list[Codes], rows: int) -> Codes:
        """The numbers of `predicate` applied to columns of objects; zeros if it is unknown."""
        base = self._bases.get((predicate, len(args)))
        digits = np.zeros(rows, dtype=np.int64)
        if base is None:
            return digits
        for column in args:
            digits = digits * len(self.objects) + column
        return digits + base

    def are_counted(self, codes: Codes) -> npt.NDArray[np.bool_]:
        """For each number whether changes of its atom are counted."""
        counted = (codes > 0) & (codes < self._end)
        if self._known < len(self.objects):
            for (_, arity), base in self._bases.items():
                digits = codes - base
                inside = (digits >= 0) & (digits < len(self.objects) ** arity)
                for _ in range(arity):
                    counted &= ~inside | (digits % len(self.objects) < self._known)
                    digits = digits // len(self.objects)
        return counted


class StateBlock:
    """Some states of a batch. `members` are pairs of the index of a sample and states of it."""

    def __init__(
        self,
        codes: AtomCodes,
        batch: StateBatch,
        members: Sequence[tuple[int, Sequence[StateAtoms]]],
    ) -> None:
        self.codes = codes
        self.count = sum(len(states) for _, states in members)
        self.words = words_for(self.count)
        self.valid = ones(self.count)
        self.sample_of: npt.NDArray[np.int64] = np.repeat(
            np.array([sample for sample, _ in members], dtype=np.int64),
            [len(states) for _, states in members],
        )
        self._known, self._rows = self._fill(members)
        self.exists = self._existence(batch)

    def rows(self, codes: Codes) -> BitRows:
        """The bit vectors of the atoms with these numbers."""
        places = np.searchsorted(self._known, codes)
        places[places == len(self._known)] = 0
        return self._rows[np.where(self._known[places] == codes, places, 0)]

    def _fill(self, members: Sequence[tuple[int, Sequence[StateAtoms]]]) -> tuple[Codes, BitRows]:
        code_of: dict[tuple[str, ...], int] = {}
        atoms: list[int] = []
        columns: list[int] = []
        column = 0
        for _, states in members:
            for state in states:
                for atom in state:
                    code = code_of.get(atom)
                    if code is None:
                        code = code_of[atom] = self.codes.code(atom)
                    if code:
                        atoms.append(code)
                        columns.append(column)
                column += 1
        codes, rows = np.unique(np.array([0, *atoms], dtype=np.int64), return_inverse=True)
        bits = set_bits(
            rows[1:].astype(np.int64),
            np.array(columns, dtype=np.int64),
            (len(codes), max(self.words, 1)),
        )
        return codes, bits

    def _existence(self, batch: StateBatch) -> BitRows:
        """For each object the states of the samples that have it; all if no sample lists it."""
        exists = np.repeat(self.valid, len(self.codes.objects), axis=0)
        named = [self.codes.objects[thing.name] for thing in batch.objects]
        exists[named] = 0
        for index in np.unique(self.sample_of):
            columns = np.nonzero(self.sample_of == index)[0].astype(np.int64)
            row = set_bits(np.zeros_like(columns), columns, (1, max(self.words, 1)))
            present = [self.codes.objects[thing.name] for thing in batch.samples[index].objects]
            exists[present] |= row
        return exists


Binding = dict[str, Codes]
"""For each variable the object of each row."""


class UnevaluableError(ValueError):
    """A condition that a set of atoms cannot decide; the message is the reason."""


class NotBooleanError(UnevaluableError):
    """A construct that is not a Boolean condition on one state, such as a numeric comparison."""

    def __init__(self, construct: str) -> None:
        super().__init__(f"`{construct}` cannot be evaluated on a set of atoms")
        self.construct = construct


class Conditions:
    """Evaluates the conditions of a model on a block of states, for many bindings at once.
    `environment` has the model's types and objects. The states include its derived atoms, except
    for the predicates in `underived`, each with the reason."""

    def __init__(
        self,
        block: StateBlock,
        environment: Environment,
        underived: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.block = block
        self.environment = environment
        self._underived = underived

    def holds(self, formula: logic.Formula, binding: Binding, rows: int) -> BitRows:
        """For each row of `binding` the states in which `formula` is true. Raises UnevaluableError
        for numeric, temporal and other constructs that a state does not decide."""
        match formula:
            case logic.AtomicFormula("=", (left, right)):
                same = self.column(left, binding, rows) == self.column(right, binding, rows)
                return np.where(same[:, None], self.block.valid, np.uint64(0))
            case logic.AtomicFormula(predicate) if predicate in self._underived:
                raise UnevaluableError(self._underived[predicate])
            case logic.AtomicFormula():
                return self.block.rows(self.atom_codes(formula, binding, rows))
            case logic.Not(body):
                return ~self.holds(body, binding, rows) & self.block.valid
            case logic.And(parts):
                result = np.repeat(self.block.valid, rows, axis=0)
                for part in parts:
                    result &= self.holds(part, binding, rows)
                return result
            case logic.Or(parts):
                result = np.zeros((rows, self.block.valid.shape[1]), dtype=np.uint64)
                for part in parts:
                    result |= self.holds(part, binding, rows)
                return result
            case logic.Imply(condition, conclusion):
                return (~self.holds(condition, binding, rows) & self.block.valid) | self.holds(
                    conclusion, binding, rows
                )
            case logic.Forall(variables, body):
                return ~self._exists(variables, logic.Not(body), binding, rows) & self.block.valid
            case logic.Exists(variables, body):
                return self._exists(variables, body, binding, rows)
            case logic.Preference():
                # A preference on a precondition forbids nothing (PDDL 3.0, §3).
                return np.repeat(self.block.valid, rows, axis=0)
            case _:
                raise NotBooleanError(type(formula).__name__.lower())

    def atom_codes(self, atom: logic.AtomicFormula, binding: Binding, rows: int) -> Codes:
        """The numbers of `atom` under each row of `binding`."""
        columns = [self.column(arg, binding, rows) for arg in atom.args]
        codes = self.block.codes.codes(atom.predicate, columns, rows)
        for column in columns:
            codes = np.where(column < 0, 0, codes)
        return codes

    def column(self, term: object, binding: Binding, rows: int) -> Codes:
        """The object of a term in each row; -1 if it is unknown."""
        if not isinstance(term, str):
            raise NotBooleanError("object fluent")
        bound = binding.get(term)
        if bound is not None:
            return bound
        return np.full(rows, self.block.codes.objects.get(term, -1), dtype=np.int64)

    def fitting(
        self, parameters: Sequence[logic.TypedName], binding: Binding, rows: int
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
        self,
        variables: tuple[logic.TypedName, ...],
        body: logic.Formula,
        binding: Binding,
        rows: int,
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

    def choices(self, variables: tuple[logic.TypedName, ...]) -> product[tuple[int, ...]]:
        """Every assignment of objects to quantified variables that their types allow."""
        return product(*(self.members(variable.types) for variable in variables))

    def members(self, types: tuple[str, ...]) -> list[int]:
        """The objects that have one of `types`."""
        names = self.environment.members(types)
        return sorted(i for name, i in self.block.codes.objects.items() if name in names)


class Firing(NamedTuple):
    """One literal of an effect under each row: its atoms, and the states in which it happens."""

    positive: bool
    codes: Codes
    states: BitRows


class ChangedAtoms(NamedTuple):
    """The changes of pairs of a row and an atom; both have the shape (pairs, words)."""

    becomes_true: BitRows
    becomes_false: BitRows


def firings(
    effect: logic.Formula, conditions: Conditions, binding: Binding, pairs: BitRows
) -> list[Firing]:
    """The literals of `effect` in the states `pairs` (rows × words) in which the action happens.
    Guards are evaluated in the state before. Numeric effects are ignored, because they change no
    atom. Raises NotBooleanError for nondeterministic effects."""
    rows = pairs.shape[0]
    firings: list[Firing] = []
    stack: list[tuple[logic.Formula, Binding, BitRows]] = [(effect, binding, pairs)]
    while stack:
        part, bound, states = stack.pop()
        match part:
            case logic.And(parts):
                stack.extend((conjunct, bound, states) for conjunct in parts)
            case logic.AtomicFormula():
                firings.append(Firing(True, conditions.atom_codes(part, bound, rows), states))
            case logic.Not(logic.AtomicFormula() as atom):
                firings.append(Firing(False, conditions.atom_codes(atom, bound, rows), states))
            case logic.When(condition, inner):
                stack.append((inner, bound, states & conditions.holds(condition, bound, rows)))
            case logic.Forall(variables, inner):
                for choice in conditions.choices(variables):
                    present = states
                    chosen = dict(bound)
                    for variable, index in zip(variables, choice, strict=True):
                        chosen[variable.name] = np.full(rows, index, dtype=np.int64)
                        present = present & conditions.block.exists[index]
                    stack.append((inner, chosen, present))
            case logic.Assign():
                continue
            case _:
                raise NotBooleanError(type(part).__name__.lower())
    return firings


def changes(models: list[list[Firing]], conditions: Conditions, rows: int) -> list[ChangedAtoms]:
    """For each model its changes, over the (row, atom) pairs that any of them touches. `conditions`
    have the state before; only counted atoms change. An atom that is both added and deleted in one
    step is added (PDDL 2.1, §5)."""
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
