"""What a function gives back: a report, and every form of it that a notebook can show."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeGuard, TypeVar

from plancore.report.excerpt import excerpt
from plancore.report.layout import document_lines
from plancore.report.lines import render as render_lines
from plancore.report.registry import Document, Report, Style, formats_of, render
from planeval.outcome import Outcome
from planeval.tables import records, save
from planfiles.extras import to_get
from planfiles.trouble import Trouble

if TYPE_CHECKING:
    import pandas

R = TypeVar("R", bound=Report, covariant=True)


class _Printer(Protocol):
    """IPython's, as far as it is used."""

    def text(self, text: str, /) -> None: ...


@dataclass(frozen=True, repr=False)
class Result(Generic[R]):
    """A report with its figures.

    `report` is the value that all is made of, whose fields are exact fractions and counts;
    `status` the exit status of the command: 0 all is well, 1 something is not, 2 something could
    not be read; `problems` says what, in a line each.
    """

    report: R
    status: int
    problems: tuple[str, ...] = ()
    document: Document | None = field(default=None)

    @classmethod
    def of(cls, outcome: Outcome[R]) -> Self:
        """What a command has found out."""
        return cls(outcome.report, outcome.status, outcome.problems, outcome.document)

    @property
    def data(self) -> dict[str, Any]:
        """All of it as plain values: what `--format json` prints, read. None is undefined."""
        read: dict[str, Any] = json.loads(self.render("json"))
        return read

    @property
    def text(self) -> str:
        """What the command prints."""
        return self.render("text")

    def html(self) -> str:
        """A whole page, which loads nothing."""
        return self.render("html")

    def render(self, name: str) -> str:
        """The report in the format called `name`, as `--format` takes it: `"markdown"`, `"csv"` …
        Raises Trouble for a name that its kind does not have."""
        known = formats_of(self.report.kind)
        if name not in known:
            raise Trouble(f"{name!r} is none of {', '.join(known)}")
        return render(self.report, name, Style(document=self.document))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file, in the format that its ending says: `.html`, `.json`, `.md`, `.csv`,
        `.tsv`, `.parquet`, `.txt`. It is written whole or not at all. Raises Trouble."""
        save(self.report, os.fspath(path), self.document)

    def frame(self) -> pandas.DataFrame:
        """Its table as a data frame, with the columns of `--format csv`: numbers as numbers, NaN
        where a figure is undefined. Raises Trouble without pandas."""
        # Imported by who has pandas.
        from planeval.api.result import frame_of

        return frame_of(self.report)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        # As long as a report is, nobody wants it where a value is named in passing.
        problems = f", {len(self.problems)} problems" if self.problems else ""
        return f"<{type(self).__name__} of {self.report.kind}, status {self.status}{problems}>"

    def _repr_html_(self) -> str:
        # Imported by notebooks.
        from plancore.report.formats.html.fragment import fragment

        return fragment(self.report)

    def _repr_pretty_(self, printer: _Printer, cycle: bool) -> None:
        beginning = excerpt(self.report)
        more = "\n…" if beginning.is_cut else ""
        shown = render_lines(document_lines(beginning.document)).rstrip("\n") + more
        printer.text(repr(self) if cycle else shown)


def frame_of(report: Report) -> pandas.DataFrame:
    """The table of a report. A column of numbers is one of numbers, with NaN where there is none.
    Raises Trouble without pandas."""
    try:
        import pandas
    except ImportError:
        raise Trouble(f"data frames need pandas: {to_get('notebook')}") from None
    names, rows = records(report)
    columns = zip(*rows, strict=True) if rows else ((),) * len(names)
    return pandas.DataFrame(
        {name: _column(values) for name, values in zip(names, columns, strict=True)}
    )


def _column(values: Sequence[object]) -> list[object]:
    """The values as a frame takes them; whole numbers become floats beside what is undefined."""
    there = [value for value in values if value is not None]
    if not all(_is_number(value) for value in there):
        return [value if _is_plain(value) else str(value) for value in values]
    if all(isinstance(value, int) for value in there) and len(there) == len(values):
        return list(values)
    return [float(value) if _is_number(value) else float("nan") for value in values]


def _is_number(value: object) -> TypeGuard[Real]:
    return isinstance(value, Real) and not isinstance(value, bool)


def _is_plain(value: object) -> bool:
    # A word of a fixed list is a text for whoever reads the frame.
    return value is None or type(value) in (str, bool, int, float)
