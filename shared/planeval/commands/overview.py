"""`planeval overview`: the results files of several experiments in one table."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from plancore.report.registry import formats_of
from planeval.commands.printing import put_where_asked
from planeval.outcome import Outcome
from planfiles.progress import Progress

if TYPE_CHECKING:
    from plancore.report.overview.data import Overview

SUMMARY: Final = "put the results files of several experiments into one table"
DESCRIPTION: Final = """\
Put the results files of several experiments into one table.

  planeval overview -d DIR            print it
  planeval overview -d DIR -o FILE    write it: .tsv, .csv, .md, .html, .json, .txt, .parquet

Results files are what planeval runs writes, and the evaluation of AutoPlanBench: a name and a value
on each line, with a tab between them. They are taken in the order of their names; what a file does
not have is NA. Tables and pages that planeval overview, instances and runs write are left out, and
said to be. Exit status: 0, 2 when something could not be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("-d", "--data", metavar="DIR", required=True, help="where the files are")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the table to a file")
    parser.add_argument("--format", choices=formats_of("overview"), default="text")


def run(options: argparse.Namespace) -> int:
    """Gather; returns the exit code."""
    return put_where_asked(evaluate, options)


def evaluate(options: argparse.Namespace, _: Progress) -> Outcome[Overview]:
    """The results files in one table. Raises UserError."""
    from planeval.runs.overview import gather

    overview = gather(options.data, options.output)
    remarks = tuple(f"left out: {file}: {reason}" for file, reason in overview.left_out)
    return Outcome(overview, overview.status, overview.problems, remarks=remarks)
