"""A repair with the files that it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from plancore.repair.result import RepairResult
from plancore.snapshot import FileSnapshot


@dataclass(frozen=True, slots=True)
class RepairReport:
    """The smallest repairs of the domain in `file`, and one line for each thing that went wrong.

    `reference` is None where there is none.
    """

    kind: ClassVar[str] = "repair"

    file: FileSnapshot
    reference: FileSnapshot | None
    result: RepairResult
    errors: tuple[str, ...] = ()

    @property
    def status(self) -> int:
        """0: every plan is as it must be, once repaired; 1: no repair is known; 2: trouble, such as
        a plan that was left out."""
        if self.errors or self.result.left_out:
            return 2
        return 0 if self.result.repairs else 1
