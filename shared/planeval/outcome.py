"""What a command has found out, before anybody prints it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from plancore.report.registry import FormatVersion, Report

R = TypeVar("R", bound=Report, covariant=True)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[R]):
    """A report, the exit status that it means, and a line for each thing that could not be read.

    `document` is what its JSON is known as, where that is not what its kind is known as. `remarks`
    are lines on what is no error and has no place in a table.
    """

    report: R
    status: int
    problems: tuple[str, ...] = ()
    document: FormatVersion | None = None
    remarks: tuple[str, ...] = ()
