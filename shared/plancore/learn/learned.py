"""What every learner gives back: a domain, its codec, and what is to be said of both."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from plancore.codec.base import Codec
from plancore.model.domain import Domain


class Where(NamedTuple):
    """A transition: the numbers of its trajectory and of the step in it, both from 0."""

    trajectory: int
    step: int


class UnlearnableError(Exception):
    """The input is none that the learner can learn from; the message says why.

    `where` is the transition at fault, None where it is no single one.
    """

    def __init__(self, message: str, where: Where | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.where = where


class LeftOut(NamedTuple):
    """An action that the learned domain lacks, and why."""

    action: str
    reason: str


class Contradiction(NamedTuple):
    """Transitions that no model of the kind that is learned can produce.

    `steps` is how many there are, `where` the first of them, `against` one that it contradicts;
    None where it contradicts what such models are.
    """

    action: str
    message: str
    steps: int
    where: Where
    against: Where | None = None


@dataclass(frozen=True, slots=True)
class Learned:
    """A learned domain. It is in the order of its signature, or else of the names."""

    learner: str
    """The name of the algorithm."""
    domain: Domain
    codec: Codec | None
    """How states, actions and goals of the reference are put into the domain's language; None where
    nothing in the input says so."""
    n_trajectories: int
    n_transitions: int
    left_out: tuple[LeftOut, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    notes: tuple[str, ...] = field(default=())
    """What else is to be known, a sentence each."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing is left out, and nothing in the input contradicts the rest."""
        return not self.left_out and not self.contradictions
