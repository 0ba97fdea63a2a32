"""What a command has found out, printed."""

from __future__ import annotations

import argparse
import os
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Protocol

from plancore.report.registry import Report, Style, formats_of, headline_of
from planeval.outcome import Outcome
from planfiles.command import complain, output_width, remark, write_report
from planfiles.errors import UserError
from planfiles.progress import Progress


class Evaluate(Protocol):
    """What finds something out, and prints nothing but how far it is."""

    def __call__(self, options: argparse.Namespace, progress: Progress, /) -> Outcome[Report]:
        """Raises UserError."""
        ...


def add_format(parser: argparse.ArgumentParser, kind: str) -> None:
    """Declare in which format `printed` writes a report of this kind, and to which file."""
    parser.add_argument("--format", choices=formats_of(kind), default="text")
    parser.add_argument(
        "-o",
        "--output",
        dest="written_to",
        type=partial(_file_of, kind),
        metavar="FILE",
        help="write to it, in the format that its ending says",
    )


def add_metrics(parser: argparse.ArgumentParser) -> None:
    """Declare the option of reports that print a few scores by default."""
    parser.add_argument("--metrics", action="store_true", help="print all scores")


def _file_of(kind: str, path: str) -> str:
    """The path; told before the work where its ending says no format."""
    from planeval.tables import format_for

    try:
        format_for(kind, path)
    except UserError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return path


def printed(evaluate: Evaluate, options: argparse.Namespace) -> int:
    """Evaluate, and print the report in the format asked for or write it to the file that is
    named; the exit status. Raises UserError."""
    path: str | None = getattr(options, "written_to", None)
    with _before_it_is_written(path), Progress() as progress:
        outcome = evaluate(options, progress)
    if path is not None:
        _save(outcome, path)
    else:
        metrics = getattr(options, "metrics", False)
        style = Style(document=outcome.document, width=output_width(), metrics=metrics)
        write_report(outcome.report, options.format, style)
    return _reported(outcome)


def put_where_asked(evaluate: Evaluate, options: argparse.Namespace) -> int:
    """The same for tables, which go to the file that is named, in the format that its ending says;
    where none is named they are printed."""
    if not options.output:
        return printed(evaluate, options)
    with _before_it_is_written(options.output), Progress() as progress:
        outcome = evaluate(options, progress)
    _save(outcome, options.output)
    return _reported(outcome)


def _before_it_is_written(path: str | None) -> AbstractContextManager[None]:
    """For the work on a report that goes to a file: it ends where it reads that file, unless an
    earlier report stands there. Raises FileError then."""
    if path is None or not os.path.isfile(path):
        return nullcontext()
    from planeval.runs.overview import is_own_file
    from planfiles.files import not_read

    return nullcontext() if is_own_file(path) else not_read(path)


def _save(outcome: Outcome[Report], path: str) -> None:
    """Write the report to a file, and say so on standard error with what it comes to. Raises
    UserError."""
    from planeval.tables import save

    save(outcome.report, path, outcome.document)
    remark("planeval", f"written to {path}: {headline_of(outcome.report)}")


def _reported(outcome: Outcome[Report]) -> int:
    """The exit status, after what else is to be said."""
    remark("planeval", *outcome.remarks)
    complain("planeval", *outcome.problems)
    return outcome.status
