"""One domain of a suite, with all that a benchmark may need of it, as texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final, NamedTuple

_ENDINGS: Final = re.compile(r"_(traj|prob)$")


class Named(NamedTuple):
    """A text and what it is called."""

    name: str
    text: str


class Exercise(NamedTuple):
    """A problem, and a plan for it where there is one."""

    name: str
    problem: str
    plan: str | None = None


class TestSet(NamedTuple):
    """States of a problem to measure on: its objects as in `:objects`, and each state as the text
    of its atoms."""

    problem: str
    objects: str
    states: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SuiteEntry:
    """A domain with problems, and the trajectories that come with it, if any do. Where the states
    that come with it are measured on, they are `tested_on`.

    A trajectory whose name is that of a problem, whatever stands behind it, is of that problem.
    """

    name: str
    domain: str
    exercises: tuple[Exercise, ...] = ()
    trajectories: tuple[Named, ...] = ()
    tested_on: tuple[TestSet, ...] = ()


def subject(name: str) -> str:
    """The name of a problem or trajectory without what AMLGym puts behind it."""
    return _ENDINGS.sub("", name)


def subject_of(trajectory: str) -> str:
    """The same of a trajectory whose name has the suffix of its file."""
    return subject(str(PurePosixPath(trajectory).with_suffix("")))


# What a problem of a suite begins with.


class SuiteWorld(NamedTuple):
    """Objects by type, and the facts that hold at first, each `p a b` without parentheses."""

    objects: Mapping[str, Sequence[str]]
    facts: Sequence[str]


def named(prefix: str, count: int) -> list[str]:
    """`prefix1`, `prefix2` and so on."""
    return [f"{prefix}{number}" for number in range(1, count + 1)]


def both_ways(predicate: str, pairs: Iterable[tuple[str, str]]) -> list[str]:
    """A symmetric relation as facts."""
    return [f"{predicate} {x} {y}" for a, b in pairs for x, y in ((a, b), (b, a))]
