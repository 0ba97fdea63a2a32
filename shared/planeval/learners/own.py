"""Learners of the user's: a command line, or a file that describes some (`planeval.programs`).

A file of TOML says more than a line::

    [mine]                                                       # or [learners.mine]
    command = "python learn.py {domain} {trajectories} {output}"  # or a list of words
    version_command = "python learn.py --version"                 # or version = "1.2"
    words = "same"
    notation = "amlgym"
"""

from __future__ import annotations

from typing import Final

from plancore.model.trajectory import TrajectoryFormat
from planeval.learners.description import JOBS, PLACES, Learner, Words
from planeval.programs.command import Places, named_command
from planeval.programs.tables import Table, programs_in

_PLACES: Final = Places(PLACES, needed=("trajectories", "output"), instead=JOBS)


class LearnerTable(Table, kw_only=True):
    """What a learner has besides."""

    words: Words = Words.SAME
    notation: TrajectoryFormat = TrajectoryFormat.AMLGYM


def from_line(text: str) -> Learner | None:
    """The learner that `name: command` describes; None for what is not of that form. Raises
    Trouble for a command that cannot work."""
    named = named_command(text, _PLACES)
    return None if named is None else Learner(*named)


def from_file(path: str) -> list[Learner]:
    """The learners that a file of TOML describes. Raises Trouble."""
    return [
        Learner(
            program.name,
            program.command,
            program.table.words,
            program.table.notation,
            version=program.version,
            asks_version=program.asks_version,
        )
        for program in programs_in(path, "learners", LearnerTable, _PLACES)
    ]
