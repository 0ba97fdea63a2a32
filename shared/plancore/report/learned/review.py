"""What a learner gave back, with the places of what it was given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from plancore.learn.learned import Learned, Where


class Told(NamedTuple):
    """A contradiction with the places of its steps."""

    action: str
    message: str
    steps: int
    at: str
    against: str | None


@dataclass(frozen=True, slots=True)
class LearnedReport:
    """A learned domain; `text` is how it is written, the files are where to, if anywhere."""

    kind: ClassVar[str] = "learned"

    learned: Learned
    text: str
    contradictions: tuple[Told, ...]
    domain_file: str | None = None
    codec_file: str | None = None
    passed_over: tuple[str, ...] = ()
    """The files of folders that are neither trajectories nor plans to learn from."""
    errors: tuple[str, ...] = ()
    """What could not be used, and was left out."""

    @property
    def status(self) -> int:
        """0 where nothing is left out or contradicted, 1 where something is; 2 for errors."""
        if self.errors:
            return 2
        return 0 if self.learned.is_clean else 1


def located(learned: Learned, place: Callable[[Where], str]) -> tuple[Told, ...]:
    """The contradictions, each with what `place` says of its steps."""
    return tuple(
        Told(
            each.action,
            each.message,
            each.steps,
            place(each.where),
            None if each.against is None else place(each.against),
        )
        for each in learned.contradictions
    )
