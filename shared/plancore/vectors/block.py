"""Sets of states as rows of 64-bit words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from plancore.model.ground import StateAtoms
from plancore.vectors.sample import StateBatch

BitRows: TypeAlias = npt.NDArray[np.uint64]
"""Shape (rows, words); bit `j % 64` of word `j // 64` stands for the j-th state of the block."""

Codes: TypeAlias = npt.NDArray[np.int64]

FULL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


def words_for(count: int) -> int:
    """How many words hold `count` bits."""
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
    """How many bits are set."""
    return int(np.bitwise_count(rows).sum(dtype=np.int64))


def count_by_state(rows: BitRows, states: int) -> Codes:
    """For each state, in how many rows its bit is set."""
    # Carry-save would be quicker still, but a byte for each pair is cheap enough.
    as_bytes = np.ascontiguousarray(rows).view(np.uint8)
    unpacked = np.unpackbits(as_bytes, axis=1, bitorder="little", count=states)
    by_state: Codes = unpacked.sum(axis=0, dtype=np.int64)
    return by_state


Signature: TypeAlias = tuple[str, int]
"""A predicate and its arity."""


class AtomCodes:
    """Numbers for ground atoms: predicate and objects as digits of one integer.

    `counted` are the predicates whose changes are of interest, `others` those that conditions read
    besides, each with its arity. Changes are counted of atoms over the first `known` objects, by
    default all. Raises OverflowError when predicates, objects and arity are too
    many for 63 bits.
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
        """The number of a ground atom; 0 when it names something unknown."""
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
        """The numbers of `predicate` applied to columns of objects; zeros when it is unknown."""
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
    """Some states of a batch. `states[k]` counts those of the k-th sample, in order."""

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
        """For each object the states of the samples that have it; all where none names it."""
        exists = np.repeat(self.valid, len(self.codes.objects), axis=0)
        named = [self.codes.objects[thing.name] for thing in batch.objects]
        exists[named] = 0
        for index in np.unique(self.sample_of):
            columns = np.nonzero(self.sample_of == index)[0].astype(np.int64)
            row = set_bits(np.zeros_like(columns), columns, (1, max(self.words, 1)))
            present = [self.codes.objects[thing.name] for thing in batch.samples[index].objects]
            exists[present] |= row
        return exists
