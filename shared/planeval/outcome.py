"""The result of a command, before it is printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from plancore.report.registry import FormatVersion, Report

R = TypeVar("R", bound=Report, covariant=True)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[R]):
    """A report, its exit status, and an error message (`problems`) for each unreadable input.
    `document` is the format of its JSON, if that is not the default of its kind. `remarks` are
    messages that are not errors and do not fit into tables."""

    report: R
    status: int
    problems: tuple[str, ...] = ()
    document: FormatVersion | None = None
    remarks: tuple[str, ...] = ()
