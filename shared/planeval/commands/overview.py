"""`planeval overview`: collect the results files of several experiments in one table."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from planeval.commands.arguments import add_output
from planeval.commands.printing import add_format, put_where_asked
from planeval.outcome import Outcome
from planfiles.command import Progress

if TYPE_CHECKING:
    from plancore.report.overview.data import Overview

SUMMARY: Final = "combine the results files of several experiments in one table"
DESCRIPTION: Final = """\
Combine the results files of several experiments in one table.

  planeval overview -d DIRECTORY            print it
  planeval overview -d DIRECTORY -o FILE    write it to FILE

Results files are written by planeval runs and by the evaluation of AutoPlanBench: a name, a tab and
a value on each line. Columns are sorted by file name; missing values are NA. Files that planeval
overview, instances and runs write are skipped, with a note.

exit status: 0 success, 2 unreadable file"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "-d", "--data", metavar="DIRECTORY", required=True, help="directory of results files"
    )
    add_output(parser)
    add_format(parser, "overview")


def run(options: argparse.Namespace) -> int:
    """Gather; returns the exit code."""
    return put_where_asked(evaluate, options)


def evaluate(options: argparse.Namespace, _: Progress) -> Outcome[Overview]:
    """Report the results files as a table. Raises UserError."""
    from planeval.runs.overview import gather

    overview = gather(options.data, options.output)
    remarks = tuple(f"left out: {file}: {reason}" for file, reason in overview.left_out)
    return Outcome(overview, overview.status, overview.problems, remarks=remarks)
