"""`planeval domains`: many learned domains measured, in one table."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from planeval.commands.arguments import seconds
from planeval.commands.printing import add_format, printed
from planeval.outcome import Outcome
from planfiles.command import Exit
from planfiles.errors import UserError
from planfiles.parser import job_count
from planfiles.progress import Progress

if TYPE_CHECKING:
    from plancore.report.domains.document import DomainTable

SUMMARY: Final = "measure many learned domains, in one table"
DESCRIPTION: Final = """\
Measure many learned domains against their references, in one table.

  planeval domains FOLDER…       every folder below that has a learned.pddl and a reference.pddl;
                                 folders *.trajectories and files *.trajectory beside them give the
                                 states for predictive power and trace consistency
  planeval domains --pairs FILE  a list: a line "LEARNED REFERENCE STATES…" for each pair, or JSON
                                 {"learned": …, "reference": …, "states": […]}; paths are relative
                                 to the list

A pair that cannot be measured is a row with its error. Exit status: 0 all learned domains are their
references, 1 some are not, 2 some could not be measured, or other trouble."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument("--pairs", action="append", metavar="FILE", default=[])
    add_format(parser, "domains")
    parser.add_argument(
        "--sort", metavar="COLUMN", help="a column of the CSV; -COLUMN from high to low"
    )
    parser.add_argument("--align", action="store_true", help="find what corresponds by its use")
    parser.add_argument(
        "--no-evidence", action="store_true", help="let no problems beside the domains speak"
    )
    parser.add_argument(
        "--mapping", metavar="FILE", help="what stands for what, in every pair (JSON or TOML)"
    )
    parser.add_argument(
        "--optimal", type=seconds, metavar="SECONDS", help="search for the least edit distance"
    )
    parser.add_argument("--strict", action="store_true", help="exit with 2 for errors in a file")
    parser.add_argument("--no-states", action="store_true", help="leave trajectories alone")
    parser.add_argument("--jobs", type=job_count, metavar="N", help="how many processes to use")


def run(options: argparse.Namespace) -> int:
    """Measure; returns the exit code."""
    return printed(evaluate, options)


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[DomainTable]:
    """The table of all pairs. Raises UserError."""
    from plancore.report.domains.document import DomainTable, sorted_by
    from planeval.domains import MeasuringSettings, find_pairs, measure_all
    from planfiles.mappings import load_mapping

    pairs = find_pairs(options.folders, options.pairs)
    if options.sort:
        try:
            sorted_by([], options.sort)  # a wrong name is told before the work, not after it
        except ValueError as error:
            raise UserError(str(error)) from None
    settings = MeasuringSettings(
        options.align,
        options.optimal,
        not options.no_states,
        options.mapping,
        not options.no_evidence,
    )
    if options.mapping:
        load_mapping(options.mapping)  # what is wrong with it is told once, and before the work
    progress.begin("measuring", len(pairs))
    rows = measure_all(pairs, settings, options.jobs, progress)
    if options.sort:
        rows = sorted_by(rows, options.sort)
    table = DomainTable(tuple(rows))
    return Outcome(table, Exit.TROUBLE if options.strict and table.has_errors else table.status)
