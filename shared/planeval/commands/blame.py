"""`planeval blame`: which differences of a learned domain change what plans do, and how."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from planeval.commands.arguments import add_names, add_plans, count
from planeval.commands.printing import add_format, printed
from planeval.outcome import Outcome
from planfiles.progress import Progress

if TYPE_CHECKING:
    from plancore.report.blame.review import BlameReport

SUMMARY: Final = "say which differences stop plans, and which let them through"
DESCRIPTION: Final = """\
Say which differences of a learned domain stop plans, and which let plans through that should fail.

  planeval blame LEARNED REFERENCE --plans PLAN…
  planeval blame LEARNED --plans PLAN…            without a reference: why plans stop

executes every plan in both domains. What sets them apart is attributed to differences by taking
each one back, alone and together with others, and executing the plan again.

A PLAN is a plan, for --problem or the problem that belongs to it in its folder; a folder of such
plans; or a list of cases, as planeval validate reads it. --plans are valid if the reference accepts
them, without a reference all are meant to be; --not-plans are meant to fail.

Exit status: 0 every plan is as it is meant to be, 1 some are not, 2 trouble, such as a missing file
or a plan that cannot be judged."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "planeval blame [options] LEARNED [REFERENCE] --plans PLAN…"
    parser.add_argument("learned", metavar="LEARNED", help="the domain to look at")
    parser.add_argument(
        "reference", metavar="REFERENCE", nargs="?", help="the domain that it should be like"
    )
    add_plans(parser, "plans that are valid, or meant to be", "plans that are meant to fail")
    add_format(parser, "blame")
    add_names(parser)
    parser.add_argument(
        "--effort",
        type=count,
        metavar="N",
        help="how many sets of differences to try for one failure, beside single ones",
    )


def run(options: argparse.Namespace) -> int:
    """Attribute; returns the exit code."""
    return printed(evaluate, options)


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[BlameReport]:
    """What each difference does to the plans. Raises UserError."""
    from planeval.consequences.blame import report_of

    report = report_of(options, progress.checkpoint)
    return Outcome(report, report.status, report.errors)
