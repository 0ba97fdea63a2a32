"""A repair with the files that it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from plancore.phrases import count_of
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


# A repair in a line: for every report and editor that tells of one.


def repair_text(result: RepairResult) -> str:
    """`2 edits make every plan as it must be, proved smallest; 3 repairs of that size`."""
    if not result.considered:
        return "no plan to repair the domain for"
    plans = "every plan but those left out" if result.left_out else "every plan"
    if not result.repairs:
        if result.proved:
            return f"no edits of literals make {plans} as it must be"
        return f"no repair found; one has {_cost(result.lower_bound)} at least"
    best = result.repairs[0]
    if not best.edits:
        n_left_out = len(result.left_out)
        of = f" in {count_of(result.considered, 'plan')}, {n_left_out} left out"
        return f"nothing to repair{of if n_left_out else ''}"
    verb = "makes" if len(best.edits) == 1 else "make"
    said = f"{count_of(len(best.edits), 'edit')} {verb} {plans} as it must be"
    if best.cost != len(best.edits):
        said += f", at a cost of {best.cost}"
    if not result.proved:
        return f"{said}; not proved smallest: at least {_cost(result.lower_bound)}"
    said += ", proved smallest"
    if len(result.repairs) > 1 or not result.is_complete:
        many = "" if result.is_complete else "at least "
        said += f"; {many}{count_of(len(result.repairs), 'repair')} of that size"
    return said


def _cost(bound: int) -> str:
    return f"a cost of {bound}"
