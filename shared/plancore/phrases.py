"""Phrases for reports, editors and the viewer: counts with nouns, times, rates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class SideNames:
    """The names of the two sides of a comparison, and of what only one of them has, for all
    reports, messages and screens of a process. `learned` and `reference` are adjectives and
    headings of columns."""

    learned: str = "learned"
    reference: str = "reference"
    the_reference: str = "the reference"
    missing: str = "missing"
    extra: str = "extra"

    def of_kind(self, kind: str) -> str:
        """The word for a kind of difference."""
        return {"missing": self.missing, "extra": self.extra}.get(kind, kind)

    @property
    def short_reference(self) -> str:
        """`reference` in a short form."""
        return "ref." if self.reference == "reference" else self.reference

    def of_side(self, name: str) -> str:
        """The word for `learned` or `reference`; any other name is unchanged."""
        return {"learned": self.learned, "reference": self.reference}.get(name, name)

    def plan(self, *, is_learned: bool) -> str:
        """`the learned plan` or `the reference`."""
        return f"the {self.learned} plan" if is_learned else self.the_reference

    def name_versions(self) -> None:
        """Use the words of git from now on: neither of two versions of a file was learned."""
        self.learned, self.reference, self.the_reference = "new", "old", "the old version"
        self.missing, self.extra = "removed", "added"


SIDES: Final = SideNames()
"""The names that this process uses."""


def count_of(number: int, noun: str) -> str:
    """`1 step`, `2 steps`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def some_of(
    things: Sequence[T],
    most: int,
    gap: str = ", ",
    last: str = " and ",
    text: Callable[[T], str] = str,
) -> str:
    """`a, b and 1,203 more`: the texts of the first `most` things, and the number of the others."""
    rest = len(things) - most
    shown = gap.join(map(text, things[:most]))
    return f"{shown}{last}{rest:,} more" if rest > 0 else shown


def in_reference(learned: str, reference: str) -> str:
    """The value of the learned side, and that of the reference."""
    return f"{learned}, in {SIDES.the_reference} {reference}"


def time_in_words(seconds: float) -> str:
    """`12 s`, `3 min`, `2 h 5 min`, `3 d 4 h`: two units at most."""
    whole = round(seconds)
    if whole < 100:
        return f"{whole} s"
    minutes = round(seconds / 60)
    if minutes < 100:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes} min"
    days, hours = divmod(round(seconds / 3600), 24)
    return f"{days} d {hours} h"


def rate_in_words(per_second: float) -> str:
    """`25/s`, `1.5/s`, `12/min`, `3/h`: in the first unit of time in which it is at least one."""
    rate, name = per_second, "s"
    for seconds, unit in ((60, "min"), (3600, "h")):
        if rate < 1:
            rate, name = per_second * seconds, unit
    return f"{rate:.2g}/{name}" if rate < 100 else f"{rate:,.0f}/{name}"
