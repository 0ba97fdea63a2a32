"""`planeval blame`: show the effects of the differences of a learned domain on plans."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from planeval.commands.arguments import PLAN_FORMS, add_names, add_plans, count
from planeval.commands.printing import add_report
from planeval.outcome import Outcome
from planfiles import parser as shared
from planfiles.command import Progress

if TYPE_CHECKING:
    from plancore.report.blame.review import BlameReport

SUMMARY: Final = "show which differences reject valid plans or accept invalid ones"
DESCRIPTION: Final = f"""\
Show which differences of a learned domain make it reject valid plans or accept invalid ones.

  planeval blame LEARNED REFERENCE --plans PLAN…
  planeval blame LEARNED --plans PLAN…            no reference: why plans fail

Each plan is executed in both domains. If the results differ, differences are undone, alone and
together, and the plan is executed again. A plan of --plans counts as valid if it is valid in
REFERENCE; without REFERENCE every one counts as valid.

{PLAN_FORMS}

exit status: 0 all plans as expected, 1 some are not, 2 error"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "planeval blame [options] LEARNED [REFERENCE] --plans PLAN…"
    parser.add_argument("learned", metavar="LEARNED", help=shared.LEARNED)
    parser.add_argument("reference", metavar="REFERENCE", nargs="?", help=shared.REFERENCE)
    add_plans(parser, "plans that should be valid", "plans that should be invalid")
    add_report(parser, "blame")
    add_names(parser)
    parser.add_argument(
        "--effort",
        type=count,
        metavar="N",
        help="sets of differences to try per failure, in addition to single ones (default: 300)",
    )


def evaluate(options: argparse.Namespace, progress: Progress) -> Outcome[BlameReport]:
    """Report the effect of each difference on the plans. Raises UserError."""
    from plancore.blame.attribution import EFFORT, attribute
    from plancore.report.blame.review import BlameReport
    from planeval.consequences.cases import compared, read_all_cases
    from planfiles.models import load_domain, read_file

    errors: list[str] = []
    learned = read_file(options.learned)
    domain = load_domain(options.learned, errors.append, learned)
    beside = compared(options, options.learned, domain, progress.checkpoint, errors.append)
    reference, models = (None, domain) if beside is None else beside
    cases = read_all_cases(options, errors.append, "blame", progress.checkpoint)
    effort = EFFORT if options.effort is None else options.effort
    blame = attribute(models, cases, effort, progress.checkpoint)
    report = BlameReport(learned, reference, blame, tuple(dict.fromkeys(errors)))
    return Outcome(report, report.status, report.errors)
