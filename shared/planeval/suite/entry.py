"""A domain of a suite with its problems, plans and trajectories, as texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final, NamedTuple

_ENDINGS: Final = re.compile(r"_(traj|prob)$")


class Named(NamedTuple):
    """A text with a name."""

    name: str
    text: str


class Exercise(NamedTuple):
    """A problem, and a plan for it if there is one."""

    name: str
    problem: str
    plan: str | None = None


class TestSet(NamedTuple):
    """Test states of a problem: its objects as in `:objects`, and the atoms of states as text."""

    problem: str
    objects: str
    states: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SuiteEntry:
    """A domain with problems and given trajectories. `tested_on` are the test states of the suite,
    if these are used. A trajectory is linked to the problem of the same name, without suffixes."""

    name: str
    domain: str
    exercises: tuple[Exercise, ...] = ()
    trajectories: tuple[Named, ...] = ()
    tested_on: tuple[TestSet, ...] = ()


def subject(name: str) -> str:
    """The name of a problem or trajectory without AMLGym's suffixes."""
    return _ENDINGS.sub("", name)


def subject_of(trajectory: str) -> str:
    """The name of a trajectory without its file extension and AMLGym's suffixes."""
    return subject(str(PurePosixPath(trajectory).with_suffix("")))


# Generated problems.


class SuiteWorld(NamedTuple):
    """The objects of a problem by type, and its initial facts, each `p a b` without parentheses."""

    objects: Mapping[str, Sequence[str]]
    facts: Sequence[str]


def named(prefix: str, count: int) -> list[str]:
    """`prefix1`, `prefix2` and so on."""
    return [f"{prefix}{number}" for number in range(1, count + 1)]


def both_ways(predicate: str, pairs: Iterable[tuple[str, str]]) -> list[str]:
    """The facts of a symmetric relation."""
    return [f"{predicate} {x} {y}" for a, b in pairs for x, y in ((a, b), (b, a))]
