"""What stands for what in two models, each pair with its reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from plancore.model.record import record

if TYPE_CHECKING:
    from plancore.model.plan import Plan
    from plancore.model.problem import Problem


Pair = tuple[str, str]
"""A learned name and a name of the reference."""

Arguments = tuple[int | None, ...]
"""For each argument of the learned name the position in the reference, from 0; None: dropped."""


UNCERTAIN: Final = 0.8
"""Pairs with less confidence are for a person to check. Of those with more, 103 of 104 were right
on the labelled pairs of `tests/core/correspondence/test_labelled.py`, of the others 92 of 103."""


class Side(StrEnum):
    """One of the two models."""

    LEARNED = "learned"
    REFERENCE = "reference"

    @property
    def other(self) -> Side:
        """The side across."""
        return Side.REFERENCE if self is Side.LEARNED else Side.LEARNED


@record
class NamePair:
    """A name of the learned model that stands for one of the reference.

    `confidence` is in 0..1; `evidence` says in words what speaks for the pair.
    """

    learned: str
    reference: str
    confidence: float = 1.0
    evidence: tuple[str, ...] = ()


@record
class ActionPair(NamePair):
    """Two actions; `parameters` are the learned ones with a counterpart, and that counterpart.

    `is_one_to_many` tells a pair beside the one-to-one pairs: one action stands for several of the
    other model.
    """

    parameters: Mapping[str, str] = field(default_factory=dict)
    is_one_to_many: bool = False


@record
class SymbolPair(NamePair):
    """Two predicates or two functions, and which argument stands for which.

    Where `negated`, the learned predicate holds where the reference's does not.
    """

    arguments: Arguments = ()
    negated: bool = False
    is_one_to_many: bool = False


PAIR_OF: Final[Mapping[str, type[NamePair]]] = {
    "actions": ActionPair,
    "predicates": SymbolPair,
    "functions": SymbolPair,
    "types": NamePair,
    "constants": NamePair,
}
"""What a pair of names of each kind is."""


@record
class TypePredicate:
    """A unary static predicate of the model on `side` that plays a type of the other model."""

    side: Side
    predicate: str
    type: str
    confidence: float = 1.0
    evidence: tuple[str, ...] = ()


def key_of(pair: NamePair | TypePredicate) -> tuple[object, ...]:
    """The names that a pair pairs, whatever else is known of it."""
    if isinstance(pair, TypePredicate):
        return pair.side, pair.predicate, pair.type
    return pair.learned, pair.reference, isinstance(pair, SymbolPair) and pair.negated


@record
class Pairs:
    """All pairs of two models, and the pairs that a person has refused.

    `refusals` are kind, learned name and reference name; the kinds are those of `names.KINDS`.
    `remarks` say what of the search was left undone.
    """

    actions: tuple[ActionPair, ...] = ()
    predicates: tuple[SymbolPair, ...] = ()
    functions: tuple[SymbolPair, ...] = ()
    types: tuple[NamePair, ...] = ()
    constants: tuple[NamePair, ...] = ()
    type_predicates: tuple[TypePredicate, ...] = ()
    refusals: tuple[tuple[str, str, str], ...] = ()
    remarks: tuple[str, ...] = ()

    def named(self) -> Iterator[tuple[str, NamePair]]:
        """Every pair of names with its kind."""
        for kind in ("actions", "predicates", "functions", "types", "constants"):
            for pair in getattr(self, kind):
                yield kind, pair

    @property
    def confidences(self) -> tuple[float, ...]:
        """The confidence of each pair."""
        named = tuple(pair.confidence for _, pair in self.named())
        return named + tuple(entry.confidence for entry in self.type_predicates)


NOTHING_STATED: Final = Pairs()


# Tasks that two models were both made for: what may speak for pairs beside the models.


@record
class SharedTasks:
    """Problems and plans, each two for one task, the learned model's first."""

    problems: tuple[tuple[Problem, Problem], ...] = ()
    plans: tuple[tuple[Plan, Plan], ...] = ()


NO_TASKS: Final = SharedTasks()
