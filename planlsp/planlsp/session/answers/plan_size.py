"""How much there is to look at where a plan is executed."""

from __future__ import annotations

from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot


def size_of(files: ProjectSnapshot, file: AnySnapshot) -> int:
    """The characters of `file`; of a plan with those of its domain and problem."""
    size = len(file.text)
    if isinstance(file, PlanSnapshot):
        size += sum(len(other.text) for other in files.setting_of(file).files)
    return size
