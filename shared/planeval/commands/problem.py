"""`planeval problem`: compare a problem with its reference."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from plancore.report.registry import FormatVersion
from planeval.commands.printing import add_metrics, add_report, printed
from planeval.outcome import Outcome
from planfiles import parser as shared
from planfiles.command import Exit, Progress

if TYPE_CHECKING:
    from plancore.report.problem.review import ProblemReview

SUMMARY: Final = "compare a problem with its reference"
DOCUMENT: Final = FormatVersion("planeval problem", 3)
"""The format of its JSON, which is otherwise that of `plandiff`."""
DESCRIPTION: Final = """\
Compare a problem with its reference: objects, initial state, goal, metric and constraints.

The report lists missing (-), extra (+) and changed (~) facts and conditions, and whether the
problems are equivalent up to renaming. The domains of both are aligned if their names differ.

exit status: 0 no differences, 1 differences, 2 error"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("learned", metavar="LEARNED", help="learned or generated problem")
    parser.add_argument("reference", metavar="REFERENCE", help="reference problem")
    add_report(parser, "problem")
    add_metrics(parser)
    parser.add_argument("--strict", action="store_true", help=shared.STRICT)
    parser.add_argument("--mapping", metavar="FILE", help=shared.MAPPING)


def run(options: argparse.Namespace) -> int:
    """Compare; returns the exit code."""
    return printed(evaluate, options)


def evaluate(options: argparse.Namespace, _: Progress) -> Outcome[ProblemReview]:
    """Report the differences. Raises UserError."""
    from plancore.correspondence.names import SAME_NAMES
    from plancore.correspondence.stated.applied import renaming_of
    from plancore.report.problem.review import review_problems
    from planfiles.mappings import NO_DOMAIN, domains_of_problems, load_mapping
    from planfiles.models import read_problem

    learned, reference = read_problem(options.learned), read_problem(options.reference)
    mapping, remarks = SAME_NAMES, tuple[str, ...]()
    if options.mapping:
        stated = load_mapping(options.mapping)
        mapping, remarks = renaming_of(stated, NO_DOMAIN, NO_DOMAIN), stated.remarks
    review = review_problems(
        learned,
        reference,
        mapping=mapping,
        find_domains=lambda: domains_of_problems(options.learned, options.reference),
    )
    status = Exit.SAME if review.is_same else Exit.DIFFERENT
    if review.has_errors and (options.strict or review.is_same):
        status = Exit.TROUBLE
    return Outcome(review, status, document=DOCUMENT, remarks=remarks)
