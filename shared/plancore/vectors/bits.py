"""Sets of states as rows of 64-bit words."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Words: TypeAlias = npt.NDArray[np.uint64]
"""Shape (rows, words); bit `j % 64` of word `j // 64` stands for the j-th state of the block."""

Codes: TypeAlias = npt.NDArray[np.int64]

FULL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


def words_for(count: int) -> int:
    """How many words hold `count` bits."""
    return (count + 63) // 64


def ones(count: int) -> Words:
    """One row with the first `count` bits set."""
    row = np.full((1, words_for(count)), FULL, dtype=np.uint64)
    if count % 64:
        row[0, -1] = np.uint64((1 << (count % 64)) - 1)
    return row


def set_bits(rows: Codes, columns: Codes, shape: tuple[int, int]) -> Words:
    """A matrix of `shape` (rows, words) with the bits at (`rows`, `columns`) set."""
    flat = np.zeros(shape[0] * shape[1], dtype=np.uint64)
    at = rows * shape[1] + columns // 64
    np.bitwise_or.at(flat, at, np.uint64(1) << (columns % 64).astype(np.uint64))
    return flat.reshape(shape)


def count(rows: Words) -> int:
    """How many bits are set."""
    return int(np.bitwise_count(rows).sum(dtype=np.int64))


def count_by_state(rows: Words, states: int) -> Codes:
    """For each state, in how many rows its bit is set."""
    # Carry-save would be quicker still, but a byte for each pair is cheap enough.
    as_bytes = np.ascontiguousarray(rows).view(np.uint8)
    unpacked = np.unpackbits(as_bytes, axis=1, bitorder="little", count=states)
    by_state: Codes = unpacked.sum(axis=0, dtype=np.int64)
    return by_state
