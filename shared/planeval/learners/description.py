"""What is to be known of a learner to call it: about ten lines each, data only.

A learner is a command line with places that are filled in (`planeval.programs.command`):

    {domain}        the file of the domain without preconditions and effects
    {trajectories}  the folder of the trajectories to learn from, 0_traj, 1_traj …
    {problems}      a folder with the objects of each, 0_prob.pddl … (first state, empty goal)
    {output}        the file that it has to write: the learned domain in PDDL
    {noise} {seed}  the rate of noise in the states, 0 to 1; a number for its dice
    {python}        the Python of its environment, by default ours
    {adapters}      the folder of the scripts that call learners of others
    {jobs}          a file with all that, a JSON array with an object for each fold: such a command
                    is called once for all folds, and writes OUTPUT.json beside each output, when
                    the fold is done; folds that are undone when it is ended are tried anew

Beside its output it may write OUTPUT.codec.json, which says how states are put into its words.
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
"""The environment of our own learners: the one that we run in."""


class LearnerVocabulary(StrEnum):
    """In whose words a learned domain speaks."""

    SAME = "same"
    """Those of the trajectories: names of actions and predicates mean the same in both."""
    OWN = "own"
    """Words of its own: what corresponds is looked for, and figures by name mean nothing."""


@dataclass(frozen=True, slots=True)
class Learner:
    """A learner. `environment` is the one that it needs, or nothing; `version` is what is known of
    the program that will run, as text, and `asks_version` the command of the user's that says
    it."""

    name: str
    command: tuple[str, ...]
    vocabulary: LearnerVocabulary = LearnerVocabulary.SAME
    notation: TrajectoryFormat = TrajectoryFormat.AMLGYM
    environment: str = ""
    asks_version: tuple[str, ...] = ()
    version: str = ""
    note: str = ""

    @property
    def is_ours(self) -> bool:
        """Whether it comes with this program."""
        return self.environment == OURS

    @property
    def takes_jobs(self) -> bool:
        """Whether one call learns all folds."""
        return any(JOBS in places_in(word) for word in self.command)

    def filled(self, values: dict[str, str]) -> list[str]:
        """The command line; a place that nothing is known for stays as it is."""
        return [filled(word, values) for word in self.command]

    def to_json(self) -> Json:
        """All that says what will be run."""
        return {
            "name": self.name,
            "command": list(self.command),
            "words": self.vocabulary.value,
            "notation": self.notation.value,
            "environment": self.environment,
            "version": self.version,
        }

    @classmethod
    def of_json(cls, data: dict[str, Any]) -> Learner:
        """What `to_json` gave."""
        return cls(
            data["name"],
            tuple(data["command"]),
            LearnerVocabulary(data["words"]),
            TrajectoryFormat(data["notation"]),
            data["environment"],
            version=data["version"],
        )


# What a learner is given, and what comes of it.


class LearnerOutcome(StrEnum):
    """How learning ended."""

    LEARNED = "learned"
    FAILED = "failed"
    NOTHING = "no domain"
    TIMEOUT = "timeout"
    MEMOUT = "memout"
    OUTPUT = "too much output"


class Lesson(NamedTuple):
    """What one fold is learned from. `problems` are texts, in the order of the trajectories."""

    trajectories: Sequence[Trajectory]
    problems: Sequence[str]
    noise: float
    seed: int


@dataclass(frozen=True, slots=True)
class LearnerCost:
    """What a call took: seconds on the clock, seconds of processor time, bytes at most; None where
    nobody knows. It was for `folds` folds together."""

    wall: float
    cpu: float
    memory: int | None
    folds: int


@dataclass(frozen=True, slots=True)
class Taught:
    """What came of one fold. `wall` and `cpu` are those of the learning alone, where the learner
    tells them; `cost` is that of the whole call. `codec` is the text of a file that says
    how states are put into the domain's words, as `--codec` reads it, where there is one. `remark`
    says what of its report on itself, `OUTPUT.json`, cannot be used."""

    outcome: LearnerOutcome
    text: str | None
    reason: str | None
    cost: LearnerCost
    wall: float | None = None
    cpu: float | None = None
    codec: str | None = None
    remark: str | None = None
