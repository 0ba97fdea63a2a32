"""`planeval instances`: how large the instances of domains are."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from plancore.report.registry import formats_of
from planeval.commands.printing import put_where_asked
from planeval.outcome import Outcome
from planfiles.progress import Progress

if TYPE_CHECKING:
    from plancore.report.instances.document import InstanceTable

SUMMARY: Final = "count objects, facts, goals and plan lengths of problems"
DESCRIPTION: Final = """\
Count objects, facts, goals and plan lengths of problems, and what their difficulty depends on.

  planeval instances -i DIR            print a line for each domain
  planeval instances -i DIR -o FILE    write a row for each instance: .tsv, .csv, .json, .parquet …

Every folder in DIR is a domain with problems and, if there are some, a plan for each, as in the
data of AutoPlanBench. Exit status: 0, 2 when something could not be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("-i", "--input", metavar="DIR", required=True, help="where they are")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the table to a file")
    parser.add_argument("--format", choices=formats_of("instances"), default="text")
    parser.add_argument(
        "--few-shot",
        metavar="INSTANCE",
        help="the instance that models were shown: listed, and in no mean",
    )


def run(options: argparse.Namespace) -> int:
    """Count; returns the exit code."""
    return put_where_asked(evaluate, options)


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[InstanceTable]:
    """What each instance has. Raises UserError."""
    from planeval.runs.instance_table import instances_below

    table = instances_below(options.input, options.few_shot, progress.checkpoint)
    return Outcome(table, table.status, table.problems)
