"""A block of states: one bit vector for each atom that holds somewhere in it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from plancore.model.formula import TypedName
from plancore.vectors.bits import Codes, Words, ones, set_bits, words_for
from plancore.vectors.sample import Batch, State


class AtomCodes:
    """Numbers for ground atoms: predicate and objects as digits of one integer.

    Raises OverflowError when predicates, objects and arity are too many for 63 bits.
    """

    def __init__(self, objects: Sequence[TypedName], arities: dict[str, int]) -> None:
        self.objects = {each.name: index for index, each in enumerate(objects)}
        self.predicates: dict[str, tuple[int, int]] = {}
        base = 1
        for name, arity in sorted(arities.items()):
            span = max(len(self.objects), 1) ** arity
            self.predicates[name] = (base, arity)
            base += span
        if base >= 1 << 63:
            raise OverflowError("too many ground atoms to number them")

    def code(self, atom: tuple[str, ...]) -> int:
        """The number of a ground atom; 0 when it names something unknown."""
        known = self.predicates.get(atom[0])
        if known is None or known[1] != len(atom) - 1:
            return 0
        digits = 0
        for name in atom[1:]:
            index = self.objects.get(name)
            if index is None:
                return 0
            digits = digits * len(self.objects) + index
        return known[0] + digits

    def codes(self, predicate: str, args: list[Codes], rows: int) -> Codes:
        """The numbers of `predicate` applied to columns of objects; zeros when it is unknown."""
        known = self.predicates.get(predicate)
        if known is None or known[1] != len(args):
            return np.zeros(rows, dtype=np.int64)
        digits = np.zeros(rows, dtype=np.int64)
        for column in args:
            digits = digits * len(self.objects) + column
        return digits + known[0]


class Block:
    """Some states of a batch. `states[k]` counts those of the k-th sample, in order."""

    def __init__(
        self,
        codes: AtomCodes,
        batch: Batch,
        members: Sequence[tuple[int, Sequence[State]]],
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

    def rows(self, codes: Codes) -> Words:
        """The bit vectors of the atoms with these numbers."""
        at = np.searchsorted(self._known, codes)
        at[at == len(self._known)] = 0
        return self._rows[np.where(self._known[at] == codes, at, 0)]

    def _fill(self, members: Sequence[tuple[int, Sequence[State]]]) -> tuple[Codes, Words]:
        number: dict[tuple[str, ...], int] = {}
        atoms: list[int] = []
        columns: list[int] = []
        column = 0
        for _, states in members:
            for state in states:
                for atom in state:
                    code = number.get(atom)
                    if code is None:
                        code = number[atom] = self.codes.code(atom)
                    if code:
                        atoms.append(code)
                        columns.append(column)
                column += 1
        known, rows = np.unique(np.array([0, *atoms], dtype=np.int64), return_inverse=True)
        bits = set_bits(
            rows[1:].astype(np.int64),
            np.array(columns, dtype=np.int64),
            (len(known), max(self.words, 1)),
        )
        return known, bits

    def _existence(self, batch: Batch) -> Words:
        """For each object, the states of the samples that have it."""
        exists = np.zeros((len(batch.objects), max(self.words, 1)), dtype=np.uint64)
        for index in np.unique(self.sample_of):
            columns = np.nonzero(self.sample_of == index)[0].astype(np.int64)
            row = set_bits(np.zeros_like(columns), columns, (1, max(self.words, 1)))
            own = [self.codes.objects[each.name] for each in batch.samples[index].objects]
            exists[own] |= row
        return exists
