"""Learners of the user's: a command line, or a file that describes some (`planeval.programs`).

A file of TOML says more than a line::

    [mine]                                                       # or [learners.mine]
    command = "python learn.py {domain} {trajectories} {output}"  # or a list of words
    version_command = "python learn.py --version"                 # or version = "1.2"
    words = "same"
    notation = "amlgym"
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeVar

from plancore.model.trajectory import TrajectoryFormat
from planeval.learners.description import JOBS, PLACES, Learner, Words
from planeval.programs.command import Places, named_command
from planeval.programs.tables import Table, tables_of
from planfiles.trouble import Trouble

_PLACES: Final = Places(PLACES, needed=("trajectories", "output"), instead=JOBS)
_KEYS: Final = ("words", "notation")
_E = TypeVar("_E", bound=StrEnum)


def from_line(text: str) -> Learner | None:
    """The learner that `name: command` describes; None for what is not of that form. Raises
    Trouble for a command that cannot work."""
    named = named_command(text, _PLACES)
    return None if named is None else Learner(*named)


def from_file(path: str) -> list[Learner]:
    """The learners that a file of TOML describes. Raises Trouble."""
    return list(map(_described, tables_of(path, "learners", _KEYS, _PLACES)))


def _described(table: Table) -> Learner:
    return Learner(
        table.name,
        table.command,
        _one_of(Words, Words.SAME, table, "words"),
        _one_of(TrajectoryFormat, TrajectoryFormat.AMLGYM, table, "notation"),
        version=table.version,
        asks_version=table.asks_version,
    )


def _one_of(kind: type[_E], default: _E, table: Table, key: str) -> _E:
    text = table.values.get(key, default)
    for value in kind:
        if value.value == text:
            return value
    known = ", ".join(value.value for value in kind)
    raise Trouble(f"{table.where}: {text!r} is none of {known}")
