"""Differences and what they do to plans, with the files that they stand in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from plancore.blame.report import Blame
from plancore.simulate.cases import Case
from plancore.snapshot import FileSnapshot


@dataclass(frozen=True, slots=True)
class BlameReport:
    """What was found out, the files of the domains, and one line for each thing that went wrong.

    `reference` is None where there is none. `cases` are the plans, by the numbers that `blame` has
    of them, where somebody may ask to see one executed.
    """

    kind: ClassVar[str] = "blame"

    learned: FileSnapshot
    reference: FileSnapshot | None
    blame: Blame
    errors: tuple[str, ...] = ()
    cases: tuple[Case, ...] = ()

    @property
    def status(self) -> int:
        """0: all plans are as they are meant to be; 1: some are not; 2: some were not judged."""
        if self.errors or self.blame.undecided:
            return 2
        return 1 if self.blame.stopped or self.blame.let_through else 0
