"""`planeval instances`: show the sizes of the instances of domains."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from planeval.commands.arguments import add_output
from planeval.commands.printing import add_format, put_where_asked
from planeval.outcome import Outcome
from planfiles.command import Progress

if TYPE_CHECKING:
    from plancore.report.instances.document import InstanceTable

SUMMARY: Final = "count objects, facts, goals and plan lengths of problems"
DESCRIPTION: Final = """\
Count objects, facts, goals and plan lengths of problems, and measure their difficulty.

  planeval instances -i DIRECTORY            print a line for each domain
  planeval instances -i DIRECTORY -o FILE    write a row for each instance

Every directory in DIRECTORY is a domain with problems and, optionally, a plan for each, as in the
data of AutoPlanBench.

exit status: 0 success, 2 unreadable file"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "-i", "--input", metavar="DIRECTORY", required=True, help="directory of domains"
    )
    add_output(parser)
    add_format(parser, "instances")
    parser.add_argument(
        "--few-shot",
        metavar="INSTANCE",
        help="instance that was shown to models: list it, but leave it out of the means",
    )


def run(options: argparse.Namespace) -> int:
    """Count; returns the exit code."""
    return put_where_asked(evaluate, options)


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[InstanceTable]:
    """Report the counts of each instance. Raises UserError."""
    from planeval.runs.instance_table import instances_below

    table = instances_below(options.input, options.few_shot, progress.checkpoint)
    return Outcome(table, table.status, table.problems)
