"""Choose one of three versions of a thing.

The rule of three-way merges: a change on one side only, or the same on both sides, is taken;
different changes are a conflict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Generic, NamedTuple, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")

_UNTOLD: Final = "another one"
"""Stands for a text that is too long to show."""
_CHANGED: Final = "changed on both sides, differently"
_WHAT_BOTH_DID: Final[Mapping[tuple[bool, ...], str]] = {
    (False, True, True): "added on both sides, differently",
    (True, False, True): "deleted in ours, changed in theirs",
    (True, True, False): "changed in ours, deleted in theirs",
}
"""The descriptions of such conflicts, by whether base, ours and theirs have the thing."""


class Versions(NamedTuple, Generic[T_co]):
    """One thing in the common ancestor and on both sides."""

    base: T_co
    ours: T_co
    theirs: T_co

    def each(self, function: Callable[[T_co], U]) -> Versions[U]:
        """The result of `function` for each version."""
        return Versions(function(self.base), function(self.ours), function(self.theirs))


@dataclass(frozen=True, slots=True)
class MergeConflict:
    """A place that both sides changed differently, and the text of each version."""

    where: str
    versions: Versions[str]

    def __str__(self) -> str:
        if set(self.versions) <= {"", _UNTOLD}:
            return f"{self.where}: {_WHAT_BOTH_DID.get(self.versions.each(bool), _CHANGED)}"
        base, ours, theirs = self.versions.each(lambda text: text or "nothing")
        return f"{self.where}: {base} changed to {ours} in ours and {theirs} in theirs"


class MergeSide(IntEnum):
    """A side of a merge: its index in `Versions`."""

    BASE = 0
    OURS = 1
    THEIRS = 2


class Merger:
    """Chooses versions and collects conflicts. A conflict is resolved to the side given by
    `settled_for`, by default ours."""

    def __init__(self, settled_for: MergeSide | None = None) -> None:
        self.conflicts: list[MergeConflict] = []
        self._settled_for = settled_for

    @property
    def is_stuck(self) -> bool:
        """Whether there are unresolved conflicts."""
        return bool(self.conflicts) and self._settled_for is None

    def settled(self, versions: Versions[T]) -> T:
        """The version that conflicts are resolved to."""
        return versions[MergeSide.OURS if self._settled_for is None else self._settled_for]

    def choose(
        self,
        where: str,
        versions: Versions[T],
        meaning: Callable[[T], object] = lambda version: version,
        text: Callable[[T], str] = str,
    ) -> T:
        """The merged version; in a conflict the `settled` one. `meaning` maps a version to what is
        compared, `text` to what a conflict shows."""
        base, ours, theirs = versions.each(meaning)
        if base == ours != theirs:
            return versions.theirs
        if theirs not in (base, ours):
            self.disagree(where, versions.each(text))
            return self.settled(versions)
        return versions.ours

    def choose_each(
        self,
        where: str,
        versions: Versions[Mapping[str, T]],
        meaning: Callable[[T], object],
        text: Callable[[T], str],
    ) -> list[T]:
        """The merged version of each name, in our order, followed by new names of theirs."""

        def of(name: str) -> T | None:
            return self.choose(
                f"{where} {name}",
                versions.each(lambda things: things.get(name)),
                lambda thing: None if thing is None else (meaning(thing),),
                lambda thing: "" if thing is None else text(thing),
            )

        chosen = map(of, dict.fromkeys((*versions.ours, *versions.theirs)))
        return [thing for thing in chosen if thing is not None]

    def disagree(self, where: str, versions: Versions[str]) -> None:
        """Record a conflict, unless it is a duplicate."""
        conflict = MergeConflict(where, versions)
        if conflict not in self.conflicts:
            self.conflicts.append(conflict)


def of_name(versions: Versions[Mapping[T, str]], name: T) -> Versions[str]:
    """The texts of a name; empty for versions without it."""
    return versions.each(lambda texts: texts.get(name, ""))


def elided(text: str) -> str:
    """A placeholder for a long text in a conflict; empty if there is no text."""
    return _UNTOLD if text else ""


def in_order(versions: Versions[Iterable[T]]) -> tuple[T, ...]:
    """The distinct items of all versions: ours in order, then the others."""
    return tuple(dict.fromkeys((*versions.ours, *versions.theirs, *versions.base)))
