"""From what a user names to learners that can be called: ours, and those of the user's.

One of the user's is a command line, or stands in a file (`planeval.programs`). A file of TOML says
more than a line::

    [mine]                                                       # or [learners.mine]
    command = "python learn.py {domain} {trajectories} {output}"  # or a list of words
    version_command = "python learn.py --version"                 # or version = "1.2"
    words = "same"
    notation = "amlgym"
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from msgspec import field

from plancore.model.trajectory import TrajectoryFormat
from plancore.spelling import hint
from planeval.learners.catalogue import ENVIRONMENTS, LEARNERS
from planeval.learners.description import JOBS, OURS, PLACES, Learner, Vocabulary
from planeval.learners.environment import Environment
from planeval.programs.command import Places, named_command
from planeval.programs.listing import refuse_taken, unknown
from planeval.programs.presence import runnable
from planeval.programs.tables import Table, programs_in
from planeval.programs.version import reported_version
from planfiles.trouble import Trouble
from planfiles.version import __version__

_PLACES: Final = Places(PLACES, needed=("trajectories", "output"), instead=JOBS)


class LearnerTable(Table, kw_only=True):
    """What a learner has besides."""

    vocabulary: Vocabulary = field(default=Vocabulary.SAME, name="words")
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
            program.table.vocabulary,
            program.table.notation,
            version=program.version,
            asks_version=program.asks_version,
        )
        for program in programs_in(path, "learners", LearnerTable, _PLACES)
    ]


def environment_of(name: str) -> Environment:
    """The environment called `name`. Raises Trouble."""
    found = {environment.name: environment for environment in ENVIRONMENTS}
    if name not in found:
        raise Trouble(f"no environment is called {name!r}; {hint(name, found)}")
    return found[name]


def environments_of(names: Sequence[str]) -> list[Environment]:
    """The environments that are called so, or that learners of these names need, each once. Raises
    Trouble."""
    needed = {learner.name: learner.environment for learner in LEARNERS}
    for name in names:
        if needed.get(name) == OURS:
            raise Trouble(f"{name} is a part of planeval: it is here, and stays")
    chosen = dict.fromkeys(needed.get(name, name) for name in names)
    return [environment_of(name) for name in chosen]


def learners_named(
    texts: Sequence[str], tell: Callable[[str], None] | None = None
) -> list[Learner]:
    """The learners that each text means, with their versions, in order: a name of the catalogue,
    `NAME: COMMAND`, or a file of TOML. Raises Trouble for what is none, for one whose
    environment is not made, for two of the same name, and for one whose program is not here: where
    other machines do the work that is told to `tell` instead."""
    learners = [
        versioned(startable(learner, text, tell)) for text in texts for learner in learners_of(text)
    ]
    names = [learner.name for learner in learners]
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        raise Trouble(f"two learners are called {double!r}")
    return learners


def learners_of(text: str) -> Iterator[Learner]:
    """The learners that a text means, whether they can be called or not. Raises Trouble."""
    known = {learner.name: learner for learner in LEARNERS}
    if text in known:
        yield known[text]
        return
    line = from_line(text)
    if line is None and not text.endswith(".toml"):
        raise unknown("learner", text, known)
    for own in from_file(text) if line is None else (line,):
        refuse_taken("learner", own.name, known)
        yield own


def startable(learner: Learner, text: str, tell: Callable[[str], None] | None = None) -> Learner:
    """A learner that `text` means, if it is the user's with a program that is here. Raises Trouble
    as `learners_named` does."""
    if learner.environment:
        return learner
    folder = Path(text).parent if from_line(text) is None else Path()
    return replace(learner, command=runnable(learner.name, learner.command, folder, tell))


def versioned(learner: Learner) -> Learner:
    """The learner with the version that it says it has. Raises Trouble where it cannot run."""
    if learner.is_ours:
        return replace(learner, version=f"planlsp {__version__}")
    if learner.environment:
        environment = environment_of(learner.environment)
        version = environment.version
        if not version:
            raise Trouble(
                f"{learner.name} is not installed: "
                f"planeval learners install {environment.name} ({environment.size:,} MB)"
            )
        return replace(learner, version=version)
    if not learner.asks_version:
        return learner
    return replace(learner, version=reported_version(learner.name, learner.asks_version))
