"""What is given for a new parameter where something is applied."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from plancore.lower.environment import Environment
from plancore.lower.uses import Scope


class Given(NamedTuple):
    """A term; `others` are those that could be meant as well."""

    term: str
    others: tuple[str, ...]

    @property
    def doubt(self) -> str:
        """What to say of a guess; empty of what is certain."""
        if not self.others:
            return ""
        more = ", ".join(f"`{name}`" for name in self.others[:_FEW])
        rest = len(self.others) - _FEW
        if rest > 0:
            more += f" and {rest} more"
        verb = "fits" if len(self.others) == 1 else "fit"
        return f"`{self.term}` is a guess: {more} {verb}, too"


_FEW = 3


def variable_for(
    types: tuple[str, ...], scope: Scope, environment: Environment, given: Collection[str]
) -> Given | None:
    """A variable of the scope that fits and is not among the arguments `given`."""
    fitting = (
        name
        for name, declared in scope.items()
        if name[0] == "?" and name not in given and environment.accepts(types, declared.types)
    )
    return _first(tuple(fitting))


def object_for(
    types: tuple[str, ...], environment: Environment, given: Collection[str]
) -> Given | None:
    """An object or constant that fits and is not among the arguments `given`."""
    members = environment.members(types)
    return _first(tuple(n for n in environment.objects if n in members and n not in given))


def _first(names: tuple[str, ...]) -> Given | None:
    return Given(names[0], names[1:]) if names else None
