"""Print the report of a command, or write it to a file."""

from __future__ import annotations

import argparse
import os
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib.util import find_spec
from typing import Protocol

from plancore.report.registry import (
    PLOTTED,
    FormatVersion,
    Report,
    Style,
    formats_of,
    headline_of,
)
from planeval.outcome import Outcome
from planfiles import parser as shared
from planfiles.command import Progress, complain, output_width, remark, wants_colour, write_report
from planfiles.errors import UserError


class Evaluate(Protocol):
    """The work of a command, which prints nothing but its progress."""

    def __call__(self, options: argparse.Namespace, progress: Progress, /) -> Outcome[Report]:
        """Do the work. Raises UserError."""
        ...


def add_format(parser: argparse.ArgumentParser, kind: str) -> None:
    """Declare the option for the format of a report, without one for its file."""
    shared.add_format(parser, formats_of(kind))


def add_report(parser: argparse.ArgumentParser, kind: str) -> None:
    """Declare the options for the format, the file and the plots of a report, for `printed`."""
    add_format(parser, kind)
    parser.add_argument(
        "-o",
        "--output",
        dest="written_to",
        type=partial(_file_of, kind),
        metavar="FILE",
        help="write the report to FILE, in the format of its extension",
    )
    if kind in PLOTTED:
        parser.add_argument(
            "--plot",
            choices=PLOTTED[kind],
            help="write only these plots to an .svg or .pdf file (default: all)",
        )


def add_metrics(parser: argparse.ArgumentParser) -> None:
    """Declare the option of reports that print a few scores by default."""
    parser.add_argument("--metrics", action="store_true", help=shared.METRICS)


def _file_of(kind: str, path: str) -> str:
    """Check, before the work, that the extension of `path` is that of a format."""
    from planeval.tables import format_for

    try:
        format_for(kind, path)
    except UserError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return path


def style_of(options: argparse.Namespace, document: FormatVersion | None = None) -> Style:
    """The style for printing a report."""
    return Style(
        document=document,
        colour=wants_colour(options.color),
        width=output_width(),
        metrics=getattr(options, "metrics", False),
    )


def printed(evaluate: Evaluate, options: argparse.Namespace) -> int:
    """Evaluate, and print the report in the requested format or write it to the file in `options`.
    Returns the exit status. Raises UserError."""
    path: str | None = getattr(options, "written_to", None)
    _refuse_plots_in_vain(path, getattr(options, "plot", None))
    with _before_it_is_written(path), Progress() as progress:
        outcome = evaluate(options, progress)
    if path is not None:
        _save(outcome, path, options)
    elif not options.quiet:
        write_report(outcome.report, options.format, style_of(options, outcome.document))
    return _reported(outcome, options)


def _refuse_plots_in_vain(path: str | None, plot: str | None) -> None:
    """Raise UserError, before the work, if plots are requested but would not be drawn."""
    is_drawing = path is not None and path.lower().endswith((".svg", ".pdf"))
    if plot is not None and not is_drawing:
        raise UserError("--plot needs --output with an .svg or .pdf file")
    if is_drawing and find_spec("matplotlib") is None:
        from planeval.tables import figures

        figures()


def put_where_asked(evaluate: Evaluate, options: argparse.Namespace) -> int:
    """As `printed`, for tables, whose file is `options.output`."""
    if not options.output:
        return printed(evaluate, options)
    with _before_it_is_written(options.output), Progress() as progress:
        outcome = evaluate(options, progress)
    _save(outcome, options.output, options)
    return _reported(outcome, options)


def _before_it_is_written(path: str | None) -> AbstractContextManager[None]:
    """Guard the work on a report that will be written to `path`: reading that file raises
    FileError, unless it is an earlier report."""
    if path is None or not os.path.isfile(path):
        return nullcontext()
    from planeval.runs.overview import is_own_file
    from planfiles.files import not_read

    return nullcontext() if is_own_file(path) else not_read(path)


def _save(outcome: Outcome[Report], path: str, options: argparse.Namespace) -> None:
    """Write the report to a file, and its headline to standard error. Raises UserError."""
    from planeval.tables import save

    save(outcome.report, path, outcome.document, getattr(options, "plot", None))
    if not options.quiet:
        remark("planeval", f"written to {path}: {headline_of(outcome.report)}")


def _reported(outcome: Outcome[Report], options: argparse.Namespace) -> int:
    """Print remarks and problems, and return the exit status."""
    if not options.quiet:
        remark("planeval", *outcome.remarks)
    complain("planeval", *outcome.problems)
    return outcome.status
