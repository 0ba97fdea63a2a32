"""The JSON data of an overview, and its CSV rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from plancore.jsonable import number_or_name
from plancore.report.records import Name, Record
from plancore.report.registry import FormatVersion
from plancore.report.runs.document import LISTS, UNDEFINED

DOCUMENT: Final = FormatVersion("planeval overview", 2)


class FileValuesRecord(Record):
    file: str
    values: dict[str, float | str | list[Name] | None]


class LeftOutFileRecord(Record):
    file: str
    reason: str


class OverviewRecord(Record):
    """The values of results files; `docs/reference/runs.md` describes the fields. Undefined values
    are null."""

    files: list[FileValuesRecord]
    left_out: list[LeftOutFileRecord]
    errors: list[str]


def data(overview: Overview) -> OverviewRecord:
    """The record of an overview."""
    return OverviewRecord(
        [
            FileValuesRecord(file, {name: _plain(name, value) for name, value in values.items()})
            for file, values in overview.files.items()
        ],
        list(map(LeftOutFileRecord.made_from, overview.left_out)),
        list(overview.problems),
    )


def rows(overview: Overview) -> Iterator[Sequence[object]]:
    """A row for each value and a column for each file, as in AutoPlanBench."""
    yield "Eval file", *overview.files
    for name in overview.names:
        yield name, *(overview.value(file, name) for file in overview.files)


def records(overview: Overview) -> Iterator[Sequence[object]]:
    """A row for each file and a column for each value: all numbers, or texts."""
    yield "file", *overview.names
    columns = [_column(overview, name) for name in overview.names]
    for number, file in enumerate(overview.files):
        yield file, *(column[number] for column in columns)


def _column(overview: Overview, name: str) -> list[object]:
    """The values of one name, all of one type."""
    texts = [overview.value(file, name) for file in overview.files]
    numbers = [number_of(text) for text in texts]
    pairs = zip(numbers, texts, strict=True)
    if all(number is not None or text == UNDEFINED for number, text in pairs):
        return [None if number is None else float(number) for number in numbers]
    return [None if text == UNDEFINED else text for text in texts]


def _plain(name: str, value: str) -> float | str | list[Name] | None:
    if value == UNDEFINED:
        return None
    if name in LISTS and value.startswith("[") and value.endswith("]"):
        return [number_or_name(instance) for instance in value[1:-1].split(", ") if instance]
    number = number_of(value)
    return value if number is None else number


# An overview: the results files of experiments, by name.


class LeftOutFile(NamedTuple):
    """The name of a file that is not a results file, and what it is."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class Overview:
    """The values of each results file by name, with files in order. `problems` has a line for each
    file, or line of one, that could not be read. `left_out` are tables generated from other
    files."""

    kind: ClassVar[str] = "overview"

    files: Mapping[str, Mapping[str, str]]
    problems: tuple[str, ...] = ()
    left_out: tuple[LeftOutFile, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all values, in order of first occurrence."""
        return tuple(dict.fromkeys(name for values in self.files.values() for name in values))

    def value(self, file: str, name: str) -> str:
        """A value as written in the file; `NA` if it is missing."""
        return self.files[file].get(name, UNDEFINED)

    @property
    def status(self) -> int:
        """The exit status: 2 if something could not be read, otherwise 0."""
        return 2 if self.problems else 0


def number_of(value: str) -> int | float | None:
    """The number that a value denotes; None for text, lists and `NA`."""
    try:
        number = float(value)
    except ValueError:
        return None
    if number != number or abs(number) == float("inf"):
        return None
    return int(number) if number.is_integer() and abs(number) < 2**53 else number
