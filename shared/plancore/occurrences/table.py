"""What a table of occurrences consists of."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from plancore.lower.environment import Environment
from plancore.lower.uses import Use
from plancore.model.formula import TypedName
from plancore.syntax.forms import Form


class SymbolKind(StrEnum):
    """What a name names; the value is the word for it in messages."""

    PREDICATE = "predicate"
    FUNCTION = "function"
    ACTION = "action"
    TASK = "task"
    METHOD = "method"
    TYPE = "type"
    OBJECT = "object"
    VARIABLE = "variable"
    PREFERENCE = "preference"
    DOMAIN = "domain"
    PROBLEM = "problem"
    REQUIREMENT = "requirement"


BUILT_IN: Final = {
    "number": SymbolKind.TYPE,
    "object": SymbolKind.TYPE,
    "total-time": SymbolKind.FUNCTION,
    "?duration": SymbolKind.VARIABLE,
}
"""What the names name that PDDL itself declares."""


class Role(StrEnum):
    """What is done with a name in a place."""

    DECLARES = "declares"
    NEEDS = "needs"
    """A condition asks whether it is true, or for its value."""
    NEEDS_FALSE = "needs false"
    ADDS = "adds"
    DELETES = "deletes"
    CHANGES = "changes"
    """An effect gives a function a value."""
    DERIVES = "derives"
    STATES = "states"
    """Part of an initial fact."""
    WANTS = "wants"
    """Part of a goal."""
    MENTIONS = "mentions"
    """Any other use: as an argument, as a type, as a step."""

    @property
    def is_write(self) -> bool:
        """Whether it says what holds, rather than asks."""
        return self in _WRITES


_WRITES: Final = frozenset(
    (Role.DECLARES, Role.ADDS, Role.DELETES, Role.CHANGES, Role.DERIVES, Role.STATES)
)

ROLES: Final[dict[Use, Role]] = {
    Use.CONDITION: Role.NEEDS,
    Use.NEGATIVE_CONDITION: Role.NEEDS_FALSE,
    Use.ADD: Role.ADDS,
    Use.DELETE: Role.DELETES,
    Use.CHANGE: Role.CHANGES,
    Use.INIT: Role.STATES,
    Use.GOAL: Role.WANTS,
    Use.DERIVED: Role.DERIVES,
    Use.METRIC: Role.NEEDS,
}
"""The role of what an atom or a function term applies."""


class Occurrence(NamedTuple):
    """A name from `start` to `end`, in lower case as in every table.

    Offsets count from the start of the form, in a plan from the start of the text. `binder` is the
    declaration of a variable, None where nothing binds it.
    """

    kind: SymbolKind
    name: str
    start: int
    end: int
    role: Role
    binder: TypedName | None = None

    def kind_in(self, environment: Environment) -> SymbolKind:
        """What the name names where `environment` says what is declared.

        A form by itself cannot tell a function without parentheses from an object, nor a task
        from an action: a table calls them objects and tasks.
        """
        if self.kind is SymbolKind.OBJECT:
            is_function = self.name in environment.functions
            if is_function and self.name not in environment.objects:
                return SymbolKind.FUNCTION
        elif self.kind is SymbolKind.TASK and self.name not in environment.tasks:
            return SymbolKind.ACTION
        return self.kind


class Placed(NamedTuple):
    """An occurrence with the form that it stands in: a section may be read in pieces."""

    form: Form
    occurrence: Occurrence
