"""What the names of two models say."""

from __future__ import annotations

from typing import Final

from plancore.correspondence.roles import Roles
from plancore.correspondence.words.words import Vocabulary

_CONTRADICTED: Final = 0.2
"""What is left of the likeness of two names that deny each other."""


class NameLikeness:
    """The vocabularies of each kind of name; those of actions and symbols hear
    where one name denies another."""

    def __init__(self, ours: Roles, theirs: Roles) -> None:
        types = {*ours.declared_types, *theirs.declared_types}
        spelling = {**theirs.spelling, **ours.spelling}
        self.symbols = Vocabulary([*ours.symbols, *theirs.symbols], types, spelling)
        self.actions = Vocabulary([*ours.operators, *theirs.operators], types, spelling)
        self.types = Vocabulary([*ours.types, *theirs.types], (), spelling)
        self.parameters = Vocabulary()

    def of_symbols(self, mine: str, yours: str) -> float:
        """How alike two predicates or functions are called, in 0..1."""
        return _denied(self.symbols, mine, yours)

    def is_part(self, one: str, other: str) -> bool:
        """Whether the name of a predicate or function is that of another one and more, as that of
        a part of it is: `on-b3-b5`, `on`."""
        words = self.symbols
        return words.begins_with(one, other) and not words.contradict(one, other)

    def denied(self, mine: str, yours: str) -> float:
        """How much the names of two predicates or functions deny each other, in 0..1."""
        words = self.symbols
        return words.likeness(mine, yours) if words.contradict(mine, yours) else 0.0

    def of_actions(self, mine: str, yours: str) -> float:
        """How alike two actions are called, in 0..1."""
        return _denied(self.actions, mine, yours)


def _denied(words: Vocabulary, mine: str, yours: str) -> float:
    alike = words.likeness(mine, yours)
    return _CONTRADICTED * alike if words.contradict(mine, yours) else alike
