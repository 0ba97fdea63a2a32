"""The result of a function, with the forms that notebooks show; and how functions run commands.

Arguments are checked by the parser of the command, so error messages are the same. But texts are
not split at blanks, and names may begin with a dash.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, Self, TypeAlias, TypeGuard, TypeVar

from plancore.report.document import document_lines
from plancore.report.excerpt import excerpt
from plancore.report.lines import render as render_lines
from plancore.report.registry import FormatVersion, Report, Style, formats_of, render
from planeval.outcome import Outcome
from planeval.tables import figures, records, save
from planfiles.command import Progress
from planfiles.errors import UserError
from planfiles.extras import to_get
from planfiles.files import STDIN

if TYPE_CHECKING:
    import pandas

    from planeval.figures import PlotFigure


R = TypeVar("R", bound=Report, covariant=True)


class _Printer(Protocol):
    """The part of IPython's pretty printer that is used."""

    def text(self, text: str, /) -> None: ...


@dataclass(frozen=True, repr=False)
class Result(Generic[R]):
    """A report in several forms.

    `report` is the document that all forms are made from, with exact fractions and counts.
    `status` is the exit status of the command: 0 success, 1 a negative result, 2 an input could not
    be read. `problems` has an error message for each unreadable input.
    """

    report: R
    status: int
    problems: tuple[str, ...] = ()
    document: FormatVersion | None = field(default=None)

    @classmethod
    def of(cls, outcome: Outcome[R]) -> Self:
        """The result for the outcome of a command."""
        return cls(outcome.report, outcome.status, outcome.problems, outcome.document)

    @property
    def data(self) -> dict[str, Any]:
        """The JSON of `--format json` as Python values; None is undefined."""
        read: dict[str, Any] = json.loads(self.render("json"))
        return read

    @property
    def text(self) -> str:
        """The text that the command prints."""
        return self.render("text")

    def html(self) -> str:
        """The report as a self-contained HTML page."""
        return self.render("html")

    def render(self, name: str) -> str:
        """The report in a format of `--format`: `"markdown"`, `"csv"` … Raises Trouble for a format
        that this kind of report does not have."""
        known = formats_of(self.report.kind)
        if name not in known:
            raise UserError(f"unknown name {name!r}; expected one of {', '.join(known)}")
        return render(self.report, name, Style(document=self.document))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the report to a file in the format of its extension: `.html`, `.json`, `.md`,
        `.csv`, `.tsv`, `.tex`, `.parquet`, `.txt`; its plots as `.svg` or `.pdf`. The file is
        written atomically. Raises Trouble."""
        save(self.report, os.fspath(path), self.document)

    def frame(self) -> pandas.DataFrame:
        """The table of the report as a data frame, with the columns of `--format csv`; undefined
        numbers are NaN. Raises Trouble without pandas."""

        return frame_of(self.report)

    def summary(self) -> pandas.DataFrame:
        """The `summary` in the JSON as a data frame. That of a benchmark has a row for each
        learner, domain, noise and metric with mean, deviation and counts; rows without a domain are
        over all domains. Raises Trouble without pandas, and for a report without a summary."""
        summed = self.data.get("summary")
        if not summed:
            raise UserError(f"a report of the kind {self.report.kind} has no summary")
        rows = [summed] if isinstance(summed, dict) else summed
        names = list(dict.fromkeys(name for row in rows for name in row))
        return _frame(names, [[row.get(name) for name in names] for row in rows])

    def plot(self, kind: str | None = None) -> PlotFigure:
        """The plots of the report as a matplotlib figure, which notebooks show and `savefig`
        writes: all, or those of a `kind`, which for a benchmark is `"curves"`, `"boxes"`,
        `"means"`, `"heatmap"` or `"scatter"`. Raises Trouble without matplotlib, and for a report
        without such plots."""
        drawing = figures()
        drawn: PlotFigure = drawing.figure_of(drawing.plots_of(self.report, kind))
        return drawn

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        # The whole report is too long where a value is shown among others.
        problems = f", {len(self.problems)} problems" if self.problems else ""
        return f"<{type(self).__name__} of {self.report.kind}, status {self.status}{problems}>"

    def _repr_html_(self) -> str:
        # Imported late: only notebooks use it.
        from plancore.report.render.html.page import fragment

        return fragment(self.report)

    def _repr_pretty_(self, printer: _Printer, cycle: bool) -> None:
        beginning = excerpt(self.report)
        more = "\n…" if beginning.is_cut else ""
        shown = render_lines(document_lines(beginning.document)).rstrip("\n") + more
        printer.text(repr(self) if cycle else shown)


def frame_of(report: Report) -> pandas.DataFrame:
    """The table of a report as a data frame, with NaN. Raises Trouble without pandas."""
    return _frame(*records(report))


def _frame(names: Sequence[str], rows: Sequence[Sequence[object]]) -> pandas.DataFrame:
    try:
        import pandas
    except ImportError:
        raise UserError(f"data frames need pandas: {to_get('notebook')}") from None
    columns = zip(*rows, strict=True) if rows else ((),) * len(names)
    return pandas.DataFrame(
        {name: _column(values) for name, values in zip(names, columns, strict=True)}
    )


def _column(values: Sequence[object]) -> list[object]:
    """The values of a column for pandas; integers become floats if a value is undefined."""
    there = [value for value in values if value is not None]
    if not all(_is_number(value) for value in there):
        return [value if _is_plain(value) else str(value) for value in values]
    if all(isinstance(value, int) for value in there) and len(there) == len(values):
        return list(values)
    return [float(value) if _is_number(value) else float("nan") for value in values]


def _is_number(value: object) -> TypeGuard[Real]:
    return isinstance(value, Real) and not isinstance(value, bool)


def _is_plain(value: object) -> bool:
    # A member of an enumeration becomes a string in the frame.
    return value is None or type(value) in (str, bool, int, float)


class Declares(Protocol):
    """The part of a command that declares its arguments."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare its arguments."""


_SEVERAL: Final = ("+", "*")


def options_of(command: Declares, given: Mapping[str, object]) -> argparse.Namespace:
    """The options of `command` with the `given` values, by name; None is the default. Raises
    Trouble for a value that the command rejects, and TypeError for a value of an unsupported
    type."""
    parser = argparse.ArgumentParser(add_help=False)
    command.add_arguments(parser)
    options = argparse.Namespace()
    # Private: argparse has no public access to the declared arguments.
    for action in parser._actions:
        value = given.get(action.dest)
        setattr(options, action.dest, action.default if value is None else _taken(action, value))
    for group in parser._mutually_exclusive_groups:
        named = [action.dest for action in group._group_actions if given.get(action.dest)]
        if len(named) > 1:
            raise UserError(f"{named[1]}: not allowed with {named[0]}")
    return options


def _taken(action: argparse.Action, value: object) -> object:
    if action.nargs == 0:
        return bool(value)
    if action.nargs in _SEVERAL or isinstance(action.default, list):
        several = [value] if isinstance(value, str | os.PathLike) else value
        if not isinstance(several, Iterable):
            raise TypeError(f"{action.dest}: expected a value or a list, got {value!r}")
        return [_one(action, each) for each in several]
    return _one(action, value)


def _one(action: argparse.Action, value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, str | int | float | os.PathLike):
        raise TypeError(f"{action.dest}: expected a string, a path or a number, got {value!r}")
    text = os.fsdecode(value) if isinstance(value, os.PathLike) else str(value)
    if text == STDIN:
        raise UserError(f"{action.dest}: standard input is not available in Python")
    try:
        taken = action.type(text) if callable(action.type) else text
    except (argparse.ArgumentTypeError, ValueError) as error:
        raise UserError(f"{action.dest}: {error}") from None
    if action.choices is not None and taken not in action.choices:
        known = ", ".join(map(str, action.choices))
        raise UserError(f"{action.dest}: unknown value {text!r}; expected one of {known}")
    return taken


Watch: TypeAlias = Callable[[str, int, int], object]
"""Called with the current stage, the number of items done, and the total, 0 if unknown. It may be
called often, so it should be fast; its exceptions end the work."""


def progress_of(watch: bool | Watch) -> Progress:
    """A progress that calls `watch`; True is a line on standard error, False no output."""
    if callable(watch):
        return _WatchedProgress(watch)
    return Progress(is_shown=watch)


class _WatchedProgress(Progress):
    def __init__(self, watch: Watch) -> None:
        super().__init__(is_shown=False)
        self._watch = watch

    def advance(self, count: int = 1) -> None:
        """Count, and call the watch."""
        super().advance(count)
        self._watch(self._verb, self._done, self._total)

    def waiting(self, what: str, seconds: float, reached: str = "") -> None:
        """Call the watch without progress; it may end the work by raising."""
        super().waiting(what, seconds, reached)
        self._watch(self._verb, self._done, self._total)

    def checkpoint(self, done: int = 0, stage: str = "", /) -> None:
        """Call the watch, which may end the work by raising."""
        self._watch(stage, done, 0)


PathLike: TypeAlias = str | os.PathLike[str]
Paths: TypeAlias = PathLike | Iterable[PathLike]
"""One path or several."""


class Reports(Declares, Protocol[R]):
    """The part of a command that reports."""

    def evaluate(self, options: argparse.Namespace, progress: Progress, /) -> Outcome[R]:
        """Report on the inputs that the options name. Raises UserError."""


def evaluated(command: Reports[R], given: Mapping[str, object], watch: bool | Watch) -> Result[R]:
    """The result of a command with the `given` options: the `locals()` of a function with such
    parameters. Raises Trouble, and the exceptions of `watch`."""
    return Result.of(outcome_of(command, given, watch))


def outcome_of(command: Reports[R], given: Mapping[str, object], watch: bool | Watch) -> Outcome[R]:
    """The outcome of a command, as in `evaluated`."""
    options = options_of(command, given)
    if getattr(options, "jobs", 1) != 1 and _is_flat_script():
        options.jobs = 1
    with progress_of(watch) as progress:
        try:
            return command.evaluate(options, progress)
        except RuntimeError as error:
            # What a generator makes of a StopIteration of the watch.
            if isinstance(error.__cause__, StopIteration):
                raise error.__cause__ from None
            raise


def _is_flat_script() -> bool:
    """Whether the program has no `__main__` guard: workers import it and would run all of it."""
    path = getattr(sys.modules.get("__main__"), "__file__", None)
    if path is None:
        return False
    try:
        with open(path, encoding="utf-8") as script:
            return "__name__" not in script.read() and path.endswith(".py")
    except (OSError, ValueError):
        return False
