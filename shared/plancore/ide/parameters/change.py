"""What a change of parameters is asked to do, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from plancore.diagnostic import Edit
from plancore.ide.navigation.reach import Subject
from plancore.model.domain import Action, Function, Predicate
from plancore.occurrences.table import SymbolKind
from plancore.source import Span

Parameterised = Predicate | Function | Action


def declaration_of(subject: Subject) -> Parameterised | None:
    """What the subject is declared as; None where nothing of its kind has parameters."""
    match subject.kind:
        case SymbolKind.PREDICATE:
            return subject.owner.environment.predicates.get(subject.name)
        case SymbolKind.FUNCTION:
            return subject.owner.environment.functions.get(subject.name)
        case SymbolKind.ACTION:
            return subject.owner.actions.get(subject.name)
        case _:
            return None


class Addition(NamedTuple):
    """A new last parameter; `type` is empty where the domain has no types."""

    name: str
    type: str

    @property
    def types(self) -> tuple[str, ...]:
        """The type as an environment asks for it."""
        return (self.type,) if self.type else ()

    def title(self, subject: Subject) -> str:
        """What the user is offered."""
        of_type = f" - {self.type}" if self.type else ""
        return f"Add a parameter `{self.name}{of_type}` to `{subject.name}`"


class Removal(NamedTuple):
    """The parameter at this place, from 0, goes."""

    place: int
    name: str

    def title(self, subject: Subject) -> str:
        """What the user is offered."""
        return f"Remove the parameter `{self.name}` of `{subject.name}`"


ParameterChange = Addition | Removal


class Guess(NamedTuple):
    """A place where several things could be meant, of which one was taken."""

    file: str
    span: Span
    message: str


class Changed(NamedTuple):
    """The edits of each file; `guesses` are those of them that somebody should look at."""

    edits: Mapping[str, tuple[Edit, ...]]
    guesses: tuple[Guess, ...]
