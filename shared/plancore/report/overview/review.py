"""An overview: the results files of experiments, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from plancore.report.runs.results import UNDEFINED


class LeftOutFile(NamedTuple):
    """A file that is no results file, by its name, and what it is instead."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class Overview:
    """The values of each results file by their names, files in order; `problems` has a line for
    each one, or line of one, that could not be read. `left_out` are tables written from others."""

    kind: ClassVar[str] = "overview"

    files: Mapping[str, Mapping[str, str]]
    problems: tuple[str, ...] = ()
    left_out: tuple[LeftOutFile, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all values, in the order in which the files have them."""
        return tuple(dict.fromkeys(name for values in self.files.values() for name in values))

    def value(self, file: str, name: str) -> str:
        """A value as the file has it; `NA` where it has none."""
        return self.files[file].get(name, UNDEFINED)

    @property
    def status(self) -> int:
        """0; 2 when something could not be read."""
        return 2 if self.problems else 0


def number_of(value: str) -> int | float | None:
    """The number that a value is; None for text, lists and `NA`."""
    try:
        number = float(value)
    except ValueError:
        return None
    if number != number or abs(number) == float("inf"):
        return None
    return int(number) if number.is_integer() and abs(number) < 2**53 else number
