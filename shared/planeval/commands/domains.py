"""`planeval domains`: evaluate many learned domains in one table."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from planeval.commands.arguments import AMLGYM, OPTIMAL, add_names, seconds
from planeval.commands.printing import add_metrics, add_report, printed
from planeval.outcome import Outcome
from planfiles import parser as shared
from planfiles.command import Exit, Progress
from planfiles.errors import UserError
from planfiles.parser import job_count

if TYPE_CHECKING:
    from plancore.report.domains.document import DomainTable

SUMMARY: Final = "compare many learned domains with their references, in one table"
DESCRIPTION: Final = """\
Compare many learned domains with their references, in one table.

  planeval domains DIRECTORY…    every directory below with a learned.pddl and a reference.pddl;
                                 *.trajectories and *.trajectory next to them are states for
                                 predictive power and trace consistency
  planeval domains --pairs FILE  a list: a line "LEARNED REFERENCE STATES…" for each pair, or JSON
                                 {"learned": …, "reference": …, "states": […]}; paths are relative
                                 to the list

The row of a pair that cannot be compared shows the error.

exit status: 0 no differences, 1 differences, 2 error in a pair or file"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("folders", nargs="*", metavar="DIRECTORY", help="directory of pairs")
    parser.add_argument(
        "--pairs", action="append", metavar="FILE", default=[], help="list of pairs; repeatable"
    )
    add_report(parser, "domains")
    add_metrics(parser)
    parser.add_argument(
        "--sort", metavar="COLUMN", help="sort by a column of the CSV; -COLUMN for descending order"
    )
    add_names(parser, decides=True)
    parser.add_argument("--no-evidence", action="store_true", help=shared.NO_EVIDENCE)
    parser.add_argument("--optimal", type=seconds, metavar="SECONDS", help=OPTIMAL)
    parser.add_argument("--strict", action="store_true", help=shared.STRICT)
    parser.add_argument("--amlgym", action="store_true", help=AMLGYM)
    parser.add_argument("--no-states", action="store_true", help="ignore trajectories")
    parser.add_argument("--jobs", type=job_count, metavar="N", help=shared.JOBS)


def run(options: argparse.Namespace) -> int:
    """Measure; returns the exit code."""
    return printed(evaluate, options)


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[DomainTable]:
    """Report a table of all pairs. Raises UserError."""
    from plancore.report.domains.document import DomainTable, sorted_by
    from planeval.domains import MeasuringSettings, find_pairs, measure_all
    from planfiles.mappings import load_mapping

    pairs = find_pairs(options.folders, options.pairs)
    if options.sort:
        try:
            sorted_by([], options.sort)  # refused before the work
        except ValueError as error:
            raise UserError(str(error)) from None
    settings = MeasuringSettings(
        options.align,
        options.optimal,
        not options.no_states,
        options.mapping,
        not options.no_evidence,
        options.amlgym,
    )
    if options.mapping:
        load_mapping(options.mapping)  # refused once, before the work
    progress.begin("measuring", len(pairs))
    rows = measure_all(pairs, settings, options.jobs, progress)
    if options.sort:
        rows = sorted_by(rows, options.sort)
    table = DomainTable(tuple(rows), is_sorted=bool(options.sort))
    return Outcome(table, Exit.TROUBLE if options.strict and table.has_errors else table.status)
