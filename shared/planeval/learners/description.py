"""Descriptions of learners: how to call one, and what its outcome is.

A learner is a command line with placeholders (`planeval.programs.command`):

    {domain}        the domain without preconditions and effects
    {trajectories}  the folder of the trajectories to learn from, 0_traj, 1_traj …
    {problems}      the folder of their problems, 0_prob.pddl … (objects, first state, empty goal)
    {output}        the file to write the learned domain to, as PDDL
    {noise} {seed}  the rate of noise in the states, 0 to 1; the random seed
    {python}        the Python of the learner's environment, by default ours
    {adapters}      the folder of the adapter scripts
    {jobs}          a JSON file with all of these, an array with an object per fold: the command is
                    called once for all folds and writes OUTPUT.json next to an output when its
                    fold is done; folds that are unfinished when it ends are tried again

Next to its output it may write OUTPUT.codec.json, a codec that translates states into the
vocabulary of the learned domain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from plancore.jsonable import Json
from plancore.model.trajectory import Trajectory, TrajectoryFormat
from planeval.programs.command import filled, places_in

JOBS: Final = "jobs"
PLACES: Final = (
    *("domain", "trajectories", "problems", "output", "noise", "seed", "python", "adapters"),
    JOBS,
)


OURS: Final = "planeval"
"""The environment of the built-in learners: the one that planeval runs in."""


class LearnerVocabulary(StrEnum):
    """The vocabulary of a learned domain."""

    SAME = "same"
    """That of the trajectories: actions and predicates are matched by name."""
    OWN = "own"
    """Its own: a name mapping is searched, and metrics by name are meaningless."""


@dataclass(frozen=True, slots=True)
class Learner:
    """A learner. `environment` is the name of the one that it needs, or empty; `version` is the
    version of the program, or empty, and `asks_version` a command of the user's that prints it."""

    name: str
    command: tuple[str, ...]
    vocabulary: LearnerVocabulary = LearnerVocabulary.SAME
    notation: TrajectoryFormat = TrajectoryFormat.AMLGYM
    environment: str = ""
    asks_version: tuple[str, ...] = ()
    version: str = ""
    note: str = ""
    takes_numbers: bool = False
    """Whether it gets functions and the values of numeric fluents."""

    @property
    def is_ours(self) -> bool:
        """Whether the learner is built in."""
        return self.environment == OURS

    @property
    def takes_jobs(self) -> bool:
        """Whether one call learns all folds."""
        return any(JOBS in places_in(word) for word in self.command)

    def filled(self, values: dict[str, str]) -> list[str]:
        """The command line with its placeholders replaced; those without a value are kept."""
        return [filled(word, values) for word in self.command]

    def to_json(self) -> Json:
        """Everything that decides what will be run."""
        return {
            "name": self.name,
            "command": list(self.command),
            "words": self.vocabulary.value,
            "notation": self.notation.value,
            "numbers": self.takes_numbers,
            "environment": self.environment,
            "version": self.version,
        }

    @classmethod
    def of_json(cls, data: dict[str, Any]) -> Learner:
        """The inverse of `to_json`."""
        return cls(
            data["name"],
            tuple(data["command"]),
            LearnerVocabulary(data["words"]),
            TrajectoryFormat(data["notation"]),
            data["environment"],
            version=data["version"],
            takes_numbers=data["numbers"],
        )


# The input of a learner, and its outcome.


class LearnerOutcome(StrEnum):
    """How learning ended."""

    LEARNED = "learned"
    FAILED = "failed"
    NOTHING = "no domain"
    TIMEOUT = "timeout"
    MEMOUT = "memout"
    OUTPUT = "too much output"


class Lesson(NamedTuple):
    """The input of a fold. `problems` are PDDL texts, in the order of the trajectories."""

    trajectories: Sequence[Trajectory]
    problems: Sequence[str]
    noise: float
    seed: int


@dataclass(frozen=True, slots=True)
class LearnerCost:
    """The cost of a call for `folds` folds: seconds of wall-clock and CPU time, and peak memory in
    bytes, None if unknown."""

    wall: float
    cpu: float
    memory: int | None
    folds: int


@dataclass(frozen=True, slots=True)
class Taught:
    """The result of one fold.

    `wall` and `cpu` are those of the learning alone, if the learner reports them; `cost` is that of
    the whole call. `codec` is the content of the codec file that the learner has written, if any,
    in the format of `--codec`. `remark` is a message on unusable parts of the learner's
    `OUTPUT.json`.
    """

    outcome: LearnerOutcome
    text: str | None
    reason: str | None
    cost: LearnerCost
    wall: float | None = None
    cpu: float | None = None
    codec: str | None = None
    remark: str | None = None
