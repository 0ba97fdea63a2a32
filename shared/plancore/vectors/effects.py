"""The changes of actions: for each ground action and state the atoms that become true or false."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plancore.model.formula import (
    And,
    Assign,
    AtomicFormula,
    Forall,
    Formula,
    Not,
    When,
)
from plancore.vectors.block import BitRows, Codes
from plancore.vectors.conditions import Binding, Conditions, NotBooleanError


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
