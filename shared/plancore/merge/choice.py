"""Of three versions of a thing the one that counts.

The rule of every three-way merge: what only one side changed is as that side has it, what both
changed in the same way is so, and what they changed in different ways is a conflict.
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
"""What stands for a text that is too long to show."""
_CHANGED: Final = "changed on both sides, differently"
_WHAT_BOTH_DID: Final[Mapping[tuple[bool, ...], str]] = {
    (False, True, True): "added on both sides, differently",
    (True, False, True): "deleted in ours, changed in theirs",
    (True, True, False): "changed in ours, deleted in theirs",
}
"""What is said of such texts, by whether base, ours and theirs have one."""


class Versions(NamedTuple, Generic[T_co]):
    """One thing in the common ancestor and on both sides."""

    base: T_co
    ours: T_co
    theirs: T_co

    def each(self, function: Callable[[T_co], U]) -> Versions[U]:
        """What `function` says of each version."""
        return Versions(function(self.base), function(self.ours), function(self.theirs))


@dataclass(frozen=True, slots=True)
class MergeConflict:
    """What both sides changed in different ways: where, and as each version has it."""

    where: str
    versions: Versions[str]

    def __str__(self) -> str:
        if set(self.versions) <= {"", _UNTOLD}:
            return f"{self.where}: {_WHAT_BOTH_DID.get(self.versions.each(bool), _CHANGED)}"
        base, ours, theirs = self.versions.each(lambda text: text or "nothing")
        return f"{self.where}: {base} changed to {ours} in ours and {theirs} in theirs"


class MergeSide(IntEnum):
    """Whose version it is: its place in `Versions`."""

    BASE = 0
    OURS = 1
    THEIRS = 2


class Merger:
    """Chooses, and keeps what could not be decided: that is as the side has it that it was settled
    for, or as ours where it is not settled."""

    def __init__(self, settled_for: MergeSide | None = None) -> None:
        self.conflicts: list[MergeConflict] = []
        self._settled_for = settled_for

    @property
    def is_stuck(self) -> bool:
        """Whether there are conflicts that were not settled."""
        return bool(self.conflicts) and self._settled_for is None

    def settled(self, versions: Versions[T]) -> T:
        """The version that conflicts are settled for."""
        return versions[MergeSide.OURS if self._settled_for is None else self._settled_for]

    def choose(
        self,
        where: str,
        versions: Versions[T],
        meaning: Callable[[T], object] = lambda version: version,
        text: Callable[[T], str] = str,
    ) -> T:
        """The version that counts; where nobody can tell, which is a conflict, the `settled` one.

        `meaning` is what of a version counts, `text` how a conflict shows it.
        """
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
        """What is chosen of each name, in our order; what is new on their side comes last."""

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
        """Keep a conflict, once."""
        conflict = MergeConflict(where, versions)
        if conflict not in self.conflicts:
            self.conflicts.append(conflict)


def of_name(versions: Versions[Mapping[T, str]], name: T) -> Versions[str]:
    """The texts under a name; empty where a version has none."""
    return versions.each(lambda texts: texts.get(name, ""))


def elided(text: str) -> str:
    """What a conflict says of a text too long to show; nothing of none."""
    return _UNTOLD if text else ""


def in_order(versions: Versions[Iterable[T]]) -> tuple[T, ...]:
    """Everything in any version, each once: our order, then what only others have."""
    return tuple(dict.fromkeys((*versions.ours, *versions.theirs, *versions.base)))
