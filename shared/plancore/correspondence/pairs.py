"""Pairs of names of two models with their evidence, and the questions to ask about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from plancore.grouping import grouped
from plancore.model.record import record

if TYPE_CHECKING:
    from plancore.model.plan import Plan
    from plancore.model.problem import Problem


Pair = tuple[str, str]
"""A learned name and a name of the reference."""

Arguments = tuple[int | None, ...]
"""For each argument of the learned name its position in the reference, from 0; None if dropped."""


UNCERTAIN: Final = 0.8
"""Pairs with less confidence should be checked. Of those with more, 108 of 109 were right on the
labelled pairs of `bench/labelled.py`, of the others 112 of 121."""


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
    """A learned name and its counterpart in the reference. `confidence` is in 0..1; `evidence`
    lists the reasons for the pair."""

    learned: str
    reference: str
    confidence: float = 1.0
    evidence: tuple[str, ...] = ()


@record
class ActionPair(NamePair):
    """Two actions; `parameters` maps the learned parameters that have a counterpart.
    `is_one_to_many` marks a pair in addition to the one-to-one pairs: one of the actions is matched
    with several."""

    parameters: Mapping[str, str] = field(default_factory=dict)
    is_one_to_many: bool = False


@record
class SymbolPair(NamePair):
    """Two predicates or two functions, with the mapping of their arguments. If `negated`, the
    learned predicate is true exactly when the reference's is false."""

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
"""The class of pairs of each kind."""


@record
class TypePredicate:
    """A unary static predicate of the model on `side` that plays a type of the other model."""

    side: Side
    predicate: str
    type: str
    confidence: float = 1.0
    evidence: tuple[str, ...] = ()


def is_one_to_many(pair: NamePair) -> bool:
    """Whether a name of the pair may also have other counterparts."""
    return isinstance(pair, ActionPair | SymbolPair) and pair.is_one_to_many


def key_of(pair: NamePair | TypePredicate) -> tuple[object, ...]:
    """The identity of a pair: its names, and whether it is negated."""
    if isinstance(pair, TypePredicate):
        return pair.side, pair.predicate, pair.type
    return pair.learned, pair.reference, isinstance(pair, SymbolPair) and pair.negated


@record
class Pairs:
    """All pairs of two models, and the refused pairs.

    `refusals` are kind, learned name and reference name; the kinds are those of `names.KINDS`.
    `candidates` are pairs that were not taken, with their kinds and evidence. `remarks` are notes
    about searches that were cut short and about ignored parts of a mapping file. `places` maps kind
    and names of stated pairs to line and column, from 1.
    """

    actions: tuple[ActionPair, ...] = ()
    predicates: tuple[SymbolPair, ...] = ()
    functions: tuple[SymbolPair, ...] = ()
    types: tuple[NamePair, ...] = ()
    constants: tuple[NamePair, ...] = ()
    type_predicates: tuple[TypePredicate, ...] = ()
    refusals: tuple[tuple[str, str, str], ...] = ()
    candidates: tuple[tuple[str, NamePair], ...] = ()
    remarks: tuple[str, ...] = ()
    places: Mapping[tuple[str, str, str], tuple[int, int]] = field(
        default_factory=dict, compare=False
    )

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


# Questions about pairs.


class Question(NamedTuple):
    """The question whether `pair`, of one of `names.KINDS`, is right. `is_found` is whether it is
    one of the pairs; otherwise it is a candidate."""

    kind: str
    pair: NamePair
    is_found: bool


def next_question(pairs: Pairs) -> Question | None:
    """The question whose answer is expected to correct most of `pairs`; None if all are certain.
    Apply the answer with `stated.decisions.confirmed` or `refused`, and find the pairs again before
    the next question."""
    return next(iter(questions(pairs)), None)


def questions(pairs: Pairs) -> list[Question]:
    """All questions about `pairs`, in descending order of the expected correction."""
    asked = [
        (1 - pair.confidence, Question(kind, pair, is_found=True))
        for kind, pair in pairs.named()
        if pair.confidence < UNCERTAIN and kind in _ASKED
    ]
    for kind in _ASKED:
        of_kind: tuple[NamePair, ...] = getattr(pairs, kind)
        found = {*map(key_of, of_kind)}
        partners = tuple(
            {name: max(pair.confidence for pair in group) for name, group in groups.items()}
            for groups in (
                grouped((pair.learned, pair) for pair in of_kind),
                grouped((pair.reference, pair) for pair in of_kind),
            )
        )
        for candidate in (pair for other, pair in pairs.candidates if other == kind):
            refusal = kind, candidate.learned, candidate.reference
            if key_of(candidate) not in found and refusal not in pairs.refusals:
                likely = candidate.confidence * _open(candidate, *partners)
                asked.append((likely, Question(kind, candidate, is_found=False)))
    return [question for _, question in sorted(asked, key=lambda ranked: -ranked[0])]


def _open(pair: NamePair, ours: Mapping[str, float], theirs: Mapping[str, float]) -> float:
    """The factor in 0..1 that the existing partners of its names leave a candidate."""
    mine, yours = ours.get(pair.learned), theirs.get(pair.reference)
    if mine is None and yours is None:
        return 1.0
    if mine is None or yours is None:
        return _BESIDE
    return _BESIDE * (1 - mine * yours)


_BESIDE: Final = 0.7
"""The factor of a candidate if one of its names has a partner."""

_ASKED: Final = ("actions", "predicates", "functions")
"""The kinds that determine the scores; the others follow from them."""


# Tasks that both models were made for, as evidence from outside the models.


@record
class SharedTasks:
    """Pairs of problems and pairs of plans of the same task, the learned model's first."""

    problems: tuple[tuple[Problem, Problem], ...] = ()
    plans: tuple[tuple[Plan, Plan], ...] = ()


NO_TASKS: Final = SharedTasks()
